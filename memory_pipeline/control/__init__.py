"""What a family does on its memory card, each action as one change (seed section 10, contract section 9)."""
