"""What a family wrote is enriched by its next run, whichever backend reads, and its words stay (contract section 2)."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from pathlib import Path

import pytest

from memory_pipeline.adapters.embedded_models.extractor import EmbeddedExtractor
from memory_pipeline.bootstrap import build_reader
from memory_pipeline.model.candidate import Candidate, Extraction, Quote
from memory_pipeline.model.errors import ExtractionFailed
from memory_pipeline.model.family import Family
from memory_pipeline.model.memory import Memory
from memory_pipeline.model.refs import MemoryRef
from memory_pipeline.model.transcript import Session
from memory_pipeline.ports.extractor import Extractor
from memory_pipeline.workflows.card_action import edit_on_card, forget_on_card, remember_on_card, undo_on_card
from memory_pipeline.workflows.pipeline import Pipeline
from memory_pipeline.workflows.run_family import run_family
from memory_pipeline.workflows.verify import verify_family
from memory_pipeline_tests.workflows.conftest import FAMILY, folder_bytes

KEY = FAMILY.key
WRITTEN = "The blue bin is for Theo and June. Brown one: the shed (ask before!)"


class EmptyModel:
    """A model that answers readably and finds nothing."""

    version = "model-double empty"

    def extract(self, session: Session, family: Family) -> Extraction:
        return Extraction(candidates=())


class DownModel:
    """A model that does not answer."""

    version = "model-double down"

    def extract(self, session: Session, family: Family) -> Extraction:
        raise ExtractionFailed("the model does not answer")


@dataclass(frozen=True)
class PartlyReadingModel:
    """A model that reads one of the two sentences, in words of its own."""

    version: str = "model-double partly"

    def extract(self, session: Session, family: Family) -> Extraction:
        claim = "The blue bin is for Theo."
        return Extraction(
            candidates=(
                Candidate(
                    type="fact", about="Theo", summary=claim, body=claim, when_to_use="Talk of bins",
                    evidence=(Quote(first=1, last=1, text="The blue bin is for Theo and June."),), applies_to=("Theo",),
                ),
            )
        )  # fmt: skip


BACKENDS: Mapping[str, Extractor] = {
    "embedded": EmbeddedExtractor(),
    "model finds nothing": EmptyModel(),
    "model is down": DownModel(),
    "model reads a part": PartlyReadingModel(),
}


@pytest.fixture(params=BACKENDS, ids=str)
def read_by(request: pytest.FixtureRequest, pipeline: Pipeline) -> Pipeline:
    return replace(pipeline, extractor=BACKENDS[request.param])


def only(pipeline: Pipeline) -> Memory:
    (memory,) = (each for each in pipeline.view(KEY).memories().values() if each.status == "active")
    return memory


def names(pipeline: Pipeline, memory: Memory) -> set[str]:
    return {pipeline.view(KEY).entities()[id].names[0] for id in memory.applies_to}


def edited(pipeline: Pipeline) -> None:
    remember_on_card(pipeline, KEY, "The green bin is emptied on Fridays.")
    edit_on_card(pipeline, KEY, only(pipeline).id, WRITTEN)


def remembered(pipeline: Pipeline) -> None:
    remember_on_card(pipeline, KEY, WRITTEN)


@pytest.mark.parametrize("write", [remembered, edited])
def test_the_next_run_adds_when_to_use_and_entities_and_leaves_the_words(
    write: Callable[[Pipeline], None], read_by: Pipeline
) -> None:
    write(read_by)
    before = only(read_by)
    assert (before.body.strip(), before.needs_enrichment) == (WRITTEN, True)
    run_family(read_by, KEY)
    after = only(read_by)
    assert after == replace(
        before,
        when_to_use=after.when_to_use,
        applies_to=after.applies_to,
        needs_enrichment=False,
        revision=before.revision + 1,
    )
    assert after.when_to_use
    assert "Theo" in names(read_by, after)
    assert not [check for check in verify_family(read_by, KEY).checks if not check.ok]


def test_a_run_after_that_changes_no_byte(read_by: Pipeline, root: Path) -> None:
    remembered(read_by)
    run_family(read_by, KEY)
    before = folder_bytes(root)
    run_family(read_by, KEY)
    assert folder_bytes(root) == before


def test_it_is_found_and_read_before_it_is_enriched_and_after(read_by: Pipeline) -> None:
    remembered(read_by)
    for _ in range(2):
        reader, ref = build_reader(read_by, KEY), str(MemoryRef(KEY, only(read_by).id))
        assert ref in reader.brief().text
        assert [each.found.memory.id for each in reader.search("blue bin").results] == [only(read_by).id]
        assert WRITTEN in str(reader.read(ref))
        run_family(read_by, KEY)


def test_what_was_forgotten_before_the_run_is_not_enriched(read_by: Pipeline) -> None:
    remembered(read_by)
    memory = only(read_by)
    forget_on_card(read_by, KEY, memory.id)
    run_family(read_by, KEY)
    assert read_by.view(KEY).memory(memory.id).needs_enrichment
    undo_on_card(read_by, KEY)
    run_family(read_by, KEY)
    assert not only(read_by).needs_enrichment


@dataclass(frozen=True)
class RetellingModel:
    """A model that cites some of the words, or all of them, and tells them in its own."""

    quote: str
    version: str = "model-double retelling"

    def extract(self, session: Session, family: Family) -> Extraction:
        claim = "Theo takes the blue bin out."
        return Extraction(
            candidates=(
                Candidate(
                    type="fact", about="Theo", summary=claim, body=claim, when_to_use="Talk of bins",
                    evidence=(Quote(first=1, last=1, text=self.quote),), applies_to=("Theo",),
                ),
            )
        )  # fmt: skip


BINS = "Blue bin, even weeks: Theo & the shed (ask before!)"


@pytest.mark.parametrize("quote", [BINS, "Blue bin, even weeks: Theo", "Theo & the shed"])
def test_the_familys_words_stay_whatever_a_model_makes_of_them(quote: str, pipeline: Pipeline) -> None:
    remember_on_card(replace(pipeline, extractor=RetellingModel(quote)), KEY, BINS, member="Dana")
    assert only(pipeline).claim == BINS
