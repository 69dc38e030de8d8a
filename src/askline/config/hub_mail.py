"""By which server a hub sends mail, and from whom."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Final
from urllib.parse import unquote, urlsplit

from askline.core.errors import FieldProblem

PORTS: Final = {"smtps": 465, "smtp": 587}
EXPECTED: Final = "an address like smtps://user@mail.example:465"


@dataclass(frozen=True, slots=True, kw_only=True)
class Smtp:
    host: str
    port: int
    tls: bool
    user: str
    secret: str = field(repr=False)
    sender: str


def smtp_of(said: Mapping[str, str], secret: str, problems: list[FieldProblem]) -> Smtp | None:
    """From the variables without their beginning; a password in the address is refused, because
    addresses are logged."""
    if not said["SMTP"]:
        return None
    found = _address(said["SMTP"])
    if found is None:
        problems.append(FieldProblem("ASKLINE_HUB_SMTP", EXPECTED, "something else"))
    sender = said["MAIL_FROM"]
    if "@" not in sender or not sender.isascii() or not sender.isprintable():
        expected = "a mail address beside ASKLINE_HUB_SMTP"
        problems.append(FieldProblem("ASKLINE_HUB_MAIL_FROM", expected, sender[:80] or "nothing"))
    if found is None:
        return None
    scheme, host, port, user = found
    return Smtp(
        host=host, port=port, tls=scheme == "smtps", user=user, secret=secret, sender=sender
    )


def _address(said: str) -> tuple[str, str, int, str] | None:
    try:
        parts = urlsplit(said)
        port = parts.port
    except ValueError:
        return None
    if parts.scheme not in PORTS or not parts.hostname or parts.password is not None:
        return None
    return parts.scheme, parts.hostname, port or PORTS[parts.scheme], unquote(parts.username or "")
