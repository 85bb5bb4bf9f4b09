from __future__ import annotations

from typing import Any

from memory_pipeline.evaluation.cases.common import Conversation
from memory_pipeline.evaluation.three_files import ThreeFiles


def conversation(*texts: str, **fields: Any) -> Conversation:
    turns = [{"turn": n, "role": "user", "speaker": "Dana", "text": text} for n, text in enumerate(texts, start=1)]
    return Conversation.model_validate(
        {"id": "s-1", "started_at": "2026-08-14T12:00:00Z", "turns": turns, **fields}, strict=False
    )


def test_each_sentence_goes_to_its_file() -> None:
    files = ThreeFiles().after(
        conversation("Theo plays the cello. Always ask me before you book anything. Is it late?")
    )
    assert files.knowledge == ("Dana: Theo plays the cello.",)
    assert files.explicit == ("Dana: Always ask me before you book anything.",)
    assert files.last == ("Dana: Theo plays the cello.", "Dana: Always ask me before you book anything.")
    assert "- Dana: Theo plays the cello." in files.files()["knowledge.md"]


def test_nothing_expires_and_a_correction_stands_beside_what_it_corrects() -> None:
    files = (
        ThreeFiles().after(conversation("Practice is on Tuesday.")).after(conversation("Practice is on Thursday now."))
    )
    assert files.knowledge == ("Dana: Practice is on Tuesday.", "Dana: Practice is on Thursday now.")
    assert files.last == ("Dana: Practice is on Thursday now.",)


def test_said_again_is_not_added_again_and_off_record_adds_nothing() -> None:
    files = ThreeFiles().after(conversation("Theo plays the cello."))
    assert files.after(conversation("Theo plays the cello.")).knowledge == files.knowledge
    assert files.after(conversation("I quit my job.", off_record=True)) == files
