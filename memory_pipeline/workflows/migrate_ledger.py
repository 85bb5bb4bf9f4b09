"""`migration/ledger.json`: how far a family's migration is, so that a stopped run goes on where it was.

It holds no time of day and nothing of the run that wrote it: a migration that was stopped and continued ends in the
same bytes as one that went through.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Any, Literal, cast, get_args

from memory_pipeline.model.errors import MalformedDocument
from memory_pipeline.ports.object_store import ObjectStore
from memory_pipeline.store import json_text
from memory_pipeline.store.keys import migration_key

Step = Literal["enumerate", "map", "reduce", "explicit", "report", "archive", "dream"]
STEPS: tuple[Step, ...] = get_args(Step)
LEDGER = "ledger.json"
_VERSION = 1


@dataclass(frozen=True, slots=True, kw_only=True)
class MigrationLedger:
    """The steps that are done, with what each found. `inputs`: a digest of sessions and files that were enumerated.

    `stopped`: the step at which the family came to a halt, and why.
    """

    family: str
    inputs: str = ""
    steps: Mapping[Step, Mapping[str, Any]] = field(default_factory=dict)
    stopped: tuple[Step, str] | None = None

    @property
    def done(self) -> bool:
        """Whether every step is."""
        return all(step in self.steps for step in STEPS)

    @property
    def passes(self) -> bool:
        """Whether the migration is done and its report lets a release cover the family."""
        return self.done and self.steps["report"].get("passes") is True

    def with_step(self, step: Step, found: Mapping[str, Any]) -> MigrationLedger:
        """The ledger once the step is done."""
        return replace(self, steps={**self.steps, step: found}, stopped=None)

    def stopped_at(self, step: Step, reason: str) -> MigrationLedger:
        """The ledger of a family that came to a halt; what failed may have to be extracted anew."""
        kept = {name: found for name, found in self.steps.items() if name != "map" or step != "reduce"}
        return MigrationLedger(family=self.family, inputs=self.inputs, steps=kept, stopped=(step, reason))

    def as_json(self) -> dict[str, Any]:
        """The file's JSON value, steps in their order."""
        return {
            "version": _VERSION,
            "family": self.family,
            "state": "done" if self.done else "stopped" if self.stopped else "running",
            "stopped": None if self.stopped is None else {"step": self.stopped[0], "reason": self.stopped[1]},
            "inputs": self.inputs,
            "steps": {step: dict(self.steps[step]) for step in STEPS if step in self.steps},
        }


def read_ledger(objects: ObjectStore, family: str) -> MigrationLedger:
    """The family's ledger; an empty one before its migration. Raises MalformedDocument."""
    key = migration_key(family, LEDGER)
    found = objects.get(key)
    if found is None:
        return MigrationLedger(family=family)
    try:
        value = json_text.read(found.data)
        steps = {cast(Step, name): dict(each) for name, each in value["steps"].items() if name in STEPS}
        stopped = value["stopped"]
        return MigrationLedger(
            family=family,
            inputs=str(value["inputs"]),
            steps=steps,
            stopped=None if stopped is None else (stopped["step"], stopped["reason"]),
        )
    except (json_text.JsonFault, KeyError, TypeError, AttributeError, ValueError) as error:
        problem = "this is no ledger of a migration; delete it, and the migration goes through its steps again"
        raise MalformedDocument(problem, file=key) from error


def write_ledger(objects: ObjectStore, ledger: MigrationLedger) -> None:
    """Write the ledger where it differs from what is there."""
    put_if_new(objects, migration_key(ledger.family, LEDGER), json_text.document(ledger.as_json()))


def put_if_new(objects: ObjectStore, key: str, data: bytes) -> None:
    """Write a file unless it holds these bytes already."""
    found = objects.get(key)
    if found is None or found.data != data:
        objects.put(key, data)
