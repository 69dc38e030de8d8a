"""The contract of SwissArmyHammer: `question_ask` asks one question by the client's own form and
remembers the answer; `question_summary` gives back what was answered.

After a handshake it is on the list of clients that can show forms. In the stateless era lists do
not vary, so it is on every list. By the setting `question_ask.registration` a question of a client
without forms goes to the inbox, or is refused.
"""

import logging
from collections.abc import Mapping
from typing import Any

from mcp_types import CallToolResult

from askline.asks.asked import Asked
from askline.asks.fields import Fields, stop_at
from askline.asks.model import Ask, Matter, Question
from askline.asks.spelling import Json
from askline.asks.state import State
from askline.core.errors import AsklineError, ElicitationRequired, FieldProblem
from askline.doors.mcp.audiences import Audience
from askline.doors.mcp.contracts import askline
from askline.doors.mcp.contracts.summary import QUESTION_SUMMARY_BY_LIMIT
from askline.doors.mcp.forms import SINGLE
from askline.doors.mcp.mending import a_text, mended
from askline.doors.mcp.policy import draws_forms
from askline.doors.mcp.present import as_json, call_again, plain
from askline.doors.mcp.problems import problem
from askline.doors.mcp.putting import opened, put
from askline.doors.mcp.tools import Declared, Profile
from askline.doors.mcp.visits import Reply, Visit
from askline.doors.mcp.wording import last_word, no_person

NAME = "question_ask"
QUESTION_ID = "answer"
NO_ANSWER = "No answer provided"
ONLY_FORMS = "elicitation-only"
NO_FORMS = (
    "This tool requires client elicitation support, which is not available. Please upgrade your MCP"
    " client or manually create question files in .swissarmyhammer/questions/"
)

INPUT: Json = {
    "type": "object",
    "properties": {"question": {"type": "string", "description": "The question to ask the user"}},
    "required": ["question"],
    "additionalProperties": False,
}

log = logging.getLogger(__name__)


async def question_ask(visit: Visit, said: Mapping[str, Any]) -> Reply:
    if visit.means.settings.registration == ONLY_FORMS and not draws_forms(
        visit.capabilities.elicitation
    ):
        raise ElicitationRequired(
            NO_FORMS, hint="Set `question_ask.registration` to `auto` to put it into the inbox."
        )
    problems: list[FieldProblem] = []
    fields = Fields(mended(said, {"question": a_text}), problems, known="question")
    text = fields.text("question", needed="the question to ask the user") or ""
    stop_at(problems)
    question = Question(id=QUESTION_ID, text=text)
    ask = await opened(visit, Asked(matter=Matter(questions=(question,))))
    stood: list[Ask] = []

    def show(visit: Visit, ask: Ask) -> CallToolResult:
        stood.append(ask)
        return _unanswered(visit, ask)

    reply = await put(visit, ask, show, form=SINGLE)
    answer = next((_answer(each) for each in stood), None)
    return reply if answer is None else await _saved(visit, stood[0], answer)


def shown_to(audience: Audience) -> bool:
    if not audience.own_list or audience.settings.registration == "always":
        return True
    if audience.rehearsed:
        return audience.elicits
    if audience.elicits:
        log.info("Client supports elicitation, registering 'question_ask' tool")
    else:
        log.debug("Client does not support elicitation, 'question_ask' tool not available")
    return audience.elicits


def told(error: AsklineError) -> CallToolResult:
    alone = isinstance(error, ElicitationRequired)
    return plain(error.message, is_error=True) if alone else problem(error)


async def _saved(visit: Visit, ask: Ask, answer: str) -> CallToolResult:
    """An answer that cannot be written down is an answer all the same."""
    facts: Json = {"answer": answer, "saved_to": None}
    try:
        files = await visit.means.memory.journal.keep(ask)
        facts["saved_to"] = files[0] if files else None
    except AsklineError as error:
        facts["not_saved"] = f"{error.message} [{error.code}]"
    if settled := no_person(ask):
        facts["settled_by"] = settled
    return as_json(facts)


def _answer(ask: Ask) -> str | None:
    """The text, if there is one."""
    return next((each.values[0] for each in last_word(ask) if "".join(each.values).strip()), None)


def _unanswered(visit: Visit, ask: Ask) -> CallToolResult:
    visit.hands_over(ask)
    if ask.state is State.PENDING:
        return plain(call_again(NAME))
    outcome = ask.outcome
    why = {
        State.REJECTED: ": the user rejected the question.",
        State.ASKED_BACK: f": the user asks back: {outcome.ask_back if outcome else ''}",
        State.CANCELLED: ": the question was cancelled.",
    }.get(ask.state, "")
    reason = f" Reason: {outcome.reason}" if outcome and outcome.reason else ""
    return plain(f"{NO_ANSWER}{why}{reason}", is_error=True)


PROFILE = Profile(
    server="swissarmyhammer",
    instructions="swissarmyhammer/instructions",
    tools=(
        Declared(
            name=NAME,
            about="swissarmyhammer/question_ask",
            input_schema=INPUT,
            annotations=askline.ANNOTATIONS,
            work=question_ask,
            shown_to=shown_to,
            told=told,
        ),
        QUESTION_SUMMARY_BY_LIMIT,
    ),
)
