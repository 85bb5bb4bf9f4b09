"""A family with a store, an index and a reader, that remembers what a test says and forgets it again."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime, timedelta
from typing import Any

from memory_pipeline.adapters.embedded_models.hashing_embedder import HashingEmbedder
from memory_pipeline.adapters.exact_index import ExactIndex
from memory_pipeline.adapters.in_memory import InMemoryObjects
from memory_pipeline.adapters.token_counter import token_counter
from memory_pipeline.model.change import Change, ChangeEntry, EntryKind
from memory_pipeline.model.entity import Entity
from memory_pipeline.model.evidence import Evidence
from memory_pipeline.model.family import Family, Member
from memory_pipeline.model.ids import derived_ulid
from memory_pipeline.model.memory import Memory, body_of
from memory_pipeline.model.refs import ConversationRef, MemoryRef
from memory_pipeline.model.suppression import Suppression
from memory_pipeline.model.transcript import Session, Turn
from memory_pipeline.ports.embedder import Embedder
from memory_pipeline.ports.memory_index import MemoryIndex
from memory_pipeline.ports.object_store import ObjectStore
from memory_pipeline.retrieval.points import Synchronised, synchronise
from memory_pipeline.retrieval.reader import MemoryReader
from memory_pipeline.store.family_store import FamilyStore
from memory_pipeline.store.vectors import FamilyVectors

NOW = datetime(2026, 9, 1, 12, 0, tzinfo=UTC)
SAID = datetime(2026, 8, 14, 19, 0, tzinfo=UTC)
FAMILY = Family(key="fam_a", timezone="Europe/Berlin", members=(Member(name="Dana"), Member(name="Theo", kind="child")))


class Household:
    """`index` and `embedder` are the reader's; every change moves the head, as in production."""

    def __init__(
        self,
        index: MemoryIndex | None = None,
        *,
        objects: ObjectStore | None = None,
        embedder: Embedder | None = None,
        key: str = FAMILY.key,
    ) -> None:
        self.key = key
        self.index = index or ExactIndex()
        self.objects = objects or InMemoryObjects()
        self.embedder = embedder or HashingEmbedder()
        self.now = NOW
        self.store = FamilyStore(self.objects, key, clock=lambda: NOW, owner="tests")
        self.store.create_family(replace(FAMILY, key=key))
        self._said = 0

    def remembers(
        self, summary: str, *, quote: str | None = None, turns: tuple[str, ...] = (), **fields: Any
    ) -> Memory:
        """A new memory whose evidence is a session of its own; `turns` are what else was said in it."""
        self._said += 1
        session = self._session(f"s{self._said}", (quote or summary, *turns))
        plain = Memory(
            id=derived_ulid(session.started_at, self.key, str(self._said)),
            type="fact",
            about=summary.split()[0],
            summary=summary,
            when_to_use="",
            formed_at=session.turns[0].at,
            last_reinforced_at=session.turns[0].at,
            body=body_of(summary),
        )
        memory = replace(plain, **fields)
        ref = ConversationRef(self.key, session.id, 1, 1)
        evidence = Evidence(ref=ref, quote=quote or summary, recorded_at=session.turns[0].at)
        self.store.add_session(session)
        self._commit("session", session.id, "added", memories=(memory,), evidence=((memory.id, evidence),))
        return memory

    def changes(self, memory: Memory, **fields: Any) -> Memory:
        """A new version of a memory."""
        newer = replace(self.store.view().memory(memory.id), **fields, revision=memory.revision + 1)
        self._commit("card", "edit", "added", memories=(newer,))
        return newer

    def replaces(self, old: Memory, summary: str) -> Memory:
        """A correction: the old version is superseded by a new one."""
        new = self.remembers(summary, about=old.about)
        linked = replace(new, supersedes=old.id, revision=2)
        retired = replace(old, status="superseded", superseded_by=new.id, revision=old.revision + 1)
        self._commit("card", "edit", "superseded", memories=(retired, linked))
        return linked

    def forgets(self, memory: Memory, *, retract: bool = True) -> Suppression:
        """Retract the memory and keep the rule; without `retract` only the rule, as if a writer had lagged behind."""
        rule = Suppression(
            id=derived_ulid(NOW, "rule", memory.id),
            scope="claim",
            value=memory.about,
            texts=(memory.summary,),
            memories=(memory.id,),
            made_at=NOW,
        )
        gone = (replace(memory, status="retracted", revision=memory.revision + 1),) if retract else ()
        self._commit("card", "forget", "retracted", memories=gone, suppressions=(rule,))
        return rule

    def knows(self, name: str, *aliases: str) -> Entity:
        """A person."""
        entity = Entity(id=derived_ulid(SAID, "entity", name), kind="person", names=(name,), aliases=aliases)
        self._commit("card", "entity", "entity", entities=(entity,))
        return entity

    def hears(self, name: str, *texts: str, **fields: Any) -> Session:
        """A session that formed nothing."""
        session = replace(self._session(name, texts), **fields)
        self.store.add_session(session)
        return session

    def vectors(self) -> FamilyVectors:
        return FamilyVectors(self.objects, self.key, self.embedder)

    def synchronises(self) -> Synchronised:
        """Bring the index up to date."""
        return synchronise(self.store.view(), self.index, self.vectors())

    def reader(self, **arguments: Any) -> MemoryReader:
        return MemoryReader(
            self.objects,
            self.key,
            index=self.index,
            embedder=self.embedder,
            clock=lambda: self.now,
            **{"count_tokens": token_counter(), **arguments},
        )

    def ref(self, memory: Memory) -> str:
        return str(MemoryRef(self.key, memory.id))

    def _session(self, name: str, texts: tuple[str, ...]) -> Session:
        start = SAID + timedelta(minutes=10 * self._said)
        turns = tuple(
            Turn(number=number, role="user", speaker="Dana", at=start + timedelta(minutes=number), text=text)
            for number, text in enumerate(texts, start=1)
        )
        return Session(
            id=name,
            surface="chat",
            started_at=start,
            ended_at=start + timedelta(minutes=len(texts)),
            off_record=False,
            turns=turns,
        )

    def _commit(self, kind: Any, cause: str, entry: EntryKind, **parts: Any) -> None:
        touched = [part.id for part in (*parts.get("memories", ()), *parts.get("entities", ()))] or ["none"]
        entries = tuple(ChangeEntry(entry, id) for id in touched)
        change = Change(kind=kind, cause=cause, at=NOW, entries=entries, **parts)
        self.store.commit(lambda _: change)
