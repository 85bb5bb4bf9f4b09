"""Looking things up: the index's points, search, the turn block and the three tools. Nothing here writes a memory."""
