"""Where each file of a family lives below the store's root (contract section 1).

Keys are relative and `/`-separated. Every function checks the ids it is given, so that no id, however it was
made, names a file outside its family's folder: InvalidFamilyKey for a family, InvalidKey for all else.
"""

from __future__ import annotations

import re

from memory_pipeline.model.errors import InvalidFamilyKey, InvalidKey
from memory_pipeline.model.refs import FAMILY_KEY, SESSION_ID, ULID

STORE_KEY = "store.yaml"
RELEASE_KEY = "release.json"
FAMILIES_PREFIX = "families/"
ERASURES_PREFIX = "erasures/"
CARD_LINKS_PREFIX = "card_links/"
AGENT_FILES = ("EVENT_UNPROCESSED.md", "MEMORY.md", "batch.json")
LEGACY_NAMES = ("knowledge", "explicit_memories", "last_conversation")

_ULID = re.compile(ULID)
_FILE_NAME = re.compile(r"(?!\.)[A-Za-z0-9._-]{1,128}")
_SHA256 = re.compile(r"[0-9a-f]{64}")
_WRITTEN = re.compile(r"(?!head\.json$|changes/)(?:(?!\.{1,2}(?:/|$))[A-Za-z0-9._-]+(?:/|$))+(?<!/)")


def is_session_id(session: str) -> bool:
    """Whether `session` is `[A-Za-z0-9._-]{1,128}` and names no folder (contract section 15)."""
    return SESSION_ID.fullmatch(session) is not None and session not in (".", "..")


def is_ulid(text: str) -> bool:
    """Whether `text` is a ULID in its canonical upper case."""
    return _ULID.fullmatch(text) is not None


def family_prefix(family: str) -> str:
    """`families/{family}/`. Raises InvalidFamilyKey."""
    if not FAMILY_KEY.fullmatch(family):
        raise InvalidFamilyKey(f"{family[:80]!r} is no family key; use 1 to 64 of a-z, 0-9, _ and -")
    return f"{FAMILIES_PREFIX}{family}/"


def erasure_key(family: str, token: str) -> str:
    """`erasures/{family}-{token}.json`, at the store's root: the receipt of an erased family."""
    family_prefix(family)
    return f"{ERASURES_PREFIX}{_file_name(f'{family}-{token}.json')}"


def card_link_key(link: str) -> str:
    """`card_links/{hash}.json`, at the store's root: a link to a card that was opened. `link` is a SHA-256 in hex."""
    if not _SHA256.fullmatch(link):
        raise InvalidKey(f"{link[:80]!r} is no SHA-256 in hex")
    return f"{CARD_LINKS_PREFIX}{link}.json"


def family_key(family: str) -> str:
    """`family.yaml`."""
    return f"{family_prefix(family)}family.yaml"


def is_written_by_changes(family: str, key: str) -> bool:
    """Whether a change may write `key`: a file in the family's folder that is no part of the journal itself."""
    prefix = family_prefix(family)
    return key.startswith(prefix) and _WRITTEN.fullmatch(key.removeprefix(prefix)) is not None


def head_key(family: str) -> str:
    """`head.json`, the commit pointer."""
    return f"{family_prefix(family)}head.json"


def change_key(family: str, seq: int) -> str:
    """`changes/{seq}.json`; the number is written plainly and counts from 1."""
    if seq < 1:
        raise InvalidKey(f"changes count from 1, not {seq}")
    return f"{family_prefix(family)}changes/{seq}.json"


def memories_prefix(family: str) -> str:
    """`memories/`: claims and their ledgers."""
    return f"{family_prefix(family)}memories/"


def memory_key(family: str, memory: str) -> str:
    """`memories/{ULID}.md`."""
    return f"{memories_prefix(family)}{_ulid(memory)}.md"


def memory_id(family: str, key: str) -> str | None:
    """The ULID of the memory whose file `key` is, or None."""
    return _id_between(memories_prefix(family), ".md", key)


def ledger_id(family: str, key: str) -> str | None:
    """The ULID of the memory whose ledger `key` is, or None."""
    return _id_between(memories_prefix(family), ".evidence.jsonl", key)


def ledger_key(family: str, memory: str) -> str:
    """`memories/{ULID}.evidence.jsonl`."""
    return f"{memories_prefix(family)}{_ulid(memory)}.evidence.jsonl"


def entities_prefix(family: str) -> str:
    """`entities/`."""
    return f"{family_prefix(family)}entities/"


def entity_key(family: str, entity: str) -> str:
    """`entities/{ULID}.md`."""
    return f"{entities_prefix(family)}{_ulid(entity)}.md"


def entity_id(family: str, key: str) -> str | None:
    """The ULID of the entity whose file `key` is, or None."""
    return _id_between(entities_prefix(family), ".md", key)


