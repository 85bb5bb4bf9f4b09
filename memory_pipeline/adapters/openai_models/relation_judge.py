"""The model judge (contract section 5): one request for all pairs of a session; what it leaves open, rules decide.

A judged pair is remembered for the life of the process, so that a plan that is made again asks only about what is new.
"""

from __future__ import annotations

import logging
import threading
from collections import Counter, OrderedDict
from collections.abc import Mapping, Sequence
from typing import Any

from pydantic import ValidationError

from memory_pipeline.adapters.openai_models.asking import ask
from memory_pipeline.adapters.openai_models.endpoint import Endpoint
from memory_pipeline.adapters.openai_models.faults import ModelFault
from memory_pipeline.adapters.openai_models.relation_request import (
    RELATION_SIGNS,
    pair_text,
    relation_prompt,
    relation_request,
)
from memory_pipeline.adapters.openai_models.reply_text import TWICE, ReadReply, read_reply
from memory_pipeline.adapters.openai_models.schema import NamedRelation
from memory_pipeline.adapters.openai_models.spending import Spending
from memory_pipeline.model.candidate import Usage
from memory_pipeline.model.decision import Relation
from memory_pipeline.model.errors import ExtractionFailed
from memory_pipeline.ports.relation_judge import Pair, RelationJudge

_LOG = logging.getLogger(__name__)
_REMEMBERED = 4096
_UNREADABLE = frozenset(
    {"not_recorded", "refusal", "content_filter", "no_content", "huge", "cut_off", "broken_json", "other_schema"}
    | {"bare_list", "too_long"}
)
"""Faults that another run would meet again, so the rules judge; after any other the session is tried again."""


class OpenAIRelationJudge:
    """Implements `ports.relation_judge.RelationJudge`.

    `rules` judges each pair that the model's reply does not name readably, and all of them where there is no readable
    reply. `rules_when_down`: also where the endpoint is down (MEMORY_FALLBACK); else that raises ExtractionFailed.
    """

    def __init__(self, endpoint: Endpoint, rules: RelationJudge, *, rules_when_down: bool = False) -> None:
        self._endpoint = endpoint
        self._rules = rules
        self._rules_when_down = rules_when_down
        self._lock = threading.Lock()
        self._remembered: OrderedDict[str, Relation] = OrderedDict()
        self._total = Usage()
        self._faults: Counter[str] = Counter()

    @property
    def version(self) -> str:
        """Backend, model and prompt version, and the rules behind it."""
        return f"openai {self._endpoint.policy.model} {relation_prompt().version} else {self._rules.version}"

    @property
    def usage(self) -> Usage:
        """What all judgements of this judge have cost, and the faults: `pair_unread` counts pairs left to the rules."""
        with self._lock:
            total = self._total
            return Usage(
                calls=total.calls,
                input_tokens=total.input_tokens,
                output_tokens=total.output_tokens,
                cost_usd=total.cost_usd,
                faults=dict(sorted(self._faults.items())),
            )

    def judge(self, pairs: Sequence[Pair]) -> Sequence[Relation]:
        """One relation a pair, in order. Raises ExtractionFailed, retriable, where the endpoint is down."""
        texts = [pair_text(pair) for pair in pairs]
        known = self._recall(texts)
        open_ = [at for at, text in enumerate(texts) if text not in known]
        size = self._endpoint.policy.pairs
        found: dict[int, Relation] = {at: known[text] for at, text in enumerate(texts) if text in known}
        for start in range(0, len(open_), size):
            places = open_[start : start + size]
            named = self._asked([texts[at] for at in places])
            self._remember({texts[places[at]]: relation for at, relation in named.items()})
            found |= {places[at]: relation for at, relation in named.items()}
        left = [at for at in range(len(pairs)) if at not in found]
        if left:
            self._count({"pair_unread": len(left)})
            _LOG.warning("%d of %d pairs were left to the rules (%s)", len(left), len(pairs), self._rules.version)
            found |= dict(zip(left, self._rules.judge([pairs[at] for at in left]), strict=True))
        return [found[at] for at in range(len(pairs))]

    def _asked(self, texts: Sequence[str]) -> dict[int, Relation]:
        """The relations that the model named readably, by the place of their pair."""
        policy = self._endpoint.policy
        spending = Spending(policy.budget, policy.prices)
        try:
            reply = ask(self._endpoint, None, "", relation_request(policy, texts), _read, spending)
        except ModelFault as fault:
            if fault.kind not in _UNREADABLE and not self._rules_when_down:
                raise ExtractionFailed(f"{self.version} failed ({fault}); the next run tries again") from fault
            return {}
        finally:
            self._add(spending.total.usage())
        return _named(reply.items, len(texts))

    def _recall(self, texts: Sequence[str]) -> dict[str, Relation]:
        with self._lock:
            return {text: self._remembered[text] for text in texts if text in self._remembered}

    def _remember(self, relations: Mapping[str, Relation]) -> None:
        with self._lock:
            self._remembered.update(relations)
            while len(self._remembered) > _REMEMBERED:
                self._remembered.popitem(last=False)

    def _count(self, faults: Mapping[str, int]) -> None:
        with self._lock:
            self._faults.update(faults)

    def _add(self, usage: Usage) -> None:
        self._count(usage.faults)
        with self._lock:
            self._total = Usage(
                calls=self._total.calls + usage.calls,
                input_tokens=self._total.input_tokens + usage.input_tokens,
                output_tokens=self._total.output_tokens + usage.output_tokens,
                cost_usd=self._total.cost_usd + usage.cost_usd,
            )


def _read(text: str, cut_off: bool) -> ReadReply:
    return read_reply(text, "relations", RELATION_SIGNS, cut_off=cut_off)


def _named(items: Sequence[Any], count: int) -> dict[int, Relation]:
    """The relation of each pair that is named once, or alike each time."""
    named: dict[int, set[Relation]] = {}
    for item in items:
        try:
            one = NamedRelation.model_validate(item)
        except ValidationError:
            continue
        if 1 <= one.pair <= count and not (isinstance(item, dict) and TWICE in item):
            named.setdefault(one.pair - 1, set()).add(one.relation)
    return {at: next(iter(relations)) for at, relations in named.items() if len(relations) == 1}
