"""mcp-feedback-enhanced: a server for each agent, and in it a page for its human.

The page is told of an ask over HTTP and sends the answer over a WebSocket; the bench does the same.
"""

import base64
import http.client
import json
import os
import socket
import struct
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path

from bench.peers.client import Client, Json
from bench.peers.peer import Told
from bench.peers.room import Room

FIRST_PORT = 23_170


class Page:
    """One open tab: a WebSocket, as little of it as is needed."""

    def __init__(self, port: int) -> None:
        self._socket = socket.create_connection(("127.0.0.1", port), timeout=5)
        key = base64.b64encode(os.urandom(16)).decode()
        self._socket.sendall(
            f"GET /ws HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\nOrigin: http://127.0.0.1:{port}\r\n"
            f"Upgrade: websocket\r\nConnection: Upgrade\r\n"
            f"Sec-WebSocket-Key: {key}\r\nSec-WebSocket-Version: 13\r\n\r\n".encode()
        )
        while not (head := self._bytes(1)) or not self._ended(head):
            pass
        self.heard()
        self.heard()

    def send(self, message: Json) -> None:
        body, mask = json.dumps(message).encode(), os.urandom(4)
        assert len(body) < 2**16
        size = (
            bytes([0x80 | len(body)]) if len(body) < 126 else b"\xfe" + struct.pack("!H", len(body))
        )
        masked = bytes(byte ^ mask[at % 4] for at, byte in enumerate(body))
        self._socket.sendall(b"\x81" + size + mask + masked)

    def heard(self) -> Json:
        """The next message; empty if none comes or the server closes."""
        try:
            kind, length = self._bytes(2)
            if length == 126:
                (length,) = struct.unpack("!H", self._bytes(2))
            body = self._bytes(length)
        except (OSError, ValueError):
            return {}
        return json.loads(body) if kind & 0x0F == 1 else {}

    def close(self) -> None:
        with suppress(OSError):
            self._socket.close()

    def _ended(self, byte: bytes) -> bool:
        self._head = (getattr(self, "_head", b"") + byte)[-4:]
        return self._head == b"\r\n\r\n"

    def _bytes(self, count: int) -> bytes:
        got = b""
        while len(got) < count:
            if not (more := self._socket.recv(count - len(got))):
                raise ValueError("closed")
            got += more
        return got


@dataclass
class FeedbackDoor:
    port: int
    page: list[Page] = field(default_factory=list[Page])
    glance_s: float = 0.005

    def sees(self, words: str) -> str | None:
        line = http.client.HTTPConnection("127.0.0.1", self.port, timeout=5)
        try:
            line.request("GET", "/api/current-session")
            shown = json.loads(line.getresponse().read())
        except (OSError, http.client.HTTPException):
            return None
        finally:
            line.close()
        waits = shown.get("summary") == words and not shown["feedback_completed"]
        return shown["session_id"] if waits else None

    def opens(self, ask: str) -> None:
        del ask  # a page shows the one that is current
        self.page.append(Page(self.port))

    def answers(self, ask: str, text: str) -> Told:
        if not self.page:
            self.opens(ask)
        page = self.page.pop()
        page.send({"type": "submit_feedback", "feedback": text, "images": [], "settings": {}})
        said = page.heard()
        page.close()
        return Told(said.get("severity") == "success", str(said.get("code", "nothing")))


@dataclass(frozen=True)
class Feedback:
    script: Path
    version: str

    name = "mcp-feedback-enhanced"
    door_is = "its page: HTTP, looked at every 5 ms, and a WebSocket for the answer"
    limit_is = "a `timeout` of 600 s with each call, which is its default"
    shortest_s = 60

    def start(self, room: Room, number: int = 0, *, shortest: bool = False) -> Client:
        del shortest  # the shortest limit is the call's own
        place = room.environment(MCP_WEB_PORT=str(FIRST_PORT + number), MCP_WEB_HOST="127.0.0.1")
        return Client([str(self.script)], place, room.project)

    def door(self, room: Room, number: int = 0) -> FeedbackDoor:
        del room
        return FeedbackDoor(FIRST_PORT + number)

    def question(self, words: str, *, shortest: bool = False) -> Json:
        asked = {"project_directory": ".", "summary": words, "timeout": 60 if shortest else 600}
        return {"name": "interactive_feedback", "arguments": asked}

    def unhurried(self, words: str) -> None:
        del words

    def collecting(self, said: str) -> Json:
        raise NotImplementedError(said)

    def holder(self, room: Room, client: Client) -> int:
        del room
        return client.process.pid
