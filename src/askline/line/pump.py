"""The pump: lines from the client to the service and back, whatever happens to the service.

Rewrites no message. Requests are numbered in the order they came; the service knows a repeated one
by connection and number. When the service goes away it is started again and told again what it must
know. Lines that begin with `!` are between line and service alone; JSON-RPC has none.
"""

import os
import select
from time import monotonic, sleep

from askline.core import starting
from askline.core.line_length import LONGEST_LINE, TOO_LONG
from askline.core.version import VERSION
from askline.line.flight import Flight
from askline.line.messages import BROKEN, REQUEST, RESPONSE, UNKNOWN, Message
from askline.line.snapshot import Snapshot

TYPE_CHECKING = False
if TYPE_CHECKING:
    from _socket import socket

    from askline.core.locations import Locations

ROOM = 1 << 20
"""One side is not read while so much waits for the other."""
PING_EVERY_S = 10.0
HUNG_S = 10.0
LAST_WORDS_MS = 1000
CARRY_OUTCOMES = ("tools/call", "tasks/get", "tasks/cancel")
"""Whose answers the service wants to know delivered: an ask's outcome may be in them."""
PIPE_BUF = 4096
"""So much can be written to a pipe that is ready without blocking."""
PARSE_ERROR, INVALID_REQUEST, NO_SERVICE = -32700, -32600, -32000


