"""Listens to the service's events for as long as the terminal is open.

Where the stream ends it comes back, and starts the service if that died; one that was stopped on
purpose stays stopped until a person's next act. Asks and operations are read here, in the listener's
own thread, so that a thousand of them hold up no key.
"""

from collections.abc import Callable, Iterable
from threading import Event as Flag
from threading import Thread
from typing import Any, NamedTuple

from askline.client.events import Event
from askline.core.errors import AsklineError, ServiceUnreachable
from askline.doors.tui.hand import Way
from askline.doors.tui.model import Ask, read_ask
from askline.doors.tui.operation import Operation, read_operation

PAUSE_S = 0.25


class News(NamedTuple):
    """An event; `lost` where the stream ended."""

    name: str
    asks: list[Ask] = []  # noqa: RUF012 - nobody adds to it
    operations: list[Operation] = []  # noqa: RUF012


Heard = Callable[[News], None]


class Ear:
    def __init__(self, way: Way, heard: Heard, *, pause_s: float = PAUSE_S) -> None:
        self._way = way
        self._heard = heard
        self._pause_s = pause_s
        self._over = Flag()
        self._last: str | None = None
        # It may be waiting for an event when the terminal closes.
        self._thread = Thread(target=self._run, name="ear", daemon=True)

    def begin(self) -> None:
        self._thread.start()

    def end(self) -> None:
        self._over.set()

    def _run(self) -> None:
        while not self._over.is_set():
            try:
                self._listen(self._way.client.events(self._last))
            except AsklineError as error:
                self._mend(error)
            if not self._over.is_set():
                self._heard(News("lost"))
                self._over.wait(self._pause_s)

    def _listen(self, events: Iterable[Event]) -> None:
        for event in events:
            if self._over.is_set():
                return
            self._last = event.id
            asks = [read_ask(shape) for shape in _shapes(event, "ask")]
            operations = [read_operation(shape) for shape in _shapes(event, "operation")]
            self._heard(News(event.name, asks, operations))

    def _mend(self, error: AsklineError) -> None:
        if not isinstance(error, ServiceUnreachable) or self._way.stopped or self._over.is_set():
            return
        try:
            self._way.start()
        except ServiceUnreachable:
            return  # the next round tries again; meanwhile the screen says that it does


def _shapes(event: Event, noun: str) -> list[dict[str, Any]]:
    """A snapshot has all of them, any other event one or none."""
    data = event.data
    return data.get(f"{noun}s", [data[noun]] if noun in data else [])
