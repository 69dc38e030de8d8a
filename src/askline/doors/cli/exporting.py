"""`export`: history written out, ask by ask as it is read, for other programs and for paper.

Nothing leaves that was marked sensitive, unless it is asked for by name.
"""

import os
import sys
from collections.abc import Generator, Iterable, Iterator
from contextlib import contextmanager
from typing import Any, Final, TextIO

from askline.core.errors import InvalidArguments
from askline.core.speaking import many, t
from askline.doors.cli import export_formats, problems
from askline.doors.cli.here import Here
from askline.doors.cli.history import filtered, found
from askline.doors.cli.words import parser

Shape = dict[str, Any]

FORMATS: Final = {
    "json": export_formats.as_json,
    "yaml": export_formats.as_yaml,
    "markdown": export_formats.as_markdown,
    "csv": export_formats.as_csv,
}


def export(words: list[str], here: Here) -> int:
    options = filtered(parser("export", reads=False))
    options.add_argument("--format", choices=[*FORMATS], default="json", help=t("json if not said"))
    options.add_argument("--out", help=t("the file; without it, standard output"))
    options.add_argument(
        "--sensitive", action="store_true", help=t("also what is marked sensitive")
    )
    said = options.parse_intermixed_args(words)
    asks = (ask for ask in found(here, said) if said.sensitive or not ask["sensitive"])
    count = Counted(asks)
    with _written_to(said.out) as file:
        for piece in FORMATS[said.format](count):
            file.write(piece)
    if said.out:
        problems.say(many(count.number, "{0} ask is in {1}.", "{0} asks are in {1}.", said.out))
    return problems.DONE


class Counted:
    """The same asks, and how many went by."""

    def __init__(self, asks: Iterable[Shape]) -> None:
        self._asks = asks
        self.number = 0

    def __iter__(self) -> Iterator[Shape]:
        for ask in self._asks:
            self.number += 1
            yield ask


@contextmanager
def _written_to(path: str | None) -> Generator[TextIO]:
    """Private, whole or not at all: what is there already stays until the last ask is written."""
    if path is None:
        yield sys.stdout
        return
    unfinished = f"{path}.{os.getpid()}.part"
    try:
        handle = os.open(unfinished, os.O_CREAT | os.O_EXCL | os.O_WRONLY, 0o600)
        try:
            with open(handle, "w", encoding="utf-8", newline="") as file:  # noqa: PTH123 - a handle
                yield file
            os.replace(unfinished, path)  # noqa: PTH105 - a text
        except BaseException:
            os.unlink(unfinished)  # noqa: PTH108 - a text
            raise
    except OSError as error:
        raise InvalidArguments(
            t("{0} cannot be written: {1}.", path, error.strerror),
            hint=t("Name another file with --out."),
        ) from None