class Pump:
    def __init__(
        self,
        locations: "Locations",
        snapshot: Snapshot,
        hello: str,
        profile: str | None = None,
        *,
        stdin: int = 0,
        stdout: int = 1,
        give_up_s: float = starting.GIVE_UP_S,
    ) -> None:
        self._locations = locations
        self._snapshot = snapshot
        self._hello = hello
        self._profile = profile
        self._stdin, self._stdout = stdin, stdout
        self._give_up_s = give_up_s
        self._flight = Flight()
        self._socket: socket | None = None
        self._reach: starting.Reach | None = None
        self._welcomed = False
        self._again = 0
        self._failures = 0
        self._from_client = b""
        self._from_service = b""
        self._to_service = b""
        self._to_client: list[tuple[bytes, int]] = []
        """Lines and the number of the call each answers, 0 for none."""
        self._asked_at = self._heard_at = self._up_at = 0.0

    def run(self) -> None:
        """Until the client closes its end."""
        self._attach()
        while True:
            self._go_on_attaching()
            for descriptor, event in self._ready():
                if descriptor == self._stdout:
                    self._write_client()
                elif descriptor == self._stdin:
                    self._read_client()
                else:
                    self._serve_socket(event)
            self._look_after_service()

    def _ready(self) -> "list[tuple[int, int]]":
        poll = select.poll()
        if len(self._to_service) < ROOM:
            poll.register(self._stdin, select.POLLIN)
        if self._to_client:
            poll.register(self._stdout, select.POLLOUT)
        if self._socket is not None:
            wanted = select.POLLIN if len(self._to_client) < ROOM // PIPE_BUF else 0
            poll.register(self._socket, wanted | (select.POLLOUT if self._to_service else 0))
        return poll.poll((starting.STEP_S if self._reach else PING_EVERY_S) * 1000)

    # the client's side

    def _read_client(self) -> None:
        data = os.read(self._stdin, 1 << 16)
        if not data:
            self._leave()
        *lines, self._from_client = (self._from_client + data).split(b"\n")
        for line in lines:
            if line.strip():
                self._take(line + b"\n")

    def _take(self, line: bytes) -> None:
        message = Message(line)
        if self._refuses(message, line):
            return
        early = None
        if message.kind == REQUEST and not self._welcomed:
            early = self._snapshot.answer(message)
        if early is not None:
            self._say(b'{"jsonrpc":"2.0","id":%b,%b}\n' % (_text(message.id), early.encode()))
            if message.method != "initialize":
                return
        line = self._flight.sent(message, line, answered=early is not None)
        self._withdraw_orphans()
        if self._socket is not None:
            self._to_service += line
        elif self._reach is None and message.kind == REQUEST:
            self._attach()

    def _refuses(self, message: Message, line: bytes) -> bool:
        """What no service could make sense of is answered here, and counted by nobody."""
        if message.kind == BROKEN:
            self._say_error(None, PARSE_ERROR, "This is no JSON.")
        elif message.kind == UNKNOWN:
            self._say_error(None, INVALID_REQUEST, "This is no JSON-RPC message.")
        elif len(line) <= LONGEST_LINE:
            return False
        elif message.kind == REQUEST:
            self._say_error(message.id, INVALID_REQUEST, TOO_LONG)
        return True

    def _say_error(self, request_id: object, code: int, why: str) -> None:
        error = b'{"jsonrpc":"2.0","id":%b,"error":{"code":%d,"message":%b}}\n'
        self._say(error % (_text(request_id), code, _text(why)))

    def _withdraw_orphans(self) -> None:
        """Forms of calls that ended while no service was there to withdraw them."""
        for name in self._flight.orphans():
            note = (
                b'{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":%b}}\n'
            )
            self._say(note % _text(name))

    def _say(self, line: bytes, number: int = 0) -> None:
        self._to_client.append((line, number))

    def _write_client(self) -> None:
        line, number = self._to_client[0]
        rest = line[os.write(self._stdout, line[:PIPE_BUF]) :]
        if rest:
            self._to_client[0] = (rest, number)
            return
        del self._to_client[0]
        # Before the client's next request can come: a repeat of this one must find it delivered.
        report = self._flight.delivered(number) if number else b""
        if self._socket is not None:
            self._to_service += report

    def _leave(self) -> None:
        """The client says no more. What was said last still goes out, both ways; that is all."""
        try:
            if self._socket is not None:
                self._socket.settimeout(1.0)
                self._socket.sendall(self._to_service)
        except OSError:
            pass
        try:  # noqa: SIM105 - importing contextlib would cost more than it saves
            _write_all(self._stdout, b"".join(line for line, _ in self._to_client))
        except OSError:
            pass
        raise SystemExit(0)

    # the service's side

    def _attach(self) -> None:
        """Set out to reach the service, and to start it where there is none."""
        self._drop()
        self._reach = starting.Reach(self._locations, self._give_up_s)

    def _go_on_attaching(self) -> None:
        """One step at a time: meanwhile the client's first questions are answered."""
        if self._reach is None:
            return
        connection = self._reach.step()
        if connection is not None:
            self._reach = None
            self._introduce(connection)
        elif self._reach.hopeless:
            self._reach.end()
            self._reach = None
            self._fail(f"the service does not start, see {self._locations.log}")

    def _introduce(self, connection: "socket") -> None:
        """Tell the service who we are and what it must know."""
        connection.setblocking(False)
        self._socket, self._welcomed, self._from_service = connection, False, b""
        numbers, lines = self._flight.told_again()
        hello = self._hello % (
            _text(self._profile).decode(),
            self._flight.connection,
            self._again,
            self._flight.count + 1,
            ",".join(map(str, numbers)),
        )
        self._to_service = b"!hello " + hello.encode() + b"\n" + lines
        self._again += 1
        self._up_at = self._heard_at = monotonic()
        self._asked_at = 0.0

    def _drop(self) -> None:
        if self._socket is not None:
            self._socket.close()
            self._socket = None
        self._welcomed = False
        self._to_service = b""

    def _fail(self, why: str) -> None:
        """No service will answer: every open call learns it, and the next one tries again."""
        for call in self._flight.give_up():
            self._say_error(call.key[1], NO_SERVICE, f"askline: {why}")
        self._withdraw_orphans()

    def _serve_socket(self, event: int) -> None:
        assert self._socket is not None  # noqa: S101 - only a socket that is there was polled
        try:
            if event & select.POLLOUT and self._to_service:
                self._to_service = self._to_service[self._socket.send(self._to_service) :]
            if event & ~select.POLLOUT:
                self._read_service(self._socket)
        except BlockingIOError:
            pass
        except OSError:
            self._lost()

    def _read_service(self, connection: "socket") -> None:
        data = connection.recv(1 << 16)
        if not data:
            raise ConnectionResetError
        self._heard_at = monotonic()
        *lines, self._from_service = (self._from_service + data).split(b"\n")
        for line in lines:
            if line[:1] == b"!":
                self._control(line)
            else:
                self._pass_on(line + b"\n")

    def _control(self, line: bytes) -> None:
        word, _, rest = line.partition(b" ")
        if word == b"!welcome":
            self._welcomed = True
            self._failures = 0
            said = Message(rest).content
            # Decided once: an agent keeps its tools, whatever becomes of files and services.
            self._profile = said.get("profile", self._profile)
            theirs = said.get("version", VERSION)
            if starting.version_key(str(theirs)) < starting.version_key(VERSION):
                starting.retire(self._locations)
        elif word == b"!refused":
            self._refused(Message(rest).content)
        elif word == b"!pong":
            self._asked_at = 0.0
        elif word == b"!carries":
            number, _, what = rest.partition(b" ")
            if number.isdigit():
                self._flight.carries(int(number), what)

    def _refused(self, said: "dict[str, object]") -> None:
        """This service takes no line like ours. An older one makes room; another try changes nothing."""
        if starting.version_key(str(said.get("version", VERSION))) < starting.version_key(VERSION):
            starting.retire(self._locations)
            return
        self._drop()
        self._fail(str(said.get("message")))

    def _pass_on(self, line: bytes) -> None:
        message = Message(line)
        if message.kind in (BROKEN, UNKNOWN):
            return  # never let rubbish onto the client's stream
        if message.kind != RESPONSE:
            if self._flight.asks(message):
                self._say(line)
        elif (call := self._flight.came(message)) is not None:
            self._withdraw_orphans()
            self._say(line, call.number if call.method in CARRY_OUTCOMES else 0)

    def _lost(self) -> None:
        """The service is gone. Stopped on purpose, it stays so until the client wants something."""
        quick = monotonic() - self._up_at < PING_EVERY_S
        self._failures = self._failures + 1 if quick else 0
        if os.path.exists(self._locations.stopped):  # noqa: PTH110
            self._drop()
            return
        if self._failures > 1:
            sleep(min(2.0, 0.05 * 2**self._failures))
        self._attach()

    def _look_after_service(self) -> None:
        """A service that says nothing is asked; one that does not answer is replaced."""
        if self._socket is None:
            return
        now = monotonic()
        silent = self._asked_at and now - self._asked_at > HUNG_S
        unwelcome = not self._welcomed and now - self._up_at > starting.BOOT_S
        if silent or unwelcome:
            starting.replace_hung(self._locations)
            self._lost()
        elif self._welcomed and not self._asked_at and now - self._heard_at >= PING_EVERY_S:
            self._asked_at = now
            self._to_service += b"!ping\n"


def _write_all(descriptor: int, data: bytes) -> None:
    """As far as somebody reads it: a client that closes its end may still hold the other full."""
    poll = select.poll()
    poll.register(descriptor, select.POLLOUT)
    while data and poll.poll(LAST_WORDS_MS):
        data = data[os.write(descriptor, data[:PIPE_BUF]) :]


def _text(value: object) -> bytes:
    """A string or a number as JSON; nothing else can be an id."""
    if type(value) is str:
        from _json import encode_basestring_ascii  # noqa: PLC0415 - json itself is not imported

        return encode_basestring_ascii(value).encode()
    return str(value).encode() if type(value) in (int, float) else b"null"
