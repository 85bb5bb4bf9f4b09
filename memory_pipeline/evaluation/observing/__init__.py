"""The pipeline at work on one case, in a scratch store of its own: what the scorers are given to judge."""
