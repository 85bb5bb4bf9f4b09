"""The golden folder stands alone: a service that has only a copy of it, PyYAML and the standard library can use it."""

from __future__ import annotations

import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from memory_pipeline_tests.store.golden_files import GOLDEN

README = (GOLDEN / "README.md").read_text(encoding="utf-8")

# What another service would write: nothing of ours is imported, and it runs in the copy with no other path.
OTHER_SERVICE = """
import json, sys
from pathlib import Path
import yaml

assert not [name for name in sys.modules if name.startswith("memory_pipeline")]

def same(text, value):
    if isinstance(value, dict):
        return list(text) == list(value) and all(same(text[key], value[key]) for key in value)
    if isinstance(value, list):
        return len(text) == len(value) and all(map(same, text, value))
    if value is None or isinstance(value, bool):
        return text in {None: ("null", "~", ""), True: ("true",), False: ("false",)}[value]
    return float(text) == value if isinstance(value, (int, float)) else text == value

values = json.loads(Path("values.json").read_text("utf-8"))
for name, expected in values.items():
    _, block, body = Path(name).read_bytes().decode("utf-8").split("---\\n", 2)
    found = yaml.load(block, yaml.BaseLoader)
    assert same({**found, "body": body}, expected), name
assert {f"memories/{path.name}" for path in Path("memories").iterdir()} == set(values)

for path in Path(".").rglob("*.json"):
    data = path.read_bytes()
    shown = json.dumps(json.loads(data), ensure_ascii=False, indent=2).encode("utf-8") + b"\\n"
    assert shown == data or path.parent.name in ("cli", "refused") or path.name == "values.json", path
for path in Path(".").rglob("*.jsonl"):
    for line in path.read_bytes().splitlines():
        assert set(json.loads(line)) >= {"ref", "quote", "recordedAt"}, path
for path in Path(".").rglob("*.yaml"):
    assert yaml.safe_load(path.read_bytes()), path
for name, told in json.loads(Path("refused/expected.json").read_text("utf-8")).items():
    assert told["line"] >= 1 and told["why"] and Path("refused", name).exists(), name
print("used")
"""


@pytest.fixture
def copied(tmp_path: Path) -> Path:
    return shutil.copytree(GOLDEN, tmp_path / "vendored")


def test_another_service_uses_a_copy_without_anything_of_ours(copied: Path) -> None:
    done = subprocess.run([sys.executable, "-I", "-c", OTHER_SERVICE], cwd=copied, capture_output=True, text=True)
    assert (done.stdout, done.returncode) == ("used\n", 0), done.stderr


def test_the_folder_has_no_code_and_points_nowhere_outside(copied: Path) -> None:
    files = [path for path in copied.rglob("*") if path.is_file()]
    assert [path for path in files if path.suffix not in (".md", ".json", ".jsonl", ".yaml", "")] == []
    assert [path for path in GOLDEN.rglob("*") if path.is_symlink()] == []
    assert "](" not in README and "../" not in README


def test_the_readme_names_every_folder_and_nothing_that_is_not_there() -> None:
    named = set(re.findall(r"`([a-z_]+/?(?:[\w/-]+\.(?:md|json|yaml))?)`", README.split("## ")[0]))
    there = {name.rstrip("/") for name in named if (GOLDEN / name).exists()}
    assert {path.name for path in GOLDEN.iterdir() if path.is_dir()} <= {name.split("/")[0] for name in there}
    assert {name for name in named if name.endswith(("/", ".json", ".yaml")) and not (GOLDEN / name).exists()} == {
        "expected.json"
    }
