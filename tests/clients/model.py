"""A model on loopback that plays a script, in every dialect that clients speak, and keeps what it read.

Its records are the truth of these tests: what stands there is what a real model would have seen.
"""

import json
import threading
import time
from collections.abc import Callable, Generator, Sequence
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any, cast

from tests.clients.conversation import Conversation, Json, Move, Words
from tests.clients.dialects import GEMINI, dialect_of
from tests.clients.script import Script, results_in

KNOWN = {"id": "scripted", "object": "model", "type": "model", "display_name": "scripted"}
ROUTING = {"next_speaker": "user", "model_choice": "flash", "complexity_score": 1, "reasoning": "-"}
"""What Gemini's client asks beside the task, to choose a model and to know whose turn it is."""


LOOK_S = 0.2


class Model:
    """Grows as requests come in; safe to read meanwhile."""

    def __init__(self, script: Script) -> None:
        self._script = script
        self._told = threading.Condition()
        self._conversations: list[Conversation] = []
        self._moves: list[Move] = []
        self.url = ""

    @property
    def conversations(self) -> list[Conversation]:
        with self._told:
            return [each for each in self._conversations if each.tools]

    def results(self) -> list[str]:
        """What our tools returned, as far as the model was told."""
        return max(map(results_in, self.conversations), key=len, default=list[str]())

    def moves(self) -> list[Move]:
        with self._told:
            return list(self._moves)

    def take(self, conversation: Conversation) -> Move:
        move = self._script.move(conversation)
        with self._told:
            self._conversations.append(conversation)
            self._moves.append(move)
            self._told.notify_all()
        return move

    def wait_until(self, met: Callable[[], bool], within: float) -> bool:
        """Looks whenever somebody spoke to the model."""
        end = time.monotonic() + within
        while not (now := met()) and (left := end - time.monotonic()) > 0:
            with self._told:
                self._told.wait(min(LOOK_S, left))
        return now


@contextmanager
def scripted_model(script: Script) -> Generator[Model]:
    model = Model(script)

    class Served(Endpoint):
        playing = model

    server = ThreadingHTTPServer(("127.0.0.1", 0), Served)
    server.daemon_threads = True
    model.url = f"http://127.0.0.1:{server.server_port}"
    thread = threading.Thread(target=server.serve_forever, daemon=True)
    thread.start()
    try:
        yield model
    finally:
        server.shutdown()
        server.server_close()
        thread.join(5)


class Endpoint(BaseHTTPRequestHandler):
    playing: Model
    protocol_version = "HTTP/1.1"

    def do_HEAD(self) -> None:
        self._whole({})

    def do_GET(self) -> None:
        self._whole({"object": "list", "data": [KNOWN], "models": []})

    def do_POST(self) -> None:
        body = json.loads(self.rfile.read(int(self.headers.get("content-length", 0))) or b"{}")
        path, _, query = self.path.partition("?")
        dialect = dialect_of(path)
        if dialect is None:
            self._whole({"input_tokens": 10, "totalTokens": 10})  # how long is it?
            return
        if dialect is GEMINI and _wants_json(body):
            move: Move = Words(json.dumps(ROUTING))
        else:
            move = self.playing.take(dialect.read(body))
        if body.get("stream") or "stream" in path or "alt=sse" in query:
            self._stream(dialect.stream(move, body))
        else:
            self._whole(dialect.whole(move, body))

    def log_message(self, format: str, *args: Any) -> None:  # noqa: A002 - the library's name for it
        """Quiet: the records say more."""

    def _whole(self, reply: Json) -> None:
        spelled = json.dumps(reply).encode()
        self.send_response(200)
        self.send_header("content-type", "application/json")
        self.send_header("content-length", str(len(spelled)))
        self.end_headers()
        if self.command != "HEAD":
            self.wfile.write(spelled)

    def _stream(self, events: Sequence[Any]) -> None:
        self.send_response(200)
        self.send_header("content-type", "text/event-stream")
        self.send_header("connection", "close")
        self.end_headers()
        self.close_connection = True
        for event in events:
            self.wfile.write(_event(event))


def _event(event: Json | str) -> bytes:
    if isinstance(event, str):
        return f"data: {event}\n\n".encode()
    name = f"event: {event['type']}\n" if "type" in event else ""
    return f"{name}data: {json.dumps(event)}\n\n".encode()


def _wants_json(body: Json) -> bool:
    wanted = cast("Json", body.get("generationConfig") or {})
    return wanted.get("responseMimeType") == "application/json"
