"""The environment, read once: where the parts are, and the policies that each stage defines for itself.

Every variable has the prefix `MEMORY_`; the model endpoint uses OpenAI's own names (contract section 13).
"""

from __future__ import annotations

import os
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Literal

from pydantic import Field, ValidationError, field_validator
from pydantic_settings import BaseSettings, SettingsConfigDict

from memory_pipeline.adapters.openai_models.policy import ModelPolicy, OutputForm, Prices, SessionBudget
from memory_pipeline.dreaming.policy import DreamPolicy
from memory_pipeline.formation.policy import FormationPolicy
from memory_pipeline.memory_log.policy import LARGEST_BATCH, SMALLEST_BATCH, MemoryLogPolicy
from memory_pipeline.model.errors import InvalidArgument, InvalidSetting
from memory_pipeline.workflows.pipeline import Policies


def data_folder() -> Path:
    """The one absolute folder for everything that no setting places: `$XDG_DATA_HOME/memory-pipeline`."""
    base = os.environ.get("XDG_DATA_HOME") or str(Path.home() / ".local" / "share")
    return Path(base).expanduser().absolute() / "memory-pipeline"


_MODEL = ModelPolicy()
Backend = Literal["configured", "embedded", "recorded"]
"""What extracts in an evaluation: as the settings say, the rules, or the model by its recorded replies."""


def default_extractor() -> Literal["embedded", "openai"]:
    """The model backend where a key or recorded replies are there for it, else the embedded one."""
    asked = os.environ.get("OPENAI_API_KEY") or os.environ.get("MEMORY_REPLIES")
    return "openai" if asked else "embedded"


class Settings(BaseSettings):
    """All settings with their defaults; `docs/OPERATIONS.md` explains each."""

    model_config = SettingsConfigDict(env_prefix="MEMORY_", frozen=True, extra="ignore")

    store: str = Field(default_factory=lambda: str(data_folder() / "store"))
    inbox: Path = Field(default_factory=lambda: data_folder() / "inbox")
    eval_sets: Path | None = None
    evaluations: Path = Field(default_factory=lambda: data_folder() / "evaluations")
    analysis: Path = Field(default_factory=lambda: data_folder() / "analysis")
    index: Literal["embedded", "exact"] = "embedded"
    index_path: Path | None = None
    qdrant_url: str = ""
    qdrant_api_key: str = Field(default="", repr=False)
    embedder: Literal["embedded", "hashing", "multilingual", "openai"] = "embedded"
    extractor: Literal["embedded", "openai"] = Field(default_factory=default_extractor)
    judge: Literal["as-extractor", "embedded", "openai"] = "as-extractor"
    fallback: Literal["none", "embedded"] = "none"
    replies: Path | None = None
    replies_wanted: Path | None = None
    fsync: bool = True
    card_secret: str = Field(default="", repr=False)

    model: str = Field(default=_MODEL.model, min_length=1)
    model_output: OutputForm = _MODEL.output
    model_temperature: float | None = Field(default=_MODEL.temperature, ge=0)
    model_transcript_tokens: int = Field(default=_MODEL.transcript_tokens, ge=200)
    model_overlap_turns: int = Field(default=_MODEL.overlap_turns, ge=0)
    model_reply_tokens: int = Field(default=_MODEL.reply_tokens, ge=1)
    model_attempts: int = Field(default=_MODEL.attempts, ge=1)
    model_asks: int = Field(default=_MODEL.asks, ge=1)
    model_longest_wait: float = Field(default=_MODEL.longest_wait, ge=0)
    model_timeout: float = Field(default=_MODEL.timeout, gt=0)
    model_concurrency: int = Field(default=_MODEL.concurrency, ge=1)
    model_session_calls: int = Field(default=_MODEL.budget.calls, ge=1)
    model_session_tokens: int = Field(default=_MODEL.budget.tokens, ge=1)
    model_session_usd: float = Field(default=_MODEL.budget.usd, ge=0)
    model_input_price: float = Field(default=_MODEL.prices.input_usd, ge=0)
    model_output_price: float = Field(default=_MODEL.prices.output_usd, ge=0)
    embedding_model: str = Field(default="text-embedding-3-small", min_length=1)

    candidates_per_session: int = Field(default=FormationPolicy().cap, ge=1)
    decay_days: int = Field(default=DreamPolicy().decay_days, ge=1)
    promote_at: int = Field(default=DreamPolicy().promote_at, ge=1)
    blast_radius: float = Field(default=DreamPolicy().blast_radius, gt=0, le=1)
    nightly_hour: int = Field(default=3, ge=0, le=23)
    require_release: bool = False
    evaluation_days: int = Field(default=7, ge=0)
    log_cap: int = Field(default=MemoryLogPolicy().cap, ge=1)
    log_prune: int = Field(default=MemoryLogPolicy().prune_target, ge=1)
    log_batch: int = Field(default=LARGEST_BATCH, ge=SMALLEST_BATCH, le=LARGEST_BATCH)

    @field_validator("store")
    @classmethod
    def _absolute(cls, value: str) -> str:
        return value if "://" in value else str(Path(value).expanduser().absolute())

    @field_validator("model_temperature", mode="before")
    @classmethod
    def _left_out(cls, value: object) -> object:
        return None if value == "" else value

    @property
    def judged_by(self) -> Literal["embedded", "openai"]:
        """Which relation judge: the extractor's backend unless set apart."""
        return self.extractor if self.judge == "as-extractor" else self.judge

    @property
    def index_root(self) -> Path:
        """Where the embedded index keeps its shards: beside a local store, else in the data folder."""
        if self.index_path is not None:
            return self.index_path.expanduser().absolute()
        if "://" in self.store:
            return data_folder() / "index"
        return Path(self.store).with_name(Path(self.store).name + ".index")

    def eval_sets_root(self) -> Path:
        """The labelled cases: at MEMORY_EVAL_SETS, else beside the package in a checkout. Raises InvalidSetting."""
        root = self.eval_sets or Path(__file__).parents[1] / "eval_sets"
        if not (root / "thresholds.yaml").is_file():
            raise InvalidSetting(f"MEMORY_EVAL_SETS: no labelled cases in {root}; name the folder with thresholds.yaml")
        return root.absolute()

    def policies(self) -> Policies:
        """The stages' own policies, with what the environment changes."""
        return Policies(
            formation=FormationPolicy(cap=self.candidates_per_session),
            dream=DreamPolicy(decay_days=self.decay_days, promote_at=self.promote_at, blast_radius=self.blast_radius),
            memory_log=MemoryLogPolicy(batch_size=self.log_batch, cap=self.log_cap, prune_target=self.log_prune),
        )

    def model_policy(self) -> ModelPolicy:
        """The model backend's policy, with what the environment changes."""
        return ModelPolicy(
            model=self.model,
            output=self.model_output,
            temperature=self.model_temperature,
            transcript_tokens=self.model_transcript_tokens,
            overlap_turns=self.model_overlap_turns,
            reply_tokens=self.model_reply_tokens,
            attempts=self.model_attempts,
            asks=self.model_asks,
            longest_wait=self.model_longest_wait,
            timeout=self.model_timeout,
            concurrency=self.model_concurrency,
            budget=SessionBudget(
                calls=self.model_session_calls, tokens=self.model_session_tokens, usd=self.model_session_usd
            ),
            prices=Prices(input_usd=self.model_input_price, output_usd=self.model_output_price),
        )


