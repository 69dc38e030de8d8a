"""Carries operations out: one after the other where there is no more room, step after step.

What runs is planned anew at the last moment, from what is declared and trusted then, and has to be what
was kept, shown and approved. A step that fails ends a sequence. Whatever happens, an operation gets an
end; if this process is told to go, it is `interrupted`.
"""

from dataclasses import dataclass
from posixpath import join
from typing import Final

import anyio

from askline.commands import lifecycle
from askline.commands.agreeing import Agreeing
from askline.commands.argv import leads_inside
from askline.commands.hands import Hands
from askline.commands.moving import Moving
from askline.commands.offering import Offering
from askline.commands.operation import Operation, StepEnded
from askline.commands.planning import Plan, Planned
from askline.commands.ports import Ended, Execution, Files, How, Runs
from askline.commands.room import Room
from askline.commands.run import Run
from askline.core.errors import (
    AsklineError,
    CommandRefused,
    SandboxUnavailable,
    StoreUnavailable,
)
from askline.core.ids import OperationId
from askline.core.latch import Latch

AT_ONCE: Final = 16
GOOD: Final = Ended(How.EXITED, exit_code=0)


@dataclass(slots=True)
class Work:
    """One operation's way through this room."""

    place: Latch[bool]
    execution: Execution | None = None
    cancelled: str | None = None
    """Why it is to end, once somebody wants it to."""


