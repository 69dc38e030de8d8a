"""The client's own form as one more door to an ask.

After a handshake the form is open beside the inbox, and is withdrawn when another door wins. Since
2026-07-28 it is the result of the call, cannot be withdrawn, and the client calls again with what
came of it; then the outcome that stands is what it gets. An answer that does not fit is asked for
once more, with what is wrong; after that the ask is left to the inbox. A client that goes on showing
what was withdrawn at the cap is still heard.
"""

import json
import logging
from contextlib import suppress
from dataclasses import dataclass
from functools import partial
from typing import Any

import anyio
from mcp.shared.exceptions import MCPError
from mcp.shared.message import ServerMessageMetadata
from mcp_types import (
    ElicitRequest,
    ElicitRequestFormParams,
    ElicitRequestURLParams,
    ElicitResult,
    InputRequests,
    InputRequiredResult,
    JSONRPCResponse,
)
from pydantic import ValidationError

from askline.asks.form_message import message_of
from askline.asks.forms import Revision
from askline.asks.model import Ask
from askline.asks.spelling import text_of
from askline.core.errors import AsklineError
from askline.core.ids import AskId, parse_id
from askline.doors.mcp.form_replies import FormReply, bring
from askline.doors.mcp.forms import Form
from askline.doors.mcp.visits import Returned, Visit

FIRST, LAST = 1, 2
"""How often a form is shown at most."""

STORE_PATIENCE_S = 10.0
"""How long a call that came back waits for a store that is away."""

log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class Elicitation:
    """One ask, put to the human by the client of one call."""

    visit: Visit
    ask: Ask
    form: Form
    revision: Revision
    url: str | None = None
    """Where the human answers, if the client only sends them there."""

    async def race(self) -> None:
        """Show the form beside the inbox, until the client is done with it."""
        problem: AsklineError | None = None
        for turn in (FIRST, LAST):
            begun, call = anyio.current_time(), self.visit.call
            receipt = f"form:{call.request}:{turn}"
            call.own.when_late(call.number, turn, partial(self._late, begun, receipt))
            try:
                result = await self._shown(problem)
            except anyio.get_cancelled_exc_class():
                self._given_up(turn, begun, receipt)
                raise
            call.own.taken(call.number, turn)
            if result is None:
                return
            problem = await self._brought(result, self._had_it(begun), receipt)
            if problem is None:
                return

    def begin(self, turn: int = FIRST, problem: AsklineError | None = None) -> InputRequiredResult:
        """The result that asks the client to show the form and to call again."""
        at = self.visit.means.clock.now().timestamp()
        state = text_of({"ask": str(self.ask.id), "at": at, "turn": turn})
        requests: InputRequests = {_name(self.ask.id, turn): self._request(problem)}
        return InputRequiredResult(input_requests=requests, request_state=state)

    async def go_on(self, returned: Returned) -> InputRequiredResult | None:
        """Take what the client came back with; the form again, if that was not all."""
        state = _state(returned)
        result = returned.responses.get(_name(self.ask.id, state["turn"]))
        if not isinstance(result, ElicitResult):
            return None if self.ask.state.settled else self.begin(state["turn"])
        problem: AsklineError | None = None
        with anyio.move_on_after(STORE_PATIENCE_S):
            receipt = f"form:{returned.state}"
            problem = await self._brought(result, self._took(state["at"]), receipt)
        return self.begin(LAST, problem) if problem and state["turn"] == FIRST else None

    async def complete(self) -> None:
        """Tell the client that what it sent the human to is done."""
        await self.visit.session.send_elicit_complete(
            _name(self.ask.id, FIRST), related_request_id=self.visit.request_id
        )

    async def _brought(
        self, result: ElicitResult, took: float, receipt: str
    ) -> AsklineError | None:
        if self.url is not None:  # going there or not is no answer
            return None
        reply = FormReply(
            action=result.action,
            given=self.form.given(self.ask, self.revision, result.content or {}),
            took=took,
            headless=self.visit.headless,
            receipt=receipt,
        )
        return await bring(self.visit.desk, self.ask, reply, self.visit.behalf)

    async def _late(self, begun: float, receipt: str, said: dict[str, Any]) -> None:
        """What a client says to a form that was withdrawn at the cap: the ask may still be open.

        Only if somebody filled it in: some decline by themselves what is withdrawn.
        """
        try:
            result = ElicitResult.model_validate(said, by_name=False)
        except ValidationError:
            return
        if result.action == "accept":
            await self._brought(result, anyio.current_time() - begun, receipt)

    def _given_up(self, turn: int, begun: float, receipt: str) -> None:
        """At the cap, or by whoever cancelled the call. What was said in that moment counts."""
        call = self.visit.call
        answer = call.own.given_up(call.number, turn)
        if isinstance(answer, JSONRPCResponse):
            with suppress(ValidationError):
                result = ElicitResult.model_validate(answer.result, by_name=False)
                took = self._had_it(begun)
                self.visit.desk.carrying.take(partial(self._brought, result, took, receipt))

    def _had_it(self, begun: float) -> float:
        """Seconds for which the client had the form."""
        took = self.visit.call.took
        return anyio.current_time() - begun if took is None else took

    def _took(self, at: float) -> float:
        """Between then and the call. One whose time nobody knows is nobody's but the client's."""
        call = self.visit.call
        if call.replayed and call.age is None:
            return 0.0
        return self.visit.means.clock.now().timestamp() - at - (call.age or 0.0)

    async def _shown(self, problem: AsklineError | None) -> ElicitResult | None:
        """What the client says to it; None if it cannot show forms after all."""
        beside = ServerMessageMetadata(related_request_id=self.visit.request_id)
        try:
            request = self._request(problem)
            return await self.visit.session.send_request(request, ElicitResult, metadata=beside)
        except (MCPError, ValidationError) as error:
            log.warning("a client's form came to nothing: %s", type(error).__name__)
            return None

    def _request(self, problem: AsklineError | None) -> ElicitRequest:
        message = "\n\n".join(filter(None, (message_of(self.ask), self.form.note)))
        if self.url is not None:
            name = None if self.visit.modern else _name(self.ask.id, FIRST)
            link = ElicitRequestURLParams(message=message, url=self.url, elicitation_id=name)
            return ElicitRequest(params=link)
        if problem is not None:
            message = f"{problem.message} {problem.hint}\n\n{message}"
        schema = self.form.schema(self.ask, self.revision)
        return ElicitRequest(
            params=ElicitRequestFormParams(message=message, requested_schema=schema)
        )


def asked_before(returned: Returned) -> AskId:
    """The ask that a call comes back for."""
    ask_id = parse_id(_state(returned)["ask"])
    assert not isinstance(ask_id, str)  # noqa: S101 - a whole id was sealed
    return ask_id


def _state(returned: Returned) -> dict[str, Any]:
    return json.loads(returned.state)


def _name(ask_id: AskId, turn: int) -> str:
    return f"form-{ask_id}" if turn == FIRST else f"form-{ask_id}-{turn}"
