"""Browsers that a person has signed in: kept hashed, so that the file opens nothing by itself.

They outlive the service. One that was not used for a month has ended, and so has the least used
when there are too many. Every browser here is the one local person; whose it is, is not asked.
"""

import json
import logging
from collections.abc import Iterable
from datetime import UTC, datetime, timedelta
from hashlib import sha256
from secrets import token_urlsafe
from typing import Any

import anyio

from askline.asks.spelling import read_time, time_text
from askline.core.clock import Clock
from askline.core.whole_files import Keep

IDLE = timedelta(days=30)
MOST = 50
NOTED_EVERY = timedelta(hours=1)
"""A use is written down at most so often: a file for every request would wear out the disk."""

log = logging.getLogger(__name__)


class Session:
    def __init__(self, used: datetime) -> None:
        self.used = used
        self.ended = anyio.Event()


class Sessions:
    def __init__(self, clock: Clock, keep: Keep) -> None:
        self._clock = clock
        self._keep = keep
        self._known = {name: Session(used) for name, used in self._read().items()}

    def begin(self) -> str:
        """The secret of a new one; this is the only time that it is told."""
        secret = token_urlsafe(32)
        self._known[_hashed(secret)] = Session(self._clock.now())
        spare = sorted(self._known, key=lambda name: self._known[name].used)[:-MOST]
        self._end(spare)
        return secret

    def find(self, secret: str) -> Session | None:
        session = self._known.get(name := _hashed(secret))
        now = self._clock.now()
        if session is None:
            return None
        if now - session.used > IDLE:
            self._end([name])
            return None
        if now - session.used > NOTED_EVERY:
            session.used = now
            self._write()
        return session

    def end(self, secret: str) -> None:
        self._end([_hashed(secret)])

    def end_all(self) -> None:
        self._end([*self._known])

    def _end(self, names: Iterable[str]) -> None:
        for name in names:
            if session := self._known.pop(name, None):
                session.ended.set()
        self._write()

    def _read(self) -> dict[str, datetime]:
        try:
            said: dict[str, Any] = json.loads(self._keep.read() or "{}")
            return {name: read_time(used).astimezone(UTC) for name, used in said.items()}
        except (OSError, ValueError, TypeError, AttributeError) as error:
            log.warning("browsers have to sign in anew: %s", type(error).__name__)
            return {}

    def _write(self) -> None:
        shape = {name: time_text(session.used) for name, session in self._known.items()}
        try:
            self._keep.write(json.dumps(shape))
        except OSError as error:
            log.warning("browsers have to sign in anew after a restart: %s", error)


def _hashed(secret: str) -> str:
    return sha256(secret.encode(errors="replace")).hexdigest()
