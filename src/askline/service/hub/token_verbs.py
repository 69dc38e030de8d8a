"""Tokens where the hub's database is: the use cases of people, done as one of them.

A secret goes to standard output, once and alone, so that it can be put where it belongs.
"""

import sys
from collections.abc import Awaitable, Callable
from datetime import timedelta
from uuid import UUID

import anyio

from askline.config.hub import HubSettings
from askline.core.clock import SystemClock
from askline.core.ids import RandomMint
from askline.core.people import Actor, Right
from askline.people.granting import unknown
from askline.people.model import Token, TokenId
from askline.people.recording import Acts
from askline.people.tokens import NewToken, Tokens
from askline.service.hub.people_verbs import found_person
from askline.stores.postgres.opening import open_register

DAY = len("2026-01-31")


def token(settings: HubSettings, words: list[str]) -> None:
    """Raises: AsklineError."""
    action, tenant, login, *rest = words
    anyio.run(_token, settings.database, (action, tenant, login), rest)


async def _token(dsn: str, named: tuple[str, str, str], rest: list[str]) -> None:
    action, tenant, login = named
    async with open_register(dsn) as register:
        _, actor = await found_person(register.people, tenant, login)
        clock = SystemClock()
        acts = Acts(register.people, register.acts, clock)
        tokens = Tokens(register.people, register.keys, clock, RandomMint(), acts)
        sys.stdout.write(await ACTIONS[action](tokens, actor, rest))


async def _make(tokens: Tokens, actor: Actor, rest: list[str]) -> str:
    name, scopes, service, project, days = rest
    wanted = NewToken(
        name=name,
        scopes=frozenset(Right(each) for each in scopes.split(",")),
        service=service or None,
        life=timedelta(days=int(days)),
        project=project or None,
    )
    secret, _ = await tokens.make(actor, wanted)
    return f"{secret.reveal()}\n"


async def _list(tokens: Tokens, actor: Actor, _rest: list[str]) -> str:
    return "".join(f"{_line(each)}\n" for each in await tokens.list(actor))


async def _rotate(tokens: Tokens, actor: Actor, rest: list[str]) -> str:
    secret, _ = await tokens.rotate(actor, _id_in(rest[0]))
    return f"{secret.reveal()}\n"


async def _revoke(tokens: Tokens, actor: Actor, rest: list[str]) -> str:
    await tokens.revoke(actor, _id_in(rest[0]))
    return f"{rest[0]} opens nothing any more.\n"


def _line(each: Token) -> str:
    ends = "revoked" if each.revoked_at else f"until {each.expires_at.isoformat()[:DAY]}"
    scopes = ",".join(sorted(each.scopes))
    return f"{each.id}  {each.shown}…  {each.principal}  {scopes}  {ends}  {each.name}"


def _id_in(said: str) -> TokenId:
    try:
        return TokenId(UUID(said))
    except ValueError:
        raise unknown("token", said) from None


ACTIONS: dict[str, Callable[[Tokens, Actor, list[str]], Awaitable[str]]] = {
    "make": _make,
    "list": _list,
    "rotate": _rotate,
    "revoke": _revoke,
}
