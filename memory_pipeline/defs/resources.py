"""Resources: they build the plain object and nothing else."""

from datetime import datetime
from pathlib import Path
from typing import Any

import dagster as dg
from pydantic import PrivateAttr

from memory_pipeline.bootstrap import build_pipeline
from memory_pipeline.model.instants import parse_instant
from memory_pipeline.settings import Settings, load_settings
from memory_pipeline.workflows.pipeline import Pipeline


class PipelineResource(dg.ConfigurableResource[Pipeline]):
    """The configured pipeline. Empty fields leave the environment's `MEMORY_…` settings as they are."""

    store: str = ""
    inbox: str = ""
    now: str = ""

    _pipeline: Pipeline | None = PrivateAttr(default=None)

    def settings(self) -> Settings:
        """The environment's settings with this resource's own fields on top."""
        given: dict[str, Any] = {}
        if self.store:
            given["store"] = self.store
        if self.inbox:
            given["inbox"] = Path(self.inbox)
        return load_settings().model_copy(update=given)

    def pipeline(self) -> Pipeline:
        """The pipeline, built on first use and kept for the process."""
        if self._pipeline is None:
            self._pipeline = build_pipeline(self.settings(), now=self._instant())
        return self._pipeline

    def inbox_folder(self) -> Path:
        """Where transcripts are dropped, one sub-folder a family."""
        return self.settings().inbox

    def _instant(self) -> datetime | None:
        return parse_instant(self.now) if self.now else None
