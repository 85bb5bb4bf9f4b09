"""The command line, a thin door: it reads arguments, calls one use case and prints the answer (contract section 13).

Modules here hold signatures and load nothing heavy; `answers` does the work and is loaded when a command runs.
"""
