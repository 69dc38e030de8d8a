"""How often somebody may guess at a hub's door: failures by login and by address, within ten minutes.

Kept in memory: it survives no restart, and each replica counts its own, so that behind three of them a
guesser has three times as many. What succeeds is not counted. Who guesses at somebody's password keeps
that login's password from working for a while; a passkey and OpenID Connect still do.
"""

import re
from collections.abc import Generator, Sequence
from contextlib import contextmanager
from datetime import datetime, timedelta
from ipaddress import IPv6Address, ip_address
from typing import Final

from askline.core.clock import Clock
from askline.core.errors import NotAllowed, RateLimited
from askline.core.people import Actor
from askline.people.naming import SLUG, must_login

WITHIN: Final = timedelta(minutes=10)
PER_LOGIN: Final = 10
PER_ADDRESS: Final = 100
"""Higher: a whole office may come from one."""
AT_MOST: Final = 10_000
"""Names that are remembered; the one tried longest ago is forgotten first."""
NETWORK_BITS: Final = 64
"""Of an IPv6 address: whoever has one has all that begin so."""

WITH_PORT: Final = re.compile(r"\[([^]]*)\](?::\d+)?|([0-9.]+):\d+")
LONGEST: Final = 100
"""Of what a proxy says that is no address."""

Tried = tuple[str, int]
"""What is guessed at or from where, and how many failures it may have."""


def by_login(tenant: str, login: str) -> Tried:
    """In the spelling that is looked up: there is no second count for another, and what could be no tenant
    is not remembered however long it is. Raises: InvalidArguments."""
    where = tenant if SLUG.fullmatch(tenant) else ""
    return f"login {where} {must_login(login)}", PER_LOGIN


def by_person(actor: Actor) -> Tried:
    """What somebody who is signed in shows once more."""
    return f"person {actor.tenant} {actor.id}", PER_LOGIN


def by_address(said: str) -> Tried:
    """Some proxies add the port, and a socket of IPv6 says of IPv4 where it is in it."""
    bare = WITH_PORT.fullmatch(said)
    try:
        address = ip_address((bare[1] or bare[2]) if bare else said)
    except ValueError:
        return f"address {said[:LONGEST]}", PER_ADDRESS
    if isinstance(address, IPv6Address):
        if address.ipv4_mapped is None:
            return f"address {int(address) >> NETWORK_BITS:x}", PER_ADDRESS
        address = address.ipv4_mapped
    return f"address {address}", PER_ADDRESS


class Patience:
    def __init__(self, clock: Clock) -> None:
        self._clock = clock
        self._failed: dict[str, list[datetime]] = {}

    @contextmanager
    def guessing(self, *tried: Tried) -> Generator[None]:
        """A try counts while it is under way, so that many at once are not free; and stays counted
        where it ends with NotAllowed.

        Raises: RateLimited.
        """
        now = self._clock.now()
        before = {name: self._fresh(name, now) for name, _ in tried}
        if any(len(before[name]) >= most for name, most in tried):
            raise RateLimited(
                "Too many tries failed here.",
                hint=f"Wait {WITHIN.seconds // 60} minutes, then try again with the right one.",
            )
        for name, failures in before.items():
            self._remember(name, [*failures, now])
        failed = False
        try:
            yield
        except NotAllowed:
            failed = True
            raise
        finally:
            if not failed:
                self._forgive(tried, now)

    def _fresh(self, name: str, now: datetime) -> list[datetime]:
        # What lies ahead does not count either: the clock was set back.
        return [at for at in self._failed.get(name, ()) if now - WITHIN < at <= now]

    def _remember(self, name: str, failures: list[datetime]) -> None:
        self._failed.pop(name, None)
        self._failed[name] = failures
        if len(self._failed) > AT_MOST:
            del self._failed[next(iter(self._failed))]

    def _forgive(self, tried: Sequence[Tried], at: datetime) -> None:
        for name, _ in tried:
            failed = self._failed.pop(name, [])
            if at in failed:
                failed.remove(at)
            if failed:
                self._remember(name, failed)
