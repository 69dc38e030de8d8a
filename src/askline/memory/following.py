"""Follows the bell and keeps in the journal what is answered, wherever it was.

Beside the asking, never in its way: what cannot be written is said once in the log, and the store
has it anyway. At the start, and after the bell was deaf, it catches up with what was settled
meanwhile. Files that people removed are not made again: at the start only what is newer than a
project's newest entry is caught up with.
"""

import logging
from datetime import datetime, timedelta

from askline.asks import searching
from askline.asks.model import Ask
from askline.asks.ports import Bell, News, Ring
from askline.asks.reading import Reading
from askline.asks.searching import Wanted
from askline.asks.state import State
from askline.core.clock import Clock
from askline.core.errors import AsklineError
from askline.core.ids import AskId
from askline.core.people import Actor
from askline.memory.entries import entries_of
from askline.memory.journal import Journal
from askline.memory.ports import Files

LOOK_BACK = 200
"""How many asks are caught up with, newest first."""
REMEMBERED = 10_000
SLOW_COMMIT = timedelta(minutes=1)
"""How long after its own time an answer may get known."""
ANSWERED = frozenset({State.ANSWERED, State.TIMED_OUT})
"""The states in which there can be answers: a late one comes after the time-out."""

log = logging.getLogger(__name__)


class Following:
    def __init__(
        self,
        reading: Reading,
        bell: Bell,
        clock: Clock,
        journal: Journal,
        files: Files,
        *,
        keeper: Actor,
    ) -> None:
        self._reading = reading
        self._bell = bell
        self._clock = clock
        self._journal = journal
        self._files = files
        self._keeper = keeper
        self._in_trouble: set[str] = set()
        self._kept: dict[AskId, int] = {}
        """How many entries of an ask were kept: most of its marks are no news for the journal."""

    async def run(self) -> None:
        """Forever."""
        async with self._bell.listen() as rings:
            looked = self._clock.now()
            await self._catch_up(None)
            async for ring in rings:
                now = self._clock.now()
                await self._hear(ring, looked - SLOW_COMMIT)
                looked = now

    async def _hear(self, ring: Ring, since: datetime) -> None:
        if ring.missed:
            await self._catch_up(since)
        moved = {h.ask_id: None for h in ring.hints if h.news in (News.SETTLED, News.MARKED)}
        for ask_id in moved:
            try:
                ask = await self._reading.read(self._keeper, ask_id)
            except AsklineError as error:
                log.warning("an ask is not in the journal: %s", error.code)
            else:
                await self._keep(ask)

    async def _catch_up(self, since: datetime | None) -> None:
        """With what was said since then, or since the newest entry of its project."""
        wanted = Wanted(states=ANSWERED)
        try:
            asks = await searching.newest(self._reading, self._keeper, wanted, limit=LOOK_BACK)
        except AsklineError as error:
            log.warning("the journal could not catch up: %s", error.code)
            return
        for ask in reversed(asks):
            entries = entries_of(ask)
            begin = since or await self._newest(ask)
            if entries and begin and entries[-1].at >= begin:
                await self._keep(ask)

    async def _newest(self, ask: Ask) -> datetime | None:
        return await self._files.newest(ask.project.path) if ask.project.path else None

    async def _keep(self, ask: Ask) -> None:
        project, entries = ask.project.path or "", len(entries_of(ask))
        if self._kept.get(ask.id, 0) == entries:
            return
        try:
            await self._journal.keep(ask)
        except Exception as error:  # noqa: BLE001 - nothing here may end the asking
            if project not in self._in_trouble:
                log.warning("no journal in %s: %s", project, said_of(error))
            self._in_trouble.add(project)
        else:
            self._in_trouble.discard(project)
            if len(self._kept) > REMEMBERED:
                self._kept.clear()
            self._kept[ask.id] = entries


def said_of(error: Exception) -> str:
    """Our own words, or else only its kind: a message may hold what somebody said."""
    return error.message if isinstance(error, AsklineError) else type(error).__name__
