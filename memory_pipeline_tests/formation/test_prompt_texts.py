"""The prompts that ship, and that none of their examples can come back as a memory (faults line 4)."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

import memory_pipeline
from memory_pipeline.formation.extract import form
from memory_pipeline.formation.policy import FormationPolicy
from memory_pipeline.formation.prompt_texts import STAGES, load_prompt, parse_prompt, shipped_prompts
from memory_pipeline.language.names import proper_names
from memory_pipeline.model.candidate import Candidate, Extraction, Quote
from memory_pipeline.model.errors import MalformedDocument
from memory_pipeline.model.family import Family, Member
from memory_pipeline.model.transcript import Role, Session, Turn
from memory_pipeline_tests.formation.talks import CEDAR, talk

PACKAGE = Path(memory_pipeline.__file__).parent
INVENTED = ("Ottoline", "Evander", "Zephyrine", "Peregrine", "Larkhollow", "Brightwater")
HOUSEHOLD = Family(
    key="fam_invented",
    timezone="UTC",
    members=(Member(name="Ottoline"), Member(name="Evander"), Member(name="Zephyrine", kind="child")),
)
_HEADER = re.compile(r"== turn (\d+) \| (\w+) \| (\w*) ?\| \w+ (\d{4}-\d\d-\d\d \d\d:\d\d)")


class Proposes:
    """Proposes what it is given."""

    version = "given"

    def __init__(self, candidates: tuple[Candidate, ...]) -> None:
        self._candidates = candidates

    def extract(self, session: Session, family: Family) -> Extraction:
        return Extraction(candidates=self._candidates)


def worked_examples() -> Iterator[tuple[Session, tuple[Candidate, ...]]]:
    """Each example of the extraction prompt: its conversation, and what it says to propose."""
    for text in re.split(r"^\([A-Z]\) clock: ", load_prompt("formation", "extract").examples, flags=re.MULTILINE)[1:]:
        answer, _ = json.JSONDecoder().raw_decode(text, text.index("\n{") + 1)
        yield conversation(text[: text.index("\n{")]), tuple(map(candidate, answer["memories"]))


def conversation(text: str) -> Session:
    turns: list[Turn] = []
    for line in text.splitlines():
        header = _HEADER.fullmatch(line)
        if header:
            role: Role = header[2]  # type: ignore[assignment]
            at = datetime.fromisoformat(header[4]).replace(tzinfo=UTC)
            turns.append(Turn(number=int(header[1]), role=role, speaker=header[3] or None, at=at, text=""))
        elif line.startswith("| "):
            turns[-1] = replace(turns[-1], text=f"{turns[-1].text} {line[2:]}".strip())
    start, end = turns[0].at, turns[-1].at + timedelta(minutes=1)
    return Session(id="x", surface="chat", started_at=start, ended_at=end, off_record=False, turns=tuple(turns))


def candidate(item: dict[str, object]) -> Candidate:
    from memory_pipeline.adapters.openai_models.proposals import candidates_of

    (found,), refused = candidates_of([item], 1)
    assert refused == ()
    return found


def test_a_policy_knows_the_shipped_prompts_unless_it_is_given_others() -> None:
    assert FormationPolicy().prompts == shipped_prompts()
    assert FormationPolicy(prompts=("one",)).prompts == ("one",)


def test_every_prompt_of_every_stage_is_versioned_and_its_examples_are_guarded() -> None:
    files = [file for stage in STAGES for file in sorted((PACKAGE / stage / "prompts").glob("*.md"))]
    assert len(files) == len(shipped_prompts()) == 2
    for file, examples in zip(files, shipped_prompts(), strict=True):
        prompt = load_prompt(file.parent.parent.name, file.stem)
        assert re.fullmatch(r"[a-z]+-\d+", prompt.version)
        assert examples == prompt.examples
        assert examples.strip() and examples.strip() in prompt.system


def test_no_prompt_lies_in_another_place() -> None:
    elsewhere = [file for file in PACKAGE.rglob("prompts/*.md") if file.parent.parent.name not in STAGES]
    assert elsewhere == []


def test_a_worked_example_is_right_by_our_own_gates() -> None:
    proposed = 0
    for session, candidates in worked_examples():
        formed = form(session, HOUSEHOLD, Proposes(candidates), FormationPolicy(prompts=()))
        assert [(dropped.gate, dropped.reason) for dropped in formed.rejections] == []
        proposed += len(formed.survivors)
    assert proposed == 8


def test_no_worked_example_comes_back_as_a_memory_of_another_conversation() -> None:
    everything = tuple(one for _, candidates in worked_examples() for one in candidates)
    session = talk("later then", "please never forget that Theo has choir and a swim class on Tuesday")
    formed = form(session, CEDAR, Proposes(everything), FormationPolicy())
    assert formed.survivors == ()
    assert {dropped.gate for dropped in formed.rejections} == {"prompt_leak"}


def test_an_invented_person_does_not_come_back_behind_a_true_quote() -> None:
    stolen = Candidate(
        type="fact",
        about="Evander",
        summary="Evander has choir.",
        body="Evander has choir",
        when_to_use="plans",
        evidence=(Quote(first=1, last=1, text="I have choir"),),
    )
    formed = form(talk("I have choir"), CEDAR, Proposes((stolen,)), FormationPolicy())
    assert [dropped.gate for dropped in formed.rejections] == ["prompt_leak"]


@pytest.mark.parametrize("examples", shipped_prompts(), ids=["extract", "relate"])
def test_no_word_of_an_example_but_its_invented_names_can_be_taken_for_a_leaked_name(examples: str) -> None:
    words = set(re.findall(r"\b[A-ZÀ-Þ]\w+", examples))
    names = {word for word in words if proper_names(word)}
    assert names <= set(INVENTED)


def test_what_a_place_is_filled_with_is_not_looked_at_again() -> None:
    text = "---\nversion: a-1\n---\nDo.\n<!-- user message -->\n{{one}} and {{two}}"
    assert parse_prompt(text, "p.md").message({"one": "{{two}}", "two": "x"}) == "{{two}} and x"


@pytest.mark.parametrize(
    "text",
    ["no front matter", "---\nversion: a-1\n---\nno user message", "---\nversion: A B\n---\n<!-- user message -->"],
)
def test_a_prompt_without_its_parts_is_named(text: str) -> None:
    with pytest.raises(MalformedDocument, match=r"p\.md"):
        parse_prompt(text, "p.md")
