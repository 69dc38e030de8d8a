"""Which asks somebody looks for: by words, project, agent, time and state. Reads page by page until
enough fit.

Looks at what the actor may see and nothing else. The store narrows by what it can tell; whether an
ask fits is decided here alone, so that every store finds the same. The journal is the place for "was
this asked before?".
"""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from datetime import UTC, datetime

from askline.asks.answers import Answer, Attachment
from askline.asks.model import Ask
from askline.asks.ports import Narrow
from askline.asks.reading import Reading
from askline.asks.rights import may_see
from askline.asks.spelling import read_time
from askline.asks.state import State
from askline.core.ids import AskId
from askline.core.people import Actor

PAGE = 500
FEW = 50
EVERYTHING = 1_000_000_000
OVER = frozenset(state for state in State if state.settled)


@dataclass(frozen=True, slots=True, kw_only=True)
class Wanted:
    project: str | None = None
    """Its name or its path."""
    agent: str | None = None
    """Its name or its label."""
    words: str | None = None
    """All of them, anywhere in what was asked or answered, or in who asked where."""
    since: datetime | None = None
    until: datetime | None = None
    """Asked before this."""
    states: frozenset[State] | None = None
    file: str | None = None
    """The hash of an attachment that one of its answers names."""

    @property
    def narrow(self) -> Narrow:
        words = (self.words or "").casefold().split()
        return Narrow(
            project=self.project,
            agent=self.agent,
            since=self.since,
            until=self.until,
            says=tuple(dict.fromkeys([*words, *([self.file] if self.file else [])])),
        )

    def fits(self, ask: Ask) -> bool:
        if self.project is not None and self.project not in (ask.project.name, ask.project.path):
            return False
        if self.agent is not None and self.agent not in (ask.agent.name, ask.agent.label):
            return False
        if (self.since and ask.asked_at < self.since) or (
            self.until and ask.asked_at >= self.until
        ):
            return False
        if self.file is not None and self.file not in files_of(ask):
            return False
        said = "\n".join(_said(ask)).casefold() if self.words else ""
        return all(word in said for word in (self.words or "").casefold().split())


def read_moment(said: str) -> datetime:
    """A day or a time; without a zone it is UTC.

    Raises: ValueError.
    """
    moment = read_time(said.strip())
    try:
        return (moment if moment.tzinfo else moment.replace(tzinfo=UTC)).astimezone(UTC)
    except OverflowError:
        raise ValueError(f"{said} is before or after all days") from None


def read_words(said: str, wanted: Wanted) -> Wanted:
    """What a person types into one field: `project:`, `agent:`, `state:`, `since:` and `until:`
    narrow, the rest are words.

    A word that makes no sense as a filter is looked for as it stands: it may be half typed. What the
    caller said already counts more.
    """
    plain: list[str] = []
    for word in said.split():
        name, colon, value = word.partition(":")
        narrowed = _narrowed(wanted, name, value) if colon and value else None
        wanted = narrowed or wanted
        plain += [] if narrowed else [word]
    return replace(wanted, words=" ".join(plain) or None)


def _narrowed(wanted: Wanted, name: str, value: str) -> Wanted | None:
    match name:
        case "project":
            return replace(wanted, project=wanted.project or value)
        case "agent":
            return replace(wanted, agent=wanted.agent or value)
        case "state" if value in set(State):
            allowed = wanted.states or frozenset(State)
            return replace(wanted, states=allowed & {State(value)})
        case "since" | "until":
            try:
                return replace(wanted, **{name: getattr(wanted, name) or read_moment(value)})
            except ValueError:
                return None
        case _:
            return None


async def pending(reading: Reading, actor: Actor, wanted: Wanted, *, limit: int) -> list[Ask]:
    """Soonest deadline first, then oldest; never more than `limit`."""
    found: list[Ask] = []
    last: Ask | None = None
    while len(found) < limit:
        page = await reading.inbox(actor, limit=PAGE, after=last)
        found.extend(ask for ask in page if wanted.fits(ask) and may_see(actor, ask))
        if len(page) < PAGE:
            break
        last = page[-1]
    return found[:limit]


async def newest(
    reading: Reading, actor: Actor, wanted: Wanted, *, limit: int, before: AskId | None = None
) -> list[Ask]:
    """Of any state, or of those wanted; newest first, never more than `limit`."""
    found: list[Ask] = []
    # The store narrowed, so most of what it gives fits: few rows are read that nobody wants.
    size = min(PAGE, max(limit, FEW))
    while len(found) < limit:
        page = await reading.history(
            actor, states=wanted.states, limit=size, before=before, narrow=wanted.narrow
        )
        found.extend(ask for ask in page if wanted.fits(ask) and may_see(actor, ask))
        if len(page) < size:
            break
        before = page[-1].id
    return found[:limit]


def files_of(ask: Ask) -> dict[str, Attachment]:
    """What its answers and corrections name, by hash."""
    given = [*(ask.outcome.answers if ask.outcome else ())]
    for amendment in ask.amendments:
        given.extend(amendment.answers)
    return {file.sha256: file for answer in given for file in answer.attachments}


def _said(ask: Ask) -> Iterator[str]:
    matter, outcome = ask.matter, ask.outcome
    who = (ask.agent.name, ask.agent.label, ask.project.name, ask.project.path)
    yield from (text for text in (matter.title, matter.context, *who) if text)
    for question in matter.questions:
        yield question.text
        yield from (option.label for option in question.options)
    if outcome is not None:
        yield from (text for text in (outcome.reason, outcome.ask_back) if text)
        yield from _answered(outcome.answers)
    for amendment in ask.amendments:
        yield from _answered(amendment.answers)


def _answered(answers: tuple[Answer, ...]) -> Iterator[str]:
    for answer in answers:
        yield from answer.values
        yield from (text for text in (answer.custom_text, answer.note) if text)
