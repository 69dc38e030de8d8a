"""Looking at asks: what one may answer, what was, one ask with its trail. Changes nothing."""

from dataclasses import replace
from datetime import datetime

from askline.asks import rights
from askline.asks.model import Ask
from askline.asks.paces import Pace
from askline.asks.ports import AskStore, Draft, History, Inbox, Narrow, Span
from askline.asks.state import State
from askline.asks.trail import Event, Pruned
from askline.core.errors import AmbiguousId
from askline.core.ids import SHORT, AskId, parse_id, short_id
from askline.core.people import Actor, Right


class Reading:
    def __init__(self, store: AskStore) -> None:
        self._store = store

    async def inbox(
        self, actor: Actor, *, limit: int = 1000, after: Ask | None = None
    ) -> list[Ask]:
        """What the actor may answer now: soonest deadline first, then oldest."""
        return await self._store.inbox(
            Inbox(tenant=actor.tenant, recipients=_whose(actor), limit=limit, after=after)
        )

    async def asked(self, actor: Actor, *, limit: int, after: Ask | None = None) -> list[Ask]:
        """What was asked on the actor's behalf and is pending, in the order of an inbox."""
        rights.must_ask(actor)
        whose = Inbox(tenant=actor.tenant, principal=actor.id, limit=limit, after=after)
        found: list[Ask] = []
        while len(found) < limit:
            page = await self._store.inbox(whose)
            found.extend(ask for ask in page if rights.may_see(actor, ask))
            if len(page) < limit:
                break
            whose = replace(whose, after=page[-1])
        return found[:limit]

    async def history(
        self,
        actor: Actor,
        *,
        states: frozenset[State] | None = None,
        limit: int = 100,
        before: AskId | None = None,
        narrow: Narrow | None = None,
    ) -> list[Ask]:
        """Asks of any state, newest first."""
        return await self._store.history(
            History(
                tenant=actor.tenant,
                recipients=_whose(actor),
                states=states,
                limit=limit,
                before=before,
                narrow=narrow or Narrow(),
            )
        )

    async def read(self, actor: Actor, ask_id: AskId) -> Ask:
        ask = await self._store.get(ask_id)
        if ask is None:
            raise rights.unknown(str(ask_id))
        rights.must_see(actor, ask)
        return ask

    async def find(self, actor: Actor, said: str) -> Ask:
        """The ask that a person means by a whole or a short id."""
        wanted = parse_id(said)
        if not isinstance(wanted, str):
            return await self.read(actor, wanted)
        known = await self._store.find(actor.tenant, wanted[-SHORT:])
        fitting = [ask_id for ask_id in known if short_id(ask_id, len(wanted)) == wanted]
        asks = [ask for ask in await self._store.get_all(fitting) if rights.may_see(actor, ask)]
        if not asks:
            raise rights.unknown(said)
        # An unsettled ask has its short id alone; only old ones can share it.
        unsettled = [ask for ask in asks if not ask.state.settled]
        if not unsettled and len(asks) > 1:
            raise AmbiguousId(
                f"{said} could be any of {', '.join(sorted(str(ask.id) for ask in asks))}.",
                hint="Give the whole id.",
            )
        return (unsettled or asks)[0]

    async def trail(self, actor: Actor, ask_id: AskId) -> list[Event]:
        await self.read(actor, ask_id)
        return await self._store.trail(ask_id)

    async def pruned(self, actor: Actor, said: str) -> Pruned | None:
        """What stays of an ask that was pruned, by its whole id, for who keeps order."""
        wanted = parse_id(said)
        if isinstance(wanted, str) or not actor.may(Right.OPERATE):
            return None
        return await self._store.pruned(actor.tenant, wanted)

    async def paces(self, actor: Actor, since: datetime) -> list[Pace]:
        """How long the asks took that the actor may answer, from then on."""
        which = Span(tenant=actor.tenant, since=since, recipients=_whose(actor))
        found = await self._store.paces(which)
        return [each for each in found if actor.project in (None, each.project)]

    async def drafts(self, actor: Actor, ask_id: AskId) -> list[Draft]:
        """The actor's own: nobody else's are shown, whoever may see the ask."""
        await self.read(actor, ask_id)
        kept = await self._store.drafts(ask_id)
        return [draft for draft in kept if rights.may_read_draft(actor, draft.person)]


def _whose(actor: Actor) -> frozenset[str] | None:
    return None if actor.may(Right.OPERATE) else actor.addresses
