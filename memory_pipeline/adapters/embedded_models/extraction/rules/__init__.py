"""Families of claims: each module reads one statement and answers with drafts."""
