"""Small learned heads over the sentence encoder: whether to keep a clause, as what, for how long, about whom."""
