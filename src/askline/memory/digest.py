"""The digest: what the human has answered in a project, for an agent to read before it asks.

From the store, which is the truth, and from the journal's files, which may know what this store
does not: entries of a colleague, or made by hand. Quoted data, oldest first; it advises nothing.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import UTC, datetime

from askline.asks import rights, searching
from askline.asks.fields import refuse, spelled
from askline.asks.reading import Reading
from askline.asks.searching import EVERYTHING, Wanted
from askline.asks.spelling import read_time
from askline.core.clock import Clock
from askline.core.errors import FieldProblem
from askline.core.people import Actor, Project
from askline.memory.entries import Entry, entries_of, redacted
from askline.memory.following import ANSWERED
from askline.memory.ports import Files
from askline.memory.writing import file_text, summary_entry, summary_head, summary_text

LONGEST = 100_000
"""Characters of a summary. Past them older entries are left out; the newest is always whole."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Sought:
    limit: int | None = None
    """The newest so many."""
    words: str | None = None
    """All of them, anywhere in question, answer and note."""
    since: datetime | None = None

    def fits(self, entry: Entry) -> bool:
        if self.since is not None and entry.at < self.since:
            return False
        said = "\n".join(filter(None, (entry.question, entry.answer, entry.note))).casefold()
        return all(word in said for word in (self.words or "").casefold().split())


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

    async def summary(self, actor: Actor, project: Project, sought: Sought) -> Summary:
        known = await self._kept(actor, project)
        asks = {entry.ask for entry in known}
        beside = [e for e in await self._written(project, known) if e.ask not in asks]
        found = [entry for entry in (*known, *unlike(beside)) if sought.fits(entry)]
        found.sort(key=lambda entry: entry.order)
        return self._summary(found, sought.limit)

    async def _kept(self, actor: Actor, project: Project) -> list[Entry]:
        """What was asked on the actor's behalf, or put to it."""
        whose = replace(actor, addresses=actor.addresses | {actor.id})
        wanted = Wanted(project=project.path or project.name, states=ANSWERED)
        asks = await searching.newest(self._reading, whose, wanted, limit=EVERYTHING)
        ours = (a for a in asks if a.project.path == project.path and rights.may_see(actor, a))
        return [entry for ask in ours for entry in entries_of(ask)]

    async def _written(self, project: Project, known: Sequence[Entry]) -> list[Entry]:
        if self._files is None or not project.path:
            return []
        texts = {file_text(form) for entry in known for form in (entry, redacted(entry))}
        # Whoever wrote it, from here it is a file's word and nobody's we know.
        return [replace(e, by=None) for e in await self._files.read(project.path, texts)]

    def _summary(self, found: Sequence[Entry], limit: int | None) -> Summary:
        wanted = found[-limit:] if limit else found
        shown: list[str] = []
        room = LONGEST
        for entry in reversed(wanted):
            text = summary_entry(entry)
            room -= len(text)
            if shown and room < 0:
                break
            shown.insert(0, text)
        head = summary_head(self._clock.now(), len(found), len(wanted) - len(shown))
        return Summary(summary_text(head, shown), len(shown), len(found))


def unlike(entries: Sequence[Entry]) -> list[Entry]:
    """Without doubles: the same entry may lie in both places of a project."""
    return [*{entry.identity or number: entry for number, entry in enumerate(entries)}.values()]


def read_since(said: str | None) -> datetime | None:
    """A day or a time; without a zone it is UTC.

    Raises: InvalidArguments.
    """
    if said is None:
        return None
    try:
        moment = read_time(said.strip())
    except ValueError:
        expected = "a day or a time such as 2026-01-31 or 2026-01-31T12:00:00Z"
        refuse([FieldProblem("since", expected, spelled(said))])
    return moment if moment.tzinfo else moment.replace(tzinfo=UTC)
