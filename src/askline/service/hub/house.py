"""Builds one replica of a hub from its parts. Knows everything, decides nothing.

It keeps nothing of its own: any replica can be killed, and any other goes on with its asks. It runs no
commands and reads no project's files, which are on the machines of its users.
"""

import os
import secrets
from collections.abc import Mapping
from functools import partial
from typing import Any

import anyio
from starlette.applications import Starlette
from starlette.middleware import Middleware

from askline.asks.desk import open_desk
from askline.asks.model import Ask
from askline.config.hub import HubSettings
from askline.core.background import steady
from askline.core.clock import Clock, SystemClock
from askline.core.ids import RandomMint
from askline.core.version import VERSION
from askline.doors.http.app import build_app, end_streams
from askline.doors.http.drawing import with_nodes
from askline.doors.http.entering import who_came_in
from askline.doors.http.hub_ways import HubCookie, TokenWay
from askline.doors.http.presence import Presence
from askline.doors.mcp.http import OverHttp
from askline.doors.mcp.seal import Seal
from askline.doors.mcp.server import server_with
from askline.doors.mcp.visits import Means
from askline.memory.memory import open_memory
from askline.people.addressing import ToPeople
from askline.people.administering import Administering
from askline.people.allowing import BoundedShelf
from askline.people.entering import Entering
from askline.people.joining import Joining
from askline.people.ports import Passwords, Register
from askline.people.renewing import Renewing
from askline.people.tokens import Tokens
from askline.service.card_page import card_page
from askline.service.hub.abreast import Abreast
from askline.service.hub.draining import SPREAD_MS, Draining, Refusing
from askline.service.hub.front import build_front
from askline.service.hub.health import Health, Living, Readiness
from askline.service.hub.keys import Rotating
from askline.service.hub.observing import UNOBSERVED, Observing
from askline.service.hub.operating import Operating
from askline.service.hub.people_front import PeopleFront, UseCases
from askline.service.hub.stragglers import watch_replicas
from askline.service.hub.telling import telling_over
from askline.service.hub.ties import Ties
from askline.stores.keeping import Keeping


class Replica:
    def __init__(
        self,
        settings: HubSettings,
        keeping: Keeping,
        register: Register,
        passwords: Passwords,
        *,
        ties: Ties,
        clock: Clock | None = None,
        observing: Observing = UNOBSERVED,
    ) -> None:
        self.name = f"replica-{secrets.token_hex(8)}"
        self.settings = settings
        self.clock = clock or SystemClock()
        self.seal = Seal()
        self.draining = Draining()
        self.living = Living(ties.replicas, self.name)
        self.readiness = Readiness(self.living, keeping.bell, self.draining)
        self.rotating = Rotating(ties.keys, self.seal)
        self._replicas = ties.replicas
        mint, people, keys = RandomMint(), register.people, register.keys
        self.operating = Operating(register, ties, self.clock, settings.ceiling)
        acts, room = self.operating.acts, self.operating.allowing
        self.joining = Joining(people, keys, passwords, self.clock, mint, room=room)
        self.administering = Administering(people, self.clock, acts)
        self.tokens = Tokens(people, keys, self.clock, mint, acts, room=room)
        self.entering = Entering(people, keys, passwords, self.clock)
        self.renewing = Renewing(register, passwords, self.clock)
        self.addressing = ToPeople(people, register.routes, self.clock)
        self.cookie = HubCookie(self.entering, secure=settings.secure)
        self.desk = open_desk(
            keeping.asks,
            keeping.bell,
            self.clock,
            mint,
            shelf=BoundedShelf(ties.shelf, room),
            addressing=Abreast(self.addressing, ties.replicas),
            allowance=room,
            approvers=self.addressing,
        )
        self.retaining = self.operating.retaining(self.desk.pruning, ties.turn, observing.retained)
        self.memory = open_memory(self.desk, self.clock)
        means = Means(
            desk=self.desk,
            clock=self.clock,
            memory=self.memory,
            shown=with_nodes,
            card=card_page,
            seal=self.seal,
            inbox_url=self._inbox_url,
        )
        self.calls = OverHttp(observing.calls(server_with(means)), at=self.name)
        self.api = build_app(
            self.desk,
            bell=keeping.bell,
            who=who_came_in,
            facts=self._facts,
            clock=self.clock,
            memory=self.memory,
            at=self.name,
            approvals=True,
        )
        uses = UseCases(
            register=register,
            entering=self.entering,
            renewing=self.renewing,
            joining=self.joining,
            administering=self.administering,
            tokens=self.tokens,
            addressing=self.addressing,
            cookie=self.cookie,
            operating=self.operating,
        )
        self.telling = telling_over(
            self.desk, keeping, people, settings, self.clock, who=who_came_in, acts=acts
        )
        self.people_front = PeopleFront(settings, uses, clock=self.clock, seal=self.seal)
        self.front: Starlette = build_front(
            self.api,
            self.calls,
            self.people_front.tokens,
            url=settings.url,
            ways=[self.cookie, TokenWay(self.entering)],
            routes=[*self.people_front.routes(), *self.telling.links.routes()],
            own=[*self.telling.contacts.routes(), *self.people_front.own(self.api)],
            probes=[Middleware(Health, readiness=self.readiness)],
            around=[Middleware(Refusing, draining=self.draining)],
            observing=observing,
            presence=Presence(most=settings.open_each),
        )
        observing.looks(
            waited_for=lambda: len(self.desk.waiting), draining=lambda: self.draining.begun
        )

    async def begin(self) -> None:
        """What must be done before it serves: others know of it, and it seals as they do.

        Raises: StoreUnavailable.
        """
        await self.living.sign()
        await self.rotating.learn()

    async def run(self) -> None:
        """What it does beside serving; forever."""
        watch = partial(watch_replicas, self.desk, self._replicas)
        async with anyio.create_task_group() as tasks:
            for each in (
                self.desk.run,
                self.living.run,
                self.rotating.run,
                watch,
                self.people_front.run,
                self.retaining.run,
                self.telling.run,
            ):
                tasks.start_soon(steady(each))

    def drain(self) -> None:
        """Let nothing new in, and let inboxes go to other replicas."""
        self.draining.begin()
        end_streams(self.api, SPREAD_MS)

    def _inbox_url(self, ask: Ask) -> str:
        return f"{self.settings.url}/asks/{ask.id}"

    def _facts(self) -> Mapping[str, Any]:
        return {
            "pid": os.getpid(),
            "version": VERSION,
            "url": self.settings.url,
            "counts": {"calls": len(self.calls)},
        }
