"""People where the hub's database is: found a tenant, and let somebody back in.

Passwords come from standard input: a command line is no place for them.
"""

import sys

import anyio

from askline.config.hub import HubSettings
from askline.core.clock import SystemClock
from askline.core.ids import RandomMint
from askline.core.people import Actor, Door
from askline.people.granting import unknown
from askline.people.joining import Joining
from askline.people.model import Person
from askline.people.ports import PeopleBook
from askline.people.renewing import Renewing
from askline.people.roles import actor_of
from askline.stores.passwords import Argon2Passwords
from askline.stores.postgres.opening import open_register


def found(settings: HubSettings, words: list[str]) -> None:
    """Raises: AsklineError."""
    tenant, login = words
    anyio.run(_found, settings.database, tenant, login, _password())
    sys.stdout.write(f"The tenant {tenant} stands; {login} holds every role in it.\n")


def password(settings: HubSettings, words: list[str]) -> None:
    """Raises: AsklineError."""
    tenant, login = words
    anyio.run(_renew, settings.database, tenant, login, _password())
    sys.stdout.write(f"{login} signs in with it from now on; every session of theirs has ended.\n")


async def found_person(book: PeopleBook, tenant: str, login: str) -> tuple[Person, Actor]:
    """Raises: NotFound."""
    person = await book.by_login(tenant, login.casefold())
    standing = await book.standing(tenant, person.id) if person else None
    if standing is None:
        raise unknown(f"person in {tenant} who signs in as", login)
    return standing.person, actor_of(standing.person, standing.memberships, Door.CLI)


def _password() -> str:
    return sys.stdin.readline().rstrip("\n")


async def _found(dsn: str, tenant: str, login: str, secret: str) -> None:
    async with open_register(dsn) as register:
        books = register.people, register.keys
        joining = Joining(*books, Argon2Passwords(), SystemClock(), RandomMint())
        await joining.found(tenant, tenant, login, secret)


async def _renew(dsn: str, tenant: str, login: str, secret: str) -> None:
    async with open_register(dsn) as register:
        person, actor = await found_person(register.people, tenant, login)
        renewing = Renewing(register, Argon2Passwords(), SystemClock())
        await renewing.put(actor, person, secret, detail="by who runs the hub")
