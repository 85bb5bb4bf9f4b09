"""The memory log: an agent's event log distilled into MEMORY.md (the whole of seed `004`, contract sections 11 and 15).

The stage reads bytes and gives values and edits; what is written, and in which order, is `workflows/process_log.py`.
"""
