"""One MCP client for every peer: lines out, lines in, over the stdio of the program it starts.

It speaks the revision that all of them know. It shows no forms and declares none: what is compared is
the peers' own doors.
"""

import itertools
import json
import queue
import subprocess
import threading
from contextlib import suppress
from pathlib import Path
from typing import Any

Json = dict[str, Any]

REVISION = "2025-06-18"
WITHIN_S = 300.0


class NoResult(Exception):
    """Nothing came back for a call."""


class Client:
    def __init__(self, command: list[str], environment: dict[str, str], folder: Path) -> None:
        self._ids = itertools.count(1)
        self._results: dict[int, queue.Queue[Json]] = {}
        self.process = subprocess.Popen(
            command,
            env=environment,
            cwd=folder,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            text=True,
            bufsize=1,
        )
        threading.Thread(target=self._read, daemon=True).start()

    def greet(self) -> None:
        hello = {
            "protocolVersion": REVISION,
            "capabilities": {},
            "clientInfo": {"name": "bench-peers", "version": "1"},
        }
        self.result(self.start("initialize", hello))
        self.send({"method": "notifications/initialized"})

    def tools(self) -> list[str]:
        listed = self.result(self.start("tools/list", {}))
        return [tool["name"] for tool in listed["result"]["tools"]]

    def start(self, method: str, params: Json) -> int:
        number = next(self._ids)
        self._results[number] = queue.Queue()
        self.send({"id": number, "method": method, "params": params})
        return number

    def give_up(self, number: int) -> None:
        """As a client does whose own time limit has passed."""
        self.send({"method": "notifications/cancelled", "params": {"requestId": number}})

    def result(self, number: int, within: float = WITHIN_S) -> Json:
        """The whole message, be it a result or an error."""
        try:
            return self._results[number].get(timeout=within)
        except queue.Empty:
            raise NoResult(f"nothing for call {number} within {within} s") from None

    def send(self, message: Json) -> None:
        assert self.process.stdin
        self.process.stdin.write(json.dumps({"jsonrpc": "2.0", **message}) + "\n")
        self.process.stdin.flush()

    def close(self) -> None:
        with suppress(OSError):
            if self.process.stdin:
                self.process.stdin.close()
        with suppress(subprocess.TimeoutExpired):
            self.process.wait(2)
        self.process.kill()
        self.process.wait()

    def _read(self) -> None:
        assert self.process.stdout
        with suppress(ValueError):
            for line in self.process.stdout:
                self._take(line)

    def _take(self, line: str) -> None:
        with suppress(json.JSONDecodeError):
            message = json.loads(line)
            if "method" not in message and message.get("id") in self._results:
                self._results[message["id"]].put(message)


def words_of(message: Json) -> str:
    """What the agent is told, in one piece."""
    if "error" in message:
        return f"error {message['error']['code']}: {message['error']['message']}"
    parts = message["result"].get("content", [])
    return "\n".join(part.get("text", "") for part in parts)
