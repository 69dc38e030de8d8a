"""The keys that all replicas of a hub seal with: what one gave a client to bring back, any other opens.

A new key seals nothing until every replica had time to learn it, and an old one stays for as long as
something that it sealed may come back. The very first seals at once: whoever starts later reads it first.
"""

import logging
import os
from collections.abc import Sequence
from datetime import timedelta
from itertools import pairwise
from typing import Protocol

import anyio

from askline.core.errors import AsklineError
from askline.doors.mcp.seal import KEY_BYTES, Seal
from askline.doors.mcp.sealing import TTL_S

READ_EVERY_S = 60.0
USED_AFTER = timedelta(minutes=10)
ROTATED = timedelta(days=7)
KEPT = timedelta(seconds=TTL_S)
LATE = timedelta(hours=1)
"""How long a replica may go on with the key before, though it should have read of the next."""

Aged = tuple[bytes, timedelta]
"""A key and its age."""

log = logging.getLogger(__name__)


class SealingKeys(Protocol):
    async def keys(self) -> list[Aged]:
        """The newest first."""
        ...

    async def make(self, key: bytes, younger: timedelta) -> None:
        """Keep this one, if there is none younger than that. Of many at once one is kept."""
        ...

    async def drop(self, keys: Sequence[bytes]) -> None: ...


def in_order(keys: Sequence[Aged]) -> list[bytes]:
    """All that open, the one that seals first: the newest that everybody knows."""
    used = next((key for key, age in keys if age >= USED_AFTER), keys[-1][0])
    return [used, *(key for key, _ in keys if key != used)]


def is_due(keys: Sequence[Aged]) -> bool:
    """Whether the next must be made."""
    return not keys or keys[0][1] >= ROTATED


def outlived(keys: Sequence[Aged]) -> list[bytes]:
    """Those whose successor has sealed for so long that nothing of theirs can come back."""
    last = USED_AFTER + LATE + KEPT
    return [old for (_, age), (old, _) in pairwise(keys) if age >= last]


class Rotating:
    def __init__(self, store: SealingKeys, seal: Seal) -> None:
        self._store = store
        self._seal = seal

    async def learn(self) -> None:
        """Seal and open as all replicas do now.

        Raises: StoreUnavailable.
        """
        keys = await self._store.keys()
        if is_due(keys):
            await self._store.make(os.urandom(KEY_BYTES), ROTATED)
            keys = await self._store.keys()
        if old := outlived(keys):
            await self._store.drop(old)
        self._seal.change(in_order(keys))

    async def run(self, every_s: float = READ_EVERY_S) -> None:
        """Forever."""
        while True:
            await anyio.sleep(every_s)
            try:
                await self.learn()
            except AsklineError as error:
                log.warning("the sealing keys were not read again: %s", error.message)