class Running:
    def __init__(
        self,
        *,
        moving: Moving,
        offering: Offering,
        agreeing: Agreeing,
        runs: Runs,
        files: Files,
        hands: Hands,
        at_once: int = AT_ONCE,
    ) -> None:
        self._moving = moving
        self._offering = offering
        self._agreeing = agreeing
        self._runs = runs
        self._files = files
        self._hands = hands
        self._room = Room(at_once)
        self._works: dict[OperationId, Work] = {}
        self._unwanted: dict[OperationId, str] = {}

    def __len__(self) -> int:
        return len(self._works)

    def __contains__(self, operation_id: OperationId) -> bool:
        """Whether it runs here, or waits for room."""
        return operation_id in self._works

    def begin(self, operation: Operation) -> None:
        """Run it when there is room."""
        work = self._works[operation.id] = Work(
            self._room.ask(), cancelled=self._unwanted.pop(operation.id, None)
        )
        self._hands.take(self._carry_out, operation, work)

    def turn_away(self, operation_id: OperationId, reason: str) -> None:
        """It is let run and not begun yet: when it is, it is to end."""
        self._unwanted[operation_id] = reason

    async def cancel(self, operation_id: OperationId, reason: str) -> bool:
        """Ask it to end; False if it is not run here."""
        if (work := self._works.get(operation_id)) is None:
            return False
        work.cancelled = work.cancelled or reason
        self._room.send_away(work.place)
        if work.execution is not None:
            await work.execution.cancel()
        return True

    async def _carry_out(self, operation: Operation, work: Work) -> None:
        try:
            if await work.place:
                try:
                    await self._run(operation, work)
                finally:
                    self._room.leave()
            else:
                await self._cancelled(operation, work.cancelled or "", refused=False)
        except anyio.get_cancelled_exc_class():
            with anyio.move_on_after(1, shield=True):
                await self._moving.surely(operation.id, lifecycle.interrupted)
            raise
        finally:
            del self._works[operation.id]

    async def _run(self, operation: Operation, work: Work) -> None:
        try:
            plan = await self._offering.plan(
                operation.project.path, operation.tool, operation.arguments
            )
            await self._must_still_stand(operation, plan)
            _must_be_the_same(operation, plan)
        except AsklineError as error:
            await self._cancelled(operation, error.message, refused=True)
            return
        await self._moving.surely(operation.id, lifecycle.started)
        steps: list[StepEnded] = []
        last = await self._all_steps(operation, plan, work, steps)
        reason = work.cancelled or "" if last.how is How.CANCELLED else ""
        over = tuple(steps)
        await self._moving.surely(
            operation.id,
            lambda moved, now: lifecycle.ended(moved, last, now, steps=over, reason=reason),
        )

    async def _must_still_stand(self, operation: Operation, plan: Plan) -> None:
        """What was approved may have been taken back while there was no room. Raises: CommandRefused."""
        if await self._agreeing.taken_back(operation):
            raise CommandRefused("Its approval was taken back.", hint="Ask the user.")
        if operation.standing is None:
            return
        if plan.decision.dangerous or await self._agreeing.letting(operation) is None:
            raise CommandRefused("Its approval does not stand any more.", hint="Call it again.")

    async def _all_steps(
        self, operation: Operation, plan: Plan, work: Work, over: list[StepEnded]
    ) -> Ended:
        last = GOOD
        for number in range(1, len(plan.steps) + 1):
            if number > 1:
                so_far = over[-1]
                await self._moving.surely(
                    operation.id, lambda moved, _, e=so_far: lifecycle.step_ended(moved, e)
                )
                await anyio.sleep(plan.tool.step_delay_ms / 1000)
            if work.cancelled is not None:
                return Ended(How.CANCELLED)
            last, told = await self._one(operation, plan, number, work)
            over.append(told)
            if last.how is not How.EXITED or last.exit_code:
                break
        return last

    async def _one(
        self, operation: Operation, plan: Plan, number: int, work: Work
    ) -> tuple[Ended, StepEnded]:
        step = plan.steps[number - 1]
        skipped = self._skipped(step)
        try:
            if plan.tool.sequence:
                what = f"skipped: {skipped}" if skipped else " ".join(step.run.shown.argv)
                heading = f"== {number}/{len(plan.steps)} {step.run.tool}: {what}"
                await self._runs.note(operation.id, heading)
            ended = GOOD if skipped else await self._execute(operation, step.run, work)
        except (SandboxUnavailable, StoreUnavailable) as error:
            ended = Ended(How.FAILED_TO_START, why=f"{error.message} {error.hint}")
        return ended, StepEnded(
            tool=step.run.tool,
            exit_code=None if skipped else ended.exit_code,
            signal=ended.signal,
            elapsed_s=ended.elapsed_s,
            skipped=skipped,
        )

    async def _execute(self, operation: Operation, run: Run, work: Work) -> Ended:
        execution = await self._runs.start(operation.id, run)
        work.execution = execution
        if work.cancelled is not None:
            await execution.cancel()
        ended = await execution.wait()
        work.execution = None
        return ended

    def _skipped(self, step: Planned) -> str | None:
        there, missing = step.skip_if_file_exists, step.skip_if_file_missing
        if there is not None and self._exists(there, step.run.project):
            return f"{there} is there"
        if missing is not None and not self._exists(missing, step.run.project):
            return f"{missing} is not there"
        return None

    def _exists(self, path: str, project: str) -> bool:
        """What lies outside the project is not there: nobody is told of other places."""
        place = join(project, path)
        return leads_inside(place, project, self._files.real) and self._files.exists(place)

    async def _cancelled(self, operation: Operation, reason: str, *, refused: bool) -> None:
        await self._moving.surely(
            operation.id,
            lambda moved, now: lifecycle.cancelled(moved, reason, now, refused=refused),
        )


def _must_be_the_same(operation: Operation, plan: Plan) -> None:
    """Raises: CommandRefused."""
    may_run = operation.approval or operation.standing or plan.decision.verdict == "allow"
    if plan.sha256 != operation.sha256:
        why = "What would run now is not what was approved."
        if operation.approval is None and operation.standing is None:
            why = "What would run now is not what was called: its declaration changed."
        raise CommandRefused(why, hint="Call it again.")
    if plan.decision.verdict == "deny" or not may_run:
        raise CommandRefused("The policy does not let it run any more.", hint="Ask the user.")
