"""`python -m memory_pipeline.evaluation.cases.check PATH...`: each file's faults, and the counts of what is there."""

from __future__ import annotations

import sys
from collections import Counter
from pathlib import Path

from memory_pipeline.evaluation.cases.formation import FormationFile
from memory_pipeline.evaluation.cases.load import AnyCaseFile, load_case_file
from memory_pipeline.evaluation.cases.retrieval import RetrievalFile
from memory_pipeline.model.errors import MalformedDocument


def count_cases(file: AnyCaseFile) -> Counter[str]:
    """What one file holds, by kind."""
    if isinstance(file, FormationFile):
        facts = [fact for session in file.sessions for fact in session.facts]
        return Counter(
            sessions=len(file.sessions),
            facts=sum(fact.required for fact in facts),
            optional_facts=sum(not fact.required for fact in facts),
            silent_places=sum(len(session.silent) for session in file.sessions),
        )
    if isinstance(file, RetrievalFile):
        return Counter(memories=len(file.memories), questions=len(file.questions))
    return Counter(cases=len(file.cases))


def main(paths: list[str]) -> int:
    """Check files, or all below a folder; 1 where one is faulty."""
    files = [
        file for path in map(Path, paths) for file in (sorted(path.rglob("*/*.yaml")) if path.is_dir() else [path])
    ]
    faulty = 0
    for path in files:
        try:
            counts = count_cases(load_case_file(path))
            print(f"ok      {path}: " + ", ".join(f"{count} {kind}" for kind, count in counts.items()))
        except MalformedDocument as error:
            faulty += 1
            print(f"FAULTY  {path}\n" + "\n".join(f"    {line}" for line in str(error).split("; ")))
    return 1 if faulty else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
