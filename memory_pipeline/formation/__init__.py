"""How a memory forms: extraction proposes, code disposes (seed section 4, contract section 4)."""
