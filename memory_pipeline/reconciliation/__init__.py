"""Candidates beside what the family already has: entities, relations, policy, and one change (contract section 5)."""
