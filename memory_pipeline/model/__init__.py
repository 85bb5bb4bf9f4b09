"""Frozen values of the domain, without I/O: what a memory, its evidence and its history are."""
