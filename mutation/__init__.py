"""Mutation tests of the code that decides."""
