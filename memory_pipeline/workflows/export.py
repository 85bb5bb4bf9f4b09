"""A family's memory as a bundle of files for other tools (contract section 2, *OKF*)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path

from memory_pipeline.model.errors import InvalidArgument, UnknownReference
from memory_pipeline.model.evidence import Evidence
from memory_pipeline.model.transcript import Session
from memory_pipeline.retrieval.points import may_be_found
from memory_pipeline.store import keys
from memory_pipeline.store.family_view import FamilyView
from memory_pipeline.store.log_file import render_log
from memory_pipeline.store.okf_bundle import BundleSource, Verification, bundle
from memory_pipeline.store.suppression_rules import SuppressionRules
from memory_pipeline.workflows.pipeline import Pipeline

_ROOT_INDEX = b"---\nokf_version:"
_FOLDERS = ("memories", "entities")


@dataclass(frozen=True, slots=True, kw_only=True)
class Exported:
    """What stands in `folder` now: how many claims and entities; `removed` files were there of an earlier export."""

    family: str
    folder: Path
    memories: int
    entities: int
    removed: int


def export_okf(pipeline: Pipeline, family: str, folder: Path) -> Exported:
    """Write the family's bundle; what an earlier export left there and is forgotten since is removed.

    Raises UnknownFamily, and InvalidArgument for a folder that holds anything but a bundle.
    """
    files = bundle(bundle_source(pipeline.view(family)))
    try:
        _check_folder(folder)
        removed = _write(folder, files)
    except OSError as error:
        raise InvalidArgument(f"{folder} cannot be written ({error.strerror or error}); name another folder") from error
    claims, entities = (sum(_is_ours(name, each) for name in files) for each in _FOLDERS)
    return Exported(family=family, folder=folder, memories=claims, entities=entities, removed=removed)


def bundle_source(view: FamilyView) -> BundleSource:
    """Everything of a family that may be told: no claim that was forgotten or that a rule in force forbids."""
    family, entities = view.family(), view.entities()
    rules = SuppressionRules(view.suppressions(), entities)
    memories = [memory for memory in view.memories().values() if may_be_found(memory, rules)]
    ledgers = view.ledgers(memory.id for memory in memories)
    return BundleSource(
        family=family,
        memories=memories,
        entities=tuple(entities.values()),
        ledgers=ledgers,
        verified=_by_hand(view, ledgers),
        log=render_log(view.records(), family.timezone) if view.head().seq else b"",
    )


def _by_hand(view: FamilyView, ledgers: Mapping[str, tuple[Evidence, ...]]) -> dict[str, tuple[Verification, ...]]:
    """Who wrote or edited a claim on the card, or reviewed it, by memory."""
    cited = {line.ref.session for ledger in ledgers.values() for line in ledger}
    cards = {session.id: session for session in _sessions(view, sorted(cited)) if session.surface == "card"}
    found = {
        memory: (
            *(
                Verification(by=f"human:{_speaker(cards[line.ref.session], line)}", at=line.recorded_at)
                for line in ledger
                if line.supports and line.ref.session in cards
            ),
            *_accepted(view, memory),
        )
        for memory, ledger in ledgers.items()
    }
    return {memory: checks for memory, checks in found.items() if checks}


def _accepted(view: FamilyView, memory: str) -> Iterator[Verification]:
    """The reviewer who accepted it as it stands; a rewrite is a card session and stands in the ledger."""
    review = view.reviews().get(memory)
    if review is not None and review.last.kind == "accepted" and review.holds(view.memory(memory)):
        yield Verification(by=f"human:{review.last.reviewer}", at=review.last.at)


def _sessions(view: FamilyView, sessions: Iterable[str]) -> Iterator[Session]:
    for session in sessions:
        try:
            yield view.session(session)
        except UnknownReference:
            continue


def _speaker(session: Session, line: Evidence) -> str:
    turn = session.turn(line.ref.first)
    return (turn.speaker if turn is not None else None) or "family"


def _check_folder(folder: Path) -> None:
    empty = not folder.exists() or not any(folder.iterdir())
    index = folder / "index.md"
    if not empty and not (index.is_file() and index.read_bytes().startswith(_ROOT_INDEX)):
        raise InvalidArgument(f"{folder} holds other files and no bundle; name an empty folder")


def _write(folder: Path, files: Mapping[str, bytes]) -> int:
    """Write the bundle and remove what only an earlier export had; how many files that were."""
    for name, data in files.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(data)
    present = {f"{each}/{path.name}": path for each in _FOLDERS for path in (folder / each).glob("*.md")}
    stale = [path for name, path in present.items() if name not in files and _is_made_by_export(name)]
    for path in stale:
        path.unlink()
    return len(stale)


def _is_made_by_export(name: str) -> bool:
    return name.endswith("/index.md") or any(_is_ours(name, each) for each in _FOLDERS)


def _is_ours(name: str, folder: str) -> bool:
    """Whether a bundle's file is a claim or an entity of that folder."""
    return name.startswith(f"{folder}/") and keys.is_ulid(name.removeprefix(f"{folder}/").removesuffix(".md"))
