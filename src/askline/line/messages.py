"""As much of JSON-RPC as the line must understand: what kind of message a line of text is.

Importing `json` costs ten milliseconds, half of what the whole line may take; its scanner, which is
written in C, costs none. Messages are read here, never written: the line passes on what it got.
"""

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any

    Key = tuple[bool, object]

REQUEST, NOTIFICATION, RESPONSE = "request", "notification", "response"
COMPLAINT = "complaint"
"""An error that answers nothing: somebody could not read what the other said."""
BROKEN, UNKNOWN = "broken", "unknown"
"""What is no JSON, and what is no message."""


def _reader() -> "Callable[[str], Any]":
    try:
        from _json import make_scanner  # noqa: PLC0415 - the point is not to import json
    except ImportError:
        from json import loads  # noqa: PLC0415 - an interpreter without the C scanner

        return loads

    class Plain:
        """What the scanner wants to know: everything as usual."""

        strict = True
        object_hook = object_pairs_hook = None
        parse_float, parse_int, parse_constant = float, int, float

    scan: Any = make_scanner(Plain)  # pyright: ignore[reportArgumentType] - any object will do

    def whole(text: str) -> "Any":
        value, end = scan(text, 0)
        if end != len(text):
            raise ValueError("something follows")
        return value

    return whole


read = _reader()


class Message:
    """One line: its kind, its id and method, and its content as read."""

    __slots__ = ("content", "id", "kind", "method")

    def __init__(self, line: bytes) -> None:
        self.content: dict[str, Any] = {}
        self.id: object = None
        self.method: str | None = None
        self.kind = BROKEN
        try:
            # As the service reads it, to the last oddity: both count the requests.
            content = read(line.decode(errors="replace").strip(" \t\r\n"))
        except (ValueError, StopIteration, RecursionError):
            return
        self.content = members(content)
        self.id = self.content.get("id")
        self.method = self.content.get("method")
        self.kind = self._kind()

    def _kind(self) -> str:
        if self.method is not None:
            return NOTIFICATION if self.id is None else REQUEST
        if self.id is None:
            return COMPLAINT if "error" in self.content else UNKNOWN
        return RESPONSE

    @property
    def key(self) -> "Key":
        return key_of(self.id)

    @property
    def params(self) -> "dict[str, Any]":
        return members(self.content.get("params"))


def members(value: "Any") -> "dict[str, Any]":
    """The members of an object; none of anything else."""
    return value if type(value) is dict else {}  # pyright: ignore[reportUnknownVariableType]


def key_of(message_id: object) -> "Key":
    """1 and "1" are different ids; what can be no id has a key all the same."""
    known = type(message_id) in (str, int, float)
    return (type(message_id) is str, message_id if known else repr(message_id))
