"""Changing the user's file without losing a word of it: comments, order and layout stay.

The file is replaced as a whole, so that nobody ever reads half of one; a link to it stays a link.
"""

import os
from collections.abc import MutableMapping
from pathlib import Path
from typing import Any, cast

import tomlkit
from tomlkit.exceptions import ParseError

from askline.config import files, values
from askline.config.keys import ANY_NAME, LISTS, Key, Kind, find
from askline.config.values import Wrong
from askline.core.errors import FieldProblem, InvalidArguments
from askline.core.whole_files import replace_whole


def set_value(path: str, name: str, text: str) -> None:
    """Write one setting.

    Raises: InvalidArguments, for an unknown setting, a wrong value or a file that is no TOML.
    """
    key = find(name)
    if key is None:
        problem = FieldProblem(name, "a known setting", "an unknown one", files.nearest(name))
        raise InvalidArguments(
            f"There is no setting {name!r}.", hint=problem.hint, fields=[problem]
        )
    value = _checked(key, name, text)
    file = Path(os.path.realpath(path))
    changed = _changed(file, _path_of(key, name), value)
    replace_whole(file, changed.encode("utf-8"))


def _checked(key: Key, name: str, text: str) -> Any:
    """The value as the file shall hold it: as typed, once it is known to be sound."""
    try:
        value = values.read_text(key, name, text)
    except Wrong as wrong:
        raise InvalidArguments(
            f"{wrong}.", hint="Nothing was written.", fields=[wrong.problem]
        ) from None
    if value is None:
        return text
    if key.kind is Kind.SECONDS:
        seconds = text.strip()
        return int(seconds) if seconds.isdecimal() else seconds
    return [*value] if key.kind in LISTS else value


def _path_of(key: Key, name: str) -> list[str]:
    before, any_name, after = key.name.partition(ANY_NAME)
    if not any_name:
        return name.split(".")
    middle = name.removeprefix(before).removesuffix(after)
    return [*before.strip(".").split("."), middle, *after.strip(".").split(".")]


def _changed(file: Path, path: list[str], value: Any) -> str:
    try:
        text = file.read_text(encoding="utf-8") if file.exists() else ""
        document = tomlkit.parse(text)
    except (ParseError, UnicodeDecodeError) as trouble:
        raise InvalidArguments(
            f"{file} cannot be edited: {trouble}.", hint="Correct it by hand; nothing was written."
        ) from None
    table = cast("MutableMapping[str, Any]", document)
    *sections, last = path
    for section in sections:
        inner = table.setdefault(section, tomlkit.table())
        if not isinstance(inner, MutableMapping):
            raise InvalidArguments(
                f"{section} in {file} is no table.", hint="Correct it by hand; nothing was written."
            )
        table = cast("MutableMapping[str, Any]", inner)
    table[last] = value
    return tomlkit.dumps(document)
