"""The written contract over an object store: what a family's files say and how they change (contract section 1)."""
