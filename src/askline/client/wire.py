"""HTTP over a unix socket, loopback or TLS, with the standard library alone: it must load fast.

One connection per call: a call costs well under a millisecond more, and threads share nothing.
"""

import socket
import ssl
from collections.abc import Generator, Mapping
from http.client import HTTPConnection, HTTPException, HTTPResponse, HTTPSConnection

from askline.client.calls import LAST_GOOD, Call, told
from askline.client.events import Event, Lines
from askline.client.places import Place
from askline.client.problems import unreachable

__all__ = ["Event", "Wire"]


class UnixConnection(HTTPConnection):
    def __init__(self, path: str, timeout: float) -> None:
        super().__init__("localhost", timeout=timeout)
        self._path = path

    def connect(self) -> None:
        self.sock = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
        self.sock.settimeout(self.timeout)
        self.sock.connect(self._path)


class Wire:
    def __init__(self, place: Place, headers: Mapping[str, str]) -> None:
        self._place = place
        self._headers = headers

    def call(self, call: Call) -> bytes:
        """The body of the reply.

        Raises: the error that a problem tells; ServiceUnreachable.
        """
        connection = self._connection(call)
        try:
            reply = self._sent(connection, call)
            content = reply.read()
        except (OSError, HTTPException) as error:
            raise unreachable(self._place.address, error) from error
        finally:
            connection.close()
        return told(reply.status, content)

    def events(self, call: Call) -> Generator[Event]:
        """Events until the service ends the stream.

        Raises: the error that a problem tells; ServiceUnreachable, also when it falls silent.
        """
        connection = self._connection(call)
        lines = Lines()
        try:
            reply = self._sent(connection, call)
            if reply.status > LAST_GOOD:
                told(reply.status, reply.read())
            for line in reply:
                event = lines.take(line)
                if event is not None:
                    yield event
        except (OSError, HTTPException) as error:
            raise unreachable(self._place.address, error) from error
        finally:
            connection.close()

    def _connection(self, call: Call) -> HTTPConnection:
        if not self._place.host:
            return UnixConnection(self._place.address, call.patience)
        if self._place.secure:
            verified = ssl.create_default_context()
            return HTTPSConnection(
                self._place.host, self._place.port, timeout=call.patience, context=verified
            )
        return HTTPConnection(self._place.host, self._place.port, timeout=call.patience)

    def _sent(self, connection: HTTPConnection, call: Call) -> HTTPResponse:
        headers = {**self._headers, **call.all_headers}
        connection.request(call.method, call.target, call.body, headers)
        return connection.getresponse()
