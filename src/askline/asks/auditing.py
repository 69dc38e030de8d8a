"""Does a trail hold? The chain of its hashes, and that what the ask says is what was hashed.

Says where it breaks and mends nothing. Whoever can write the store can also write a whole new trail:
a copy of the heads, kept elsewhere, is what shows that.
"""

from collections.abc import Iterator, Sequence

from askline.asks import searching, trail
from askline.asks.answer_shapes import amendment_shape, outcome_text
from askline.asks.model import Ask
from askline.asks.reading import Reading
from askline.asks.searching import Wanted
from askline.asks.shapes import matter_text
from askline.asks.spelling import text_of
from askline.asks.state import State
from askline.asks.trail import Event, EventKind, Flaw
from askline.core.ids import AskId
from askline.core.people import Actor

AMENDED = frozenset({EventKind.LATE_ANSWER, EventKind.CORRECTED})
SETTLED = frozenset(EventKind(state) for state in State if state.settled)


class Auditing:
    def __init__(self, reading: Reading) -> None:
        self._reading = reading

    async def flaw(self, actor: Actor, ask: Ask) -> Flaw | None:
        return flaw_of(ask, await self._reading.trail(actor, ask.id))

    async def page(
        self, actor: Actor, *, limit: int, before: AskId | None = None
    ) -> tuple[list[Ask], list[tuple[Ask, Flaw]]]:
        """The asks that were looked at, newest first, and those of them whose trails do not hold."""
        asks = await searching.newest(self._reading, actor, Wanted(), limit=limit, before=before)
        looked = [(ask, await self.flaw(actor, ask)) for ask in asks]
        return asks, [(ask, flaw) for ask, flaw in looked if flaw]


def flaw_of(ask: Ask, events: Sequence[Event]) -> Flaw | None:
    """The first thing that is wrong with an ask and its trail, or nothing."""
    broken = trail.flaw(events, ask.head)
    if broken:
        return broken
    for event, content in _contents(ask, events):
        if event.content_sha256 and event.content_sha256 != trail.sha256_of(content):
            number = event.number
            return Flaw(number=number, problem=f"event {number} is about other words")
    return None


def _contents(ask: Ask, events: Sequence[Event]) -> Iterator[tuple[Event, str]]:
    """What events are about, in their order, where that is kept with the ask."""
    amendments = iter(ask.amendments)
    outcome = outcome_text(ask.outcome) if ask.outcome else ""
    for event in events:
        if event.kind is EventKind.ASKED:
            yield event, matter_text(ask.matter)
        elif event.kind is EventKind.IMPORTED:
            yield event, matter_text(ask.matter) + outcome
        elif event.kind in SETTLED:
            yield event, outcome
        elif event.kind in AMENDED:
            amendment = next(amendments, None)
            yield event, text_of(amendment_shape(amendment)) if amendment else ""
