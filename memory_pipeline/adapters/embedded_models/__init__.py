"""Parts that need no network and no key: the embedded extractor, judge and embedders."""
