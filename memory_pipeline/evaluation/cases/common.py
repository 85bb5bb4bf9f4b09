"""What all sets share: the household, the conversation, and words that a memory must or must not say."""

from __future__ import annotations

from datetime import date, datetime
from typing import Annotated, Literal
from zoneinfo import ZoneInfo, available_timezones

from pydantic import AwareDatetime, BaseModel, ConfigDict, Field, model_validator

from memory_pipeline.evaluation.words_said import says_all

CaseId = Annotated[str, Field(pattern=r"^[a-z0-9][a-z0-9-]{1,63}$")]
Split = Literal["dev", "test"]
Kind = Literal["identity", "directive", "preference", "fact", "constraint", "relationship"]
Authority = Literal["user_explicit", "user_stated", "inferred"]
Sensitivity = Literal["normal", "health", "finances", "minors"]
Strength = Literal["hard", "soft"]
Words = Annotated[
    list[Annotated[list[Annotated[str, Field(min_length=1)]], Field(min_length=1)]],
    Field(
        description="Groups of alternatives: each group needs one of its phrases. A phrase is looked for at the start "
        "of a word, without regard to case, accents or curly quotes, so that `allerg` finds `allergic`."
    ),
]


class Strict(BaseModel):
    """No key that the schema does not know, no value of another type."""

    model_config = ConfigDict(extra="forbid", strict=True, frozen=True)


class Member(Strict):
    """One member of the household."""

    name: str
    aliases: list[str] = Field(default=[])
    role: Literal["adult", "child"] = "adult"


class Household(Strict):
    """Who lives there and where: the zone decides what day a word such as `tomorrow` means."""

    timezone: str
    members: list[Member] = Field(min_length=1)

    @model_validator(mode="after")
    def _zone_exists(self) -> Household:
        if self.timezone not in available_timezones():
            raise ValueError(f"{self.timezone!r} is no IANA time zone")
        return self

    def local_day(self, instant: datetime) -> date:
        """The family's calendar day at an instant."""
        return instant.astimezone(ZoneInfo(self.timezone)).date()


class Turn(Strict):
    """One turn; `turn` counts from 1. `speaker` names the person of a user turn, the tool of a tool turn."""

    turn: int = Field(ge=1)
    role: Literal["user", "assistant", "tool", "system"]
    speaker: str | None = None
    text: str


class Conversation(Strict):
    """A finished conversation; `started_at` (with its offset) is the clock of the case."""

    id: CaseId
    surface: Literal["chat", "household_chat"] = "chat"
    started_at: AwareDatetime
    off_record: bool = False
    turns: list[Turn] = Field(min_length=1)

    @model_validator(mode="after")
    def _turns_count_from_one(self) -> Conversation:
        if [turn.turn for turn in self.turns] != list(range(1, len(self.turns) + 1)):
            raise ValueError(f"{self.id}: turns must count 1, 2, 3, ...")
        for turn in self.turns:
            if turn.role == "user" and not turn.speaker:
                raise ValueError(f"{self.id} turn {turn.turn}: a user turn names its speaker")
        return self


class Fact(Strict):
    """Something that was said and is worth keeping, as a careful person would label it.

    A memory is this fact when it cites one of `turns`, says `must_say` and none of `must_not_say`. Lists are the values
    that are right; where only one is right the list has one entry. `required: false` may be formed and need not be.
    """

    id: CaseId
    claim: str = Field(min_length=1, description="One sentence as a good memory would say it.")
    turns: list[int] = Field(min_length=1)
    must_say: Words = Field(min_length=1)
    must_not_say: list[str] = Field(default=[])
    about: list[str] = Field(min_length=1, description="Names that the memory may be about.")
    type: list[Kind] = Field(min_length=1)
    strength: list[Strength] = Field(min_length=1)
    authority: list[Authority] = Field(min_length=1)
    sensitivity: list[Sensitivity] = Field(default=["normal"], min_length=1)
    valid_until: list[date | None] = Field(default=[None], min_length=1)
    required: bool = True

    @model_validator(mode="after")
    def _says_what_it_asks_for(self) -> Fact:
        if not says_all(self.claim, self.must_say):
            raise ValueError(f"{self.id}: its own claim does not say must_say")
        if any(says_all(self.claim, [[phrase]]) for phrase in self.must_not_say):
            raise ValueError(f"{self.id}: its own claim says something of must_not_say")
        return self


class Claim(Strict):
    """A candidate as a perfect extractor would propose it: what reconciliation, brief and search are given."""

    type: Kind
    about: str
    summary: str = Field(min_length=1)
    when_to_use: str = Field(min_length=1)
    applies_to: list[str] = Field(default=[])
    strength: Strength = "soft"
    authority: Authority = "user_stated"
    durability: Literal["durable", "seasonal", "passing"] = "durable"
    sensitivity: Sensitivity = "normal"
    valid_until: date | None = None


class CaseFile(Strict):
    """What heads every file of cases."""

    split: Split
    written: str = Field(description="What its writer knew: `seeds and contract only`.")
