"""Names as spoken to the people, places and groups they mean (contract section 5: entities are resolved)."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import replace
from datetime import datetime

from memory_pipeline.language.called import CalledNames
from memory_pipeline.model.candidate import Candidate
from memory_pipeline.model.entity import Entity, EntityKind
from memory_pipeline.model.family import Family
from memory_pipeline.model.ids import derived_ulid

_SELF = frozenset({"i", "me", "my", "myself", "user", "the user", "speaker"})
_MY = re.compile(r"(?:my|our)\s+(?P<kin>[\w -]+)", re.IGNORECASE)
_THEIRS = re.compile(r"(?:his|her|their|your|its)\s", re.IGNORECASE)
_SINGLE_KIN = (
    "sister|brother|mother|father|mom|mum|dad|wife|husband|partner|grandmother|grandfather|grandma|grandpa|mother-in-law|"
    "father-in-law|sister-in-law|brother-in-law|boss|fiancee?"
)
_NAME = r"(?P<name>[A-Z][\w’'-]+(?: [A-Z][\w’'-]+)?)"
_INTRODUCED = (
    re.compile(rf"\b(?:[Mm]y|[Oo]ur|(?P<owner>[A-Z][\w-]+)['’]s?) (?P<kin>{_SINGLE_KIN}),? {_NAME}"),
    re.compile(rf"\b{_NAME},? (?:is )?(?:my|our|(?P<owner>[A-Z][\w-]+)['’]s?) (?P<kin>{_SINGLE_KIN})\b"),
)
_ONE_KIN = {"mom": "mother", "mum": "mother", "dad": "father", "grandma": "grandmother", "grandpa": "grandfather"}
_GROUP = re.compile(
    r"\b(?:team|chat|club|group|class|band|choir|troop|committee|parents|family|families|grandparents|neighbou?rs|friends|kids|"
    r"children|list|board|crew|pta|scouts)\b",
    re.IGNORECASE,
)
_PLACE = re.compile(
    r"\b(?:school|kindergarten|daycare|preschool|street|road|avenue|lane|field|park|cent(?:er|re)|pool|clinic|library|hospital|gym|"
    r"church|restaurant|cafe|office|house|home|garage|gate|kitchen|beach|lake|city|town|airport|station|store|shop|market|hall|"
    r"camp|farm|studio|museum|flat|apartment|yard|garden)\b",
    re.IGNORECASE,
)


class EntityBook:
    """A family's entities while a session is reconciled; what is new or learnt is kept until a memory needs it."""

    def __init__(self, entities: Mapping[str, Entity], family: Family) -> None:
        self._stored = entities
        self._entities = dict(entities)
        self._family = family

    def names(self, ids: Iterable[str]) -> tuple[str, ...]:
        """What these entities are called; an id that is unknown stands for itself."""
        return tuple(self._entities[id].names[0] if id in self._entities else id for id in ids)

    def called(self) -> CalledNames:
        """Every known way to call somebody, members of the family first."""
        groups = {member.name: (member.name, *member.aliases) for member in self._family.members}
        for entity in self._entities.values():
            head = entity.names[0]
            groups[head] = (*groups.get(head, (head,)), *entity.names, *entity.aliases)
        return CalledNames(groups.values())

    def resolve(self, candidate: Candidate, speaker: str | None, at: datetime, session: str) -> tuple[str, ...]:
        """The ids a candidate applies to, ascending; an unknown name becomes a new entity.

        A way to call somebody that fits two entities, or that needs the talk around it ("her sister"), means nobody.
        """
        for name in candidate.applies_to:
            self._resolve(name, speaker, at, session)
        self._learn(candidate, speaker)
        found = {self._resolve(name, speaker, at, session) for name in candidate.applies_to}
        return tuple(sorted(id for id in found if id is not None))

    def changed(self, ids: Iterable[str]) -> tuple[Entity, ...]:
        """Those of the ids that are new or were learnt about, ascending."""
        wanted = sorted({id for id in ids if id in self._entities})
        return tuple(self._entities[id] for id in wanted if self._entities[id] != self._stored.get(id))

    def _resolve(self, name: str, speaker: str | None, at: datetime, session: str) -> str | None:
        spoken = self._canonical(" ".join(name.split()), speaker)
        if not spoken or _THEIRS.match(spoken):
            return None
        known = [entity.id for entity in self._entities.values() if entity.is_called(spoken)]
        if len(known) > 1:
            return None
        return known[0] if known else self._add(spoken, at, session)

    def _canonical(self, name: str, speaker: str | None) -> str:
        """The name with "my" and "I" bound to who spoke, and a member's alias replaced by the member's name."""
        if name.casefold() in _SELF:
            name = speaker or ""
        mine = _MY.fullmatch(name)
        if mine and speaker:
            return _kin_of(self._member_name(speaker), mine["kin"])
        return self._member_name(name)

    def _member_name(self, name: str) -> str:
        member = self._family.member(name)
        return member.name if member else name

    def _add(self, name: str, at: datetime, session: str) -> str:
        member = self._family.member(name)
        entity = Entity(
            id=derived_ulid(at, self._family.key, session, "entity", name.casefold()),
            kind="person" if member else _kind(name),
            names=(name,),
            aliases=member.aliases if member else (),
        )
        self._entities[entity.id] = entity
        return entity.id

    def _learn(self, candidate: Candidate, speaker: str | None) -> None:
        """ "My sister Corinne": from now on the speaker's sister is Corinne, also where she was met without a name."""
        texts = [candidate.summary, candidate.body, *(quote.text for quote in candidate.evidence)]
        for match in (match for text in texts for pattern in _INTRODUCED for match in pattern.finditer(text)):
            owner = self._member_name(match["owner"] or speaker or "")
            named = [entity for entity in self._entities.values() if entity.is_called(self._member_name(match["name"]))]
            if owner and len(named) == 1 and owner != named[0].names[0]:
                self._join(named[0], _kin_of(owner, match["kin"]))

    def _join(self, entity: Entity, way: str) -> None:
        nameless = next(
            (other for other in self._entities.values() if other.names == (way,) and other.id in self._stored), None
        )
        if nameless is not None and entity.id not in self._stored:
            del self._entities[entity.id]
            entity = replace(nameless, names=entity.names, aliases=(*nameless.aliases, *entity.aliases))
        if not entity.is_called(way):
            entity = replace(entity, aliases=(*entity.aliases, way))
        self._entities[entity.id] = entity


def _kin_of(owner: str, kin: str) -> str:
    word = kin.casefold()
    return f"{owner}'s {_ONE_KIN.get(word, word)}"


def _kind(name: str) -> EntityKind:
    if _GROUP.search(name):
        return "group"
    return "place" if _PLACE.search(name) else "person"
