"""Where channels of tests lead: small servers on loopback that keep what they are told."""

import json
from collections.abc import Generator
from contextlib import contextmanager
from dataclasses import dataclass, field
from email import message_from_bytes
from email.message import EmailMessage
from email.policy import default
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from queue import Queue
from socketserver import BaseServer, StreamRequestHandler, ThreadingTCPServer
from threading import Event, Thread
from typing import Any

PATIENCE_S = 20


@dataclass(frozen=True)
class Posted:
    path: str
    headers: dict[str, str]
    body: bytes

    @property
    def json(self) -> Any:
        return json.loads(self.body)


@dataclass
class Receiver:
    """Takes every POST, as ntfy's server does; or replies what a test says."""

    port: int = 0
    status: int = 200
    location: str | None = None
    posted: Queue[Posted] = field(default_factory=Queue[Posted])
    replies: Event = field(default_factory=Event)
    """Cleared by a test that wants senders to wait for their reply."""

    def __post_init__(self) -> None:
        self.replies.set()

    def next(self) -> Posted:
        return self.posted.get(timeout=PATIENCE_S)

    def take(self, handler: BaseHTTPRequestHandler) -> None:
        body = handler.rfile.read(int(handler.headers["content-length"]))
        headers = {name.lower(): value for name, value in handler.headers.items()}
        self.posted.put(Posted(handler.path, headers, body))
        self.replies.wait(PATIENCE_S)
        handler.send_response(self.status)
        if self.location:
            handler.send_header("Location", self.location)
        handler.send_header("Content-Length", "2")
        handler.end_headers()
        handler.wfile.write(b"{}")


@contextmanager
def a_receiver(status: int = 200, location: str | None = None) -> Generator[Receiver]:
    receiver = Receiver(status=status, location=location)

    class Handler(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            receiver.take(self)

        def log_message(self, format: str, *args: Any) -> None:  # noqa: A002 - the standard's name
            """Silence."""

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    receiver.port = server.server_port
    with _running(server):
        yield receiver


@dataclass
class Postbox:
    port: int
    mails: Queue[EmailMessage]

    def next(self) -> EmailMessage:
        return self.mails.get(timeout=PATIENCE_S)


@contextmanager
def a_postbox() -> Generator[Postbox]:
    """A mail server that keeps what it is sent: the least of SMTP that a sender needs."""
    mails: Queue[EmailMessage] = Queue()

    class Handler(StreamRequestHandler):
        def handle(self) -> None:
            self.say("220 here")
            for line in self.rfile:
                word = line[:4].upper().strip()
                if word == b"DATA":
                    self.say("354 go on")
                    mails.put(message_from_bytes(self.content(), policy=default))
                self.say("221 bye" if word == b"QUIT" else "250 yes")

        def content(self) -> bytes:
            lines = iter(self.rfile.readline, b".\r\n")
            return b"".join(line.removeprefix(b".") for line in lines)

        def say(self, words: str) -> None:
            self.wfile.write(f"{words}\r\n".encode())

    server = ThreadingTCPServer(("127.0.0.1", 0), Handler)
    with _running(server):
        yield Postbox(server.socket.getsockname()[1], mails)


@contextmanager
def _running(server: BaseServer) -> Generator[None]:
    thread = Thread(target=server.serve_forever, args=(0.05,), daemon=True)
    thread.start()
    try:
        yield
    finally:
        server.shutdown()
        server.server_close()
        thread.join()
