"""A number that names a thing: another one is another thing, the same one may change."""

from __future__ import annotations

import pytest

from memory_pipeline.language.claim import read_claim
from memory_pipeline.language.claims import compare


@pytest.mark.parametrize(
    ("new", "known"),
    [
        ("Box 2 in the attic holds winter coats.", "Box 1 in the attic holds winter coats."),
        ("Locker 14 has code 4421.", "Locker 13 has code 4411."),
        ("The bus 7 stops at the school.", "The bus 4 stops at the school."),
        ("Our garage no. 3 is empty.", "Our garage no. 2 is empty."),
    ],
)
def test_another_number_is_another_thing(new: str, known: str) -> None:
    about = new.split()[0]
    assert compare(read_claim(about, new), read_claim(about, known)) == "unrelated"


@pytest.mark.parametrize(
    ("new", "known"),
    [
        ("Locker 13 has code 4421 now.", "Locker 13 has code 4411."),
        ("Our room is room 14 now.", "Our room is room 12."),
        ("The gate code is 4804 now.", "The gate code is 2604."),
    ],
)
def test_the_same_thing_may_have_another_value(new: str, known: str) -> None:
    about = new.split()[1] if new.startswith("The ") else new.split()[0]
    assert compare(read_claim(about, new), read_claim(about, known)) == "updates"
