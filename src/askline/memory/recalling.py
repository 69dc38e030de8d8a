"""Offers a person their own earlier answer to what is asked now. Looks only when somebody looks.

The book of recollections is a hint: whatever it finds is read from the store with the rights of who
looks, and judged there. What was found is remembered until something new is answered in the project.
Never in the way of the asking: where the books cannot be read, nothing is offered.
"""

import logging
from collections.abc import Callable, Sequence

from askline.asks.model import Ask
from askline.asks.reading import Reading
from askline.asks.state import State
from askline.core.errors import AsklineError, NotFound
from askline.core.ids import AskId
from askline.core.people import Actor, ActorKind
from askline.memory.ports import Recollection
from askline.memory.recall import (
    Recalled,
    Remembered,
    may_be_recalled,
    place_of,
    recalled,
    same_key,
    words_of,
    worth_reading,
)

AT_MOST = 12
"""Candidates that the book is asked for, of the same and of those alike."""
READ_AT_MOST = 3
KNOWN_AT_MOST = 5_000

Home = tuple[str, str]
Known = tuple[int, Recalled | None]

log = logging.getLogger(__name__)


class Recalling:
    def __init__(
        self, reading: Reading, book: Recollection, wanted: Callable[[], bool] = lambda: True
    ) -> None:
        """`wanted` says whether the user wants to be offered anything."""
        self._reading = reading
        self._book = book
        self._wanted = wanted
        self._answered: dict[Home, int] = {}
        """How often something was answered in a place: what was found before is old then."""
        self._known: dict[tuple[AskId, str, str | None], Known] = {}

    async def of(self, actor: Actor, ask: Ask) -> Recalled | None:
        """What to offer, if anything: to a human, for what is pending."""
        if actor.kind is not ActorKind.HUMAN or ask.state is not State.PENDING:
            return None
        if not may_be_recalled(ask) or not self._wanted():
            return None
        who = (ask.id, actor.id, actor.stream)
        newest = self._answered.get(home_of(ask), 0)
        known = self._known.get(who)
        if known is None or known[0] != newest:
            known = (newest, await self._offered(actor, ask))
            if len(self._known) >= KNOWN_AT_MOST:
                self._known.clear()
            self._known[who] = known
        return known[1]

    def known(self, actor: Actor, ask: Ask) -> Recalled | None:
        """What was found before, without looking anything up."""
        known = self._known.get((ask.id, actor.id, actor.stream))
        fresh = known and known[0] == self._answered.get(home_of(ask), 0)
        return known[1] if known and fresh and ask.state is State.PENDING else None

    def heard(self, remembered: Remembered) -> None:
        """Something was answered there."""
        home = (remembered.tenant, remembered.place)
        self._answered[home] = self._answered.get(home, 0) + 1

    async def forget(self, asks: Sequence[Ask]) -> None:
        """They are gone, and so are the words by which they were found. Raises: StoreUnavailable."""
        await self._book.forget([ask.id for ask in asks])
        self._known.clear()

    async def _offered(self, actor: Actor, ask: Ask) -> Recalled | None:
        try:
            return await self._looked_up(actor, ask)
        except AsklineError as error:
            log.warning("nothing is recalled: %s", error.code)
            return None

    async def _looked_up(self, actor: Actor, ask: Ask) -> Recalled | None:
        words = words_of(question.text for question in ask.questions)
        home = home_of(ask)
        found = await self._book.candidates(*home, same_key(ask), words, AT_MOST)
        for each in worth_reading(ask, found)[:READ_AT_MOST]:
            try:
                earlier = await self._reading.read(actor, each.ask_id)
            except NotFound:
                continue
            if offer := recalled(ask, earlier, actor.id):
                return offer
        return None


def home_of(ask: Ask) -> Home:
    return ask.tenant, place_of(ask.project)
