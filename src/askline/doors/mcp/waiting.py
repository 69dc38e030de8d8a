"""How a call waits: it holds its asks until they are settled or its client's patience nears its end.

A call that is cancelled, or whose client went away, lets its asks go and leaves them in the inbox;
it never cancels them. At the cap it ends like any other call, with what stands.
"""

import logging
import math
from dataclasses import dataclass
from functools import partial

import anyio

from askline.asks.model import Ask
from askline.core.background import background
from askline.core.errors import StoreUnavailable
from askline.doors.mcp.caps import cap_of
from askline.doors.mcp.visits import Visit

SMALLEST_STEP = 0.001
"""Progress must rise, even where the clock was set back."""

TOGETHER = 10
"""The moments in each beat at which progress is told, for whoever it is due."""

log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class Hold:
    """Some asks that one call waits for."""

    visit: Visit
    asks: tuple[Ask, ...]
    any_will_do: bool = False

    async def wait(self, longest: float = math.inf) -> list[Ask]:
        """The asks as they stand when enough are settled, or after `longest` seconds or the cap."""
        duties, verbs, actor = self.visit.call.duties, self.visit.desk.asking, self.visit.actor
        holder = self.visit.caller.holder
        for ask in self.asks:
            duties.hold(ask.id, partial(verbs.detach, actor, ask.id, holder))
        try:
            for ask in self.asks:
                if ask.holder != holder:
                    await verbs.attach(actor, ask.id, holder)
            await self._held(min(longest, self._left()))
            standing = [await self._as_it_stands(ask) for ask in self.asks]
        except BaseException:  # above all a cancellation
            await duties.leave([ask.id for ask in self.asks])
            raise
        for ask in standing:
            duties.waited(ask.id, settled=ask.state.settled)
        return standing

    def _left(self) -> float:
        """Seconds until the cap. Nobody knows when a repeated call began, but not before its ask."""
        cap = cap_of(
            self.visit.caller,
            self.visit.agent.name,
            self.visit.means.settings,
            beats=self.visit.beats,
        )
        if not self.visit.call.replayed:
            return cap
        return cap - min(map(self._age, self.asks))

    async def _held(self, seconds: float) -> None:
        if seconds <= 0:
            return
        enough = anyio.Event()
        rounds = [partial(self._watch, group, enough) for group in self._groups()]
        async with background(*rounds, partial(self._keep_time, seconds, enough)):
            await enough.wait()

    def _groups(self) -> list[tuple[Ask, ...]]:
        """What is waited for one after the other; of several groups the first to be done counts."""
        return [(ask,) for ask in self.asks] if self.any_will_do else [self.asks]

    async def _watch(self, group: tuple[Ask, ...], enough: anyio.Event) -> None:
        try:
            for ask in group:
                await self.visit.desk.asking.outcome(self.visit.actor, ask.id)
        except StoreUnavailable as error:
            log.warning("a call ends early, its asks stay: %s", error.message)
        enough.set()

    async def _keep_time(self, seconds: float, enough: anyio.Event) -> None:
        end = anyio.current_time() + seconds
        beat = self.visit.means.beat_s if self.visit.beats else math.inf
        message = f"Waiting for your human: ask {', '.join(ask.short_id for ask in self.asks)}"
        last = 0.0
        while (then := next_beat(anyio.current_time(), beat)) < end:
            await anyio.sleep_until(then)
            last = max(*map(self._age, self.asks), last + SMALLEST_STEP)
            await self.visit.session.report_progress(last, message=message)
        await anyio.sleep_until(end)
        enough.set()

    def _age(self, ask: Ask) -> float:
        """Seconds since it was asked: they rise over a restart, where a counter would begin again."""
        return (self.visit.means.clock.now() - ask.asked_at).total_seconds()

    async def _as_it_stands(self, ask: Ask) -> Ask:
        """What was known of it, if the store cannot be read: that it is kept is certain."""
        try:
            return await self.visit.desk.reading.read(self.visit.actor, ask.id)
        except StoreUnavailable:
            return ask


def next_beat(now: float, beat: float) -> float:
    """Beats fall together, a few times in each `beat`: a thousand calls wake the process as often
    as one does."""
    if math.isinf(beat):
        return beat
    step = beat / TOGETHER
    return math.floor((now + beat) / step) * step
