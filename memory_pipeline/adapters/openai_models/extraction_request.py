"""The extraction prompt filled for one session, or for one chunk of a long one."""

from __future__ import annotations

from collections.abc import Sequence

from memory_pipeline.adapters.openai_models.chunks import Cut, cut
from memory_pipeline.adapters.openai_models.policy import ModelPolicy
from memory_pipeline.adapters.openai_models.request import ModelRequest, prepared
from memory_pipeline.adapters.openai_models.schema import ExtractionReply
from memory_pipeline.adapters.openai_models.transcript_text import (
    Piece,
    clock_text,
    household_text,
    transcript_text,
)
from memory_pipeline.formation.prompt_texts import Prompt, load_prompt
from memory_pipeline.model.family import Family
from memory_pipeline.model.transcript import Session
from memory_pipeline.ports.token_counter import TokenCounter

SCHEMA_VERSION = "schema-1"


def extraction_prompt() -> Prompt:
    """`formation/prompts/extract.md`."""
    return load_prompt("formation", "extract")


def extraction_version(model: str) -> str:
    """Backend, model, prompt and schema version in one line."""
    return f"openai {model} {extraction_prompt().version} {SCHEMA_VERSION}"


def session_cut(policy: ModelPolicy, session: Session, count: TokenCounter) -> Cut:
    """The session's chunks under the policy."""
    return cut(session, policy.transcript_tokens, policy.overlap_turns, count)


def extraction_request(policy: ModelPolicy, session: Session, family: Family, pieces: Sequence[Piece]) -> ModelRequest:
    """The request for some pieces of a session. Raises InvalidTimeZone for a family without a usable zone."""
    prompt = extraction_prompt()
    message = prompt.message(
        {
            "clock": clock_text(session, family.timezone),
            "household": household_text(session, family),
            "scope": _scope(session, pieces),
            "transcript": transcript_text(pieces, family.timezone),
        }
    )
    messages = [{"role": "system", "content": prompt.system}, {"role": "user", "content": message}]
    return prepared(policy, messages, ExtractionReply)


def _scope(session: Session, pieces: Sequence[Piece]) -> str:
    """Whether the transcript is whole, and what to do with turns that were read before."""
    new = [piece for piece in pieces if not piece.known]
    shown = {piece.turn.number for piece in new if piece.parts == 1}
    spoken = {turn.number for turn in session.turns if turn.text.strip()}
    if spoken <= shown:
        return f"The whole conversation: {len(session.turns)} turns."
    part = f"A part of a longer conversation: turns {new[0].turn.number} to {new[-1].turn.number}."
    if len(new) == len(pieces):
        return part
    return f"{part} Turns marked as read before are context: propose nothing that rests on them alone."
