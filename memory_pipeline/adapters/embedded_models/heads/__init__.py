"""Small learned heads over the sentence encoder: whether a clause is worth keeping, as what, for how long, about whom."""
