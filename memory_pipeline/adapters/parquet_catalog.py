"""The fleet as Parquet: `memories/family=F/part.parquet` (one row a memory) and `families.parquet` (one a family).

`_state.json` beside them says of which files each family was made, so that a pass writes only what changed.
"""

from __future__ import annotations

import shutil
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import asdict, fields
from datetime import date, datetime
from pathlib import Path
from typing import Any, get_type_hints

import pandas as pd
import pyarrow as pa

from memory_pipeline.model.errors import MalformedDocument
from memory_pipeline.store import json_text
from memory_pipeline.workflows.fleet_catalog import FamilyCatalog, KnownFamily
from memory_pipeline.workflows.fleet_rows import FamilyRow, MemoryRow

_STATE = "_state.json"
_COLUMN = {str: pa.string(), bool: pa.bool_(), int: pa.int64(), float: pa.float64(), date: pa.date32()}


class ParquetCatalog:
    """One folder. One process at a time writes into it; readers see a file as it was or as it is."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder

    def known(self) -> Mapping[str, KnownFamily]:
        """What the last pass found, by family; nothing where there is none yet. Raises MalformedDocument."""
        path = self.folder / _STATE
        if not path.exists():
            return {}
        try:
            return {family: _known(each) for family, each in json_text.read(path.read_bytes())["families"].items()}
        except (json_text.JsonFault, KeyError, TypeError, ValueError, AttributeError) as error:
            problem = f"no state of a catalog: {error}; delete the file, and everything is read anew"
            raise MalformedDocument(problem, file=str(path)) from error

    def write(self, found: Iterable[FamilyCatalog]) -> tuple[FamilyCatalog, ...]:
        """Write the families that changed, drop those that are gone, and return all of them in order."""
        written = []
        for each in found:
            if each.memories is not None:
                self._put(self._part(each.family), _frame(MemoryRow, [asdict(row) for row in each.memories]), MemoryRow)
            written.append(each)
        known = {each.family: each.known for each in written if each.known is not None}
        for part in (self.folder / "memories").glob("family=*"):
            if part.name.removeprefix("family=") not in known:
                shutil.rmtree(part)
        self._put(
            self.folder / "families.parquet",
            _frame(FamilyRow, [asdict(each.row) for each in known.values()]),
            FamilyRow,
        )
        state = {"version": 1, "families": {family: _state(each) for family, each in known.items()}}
        self._replace(self.folder / _STATE, json_text.document(state))
        return tuple(written)

    def drop(self, family: str) -> None:
        """Take a family's rows out at once, as an erasure does; the others stay. Raises MalformedDocument."""
        known = self.known()
        if family in known or self._part(family).parent.exists():
            self.write(FamilyCatalog(family=key, known=each) for key, each in known.items() if key != family)

    def _part(self, family: str) -> Path:
        return self.folder / "memories" / f"family={family}" / "part.parquet"

    def _put(self, path: Path, frame: pd.DataFrame, row: type) -> None:
        path.parent.mkdir(parents=True, exist_ok=True)
        half = path.with_name(f".{path.name}.part")
        frame.to_parquet(half, engine="pyarrow", index=False, schema=_schema(row))
        half.replace(path)

    def _replace(self, path: Path, data: bytes) -> None:
        half = path.with_name(f"{path.name}.part")
        half.write_bytes(data)
        half.replace(path)


def _columns(row: type) -> Mapping[str, Any]:
    """The columns by name; the partition `family` of a memory is its folder's name and no column."""
    hints = get_type_hints(row)
    return {each.name: hints[each.name] for each in fields(row) if not (row is MemoryRow and each.name == "family")}


def _schema(row: type) -> pa.Schema:
    return pa.schema([(name, _column(hint)) for name, hint in _columns(row).items()])


def _column(hint: Any) -> pa.DataType:
    plain = next((each for each in getattr(hint, "__args__", ()) if each is not type(None)), hint)
    return pa.timestamp("us", tz="UTC") if plain is datetime else _COLUMN[plain]


def _frame(row: type, rows: Sequence[Mapping[str, Any]]) -> pd.DataFrame:
    """Every column as objects: whole numbers beside gaps stay whole numbers."""
    return pd.DataFrame({name: pd.Series([each[name] for each in rows], dtype=object) for name in _columns(row)})


def _state(known: KnownFamily) -> dict[str, Any]:
    return {"signature": known.signature, "row": asdict(known.row), "ends": [end.isoformat() for end in known.ends]}


def _known(value: Mapping[str, Any]) -> KnownFamily:
    row = dict(value["row"])
    for name, read in (("last_change_at", datetime.fromisoformat), ("next_due", date.fromisoformat)):
        row[name] = None if row[name] is None else read(row[name])
    ends = tuple(date.fromisoformat(end) for end in value["ends"])
    return KnownFamily(signature=value["signature"], row=FamilyRow(**row), ends=ends)