def with_backend(settings: Settings, backend: Backend) -> Settings:
    """The settings with the extractor that was asked for; the relation judge is that of the rules either way."""
    if backend == "configured":
        return settings
    if backend == "embedded":
        return settings.model_copy(update={"extractor": "embedded", "judge": "embedded", "replies": None})
    replies = settings.replies or settings.eval_sets_root() / "replies"
    return settings.model_copy(update={"extractor": "openai", "judge": "embedded", "replies": replies})


def load_settings() -> Settings:
    """Read the environment. Raises InvalidSetting naming each variable and what it may be."""
    try:
        return Settings()
    except ValidationError as error:
        problems = "; ".join(
            f"MEMORY_{'_'.join(str(part) for part in problem['loc']).upper()}: {problem['msg']}"
            for problem in error.errors()
        )
        raise InvalidSetting(problems) from error


@contextmanager
def version_settings(given: Sequence[str]) -> Iterator[Settings]:
    """The settings of a version that is compared with another: the environment's, and `NAME=VALUE` on top while open.

    Raises InvalidArgument for a name that makes no version (the store least of all), InvalidSetting for a value.
    """
    pairs = {name: value for name, _, value in (each.partition("=") for each in given)}
    for name in pairs:
        if not name.startswith(("MEMORY_", "OPENAI_")) or name == "MEMORY_STORE":
            problem = f"{name[:60]!r} is no setting of a version; expected NAME=VALUE, such as MEMORY_EXTRACTOR=openai"
            raise InvalidArgument(problem)
    before = dict(os.environ)
    os.environ.update(pairs)
    try:
        yield load_settings()
    finally:
        os.environ.clear()
        os.environ.update(before)
