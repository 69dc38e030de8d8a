"""The agent's side of the desk: ask, wait, come back, take what is owed, withdraw."""

import logging
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from functools import partial

import anyio

from askline.asks import intake, lifecycle, repeats, rights, routing
from askline.asks.addressing import Addressed, Addressing
from askline.asks.changes import Change
from askline.asks.handing import Verb, Word
from askline.asks.limits import Limits
from askline.asks.model import Ask, Matter
from askline.asks.moving import Moving
from askline.asks.pacing import Pacing
from askline.asks.ports import Added, AskStore, Bell, Hint, News
from askline.asks.reading import Reading
from askline.asks.waiting import Waiting
from askline.core.carrying import whole
from askline.core.clock import Clock
from askline.core.errors import DeadlinePast, NotFound, StoreUnavailable
from askline.core.ids import AskId, Mint
from askline.core.people import Actor, Agent, Project
from askline.core.text import clean

log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True, kw_only=True)
class NewAsk:
    """What an agent brings to the desk."""

    matter: Matter
    agent: Agent
    project: Project
    recipients: tuple[str, ...] | None = None
    """None where the desk shall find out, see `addressing`."""
    deadline: datetime | None = None
    key: str | None = None
    """The agent's own name for this ask: the same key leads to the same ask, always."""
    request: str | None = None
    """The connection's name for the call, told by the service; a re-sent call repeats it."""
    holder: str | None = None
    """The connection that will wait; none for an ask that nobody waits for now."""
    connection: str | None = None
    """What stands for an agent that names no conversation; none where every call is one of its own."""
    profile: str | None = None
    """The tools it is asked through."""
    stream: str | None = None
    """The host application's stream it belongs to."""


