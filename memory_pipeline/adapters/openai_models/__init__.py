"""Models behind an OpenAI-compatible endpoint: extractor, relation judge and embedder.

Nothing here imports `openai` or `instructor` before the first request: a door that asks nothing pays nothing.
"""
