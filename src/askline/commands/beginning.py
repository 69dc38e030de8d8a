"""An agent calls a declared tool: it is planned, judged and kept, and then run or put to people.

Everything that can be refused is refused before anything is kept. A repeated call finds the operation
of the first one, and runs nothing.
"""

from dataclasses import replace
from hashlib import sha256
from typing import Final

from askline.asks import intake, repeats
from askline.asks.spelling import text_of
from askline.commands import rights
from askline.commands.agreeing import Agreeing
from askline.commands.approving import Approving
from askline.commands.looking import Looking
from askline.commands.offer import NewOperation
from askline.commands.offering import Offering
from askline.commands.operation import Operation, Status
from askline.commands.planning import Plan
from askline.commands.ports import OperationStore
from askline.commands.running import Running
from askline.commands.watching import Watching
from askline.commands.wording import command_line
from askline.core.clock import Clock
from askline.core.errors import CommandRefused, InvalidArguments, RateLimited
from askline.core.ids import Mint
from askline.core.people import Actor, Project

MOST_AT_ONCE: Final = 200
"""Operations of one process that have not ended: an agent that calls without end is stopped here."""


class Beginning:
    def __init__(
        self,
        *,
        store: OperationStore,
        clock: Clock,
        mint: Mint,
        offering: Offering,
        looking: Looking,
        watching: Watching,
        running: Running,
        approving: Approving,
        agreeing: Agreeing,
        owner: str,
    ) -> None:
        self._store = store
        self._clock = clock
        self._mint = mint
        self._offering = offering
        self._looking = looking
        self._watching = watching
        self._running = running
        self._approving = approving
        self._agreeing = agreeing
        self._owner = owner
        self._coming = 0
        """Calls that have been let in and are being kept."""

    async def begin(self, actor: Actor, new: NewOperation) -> Operation:
        """Plan it, keep it, and either run it, put its approval on the desk, or refuse it.

        Returns as soon as it is kept: pending, working or awaiting approval (`approval` is the ask).
        Raises: NotFound (no such tool), NotTrusted, InvalidArguments, CommandRefused (denied, or no
        channel to a person), SandboxUnavailable, StoreUnavailable, RateLimited.
        """
        rights.must_run(actor)
        key = None if new.request is None else _key(actor, new.request)
        if key and (known := await self._store.standing(actor.tenant, key)):
            return await self._looking.read(actor, known)
        must_be_written(new)
        plan = await self._offering.plan(new.project.path, new.tool, new.arguments)
        operation = await self._let(self._built(actor, new, plan), plan, new)
        self._must_have_room()
        self._coming += 1
        try:
            return await self._kept(actor, new, operation, key)
        finally:
            self._coming -= 1

    async def _kept(
        self, actor: Actor, new: NewOperation, operation: Operation, key: str | None
    ) -> Operation:
        if known := await self._store.add(operation, key):
            return await self._looking.read(actor, known)
        self._watching.tell(operation)
        if operation.status is Status.AWAITING_APPROVAL:
            return await self._approving.put(
                operation, holder=new.holder, connection=new.connection, profile=new.profile
            )
        self._running.begin(operation)
        return operation

    async def _let(self, operation: Operation, plan: Plan, new: NewOperation) -> Operation:
        """As it may go on: a person's standing approval is as good as one that is asked for now.

        Raises: CommandRefused.
        """
        if operation.status is Status.AWAITING_APPROVAL:
            standing = await self._agreeing.letting(operation)
            if standing is not None:
                return replace(operation, status=Status.PENDING, standing=standing)
        _must_be_let(plan, new)
        return operation

    def _built(self, actor: Actor, new: NewOperation, plan: Plan) -> Operation:
        now = self._clock.now()
        agent, project = intake.clean_agent(new.agent), intake.clean_project(new.project)
        root = plan.steps[0].run.project
        decision = plan.decision
        asks = decision.verdict == "ask"
        return Operation(
            id=self._mint.operation_id(now),
            tenant=actor.tenant,
            principal=actor.id,
            tool=plan.tool.name,
            arguments=new.arguments,
            commands=tuple(
                replace(step.run.shown, dangerous=decision.dangerous) for step in plan.steps
            ),
            sha256=plan.sha256,
            synchronous=plan.tool.synchronous,
            agent=agent,
            project=Project(name=project.name, path=root, branch=project.branch),
            owner=self._owner,
            created_at=now,
            why=decision.why,
            agent_key=repeats.agent_key(actor.id, agent, project, new.connection),
            status=Status.AWAITING_APPROVAL if asks else Status.PENDING,
        )

    def _must_have_room(self) -> None:
        if self._coming + len(self._running) + len(self._approving) >= MOST_AT_ONCE:
            raise RateLimited(
                f"{MOST_AT_ONCE} operations have not ended yet.",
                hint="Wait for some of them, or cancel what is not needed.",
            )


def must_be_written(new: NewOperation) -> None:
    """Raises: InvalidArguments, for half characters: they can be neither kept nor shown."""
    try:
        text_of(dict(new.arguments)).encode()
    except UnicodeEncodeError:
        raise InvalidArguments(
            f"{new.tool}: an argument is no valid Unicode.", hint="Send whole characters."
        ) from None
    try:
        (new.project.path or "").encode()
    except UnicodeEncodeError:
        raise InvalidArguments(
            "The name of the project's directory is no valid UTF-8.",
            hint="No command runs there before the directory is renamed.",
        ) from None


def _must_be_let(plan: Plan, new: NewOperation) -> None:
    decision = plan.decision
    by_hand = "; ".join(command_line(step.run.shown.argv) for step in plan.steps)
    if decision.verdict == "deny":
        why = f": {decision.why}" if decision.why else "."
        raise CommandRefused(
            f"{new.tool} is not allowed here{why}",
            hint="Do not try another way to the same end; ask the user.",
        )
    if decision.verdict == "ask" and not new.channel:
        raise CommandRefused(
            f"{new.tool} needs a person's approval, and none can be reached.",
            hint=f"The user can run it by hand: {by_hand}",
        )


def _key(actor: Actor, request: str) -> str:
    text = text_of(["operation", actor.id, request]).encode(errors="surrogatepass")
    return sha256(text).hexdigest()[:40]
