"""The digest: what the human has answered in a project, for an agent to read before it asks.

From the store, which is the truth, and from the journal's files, which may know what this store
does not: entries of a colleague, or made by hand. Quoted data, oldest first; it advises nothing.
"""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from datetime import datetime, timedelta

from anyio import to_thread

from askline.asks import rights, searching
from askline.asks.fields import refuse, spelled
from askline.asks.model import Ask
from askline.asks.reading import Reading
from askline.asks.searching import EVERYTHING, Wanted
from askline.asks.state import State
from askline.core.clock import Clock
from askline.core.errors import FieldProblem
from askline.core.people import Actor, Project
from askline.memory.contradictions import with_overruled
from askline.memory.entries import Entry, entries_of
from askline.memory.ports import Files
from askline.memory.writing import summary_entry, summary_head, summary_text

LONGEST = 100_000
"""Characters of a summary. Past them older entries are left out; the newest is always whole."""
ANSWERED = frozenset({State.ANSWERED, State.TIMED_OUT})
"""The states in which there can be answers: a late one comes after the time-out."""

SKEW = timedelta(minutes=5)
"""How far the clock of another machine may be ahead."""

Saying = tuple[datetime, str, str]

Told = Callable[[Entry], str]
"""How a summary tells one entry."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Sought:
    limit: int | None = None
    """The newest so many."""
    words: str | None = None
    """All of them, anywhere in title, question, answer and note."""
    since: datetime | None = None

    def fits(self, entry: Entry) -> bool:
        if self.since is not None and entry.at < self.since:
            return False
        if not self.words:
            return True
        texts = (entry.title, entry.question, entry.answer, entry.note)
        said = "\n".join(filter(None, texts)).casefold()
        return all(word in said for word in self.words.casefold().split())


@dataclass(frozen=True, slots=True)
class Found:
    entries: Sequence[Entry]
    """Oldest first, the newest of those that were sought."""
    total: int
    """How many there are of those."""


@dataclass(frozen=True, slots=True)
class Summary:
    text: str
    count: int
    """How many entries it holds."""
    total: int
    """How many there are, of those that were sought."""


class Digest:
    def __init__(self, reading: Reading, clock: Clock, files: Files | None) -> None:
        self._reading = reading
        self._clock = clock
        self._files = files

    async def summary(
        self, actor: Actor, project: Project, sought: Sought, told: Told = summary_entry
    ) -> Summary:
        found = await self.found(actor, project, sought)
        return self._summary(found, told)

    async def found(self, actor: Actor, project: Project, sought: Sought) -> Found:
        asks = await asks_of(self._reading, actor, project)
        known = {str(ask.id) for ask in asks}
        written = await self._written(project, known)
        beside = _beside(written, known, _imported(asks), self._clock.now())
        # Thousands of entries are some work, and others wait for this loop.
        return await to_thread.run_sync(_found, asks, beside, sought)

    async def _written(self, project: Project, known: set[str]) -> list[Entry]:
        if self._files is None or not project.path:
            return []
        return await self._files.read(project.path, known)

    def _summary(self, found: Found, told: Told) -> Summary:
        shown: list[str] = []
        room = LONGEST
        for entry in reversed(found.entries):
            text = told(entry)
            room -= len(text)
            if shown and room < 0:
                break
            shown.append(text)
        left_out = len(found.entries) - len(shown)
        head = summary_head(self._clock.now(), found.total, left_out)
        return Summary(summary_text(head, shown[::-1]), len(shown), found.total)


async def asks_of(reading: Reading, actor: Actor, project: Project) -> list[Ask]:
    """What was asked in the project on the actor's behalf, or put to it; newest first."""
    whose = replace(actor, addresses=actor.addresses | {actor.id})
    wanted = Wanted(project=project.path or project.name, states=ANSWERED)
    asks = await searching.newest(reading, whose, wanted, limit=EVERYTHING)
    return [a for a in asks if a.project.path == project.path and rights.may_see(actor, a)]


def _found(asks: Sequence[Ask], beside: Sequence[Entry], sought: Sought) -> Found:
    every = [entry for ask in asks for entry in entries_of(ask)]
    every += beside
    every.sort(key=lambda entry: entry.order)
    fitting = [entry for entry in with_overruled(every) if sought.fits(entry)]
    return Found(fitting[-sought.limit :] if sought.limit else fitting, len(fitting))


def _beside(
    written: Iterable[Entry], known: set[str], imported: set[Saying], now: datetime
) -> list[Entry]:
    """What files say of asks that the store does not know.

    From here it is a file's word and nobody's we know, and a time to come is not believed: a file
    could push everything else out of a summary with it.
    """
    return unlike(
        [
            replace(entry, by=None, who=None, door=None, at=_believed(entry.at, now))
            for entry in written
            if entry.ask not in known and _saying(entry) not in imported
        ]
    )


def _believed(at: datetime, now: datetime) -> datetime:
    return at if at <= now + SKEW else now


def _imported(asks: Iterable[Ask]) -> set[Saying]:
    """What files say that were imported: they are still there and say the same."""
    return {_saying(entry) for ask in asks if ask.imported for entry in entries_of(ask)}


def _saying(entry: Entry) -> Saying:
    return entry.at, entry.question, entry.answer


def unlike(entries: Sequence[Entry]) -> list[Entry]:
    """Without doubles: the same entry may lie in both places of a project."""
    return [*{entry.identity or number: entry for number, entry in enumerate(entries)}.values()]


def read_since(said: str | None, name: str = "since") -> datetime | None:
    """A day or a time; without a zone it is UTC.

    Raises: InvalidArguments.
    """
    if said is None:
        return None
    try:
        return searching.read_moment(said)
    except ValueError:
        expected = "a day or a time such as 2026-01-31 or 2026-01-31T12:00:00Z"
        refuse([FieldProblem(name, expected, spelled(said))])
