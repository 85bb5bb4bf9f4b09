"""Evidence ledgers: one record a line, the same bytes again, and a broken line is named."""

from __future__ import annotations

import contextlib
from datetime import UTC, datetime
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from memory_pipeline.model.errors import InvariantViolated, MalformedLedger, MalformedReference
from memory_pipeline.model.evidence import Evidence, reinforcement_count
from memory_pipeline.model.refs import ConversationRef, parse_ref
from memory_pipeline.store.ledger import EVIDENCE_KEYS, parse_ledger, render_evidence, render_ledger
from memory_pipeline_tests.store.golden_files import GOLDEN

DATA = (GOLDEN / "ledgers" / "seed-example.evidence.jsonl").read_bytes()
FIRST = DATA.split(b"\n")[0]
JSON = st.recursive(
    st.none() | st.booleans() | st.integers(-(2**63), 2**64 - 1) | st.floats(allow_nan=False, allow_infinity=False)
    | st.text(),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(), inner, max_size=3),
)  # fmt: skip


def record(**changes: Any) -> Evidence:
    values: dict[str, Any] = {
        "ref": ConversationRef("fam_golden", "s", 1, 2),
        "quote": "ask me first",
        "recorded_at": datetime(2026, 8, 14, 19, 2, tzinfo=UTC),
    }
    return Evidence(**{**values, **changes})


def test_the_golden_ledger_re_renders_to_the_same_bytes() -> None:
    ledger = parse_ledger(DATA, "ledger")
    assert render_ledger(ledger) == DATA
    assert [str(evidence.ref) for evidence in ledger] == [
        "conv://fam_golden/2026-08-14-a#turn=12-14",
        "conv://fam_golden/2026-09-02.b#turn=3",
        "conv://fam_golden/card-1#turn=1",
    ]


def test_the_seeds_own_line_is_written_as_the_seed_writes_it() -> None:
    evidence = record(
        ref=ConversationRef("fam", "s", 12, 14), quote="Please check with me before anything goes to the team chat"
    )
    assert render_evidence(evidence) == (
        '{"ref":"conv://fam/s#turn=12-14","quote":"Please check with me before anything goes to the team chat",'
        '"recordedAt":"2026-08-14T19:02:00Z"}'
    )


def test_a_recorded_contradiction_is_no_reinforcement() -> None:
    ledger = parse_ledger(DATA, "ledger")
    assert [evidence.supports for evidence in ledger] == [True, True, False]
    assert reinforcement_count(ledger) == 1


@settings(max_examples=80, deadline=None)
@given(st.text(st.characters(exclude_categories=())), st.dictionaries(st.text(), JSON, max_size=3))
def test_a_record_comes_back_equal_from_one_line_or_is_refused(quote: str, extra: dict[str, Any]) -> None:
    evidence = record(quote=quote, extra=extra)
    try:
        line = render_evidence(evidence)
    except InvariantViolated:
        return
    assert line.splitlines() == [line]
    assert parse_ledger(line.encode(), "ledger") == (evidence,)


@pytest.mark.parametrize("key", EVIDENCE_KEYS)
def test_an_unknown_key_cannot_stand_for_one_of_ours(key: str) -> None:
    with pytest.raises(InvariantViolated, match=key):
        render_evidence(record(extra={key: "x"}))


def test_an_empty_file_is_an_empty_ledger() -> None:
    assert parse_ledger(b"", "ledger") == ()


def test_a_last_line_without_its_line_end_is_read() -> None:
    assert parse_ledger(DATA.removesuffix(b"\n"), "ledger") == parse_ledger(DATA, "ledger")


@pytest.mark.parametrize(
    "line",
    [
        b"", b"{", b"[]", b"null", b'"x"', b"{}", FIRST.replace(b"quote", b"qoute"), FIRST.replace(b"#turn=12-14", b""),
        FIRST.replace(b"12-14", b"14-12"), FIRST.replace(b"conv://", b"memory://"),
        FIRST.replace(b"19:02:00Z", b"19:02:00"),
        FIRST.replace(b'"ref"', b'"ref":"x","ref"'), FIRST[:-1] + b',"x":NaN}', FIRST.replace(b"Please", b"\\ud83d"),
        FIRST.replace(b"Please", b"\xff"), FIRST[:40], FIRST.replace(b'"Please check', b'"Please\x01check'),
        FIRST.replace(b'"quote":"', b'"quote":["').replace(b'chat"', b'chat"]'), b"[" * 5000,
        FIRST[:-1] + b',"x":1e999}',
        FIRST[:-1] + b',"x":[-1e999]}', FIRST[:-1] + b',"x":18446744073709551616}',
        FIRST[:-1] + b',"x":-9223372036854775809}', b"\xef\xbb\xbf" + FIRST, FIRST[:-1] + b',"x":' + b"9" * 5000 + b"}",
    ],
    ids=lambda line: repr(line[:24] + b"..." + line[-24:]),
)  # fmt: skip
def test_a_line_that_is_no_record_is_named(line: bytes) -> None:
    with pytest.raises(MalformedLedger) as caught:
        parse_ledger(DATA + line + b"\n" + DATA, "memories/X.evidence.jsonl")
    assert caught.value.line == 4
    assert caught.value.file == "memories/X.evidence.jsonl"


def test_a_byte_order_mark_is_named() -> None:
    with pytest.raises(MalformedLedger, match="byte order mark"):
        parse_ledger(b"\xef\xbb\xbf" + DATA, "ledger")


@settings(max_examples=60, deadline=None)
@given(st.binary(max_size=120))
def test_no_bytes_break_the_reader_in_another_way_than_by_name(data: bytes) -> None:
    with contextlib.suppress(MalformedLedger):
        parse_ledger(data, "ledger")


@pytest.mark.parametrize("session", [".", ".."])
def test_a_session_that_is_a_folder_is_no_reference(session: str) -> None:
    with pytest.raises(MalformedReference):
        parse_ref(f"conv://fam_golden/{session}#turn=1")
    assert str(parse_ref(f"conv://fam_golden/{session}x#turn=1")) == f"conv://fam_golden/{session}x#turn=1"


@pytest.mark.parametrize("number", [b"18446744073709551615", b"-9223372036854775808", b"1.5e308"])
def test_the_largest_numbers_of_unknown_keys_come_back(number: bytes) -> None:
    ledger = parse_ledger(FIRST[:-1] + b',"x":' + number + b"}\n", "ledger")
    assert parse_ledger(render_ledger(ledger), "ledger") == ledger
