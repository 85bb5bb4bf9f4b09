"""The data pipeline behind a family assistant's memory: conversations in, small checkable claims out."""
