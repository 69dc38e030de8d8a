"""One-time codes that carry a person from a terminal to a browser.

A code stands in an address, so it may end in a history or a log: it opens once, within a minute.
Only its hash is held, and only in this process.
"""

from datetime import datetime, timedelta
from hashlib import sha256
from secrets import token_urlsafe

from askline.core.clock import Clock

LASTS = timedelta(seconds=60)
MOST = 100


class Codes:
    def __init__(self, clock: Clock) -> None:
        self._clock = clock
        self._until: dict[bytes, datetime] = {}

    def make(self) -> str:
        code = token_urlsafe(32)
        self._forget()
        self._until[_hashed(code)] = self._clock.now() + LASTS
        return code

    def take(self, code: str) -> bool:
        """Whether it opens; it never does again."""
        until = self._until.pop(_hashed(code), None)
        return until is not None and self._clock.now() < until

    def _forget(self) -> None:
        now = self._clock.now()
        fresh = [(code, until) for code, until in self._until.items() if now < until]
        self._until = dict(fresh[-MOST + 1 :])


def _hashed(code: str) -> bytes:
    return sha256(code.encode(errors="replace")).digest()
