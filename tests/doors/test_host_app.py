"""A host's own endpoints, over real loopback HTTP."""

import json
import threading
from collections.abc import Generator
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from http.server import BaseHTTPRequestHandler, HTTPServer
from pathlib import Path
from typing import Any

import anyio
import pytest
from anyio import to_thread

from askline.core.relay_config import RelayConfig, read_config
from askline.doors.mcp.host_app import HostAway, HostRefused, LoopbackHost
from tests.builders import a_multi_select, a_select
from tests.promises import promise
from tests.unit.test_relay_config import GOOD, written

Reply = tuple[int, str]


@dataclass
class Host:
    """A host that was there: what it replies, and what it was told."""

    replies: list[Reply | None]
    """None hangs up."""
    heard: list[Any] = field(default_factory=list[Any])
    port: int = 0
    was_asked: threading.Event = field(default_factory=threading.Event)
    may_reply: threading.Event = field(default_factory=threading.Event)


@contextmanager
def a_host(*replies: Reply | None) -> Generator[Host]:
    host = Host([*replies])
    host.may_reply.set()

    class Handler(BaseHTTPRequestHandler):
        def handle_one(self) -> None:
            length = int(self.headers.get("Content-Length", 0))
            body = json.loads(self.rfile.read(length)) if length else None
            host.heard.append((self.command, self.path, dict(self.headers), body))
            host.was_asked.set()
            host.may_reply.wait(5)
            reply = host.replies.pop(0)
            if reply is None:
                self.close_connection = True
                return
            self.send_response(reply[0])
            self.end_headers()
            self.wfile.write(reply[1].encode())

        do_GET = do_POST = handle_one  # noqa: N815 - their names

        def log_message(self, format: str, *args: Any) -> None: ...  # noqa: A002

    server = HTTPServer(("127.0.0.1", 0), Handler)
    host.port = server.server_port
    thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.01})
    thread.start()
    try:
        yield host
    finally:
        server.shutdown()
        thread.join()
        server.server_close()


@pytest.fixture
def config(tmp_path: Path) -> RelayConfig:
    return read_config(written(tmp_path, {**GOOD, "apiUrl": "http://localhost:1/app"}))


async def test_a_question_is_put_as_the_contract_has_it(config: RelayConfig) -> None:
    with a_host((200, "{}")) as host:
        question = a_multi_select()
        described = replace(question.options[0], description="fast")
        question = replace(question, options=(described, *question.options[1:]))
        await LoopbackHost(replace(config, port=host.port)).put(question)

    [(method, path, headers, body)] = host.heard
    assert (method, path) == ("POST", "/app/claude/relay-question?p=5")
    assert headers["X-CSRF-Token"] == "abc123"
    assert body == {
        "streamToken": GOOD["streamToken"],
        "question": "Which tests?",
        "options": [
            {"label": "unit", "description": "fast"},
            {"label": "contract"},
            {"label": "journeys"},
        ],
        "multiSelect": True,
    }


async def test_polls_wait_until_there_is_an_answer(config: RelayConfig) -> None:
    answer = {"status": "answered", "answer": "A", "selectedOptions": [0]}
    replies = [(202, '{"status":"waiting"}'), (200, '{"status":"x"}'), (200, "[]")]
    with a_host(*replies, (200, json.dumps(answer))) as host:
        there = LoopbackHost(replace(config, port=host.port, csrf_token=""))
        said = [await there.poll() for _ in range(4)]

    assert said == [None, None, None, answer]
    _, path, headers, _ = host.heard[0]
    assert path == f"/app/claude/poll-answer?p=5&streamToken={GOOD['streamToken']}"
    assert "X-CSRF-Token" not in headers


@promise("never-lost")
async def test_an_answer_on_its_way_is_heard_though_nobody_waits_for_it_any_more(
    config: RelayConfig,
) -> None:
    answer = {"status": "answered", "answer": "A"}
    heard: list[Any] = []
    with a_host((200, json.dumps(answer))) as host, anyio.fail_after(5):
        host.may_reply.clear()
        there = LoopbackHost(replace(config, port=host.port))

        async def poll() -> None:
            heard.append(await there.poll())

        async with anyio.create_task_group() as tasks:
            tasks.start_soon(poll)
            await to_thread.run_sync(host.was_asked.wait)
            tasks.cancel_scope.cancel()
            host.may_reply.set()

    assert heard == [answer]


@pytest.mark.parametrize("status", [401, 403, 404])
async def test_a_refusal_is_one(config: RelayConfig, status: int) -> None:
    with a_host((status, ""), (status, "")) as host:
        there = LoopbackHost(replace(config, port=host.port))
        with pytest.raises(HostRefused, match=str(status)):
            await there.put(a_select())
        with pytest.raises(HostRefused):
            await there.poll()


async def test_whatever_else_goes_wrong_may_be_better_later(config: RelayConfig) -> None:
    with a_host((500, ""), (302, ""), (200, "no json"), None) as host:
        there = LoopbackHost(replace(config, port=host.port))
        for _ in range(2):
            with pytest.raises(HostAway):
                await there.put(a_select())
        for _ in range(2):
            with pytest.raises(HostAway):
                await there.poll()
    with pytest.raises(HostAway):
        await there.poll()
