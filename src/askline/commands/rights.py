"""Who may see and move an operation. Pure; every verb of the workshop passes here first.

An agent sees what runs on behalf of the same principal; people who keep order see all of their tenant.
A guest of one stream of a host sees none: what runs is no part of a chat.
"""

from askline.commands.operation import Operation
from askline.core.errors import NotAllowed, NotFound, PersonRequired
from askline.core.people import Actor, ActorKind, Door, Right


def must_run(actor: Actor) -> None:
    if not actor.may(Right.ASK) or actor.stream:
        raise NotAllowed(
            f"{actor.name} may not run commands.",
            hint="Commands are run by agents of this user, and by the user.",
        )


def may_see(actor: Actor, operation: Operation) -> bool:
    if operation.tenant != actor.tenant or actor.stream:
        return False
    runs_it = actor.may(Right.ASK) and actor.id == operation.principal
    return runs_it or actor.may(Right.OPERATE)


def must_be_a_person(actor: Actor) -> None:
    if not (actor.kind is ActorKind.HUMAN and actor.may(Right.PERSON)) or actor.stream:
        raise PersonRequired(
            "Standing approvals are made and revoked by a person.",
            hint="Do it yourself, in a terminal or in the inbox.",
        )


def must_keep_order(actor: Actor) -> None:
    if not actor.may(Right.OPERATE) or actor.stream:
        raise NotAllowed(
            f"{actor.name} may not see standing approvals.", hint="Ask the user about them."
        )


def asker(operation: Operation) -> Actor:
    """On whose behalf the approval is asked for, also when the process that was called is gone."""
    return Actor(
        tenant=operation.tenant,
        kind=ActorKind.AGENT,
        id=operation.principal,
        name=operation.agent.name,
        door=Door.MCP,
        rights=frozenset({Right.ASK}),
    )


def unknown(said: str) -> NotFound:
    return NotFound(
        f"There is no operation {said}.", hint="List operations to see which there are."
    )
