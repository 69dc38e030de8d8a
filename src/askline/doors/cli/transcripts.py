"""Whether a client has gone on with a call that we were asked about: its own dialog was faster.

Claude Code leaves the hook of a prompt running when its terminal has answered, and tells it nothing;
but it writes down every call and every result. Only these two are read here, and nothing is kept.
"""

import json
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any, Final, cast

TAIL: Final = 2 << 20
"""Bytes at the end that are looked at: the call in question is the last thing that happened."""


class Transcript:
    def __init__(self, path: object, tool: str, given: Mapping[str, Any]) -> None:
        self._path = Path(path) if isinstance(path, str) and path else None
        self._call = (tool, given)
        self._size = -1

    def went_on(self) -> bool:
        """Whether the call has a result. A file that cannot be read tells nothing."""
        try:
            lines = self._news()
        except OSError:
            return False
        call, results = None, set[object]()
        for part in lines:
            if part.get("type") == "tool_result":
                results.add(part.get("tool_use_id"))
            elif (part.get("name"), part.get("input")) == self._call:
                call = part.get("id")
        # An equal call may have been made before; the last one is asked about.
        return call in results

    def _news(self) -> Iterator[dict[str, Any]]:
        """Everything that was called and returned lately, if the file has grown since the last look."""
        if self._path is None or self._size == (size := self._path.stat().st_size):
            return iter(())
        self._size = size
        with self._path.open("rb") as file:
            file.seek(max(0, size - TAIL))
            return _parts(file.read(TAIL))


def _parts(content: bytes) -> Iterator[dict[str, Any]]:
    for line in content.splitlines():
        if b'"tool_use' not in line:
            continue
        try:
            message: Any = json.loads(line)["message"]["content"]
        except (ValueError, LookupError, TypeError):
            continue
        for part in cast("list[Any]", message if isinstance(message, list) else []):
            if isinstance(part, dict):
                yield cast("dict[str, Any]", part)
