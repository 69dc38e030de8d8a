"""Which asks somebody looks for: by project, by words, by state. Reads page by page until enough fit.

Looks at what the actor may see and nothing else. A plain look through the rows: the journal is the
place for "was this asked before?".
"""

from collections.abc import Iterator
from dataclasses import dataclass

from askline.asks.answers import Answer
from askline.asks.model import Ask
from askline.asks.reading import Reading
from askline.asks.state import State
from askline.core.ids import AskId
from askline.core.people import Actor

PAGE = 500
EVERYTHING = 1_000_000_000


@dataclass(frozen=True, slots=True, kw_only=True)
class Wanted:
    project: str | None = None
    """Its name or its path."""
    words: str | None = None
    """All of them, anywhere in what was asked or answered."""
    states: frozenset[State] | None = None

    def fits(self, ask: Ask) -> bool:
        if self.project is not None and self.project not in (ask.project.name, ask.project.path):
            return False
        said = "\n".join(_said(ask)).casefold() if self.words else ""
        return all(word in said for word in (self.words or "").casefold().split())


async def pending(reading: Reading, actor: Actor, wanted: Wanted, *, limit: int) -> list[Ask]:
    """Soonest deadline first, then oldest; never more than `limit`."""
    found: list[Ask] = []
    last: Ask | None = None
    while len(found) < limit:
        page = await reading.inbox(actor, limit=PAGE, after=last)
        found.extend(ask for ask in page if wanted.fits(ask))
        if len(page) < PAGE:
            break
        last = page[-1]
    return found[:limit]


async def newest(
    reading: Reading, actor: Actor, wanted: Wanted, *, limit: int, before: AskId | None = None
) -> list[Ask]:
    """Of any state, or of those wanted; newest first, never more than `limit`."""
    found: list[Ask] = []
    while len(found) < limit:
        page = await reading.history(actor, states=wanted.states, limit=PAGE, before=before)
        found.extend(ask for ask in page if wanted.fits(ask))
        if len(page) < PAGE:
            break
        before = page[-1].id
    return found[:limit]


def _said(ask: Ask) -> Iterator[str]:
    matter, outcome = ask.matter, ask.outcome
    yield from (text for text in (matter.title, matter.context) if text)
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