class Asking:
    def __init__(
        self,
        *,
        store: AskStore,
        bell: Bell,
        clock: Clock,
        mint: Mint,
        reading: Reading,
        moving: Moving,
        waiting: Waiting,
        pacing: Pacing,
        limits: Limits,
        detach_grace: timedelta | None,
        addressing: Addressing,
    ) -> None:
        self._store = store
        self._bell = bell
        self._clock = clock
        self._mint = mint
        self._reading = reading
        self._moving = moving
        self._waiting = waiting
        self._pacing = pacing
        self._limits = limits
        self._detach_grace = detach_grace
        self._addressing = addressing

    async def ask(self, actor: Actor, new: NewAsk) -> Ask:
        """Store an ask before anybody learns of it, or attach to the one that stands.

        Raises: RateLimited, for what is no repeat; NoHumanChannel.
        """
        ask = await self._built(actor, new)
        lasting = repeats.lasting_keys(ask, key=new.key, request=new.request)
        refusal = await self._pacing.enter(ask)
        if refusal is None:
            standing, fresh = await whole(partial(self._added, actor, ask, lasting))
            if fresh:
                return standing
        else:
            standing = await self._standing(ask, lasting)
            if standing is None:
                raise refusal
        return await self._attached(actor, standing, new.holder)

    async def standing(self, actor: Actor, new: NewAsk) -> Ask:
        """The ask that this one would repeat. Asks nothing, holds nothing.

        Raises: NotFound.
        """
        ask = await self._built(actor, new)
        lasting = repeats.lasting_keys(ask, key=new.key, request=new.request)
        standing = await self._standing(ask, lasting)
        if standing is None:
            raise NotFound("There is no such ask.", hint="It may not have been asked yet.")
        return standing

    async def asked_by(self, actor: Actor, agent: Agent, project: Project, ask_id: AskId) -> Ask:
        """The ask, if it is this agent's. Raises: NotFound, for another agent's too."""
        ask = await self._reading.read(actor, ask_id)
        who = intake.clean_agent(agent), intake.clean_project(project)
        if not repeats.is_asker(ask, *who):
            raise rights.unknown(str(ask_id))
        return ask

    async def owed(
        self, actor: Actor, agent: Agent, project: Project, *, connection: str | None, limit: int
    ) -> list[Ask]:
        """Settled asks of this agent that it was not told all of, oldest first."""
        key = repeats.told_key(actor, agent, project, connection)
        return [] if key is None else await self._store.owed(actor.tenant, key, limit)

    async def attach(self, actor: Actor, ask_id: AskId, holder: str) -> Ask:
        return await self._attached(actor, await self._reading.read(actor, ask_id), holder)

    async def detach(self, actor: Actor, ask_id: AskId, holder: str) -> Ask:
        """The holder is gone. The ask stays: only an explicit cancel cancels."""

        def gone(ask: Ask, now: datetime) -> Change:
            return lifecycle.detach(ask, holder, by=actor, at=now, grace=self._detach_grace)

        return await self._moving.move(actor, ask_id, rights.must_see, gone)

    async def delivered(self, actor: Actor, ask_id: AskId, *, amendments: int = 0) -> Ask:
        """The agent has the outcome and so many amendments; what came since is still to be told."""

        def got(ask: Ask, now: datetime) -> Change:
            return lifecycle.deliver(ask, amendments, by=actor, at=now)

        return await self._moving.move(actor, ask_id, rights.must_take, got)

    async def cancel(
        self, actor: Actor, ask_id: AskId, *, receipt: str, reason: str | None = None
    ) -> Ask:
        words = clean(reason) if reason else None

        def withdrawn(ask: Ask, now: datetime) -> Change:
            return lifecycle.cancel(ask, words, by=actor, at=now, receipt=receipt)

        word = Word(verb=Verb.CANCEL, said={"reason": words}, receipt=receipt)
        return await self._moving.move(actor, ask_id, rights.must_cancel, withdrawn, word)

    async def supersede(self, actor: Actor, ask_id: AskId, *, receipt: str) -> Ask:
        """A newer question of a stream that holds one at a time takes this one's place."""

        def replaced(ask: Ask, now: datetime) -> Change:
            return lifecycle.supersede(ask, by=actor, at=now, receipt=receipt)

        word = Word(verb=Verb.CANCEL, receipt=receipt)
        return await self._moving.move(actor, ask_id, rights.must_cancel, replaced, word)

    async def outcome(self, actor: Actor, ask_id: AskId, wait: float | None = None) -> Ask:
        """The ask when it is settled, or as it stands after `wait` seconds; no limit if None."""
        if wait is None:
            return await self._waiting.settled(ask_id, lambda: self._reading.read(actor, ask_id))
        with anyio.move_on_after(wait):
            return await self.outcome(actor, ask_id)
        return await self._reading.read(actor, ask_id)

    async def _built(self, actor: Actor, new: NewAsk) -> Ask:
        rights.must_ask_in(actor, new.project)
        now = self._clock.now()
        deadline = None if new.deadline is None else intake.instant(new.deadline)
        if deadline is not None and deadline <= now:
            raise DeadlinePast(
                f"The deadline {deadline.isoformat()} has passed.",
                hint="Give a later one, or none: then it waits until somebody answers.",
            )
        agent, project = intake.clean_agent(new.agent), intake.clean_project(new.project)
        matter = intake.admit(new.matter, self._limits)
        addressed = await self._addressed(actor, project, matter, new.recipients)
        ask = Ask(
            id=self._mint.ask_id(now),
            tenant=actor.tenant,
            recipients=addressed.recipients,
            matter=matter,
            agent=agent,
            project=project,
            principal=actor.id,
            agent_key=repeats.agent_key(actor.id, agent, project, new.connection),
            asked_at=now,
            profile=new.profile,
            stream=new.stream,
            deadline=deadline,
            holder=new.holder,
        )
        ask = routing.set_out(ask, addressed.route, addressed.word)
        return ask if new.key is not None else replace(ask, same_key=repeats.same_key(ask))

    async def _addressed(
        self, actor: Actor, project: Project, matter: Matter, said: tuple[str, ...] | None
    ) -> Addressed:
        if said:
            return Addressed(recipients=said)
        return await self._addressing.route(actor, project, matter)

    async def _added(self, actor: Actor, ask: Ask, lasting: tuple[str, ...]) -> tuple[Ask, bool]:
        """The ask that stands in the end, and whether it is this one."""
        fresh = False
        try:
            while True:
                change = lifecycle.opened(ask, actor)
                addition = await self._store.add(change, (*lasting, *repeats.passing_keys(ask)))
                if addition.what is Added.FRESH:
                    fresh = True
                    self._bell.ring(Hint(News.ASKED, ask.id, ask.tenant))
                    return change.after, fresh
                standing = await self._read(addition.standing)
                if standing and not repeats.differ(standing, ask):
                    return standing, fresh
                # Another conversation's twin takes a key of its own; a clash of short ids an id.
                same_key = repeats.own_key(ask) if standing else ask.same_key
                ask = replace(ask, id=self._mint.ask_id(ask.asked_at), same_key=same_key)
        finally:
            if not fresh:
                self._pacing.give_back(ask)

    async def _standing(self, ask: Ask, lasting: tuple[str, ...]) -> Ask | None:
        """The ask that this one repeats, if it does."""
        keys = (*lasting, *repeats.passing_keys(ask))
        standing = await self._read(await self._store.standing(ask.tenant, keys))
        return None if standing and repeats.differ(standing, ask) else standing

    async def _read(self, ask_id: AskId | None) -> Ask | None:
        return await self._store.get(ask_id) if ask_id else None

    async def _attached(self, actor: Actor, ask: Ask, holder: str | None) -> Ask:
        if holder is None or ask.state.settled:
            return ask

        def held(ask: Ask, now: datetime) -> Change:
            return lifecycle.attach(ask, holder, by=actor, at=now)

        try:
            return await self._moving.move(actor, ask.id, rights.must_see, held)
        except StoreUnavailable as error:
            # Only the mark is lost. Who comes back to an ask that is kept can wait for it.
            log.warning("ask %s is waited for and does not say so: %s", ask.id, error.message)
            return ask
