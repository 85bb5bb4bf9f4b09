"""The use cases, one page each, that join the stages into the story of a memory."""
