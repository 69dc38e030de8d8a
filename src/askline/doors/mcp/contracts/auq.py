"""The contract of AUQ: `ask_user_questions` asks, `get_answered_questions` comes back for answers.

Its expired sessions are asks whose time is up: they are settled as timed out, which is all the
cleaning up there is. Nothing is deleted, and answers that come late are kept.
"""

import logging
from collections.abc import Mapping
from functools import partial
from typing import Any
from uuid import UUID, uuid4

from mcp_types import CallToolResult, ToolAnnotations

from askline.asks.model import Ask
from askline.asks.state import State
from askline.core.background import background
from askline.core.errors import AsklineError, InvalidArguments, NotFound
from askline.doors.mcp.contracts.auq_schemas import ASK_INPUT, GET_INPUT, read_asked, read_wanted
from askline.doors.mcp.contracts.auq_words import asked, fetched, submitted
from askline.doors.mcp.present import plain
from askline.doors.mcp.problems import problem
from askline.doors.mcp.putting import opened, put
from askline.doors.mcp.tools import Declared, Profile
from askline.doors.mcp.visits import Reply, Visit
from askline.doors.mcp.waiting import Hold

SUCCESSES = (State.ANSWERED, State.REJECTED, State.ASKED_BACK)

log = logging.getLogger(__name__)


async def ask_user_questions(visit: Visit, said: Mapping[str, Any]) -> Reply:
    new, blocking = read_asked(said, visit.means.settings.auq_timeout_s)
    async with background(partial(clean_up, visit)):
        ask = await opened(visit, new, blocking=blocking)
        show = partial(_waited, uuid4()) if blocking else _submitted
        return await put(visit, ask, show, blocking=blocking)


async def get_answered_questions(visit: Visit, said: Mapping[str, Any]) -> Reply:
    session, blocking = read_wanted(said)
    try:
        ask = await visit.desk.reading.find(visit.actor, session)
    except (NotFound, InvalidArguments):
        return plain(f"Error fetching answers: Session not found: {session}", is_error=True)
    if blocking:
        [ask] = await Hold(visit, (ask,)).wait()
    visit.hands_over(ask)
    return plain(fetched(ask, waited=blocking))


async def clean_up(visit: Visit) -> None:
    """Beside the call that caused it: whatever becomes of this, the call goes on."""
    try:
        count = await visit.desk.sweeping.sweep()
    except Exception as error:  # noqa: BLE001 - see above
        log.warning("Cleanup failed:", extra={"facts": {"error": type(error).__name__}})
        return
    if count:
        log.info("Cleaned up %d expired session(s)", count)


def _submitted(visit: Visit, ask: Ask) -> CallToolResult:
    if not ask.state.settled:
        return plain(submitted(ask))
    visit.hands_over(ask)  # the repeat of an ask that was settled meanwhile
    return plain(fetched(ask))


def _waited(call_id: UUID, visit: Visit, ask: Ask) -> CallToolResult:
    visit.hands_over(ask)
    facts = {"sessionId": str(ask.id), "callId": str(call_id)}
    if ask.state in SUCCESSES:
        log.info("Session completed successfully", extra={"facts": facts})
    elif ask.state.settled:
        log.error("Session failed", extra={"facts": {**facts, "error": str(ask.state)}})
    return plain(asked(ask), is_error=ask.state is State.TIMED_OUT)


def told(error: AsklineError) -> CallToolResult:
    log.error("Session failed", extra={"facts": {"error": error.code}})
    alone = isinstance(error, InvalidArguments) and not error.fields
    return plain(error.message, is_error=True) if alone else problem(error)


PROFILE = Profile(
    server="AskUserQuestions",
    instructions="auq/instructions",
    tools=(
        Declared(
            name="ask_user_questions",
            about="auq/ask_user_questions",
            input_schema=ASK_INPUT,
            annotations=ToolAnnotations(
                title="Ask User Questions",
                read_only_hint=False,
                destructive_hint=False,
                idempotent_hint=True,
                open_world_hint=True,
            ),
            work=ask_user_questions,
            told=told,
        ),
        Declared(
            name="get_answered_questions",
            about="auq/get_answered_questions",
            input_schema=GET_INPUT,
            annotations=ToolAnnotations(
                title="Get Answered Questions",
                read_only_hint=True,
                idempotent_hint=True,
                open_world_hint=False,
            ),
            work=get_answered_questions,
        ),
    ),
)
