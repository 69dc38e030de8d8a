"""Whoever follows asks over time: told when one is settled, and of every amendment after that.

Unlike one who waits (see `waiting`) a follower stays. It is told what stands, not what happened:
what was settled before it came counts too, and a change that it slept through is told once, as it
stands then. What is pending is never told; nothing about it concerns the one who asked.
"""

from collections.abc import Awaitable, Callable, Collection

from askline.asks import rights
from askline.asks.model import Ask
from askline.asks.state import State
from askline.asks.waiting import Waiting
from askline.core.ids import AskId
from askline.core.people import Actor

Tell = Callable[[Ask], Awaitable[None]]


class Following:
    def __init__(self, waiting: Waiting) -> None:
        self._waiting = waiting

    async def follow(self, actor: Actor, ask_ids: Collection[AskId], tell: Tell) -> None:
        """Forever; of asks that the actor may not see, nothing."""
        told: dict[AskId, tuple[State, int]] = {}
        with self._waiting.stirred(ask_ids) as stir:
            while True:
                for ask in await self._waiting.settled_of(await stir.changed()):
                    stands = (ask.state, len(ask.amendments))
                    if told.get(ask.id) == stands:
                        continue
                    if rights.may_see(actor, ask):
                        await tell(ask)
                    told[ask.id] = stands
