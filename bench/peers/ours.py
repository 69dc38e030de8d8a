"""Askline as installed here: the line on stdio, the service's socket as the door."""

import itertools
import re
import sys
import threading
import time
from contextlib import suppress
from importlib.metadata import version
from pathlib import Path

from askline.client.events import Event
from askline.client.local import Client as Api
from askline.core.errors import AsklineError
from bench.peers.client import Client, Json
from bench.peers.peer import Told
from bench.peers.room import Room

SCRIPT = str(Path(sys.executable).with_name("askline"))


class AsklineDoor:
    """Listens as its pages do: one stream, a snapshot first, then every change."""

    glance_s = 0.001

    def __init__(self, socket: str) -> None:
        self.socket = socket
        self._waiting = dict[str, str]()
        threading.Thread(target=self._listen, daemon=True).start()

    def sees(self, words: str) -> str | None:
        return self._waiting.get(words)

    def opens(self, ask: str) -> None:
        Api(self.socket).read(ask)

    def answers(self, ask: str, text: str) -> Told:
        try:
            Api(self.socket).answer(ask, {"q": {"values": [text]}})
        except AsklineError as refused:
            return Told(accepted=False, words=str(refused))
        return Told(accepted=True, words="answered")

    def _listen(self) -> None:
        """Again and again, for as long as its room stands: services are killed here."""
        while Path(self.socket).parents[2].exists():
            with suppress(AsklineError, OSError):
                for event in Api(self.socket).events():
                    self._take(event)
            time.sleep(0.002)

    def _take(self, event: Event) -> None:
        if event.name == "snapshot":
            self._waiting = {_words(ask): ask["id"] for ask in event.data["asks"]}
        elif event.name == "asked":
            self._waiting[_words(event.data["ask"])] = event.data["ask"]["id"]
        elif event.name == "settled":
            self._waiting.pop(_words(event.data["ask"]), None)


def _words(ask: Json) -> str:
    return ask["questions"][0]["question"]


class Askline:
    name = "Askline"
    version = version("askline")
    door_is = (
        "the stream of events that its pages listen to, looked at every 1 ms; HTTP for the answer"
    )
    limit_is = (
        "`ASKLINE_WAIT_CAP_S` at 600 s (when unset, a call returns `pending` after what the client is "
        "known to bear), and every ten asks as another conversation, because one may not ask without end"
    )
    shortest_s = 10

    def __init__(self) -> None:
        self._calls = itertools.count()

    def start(self, room: Room, number: int = 0, *, shortest: bool = False) -> Client:
        del number, shortest  # the shortest limit is the call's own
        # On a busy machine a call may wait longer than this client would bear.
        own = {"ASKLINE_HOME": str(room.home / "askline"), "ASKLINE_WAIT_CAP_S": "600"}
        place = room.environment(**own)
        return Client([SCRIPT, "mcp"], place, room.project)

    def door(self, room: Room, number: int = 0) -> AsklineDoor:
        del number
        return AsklineDoor(str(room.home / "askline" / "run" / "api.sock"))

    def question(self, words: str, *, shortest: bool = False) -> Json:
        limit = {"timeout": 10_000} if shortest else {}
        # No conversation may ask without end: each ten calls are of another.
        meta = {"threadId": f"chat-{next(self._calls) // 10}"}
        asked = {"questions": [{"id": "q", "question": words, "options": ["Yes", "No"]}], **limit}
        return {"name": "ask_user", "arguments": asked, "_meta": meta}

    def unhurried(self, words: str) -> Json:
        asked = self.question(words)
        asked["arguments"]["blocking"] = False
        return asked

    def collecting(self, said: str) -> Json:
        found = re.search(r"[0-9a-f]{8}-[0-9a-f-]{27}", said)
        assert found, said
        return {"name": "ask_await", "arguments": {"ids": [found[0]], "wait": 5}}

    def holder(self, room: Room, client: Client) -> int:
        return next(pid for pid in room.processes() if pid != client.process.pid)
