"""Who may do what to an ask. Pure; every verb of the desk passes here first.

Another tenant's ask does not exist for anybody; another stream's, or another project's, for nobody who
is let into one. Whoever keeps order sees every ask of the tenant, and settles those that were put to
them. An approval, and every ask marked human-only, is settled only by a signed-in or present person: not
by a rule, memory, or a client by itself. An approval needs a person who may also approve for those it
was put to.
"""

from askline.asks.model import Ask, AskKind
from askline.core.errors import NotAllowed, NotFound, PersonRequired
from askline.core.people import PERSONS, Actor, ActorKind, Door, Project, Right

IN_CARD = "card:"


def must_ask(actor: Actor) -> None:
    if not actor.may(Right.ASK):
        raise NotAllowed(
            f"{actor.name} may not ask.", hint="Use a token or an account with the right to ask."
        )


def must_ask_in(actor: Actor, project: Project) -> None:
    must_ask(actor)
    if actor.project is not None and actor.project != project.name:
        raise NotAllowed(
            f"{actor.name} may not ask for the project {project.name}.",
            hint=f"This token is for the project {actor.project}; use another for others.",
        )


def must_bring_approval(actor: Actor) -> None:
    """A person's own service brings what would run there; a person has no command of their own here."""
    if actor.kind is ActorKind.HUMAN or actor.stream:
        raise NotAllowed(
            f"{actor.name} may not ask for an approval.",
            hint="Only a service that joined this hub does, with its token.",
        )


def may_see(actor: Actor, ask: Ask) -> bool:
    if ask.tenant != actor.tenant or (actor.stream and actor.stream != ask.stream):
        return False
    if actor.project is not None and actor.project != ask.project.name:
        return False
    return _is_asker(actor, ask) or actor.may(Right.OPERATE) or _is_recipient(actor, ask)


def may_find(actor: Actor, ask: Ask) -> bool:
    """Whether it lies in their inbox while it is pending; who asked sees it and has it not there."""
    return may_see(actor, ask) and (actor.may(Right.OPERATE) or _is_recipient(actor, ask))


def must_see(actor: Actor, ask: Ask) -> None:
    if not may_see(actor, ask):
        raise unknown(str(ask.id))


def must_settle(actor: Actor, ask: Ask) -> None:
    must_see(actor, ask)
    if not (actor.may(Right.ANSWER) and _is_recipient(actor, ask)):
        raise NotAllowed(
            f"{actor.name} may not answer ask {ask.short_id}.",
            hint="Only the people it was put to may answer. An agent never answers its own ask.",
        )
    if ask.human_only and not (actor.kind in PERSONS and actor.may(Right.PERSON)):
        raise PersonRequired(
            f"Ask {ask.short_id} must be settled by a person.",
            hint="Open it yourself in a terminal or in the inbox; nothing else may decide it.",
        )
    if ask.matter.kind is not AskKind.APPROVAL:
        return
    if _is_own(actor, ask):
        raise NotAllowed(
            f"{actor.name} may not approve what was asked on their own behalf.",
            hint="Leave it to another approver: the rule of this project wants a second pair of eyes.",
        )
    if not _is_approver(actor, ask):
        raise NotAllowed(
            f"{actor.name} may not decide approval {ask.short_id}.",
            hint="Leave it to an approver among those it was put to.",
        )


def must_look(actor: Actor, ask: Ask) -> None:
    """Who says that it was looked at: any person, and a program that answers for whom it was put to."""
    must_see(actor, ask)
    if actor.kind not in PERSONS and not (actor.may(Right.ANSWER) and _is_recipient(actor, ask)):
        raise NotAllowed(
            f"{actor.name} may not say that ask {ask.short_id} was looked at.",
            hint="Only the people it was put to look at it; who asked waits for the outcome.",
        )


def must_deal(actor: Actor, ask: Ask) -> None:
    """Who takes it in hand, passes it on or puts it off: a person who could settle it."""
    must_settle(actor, ask)
    if actor.kind is not ActorKind.HUMAN:
        raise NotAllowed(
            f"{actor.name} is no person.", hint="A program answers, or leaves it to people."
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


def must_take(actor: Actor, ask: Ask) -> None:
    """Who says that the outcome arrived: from then on it is owed to nobody."""
    must_see(actor, ask)
    if not (_is_asker(actor, ask) or actor.may(Right.OPERATE)):
        raise NotAllowed(
            f"{actor.name} may not take the outcome of ask {ask.short_id}.",
            hint="Reading it is enough: only the asking side says that it has it.",
        )


def drafter(actor: Actor) -> str:
    """Under whom is kept what is not sent yet. A program's is apart, also where it acts for a person."""
    if actor.kind not in PERSONS:
        return f"program:{actor.id}"
    return f"{IN_CARD}{actor.id}" if actor.door is Door.APP else actor.id


def may_read_draft(actor: Actor, person: str) -> bool:
    """What somebody has typed and not sent is theirs alone, at every screen of their own. The card in an
    agent's client shows what was typed in it, and nothing of what was typed elsewhere."""
    mine = drafter(actor)
    return person == mine or (mine == actor.id and person == f"{IN_CARD}{mine}")


def unknown(said: str) -> NotFound:
    return NotFound(f"There is no ask {said}.", hint="List the inbox to see what can be answered.")


def _is_asker(actor: Actor, ask: Ask) -> bool:
    return actor.may(Right.ASK) and actor.id == ask.principal


def _is_approver(actor: Actor, ask: Ask) -> bool:
    near = actor.approves is None or not actor.approves.isdisjoint(ask.recipients)
    return near and actor.may(Right.APPROVE)


def _is_own(actor: Actor, ask: Ask) -> bool:
    return ask.route is not None and not ask.route.self_approval and actor.id == ask.principal


def _is_recipient(actor: Actor, ask: Ask) -> bool:
    return not actor.addresses.isdisjoint(ask.recipients)
