"""The file that a host with endpoints of its own hands to the relay: ASK_USER_CONFIG names it.

Read by the line, to stop at once if it is wrong, and by whoever relays. It holds secrets, so it must be
its owner's alone, and what is said about it repeats none of them. Questions leave this machine on no
account: an address that is not loopback is refused.
"""

import json
import os
from dataclasses import dataclass
from stat import S_ISREG
from typing import Any, cast
from urllib.parse import urlsplit
from uuid import UUID

from askline.core.errors import FieldProblem, InvalidArguments

VARIABLE = "ASK_USER_CONFIG"
LARGEST = 64_000
TIMEOUT_S = 300
LONGEST_S = 86_400

ADDRESSES = {
    "127.0.0.1": ("127.0.0.1",),
    "::1": ("::1",),
    # By number, whatever a file of hosts makes of the name.
    "localhost": ("127.0.0.1", "::1"),
}


@dataclass(frozen=True, slots=True, kw_only=True)
class RelayConfig:
    addresses: tuple[str, ...]
    """Where to connect, the first that answers."""
    port: int
    host: str
    """As the header names it."""
    base: str
    """What stands before every path."""
    stream_token: str
    user_id: int
    project_id: int
    csrf_token: str
    timeout_s: int = TIMEOUT_S


def read_config(path: str) -> RelayConfig:
    """Raises: InvalidArguments, with every problem named and no value of a secret."""
    said = _object(_bytes(path), path)
    problems: list[FieldProblem] = []
    place = _place(said.get("apiUrl"), problems)
    config = RelayConfig(
        **place,
        stream_token=_token(said.get("streamToken"), problems),
        user_id=_number(said, "userId", problems),
        project_id=_number(said, "projectId", problems),
        csrf_token=_csrf(said.get("csrfToken"), problems),
        timeout_s=_timeout(said.get("timeout", TIMEOUT_S), problems),
    )
    if problems:
        named = "; ".join(f"{each.field}: expected {each.expected}" for each in problems)
        raise InvalidArguments(
            f"{path}, which {VARIABLE} names, is wrong: {named}.",
            hint="Let the host write it anew.",
            fields=problems,
        )
    return config


def _bytes(path: str) -> bytes:
    try:
        descriptor = os.open(path, os.O_RDONLY | os.O_NONBLOCK | os.O_CLOEXEC)
        try:
            found = os.fstat(descriptor)
            if not S_ISREG(found.st_mode) or found.st_size > LARGEST:
                raise _refused(f"{path} is no file of at most {LARGEST} bytes.")
            if found.st_uid != os.geteuid() or found.st_mode & 0o077:
                raise _refused(
                    f"{path} is not its owner's alone: it must be yours, with mode 0600."
                )
            return os.read(descriptor, LARGEST)
        finally:
            os.close(descriptor)
    except (OSError, ValueError) as error:
        why = getattr(error, "strerror", None) or "no path"
        raise _refused(f"{path} cannot be read: {why}.") from None


def _refused(message: str) -> InvalidArguments:
    return InvalidArguments(message, hint=f"{VARIABLE} names the file that the host wrote.")


def _object(raw: bytes, path: str) -> dict[str, Any]:
    try:
        said: object = json.loads(raw)
    except (ValueError, RecursionError):
        said = None
    if not isinstance(said, dict):
        raise _refused(f"{path} holds no object in JSON.")
    return cast("dict[str, Any]", said)


def _place(said: object, problems: list[FieldProblem]) -> dict[str, Any]:
    try:
        url = urlsplit(said if isinstance(said, str) else "")
        port = url.port or 80
    except ValueError:
        url, port = urlsplit(""), 0
    plain = not (url.query or url.fragment or url.username or url.password)
    if url.scheme != "http" or url.hostname not in ADDRESSES or not plain or not port:
        expected = "http:// with 127.0.0.1, ::1 or localhost"
        problems.append(FieldProblem("apiUrl", expected, "something else"))
        return {"addresses": (), "port": 0, "host": "", "base": ""}
    base = url.path.rstrip("/")
    return {
        "addresses": ADDRESSES[url.hostname],
        "port": port,
        "host": url.netloc,
        "base": base,
    }


def _token(said: object, problems: list[FieldProblem]) -> str:
    try:
        return str(UUID(said if isinstance(said, str) else ""))
    except ValueError:
        problems.append(FieldProblem("streamToken", "a UUID", "something else"))
        return ""


def _number(said: dict[str, Any], name: str, problems: list[FieldProblem]) -> int:
    value: object = said.get(name)
    if type(value) is not int or value < 0:
        problems.append(FieldProblem(name, "a whole number", "something else"))
        return 0
    return value


def _csrf(said: object, problems: list[FieldProblem]) -> str:
    text = "" if said is None else said
    if not isinstance(text, str) or not text.isascii() or not text.isprintable():
        problems.append(FieldProblem("csrfToken", "printable ASCII", "something else"))
        return ""
    return text


def _timeout(said: object, problems: list[FieldProblem]) -> int:
    if type(said) is not int or not 1 <= said <= LONGEST_S:
        expected = f"whole seconds from 1 to {LONGEST_S}"
        problems.append(FieldProblem("timeout", expected, "something else"))
        return TIMEOUT_S
    return said
