"""What the card of the default profile calls, when the agent's own client shows it: see `apps`.

Who acts is the human in front of that client, by the door `app`; that a human is there is the host's
word alone, so it is never enough where a person is needed. A card finds the ask of its own call, and
of other asks only those of the same agent. It gets problems as facts, to mark the fields with.
"""

from collections.abc import Awaitable, Mapping
from typing import Any

from mcp_types import CallToolResult, ToolAnnotations

from askline.asks.answer_shapes import given_shape
from askline.asks.asking import NewAsk
from askline.asks.fields import Fields, stop_at
from askline.asks.model import Ask
from askline.asks.replies import read_draft, read_settle
from askline.asks.spelling import Json
from askline.core.errors import (
    AlreadySettled,
    AsklineError,
    FieldProblem,
    PersonRequired,
)
from askline.core.people import Actor, Door
from askline.doors.mcp import apps
from askline.doors.mcp.callers import place_of
from askline.doors.mcp.contracts.askline import understood
from askline.doors.mcp.contracts.askline_app_schemas import (
    ANSWER_INPUT,
    ASK_BACK_INPUT,
    DRAFT_INPUT,
    OPEN_INPUT,
    REJECT_INPUT,
)
from askline.doors.mcp.present import words_of
from askline.doors.mcp.problems import problem
from askline.doors.mcp.tools import Declared, Work
from askline.doors.mcp.visits import Visit

Said = Mapping[str, Any]


async def ui_open(visit: Visit, said: Said) -> CallToolResult:
    """The ask of the card's call, or the one it names; noted as seen where the card says so."""
    apps.must_be_a_card(visit)
    problems: list[FieldProblem] = []
    fields = Fields(said, problems, known="id call arguments seen")
    named, asked = fields.text("id"), fields.entries("arguments")
    seen = fields.flag("seen", default=False)
    stop_at(problems)
    ask = await _own(visit, named) if named else await _of_call(visit, said.get("call"), asked)
    if seen:
        ask = await visit.desk.answering.seen(_person(visit), ask.id)
    # The human shall read it here and learn where to answer it.
    barred = ask.human_only and not ask.state.settled
    return await _shown(visit, ask, _needs_a_person(ask) if barred else None)


async def ui_answer(visit: Visit, said: Said) -> CallToolResult:
    apps.must_be_a_card(visit)
    settle = read_settle(said, "id answers note reason correction")
    ask = await _own(visit, said.get("id"))
    given, desk = settle.noted(ask.questions[0].id), visit.desk.answering
    if said.get("correction") is True:
        correcting = desk.correct(
            _person(visit), ask.id, given, receipt=settle.receipt, reason=settle.reason
        )
        return await _told(visit, ask, correcting)
    return await _told(
        visit, ask, desk.answer(_person(visit), ask.id, given, receipt=settle.receipt)
    )


async def ui_reject(visit: Visit, said: Said) -> CallToolResult:
    apps.must_be_a_card(visit)
    settle = read_settle(said, "id reason")
    ask = await _own(visit, said.get("id"))
    verb = visit.desk.answering.reject
    settling = verb(_person(visit), ask.id, receipt=settle.receipt, reason=settle.reason)
    return await _told(visit, ask, settling)


async def ui_ask_back(visit: Visit, said: Said) -> CallToolResult:
    apps.must_be_a_card(visit)
    settle = read_settle(said, "id words")
    ask = await _own(visit, said.get("id"))
    verb = visit.desk.answering.ask_back
    return await _told(
        visit, ask, verb(_person(visit), ask.id, settle.words or "", receipt=settle.receipt)
    )


async def ui_draft(visit: Visit, said: Said) -> CallToolResult:
    """Keeps what was typed so far; an empty one removes it."""
    apps.must_be_a_card(visit)
    answers = read_draft({name: value for name, value in said.items() if name != "id"})
    ask = await _own(visit, said.get("id"))
    await visit.desk.answering.draft(_person(visit), ask.id, answers)
    return await _shown(visit, ask)


