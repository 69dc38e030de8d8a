"""The form of an ask inside its task, and what a client sends back for it.

It is one door among others: whoever answers first wins, and an answer that comes too late changes
nothing. When the form first went out is kept with the ask, as a mark; an answer within a second of
that is the client's own, not a person's.
"""

from collections.abc import Mapping
from typing import Any, cast

from askline.asks.form_message import message_of
from askline.asks.forms import Revision
from askline.asks.model import Ask
from askline.asks.spelling import Json
from askline.core.people import Door
from askline.doors.mcp.form_replies import FormReply, bring
from askline.doors.mcp.forms import WHOLE
from askline.doors.mcp.policy import draws_forms
from askline.doors.mcp.visits import Visit

FORM = "answer"
"""The name of the one thing that a task wants."""
REVISION = Revision.JULY_2026


def fit(visit: Visit, ask: Ask) -> bool:
    """Whether this ask may be put into this client's form now."""
    private = ask.human_only or ask.matter.sensitive or not visit.behalf.answers
    return not ask.state.settled and not private and draws_forms(visit.capabilities.elicitation)


def requests_of(ask: Ask) -> Json:
    form = {
        "mode": "form",
        "message": message_of(ask),
        "requestedSchema": WHOLE.schema(ask, REVISION),
    }
    return {FORM: {"method": "elicitation/create", "params": form}}


async def shown(visit: Visit, ask: Ask) -> Ask:
    """The form goes out with this response."""
    return await visit.desk.answering.seen(visit.behalf.client(visit.agent, Door.TASK), ask.id)


async def take(visit: Visit, ask: Ask, responses: Mapping[str, Any]) -> None:
    """Settle with what came back for the form. Raises: what is wrong with a person's answer."""
    response: object = responses.get(FORM)
    if not isinstance(response, dict):
        return
    said = cast("Json", response)
    content: object = said.get("content")
    reply = FormReply(
        action=str(said.get("action")),
        given=WHOLE.given(
            ask, REVISION, cast("Json", content if isinstance(content, dict) else {})
        ),
        took=_took(visit, ask),
        headless=visit.headless,
        receipt=visit.receipt,
    )
    if problem := await bring(visit.desk, ask, reply, visit.behalf, Door.TASK):
        raise problem


def _took(visit: Visit, ask: Ask) -> float:
    """Seconds since the form first went out; none if nobody was given one."""
    at = next((seen.at for seen in ask.seen if seen.door is Door.TASK), None)
    return 0.0 if at is None else (visit.means.clock.now() - at).total_seconds()
