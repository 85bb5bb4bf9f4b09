"""How well a judge names relations: pairs of statements of family life, by kind, the held-out third apart.

    python benchmarks/relations.py [--show] [--no-encoder]

`eval_sets/relations/pairs.yaml` holds the pairs. Beside the share that is named right stand the two faults that cost a
family most: two claims made one (merged), and one claim wrongly put in another's place (displaced). `--show` lists the
pairs that a rule may be tuned on and that are named wrong; those held out are only counted.
"""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import yaml

from memory_pipeline.adapters.embedded_models.embedder import EmbeddedEmbedder
from memory_pipeline.adapters.embedded_models.relation_judge import EmbeddedRelationJudge
from memory_pipeline.model.candidate import Candidate, Quote
from memory_pipeline.model.instants import parse_instant
from memory_pipeline.model.memory import Memory, body_of
from memory_pipeline.ports.relation_judge import Pair, RelationJudge

PAIRS = Path(__file__).parents[1] / "eval_sets" / "relations" / "pairs.yaml"
HELD_OUT_EVERY = 3
_MERGES = frozenset({"same", "refines"})
_DISPLACES = frozenset({"updates", "contradicts"})


@dataclass(frozen=True, slots=True)
class LabelledPair:
    """Two statements with the relations that are right for them; `kind` is what the pair is there to try."""

    kind: str
    about: str
    known: str
    about_new: str
    new: str
    right: frozenset[str]
    held_out: bool


@dataclass(frozen=True, slots=True)
class Named:
    """A pair with the relation that a judge gave it."""

    pair: LabelledPair
    relation: str

    @property
    def hit(self) -> bool:
        """Whether it is one of those that are right."""
        return self.relation in self.pair.right

    @property
    def merged(self) -> bool:
        """Whether two claims would be made one."""
        return self.relation in _MERGES and not self.pair.right & _MERGES

    @property
    def displaced(self) -> bool:
        """Whether a claim would be put in the place of one that it does not change."""
        return self.relation in _DISPLACES and not self.pair.right & (_DISPLACES | {"refines"})


def load(path: Path = PAIRS) -> list[LabelledPair]:
    """Every pair of the file; each third one of a kind is held out."""
    kinds = yaml.load(path.read_text(encoding="utf-8"), Loader=yaml.BaseLoader)
    return [
        LabelledPair(
            kind=kind,
            about=line[0],
            known=line[1],
            about_new=line[4] if line[4:] else line[0],
            new=line[2],
            right=frozenset(line[3].split("|")),
            held_out=place % HELD_OUT_EVERY == HELD_OUT_EVERY - 1,
        )
        for kind, lines in kinds.items()
        for place, line in enumerate(lines)
    ]


def name(judge: RelationJudge, pairs: Sequence[LabelledPair]) -> list[Named]:
    """What the judge says of each pair, all asked at once."""
    found = judge.judge([_pair(pair) for pair in pairs])
    return [Named(pair, relation) for pair, relation in zip(pairs, found, strict=True)]


def main() -> None:
    """Measure and print."""
    given = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    given.add_argument("--show", action="store_true")
    given.add_argument("--no-encoder", action="store_true")
    chosen = given.parse_args()
    judge = EmbeddedRelationJudge() if chosen.no_encoder else EmbeddedRelationJudge(EmbeddedEmbedder())
    named = name(judge, load())
    for kind in dict.fromkeys(each.pair.kind for each in named):
        _show(kind, [each for each in named if each.pair.kind == kind])
    _show("all", named)
    if chosen.show:
        for each in (each for each in named if not each.hit and not each.pair.held_out):
            pair = each.pair
            print(f"{'|'.join(sorted(pair.right)):22} {each.relation:12} {pair.known}  ->  {pair.new}")


def _show(label: str, named: Sequence[Named]) -> None:
    parts = []
    for held_out in (False, True):
        part = [each for each in named if each.pair.held_out is held_out]
        hits, merged = sum(each.hit for each in part), sum(each.merged for each in part)
        displaced = sum(each.displaced for each in part)
        parts.append(f"{hits:3} of {len(part):3} ({merged} merged, {displaced} displaced)")
    print(f"{label:32} tuned on {parts[0]}   held out {parts[1]}")


def _pair(pair: LabelledPair) -> Pair:
    said, at = Quote(first=1, last=1, text=pair.new), parse_instant("2026-06-01T12:00:00Z")
    candidate = Candidate(
        type="fact", about=pair.about_new, summary=pair.new, body=pair.new, when_to_use="", evidence=(said,)
    )
    memory = Memory(
        id="01K6N1R0A0B0C0D0E0F0H0H010", type="fact", about=pair.about, summary=pair.known, when_to_use="",
        formed_at=at, last_reinforced_at=at, body=body_of(pair.known),
    )  # fmt: skip
    return Pair(candidate, memory, 0.5)


if __name__ == "__main__":
    main()
