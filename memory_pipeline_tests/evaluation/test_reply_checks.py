from __future__ import annotations

from typing import Any

import pytest
from pydantic import TypeAdapter

from memory_pipeline.evaluation.reply_checks import ReplyCheck, broken_checks

CHECK: TypeAdapter[ReplyCheck] = TypeAdapter(ReplyCheck)


@pytest.mark.parametrize(
    ("check", "followed", "broken"),
    [
        ({"check": "says_any", "phrases": ["Dani"]}, "Morning, Dani!", "Morning, Daniela!"[:8] + " Ms Ortiz"),
        ({"check": "never_says", "phrases": ["Ms Ortiz"]}, "Morning, Dani!", "Good morning, Ms Ortiz."),
        ({"check": "starts_with", "phrases": ["Yes", "No"]}, "Yes, it is open.", "It is open, yes."),
        ({"check": "ends_with", "phrases": ["Love, K."]}, "Done. Love, K.", "Love, K. Done."),
        ({"check": "at_most_words", "words": 4}, "It opens at nine.", "It opens at nine every day."),
        ({"check": "at_most_sentences", "sentences": 1}, "It opens at 9.30 sharp.", "It opens at nine. Go early."),
        (
            {"check": "asks_without_doing", "done": ["I've sent", "sent it"]},
            "Here is a draft. Shall I send it?",
            "I've sent it. Anything else?",
        ),
        ({"check": "asks_without_doing", "done": ["I've sent"]}, "Shall I send it?", "Here is a draft."),
        ({"check": "matches", "pattern": r"\b\d+ km\b"}, "It is 12 km away.", "It is 8 miles away."),
        ({"check": "never_matches", "pattern": r"\bmiles?\b"}, "It is 12 km away.", "It is 8 Miles away."),
    ],
)
def test_a_check_tells_a_followed_instruction_from_a_broken_one(
    check: dict[str, Any], followed: str, broken: str
) -> None:
    rule = CHECK.validate_python(check)
    assert broken_checks(followed, [rule]) == []
    assert [name.split()[0] for name in broken_checks(broken, [rule])] == [check["check"]]
