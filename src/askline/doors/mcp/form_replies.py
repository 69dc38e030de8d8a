"""What a client's reply to a form is worth, and bringing it to the desk.

Clients without a person at them answer forms by themselves, in a few milliseconds. So what comes
within a second, or from a client that is known to run alone, is the client's own: a decline of it is
nobody's, an accept is taken for what it is and only where no person is needed. Later it is a person's.
Who dismisses a form has not decided anything; the ask is still in the inbox.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from enum import Enum, auto
from functools import partial

from askline.asks.answers import Given
from askline.asks.desk import Desk
from askline.asks.model import Ask
from askline.core.behalf import Behalf
from askline.core.carrying import until_kept
from askline.core.errors import AlreadySettled, AsklineError, InvalidAnswer, TooLarge
from askline.core.people import Actor, Door

INSTANT_S = 1.0
"""No person reads a question and answers it in less."""


class Worth(Enum):
    NOTHING = auto()
    CLIENTS_ANSWER = auto()
    PERSONS_ANSWER = auto()
    PERSONS_REFUSAL = auto()


@dataclass(frozen=True, slots=True, kw_only=True)
class FormReply:
    action: str
    """accept, decline or cancel."""
    given: Mapping[str, Given]
    took: float
    """Seconds between the form and the reply."""
    headless: bool
    receipt: str


def worth_of(reply: FormReply, *, human_only: bool) -> Worth:
    by_itself = reply.headless or reply.took < INSTANT_S
    if reply.action == "accept":
        if not by_itself:
            return Worth.PERSONS_ANSWER
        # An automatic accept of an empty form says nothing at all.
        return Worth.CLIENTS_ANSWER if reply.given and not human_only else Worth.NOTHING
    refused = reply.action == "decline" and not by_itself
    return Worth.PERSONS_REFUSAL if refused else Worth.NOTHING


async def bring(
    desk: Desk, ask: Ask, reply: FormReply, behalf: Behalf, door: Door = Door.FORM
) -> AsklineError | None:
    """Settle the ask with it, if it is worth that.

    Gives what is wrong with a person's answer, so that they can mend it. Whoever comes late finds
    the outcome that stands. Nobody can be asked to say it again, for the form is gone: so it is kept
    though the store is away, and though the call that brought it ends meanwhile.
    """
    worth = worth_of(reply, human_only=ask.human_only)
    if worth is Worth.NOTHING:
        return None
    by_itself = worth is Worth.CLIENTS_ANSWER
    actor = behalf.client(ask.agent, door) if by_itself else behalf.person(door)
    settled = partial(_settled, desk, ask, reply, actor, worth)
    return await desk.carrying.carry(partial(until_kept, settled))


async def _settled(
    desk: Desk, ask: Ask, reply: FormReply, actor: Actor, worth: Worth
) -> AsklineError | None:
    settle = desk.answering
    try:
        if worth is Worth.PERSONS_REFUSAL:
            await settle.reject(actor, ask.id, receipt=reply.receipt)
        else:
            await settle.answer(actor, ask.id, reply.given, receipt=reply.receipt)
    except (InvalidAnswer, TooLarge) as error:
        return error if worth is Worth.PERSONS_ANSWER else None
    except AlreadySettled:
        return None
    return None
