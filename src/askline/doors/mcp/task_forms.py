"""The form of an ask inside its task, and what a client sends back for it.

It is one door among others: whoever answers first wins, and an answer that comes too late changes
nothing. When the form first went out is kept with the ask, as a mark; an answer within a second of
that is the client's own, not a person's.
"""

from collections.abc import Mapping
from dataclasses import replace
from datetime import timedelta
from typing import Any, cast

from mcp.server.session import ServerSession

from askline.asks.form_answers import given_of
from askline.asks.form_message import message_of
from askline.asks.forms import Revision, schema_of
from askline.asks.model import Ask
from askline.asks.spelling import Json
from askline.core.errors import AlreadySettled
from askline.core.people import Actor, ActorKind, Door, local_person
from askline.doors.mcp.visits import Visit

FORM = "answer"
"""The name of the one thing that a task wants."""
BY_ITSELF = timedelta(seconds=1)
REVISION = Revision.JULY_2026


def fit(visit: Visit, ask: Ask) -> bool:
    """Whether this ask may be put into this client's form now."""
    private = ask.human_only or ask.matter.sensitive
    return not ask.state.settled and not private and _draws_forms(visit.session)


def requests_of(ask: Ask) -> Json:
    form = {
        "mode": "form",
        "message": message_of(ask),
        "requestedSchema": schema_of(ask.questions, REVISION),
    }
    return {FORM: {"method": "elicitation/create", "params": form}}


async def shown(visit: Visit, ask: Ask) -> Ask:
    """The form goes out with this response."""
    return await visit.desk.answering.seen(_client(visit), ask.id)


async def take(visit: Visit, ask: Ask, responses: Mapping[str, Any]) -> None:
    """Settle with what came back for the form. A cancelled form settles nothing."""
    response: object = responses.get(FORM)
    if not isinstance(response, dict):
        return
    said = cast("Json", response)
    person = _person(visit, ask)
    try:
        if said.get("action") == "accept":
            content: object = said.get("content")
            filled = cast("Json", content if isinstance(content, dict) else {})
            given = given_of(ask.questions, REVISION, filled)
            by = person or _client(visit)
            await visit.desk.answering.answer(by, ask.id, given, receipt=visit.receipt)
        elif said.get("action") == "decline" and person:
            await visit.desk.answering.reject(person, ask.id, receipt=visit.receipt)
    except AlreadySettled:
        return


def _draws_forms(session: ServerSession) -> bool:
    """Declared with nothing inside, it means forms."""
    declared = session.client_capabilities
    forms = declared.elicitation if declared else None
    return forms is not None and (forms.form is not None or forms.url is None)


def _person(visit: Visit, ask: Ask) -> Actor | None:
    """The human behind the form, if there was time for one."""
    at = next((seen.at for seen in ask.seen if seen.door is Door.TASK), None)
    if at is None or visit.means.clock.now() - at < BY_ITSELF:
        return None
    return local_person(Door.TASK, present=False)


def _client(visit: Visit) -> Actor:
    name = visit.agent.name
    person = local_person(Door.TASK, present=False)
    return replace(person, kind=ActorKind.CLIENT, id=name, name=name)
