"""Real processes: an agent's client as raw as it gets, and the command line, in a home of their own."""

import itertools
import json
import os
import queue
import signal
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Generator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any

Json = dict[str, Any]

JUNE, NOVEMBER, MODERN = "2025-06-18", "2025-11-25", "2026-07-28"
REVISIONS = (JUNE, NOVEMBER, MODERN)
ASKLINE = [sys.executable, "-m", "askline"]
MARKS = ("CLAUDE", "CODEX", "GEMINI", "QWEN", "COPILOT", "OPENCODE", "CURSOR", "AI_AGENT", "AGENT")


@dataclass(frozen=True)
class Home:
    """An empty home with its own service, and a project to stand in."""

    env: dict[str, str]
    project: Path

    def run(self, *words: str, within: float = 30) -> subprocess.CompletedProcess[str]:
        return subprocess.run(
            [*ASKLINE, *words],
            env=self.env,
            cwd=self.project,
            stdin=subprocess.DEVNULL,
            capture_output=True,
            text=True,
            timeout=within,
            check=False,
        )

    def json(self, *words: str) -> Any:
        done = self.run(*words, "--json")
        assert done.returncode == 0, f"{words}: {done.returncode} {done.stderr}"
        return json.loads(done.stdout)

    def pending(self, count: int, within: float = 20) -> list[Json]:
        """The asks that wait, once there are so many."""
        end = time.monotonic() + within
        while len(asks := self.json("list")) < count:
            assert time.monotonic() < end, f"{len(asks)} of {count} asks after {within} s"
            time.sleep(0.05)
        return asks

    def answer(self, ask: Json, value: str) -> None:
        done = self.run("answer", ask["id"], value)
        assert done.returncode == 0, done.stderr

    @property
    def root(self) -> Path:
        return Path(self.env["ASKLINE_HOME"])

    def service(self) -> int:
        return int(self.json("service", "status")["pid"])

    def kill_service(self) -> None:
        os.kill(self.service(), signal.SIGKILL)


@contextmanager
def home(within: Path | None = None) -> Generator[Home]:
    # Short, because a socket's path may not be long.
    with tempfile.TemporaryDirectory(prefix="askline-", dir=within) as directory:
        project = Path(directory, "project")
        project.mkdir()
        env = {name: value for name, value in os.environ.items() if not name.startswith(MARKS)}
        made = Home(
            {**env, "ASKLINE_HOME": f"{directory}/home", "ASKLINE_WAIT_CAP_S": "600"}, project
        )
        try:
            yield made
        finally:
            made.run("service", "stop")


class Agent:
    """An MCP client: lines out, lines in. Anything but one answer to each request is a defect."""

    def __init__(
        self,
        home: Home,
        revision: str,
        *words: str,
        command: list[str] | None = None,
        capabilities: Json | None = None,
    ) -> None:
        self.revision = revision
        self.capabilities = capabilities or {}
        self.notifications: list[Json] = []
        self.forms: queue.Queue[Json] = queue.Queue()
        """What the service asked this client."""
        self.rubbish: list[str] = []
        self._ids = itertools.count(1)
        self._unanswered: dict[int, queue.Queue[Json]] = {}
        self._answers: dict[int, queue.Queue[Json]] = {}
        self.process = subprocess.Popen(
            [*(command or ASKLINE), "mcp", *words],
            env=home.env,
            cwd=home.project,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
            bufsize=1,
        )
        self._reader = threading.Thread(target=self._read, daemon=True)
        self._reader.start()
        if revision != MODERN:
            client = {"name": "journey", "version": "1"}
            hello = {
                "protocolVersion": revision,
                "capabilities": self.capabilities,
                "clientInfo": client,
            }
            self.call("initialize", hello)
            self.send({"method": "notifications/initialized"})

    def send(self, message: Json) -> None:
        assert self.process.stdin
        self.process.stdin.write(json.dumps({"jsonrpc": "2.0", **message}) + "\n")
        self.process.stdin.flush()

    def start(self, method: str, params: Json | None = None) -> int:
        number = next(self._ids)
        self._unanswered[number] = self._answers[number] = queue.Queue()
        self.send({"id": number, "method": method, "params": self._with_meta(params or {})})
        return number

    def wait(self, number: int, within: float = 30) -> Json:
        message = self.response(number, within)
        assert "error" not in message, message["error"]
        return message["result"]

    def response(self, number: int, within: float = 30) -> Json:
        """As it came, result or error."""
        try:
            return self._answers[number].get(timeout=within)
        except queue.Empty:
            raise AssertionError(f"request {number} unanswered after {within} s") from None

    def call(self, method: str, params: Json | None = None, within: float = 30) -> Json:
        return self.wait(self.start(method, params), within)

    def ask(self, question: str, **more: Any) -> int:
        """Start a call of `ask_user` with one question of type text."""
        arguments = {"questions": [{"id": "q", "question": question}], **more}
        meta = {"progressToken": f"p-{question}"}
        return self.start("tools/call", {"name": "ask_user", "arguments": arguments, "_meta": meta})

    def form(self, within: float = 30) -> Json:
        """The next form that this client is to show."""
        return self.forms.get(timeout=within)

    def fill(self, form: Json, value: str) -> None:
        """Answer the one question of a form."""
        accepted = {"action": "accept", "content": {"q1_q": value}}
        self.send({"id": form["id"], "result": accepted})

    def withdrawn(self) -> list[Any]:
        """The ids of the forms that this client was told to close."""
        return [
            each["params"]["requestId"]
            for each in self.notifications
            if each["method"] == "notifications/cancelled"
        ]

    def answer_to(self, number: int, within: float = 30) -> str:
        facts = self.wait(number, within)["structuredContent"]
        assert facts["answered"], facts
        return facts["answers"][0]["values"][0]

    def close(self) -> None:
        assert self.process.stdin
        with suppress(OSError):
            self.process.stdin.close()
        self.process.wait(5)
        self._reader.join(5)
        assert self.rubbish == []

    def _with_meta(self, params: Json) -> Json:
        if self.revision != MODERN:
            return params
        meta = {
            "io.modelcontextprotocol/protocolVersion": MODERN,
            "io.modelcontextprotocol/clientInfo": {"name": "journey", "version": "1"},
            "io.modelcontextprotocol/clientCapabilities": self.capabilities,
        }
        return {**params, "_meta": {**meta, **params.get("_meta", {})}}

    def _read(self) -> None:
        assert self.process.stdout
        with self.process.stdout as lines:
            for line in lines:
                self._take(line)

    def _take(self, line: str) -> None:
        message = json.loads(line)
        if "method" in message:
            (self.forms.put if "id" in message else self.notifications.append)(message)
        elif (waiting := self._unanswered.pop(message["id"], None)) is None:
            self.rubbish.append(line)
        else:
            waiting.put(message)
