"""A signed-in browser, known by its cookie: the local person, present, by the door `web`.

The cookie carries the port in its name, because to a browser all ports of a host share their
cookies and a person may have two homes. It says who somebody is, not that they want this: a write
must also say that it comes from our own page, and where it comes from the guard has checked.
"""

from starlette.requests import HTTPConnection
from starlette.responses import Response

from askline.core.people import Door, local_person
from askline.doors.http.entering import Entry, must_say_origin
from askline.doors.http.sessions import IDLE, Session, Sessions


class SessionCookie:
    def __init__(self, sessions: Sessions, *, port: int) -> None:
        self._sessions = sessions
        self.name = f"askline_{port}"

    async def __call__(self, connection: HTTPConnection) -> Entry | None:
        session = self.session(connection)
        if session is None:
            return None
        must_say_origin(connection, programs="programs use the socket")
        return Entry(local_person(Door.WEB), session.ended.wait)

    def session(self, connection: HTTPConnection) -> Session | None:
        return self._sessions.find(connection.cookies.get(self.name, ""))

    def begin(self, reply: Response) -> None:
        """Sign the browser in that gets this reply."""
        self._set(reply, self._sessions.begin())

    def renew(self, connection: HTTPConnection, reply: Response) -> None:
        """Let the browser keep it as long as we do from here on."""
        self._set(reply, connection.cookies[self.name])

    def end(self, connection: HTTPConnection, reply: Response) -> None:
        self._sessions.end(connection.cookies.get(self.name, ""))
        reply.delete_cookie(self.name, path="/", httponly=True, samesite="strict")

    def _set(self, reply: Response, secret: str) -> None:
        reply.set_cookie(
            self.name,
            secret,
            max_age=int(IDLE.total_seconds()),
            path="/",
            httponly=True,
            samesite="strict",
        )
