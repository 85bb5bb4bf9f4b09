"""mem0 over the same turns, run by an interpreter of its own that has `mem0ai` and nothing of ours.

    .venv-mem0/bin/python benchmarks/locomo/mem0_turns.py < asked.json > answered.json

Asked: `base_url` of an embeddings endpoint, `dimensions`, `folder`, `limit`, `conversations` (`family`, `turns` of
`session`, `turn`, `text`) and `questions` (`family`, `text`). Each turn is added as it is (`infer=False`: no model
rewrites anything). Answered: `results`, for each question its turns as `[session, turn]`, the best first; `search_ms`.
"""

from __future__ import annotations

import json
import os
import sys
from importlib.metadata import version
from pathlib import Path
from time import perf_counter
from typing import Any

os.environ.update(MEM0_TELEMETRY="False", OPENAI_API_KEY="unused", MEM0_DIR=os.environ.get("MEM0_DIR", ".mem0"))


def main() -> None:
    """Answer on standard output."""
    asked = json.load(sys.stdin)
    memory = _memory(asked)
    for conversation in asked["conversations"]:
        for turn in conversation["turns"]:
            memory.add(
                [{"role": "user", "content": turn["text"]}],
                user_id=conversation["family"],
                metadata={"session": turn["session"], "turn": turn["turn"]},
                infer=False,
            )
        print(f"{conversation['family']}: {len(conversation['turns'])} turns added", file=sys.stderr)
    results, taken = [], []
    for question in asked["questions"]:
        started = perf_counter()
        found = memory.search(
            question["text"], filters={"user_id": question["family"]}, top_k=asked["limit"], threshold=0
        )
        taken.append(1000 * (perf_counter() - started))
        results.append([[one["metadata"]["session"], one["metadata"]["turn"]] for one in found["results"]])
    json.dump({"version": version("mem0ai"), "results": results, "search_ms": taken}, sys.stdout)


def _memory(asked: dict[str, Any]) -> Any:
    from mem0 import Memory

    folder = Path(asked["folder"])
    return Memory.from_config(
        {
            "embedder": {
                "provider": "openai",
                "config": {
                    "model": "embedded",
                    "openai_base_url": asked["base_url"],
                    "api_key": "unused",
                    "embedding_dims": asked["dimensions"],
                },
            },
            "vector_store": {
                "provider": "qdrant",
                "config": {
                    "path": str(folder / "qdrant"),
                    "on_disk": True,
                    "embedding_model_dims": asked["dimensions"],
                    "collection_name": "turns",
                },
            },
            "llm": {"provider": "openai", "config": {"api_key": "unused", "openai_base_url": asked["base_url"]}},
            "history_db_path": str(folder / "history.db"),
        }
    )


if __name__ == "__main__":
    main()
