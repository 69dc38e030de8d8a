"""Standing approvals: offered beside an approval's ask, made with its yes, listed, revoked.

Only a person who is there makes or revokes one. What it let run says so.
"""

from dataclasses import replace
from datetime import datetime

from askline.asks.answers import Given
from askline.asks.desk import Desk
from askline.asks.model import Ask
from askline.commands import rights
from askline.commands.operation import Operation, Status
from askline.commands.ports import Operations, OperationStore, StandingBook
from askline.commands.standing import (
    StandingApproval,
    StandingOffer,
    drafts,
    lets,
    named,
    offer_of,
)
from askline.core.clock import Clock
from askline.core.errors import (
    AlreadySettled,
    DeadlinePast,
    InvalidArguments,
    NotFound,
    Refused,
)
from askline.core.ids import AskId, Mint
from askline.core.people import Actor

YES = ("yes",)
APPROVED = {"approve": Given(values=YES)}
LOOK_BACK = 200
"""Earlier operations of a project that further matches are looked for in."""


class Agreeing:
    def __init__(
        self, *, desk: Desk, store: OperationStore, book: StandingBook, clock: Clock, mint: Mint
    ) -> None:
        self._desk = desk
        self._store = store
        self._book = book
        self._clock = clock
        self._mint = mint

    async def offers(self, actor: Actor, ask_id: AskId) -> tuple[StandingOffer, ...]:
        """What a person may agree to beside the one call, narrowest first; nothing if it is dangerous.

        Raises: NotFound, where no operation waits for this ask.
        """
        operation = await self._awaiting(actor, ask_id)
        project = Operations(
            tenant=operation.tenant, project=operation.project.path, limit=LOOK_BACK
        )
        earlier = [each for each in await self._store.which(project) if each.id != operation.id]
        found = drafts(operation, made_by=actor.name, at=self._clock.now())
        return tuple(offer_of(each, earlier) for each in found)

    async def approve(
        self, actor: Actor, ask_id: AskId, which: str, until: datetime | None
    ) -> StandingApproval:
        """Approve this call, and from now on what is like it. `which` is an offer's.

        Raises: PersonRequired, NotFound, InvalidArguments, DeadlinePast, AlreadySettled.
        """
        rights.must_be_a_person(actor)
        operation = await self._awaiting(actor, ask_id)
        now = self._clock.now()
        if until is not None and until <= now:
            raise DeadlinePast(
                f"{until.isoformat()} has passed.", hint="Give a later time, or none."
            )
        found = {named(each): each for each in drafts(operation, made_by=actor.name, at=now)}
        if which not in found:
            raise InvalidArguments(
                f"{which!r} is not offered for this approval.",
                hint=f"Offered: {', '.join(found) or 'nothing, for it is dangerous'}.",
            )
        made = replace(
            found[which], id=str(self._mint.operation_id(now)), until=until, asked=ask_id
        )
        await self._book.keep(made)
        # Before the yes nothing stands, with it this does: whoever dies here, `settle` goes on with it.
        try:
            await self._desk.answering.answer(actor, ask_id, APPROVED, receipt=made.receipt)
        except (AlreadySettled, Refused):  # somebody was faster, or may and this one may not
            await self._book.drop(made.tenant, made.id)
            raise
        await self._book.confirm(made)
        return replace(made, asked=None)

    async def settle(self, operation: Operation, ask: Ask) -> None:
        """Its approval is settled: what was to stand by it stands, or goes."""
        for each in await self._book.of(operation.tenant, operation.project.path):
            if each.asked != ask.id:
                continue
            if ask.outcome is not None and ask.outcome.receipt == each.receipt:
                await self._book.confirm(each)
            else:
                await self._book.drop(each.tenant, each.id)

    async def standing(self, actor: Actor, project: str | None) -> list[StandingApproval]:
        """Those that hold now, of one project's path or of all, newest first."""
        rights.must_keep_order(actor)
        now = self._clock.now()
        found = await self._book.of(actor.tenant, project)
        held = [each for each in found if each.until is None or now < each.until]
        return [each for each in held if each.asked is None]

    async def revoke(self, actor: Actor, standing_id: str) -> None:
        """Raises: PersonRequired, NotFound."""
        rights.must_be_a_person(actor)
        if not await self._book.drop(actor.tenant, standing_id):
            raise NotFound(
                f"There is no standing approval {standing_id}.",
                hint="List them; it may have been revoked already.",
            )

    async def letting(self, operation: Operation) -> str | None:
        """The standing approval that lets it run, if one does."""
        now = self._clock.now()
        found = await self._book.of(operation.tenant, operation.project.path)
        return next((each.id for each in found if lets(each, operation, now)), None)

    async def taken_back(self, operation: Operation) -> bool:
        """Whether the person who approved it has another word now, while it waits for room."""
        if operation.approval is None:
            return False
        ask = await self._desk.reading.read(rights.asker(operation), operation.approval)
        return any(each.answers[0].values != YES for each in ask.amendments[-1:])

    async def _awaiting(self, actor: Actor, ask_id: AskId) -> Operation:
        for operation in await self._store.unended(actor.tenant):
            awaits = operation.status is Status.AWAITING_APPROVAL
            if awaits and operation.approval == ask_id and rights.may_see(actor, operation):
                return operation
        raise NotFound(
            f"No operation waits for ask {ask_id}.", hint="It may have been settled already."
        )