def suppressions_prefix(family: str) -> str:
    """`suppressions/`."""
    return f"{family_prefix(family)}suppressions/"


def suppression_key(family: str, suppression: str) -> str:
    """`suppressions/{ULID}.yaml`."""
    return f"{suppressions_prefix(family)}{_ulid(suppression)}.yaml"


def suppression_id(family: str, key: str) -> str | None:
    """The ULID of the rule whose file `key` is, or None."""
    return _id_between(suppressions_prefix(family), ".yaml", key)


def sessions_prefix(family: str) -> str:
    """`sessions/`."""
    return f"{family_prefix(family)}sessions/"


def session_key(family: str, session: str) -> str:
    """`sessions/{session}.json`."""
    return f"{sessions_prefix(family)}{_session(session)}.json"


def candidates_key(family: str, session: str) -> str:
    """`candidates/{session}.json`."""
    return f"{family_prefix(family)}candidates/{_session(session)}.json"


def reply_key(family: str, request_hash: str) -> str:
    """`candidates/replies/{hash}.json`: what a model replied to the request of that SHA-256, in hex."""
    if not _SHA256.fullmatch(request_hash):
        raise InvalidKey(f"{request_hash[:80]!r} is no SHA-256 in hex")
    return f"{family_prefix(family)}candidates/replies/{request_hash}.json"


def decisions_prefix(family: str) -> str:
    """`decisions/`."""
    return f"{family_prefix(family)}decisions/"


def decisions_key(family: str, session: str) -> str:
    """`decisions/{session}.json`."""
    return f"{decisions_prefix(family)}{_session(session)}.json"


def brief_key(family: str) -> str:
    """`brief.json`."""
    return f"{family_prefix(family)}brief.json"


def index_key(family: str) -> str:
    """`index.md`, generated."""
    return f"{family_prefix(family)}index.md"


def log_key(family: str) -> str:
    """`log.md`, the dated change log."""
    return f"{family_prefix(family)}log.md"


def catalog_key(family: str) -> str:
    """`catalog.jsonl`, derived."""
    return f"{family_prefix(family)}catalog.jsonl"


def vectors_key(family: str) -> str:
    """`vectors.npy`, derived."""
    return f"{family_prefix(family)}vectors.npy"


def terms_key(family: str) -> str:
    """`terms.npy`, derived."""
    return f"{family_prefix(family)}terms.npy"


def legacy_key(family: str, name: str) -> str:
    """`legacy/{name}.md` for one of LEGACY_NAMES, given with or without its `.md`."""
    stem = name.removesuffix(".md")
    if stem not in LEGACY_NAMES:
        raise InvalidKey(f"{name[:80]!r} is no file of the earlier design; it had {', '.join(LEGACY_NAMES)}")
    return f"{family_prefix(family)}legacy/{stem}.md"


def archive_key(family: str, name: str) -> str:
    """`archive/{name}`: the copy that a migration keeps of an earlier file."""
    return f"{family_prefix(family)}archive/{_file_name(name)}"


def migration_key(family: str, name: str) -> str:
    """`migration/{name}`: the migration's ledger and report."""
    return f"{family_prefix(family)}migration/{_file_name(name)}"


def reviews_prefix(family: str) -> str:
    """`reviews/`."""
    return f"{family_prefix(family)}reviews/"


def review_key(family: str, memory: str) -> str:
    """`reviews/{ULID}.json`: the verdicts on the memory of that id."""
    return f"{reviews_prefix(family)}{_ulid(memory)}.json"


def review_id(family: str, key: str) -> str | None:
    """The ULID of the memory whose review `key` is, or None."""
    return _id_between(reviews_prefix(family), ".json", key)


def agent_file_key(family: str, name: str) -> str:
    """`agent_file_system/{name}`: one of the files of AGENT_FILES."""
    if name not in AGENT_FILES:
        raise InvalidKey(f"{name[:80]!r} is no file of agent_file_system; there are {', '.join(AGENT_FILES)}")
    return f"{family_prefix(family)}agent_file_system/{name}"


def _id_between(prefix: str, ending: str, key: str) -> str | None:
    stem = key.removeprefix(prefix).removesuffix(ending)
    return stem if key == f"{prefix}{stem}{ending}" and is_ulid(stem) else None


def _ulid(text: str) -> str:
    if not is_ulid(text):
        raise InvalidKey(f"{text[:80]!r} is no ULID (26 characters, upper case)")
    return text


def _session(text: str) -> str:
    if not is_session_id(text):
        raise InvalidKey(f"{text[:80]!r} is no session id; use 1 to 128 of A-Z, a-z, 0-9, ., _ and -")
    return text


def _file_name(text: str) -> str:
    if not _FILE_NAME.fullmatch(text):
        raise InvalidKey(f"{text[:80]!r} is no plain file name")
    return text
