"""Ids: UUIDv7, and the short form that people type.

An id sorts by its time of birth. Its short form comes from the random tail: the head of a UUIDv7
is time, so a prefix would be shared by everything asked in the same minute. An id is a name, never
an authorisation.
"""

import os
from base64 import b32encode
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from struct import iter_unpack
from typing import NewType, Protocol
from uuid import UUID

from askline.core.errors import InvalidArguments

AskId = NewType("AskId", UUID)
OperationId = NewType("OperationId", UUID)

SHORT = 6
"""Characters of a short id; the store keeps them unique among unsettled asks."""

LONGEST_SHORT = 12
"""60 of the 62 random bits of the tail."""

CROCKFORD = "0123456789abcdefghjkmnpqrstvwxyz"
TO_CROCKFORD = bytes.maketrans(b"ABCDEFGHIJKLMNOPQRSTUVWXYZ234567", CROCKFORD.encode())
READ_AS = str.maketrans("oil", "011")
SET_BACK = 2 * 3600 * 1000
"""Milliseconds by which a clock may be set back and ids still sort: they go on from the last one. One that
was further ahead was wrong, and ids follow the right time."""
EPOCH = datetime(1970, 1, 1, tzinfo=UTC)
MILLISECOND = timedelta(milliseconds=1)


class Mint(Protocol):
    """Makes ids. A port, because tests name theirs."""

    def ask_id(self, at: datetime) -> AskId: ...

    def operation_id(self, at: datetime) -> OperationId: ...


class RandomMint:
    """Random ids that still sort in the order one process made them, within a millisecond too, and while
    the clock is behind what it was."""

    def __init__(self) -> None:
        self._last = 0
        self._count = 0
        self._tails: Iterator[tuple[int]] = iter(())

    def ask_id(self, at: datetime) -> AskId:
        return AskId(self._next(at))

    def operation_id(self, at: datetime) -> OperationId:
        return OperationId(self._next(at))

    def _next(self, at: datetime) -> UUID:
        milliseconds = (at - EPOCH) // MILLISECOND
        if milliseconds < self._last <= milliseconds + SET_BACK:
            milliseconds = self._last
        self._count = self._count + 1 if milliseconds == self._last else 0
        self._last = milliseconds
        return uuid7(milliseconds, self._count, self._tail())

    def _tail(self) -> int:
        # Many at once: each look at the system's randomness gives the interpreter's lock away.
        for (tail,) in self._tails:
            return tail
        self._tails = iter_unpack("Q", os.urandom(8 * 512))
        return self._tail()


def uuid7(milliseconds: int, count: int, tail: int) -> UUID:
    """RFC 9562: 48 bits of time, the version, 12 bits that count up, the variant, 62 random bits.

    A count past its 12 bits borrows from the next millisecond, so that ids still sort.
    """
    head = ((milliseconds + (count >> 12)) << 16) | 0x7000 | (count & 0xFFF)
    return UUID(int=(head << 64) | (1 << 63) | (tail & ((1 << 62) - 1)))


def short_id(ask_id: UUID, length: int = SHORT) -> str:
    """The last `length` characters of the tail, so that a longer one ends in the shorter."""
    tail = b32encode(ask_id.bytes[-10:]).translate(TO_CROCKFORD)
    return tail[-length:].decode()


def parse_id(text: str) -> AskId | str:
    """A whole id, or a short one in its one spelling; anything else is refused."""
    wanted = text.strip().lower()
    if len(wanted) in (32, 36):
        try:
            return AskId(UUID(wanted))
        except ValueError:
            pass
    short = wanted.translate(READ_AS)
    if SHORT <= len(short) <= LONGEST_SHORT and set(short) <= set(CROCKFORD):
        return short
    raise InvalidArguments(
        f"{text!r} is no id of an ask.",
        hint=f"Give the whole id, or the last {SHORT} or more characters that the inbox shows.",
    )
