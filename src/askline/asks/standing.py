"""Says the human's standing word to what is asked while they are away. Beside the asking, never in its way."""

import logging
from collections.abc import Callable

from askline.asks.answering import Answering
from askline.asks.away import Away
from askline.asks.ports import Bell, News, Ring
from askline.asks.reading import Reading
from askline.core.clock import Clock
from askline.core.errors import AsklineError
from askline.core.ids import AskId
from askline.core.people import LOCAL_PERSON, LOCAL_TENANT, Actor, ActorKind, Right

RULE = Actor(
    tenant=LOCAL_TENANT,
    kind=ActorKind.RULE,
    id="away",
    name="away",
    rights=frozenset({Right.ANSWER}),
    addresses=frozenset({LOCAL_PERSON}),
)

log = logging.getLogger(__name__)


class StandingWord:
    def __init__(
        self,
        reading: Reading,
        answering: Answering,
        bell: Bell,
        clock: Clock,
        given: Callable[[], Away | None],
    ) -> None:
        self._reading = reading
        self._answering = answering
        self._bell = bell
        self._clock = clock
        self._given = given

    async def run(self) -> None:
        """Forever."""
        async with self._bell.listen() as rings:
            async for ring in rings:
                # Most rings tell of something else, and the word lies on the disk.
                new = ring.missed or ring.about(News.ASKED)
                away = self._given() if new else None
                if away and away.holds(self._clock.now()):
                    await self._hear(ring, away)

    async def _hear(self, ring: Ring, away: Away) -> None:
        asked = dict.fromkeys(ring.about(News.ASKED))
        try:
            if ring.missed:
                asked.update((ask.id, None) for ask in await self._reading.inbox(RULE))
        except AsklineError as error:
            log.info("the standing word was not said: %s", error.code)
        for ask_id in asked:
            await self._say(ask_id, away)

    async def _say(self, ask_id: AskId, away: Away) -> None:
        try:
            if away.speaks_to(await self._reading.read(RULE, ask_id)):
                await self._answering.reject(
                    RULE, ask_id, reason=away.words, receipt=f"away/{ask_id}"
                )
        except AsklineError as error:
            # Somebody was faster, or the store is away: the ask stands in the inbox as ever.
            log.info("the standing word was not said: %s", error.code)
