"""The part of an operation's output that a terminal holds: never more than a few pages of it. Pure.

Pages are named by their place in the file, in bytes; what they say is text, which is shorter or
longer. So a part is kept page by page, and the oldest page goes when there is too much. A last line
that had no end yet is read again with what follows it: a progress bar writes over itself.
"""

from dataclasses import dataclass, replace
from typing import Any

from askline.core.text import clean

Shape = dict[str, Any]

KEEP = 128 << 10
"""Bytes of the file that are looked at together."""
PAGE = 64 << 10
"""Bytes that are read on at a time."""
FARTHEST = 10**12
"""Behind the end of every output: reading there tells where the end is."""


@dataclass(frozen=True, slots=True)
class Page:
    offset: int
    text: str
    next: int
    eof: bool
    amid: bool = False
    """It began within a line, whose rest was left away."""


@dataclass(frozen=True, slots=True)
class Output:
    pages: tuple[Page, ...]

    @property
    def start(self) -> int:
        return self.pages[0].offset

    @property
    def next(self) -> int:
        return self.pages[-1].next

    @property
    def eof(self) -> bool:
        """Whether nothing lay behind it when it was read."""
        return self.pages[-1].eof

    @property
    def resumes(self) -> int:
        """From where it is read on."""
        last = self.pages[-1]
        return last.offset if last.eof and not last.text.endswith("\n") else last.next

    def joined(self, page: Page) -> "Output":
        """With what was read on; the oldest goes where there is enough without it."""
        amid = any(each.amid for each in self.pages if each.offset == page.offset)
        pages = [each for each in self.pages if each.offset < page.offset]
        pages.append(from_line_start(page) if amid else page)
        while len(pages) > 1 and sum(len(each.text) for each in pages[1:]) >= KEEP:
            del pages[0]
        return Output(tuple(pages))


def read_page(offset: int, shape: Shape) -> Page:
    return Page(offset, clean(shape["text"]), shape["next_offset"], shape["eof"])


def from_line_start(page: Page) -> Page:
    """A page that begins somewhere in the file, without the rest of a line that it began in."""
    _, newline, rest = page.text.partition("\n")
    return replace(page, text=rest, amid=True) if page.offset and newline else page


NOTHING = Output((Page(0, "", 0, eof=True),))
