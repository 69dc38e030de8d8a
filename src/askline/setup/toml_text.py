"""TOML, read and changed by tomlkit, which keeps comments, order and layout.

A new table goes to the end of the file: tomlkit would put it behind the comment that belongs to the
table after it.
"""

from collections.abc import Mapping, MutableMapping
from typing import Any, cast

import tomlkit
from tomlkit.exceptions import TOMLKitError
from tomlkit.items import InlineTable

from askline.setup.documents import DoesNotFit, Path

Table = MutableMapping[str, Any]


class TomlText:
    def load(self, text: str) -> Any:
        return _parsed(text).unwrap()

    def put(self, text: str, path: Path, value: Any) -> str:
        document = _parsed(text)
        table, missing = _deepest(document, path)
        if isinstance(value, Mapping) and not isinstance(table, InlineTable):
            return _with_table(text, path, cast("Mapping[str, Any]", value))
        if len(missing) > 1:
            return _with_table(text, path[:-1], {path[-1]: value})
        table[path[-1]] = _inline(value)
        return tomlkit.dumps(document)

    def drop(self, text: str, path: Path) -> str:
        document = _parsed(text)
        table, _ = _deepest(document, path)
        del table[path[-1]]
        return tomlkit.dumps(document)

    def append(self, text: str, path: Path, value: Any) -> str:
        document = _parsed(text)
        _list(document, path).append(value)
        return tomlkit.dumps(document)

    def remove(self, text: str, path: Path, index: int) -> str:
        document = _parsed(text)
        del _list(document, path)[index]
        return tomlkit.dumps(document)


def _parsed(text: str) -> tomlkit.TOMLDocument:
    try:
        return tomlkit.parse(text)
    except (TOMLKitError, ValueError) as no:
        raise DoesNotFit((), "TOML", str(no)) from None


def _deepest(document: tomlkit.TOMLDocument, path: Path) -> tuple[Table, Path]:
    """The innermost table on the way that is there, and what is missing below it."""
    table = cast("Table", document)
    for depth, name in enumerate(path[:-1]):
        if name not in table:
            return table, path[depth:]
        inner = table[name]
        if not isinstance(inner, MutableMapping):
            raise DoesNotFit(path[: depth + 1], "a table")
        table = cast("Table", inner)
    return table, path[-1:]


def _list(document: tomlkit.TOMLDocument, path: Path) -> list[Any]:
    table, _ = _deepest(document, path)
    return cast("list[Any]", table[path[-1]])


def _with_table(text: str, path: Path, value: Mapping[str, Any]) -> str:
    table = tomlkit.table()
    for name, each in value.items():
        table[name] = _inline(each)
    header = ".".join(tomlkit.key(name).as_string() for name in path)
    before = "" if not text else "\n" if text.endswith("\n") else "\n\n"
    new = f"{before}[{header}]\n{table.as_string()}"
    return text + (new.replace("\n", "\r\n") if "\r\n" in text else new)


def _inline(value: Any) -> Any:
    if not isinstance(value, Mapping):
        return value
    table: Any = tomlkit.inline_table()
    table.update(value)
    return table