async def _own(visit: Visit, said: object) -> Ask:
    problems: list[FieldProblem] = []
    named = Fields({"id": said}, problems, known="id").text("id", needed="the whole id of an ask")
    stop_at(problems)
    ask = await visit.own(named or "")
    place = place_of(visit.caller)
    return await visit.desk.asking.asked_by(visit.actor, visit.agent, place, ask.id)


async def _of_call(visit: Visit, call: object, arguments: Said) -> Ask:
    """The host knows the call's id at best, and what the model said; the ask's id nobody told it."""
    asked, _ = understood(arguments)
    known = isinstance(call, str | int)
    new = NewAsk(
        matter=asked.matter,
        agent=visit.agent,
        project=place_of(visit.caller),
        key=asked.key,
        request=visit.call.request_of(call) if known else None,
    )
    return await visit.desk.asking.standing(visit.actor, new)


async def _told(visit: Visit, ask: Ask, settling: Awaitable[Ask]) -> CallToolResult:
    """Who comes second is shown the outcome that stands."""
    try:
        return await _shown(visit, await settling)
    except AlreadySettled as error:
        return await _shown(visit, await visit.own(str(ask.id)), error)


async def _shown(visit: Visit, ask: Ask, error: AsklineError | None = None) -> CallToolResult:
    draft = None if ask.state.settled else await _draft(visit, ask, _person(visit))
    facts: Json = {"ask": visit.means.shown(ask), "draft": draft}
    if error is not None:
        facts["problem"] = _facts(error)
    result = problem(error) if error else words_of(visit, ask)
    return result.model_copy(update={"structured_content": facts})


async def _draft(visit: Visit, ask: Ask, person: Actor) -> Json | None:
    own = await visit.desk.reading.drafts(person, ask.id)
    return {name: given_shape(given) for name, given in own[0].answers.items()} if own else None


def _refused(error: AsklineError) -> CallToolResult:
    """No model reads it, so it may say the same as facts too."""
    return problem(error).model_copy(update={"structured_content": {"problem": _facts(error)}})


def _facts(error: AsklineError) -> Json:
    """As the HTTP API tells a problem, for the same card."""
    errors = [
        {"field": each.field, "expected": each.expected, "actual": each.actual, "hint": each.hint}
        for each in error.fields
    ]
    return {"code": error.code, "detail": error.message, "hint": error.hint, "errors": errors}


def _needs_a_person(ask: Ask) -> PersonRequired:
    return PersonRequired(
        f"Ask {ask.short_id} must be settled by a person, not in the agent's own client.",
        hint="Answer it in the inbox: run `askline` in a terminal, or `askline web`.",
    )


def _tool(name: str, title: str, schema: dict[str, Any], work: Work) -> Declared:
    return Declared(
        name=name,
        title=title,
        about=f"app/{name}",
        input_schema=schema,
        annotations=ToolAnnotations(
            read_only_hint=False,
            destructive_hint=False,
            idempotent_hint=True,
            open_world_hint=False,
        ),
        work=work,
        shown_to=apps.to_cards,
        ui=apps.OF_THE_CARD,
        told=_refused,
    )


TOOLS = (
    _tool("ask_ui_open", "Card: show the ask", OPEN_INPUT, ui_open),
    _tool("ask_ui_answer", "Card: send the answer", ANSWER_INPUT, ui_answer),
    _tool("ask_ui_reject", "Card: reject", REJECT_INPUT, ui_reject),
    _tool("ask_ui_ask_back", "Card: ask back", ASK_BACK_INPUT, ui_ask_back),
    _tool("ask_ui_draft", "Card: keep a draft", DRAFT_INPUT, ui_draft),
)


def _person(visit: Visit) -> Actor:
    """Whoever looks at the card; that they are there is the host's word alone."""
    return visit.behalf.person(Door.APP, present=False)
