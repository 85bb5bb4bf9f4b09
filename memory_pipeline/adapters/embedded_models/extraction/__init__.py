"""The rules of the embedded extractor, one family of claims a module."""
