"""Reading YAML without its guesses, and refusing what a rewrite would lose: duplicate keys, comments, anchors, tags."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

import yaml
from yaml.cyaml import CParser  # type: ignore[attr-defined]
from yaml.resolver import BaseResolver

from memory_pipeline.store.json_text import DEEPEST
from memory_pipeline.store.yaml_lines import read_lines
from memory_pipeline.store.yaml_text import Plain
from memory_pipeline.store.yaml_values import YamlMapping


class YamlFault(Exception):
    """What is wrong and in which line of the text, counted from 1."""

    def __init__(self, message: str, line: int) -> None:
        super().__init__(message)
        self.message = message
        self.line = line


_CONTROL = re.compile("\r(?!\n)|[^\t\n\r -~\xa0-\u2027\u202a-\ud7ff\ue000-\ufefe\uff00-\ufffd\U00010000-\U0010ffff]")
_DOCUMENT_MARK = re.compile(r"^(?:---|\.\.\.)(?:\s|$)", re.MULTILINE)
_PROPERTY = re.compile(r"[&*!]")
_SURROGATE = re.compile("[\ud800-\udfff]")
_TOO_DEEP = f"nested more than {DEEPEST} levels deep"


def read_mapping(text: str, *, comments: bool = False) -> YamlMapping:
    """The one block mapping that `text` is. Raises YamlFault.

    `comments` allows them, for files that people write and we do not rewrite.
    """
    if match := _CONTROL.search(text):
        raise YamlFault(f"U+{ord(match[0]):04X} stands in the YAML; write it as an escape in double quotes",
                        _line(text, match.start()))  # fmt: skip
    if regular := read_lines(text):
        return regular
    return read_nodes(text, comments)


def read_nodes(text: str, comments: bool = False) -> YamlMapping:
    """The same through libyaml, for what `read_lines` leaves. Raises YamlFault."""
    try:
        root = _composed(text)
        if "#" in text and not comments:
            _refuse_comments(text, root)
        return _top_level(text, root)
    except RecursionError as error:
        raise YamlFault(_TOO_DEEP, _line_too_deep(text)) from error


def _composed(text: str) -> yaml.MappingNode:
    if match := _DOCUMENT_MARK.search(text):
        raise YamlFault(f"`{match[0].strip()}` cannot stand inside one YAML document", _line(text, match.start()))
    try:
        if _PROPERTY.search(text):
            _refuse_properties(text)
        root = _Loader(text).get_single_node()
    except yaml.MarkedYAMLError as error:
        mark = error.problem_mark or error.context_mark
        raise YamlFault(f"broken YAML: {error.problem}", 1 if mark is None else mark.line + 1) from error
    except (yaml.YAMLError, ValueError) as error:
        raise YamlFault(f"broken YAML: {str(error).splitlines()[0][:160]}", 1) from error
    if not isinstance(root, yaml.MappingNode) or root.flow_style:
        raise YamlFault("expected lines of the form `key: value`", 1 if root is None else _line_of(root))
    return root


def _refuse_properties(text: str) -> None:
    """An alias may stand inside what it names, so this comes before any walk over the nodes."""
    loader = _Loader(text)
    while loader.check_event():
        event: Any = loader.get_event()
        if getattr(event, "anchor", None) is not None or getattr(event, "tag", None) is not None:
            raise YamlFault("anchors, aliases and tags are not part of this format", event.start_mark.line + 1)


class _Loader(CParser, BaseResolver):
    """libyaml's parser with no implicit types: every plain scalar stays text."""

    def __init__(self, text: str) -> None:
        CParser.__init__(self, text)
        BaseResolver.__init__(self)


def _top_level(text: str, root: yaml.MappingNode) -> YamlMapping:
    values: dict[str, Any] = {}
    lines: dict[str, int] = {}
    written: dict[str, str] = {}
    starts = [key.start_mark.index for key, _ in root.value]
    for (key, node), start, end in zip(root.value, starts, [*starts[1:], len(text)], strict=True):
        if key.start_mark.column:
            raise YamlFault("keys must begin in the first column", _line_of(key))
        name = _key(key, values)
        values[name] = _value(node)
        lines[name] = key.start_mark.line + 1
        written[name] = text[start:end]
    return YamlMapping(values, lines, written)


def _value(node: yaml.Node, levels: int = DEEPEST) -> Any:
    if isinstance(node, yaml.ScalarNode):
        if _SURROGATE.search(node.value) or "\0" in node.value:
            raise YamlFault("an escape makes a lone surrogate or a NUL", _line_of(node))
        return node.value if node.style else Plain(node.value)
    if not levels:
        raise YamlFault(_TOO_DEEP, _line_of(node))
    if isinstance(node, yaml.SequenceNode):
        return [_value(item, levels - 1) for item in node.value]
    values: dict[str, Any] = {}
    for key, item in node.value:
        name = _key(key, values)
        values[name] = _value(item, levels - 1)
    return values


def _key(node: yaml.Node, seen: dict[str, Any]) -> str:
    if not isinstance(node, yaml.ScalarNode):
        raise YamlFault("a key must be a plain word", _line_of(node))
    name = str(_value(node))
    if name in seen:
        raise YamlFault(f"the key `{name[:60]}` stands here a second time", _line_of(node))
    return name


def _line_too_deep(text: str) -> int:
    """The line in which one list or mapping too many begins."""
    loader, levels = _Loader(text), -1
    while loader.check_event() and levels <= DEEPEST:
        event: Any = loader.get_event()
        levels += isinstance(event, yaml.CollectionStartEvent) - isinstance(event, yaml.CollectionEndEvent)
    return int(event.start_mark.line) + 1


def _refuse_comments(text: str, root: yaml.Node) -> None:
    """A `#` outside every scalar begins a comment."""
    position = 0
    spans = [(node.start_mark.index, node.end_mark.index) for node in _scalars(root)]
    for start, end in [*spans, (len(text), len(text))]:
        if (found := text.find("#", position, max(position, start))) >= 0:
            problem = "a comment would be lost; if `#` belongs to the value, put the value in quotes"
            raise YamlFault(problem, _line(text, found))
        position = max(position, end)


def _scalars(node: yaml.Node) -> Iterator[yaml.ScalarNode]:
    if isinstance(node, yaml.ScalarNode):
        yield node
    elif isinstance(node, yaml.MappingNode):
        for key, value in node.value:
            yield from _scalars(key)
            yield from _scalars(value)
    else:
        for item in node.value:
            yield from _scalars(item)


def _line(text: str, index: int) -> int:
    return text.count("\n", 0, index) + 1


def _line_of(node: yaml.Node) -> int:
    return int(node.start_mark.line) + 1
