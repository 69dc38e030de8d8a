"""The contract of PromptManager: `ask_user` asks one question and answers with one sentence.

A stream, which is a line's connection here, has one question at a time: a newer one takes the place
of the earlier, whose call is told so. The sentence for a time-out is the contract's own; ours would
not send anybody on without an answer.
"""

from collections.abc import Mapping, Sequence
from contextlib import suppress
from datetime import timedelta
from functools import partial
from typing import Any

from mcp_types import CallToolResult

from askline.asks.answers import Answer
from askline.asks.asked import Asked, read_matter
from askline.asks.model import Ask
from askline.asks.spelling import Json
from askline.asks.state import State
from askline.core.background import background
from askline.core.errors import AlreadySettled, NotAllowed, NotFound
from askline.doors.mcp.audiences import Audience
from askline.doors.mcp.contracts import askline
from askline.doors.mcp.mending import mended
from askline.doors.mcp.present import call_again, plain
from askline.doors.mcp.putting import opened, put
from askline.doors.mcp.relaying import given_up, relay_of
from askline.doors.mcp.tools import Declared, Profile
from askline.doors.mcp.visits import Reply, Visit
from askline.doors.mcp.wording import last_word, no_person

NAME = "ask_user"
TIMED_OUT = "User did not respond within the timeout period. Proceeding with your best judgment."
SUPERSEDED = "A newer question took the place of this one; nobody will answer it any more."

INPUT: Json = {
    "type": "object",
    "required": ["question"],
    "properties": {
        "question": {"type": "string", "description": "The question to ask the user"},
        "options": {
            "type": "array",
            "description": "Optional list of choices for the user",
            "items": {
                "type": "object",
                "required": ["label"],
                "properties": {
                    "label": {"type": "string", "description": "Short label for the option"},
                    "description": {
                        "type": "string",
                        "description": "Longer explanation of what this option means",
                    },
                },
            },
        },
        "multiSelect": {
            "type": "boolean",
            "default": False,
            "description": "Whether the user can select multiple options",
        },
    },
}


async def ask_user(visit: Visit, said: Mapping[str, Any]) -> Reply:
    if not visit.caller.settings.promptmanager:
        raise NotAllowed(
            "Asking is turned off in this project.",
            hint="Go on without asking; the setting is promptmanager.enabled.",
        )
    meant = mended(said, askline.ASK)
    known = ("question", "options", "multiSelect") if meant.get("options") else ("question",)
    said_so = {name: meant[name] for name in known if meant.get(name) is not None}
    matter = read_matter({"question": "", **said_so})
    relay = await relay_of(visit)
    timeout = relay.timeout if relay else _timeout(visit)
    ask = await opened(visit, Asked(matter=matter, timeout=timeout))
    rounds = [partial(_take_the_place, visit, ask)]
    if relay:
        rounds.append(partial(relay.run, visit, ask))
    # Beside, so that this one is known as the stream's before anything else can happen.
    async with background(*rounds):
        return await put(visit, ask, result_of)


def _timeout(visit: Visit) -> timedelta | None:
    seconds = visit.caller.settings.promptmanager_timeout_s
    return timedelta(seconds=seconds) if seconds else None


def _turned_on(audience: Audience) -> bool:
    return audience.connection.promptmanager


async def _take_the_place(visit: Visit, ask: Ask) -> None:
    for earlier in sorted(each for each in visit.call.duties.held if each < ask.id):
        with suppress(AlreadySettled, NotFound):
            await visit.desk.asking.supersede(visit.actor, earlier, receipt=f"by {ask.id}")


def result_of(visit: Visit, ask: Ask) -> CallToolResult:
    visit.hands_over(ask)
    if answers := last_word(ask):
        return plain("\n".join([*_said(ask, answers), *filter(None, [no_person(ask)])]))
    if why := given_up(ask):
        return plain(why, is_error=True)
    is_error = ask.state in (State.TIMED_OUT, State.SUPERSEDED)
    return plain(_unanswered(ask), is_error=is_error)


def _said(ask: Ask, answers: Sequence[Answer]) -> list[str]:
    [question], [answer] = ask.questions, answers
    picked = answer.values if question.options else ()
    written = [answer.custom_text] if question.options else answer.values
    return [
        *([f"User selected: {', '.join(picked)}"] if picked else []),
        *(f"User answered: {text}" for text in written if text),
        *([f"User noted: {answer.note}"] if answer.note else []),
    ]


def _unanswered(ask: Ask) -> str:
    outcome = ask.outcome
    reason = f" Reason: {outcome.reason}" if outcome and outcome.reason else ""
    match ask.state:
        case State.PENDING:
            return call_again(NAME)
        case State.TIMED_OUT:
            return TIMED_OUT
        case State.SUPERSEDED:
            return SUPERSEDED
        case State.ASKED_BACK:
            return f"User asks back: {outcome.ask_back if outcome else ''}"
        case State.REJECTED:
            return f"User rejected the question.{reason}"
        case _:
            return f"The question was cancelled.{reason}"


PROFILE = Profile(
    server="ask-user",
    instructions="promptmanager/instructions",
    tools=(
        Declared(
            name=NAME,
            about="promptmanager/ask_user",
            input_schema=INPUT,
            annotations=askline.ANNOTATIONS,
            work=ask_user,
            shown_to=_turned_on,
        ),
    ),
)
