"""AUQ (paulp-o/ask-user-questions-mcp): a server for each agent, files as the way to its screen.

Its terminal screen reads `request.json` and `status.json` and writes `answers.json`; so does the bench
where it measures. Where it asks what becomes of an answer it goes through `auq answer`, as its users do.
"""

import json
import re
import subprocess
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from bench.peers.client import Client, Json
from bench.peers.peer import Told
from bench.peers.room import Room

PENDING = ("pending", "in-progress")


@dataclass
class AuqDoor:
    sessions: Path
    command: list[str]
    environment: dict[str, str]
    by_command: bool = False
    known: dict[str, str] = field(default_factory=dict[str, str])
    glance_s: float = 0.001

    def sees(self, words: str) -> str | None:
        for place in sorted(self.sessions.glob("*")):
            name = place.name
            if name not in self.known and (asked := _read(place / "request.json")):
                self.known[name] = asked["questions"][0]["prompt"]
            if self.known.get(name) == words and _state(place) in PENDING:
                return name
        return None

    def opens(self, ask: str) -> None:
        """Its screen has read what it shows."""

    def answers(self, ask: str, text: str) -> Told:
        if self.by_command:
            return self._by_command(ask, text)
        answer = {"questionIndex": 0, "selectedOption": text, "timestamp": "2026-01-01T00:00:00Z"}
        body = {"sessionId": ask, "timestamp": "2026-01-01T00:00:00Z", "answers": [answer]}
        written = self.sessions / ask / "answers.json.bench"
        written.write_text(json.dumps(body))
        state = json.loads((self.sessions / ask / "status.json").read_text())
        status = self.sessions / ask / "status.json.bench"
        status.write_text(json.dumps({**state, "status": "completed"}))
        written.rename(written.with_suffix(""))
        status.rename(status.with_suffix(""))
        return Told(accepted=True, words="written")

    def _by_command(self, ask: str, text: str) -> Told:
        given = json.dumps({"0": {"selectedOption": text}})
        done = subprocess.run(
            [*self.command, "answer", ask, "--answers", given],
            env=self.environment,
            capture_output=True,
            text=True,
            timeout=60,
            check=False,
        )
        said = [line for line in (done.stdout + done.stderr).splitlines() if ask[:8] in line]
        return Told(accepted=done.returncode == 0, words=said[-1] if said else done.stdout.strip())


def _read(path: Path) -> dict[str, Any] | None:
    try:
        return json.loads(path.read_text())
    except (OSError, json.JSONDecodeError):
        return None


def _state(place: Path) -> str:
    return (_read(place / "status.json") or {}).get("status", "")


@dataclass(frozen=True)
class Auq:
    """`runtime` is node or bun; its own start script prefers bun."""

    runtime: str
    called: str
    script: Path
    version: str
    by_command: bool = False

    door_is = (
        "the files that its terminal screen reads and writes, looked at every 1 ms; its screen, which "
        "gathers such changes for 200 ms, is not waited for; where it is asked what became of an ask, its "
        "command `auq answer`"
    )
    limit_is = "nothing, as when it is installed: a call waits without end"
    shortest_s = 10

    @property
    def name(self) -> str:
        return f"AUQ on {self.called}"

    def start(self, room: Room, number: int = 0, *, shortest: bool = False) -> Client:
        del number
        if shortest:
            told = {"sessionTimeout": self.shortest_s * 1000}
            for place in (room.project, room.home / ".config" / "auq"):
                place.mkdir(parents=True, exist_ok=True)
                (place / ".auqrc.json").write_text(json.dumps(told))
        return Client([*self._command, "server"], self._environment(room), room.project)

    def door(self, room: Room, number: int = 0) -> AuqDoor:
        del number
        sessions = room.home / ".local/share/auq/sessions"
        return AuqDoor(sessions, self._command, self._environment(room), self.by_command)

    def question(self, words: str, *, shortest: bool = False) -> Json:
        del shortest
        options = [{"label": "Yes", "description": "do"}, {"label": "No", "description": "do not"}]
        asked = {"prompt": words, "title": "Shall we", "options": options, "multiSelect": False}
        return {"name": "ask_user_questions", "arguments": {"questions": [asked]}}

    def unhurried(self, words: str) -> Json:
        asked = self.question(words)
        asked["arguments"]["nonBlocking"] = True
        return asked

    def collecting(self, said: str) -> Json:
        found = re.search(r"Session: ([0-9a-f]{8})", said)
        assert found, said
        return {"name": "get_answered_questions", "arguments": {"session_id": found[1]}}

    def holder(self, room: Room, client: Client) -> int:
        del room
        return client.process.pid

    @property
    def _command(self) -> list[str]:
        return [self.runtime, str(self.script)]

    def _environment(self, room: Room) -> dict[str, str]:
        return room.environment(NO_UPDATE_NOTIFIER="1", CI="true")
