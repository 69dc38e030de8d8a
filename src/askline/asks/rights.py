"""Who may do what to an ask. Pure; every verb of the desk passes here first.

Another tenant's ask does not exist for anybody. An approval, and every ask marked human-only, is
settled only by a signed-in or present person: not by a rule, memory, or a client by itself.
"""

from askline.asks.model import Ask
from askline.core.errors import NotAllowed, NotFound, PersonRequired
from askline.core.people import Actor, ActorKind, Right


def must_ask(actor: Actor) -> None:
    if not actor.may(Right.ASK):
        raise NotAllowed(
            f"{actor.name} may not ask.", hint="Use a token or an account with the right to ask."
        )


def may_see(actor: Actor, ask: Ask) -> bool:
    return ask.tenant == actor.tenant and (_is_asker(actor, ask) or _is_recipient(actor, ask))


def must_see(actor: Actor, ask: Ask) -> None:
    if not may_see(actor, ask):
        raise unknown(str(ask.id))


def must_settle(actor: Actor, ask: Ask) -> None:
    must_see(actor, ask)
    if not actor.may(Right.ANSWER):
        raise NotAllowed(
            f"{actor.name} may not answer ask {ask.short_id}.",
            hint="Only the people it was put to may answer. An agent never answers its own ask.",
        )
    if ask.human_only and not (actor.kind is ActorKind.HUMAN and actor.may(Right.PERSON)):
        raise PersonRequired(
            f"Ask {ask.short_id} must be settled by a person.",
            hint="Open it yourself in a terminal or in the inbox; nothing else may decide it.",
        )


def must_decline(actor: Actor, ask: Ask) -> None:
    must_settle(actor, ask)
    if actor.kind is ActorKind.CLIENT:
        raise NotAllowed(
            f"{actor.name} declined ask {ask.short_id} by itself, without a person.",
            hint="Leave it pending; its human finds it in the inbox.",
        )


def must_cancel(actor: Actor, ask: Ask) -> None:
    must_see(actor, ask)
    if not (_is_asker(actor, ask) or actor.may(Right.OPERATE)):
        raise NotAllowed(
            f"{actor.name} may not cancel ask {ask.short_id}.",
            hint="Reject it: only the asking side or an operator cancels.",
        )


def unknown(said: str) -> NotFound:
    return NotFound(f"There is no ask {said}.", hint="List the inbox to see what can be answered.")


def _is_asker(actor: Actor, ask: Ask) -> bool:
    return actor.may(Right.ASK) and actor.id == ask.principal


def _is_recipient(actor: Actor, ask: Ask) -> bool:
    return actor.may(Right.OPERATE) or not actor.addresses.isdisjoint(ask.recipients)
