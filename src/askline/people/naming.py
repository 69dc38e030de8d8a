"""How people, teams and tenants may be called, and how long a password must be. Pure."""

import re

from askline.core.errors import InvalidArguments
from askline.core.text import clean

SLUG = re.compile(r"[a-z0-9](?:[a-z0-9._-]{0,62}[a-z0-9])?", re.ASCII)
LONGEST_NAME = 200
SHORTEST_PASSWORD, LONGEST_PASSWORD = 12, 1024


def must_slug(what: str, said: str) -> str:
    """For what is part of addresses: small letters, digits, and . _ - between them."""
    if SLUG.fullmatch(said) is None:
        raise InvalidArguments(
            f"This is no name for a {what}.",
            hint="Use small letters, digits, and . _ - between them; at most 64.",
        )
    return said


def must_name(what: str, said: str) -> str:
    """What people read: one harmless line."""
    name = " ".join(clean(said).split())
    if not 0 < len(name) <= LONGEST_NAME:
        raise InvalidArguments(
            f"This is no name for a {what}.", hint=f"Give 1 to {LONGEST_NAME} characters."
        )
    return name


def must_login(said: str) -> str:
    """One spelling, so that nobody is there twice; no spaces."""
    login = must_name("person to sign in", said).casefold()
    if " " in login:
        raise InvalidArguments("A login has no spaces.", hint="Use a mail address.")
    return login


def must_password(said: str) -> str:
    whole = said.encode(errors="ignore").decode() == said  # half a surrogate pair cannot be hashed
    if not whole or not SHORTEST_PASSWORD <= len(said) <= LONGEST_PASSWORD:
        raise InvalidArguments(
            "This password is too short or too long.",
            hint=f"Use {SHORTEST_PASSWORD} to {LONGEST_PASSWORD} characters; a sentence is fine.",
        )
    return said
