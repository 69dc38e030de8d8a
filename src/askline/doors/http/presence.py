"""Who is here now: how much of one principal is open at once, and whether their key still opens.

A replica is everybody's: one token in a loop must not take all of its room. And what stays open for
hours, a stream or a call that waits, is looked at again and again, once for all that came with one key.
What a key opens is asked of who let it in.
"""

from collections import Counter
from collections.abc import Awaitable, Callable, Generator
from contextlib import contextmanager
from dataclasses import dataclass, field

import anyio

from askline.core.errors import AsklineError, NotAllowed, RateLimited
from askline.core.people import Actor

MOST_OPEN = 1_000
LOOK_AGAIN_S = 30.0
AT_ONCE = 200
"""Keys that are looked at together: who looks them up reads many in one statement."""

Known = Callable[[], Awaitable[Actor]]
"""Raises: NotAllowed."""


@dataclass(slots=True)
class Kept:
    """What is open by one key."""

    known: Known
    actor: Actor
    scopes: set[anyio.CancelScope] = field(default_factory=set[anyio.CancelScope])


class Presence:
    def __init__(self, *, most: int = MOST_OPEN, look_s: float = LOOK_AGAIN_S) -> None:
        self._most = most
        self._look_s = look_s
        self._open: Counter[tuple[str, str]] = Counter()
        self._kept: dict[tuple[str, Actor], Kept] = {}

    @contextmanager
    def counted(self, actor: Actor) -> Generator[None]:
        """One more request of theirs is open. Raises: RateLimited."""
        whose = actor.tenant, actor.id
        if self._open[whose] >= self._most:
            raise RateLimited(
                f"{self._most:,} requests of {actor.name} are open here.",
                hint="Let some of them end first: streams, long polls, calls that wait.",
            )
        self._open[whose] += 1
        try:
            yield
        finally:
            self._open[whose] -= 1
            if not self._open[whose]:
                del self._open[whose]

    @contextmanager
    def while_known(self, key: str, actor: Actor, known: Known) -> Generator[None]:
        """What is within is cut off when the key opens no more, or only with other rights."""
        kept = self._kept.setdefault((key, actor), Kept(known, actor))
        with anyio.CancelScope() as scope:
            kept.scopes.add(scope)
            try:
                yield
            finally:
                kept.scopes.discard(scope)
                if not kept.scopes:
                    self._kept.pop((key, actor), None)

    async def run(self) -> None:
        """Look at every key that is here; forever."""
        while True:
            await anyio.sleep(self._look_s)
            here = [*self._kept.values()]
            for first in range(0, len(here), AT_ONCE):
                async with anyio.create_task_group() as looks:
                    for kept in here[first : first + AT_ONCE]:
                        looks.start_soon(_look, kept)


async def _look(kept: Kept) -> None:
    if await is_over(kept.known, kept.actor):
        for scope in kept.scopes:
            scope.cancel()


async def is_over(known: Known, actor: Actor) -> bool:
    """Whether they are not let in any more, or only with other rights: the next request has those."""
    try:
        return await known() != actor
    except NotAllowed:
        return True
    except AsklineError:
        return False  # a store that is away decides nothing
