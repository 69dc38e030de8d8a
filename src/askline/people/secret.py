"""Secrets: random, shown once, kept as a hash.

`askl_` and the kind make one recognisable in a log or a commit, and the checksum at its end lets a
scanner tell it from what merely looks like one, without asking us. 256 random bits need no slow hash:
there is nothing to guess. Passwords do, and are no matter of this room's rules but of a port.
"""

import hashlib
import hmac
import re
import secrets
import string
import zlib
from enum import StrEnum

from askline.core.errors import NotAllowed

ALPHABET = string.digits + string.ascii_uppercase + string.ascii_lowercase
BODY, CHECK = 43, 6
"""Characters that hold 256 bits, and a CRC-32."""
SHOWN = 4
"""Characters of the body that stay visible: 232 bits remain unknown."""


class Kind(StrEnum):
    TOKEN = "tok"  # noqa: S105 - the name of a kind
    INVITATION = "inv"
    SESSION = "ses"


SPELLING = re.compile(
    rf"askl_({'|'.join(Kind)})_([0-9A-Za-z]{{{BODY}}})([0-9A-Za-z]{{{CHECK}}})", re.ASCII
)


class Secret:
    """A secret on its way to its owner; printed or logged it shows only how it begins."""

    __slots__ = ("_text",)

    def __init__(self, text: str) -> None:
        self._text = text

    def reveal(self) -> str:
        return self._text

    @property
    def shown(self) -> str:
        return self._text[: len("askl_tok_") + SHOWN]

    @property
    def sha256(self) -> str:
        return hash_of(self._text)

    def __repr__(self) -> str:
        return f"{self.shown}…"


def new_secret(kind: Kind) -> Secret:
    head = f"askl_{kind}_" + _spelled(secrets.randbits(256), BODY)
    return Secret(head + _checksum(head))


def hash_if_whole(text: str, kind: Kind) -> str | None:
    """The hash to look for, if this is spelled like a secret of that kind and its checksum is right."""
    found = SPELLING.fullmatch(text)
    if found is None or found[1] != kind:
        return None
    head, check = text[:-CHECK], text[-CHECK:]
    return hash_of(text) if hmac.compare_digest(check, _checksum(head)) else None


def hash_of(text: str) -> str:
    return hashlib.sha256(text.encode()).hexdigest()


def refused() -> NotAllowed:
    """The one answer to every key that does not open, whatever is wrong with it."""
    return NotAllowed(
        "This key opens nothing here.",
        hint="It may have expired, been used or revoked: ask an admin of the hub for another.",
    )


def _checksum(head: str) -> str:
    return _spelled(zlib.crc32(head.encode()), CHECK)


def _spelled(number: int, length: int) -> str:
    digits: list[str] = []
    for _ in range(length):
        number, digit = divmod(number, len(ALPHABET))
        digits.append(ALPHABET[digit])
    return "".join(reversed(digits))
