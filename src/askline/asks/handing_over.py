"""The courier's side of the desk: an ask goes to a hub, and what the hub decided comes home."""

from datetime import datetime

from askline.asks import lifecycle, rights
from askline.asks.changes import Change
from askline.asks.handing import Decided
from askline.asks.model import Ask
from askline.asks.moving import Moving
from askline.core.ids import AskId
from askline.core.people import Actor


class HandingOver:
    def __init__(self, moving: Moving) -> None:
        self._moving = moving

    async def hand_over(self, actor: Actor, ask_id: AskId, hub: str) -> Ask:
        """Before the hub learns of it: from here on nobody settles it here alone.

        Raises: AlreadySettled, where somebody was faster.
        """

        def handed(ask: Ask, now: datetime) -> Change:
            return lifecycle.hand_over(ask, hub, by=actor, at=now)

        return await self._moving.move(actor, ask_id, rights.must_cancel, handed)

    async def take_back(self, actor: Actor, ask_id: AskId) -> Ask:
        """The hub refused it and never had it: it is decided here again."""

        def taken(ask: Ask, now: datetime) -> Change:
            return lifecycle.take_back(ask, by=actor, at=now)

        return await self._moving.move(actor, ask_id, rights.must_cancel, taken)

    async def bring_home(self, ask_id: AskId, decided: Decided) -> Ask:
        """What the hub decided; the same again changes nothing."""
        return await self._moving.bring(ask_id, decided)
