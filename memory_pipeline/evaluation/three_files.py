"""The earlier design, to compare with: three narrative files a family, loaded whole (seed section 1).

There each summarizer was a model that reworded the whole narrative. Here the files are filled with the family's own
sentences, which is kinder to that design than it was: nothing blurs, nothing slips out in the rewording. What it could
not do stays: nothing expires, nothing knows its source, a correction stands beside what it corrects.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace

from memory_pipeline.evaluation.cases.common import Conversation
from memory_pipeline.language.clauses import sentences
from memory_pipeline.language.modality import is_question
from memory_pipeline.language.pasted import pasted_spans
from memory_pipeline.language.wishes import is_binding

_FEWEST_WORDS = 3
_LAST_SENTENCES = 4


@dataclass(frozen=True, slots=True, kw_only=True)
class ThreeFiles:
    """knowledge, explicit memories and last conversation, each a list of sentences in the order they were said."""

    knowledge: tuple[str, ...] = ()
    explicit: tuple[str, ...] = ()
    last: tuple[str, ...] = ()

    def after(self, conversation: Conversation) -> ThreeFiles:
        """The files once a conversation was summarized into them; a sentence that is there already is not added."""
        if conversation.off_record:
            return self
        said = tuple(_said(conversation))
        wishes = [sentence for sentence, binding in said if binding]
        told = [sentence for sentence, binding in said if not binding]
        return replace(
            self,
            knowledge=tuple(dict.fromkeys([*self.knowledge, *told])),
            explicit=tuple(dict.fromkeys([*self.explicit, *wishes])),
            last=tuple(sentence for sentence, _ in said)[:_LAST_SENTENCES],
        )

    def files(self) -> Mapping[str, str]:
        """The files by name, as a family's folder `legacy/` has them."""
        return {
            "knowledge.md": _markdown("What we know about the family", self.knowledge),
            "explicit_memories.md": _markdown("What the family asked us to remember", self.explicit),
            "last_conversation.md": _markdown("Last conversation", self.last),
        }

    @property
    def text(self) -> str:
        """All three, as they were put before the model at the start of every conversation."""
        return "\n".join(self.files().values())


def _said(conversation: Conversation) -> Iterator[tuple[str, bool]]:
    """The sentences of the family's own, with whether each is a wish."""
    for turn in conversation.turns:
        if turn.role != "user":
            continue
        pasted = pasted_spans(turn.text)
        for span in sentences(turn.text):
            sentence = " ".join(turn.text[span.start : span.end].split())
            foreign = any(span.start < paste.end and paste.start < span.end for paste in pasted)
            if not foreign and not is_question(sentence) and len(sentence.split()) >= _FEWEST_WORDS:
                yield f"{turn.speaker}: {sentence}", is_binding(sentence)


def _markdown(title: str, lines: tuple[str, ...]) -> str:
    return "\n".join([f"# {title}", "", *(f"- {line}" for line in lines), ""])
