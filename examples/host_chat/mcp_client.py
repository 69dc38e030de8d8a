"""As much of an agent's MCP client as the scripted agent needs: start the registered server, call its tool."""

import json
import subprocess
from itertools import count
from pathlib import Path
from typing import Any

from examples.host_chat.workspace import REGISTRATION

Json = dict[str, Any]

HELLO: Json = {
    "protocolVersion": "2025-06-18",
    "capabilities": {},
    "clientInfo": {"name": "scripted-agent", "version": "1"},
}
NOT_YET = "Nobody has answered yet"


class McpClient:
    def __init__(self, command: list[str]) -> None:
        """Raises: OSError, where the server does not start."""
        pipe = subprocess.PIPE
        self._server = subprocess.Popen(command, stdin=pipe, stdout=pipe, text=True)  # noqa: S603 - the host wrote it
        self._ids = count(1)
        self._call("initialize", HELLO)
        self._say({"jsonrpc": "2.0", "method": "notifications/initialized"})
        self.tools = [tool["name"] for tool in self._call("tools/list", {})["tools"]]

    def use(self, tool: str, arguments: Json) -> str:
        """The words of the result. A server that says `not yet` is called again in the same way."""
        while True:
            result = self._call("tools/call", {"name": tool, "arguments": arguments})
            text = result["content"][0]["text"]
            if not text.startswith(NOT_YET):
                return text

    def close(self) -> None:
        self._server.communicate(timeout=10)

    def _call(self, method: str, params: Json) -> Json:
        number = next(self._ids)
        self._say({"jsonrpc": "2.0", "id": number, "method": method, "params": params})
        while True:
            heard = json.loads(self._heard())
            if heard.get("id") == number and "method" not in heard:
                return heard["result"]

    def _say(self, message: Json) -> None:
        assert self._server.stdin is not None  # noqa: S101 - it was asked for
        self._server.stdin.write(json.dumps(message) + "\n")
        self._server.stdin.flush()

    def _heard(self) -> str:
        assert self._server.stdout is not None  # noqa: S101 - it was asked for
        line = self._server.stdout.readline()
        if not line:
            raise EOFError("the server has ended")
        return line


def registered(workspace: Path) -> McpClient | None:
    """The client of the registered server; None where there is none, or it does not start: an agent goes on
    without."""
    servers = json.loads((workspace / REGISTRATION).read_text()).get("mcpServers", {})
    if "ask-user" not in servers:
        return None
    line = servers["ask-user"]
    try:
        return McpClient([line["command"], *line["args"]])
    except (OSError, EOFError):
        return None
