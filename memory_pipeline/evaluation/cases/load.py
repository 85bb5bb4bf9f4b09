"""Reads the labelled cases: YAML in which text stays text, checked against the strict schema file by file."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Annotated, Any

import orjson
import yaml
from pydantic import Field, TypeAdapter, ValidationError

from memory_pipeline.evaluation.cases.common import Split
from memory_pipeline.evaluation.cases.formation import FormationFile
from memory_pipeline.evaluation.cases.memory_log import MemoryLogFile
from memory_pipeline.evaluation.cases.retrieval import RetrievalFile
from memory_pipeline.evaluation.cases.safety import SafetyFile
from memory_pipeline.evaluation.cases.situations import ConstraintsFile, DirectivesFile
from memory_pipeline.evaluation.cases.stories import ForgettingFile, ReconciliationFile
from memory_pipeline.evaluation.cases.temporal import TemporalFile
from memory_pipeline.model.errors import MalformedDocument

AnyCaseFile = Annotated[
    FormationFile
    | ReconciliationFile
    | TemporalFile
    | DirectivesFile
    | ConstraintsFile
    | RetrievalFile
    | ForgettingFile
    | SafetyFile
    | MemoryLogFile,
    Field(discriminator="set"),
]
CASE_FILE: TypeAdapter[AnyCaseFile] = TypeAdapter(AnyCaseFile)
SETS = (
    "formation",
    "reconciliation",
    "temporal",
    "directives",
    "constraints",
    "retrieval",
    "forgetting",
    "safety",
    "memory_log",
)


def load_cases(root: Path, set_name: str, split: Split) -> list[AnyCaseFile]:
    """The files of one set and split, by name. Raises MalformedDocument naming file and place."""
    return [load_case_file(path) for path in sorted((root / set_name / split).glob("*.yaml"))]


def load_case_file(path: Path) -> AnyCaseFile:
    """One file. Raises MalformedDocument with every fault, or where set or split are not those of its folder."""
    try:
        data = yaml.load(path.read_text(encoding="utf-8"), Loader=CaseLoader)
        cases = CASE_FILE.validate_json(orjson.dumps(data))
    except yaml.YAMLError as error:
        raise MalformedDocument(f"no readable YAML: {error}", file=str(path)) from error
    except ValidationError as error:
        raise MalformedDocument("; ".join(_faults(error)), file=str(path)) from error
    if path.parent.name != cases.split or path.parent.parent.name != cases.set:
        raise MalformedDocument(f"belongs into {cases.set}/{cases.split}/", file=str(path))
    return cases


def _faults(error: ValidationError) -> Iterator[str]:
    for fault in error.errors(include_url=False):
        place = ".".join(str(part) for part in fault["loc"])
        yield f"{place}: {fault['msg']}"


class CaseLoader(yaml.SafeLoader):
    """YAML in which only true, false, null and plain integers are not text; a key may stand once."""

    def construct_mapping(self, node: yaml.MappingNode, deep: bool = False) -> dict[Any, Any]:
        """As SafeLoader; raises for a key that stands twice."""
        names = [self.construct_object(key, deep=True) for key, _ in node.value]
        if twice := [name for name in names if names.count(name) > 1]:
            raise yaml.constructor.ConstructorError(None, None, f"key {twice[0]!r} stands twice", node.start_mark)
        return super().construct_mapping(node, deep)


CaseLoader.yaml_implicit_resolvers = {}
CaseLoader.add_implicit_resolver("tag:yaml.org,2002:bool", re.compile(r"^(?:true|false)$"), list("tf"))
CaseLoader.add_implicit_resolver("tag:yaml.org,2002:null", re.compile(r"^(?:null|~)?$"), ["n", "~", ""])
CaseLoader.add_implicit_resolver("tag:yaml.org,2002:int", re.compile(r"^-?(?:0|[1-9]\d*)$"), list("-0123456789"))
