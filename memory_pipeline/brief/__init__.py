"""The brief: memories to stable bytes (`compile`), bytes to the block a model is given (`present`).

Pure on values; only `gather` reads, through a view that cannot write. Nothing here knows the clock: the compiler looks
at status alone, and what is past its date is filtered with the family's today when the brief is presented.
"""
