"""Lines, and what to do about one that is too long: skip it, and find out whom to tell.

Where a message has its id is known at both ends of its text: first after nothing but version and
method, or last of all. An id in between could be anybody's.
"""

import re

import anyio
from anyio.streams.buffered import BufferedByteReceiveStream
from mcp_types import RequestId

from askline.core.line_length import LONGEST_LINE

END = 512
"""Bytes of either end that are looked at."""

ID = rb'"id"\s*:\s*(?:(-?\d{1,18})|"([^"\\]*)")\s*'
FIRST = re.compile(rb'\s*\{(?:\s*"(?:jsonrpc|method)"\s*:\s*"[^"\\]*"\s*,)*\s*' + ID)
LAST = re.compile(rb"[,{]\s*" + ID + rb"\}\s*\Z")
METHOD = re.compile(rb'[,{]\s*"method"\s*:')


class LineTooLong(Exception):
    """It was read to its end and is gone."""

    def __init__(self, request_id: RequestId | None, *, asks: bool) -> None:
        """`asks` says whether it is taken for a request: anything else is answered to nobody."""
        super().__init__(request_id)
        self.request_id = request_id
        self.asks = asks


async def next_line(source: BufferedByteReceiveStream) -> bytes:
    """The next whole line, without its end.

    Raises:
        LineTooLong: it was longer than allowed.
        anyio.IncompleteRead: the stream ended, perhaps inside a line.
    """
    try:
        line = await source.receive_until(b"\n", LONGEST_LINE)
    except anyio.DelimiterNotFound:
        first, last = await _skipped(source)
    else:
        if len(line) <= LONGEST_LINE:
            return line
        first, last = line[:END], line[-END:]
    raise LineTooLong(_id(first, last), asks=_asks(first, last))


async def _skipped(source: BufferedByteReceiveStream) -> tuple[bytes, bytes]:
    """Both ends of a line that is thrown away."""
    first = last = b""
    while True:
        chunk = await source.receive(LONGEST_LINE)
        part, found, rest = chunk.partition(b"\n")
        first = (first + part[:END])[:END]
        last = (last + part)[-END:]
        if found:
            source.feed_data(rest)
            return first, last


def _asks(first: bytes, last: bytes) -> bool:
    """Who has a method and names an id, as far as both ends tell."""
    return bool(METHOD.search(first) or METHOD.search(last)) and b'"id"' in first + last


def _id(first: bytes, last: bytes) -> RequestId | None:
    found = FIRST.match(first) or LAST.search(last)
    if found is None:
        return None
    number, text = found.groups()
    return int(number) if number is not None else text.decode(errors="replace")
