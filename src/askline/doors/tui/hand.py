"""Calls to the service from an open terminal, one after another, without holding up the screen.

One thread makes them in the order they were asked for, so that a draft never overtakes the answer
behind it. A call that finds no service starts it: see the way it is given. What comes back is told
through `tell`, which must be safe to call from another thread.
"""

from collections.abc import Callable
from functools import partial
from queue import SimpleQueue
from threading import Thread
from typing import Any, Protocol, TypeVar

from askline.client.local import Client
from askline.core.errors import AsklineError

T = TypeVar("T")

Tell = Callable[[Callable[[], None]], None]
Failed = Callable[[AsklineError], None]


class Way(Protocol):
    """How the service is reached from here."""

    @property
    def client(self) -> Client: ...

    @property
    def stopped(self) -> bool:
        """Whether somebody stopped the service on purpose."""
        ...

    def through(self, call: Callable[[Client], T]) -> T:
        """Call the service, which is started if it is not there."""
        ...

    def start(self) -> None: ...


class Hand:
    def __init__(self, way: Way, tell: Tell) -> None:
        self._way = way
        self._tell = tell
        self._jobs: SimpleQueue[
            tuple[Callable[[Client], Any], Callable[[Any], None], Failed] | None
        ]
        self._jobs = SimpleQueue()
        # A service that takes its time must not keep anybody from leaving.
        self._thread = Thread(target=self._run, name="hand", daemon=True)
        self._thread.start()

    def do(self, call: Callable[[Client], T], then: Callable[[T], None], failed: Failed) -> None:
        self._jobs.put((call, then, failed))

    def end(self) -> None:
        """After what was asked for so far."""
        self._jobs.put(None)

    def _run(self) -> None:
        while (job := self._jobs.get()) is not None:
            call, then, failed = job
            try:
                done = partial(then, self._way.through(call))
            except AsklineError as error:
                done = partial(failed, error)
            self._tell(done)
