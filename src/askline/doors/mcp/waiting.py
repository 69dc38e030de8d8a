"""How a call waits: it holds its asks until they are settled or its client's patience nears its end.

A call that is cancelled, or whose client went away, lets its asks go and leaves them in the inbox;
it never cancels them. At the cap it ends like any other call, with what stands.
"""

import logging
import math
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field
from functools import partial
from typing import Protocol

import anyio

from askline.asks.model import Ask
from askline.core.background import Round, background
from askline.core.errors import StoreUnavailable
from askline.core.latch import Happening
from askline.doors.mcp.caps import cap_of
from askline.doors.mcp.visits import Visit

SMALLEST_STEP = 0.001
"""Progress must rise, even where the clock was set back."""

A_DAY_S = 86_400.0
"""For a wait without end, which a timer does not know."""

TOGETHER = 10
"""The moments in each beat at which progress is told, for whoever it is due."""

Beside = Callable[[], Awaitable[object]]

log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class Hold:
    """Some asks that one call waits for."""

    visit: Visit
    asks: tuple[Ask, ...]
    any_will_do: bool = False
    form: Beside | None = None
    """The client's own form, open beside the inbox until it ends or the call does; it may settle the
    ask. While it is open clients have another patience."""

    async def wait(self, longest: float = math.inf) -> list[Ask]:
        """The asks as they stand when enough are settled, or after `longest` seconds or the cap."""
        duties, verbs, actor = self.visit.call.duties, self.visit.desk.asking, self.visit.actor
        holder = self.visit.caller.holder
        self._take()
        try:
            for ask in self.asks:
                if ask.holder != holder:
                    await verbs.attach(actor, ask.id, holder)
            await self._held(longest)
            standing = [await self._as_it_stands(ask) for ask in self.asks]
        except BaseException:  # above all a cancellation
            await duties.leave([ask.id for ask in self.asks])
            raise
        for ask in standing:
            duties.waited(ask.id, settled=ask.state.settled)
        return standing

    def until_called_again(self) -> None:
        """The call ends now and its agent comes back: meanwhile the connection holds the asks."""
        self._take()
        for ask in self.asks:
            self.visit.call.duties.waited(ask.id, settled=False)

    def _take(self) -> None:
        verbs, actor, holder = self.visit.desk.asking, self.visit.actor, self.visit.caller.holder
        for ask in self.asks:
            self.visit.call.duties.hold(ask.id, partial(verbs.detach, actor, ask.id, holder))

    def _left(self, *, form: bool = False) -> float:
        """Seconds until the cap. If nobody says when a repeated call began: not before its ask."""
        cap = cap_of(
            self.visit.caller,
            self.visit.agent.name,
            self.visit.means.settings,
            beats=self.visit.beats,
            form=form,
        )
        if not self.visit.call.replayed:
            return cap
        age = self.visit.call.age
        return cap - (min(map(self._age, self.asks)) if age is None else age)

    async def _held(self, longest: float) -> None:
        with_form, alone = self._left(form=self.form is not None), self._left()
        if min(longest, with_form) <= 0:
            return
        begun, enough, closed = anyio.current_time(), Happening(), Happening()

        def done() -> None:
            enough.happen()
            closed.happen()

        rounds: list[Round] = [partial(self._watch, group, done) for group in self._groups()]
        if self.form is None:
            closed.happen()
        else:
            rounds.append(partial(_shown, self.form, closed))
        async with background(*rounds):
            beats = Beats(self)
            await beats.until(begun + min(longest, with_form), closed)
            left = alone if closed.happened else with_form
            await beats.until(begun + min(longest, left), enough)

    def _groups(self) -> list[tuple[Ask, ...]]:
        """What is waited for one after the other; of several groups the first to be done counts."""
        return [(ask,) for ask in self.asks] if self.any_will_do else [self.asks]

    async def _watch(self, group: tuple[Ask, ...], done: Callable[[], None]) -> None:
        try:
            for ask in group:
                await self.visit.desk.asking.outcome(self.visit.actor, ask.id)
        except StoreUnavailable as error:
            log.warning("a call ends early, its asks stay: %s", error.message)
        done()

    async def beat(self, last: float) -> float:
        """Tell a client that its call is alive; how far it is now."""
        last = max(*map(self._age, self.asks), last + SMALLEST_STEP)
        message = f"Waiting for your human: ask {', '.join(ask.short_id for ask in self.asks)}"
        await self.visit.session.report_progress(last, message=message)
        return last

    def _age(self, ask: Ask) -> float:
        """Seconds since it was asked: they rise over a restart, where a counter would begin again."""
        return (self.visit.means.clock.now() - ask.asked_at).total_seconds()

    async def _as_it_stands(self, ask: Ask) -> Ask:
        """What was known of it, if the store cannot be read: that it is kept is certain."""
        try:
            return await self.visit.desk.reading.read(self.visit.actor, ask.id)
        except StoreUnavailable:
            return ask


async def _shown(form: Beside, closed: Happening) -> None:
    await form()
    closed.happen()


class Held(Protocol):
    """What a call waits for."""

    @property
    def visit(self) -> Visit: ...

    async def beat(self, last: float) -> float: ...


@dataclass(slots=True)
class Beats:
    """The passing of a hold's time, told to its client where it wants to hear of it."""

    hold: Held
    last: float = 0.0
    pause: float = field(init=False)

    def __post_init__(self) -> None:
        self.pause = self.hold.visit.means.beat_s if self.hold.visit.beats else math.inf

    async def until(self, end: float, event: Happening) -> None:
        """Go on until then, or until the event."""
        while (now := anyio.current_time()) < end and not event.happened:
            then = next_beat(now, self.pause)
            await event.wait(min(then, end, now + A_DAY_S))
            if then < end and not event.happened:
                self.last = await self.hold.beat(self.last)


def next_beat(now: float, beat: float) -> float:
    """Beats fall together, a few times in each `beat`: a thousand calls wake the process as often
    as one does."""
    if math.isinf(beat):
        return beat
    step = beat / TOGETHER
    return math.floor((now + beat) / step) * step
