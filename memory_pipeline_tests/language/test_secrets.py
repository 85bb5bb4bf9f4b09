"""What opens an account is told from what opens the house."""

from __future__ import annotations

import pytest

from memory_pipeline.language.secrets import tells_secret


@pytest.mark.parametrize(
    "text",
    [
        "My password is otter44",
        "Our streaming password: maple99!",
        "Dana's bank card PIN is 7305",
        "my pin is 9081",
        "the passcode of Theo's tablet is 6620",
        "My school portal login is dana_k",
        "log in with dana and 8841x",
        "the CVV is 553",
        "the PIN of the credit card for the garage is 1190",
    ],
)
def test_an_accounts_password_login_or_pin_is_a_secret(text: str) -> None:
    assert tells_secret(text)


@pytest.mark.parametrize(
    "text",
    [
        "The wifi password is tulip77",
        "The password for the guest network is fern5",
        "The gate code is 5512",
        "The alarm PIN is 7788",
        "My password is in the blue notebook",
        "I always forget my password",
        "Theo pinned a badge to his coat",
        "our pin code is 560001",
    ],
)
def test_a_code_of_the_house_or_talk_about_a_password_is_none(text: str) -> None:
    assert not tells_secret(text)
