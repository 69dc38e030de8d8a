"""Approval of an operation by a person: an ask of its own, bound to exactly what will run.

The words that are shown are ours, made from the plan, never the agent's. The ask is keyed by its
operation, so it is asked once, however often this process dies meanwhile; whoever answers it, wherever
and whenever, decides.
"""

import logging
from contextlib import suppress
from dataclasses import dataclass, replace

import anyio

from askline.asks.answers import Outcome
from askline.asks.asking import NewAsk
from askline.asks.desk import Desk
from askline.asks.model import AskKind, Matter, Question, QuestionKind
from askline.asks.state import State
from askline.commands import lifecycle
from askline.commands.agreeing import YES, Agreeing
from askline.commands.hands import Hands
from askline.commands.moving import STORE_AWAY_S, Moving
from askline.commands.operation import Operation
from askline.commands.rights import asker
from askline.commands.running import Running
from askline.commands.wording import approval_context, approval_question, approval_title
from askline.core.errors import AlreadySettled, AsklineError, NotFound, StoreUnavailable
from askline.core.ids import AskId, OperationId
from askline.core.people import ActorKind

APPROVE = "approve"

log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class Word:
    """What became of an approval."""

    runs: bool
    refused: bool
    reason: str


class Approving:
    def __init__(
        self, *, desk: Desk, moving: Moving, running: Running, agreeing: Agreeing, hands: Hands
    ) -> None:
        self._desk = desk
        self._moving = moving
        self._agreeing = agreeing
        self._running = running
        self._hands = hands
        self._awaited: set[OperationId] = set()

    def __len__(self) -> int:
        return len(self._awaited)

    def __contains__(self, operation_id: OperationId) -> bool:
        """Whether its approval is waited for here."""
        return operation_id in self._awaited

    async def put(
        self,
        operation: Operation,
        *,
        holder: str | None = None,
        connection: str | None = None,
        profile: str | None = None,
    ) -> Operation:
        """Its approval is in the inbox when this returns.

        Raises: RateLimited, TooLarge, StoreUnavailable; then the operation has ended.
        """
        new = NewAsk(
            matter=approval_of(operation),
            agent=operation.agent,
            project=operation.project,
            key=f"operation/{operation.id}",
            holder=holder,
            connection=connection,
            profile=profile,
        )
        try:
            ask = await self._desk.asking.ask(asker(operation), new)
        except AsklineError as error:
            reason = f"Nobody could be asked: {error.message}"
            await self._moving.move(
                operation.id, lambda moved, now: lifecycle.cancelled(moved, reason, now)
            )
            raise
        moved = await self._moving.surely(
            operation.id, lambda moved, _: lifecycle.put_to_people(moved, ask)
        )
        if moved is None:  # it was cancelled meanwhile, by somebody who could not know of the ask
            await self.withdraw(replace(operation, approval=ask.id), "It is not needed any more.")
            return await self._moving.move(operation.id, lambda ended, _: ended)
        self._wait_for(moved, ask.id)
        return moved

    async def take_over(self, operation: Operation) -> None:
        """Its process is gone: wait in its place. If it had not come to asking, ask."""
        if operation.approval is None:
            await self.put(operation)
        else:
            self._wait_for(operation, operation.approval)

    def _wait_for(self, operation: Operation, ask_id: AskId) -> None:
        """Go on when its approval is settled; it may be already."""
        self._awaited.add(operation.id)
        self._hands.take(self._until_settled, operation, ask_id)

    async def withdraw(self, operation: Operation, reason: str) -> None:
        """Nobody needs to decide any more."""
        if operation.approval is None:
            return
        # Somebody may be faster; the operation has ended all the same.
        with suppress(AlreadySettled, NotFound):
            await self._desk.asking.cancel(
                asker(operation),
                operation.approval,
                receipt=f"operation/{operation.id}",
                reason=reason,
            )

    async def _until_settled(self, operation: Operation, ask_id: AskId) -> None:
        try:
            word = await self._word(operation, ask_id)
            if not word.runs:
                await self._moving.surely(
                    operation.id,
                    lambda moved, now: lifecycle.cancelled(
                        moved, word.reason, now, refused=word.refused
                    ),
                )
            elif moved := await self._moving.surely(
                operation.id, lambda moved, _: lifecycle.approved(moved)
            ):
                self._running.begin(moved)
        finally:
            self._awaited.discard(operation.id)

    async def _word(self, operation: Operation, ask_id: AskId) -> Word:
        actor = asker(operation)
        while True:
            try:
                ask = await self._desk.asking.outcome(actor, ask_id)
                await self._agreeing.settle(operation, ask)
                # The agent hears of it by its operation, so it is owed nothing by the ask.
                await self._desk.asking.delivered(actor, ask_id)
            except StoreUnavailable as error:
                log.warning("an approval waits for the store: %s", error.message)
                await anyio.sleep(STORE_AWAY_S)
            except NotFound:
                return Word(runs=False, refused=False, reason="Its approval is gone.")
            else:
                return word_of(ask.outcome)


def word_of(outcome: Outcome | None) -> Word:
    """What a settled approval says. Only a person's yes lets it run; silence is no consent."""
    if outcome is None:
        return Word(runs=False, refused=False, reason="Nobody has approved it yet.")
    match outcome.state:
        case State.ANSWERED:
            return _answered(outcome)
        case State.REJECTED:
            return Word(runs=False, refused=True, reason=outcome.reason or "It was not approved.")
        case State.ASKED_BACK:
            return Word(runs=False, refused=True, reason=f"Asked back: {outcome.ask_back}")
        case State.TIMED_OUT:
            return Word(runs=False, refused=False, reason="Nobody approved it in time.")
        case _:
            return Word(runs=False, refused=False, reason=outcome.reason or "It was withdrawn.")


def _answered(outcome: Outcome) -> Word:
    answer = outcome.answers[0]
    if outcome.settled_by.kind is not ActorKind.HUMAN:
        return Word(runs=False, refused=True, reason="No person approved it.")
    if answer.values == YES:
        return Word(runs=True, refused=False, reason="")
    said = answer.note or answer.custom_text
    return Word(runs=False, refused=True, reason=said or "It was not approved.")


def approval_of(operation: Operation) -> Matter:
    """What a person decides: one command, or every step of a sequence."""
    names = sorted({name for each in operation.commands for name in each.env})
    shown = replace(
        operation.commands[0], env=tuple(names), sha256=operation.sha256, why=operation.why
    )
    question = Question(
        id=APPROVE, text=approval_question(operation), kind=QuestionKind.CONFIRM, required=True
    )
    return Matter(
        questions=(question,),
        kind=AskKind.APPROVAL,
        title=approval_title(operation),
        context=approval_context(operation),
        command=shown,
        human_only=True,
    )
