"""What the stages need from the outside world, as protocols; `adapters` implements them."""
