"""The LoCoMo benchmark: `python -m benchmarks.locomo DATA [--corrected FILE]`, or `make bench-locomo DATA=...`.

Figures of what was kept (share of gold evidence turns cited by some memory, memories a turn) and of what is found
(recall of gold evidence turns among the first results), beside plain retrieval over the turns in the same run.
"""
