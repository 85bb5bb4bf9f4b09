"""The strict schema of the labelled cases: one module a set, read by `load_cases`.

A case says what was said and what a careful person would keep of it. It never says how.
"""
