"""What a command wrote, read from its file: beginning and end, a page, or the lines with a word.

The file keeps every byte. Shown is text: escape sequences gone, a line that was written over and
over as it looked last, secrets of known shapes taken out. Memory stays the same however large the
file is; reading blocks, so callers use a thread. A search is for plain text, never for an agent's
regular expression, which could keep the service busy for ever.
"""

from collections.abc import Iterator
from pathlib import Path
from typing import BinaryIO

from askline.commands.operation import Page, View
from askline.core.text import clean
from askline.runner.hiding import named, read_hidden
from askline.runner.redaction import Redaction

HEAD, TAIL = 4 << 10, 12 << 10
WINDOW = 256 << 10
"""So much is read to fill a head or a tail: progress bars shrink to a line."""
LONGEST_LINE = 16 << 10
"""A longer one is cut in pieces, each looked at by itself."""

MOST_SEARCHED = 8 << 20
"""Bytes that one search looks at; the next goes on behind them."""

HIDING = Redaction()


def view(path: str, *, head: int = HEAD, tail: int = TAIL) -> View:
    """The beginning and the end; all of it in `head` where it fits."""
    with Path(path).open("rb") as file:
        size = file.seek(0, 2)
        first = read_hidden(file, 0, WINDOW, HIDING)
        if size <= WINDOW and len(whole := _told(first)) <= head + tail:
            return View(whole, "", 0)
        begin = _fitting(_pieces(first), head)
        start = max(len(begin), size - WINDOW)
        pieces = _pieces(read_hidden(file, start, WINDOW, HIDING))
    if start > len(begin) and len(pieces) > 1:
        pieces = pieces[1:]  # most likely the rest of a line whose beginning is not seen
    end = _fitting(pieces, tail, backwards=True)
    return View(_told(begin), _told(end), size - len(begin) - len(end))


def page(path: str, offset: int, limit: int = HEAD + TAIL) -> Page:
    """From `offset` on, whole lines where the limit allows."""
    with Path(path).open("rb") as file:
        size = file.seek(0, 2)
        start = min(offset, size)
        data = read_hidden(file, start, limit, HIDING)
    here = start + len(data)
    if here < size and (cut := _cut(data)):
        here -= len(data) - cut
        data = data[:cut]
    return Page(_told(data), here, eof=here >= size)


def last(path: str, lines: int) -> str:
    """The last lines, as many of them as the window holds."""
    with Path(path).open("rb") as file:
        start = max(0, file.seek(0, 2) - WINDOW)
        pieces = _pieces(read_hidden(file, start, WINDOW, HIDING))
    return "".join(_told(each) for each in pieces[-lines:] if lines > 0)


def search(path: str, words: str, offset: int = 0, limit: int = HEAD + TAIL) -> Page:
    """The lines from `offset` on that hold the words, whatever their case, up to the limit."""
    wanted, found, here, length = words.casefold(), list[str](), offset, 0
    with Path(path).open("rb") as file:
        size = file.seek(0, 2)
        while here < min(size, offset + MOST_SEARCHED):
            data = _window(file, here)
            if not _may_hold(data, wanted):
                here += len(data)
                continue
            for line in _short_lines(data):
                if wanted in (text := _told(line)).casefold():
                    length += len(text)
                    if length > limit and found:
                        return Page("".join(found), here, eof=False)
                    found.append(text)
                here += len(line)
    return Page("".join(found), here, eof=here >= size)


def shown(data: bytes) -> str:
    """Bytes as they would stand on a terminal at last, without what a terminal obeys."""
    text = data.decode("utf-8", errors="replace").replace("\r\n", "\n")
    if "\r" in text or "\b" in text:
        text = "\n".join(_overwritten(line) for line in text.split("\n"))
    return HIDING(clean(text))


def _told(data: bytes) -> str:
    """The same, of bytes whose secrets are blotted out."""
    return shown(named(data))


def _window(file: BinaryIO, start: int) -> bytes:
    """Whole lines, unless one is longer."""
    data = read_hidden(file, start, WINDOW, HIDING)
    return data[: data.rfind(b"\n") + 1] or data


def _may_hold(data: bytes, wanted: str) -> bool:
    """Many lines at once, for most hold nothing that is looked for."""
    plain = data.decode("utf-8", errors="replace").casefold()
    return wanted in plain or wanted in _told(data).casefold()


def _short_lines(data: bytes) -> Iterator[bytes]:
    for line in _pieces(data):
        for start in range(0, len(line), LONGEST_LINE):
            yield line[start : start + LONGEST_LINE]


def _overwritten(line: str) -> str:
    """As it looked last: what came after the last return that something follows."""
    parts = [part for part in line.split("\r") if part]
    return parts[-1].replace("\b", "") if parts else ""


def _pieces(data: bytes) -> list[bytes]:
    """Lines; only newlines end them, for returns are what makes a progress bar."""
    parts = data.split(b"\n")
    return [part + b"\n" for part in parts[:-1]] + ([parts[-1]] if parts[-1] else [])


def _fitting(pieces: list[bytes], room: int, *, backwards: bool = False) -> bytes:
    """As many whole lines as have room when they are shown; of a single long one what fits."""
    taken = list[bytes]()
    for piece in reversed(pieces) if backwards else pieces:
        length = len(_told(piece))
        if length > room:
            if not taken:
                taken.append(piece[-room:] if backwards else piece[:room])
            break
        room -= length
        taken.append(piece)
    return b"".join(reversed(taken) if backwards else taken)


def _cut(data: bytes) -> int:
    """Behind the last line's end; without one, before a character that may be cut in two."""
    if newline := data.rfind(b"\n") + 1:
        return newline
    for back in range(1, min(4, len(data)) + 1):
        if data[-back] >= 0xC0:  # noqa: PLR2004 - where a character of several bytes begins
            return len(data) - back
    return len(data)
