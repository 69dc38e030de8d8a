"""First answers while a cold service starts."""

import json
from pathlib import Path
from typing import Any

from askline.line.messages import Message
from askline.line.snapshot import Snapshot, load

TEXT = """initialize 2025-06-18\t"result":"june"
initialize\t"result":"any"
discover claude-code\t"error":"not here"
discover\t"result":"found"
tools modern\t"result":"modern tools"
tools handshake\t"result":"tools"
tools eliciting\t"result":"tools and a form"
apps modern\t"result":"modern tools and a card"
"""


def asked(method: str, **params: Any) -> str | None:
    line = json.dumps({"id": 1, "method": method, "params": params}).encode()
    return Snapshot(TEXT).answer(Message(line))


def discover(name: str) -> str | None:
    return asked("server/discover", _meta={"io.modelcontextprotocol/clientInfo": {"name": name}})


def test_a_handshake_gets_its_own_revision_or_the_common_one() -> None:
    assert asked("initialize", protocolVersion="2025-06-18") == '"result":"june"'
    assert asked("initialize", protocolVersion="2030-01-01") == '"result":"any"'


def test_a_probe_is_answered_by_the_clients_name() -> None:
    assert discover("claude-code") == '"error":"not here"'
    assert discover("somebody") == '"result":"found"'
    assert asked("server/discover") == '"result":"found"'


def test_the_tools_are_those_of_the_era() -> None:
    modern = {"io.modelcontextprotocol/protocolVersion": "2026-07-28"}

    assert asked("tools/list") == '"result":"tools"'
    assert asked("tools/list", _meta=modern) == '"result":"modern tools"'


def test_a_line_with_apps_gets_the_list_with_the_card_where_there_is_one() -> None:
    modern = {"_meta": {"io.modelcontextprotocol/protocolVersion": "2026-07-28"}}
    snapshot = Snapshot(TEXT, apps=True)

    def listed(params: dict[str, Any]) -> str | None:
        look = {"id": 1, "method": "tools/list", "params": params}
        return snapshot.answer(Message(json.dumps(look).encode()))

    assert listed(modern) == '"result":"modern tools and a card"'
    assert listed({}) == '"result":"tools"'


def test_a_client_that_can_show_forms_gets_its_own_list_where_there_is_one() -> None:
    hands: dict[str, Any] = {"protocolVersion": "2025-06-18", "capabilities": {"elicitation": {}}}
    begun = Message(json.dumps({"id": 1, "method": "initialize", "params": hands}).encode())
    look = Message(b'{"id":2,"method":"tools/list"}')

    def listed(text: str) -> str | None:
        snapshot = Snapshot(text)
        snapshot.answer(begun)
        return snapshot.answer(look)

    assert listed(TEXT) == '"result":"tools and a form"'
    assert listed(TEXT.replace("eliciting", "unknown")) == '"result":"tools"'


def test_everything_else_waits_for_the_service() -> None:
    assert asked("tools/call") is None


def test_what_the_last_service_left_goes_before_what_was_shipped(tmp_path: Path) -> None:
    left = tmp_path / "snapshots" / "1.0"
    left.mkdir(parents=True)
    (left / "askline.txt").write_text('tools handshake\t"result":"left"\n')
    wanted = Message(b'{"id":1,"method":"tools/list"}')

    assert load(str(tmp_path), "1.0", "askline").answer(wanted) == '"result":"left"'
    assert load(str(tmp_path), "1.0", "no-such-profile").answer(wanted) is None
    assert load(str(tmp_path), "1.0", None).answer(wanted) is None
