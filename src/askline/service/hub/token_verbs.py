"""Tokens where the hub's database is: the use cases of people, done as one of them.

A secret goes to standard output, once and alone, so that it can be put where it belongs.
"""

import sys
from collections.abc import Awaitable, Callable
from datetime import timedelta
from typing import Any
from uuid import UUID

import anyio

from askline.asks.spelling import text_of
from askline.config.hub import HubSettings
from askline.core.clock import SystemClock
from askline.core.ids import RandomMint
from askline.core.people import Actor, Right
from askline.doors.http.hub_shapes import token_shape
from askline.people.granting import unknown
from askline.people.model import Token, TokenId
from askline.people.recording import Acts
from askline.people.secret import Secret
from askline.people.tokens import NewToken, Tokens
from askline.service.hub.people_verbs import found_person
from askline.stores.postgres.opening import open_register

DAY = len("2026-01-31")


Said = tuple[str, Any]
"""What an action has to say: in words, and as JSON."""


def token(settings: HubSettings, words: list[str]) -> None:
    """Raises: AsklineError."""
    as_json = words[0] == "--json"
    action, tenant, login, *rest = words[as_json:]
    said, shape = anyio.run(_token, settings.database, (action, tenant, login), rest)
    sys.stdout.write(f"{text_of(shape)}\n" if as_json else said)


async def _token(dsn: str, named: tuple[str, str, str], rest: list[str]) -> Said:
    action, tenant, login = named
    async with open_register(dsn) as register:
        _, actor = await found_person(register.people, tenant, login)
        clock = SystemClock()
        acts = Acts(register.people, register.acts, clock)
        tokens = Tokens(register.people, register.keys, clock, RandomMint(), acts)
        return await ACTIONS[action](tokens, actor, rest)


async def _make(tokens: Tokens, actor: Actor, rest: list[str]) -> Said:
    name, scopes, service, project, days = rest
    wanted = NewToken(
        name=name,
        scopes=frozenset(Right(each) for each in scopes.split(",")),
        service=service or None,
        life=timedelta(days=int(days)),
        project=project or None,
    )
    return _given(*await tokens.make(actor, wanted))


async def _list(tokens: Tokens, actor: Actor, _rest: list[str]) -> Said:
    found = await tokens.list(actor)
    return "".join(f"{_line(each)}\n" for each in found), [token_shape(each) for each in found]


async def _rotate(tokens: Tokens, actor: Actor, rest: list[str]) -> Said:
    return _given(*await tokens.rotate(actor, _id_in(rest[0])))


async def _revoke(tokens: Tokens, actor: Actor, rest: list[str]) -> Said:
    await tokens.revoke(actor, _id_in(rest[0]))
    return f"{rest[0]} opens nothing any more.\n", {"id": rest[0], "revoked": True}


def _given(secret: Secret, made: Token) -> Said:
    return f"{secret.reveal()}\n", {**token_shape(made), "secret": secret.reveal()}


def _line(each: Token) -> str:
    ends = "revoked" if each.revoked_at else f"until {each.expires_at.isoformat()[:DAY]}"
    scopes = ",".join(sorted(each.scopes))
    return f"{each.id}  {each.shown}…  {each.principal}  {scopes}  {ends}  {each.name}"


def _id_in(said: str) -> TokenId:
    try:
        return TokenId(UUID(said))
    except ValueError:
        raise unknown("token", said) from None


ACTIONS: dict[str, Callable[[Tokens, Actor, list[str]], Awaitable[Said]]] = {
    "make": _make,
    "list": _list,
    "rotate": _rotate,
    "revoke": _revoke,
}
