"""Lines that are broken on purpose: the tests of crashes must see each of them fail."""

from askline.line.flight import Call, Flight
from askline.line.messages import Message


class Forgetful(Flight):
    """Tells a new service nothing."""

    def told_again(self) -> tuple[list[int], bytes]:
        return [], b""


class Chatty(Flight):
    """Lets the client have every answer, also a second one."""

    def came(self, message: Message) -> Call | None:
        return super().came(message) or Call(0, message, b"")


class Ungreeting(Flight):
    """Repeats what is open, and not what came before it."""

    def told_again(self) -> tuple[list[int], bytes]:
        self._handshake = None
        return super().told_again()


class Renaming(Flight):
    """Is somebody else each time."""

    def told_again(self) -> tuple[list[int], bytes]:
        self.connection = Flight().connection
        return super().told_again()


BROKEN = (Forgetful, Chatty, Ungreeting, Renaming)
