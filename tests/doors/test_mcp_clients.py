"""Clients of every kind, minutes in milliseconds: no call outlives its client's patience, and nothing
is reported that no person said.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import partial
from itertools import product
from typing import Any

import anyio
import pytest

from askline.core.background import background
from askline.doors.mcp.server import build_server
from askline.doors.mcp.settings import McpSettings
from tests.builders import ADA, a_desk
from tests.doors.asks import ASK
from tests.doors.lines import MODERN, REVISIONS, Json, LineEnd, a_hello, a_line
from tests.promises import promise
from tests.virtual_time import BACKEND, LoopClock

FORMS: Json = {"elicitation": {"form": {}}}
HOURS = 4 * 3600.0
LIMITS = (10.0, 60.0, 240.0)
HASTY = McpSettings(clients={"hasty": 8.0})
"""A client that gives up after 10 s must be known for it; 60 s is what a stranger is taken for."""

CONTENT = {"q1_db": "SQLite"}
PERSON_S = 6.0


@dataclass(frozen=True)
class Manner:
    """How a client treats a form."""

    action: str | None
    """None never answers."""
    after_s: float = 0.0

    def __str__(self) -> str:
        return f"{self.action or 'never'}-{self.after_s:g}s"


NO_FORMS = Manner("no forms")
NEVER = Manner(None)
PERSON = [Manner("accept", PERSON_S), Manner("decline", PERSON_S), Manner("cancel", PERSON_S)]
BY_ITSELF = [
    Manner(action, after_s)
    for action in ("accept", "decline", "cancel")
    for after_s in (0.01, 0.07, 0.9)
]
MANNERS = [NO_FORMS, NEVER, *PERSON, *BY_ITSELF]


@dataclass(frozen=True)
class Kind:
    """A kind of client."""

    revision: str
    limit: float
    manner: Manner
    tasks: bool
    resets: bool
    """Whether hearing of progress makes it patient again."""

    def __str__(self) -> str:
        more = "-".join([*["tasks"] * self.tasks, *["resets"] * self.resets])
        return f"{self.revision}-{self.limit:g}s-{self.manner}-{more}"

    @property
    def capabilities(self) -> Json:
        tasks: Json = {"extensions": {"io.modelcontextprotocol/tasks": {}}}
        return ({} if self.manner is NO_FORMS else FORMS) | (tasks if self.tasks else {})

    @property
    def name(self) -> str:
        return "hasty" if self.limit < LIMITS[1] else "somebody"


KINDS = [Kind(*each) for each in product(REVISIONS, LIMITS, MANNERS, (False, True), (False, True))]


@pytest.fixture(scope="module")
def anyio_backend() -> tuple[str, Mapping[str, Any]]:
    return BACKEND


class FakeClient:
    """One call of a client, as impatient as its kind."""

    def __init__(self, line: LineEnd, kind: Kind) -> None:
        self.line = line
        self.kind = kind

    async def use(self, params: Json) -> Json:
        """The result, in time; what its human does to a form that is shown meanwhile goes back."""
        call = await self.line.ask("tools/call", {**params, "_meta": {"progressToken": "p"}})
        with anyio.fail_after(self.kind.limit) as patience:
            while True:
                heard = await self.line.hear()
                if "method" not in heard:
                    assert heard["id"] == call
                    return heard["result"]
                if "id" in heard:
                    await self._treat(heard)
                elif self.kind.resets and heard["method"] == "notifications/progress":
                    patience.deadline = anyio.current_time() + self.kind.limit

    async def ask(self) -> Json:
        params = {"name": "ask_user", "arguments": ASK}
        result = await self.use(params)
        if result.get("resultType") != "input_required":
            return result
        [name] = result["inputRequests"]
        state = result["requestState"]
        reply = await self._reply()
        if reply is None:
            return result
        return await self.use({**params, "inputResponses": {name: reply}, "requestState": state})

    async def _treat(self, form: Json) -> None:
        reply = await self._reply()
        if reply is not None:
            await self.line.say({"jsonrpc": "2.0", "id": form["id"], "result": reply})

    async def _reply(self) -> Json | None:
        manner = self.kind.manner
        if manner.action is None:
            return None
        await anyio.sleep(manner.after_s)
        content = {"content": CONTENT} if manner.action == "accept" else {}
        return {"action": manner.action, **content}


def expected(kind: Kind) -> tuple[str, str | None]:
    """The state and who brought it about."""
    if kind.manner in BY_ITSELF and kind.manner.action == "accept":
        return "answered", "client"
    if kind.manner in PERSON and kind.manner.action != "cancel":
        return {"accept": "answered", "decline": "rejected"}[str(kind.manner.action)], "human"
    return "pending", None


@promise("truth")
@promise("no-silent-end")
@promise("person")
@pytest.mark.parametrize("kind", KINDS, ids=str)
async def test_every_call_ends_in_time_and_says_only_what_somebody_said(kind: Kind) -> None:
    desk = a_desk(clock=LoopClock())
    server = build_server(desk, LoopClock(), settings=HASTY)
    hello = a_hello(cwd=None)
    async with a_line(
        server,
        hello,
        revision=kind.revision,
        client=kind.name,
        capabilities=kind.capabilities,
        within=HOURS,
    ) as line:
        result = await FakeClient(line, kind).ask()

    [ask] = await desk.reading.history(ADA)
    if kind.manner is NEVER and kind.revision == MODERN:
        assert result["resultType"] == "input_required"
        assert ask.state == "pending"
        return
    facts = result["structuredContent"]
    assert (facts["state"], facts.get("settledBy", {}).get("kind")) == expected(kind)
    assert ask.state == facts["state"]
    assert ("next" in facts) == (facts["state"] == "pending")


@promise("no-silent-end")
@pytest.mark.parametrize(
    ("client", "dismissed_s", "ends_s"),
    [
        ("claude-code", None, 1500),
        ("claude-code", 5, 110),
        ("claude-code", 300, 300),
        ("codex-mcp-client", None, 1500),
        ("codex-mcp-client", 5, 280),
        ("copilot-cli", 5, 1500),
        ("somebody", None, 50),
        ("somebody", 5, 50),
    ],
)
async def test_a_client_is_more_patient_while_its_form_is_open(
    client: str, dismissed_s: float | None, ends_s: float
) -> None:
    desk = a_desk(clock=LoopClock())
    server = build_server(desk, LoopClock())
    hello = a_hello(cwd=None)
    async with a_line(server, hello, client=client, capabilities=FORMS, within=HOURS) as line:
        call = await line.use("ask_user", ASK, beats="p")
        form, begun = await line.form(), anyio.current_time()
        async with background(partial(dismiss, line, form, dismissed_s)):
            result = await line.result_of(call)
        took = anyio.current_time() - begun

    assert result["structuredContent"]["state"] == "pending"
    assert took == pytest.approx(ends_s, abs=0.1)


async def dismiss(line: LineEnd, form: Json, after_s: float | None) -> None:
    if after_s is not None:
        await anyio.sleep(after_s)
        await line.reply(form, "cancel")
