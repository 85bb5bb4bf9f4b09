"""One family's memory as a graph of nouns: transcripts, candidates, memories, dream_log, brief, memory_index."""

from memory_pipeline.defs.assets.formation import candidates, memories, transcripts
from memory_pipeline.defs.assets.lifecycle import brief, dream_log, memory_index

family_assets = [transcripts, candidates, memories, dream_log, brief, memory_index]
