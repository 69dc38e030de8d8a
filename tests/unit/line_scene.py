"""A line without a process: its pump on a thread, with a client and a service that the test plays."""

import json
import os
import select
import socket
import tempfile
import threading
from collections.abc import Generator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from askline.core.locations import Locations, make_private
from askline.core.version import VERSION
from askline.line.main import hello_form
from askline.line.pump import Pump
from askline.line.snapshot import Snapshot

Json = dict[str, Any]

PATIENCE_S = 10.0


def line(**content: Any) -> bytes:
    return json.dumps({"jsonrpc": "2.0", **content}).encode() + b"\n"


def note(text: str) -> bytes:
    return line(method="notifications/message", params={"data": text})


class Starts(list[str]):
    """Instead of starting a service: how often one was wanted, and where."""

    def want(self, locations: Locations) -> None:
        self.append(locations.socket)


def does_not_wait(_seconds: float) -> None:
    """Instead of a pause."""


class Peer:
    """The service's end of one connection."""

    def __init__(self, connection: socket.socket) -> None:
        connection.settimeout(PATIENCE_S)
        self._connection = connection
        self._heard = b""

    def hear(self) -> str:
        """The next line, but for how old the one after it is; a connection that ends first fails
        the test."""
        while (said := self._next()).startswith("!since "):
            pass
        return said

    def _next(self) -> str:
        while b"\n" not in self._heard:
            data = self._connection.recv(1 << 16)
            assert data, f"the line hung up after {self._heard[:80]!r}"
            self._heard += data
        said, _, self._heard = self._heard.partition(b"\n")
        return said.decode()

    def hear_hello(self) -> Json:
        word, _, facts = self.hear().partition(" ")
        assert word == "!hello"
        return json.loads(facts)

    def hear_message(self) -> Json:
        return json.loads(self.hear())

    def say(self, *lines: bytes) -> None:
        self._connection.sendall(b"".join(lines))

    def welcome(self, version: str = VERSION) -> Json:
        """What the line's hello said, after it was let in."""
        hello = self.hear_hello()
        self.say(f"!welcome {json.dumps({'wire': 1, 'version': version, 'pid': 1})}\n".encode())
        return hello

    def hang_up(self) -> None:
        self._connection.close()


class Scene:
    """What a test plays: the client at the pump's pipes, the service at its socket."""

    def __init__(self, locations: Locations) -> None:
        self.locations = locations
        self._listener: socket.socket | None = None
        self._heard = b""
        self.client_in, self._stdout = os.pipe()
        self._stdin, self.client_out = os.pipe()
        self._peers: list[Peer] = []
        self.ended_with: BaseException | None = None
        self._thread: threading.Thread | None = None

    def pump(self, snapshot: str = "", give_up_s: float = PATIENCE_S) -> Pump:
        return Pump(
            self.locations,
            Snapshot(snapshot),
            hello_form({"TERM_PROGRAM": "100 %"}),
            stdin=self._stdin,
            stdout=self._stdout,
            give_up_s=give_up_s,
        )

    def start(self, pump: Pump) -> None:
        self._thread = threading.Thread(target=self._run, args=(pump,), daemon=True)
        self._thread.start()

    def join(self) -> None:
        assert self._thread is not None
        self._thread.join(PATIENCE_S)
        assert not self._thread.is_alive(), "the line has not ended"

    def listen(self) -> None:
        self._listener = socket.socket(socket.AF_UNIX)
        self._listener.bind(self.locations.socket)
        self._listener.listen()

    def accept(self, within_s: float = PATIENCE_S) -> Peer:
        assert self._listener is not None
        self._listener.settimeout(within_s)
        peer = Peer(self._listener.accept()[0])
        self._peers.append(peer)
        return peer

    def say(self, **content: Any) -> bytes:
        """Something of the client's, however long."""
        said = line(**content)
        self.say_raw(said)
        return said

    def say_raw(self, said: bytes) -> None:
        writer = threading.Thread(target=self._write, args=(said,), daemon=True)
        writer.start()
        if len(said) < select.PIPE_BUF:
            writer.join(PATIENCE_S)

    def hear(self) -> Json:
        """The next line that the client gets; a line that is no JSON fails the test."""
        while b"\n" not in self._heard:
            ready, _, _ = select.select([self.client_in], [], [], PATIENCE_S)
            assert ready, f"the client heard nothing but {self._heard[:80]!r}"
            self._heard += os.read(self.client_in, 1 << 16)
        said, _, self._heard = self._heard.partition(b"\n")
        return json.loads(said)

    def deaf(self) -> None:
        """The client closes the end that it hears with."""
        nowhere = os.open(os.devnull, os.O_RDONLY)
        os.dup2(nowhere, self.client_in)
        os.close(nowhere)

    def leave(self) -> None:
        """The client goes, and with it the line."""
        if self.client_out >= 0:
            os.close(self.client_out)
            self.client_out = -1

    def end(self) -> None:
        self.leave()
        if self._thread is not None:
            self.join()
        for descriptor in (self.client_in, self._stdout, self._stdin):
            os.close(descriptor)
        for peer in self._peers:
            peer.hang_up()
        if self._listener is not None:
            self._listener.close()

    def _write(self, said: bytes) -> None:
        while said:
            said = said[os.write(self.client_out, said) :]

    def _run(self, pump: Pump) -> None:
        try:
            pump.run()
        except BaseException as error:  # noqa: BLE001 - the test looks at it
            self.ended_with = error
        finally:
            pump._drop()


@contextmanager
def short_home() -> Generator[Locations]:
    """Short, because a socket's path may not be long."""
    with tempfile.TemporaryDirectory(prefix="askline-") as directory:
        locations = Locations.from_environment({"ASKLINE_HOME": str(Path(directory, "home"))})
        make_private(locations.state)
        make_private(locations.runtime)
        yield locations


@contextmanager
def a_scene() -> Generator[Scene]:
    with short_home() as locations:
        scene = Scene(locations)
        try:
            yield scene
        finally:
            scene.end()
