"""Clients' files and our records of them, on disk.

A file is replaced as a whole, so that no client ever reads half of one; a link to it stays a link, its
mode stays its mode, and a file that changed under our hands is left alone.
"""

import json
import os
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from askline.core.errors import InvalidArguments
from askline.core.whole_files import replace_whole
from askline.setup.documents import DoesNotFit
from askline.setup.planning import Change
from askline.setup.records import Record, record_in, shape_of

LARGEST = 64 << 20
"""No client's file is so large; whatever is, nobody reads into memory."""


def read(file: str) -> str | None:
    """Raises: DoesNotFit, for what is no text or cannot be read."""
    path = Path(file)
    try:
        if path.stat().st_size > LARGEST or not path.is_file():
            raise DoesNotFit((), "a file of settings", "this is none")
        return path.read_bytes().decode("utf-8")
    except FileNotFoundError:
        return None
    except (OSError, UnicodeDecodeError) as trouble:
        raise DoesNotFit((), "a text that can be read", str(trouble)) from None


def write(change: Change) -> None:
    """Raises: InvalidArguments, where the file changed meanwhile or cannot be written."""
    file = Path(os.path.realpath(change.file))
    if read(change.file) != change.before:
        raise InvalidArguments(
            f"{change.file} was changed by somebody else just now.", hint="Do it once more."
        )
    try:
        if change.after is None:
            file.unlink()
        else:
            replace_whole(file, change.after.encode("utf-8"))
    except OSError as trouble:
        raise InvalidArguments(
            f"{change.file} cannot be written: {trouble.strerror}.",
            hint="Correct that, and do it once more; what was written is remembered.",
        ) from None


class Records:
    """What was done so far, in one file of the user's state."""

    def __init__(self, state: str) -> None:
        self._file = Path(state) / "setup.json"

    def read(self) -> tuple[Record, ...]:
        """Raises: InvalidArguments."""
        try:
            said: Any = json.loads(self._file.read_text(encoding="utf-8"))
            return tuple(record_in(each) for each in said["records"])
        except FileNotFoundError:
            return ()
        except (OSError, ValueError, LookupError, TypeError):
            raise InvalidArguments(
                f"{self._file} is not what setup wrote.",
                hint="Move it away; what was set up stays, and you can take it back by hand.",
            ) from None

    def write(self, records: Sequence[Record]) -> None:
        shape = {"version": 1, "records": [shape_of(record) for record in records]}
        replace_whole(self._file, json.dumps(shape, indent=1).encode())

    def keep(self, record: Record) -> None:
        """Beside the others, in the place of an earlier one of the same file."""
        self.write([*(each for each in self.read() if _key(each) != _key(record)), record])

    def forget(self, records: Sequence[Record]) -> None:
        gone = {_key(record) for record in records}
        self.write([each for each in self.read() if _key(each) not in gone])


def _key(record: Record) -> tuple[str, str, str]:
    return record.client, record.scope, record.file
