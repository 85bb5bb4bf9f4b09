"""An OpenAI-compatible endpoint: one request in, the text of one reply out, with backoff and a bounded number at once.

The client's own retries are off, so that every attempt is counted, budgeted and waited for here.
"""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cached_property, lru_cache
from typing import TYPE_CHECKING, Any, TypeVar

from tenacity import RetryCallState, Retrying, retry_if_exception, stop_after_attempt

from memory_pipeline.adapters.openai_models.faults import ModelFault
from memory_pipeline.adapters.openai_models.policy import ModelPolicy
from memory_pipeline.adapters.openai_models.request import ModelRequest
from memory_pipeline.adapters.openai_models.spending import Spending, Tally
from memory_pipeline.adapters.openai_models.vendor_errors import translated
from memory_pipeline.adapters.openai_models.wire import WireReply, read_completion
from memory_pipeline.ports.token_counter import TokenCounter

if TYPE_CHECKING:
    from openai import OpenAI

Answer = TypeVar("Answer")
Sleep = Callable[[float], None]
_FIRST_WAIT = 1.0


@dataclass(frozen=True)
class Address:
    """Where the endpoint is and the key it wants. `url` None: OpenAI's own."""

    url: str | None
    key: str

    @property
    def name(self) -> str:
        """For messages and provenance; it holds no key."""
        return self.url or "https://api.openai.com/v1"


class Endpoint:
    """One endpoint. `sleep` waits between attempts, in seconds."""

    def __init__(
        self, address: Address, policy: ModelPolicy, count_tokens: TokenCounter, sleep: Sleep = time.sleep
    ) -> None:
        self.address = address
        self.policy = policy
        self._count = count_tokens
        self._sleep = sleep

    def complete(self, request: ModelRequest, spending: Spending, tally: Tally) -> WireReply:
        """The reply of the model to a chat request. Raises ModelFault when all attempts are used up."""

        def attempt() -> WireReply:
            expected = self._count(request.texts), self.policy.reply_tokens
            spending.begin(*expected, tally)
            reply: WireReply | None = None
            try:
                reply = self._completion(request.body)
                return reply
            finally:
                spending.end(expected, self._cost(reply, expected[0]), tally)

        return self._attempts(attempt, lambda kind: spending.fault(kind, tally))

    def chat(self, body: Mapping[str, Any]) -> bytes:
        """The JSON of `/chat/completions`, as it came. Raises ModelFault when all attempts are used up."""
        return self._attempts(lambda: self._post(lambda: self._raw_chat(body)), lambda _: None)

    def embeddings(self, body: Mapping[str, Any]) -> Any:
        """The JSON of `/embeddings`. Raises ModelFault when all attempts are used up."""
        return self._attempts(lambda: self._post(lambda: self._raw_embeddings(body)), lambda _: None)

    def _attempts(self, attempt: Callable[[], Answer], count_fault: Callable[[str], None]) -> Answer:
        def counted() -> Answer:
            try:
                return attempt()
            except ModelFault as fault:
                if fault.kind != "budget":
                    count_fault(fault.kind)
                raise

        retrying = Retrying(
            stop=stop_after_attempt(self.policy.attempts),
            retry=retry_if_exception(self._worth_another),
            wait=self._wait,
            sleep=self._sleep,
            reraise=True,
        )
        return retrying(counted)

    def _worth_another(self, error: BaseException) -> bool:
        return isinstance(error, ModelFault) and error.retriable and (error.wait or 0.0) <= self.policy.longest_wait

    def _wait(self, state: RetryCallState) -> float:
        """What the endpoint asked for, else twice as long each time."""
        error = state.outcome.exception() if state.outcome else None
        if isinstance(error, ModelFault) and error.wait is not None:
            return error.wait
        return float(min(_FIRST_WAIT * 2 ** (state.attempt_number - 1), self.policy.longest_wait))

    def _completion(self, body: Mapping[str, Any]) -> WireReply:
        return read_completion(self._post(lambda: self._raw_chat(body)), self.policy)

    def _raw_chat(self, body: Mapping[str, Any]) -> bytes:
        return self._client.chat.completions.with_raw_response.create(**body).content

    def _raw_embeddings(self, body: Mapping[str, Any]) -> bytes:
        return self._client.embeddings.with_raw_response.create(**body).content

    def _post(self, send: Callable[[], bytes]) -> bytes:
        with gate(self.address.name, self.policy.concurrency):
            try:
                return send()
            except ModelFault:
                raise
            except Exception as error:
                fault = translated(error)
                if fault is None:
                    raise
                raise fault from error

    def _cost(self, reply: WireReply | None, input_tokens: int) -> tuple[int, int]:
        """Tokens in and out: as the endpoint says, else as we count them. A call without a reply costs nothing."""
        if reply is None:
            return 0, 0
        if reply.tokens is not None:
            return reply.tokens
        return input_tokens, self._count(reply.text or "")

    @cached_property
    def _client(self) -> OpenAI:
        from openai import OpenAI

        return OpenAI(base_url=self.address.url, api_key=self.address.key, max_retries=0, timeout=self.policy.timeout)


@lru_cache(maxsize=64)
def gate(address: str, concurrency: int) -> threading.BoundedSemaphore:  # noqa: ARG001 - the address is what the cache tells endpoints apart by
    """The semaphore of an endpoint, one for the whole process."""
    return threading.BoundedSemaphore(concurrency)
