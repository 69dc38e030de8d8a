"""What a new service would have to be told again: the handshake, subscriptions, open requests.

Knows nothing of sockets. A request is open until its answer was handed to the client; what was
answered or cancelled is never sent again. An answer that the client had before, or that it never
asked for, is swallowed.

A service may die before it hears that the client has an answer. So it says beforehand, in words of
its own, what an answer carries; the last of these are told to every further service together with
the report. No service confirms a report, because hearing one twice does no harm.

It goes the other way round too. What the service asked the client is open until the client answered
it; a new service that asks the same again, by the same name, gets the one answer, and the client
sees one form. A form whose call has ended is withdrawn. Only here is it known how long the client had
a form, and when a repeated request came first: `!took` before an answer and `!since` before a request
say it, in milliseconds.
"""

import os
from time import monotonic

from askline.core.form_names import call_of
from askline.line.messages import NOTIFICATION, REQUEST, RESPONSE, Message, key_of

TYPE_CHECKING = False
if TYPE_CHECKING:
    from askline.line.messages import Key

LASTING = ("logging/setLevel", "resources/subscribe", "resources/unsubscribe")
"""Requests that leave a state behind in the service, which a new one must be given too."""


KEPT = 500
"""So many reports are told again, and so many answers may be on their way to the client."""


class Call:
    """A request on its way."""

    __slots__ = ("at", "key", "line", "method", "number")

    def __init__(self, number: int, message: Message, line: bytes) -> None:
        self.at = monotonic()
        self.number = number
        self.line = line
        self.method = message.method
        self.key = message.key


class Flight:
    def __init__(self) -> None:
        self.connection = os.urandom(12).hex()
        self.count = 0
        self._handshake: Call | None = None
        self._initialized = b""
        self._lasting: list[Call] = []
        self._open: dict[Key, Call] = {}
        self._replies: list[bytes] = []
        """The client's answers to the service's own requests, while calls are open."""
        self._swallow: dict[Key, int] = {}
        self._carried: dict[int, bytes] = {}
        """What the service says that its answers carry, until the client has them."""
        self._reports: list[bytes] = []
        self._shown: dict[Key, float] = {}
        """What the client was asked and has not answered, and since when."""

    def sent(self, message: Message, line: bytes, *, answered: bool = False) -> bytes:
        """What goes to the service of a line of the client's; `answered` if that has its answer."""
        if message.kind == RESPONSE:
            return self._reply(message, line)
        self._note(message, line, answered=answered)
        return line

    def _reply(self, message: Message, line: bytes) -> bytes:
        since = self._shown.pop(message.key, None)
        if since is not None:
            line = b"!took %d\n%b" % (_ms_since(since), line)
        if self._open:
            self._replies.append(line)
        return line

    def _note(self, message: Message, line: bytes, *, answered: bool) -> None:
        if message.kind == REQUEST:
            self.count += 1
            call = Call(self.count, message, line)
            if answered:
                self._handshake = call
                self._swallow[call.key] = self._swallow.get(call.key, 0) + 1
            else:
                self._open[call.key] = call
        elif message.method == "notifications/initialized":
            self._initialized = line
        elif message.kind == NOTIFICATION and message.method == "notifications/cancelled":
            self._open.pop(key_of(message.params.get("requestId")), None)

    def came(self, message: Message) -> "Call | None":
        """The call that this line of the service's answers; None if the client must not see it."""
        if self._swallow.get(message.key):
            self._swallow[message.key] -= 1
            return None
        call = self._open.pop(message.key, None)
        if call is not None and "result" in message.content:
            if call.method == "initialize":
                self._handshake = call
            elif call.method in LASTING:
                self._lasting.append(call)
        if not self._open:
            self._replies.clear()
        return call

    def carries(self, number: int, what: bytes) -> None:
        """The answer to this request, which comes next, hands something over."""
        self._carried[number] = what
        if len(self._carried) > KEPT:
            del self._carried[next(iter(self._carried))]

    def delivered(self, number: int) -> bytes:
        """The client has the whole answer: the line that reports it."""
        what = self._carried.pop(number, b"")
        report = b"!delivered %d %b" % (number, what) if what else b"!delivered %d" % number
        if what:
            self._reports = [*self._reports[1 - KEPT :], report + b"\n"]
        return report + b"\n"

    def asks(self, message: Message) -> bool:
        """Whether the client must see this request or note of the service's."""
        if message.kind == REQUEST:
            known = message.key in self._shown
            self._shown.setdefault(message.key, monotonic())
            return not known
        if message.method == "notifications/cancelled":
            key = key_of(message.params.get("requestId"))
            return self._shown.pop(key, None) is not None or not call_of(key[1])
        return True

    def orphans(self) -> "list[str]":
        """The names of the forms whose calls have ended; from now on nobody waits for them."""
        if not self._shown:
            return []
        waiting = {call.number for call in self._open.values()}
        gone = [key for key in self._shown if (call := call_of(key[1])) and call not in waiting]
        for key in gone:
            del self._shown[key]
        return [str(name) for _, name in gone]

    def told_again(self) -> "tuple[list[int], bytes]":
        """The numbers of the requests to repeat, and all lines to repeat, in their order.

        Reports come first: what is asked after them must find them heard.
        """
        done = ([self._handshake] if self._handshake else []) + self._lasting
        self._swallow = {}
        for call in done:
            self._swallow[call.key] = self._swallow.get(call.key, 0) + 1
        calls = done + sorted(self._open.values(), key=lambda call: call.number)
        lines = [*self._reports]
        for call in calls:
            lines.append(b"!since %d\n%b" % (_ms_since(call.at), call.line))
            if call.method == "initialize":
                lines.append(self._initialized)
        return [call.number for call in calls], b"".join(lines + self._replies)

    def give_up(self) -> "list[Call]":
        """The calls that nobody will answer now."""
        calls = list(self._open.values())
        self._open.clear()
        return calls


def _ms_since(moment: float) -> int:
    return int((monotonic() - moment) * 1000)
