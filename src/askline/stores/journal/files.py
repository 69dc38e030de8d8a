"""A journal on the disk: files in the project, with the modes of ordinary project files.

They are meant to be read, and committed if one likes. A name is tried, and where it is taken the
next one: all processes try the same names in the same order, and a taken name is looked into, so
that the same entry never becomes two files. A reader finds a whole file or none.
"""

import os
import stat
from collections.abc import Container
from contextlib import suppress
from datetime import datetime
from time import monotonic
from uuid import uuid4

from anyio import to_thread

from askline.core.errors import StoreUnavailable
from askline.memory.entries import Entry
from askline.memory.ports import Place, Written
from askline.memory.writing import file_text
from askline.stores.journal.directories import QUESTIONS, opened, questions_in
from askline.stores.journal.names import possible, time_in
from askline.stores.journal.own_format import ask_in

LARGEST = 4 * 1024 * 1024
"""Bytes of a file that is looked into: the longest answer, with every character an escape."""
MOST_FILES = 20_000
"""The newest so many of one place, by name."""
PATIENCE_S = 10.0
"""How long one look parses what others wrote, newest first. What it parsed it remembers: the next
gets further."""

Look = tuple[int, int, int]
NOTHING: Look = (0, 0, 0)
SOMETHING: Look = (1, 0, 0)
"""What cannot be opened: a link, somebody else's."""


class DiskJournal:
    def __init__(self) -> None:
        self._parsed: dict[tuple[str, str, Place], tuple[Look, Entry | None]] = {}

    async def has(self, project: str, place: Place) -> bool:
        return await to_thread.run_sync(_has, project, place)

    async def write(self, project: str, place: Place, entry: Entry) -> Written:
        try:
            name, made = await to_thread.run_sync(_write, project, place, entry)
        except (OSError, ValueError) as error:
            why = error.strerror if isinstance(error, OSError) else None
            raise StoreUnavailable(
                f"The journal in {project}/{place} cannot be written: {why or error}.",
                hint="Mend the directory, or set `memory.journal` to off. The answer is stored.",
            ) from error
        return Written(f"{place}/{QUESTIONS}/{name}", made)

    async def read(self, project: str, known: Container[str]) -> list[Entry]:
        return await to_thread.run_sync(self._read, project, known)

    async def newest(self, project: str) -> datetime | None:
        return await to_thread.run_sync(_newest, project)

    async def forget(self, project: str, asks: Container[str]) -> int:
        return await to_thread.run_sync(_forget, project, asks)

    def _read(self, project: str, known: Container[str]) -> list[Entry]:
        found: list[Entry] = []
        end = monotonic() + PATIENCE_S
        for place in Place:
            with suppress(OSError, ValueError), questions_in(project, place) as directory:
                for name in reversed(_names(directory)[-MOST_FILES:]):
                    entry = self._entry(directory, (project, name, place), known, end)
                    found += [entry] if entry else []
        return found

    def _entry(
        self, directory: int, which: tuple[str, str, Place], known: Container[str], end: float
    ) -> Entry | None:
        raw, look = _content(directory, which[1])
        before = self._parsed.get(which)
        if before and before[0] == look:
            return before[1]
        if ask_in(raw) in known:
            return None
        in_time = monotonic() <= end
        entry = read_entry(_text(raw), which[1], look[0] / 1e9, parse=in_time)
        if entry is None and not in_time:
            return None
        if len(self._parsed) > 2 * MOST_FILES:
            self._parsed.clear()
        self._parsed[which] = look, entry
        return entry


def _has(project: str, place: Place) -> bool:
    try:
        with opened(project, place):
            return True
    except (OSError, ValueError):
        return False


def _newest(project: str) -> datetime | None:
    times: list[datetime] = []
    for place in Place:
        with suppress(OSError, ValueError), questions_in(project, place) as directory:
            times += filter(None, map(time_in, _names(directory)))
    return max(times, default=None)


def _forget(project: str, asks: Container[str]) -> int:
    count = 0
    for place in Place:
        with suppress(OSError, ValueError), questions_in(project, place) as directory:
            for name in _names(directory):
                entry = read_entry(_text(_content(directory, name)[0]), name, 0)
                if entry and entry.ask and entry.ask in asks:
                    os.unlink(name, dir_fd=directory)
                    count += 1
            os.fsync(directory)
    return count


def _write(project: str, place: Place, entry: Entry) -> tuple[str, bool]:
    """The file's name, and whether it was made now."""
    content = file_text(entry).encode()
    with questions_in(project, place, make=True) as directory:
        tried = ((name, _made(directory, name, entry, content)) for name in possible(entry))
        found = next((name, made) for name, made in tried if made is not None)
        # Also for a file that stood: who made it may not have come so far.
        os.fsync(directory)
        return found


def _made(directory: int, name: str, entry: Entry, content: bytes) -> bool | None:
    """The entry is in the file of this name now, made or found there; None if something else is."""
    found, look = _content(directory, name, max(LARGEST, len(content)))
    if look == NOTHING:
        try:
            _put(directory, name, content)
        except FileExistsError:
            return _made(directory, name, entry, content)
        return True
    same = read_entry(_text(found), name, 0) if found != content else entry
    return False if same is not None and same.identity == entry.identity else None


def _put(directory: int, name: str, content: bytes) -> None:
    unfinished = f".{uuid4().hex}.tmp"
    how = os.O_CREAT | os.O_EXCL | os.O_WRONLY | os.O_CLOEXEC
    try:
        with os.fdopen(os.open(unfinished, how, 0o644, dir_fd=directory), "wb") as file:
            file.write(content)
            file.flush()
            os.fsync(file.fileno())
        os.link(unfinished, name, src_dir_fd=directory, dst_dir_fd=directory)
    finally:
        with suppress(FileNotFoundError):
            os.unlink(unfinished, dir_fd=directory)


def _names(directory: int) -> list[str]:
    names = (name for name in os.listdir(directory) if not name.startswith("."))
    return sorted(name for name in names if name.endswith((".yaml", ".yml")))


def _content(directory: int, name: str, largest: int = LARGEST) -> tuple[bytes, Look]:
    """What is in a plain file of a decent size, and by what a change would be noticed.

    Of anything else, nothing. A link is not followed, and a pipe is not waited for.
    """
    how = os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK | os.O_CLOEXEC
    try:
        handle = os.open(name, how, dir_fd=directory)
    except FileNotFoundError:
        return b"", NOTHING
    except OSError:
        return b"", SOMETHING
    try:
        found = os.fstat(handle)
        look = found.st_mtime_ns, found.st_size, found.st_ino
        plain = stat.S_ISREG(found.st_mode) and found.st_size <= largest
        # One read of a plain file is all of it; one that is cut short is no entry, or read again.
        return os.read(handle, largest) if plain else b"", look
    finally:
        os.close(handle)


def _text(raw: bytes) -> str:
    return raw.decode("utf-8-sig", errors="replace")


def read_entry(text: str, name: str, changed: float, *, parse: bool = True) -> Entry | None:
    """What the text of such a file says, if it is an entry."""
    from askline.stores.journal.reading import entry_in  # noqa: PLC0415 - loads a whole parser

    return entry_in(text, name, changed, parse=parse)
