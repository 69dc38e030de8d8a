"""The scribe: hears what is settled, wherever it was, and keeps it in the journal.

Beside the asking, never in its way: what cannot be written is said once in the log and tried again,
and the store has it anyway. At the start, and after the bell was deaf, it catches up with what was
settled meanwhile. Files that people removed are not made again: at the start only what is newer
than a project's newest entry is caught up with. To make a whole journal again is `rebuilding`.
"""

import logging
from datetime import datetime, timedelta

import anyio

from askline.asks import searching
from askline.asks.model import Ask
from askline.asks.ports import Bell, News, Ring
from askline.asks.reading import Reading
from askline.asks.searching import Wanted
from askline.core.clock import Clock
from askline.core.errors import AsklineError, NotFound
from askline.core.ids import AskId
from askline.core.people import Actor
from askline.memory.changes import Changes
from askline.memory.digest import ANSWERED
from askline.memory.entries import entries_of
from askline.memory.journal import Journal
from askline.memory.ports import Files

LOOK_BACK = 200
"""How many asks are caught up with, newest first."""
REMEMBERED = 10_000
SLOW_COMMIT = timedelta(minutes=1)
"""How long after its own time an answer may get known."""
FIRST_PAUSE_S, LONGEST_PAUSE_S = 1.0, 60.0
"""Between tries, doubled each time."""
MOST_OWED = 1_000
"""Asks that are tried again; who owes more is told by `doctor`, and a rebuild has them all."""

log = logging.getLogger(__name__)


class Scribe:
    def __init__(
        self,
        reading: Reading,
        bell: Bell,
        clock: Clock,
        journal: Journal,
        files: Files,
        *,
        keeper: Actor,
        changes: Changes | None = None,
    ) -> None:
        self._reading = reading
        self._bell = bell
        self._clock = clock
        self._journal = journal
        self._files = files
        self._keeper = keeper
        self._changes = changes or Changes()
        self._owed: dict[AskId, str] = {}
        """The asks that could not be written, with their projects, oldest first."""
        self._failed = anyio.Event()
        self._kept: dict[AskId, int] = {}
        """How many entries of an ask were kept: most of its marks are no news for the journal."""

    @property
    def in_trouble(self) -> tuple[str, ...]:
        """The projects whose journal could not be written when it was last tried."""
        return tuple(sorted({*self._owed.values()}))

    async def run(self) -> None:
        """Forever."""
        async with self._bell.listen() as rings, anyio.create_task_group() as tasks:
            tasks.start_soon(self._try_again)
            looked = self._clock.now()
            await self._catch_up(None)
            async for ring in rings:
                now = self._clock.now()
                await self._hear(ring, min(looked, now) - SLOW_COMMIT)
                looked = now

    async def _hear(self, ring: Ring, since: datetime) -> None:
        if ring.missed:
            await self._catch_up(since)
            self._changes.anywhere()
        for ask_id in ring.about(News.SETTLED, News.MARKED):
            await self._look(ask_id)

    async def _look(self, ask_id: AskId) -> None:
        try:
            ask = await self._reading.read(self._keeper, ask_id)
        except NotFound:
            self._owed.pop(ask_id, None)
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
        entries = len(entries_of(ask))
        if self._kept.get(ask.id, 0) == entries:
            return
        try:
            await self._journal.keep(ask)
        except Exception as error:  # noqa: BLE001 - nothing here may end the asking
            self._owe(ask, error)
        else:
            self._owed.pop(ask.id, None)
            if len(self._kept) > REMEMBERED:
                self._kept.clear()
            self._kept[ask.id] = entries
        self._changes.happened(ask.tenant, ask.project)

    def _owe(self, ask: Ask, error: Exception) -> None:
        project = ask.project.path or ""
        if project not in self._owed.values():
            log.warning("no journal in %s: %s", project, said_of(error))
        self._owed[ask.id] = project
        if len(self._owed) > MOST_OWED:
            del self._owed[next(iter(self._owed))]
        self._failed.set()

    async def _try_again(self) -> None:
        """Nothing owed, nothing done: a service that rests has no ticks."""
        while True:
            await self._failed.wait()
            self._failed = anyio.Event()
            pause = FIRST_PAUSE_S
            while self._owed:
                await anyio.sleep(pause)
                pause = min(2 * pause, LONGEST_PAUSE_S)
                await self._try_each()

    async def _try_each(self) -> None:
        """Of each project until one fails: the next would fail like it."""
        before, failed = self.in_trouble, set[str]()
        for ask_id, project in [*self._owed.items()]:
            if project not in failed:
                await self._look(ask_id)
                failed |= {project} if ask_id in self._owed else set()
        for project in {*before} - {*self.in_trouble}:
            log.info("the journal in %s is whole again", project)


def said_of(error: Exception) -> str:
    """Our own words, or else only its kind: a message may hold what somebody said."""
    return error.message if isinstance(error, AsklineError) else type(error).__name__
