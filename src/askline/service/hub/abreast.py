"""What is new in asks is made use of only when every replica knows it.

While a hub is brought to this version, replicas of the one before still run. They write an ask back without
what they do not know of it, so a route would be lost, and with it how many people must agree. Until the last
of them is gone asks are put to people as that version does it, and an approval that needs more than one
person is not taken.
"""

from typing import Final

import anyio

from askline.asks.addressing import Addressed, Addressee, Addressing
from askline.asks.model import AskKind, Matter
from askline.core.errors import StoreUnavailable
from askline.core.people import Actor, Project
from askline.service.hub.stragglers import GONE, Replicas

LOOK_EVERY_S: Final = 5.0


class Abreast:
    def __init__(
        self, addressing: Addressing, replicas: Replicas, every_s: float = LOOK_EVERY_S
    ) -> None:
        self._addressing = addressing
        self._replicas = replicas
        self._every_s = every_s
        self._abreast = False
        self._look_at = 0.0

    async def route(self, actor: Actor, project: Project, matter: Matter) -> Addressed:
        """Raises: NoHumanChannel; StoreUnavailable, for an approval that must wait."""
        addressed = await self._addressing.route(actor, project, matter)
        route = addressed.route
        if (route is None and addressed.word is None) or await self._all_know():
            return addressed
        strict = route is not None and (route.quorum > 1 or not route.self_approval)
        if strict and matter.kind is AskKind.APPROVAL:
            raise StoreUnavailable(
                "Not every replica of this hub knows yet how several people approve.",
                hint="The hub is being brought to another version: ask again when that is done.",
            )
        return Addressed(recipients=addressed.recipients)

    async def addressee(self, actor: Actor, said: str) -> Addressee:
        return await self._addressing.addressee(actor, said)

    async def _all_know(self) -> bool:
        """Looked up now and then, not for every ask."""
        now = anyio.current_time()
        if now >= self._look_at:
            self._abreast = await self._replicas.abreast(GONE)
            self._look_at = now + self._every_s
        return self._abreast
