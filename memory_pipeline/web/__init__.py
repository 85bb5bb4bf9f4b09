"""The card as a page and as JSON: a door that holds no rule of its own."""
