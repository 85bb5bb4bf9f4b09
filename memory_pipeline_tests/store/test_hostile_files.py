"""Files that somebody wrote to break a reader: kept byte for byte, or refused by name and line; nothing in between."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from datetime import date, timedelta
from functools import cache

import pytest

from memory_pipeline.adapters.in_memory import InMemoryObjects
from memory_pipeline.model.change import Change
from memory_pipeline.model.errors import (
    InvariantViolated,
    MalformedDocument,
    MalformedLedger,
    MalformedMemory,
    MalformedTranscript,
)
from memory_pipeline.model.ids import derived_ulid
from memory_pipeline.model.memory import Memory
from memory_pipeline.store.family_store import FamilyStore
from memory_pipeline.store.family_view import FamilyView
from memory_pipeline.store.json_fields import read_fields
from memory_pipeline.store.ledger import parse_ledger, render_evidence
from memory_pipeline.store.okf import parse_memory, render_memory
from memory_pipeline.store.records import load_family, load_session, load_suppression
from memory_pipeline_tests.store.changes import FAMILY, START, evidence_of, memory_of, prepared_family, reinforce
from memory_pipeline_tests.store.golden_files import GOLDEN

SEED = (GOLDEN / "memories" / "01-seed-example.md").read_bytes()
FRONT, BODY = SEED.removeprefix(b"---\n").split(b"---\n", 1)
FIRST_LINE = FRONT.count(b"\n") + 2
RECORDS = (GOLDEN / "ledgers" / "seed-example.evidence.jsonl").read_bytes().split(b"\n")[:2]

KEPT: Mapping[str, str] = {
    "a merge key": "<<: {a: 1}\n", "a merge key inside": "x:\n  <<: {a: 1}\n  b: 2\n",
    "an integer of 26 digits": "x: 99999999999999999999999999\n", "2 to the 64th": "x: 18446744073709551616\n",
    "minus nought": "x: -0\n", "minus nought as a float": "x: -0.0\n", "not a number": "x: .nan\n", "NaN": "x: NaN\n",
    "endless": "x: -.inf\n", "1e400": "x: 1e400\n", "1.0e400": "x: 1.0e400\n", "octal": "x: 0o17\n",
    "old octal": "x: 017\n",
    "hexadecimal": "x: 0x1F\n", "base sixty": "x: 190:20:30\n", "underscores": "x: 1_000\n",
    "a trailing nought": "x: 1.10\n",
    "a set": "x: {a, b}\n", "a list in brackets": "x: [a#b, {c:d}, [e: f]]\n", "over two lines": "x: {a: 1,\n  b: 2}\n",
    "a bracket in the first column": "x: [\na\n]\n", "a tab before the value": "x:\t1\n", "a tab inside": "x: a\tb\n",
    "a literal": "x: |\n  a\n\n  ---\n  # no comment\n", "a literal that keeps": "x: |+\n  a\n\n\n",
    "folded": "x: >-\n  a\n  b\n",
    "a plain text over lines": "x: a\n  b\n\n  c\n", "quoted over lines": "x: \"a\\\n  b\"\n",
    "no indent": "x:\n- a\n- b\n",
    "keys that are words": "null: 1\ntrue: 2\nTrue: 3\n1: 4\n1.0: 5\n",
    "keys of marks": "'': 1\n'---': 2\n'#': 3\n🙂: 4\n",
    "escapes of every kind": 'x: "\\x41\\u263a\\U0001F600\\_\\N\\L\\P\\e\\a\\uFEFF\\uFFFE"\n', "nothing": "x:\n",
    "64 levels": f"x: {'[' * 64}{']' * 64}\n", "a long key": f"{'k' * 900}: 1\n",
    "many keys": "".join(f"k{n}: 1\n" for n in range(2_000)),
    "a zero-width space": "x: \u200b\n", "right to left": "x: \u202eabc\n", "wide spaces": "x: \u3000a\u3000\n",
}  # fmt: skip

# What stands in the block after our own keys, and in which of its lines the fault is.
REFUSED: Mapping[str, tuple[str | bytes, int]] = {
    "an anchor": ("x: &a 1\ny: *a\n", 1), "an alias in itself": ("x: &a [*a]\n", 1), "a tag": ("y: 1\nx: !!str 1\n", 2),
    "a tag of Python": ("x: !!python/object/apply:os.system ['true']\n", 1), "a tag of nothing": ("x: ! 1\n", 1),
    "aliases that multiply": ("a: &a [x, x]\nb: &b [*a, *a]\nc: [*b, *b]\n", 1), "binary": ("x: !!binary aGk=\n", 1),
    "a key twice": ("x: 1\nx: 2\n", 2), "a key twice inside": ("x:\n  a: 1\n  a: 2\n", 3),
    "in braces": ("x: {a: 1, 'a': 2}\n", 1),
    "a key twice in a list": ("x:\n  - a: 1\n    a: 2\n", 3), "a key twice by an escape": ('x: 1\n"\\x78": 2\n', 2),
    "our key twice by an escape": ('"abo\\u0075t": 2\n', 1), "our key twice with a mark": ("? about\n: 2\n", 1),
    "a list as a key": ("x:\n  ? [a]\n  : 1\n", 2), "no key": (": 1\n", 1), "an indented key": ("  x: 1\n", 1),
    "a tab as indent": ("x:\n\ta: 1\n", 2), "a key after a tab": ("\tx: 1\n", 1),
    "a carriage return": ("x: a\ry: 2\n", 1),
    "a line separator": ("y: 1\nx: a\u2028b\n", 2), "a paragraph separator": ("x: a\u2029b\n", 1),
    "a next line": ("x: a\x85b\n", 1),
    "a vertical tab": ("x: a\x0bb\n", 1), "a form feed": ("x: a\x0cb\n", 1), "an escape character": ("x: a\x1bb\n", 1),
    "a byte order mark": ("y: 1\n\ufeffx: 1\n", 2), "a byte order mark in quotes": ("x: 'a\ufeffb'\n", 1),
    "U+FFFE": ("x: \ufffe\n", 1),
    "a surrogate by escape": ('x: "\\ud83d"\n', 1), "a pair by escape": ('x: "\\ud83d\\ude00"\n', 1),
    "as a key": ('"\\udc00": 1\n', 1),
    "beyond Unicode": ('x: "\\U00110000"\n', 1), "a NUL by escape": ('y: 1\nx: "\\0"\n', 2),
    "a NUL": ("y: 1\nx: a\0b\n", 2),
    "a raw surrogate": (b"y: 1\nx: \xed\xa0\xbd\n", 2), "another encoding": (b"x: caf\xe9\n", 1),
    "overlong": (b"x: \xc0\xaf\n", 1),
    "65 levels": (f"x: {'[' * 65}{']' * 65}\n", 1), "500 levels": (f"x: {'{a: ' * 500}1{'}' * 500}\n", 1),
    "900 levels, a line each": ("x:\n" + "".join(f"{' ' * n}a:\n" for n in range(1, 900)), 66),
    "9,000 levels": (f"x: {'[' * 9_000}\n", 1),
    "900 levels of lists": (f"y: 1\nx:\n  {'- ' * 900}a\n", 3),
    "a comment": ("# c\n", 1), "a comment at the end": ("y: 1\nx: 1 # c\n", 2),
    "a comment in a list": ("x: [a, # c\n  b]\n", 1),
    "a comment after a literal": ("x: |\n  a\n# c\n", 3), "an end mark": ("x: 'a\n...\nb'\n", 2),
    "an unknown escape": ('x: "\\q"\n', 1),
    "an open bracket": ("x: }\n", 1), "two colons": ("x: a: b\n", 1), "an at sign": ("x: @a\n", 1),
    "a star": ("x: *x*\n", 1),
}  # fmt: skip

LEDGER_KEPT = (
    "-0",
    "-0.0",
    "1.10",
    "1E5",
    '"\\ud83d\\ude00"',
    '"a\u2028b"',
    '"\\u0000"',
    '{"__proto__":{}}',
    "[" * 63 + "]" * 63,
)
LEDGER_REFUSED = (
    "NaN", "[-Infinity]", "1e400", "[-1e400]", "9" * 26, '{"a":1,"a":2}', '{"a":1,"\\u0061":2}', '"\\ud83d"',
    '{"\\udc00":1}',
    '"\\ude00\\ud83d"', '"a\tb"', "\ufeff1", "[1,]", "'a'", "0x1", "+1", "01", "1 // c", "[" * 64 + "]" * 64,
    '{"a":' * 500 + "1" + "}" * 500,
)  # fmt: skip


def with_unknown(text: str | bytes) -> bytes:
    data = text if isinstance(text, bytes) else text.encode()
    return b"---\n" + FRONT + data + b"---\n" + BODY


@pytest.mark.parametrize("written", KEPT.values(), ids=KEPT)
def test_what_is_legal_and_strange_outlives_a_rewrite_byte_for_byte(written: str) -> None:
    memory = parse_memory(with_unknown(written), "m.md")
    again = render_memory(replace(memory, pin=not memory.pin))
    assert again.partition(b"needs_enrichment: false\n")[2] == written.encode() + b"---\n" + BODY
    assert parse_memory(again, "m.md").extra == memory.extra


@pytest.mark.parametrize(("written", "line"), REFUSED.values(), ids=REFUSED)
def test_what_a_rewrite_could_lose_or_a_reader_take_otherwise_is_refused_in_its_line(
    written: str | bytes, line: int
) -> None:
    with pytest.raises(MalformedMemory) as caught:
        parse_memory(with_unknown(written), "m.md")
    assert (caught.value.file, caught.value.line) == ("m.md", FIRST_LINE + line - 1)


@pytest.mark.parametrize("value", LEDGER_KEPT, ids=lambda value: ascii(value)[:30])
def test_a_record_spelled_otherwise_stays_as_it_is_when_the_ledger_grows(value: str) -> None:
    objects = InMemoryObjects()
    store = grown(objects, 1)
    key = f"families/{FAMILY}/memories/{memory_of(1).id}.evidence.jsonl"
    line = objects.contents()[key].replace(b"}\n", f',"x":{value}}}\n'.encode())
    objects.put(key, line)
    assert store.commit(reinforce(1, 2)) is not None
    assert objects.contents()[key].startswith(line) and len(store.view().ledger(memory_of(1).id)) == 2


@pytest.mark.parametrize("value", LEDGER_REFUSED, ids=lambda value: ascii(value)[:30])
def test_a_record_that_could_not_be_given_back_is_refused_in_its_line(value: str) -> None:
    data = b"\n".join([RECORDS[0], RECORDS[1][:-1] + f',"x":{value}}}'.encode(), b""])
    with pytest.raises(MalformedLedger) as caught:
        parse_ledger(data, "l.jsonl")
    assert (caught.value.file, caught.value.line) == ("l.jsonl", 2)


@pytest.mark.parametrize("levels", [63, 64, 65, 900])
def test_what_is_nested_too_deeply_is_not_written_either(levels: int) -> None:
    value: object = 1
    for _ in range(levels):
        value = [value]
    memory = replace(parse_memory(SEED, "m.md"), extra={"x": value})
    evidence = replace(evidence_of(1), extra={"x": value})
    if levels <= 64:
        assert parse_memory(render_memory(memory), "m.md") == memory
    else:
        with pytest.raises(InvariantViolated, match="64 levels"):
            render_memory(memory)
    if levels < 64:
        assert parse_ledger(render_evidence(evidence).encode(), "l") == (evidence,)
    else:
        with pytest.raises(InvariantViolated, match="nested too deeply"):
            render_evidence(evidence)


DEEP = b"[" * 900 + b"]" * 900


@pytest.mark.parametrize(
    ("load", "data"),
    [
        (load_session, DEEP),
        (load_session, b'{"turns": ' + DEEP + b"}"),
        (load_family, b"timezone: " + DEEP),
        (load_suppression, b"scope:\n" + b"".join(b" " * n + b"a:\n" for n in range(1, 900))),
    ],
    ids=["a session", "a session's turns", "a family", "a rule"],
)  # fmt: skip
def test_no_depth_breaks_the_other_readers(load: Callable[[bytes, str], object], data: bytes) -> None:
    with pytest.raises((MalformedDocument, MalformedTranscript), match="nested more than 64 levels"):
        load(data, f"families/{FAMILY}/family.yaml")


def numbered(number: int) -> Memory:
    at = memory_of(1).formed_at + timedelta(seconds=number)
    return replace(memory_of(1), id=derived_ulid(at, FAMILY, "many", str(number)), summary=f"Bicycle {number}.")


def grown(objects: InMemoryObjects, memories: int) -> FamilyStore:
    """A family of so many memories, the first of them that of `memory_of(1)`."""
    prepared_family(objects)
    store = FamilyStore(objects, FAMILY, clock=lambda: START, owner="writer")
    made = (memory_of(1), *(numbered(number) for number in range(1, memories)))
    evidence = tuple((memory.id, evidence_of(1)) for memory in made)
    store.commit(lambda _: Change(kind="session", cause="s1", at=START, memories=made, evidence=evidence))
    return store


@cache
def five_hundred() -> Mapping[str, bytes]:
    objects = InMemoryObjects()
    grown(objects, 500)
    return objects.contents()


def expire_all(view: FamilyView) -> Change:
    """A pass over everything that can be read."""
    day = date(2026, 9, 1)
    expired = (replace(memory, status="expired", valid_until=day, revision=2) for memory in view.memories().values())
    return Change(kind="dream", cause="night", at=START, memories=tuple(expired), dreamt=True)


@pytest.mark.parametrize("name", ["500 levels", "a tag of Python", "a NUL", "a raw surrogate", "a key twice inside"])
def test_one_bad_file_of_five_hundred_is_named_and_the_others_are_worked_on(name: str) -> None:
    objects = InMemoryObjects(dict(five_hundred()))
    broken, line = REFUSED[name]
    key = f"families/{FAMILY}/memories/{numbered(250).id}.md"
    bad = with_unknown(broken).replace(b"01K6N1R0A0B0C0D0E0F0ENT001", numbered(250).id.encode())
    objects.put(key, bad)
    store = FamilyStore(objects, FAMILY, clock=lambda: START, owner="writer")
    view = store.view()
    view.reread_files()
    assert [(fault.file, fault.line) for fault in view.malformed()] == [(key, FIRST_LINE + line - 1)]
    record = store.commit(expire_all)
    assert record is not None and len([write for write in record.writes if write.key.endswith(".md")]) == 499
    assert objects.contents()[key] == bad


DOCUMENT = '{{\n  "a": 1,\n  "b": [\n    {{\n      "c": "{{[",\n      {}\n    }}\n  ]\n}}\n'


@pytest.mark.parametrize(
    "written",
    [
        '"c": 2', '"\\u0063": 2', '"d": NaN', '"d": -Infinity', '"d": 1e400', '"d": 18446744073709551616',
        f'"d": {"9" * 5000}', f'"d": {"[" * 62}{"]" * 62}', f'"d": {"[" * 2_000}{"]" * 2_000}', '"d": [1, tru]',
    ],
    ids=lambda text: text[:12],
)  # fmt: skip
def test_what_is_refused_in_a_document_of_many_lines_is_told_with_its_line(written: str) -> None:
    with pytest.raises(MalformedDocument) as caught:
        read_fields(DOCUMENT.format(written).encode(), "d.json")
    assert (caught.value.file, caught.value.line) == ("d.json", 6), str(caught.value)


@pytest.mark.parametrize("written", ['"d": "\\ud83d"', '"\\ud83d": 1', '"d": ["", "a\\udc00"]'])
def test_half_a_surrogate_in_a_document_is_told_with_its_line(written: str) -> None:
    with pytest.raises(MalformedDocument, match="lone surrogate") as caught:
        read_fields(DOCUMENT.format(written).encode(), "d.json")
    assert caught.value.line == 6
