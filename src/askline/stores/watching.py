"""What a store tells whoever watches it: steps of asks and figures, after the fact.

A watcher is told in the task that did it, and must be quick: it never waits and never fails. A store
that nobody watches pays a call that does nothing.
"""

from collections.abc import Awaitable, Callable, Sequence
from time import perf_counter
from typing import Protocol, TypeVar

from askline.alerts.model import AlertState
from askline.asks.changes import Change
from askline.core.errors import StoreUnavailable

Item = TypeVar("Item")
Result = TypeVar("Result")


class Watch(Protocol):
    def committed(self, change: Change) -> None:
        """This step is kept."""
        ...

    def flushed(self, what: str, items: int, seconds: float) -> None:
        """So many were written or read as one."""
        ...

    def failed(self, what: str) -> None:
        """The database was away for a whole batch."""
        ...

    def swept(self, settled: int, seconds: float) -> None: ...

    def rung(self, seconds: float) -> None:
        """So long a ring was on its way."""
        ...

    def alerted(self, state: AlertState) -> None: ...


class Unwatched:
    """Nobody looks."""

    def committed(self, change: Change) -> None: ...

    def flushed(self, what: str, items: int, seconds: float) -> None: ...

    def failed(self, what: str) -> None: ...

    def swept(self, settled: int, seconds: float) -> None: ...

    def rung(self, seconds: float) -> None: ...

    def alerted(self, state: AlertState) -> None: ...


UNWATCHED = Unwatched()


def timed(
    watch: Watch, what: str, flush: Callable[[list[Item]], Awaitable[Sequence[Result]]]
) -> Callable[[list[Item]], Awaitable[Sequence[Result]]]:
    """The same flush, and how it went is told."""

    async def flushed(batch: list[Item]) -> Sequence[Result]:
        begun = perf_counter()
        try:
            results = await flush(batch)
        except StoreUnavailable:
            watch.failed(what)
            raise
        watch.flushed(what, len(batch), perf_counter() - begun)
        return results

    return flushed


class Echo:
    """How long rings are on their way. One at a time is enough to know it."""

    def __init__(self, watch: Watch) -> None:
        self._watch = watch
        self._rung_at: float | None = None
        self._text: str | None = None

    def rung(self) -> None:
        """Of several that wait the first counts: it waits longest."""
        if self._rung_at is None:
            self._rung_at = perf_counter()

    def sent(self, texts: Sequence[str]) -> None:
        """The first of these texts holds the first that waited."""
        if self._rung_at is not None and self._text is None:
            self._text = next(iter(texts), None)

    def unsent(self) -> None:
        """They will be sent again, in other texts."""
        self._text = None

    def heard(self, text: str) -> None:
        """One of our own came back."""
        if text == self._text:
            self.arrived()

    def arrived(self) -> None:
        if self._rung_at is not None:
            self._watch.rung(perf_counter() - self._rung_at)
        self.lost()

    def lost(self) -> None:
        """What is on its way may not come back."""
        self._rung_at = self._text = None
