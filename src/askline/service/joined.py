"""The hub that was joined, as the desk speaks to it: a word goes there, and how the ask stands comes back.

A token carries it, which is never a person: what only a person may do is done at the hub itself.
"""

from collections.abc import Awaitable, Callable
from dataclasses import replace
from typing import Any

from askline.asks.handing import (
    Decided,
    Handed,
    HandedBook,
    Verb,
    Word,
    is_same,
    not_reached,
    read_decided,
)
from askline.asks.model import Ask
from askline.asks.spelling import Json
from askline.client.asynchronous import AsyncClient
from askline.client.problems import standing_of
from askline.config.joined import HubKey, read_key
from askline.core.errors import (
    AlreadySettled,
    AsklineError,
    Internal,
    NotAllowed,
    NotFound,
    PersonRequired,
    ServiceUnreachable,
)
from askline.core.locations import Locations
from askline.core.people import Actor
from askline.stores.keeping import Keeping

UNKNOWN_WORDS = (LookupError, TypeError, ValueError)
"""What reading a reply raises that no hub of ours gives."""

Saying = Callable[[AsyncClient, str, Word], Awaitable[Json]]


def client_of(key: HubKey) -> AsyncClient:
    return AsyncClient(key.url, token=key.token)


def elsewhere_over(keeping: Keeping, locations: Locations) -> "JoinedHub | None":
    """None where nothing can be handed over."""
    return JoinedHub(locations.hub_key, keeping.handed) if keeping.handed else None


class JoinedHub:
    def __init__(self, key_file: str, book: HandedBook) -> None:
        self._key_file = key_file
        self._book = book

    async def say(self, actor: Actor, ask: Ask, word: Word) -> Decided:
        key, there = read_key(self._key_file), await self._book.of(ask.id)
        if key is None or key.url != ask.handed or there is None or there.hub_id is None:
            raise not_reached(ask)
        client = client_of(key)
        try:
            reply = await SAYINGS[word.verb](client, there.hub_id, word)
            return Decided() if word.verb is Verb.EXTEND else _mine(reply, actor, word)
        except AlreadySettled as first:
            standing = standing_of(first)
            if ask.matter.command is not None:
                standing = await _standing_approval(client, there.hub_id, ask)
            return _theirs(ask, standing)
        except (NotAllowed, PersonRequired) as refusal:
            raise _at_the_hub(refusal, there) from refusal
        except (NotFound, ServiceUnreachable, Internal, *UNKNOWN_WORDS) as error:
            # Not found: it was restored from before it was asked, and the courier asks it anew.
            raise not_reached(ask) from error


def _mine(reply: Json, actor: Actor, word: Word) -> Decided:
    return read_decided(reply, actor, word.receipt)


def _theirs(ask: Ask, standing: Json | None) -> Decided:
    try:
        return replace(read_decided(standing or {}), second=True)
    except UNKNOWN_WORDS as error:
        raise not_reached(ask) from error


async def _standing_approval(client: AsyncClient, hub_id: str, ask: Ask) -> Json | None:
    """Its outcome, if it is about the very command. Raises: HubUnreachable."""
    try:
        shown: Json = await client.read(hub_id)
        return shown["outcome"] if is_same(ask, shown) else None
    except (AsklineError, *UNKNOWN_WORDS) as error:
        raise not_reached(ask) from error


def _at_the_hub(refusal: NotAllowed | PersonRequired, there: Handed) -> NotAllowed | PersonRequired:
    link = f"{there.hub}/asks/{there.hub_id}"
    return type(refusal)(refusal.message, hint=f"Do it at the hub, signed in: {link}")


async def _answer(client: AsyncClient, hub_id: str, word: Word) -> Json:
    return await client.answer(hub_id, word.said["answers"], receipt=word.receipt)


async def _correct(client: AsyncClient, hub_id: str, word: Word) -> Json:
    more: dict[str, Any] = {"reason": word.said["reason"], "receipt": word.receipt}
    return await client.correct(hub_id, word.said["answers"], **more)


async def _reject(client: AsyncClient, hub_id: str, word: Word) -> Json:
    return await client.reject(hub_id, reason=word.said["reason"], receipt=word.receipt)


async def _ask_back(client: AsyncClient, hub_id: str, word: Word) -> Json:
    return await client.ask_back(hub_id, word.said["words"], receipt=word.receipt)


async def _cancel(client: AsyncClient, hub_id: str, word: Word) -> Json:
    return await client.cancel(hub_id, reason=word.said.get("reason"), receipt=word.receipt)


async def _extend(client: AsyncClient, hub_id: str, word: Word) -> Json:
    return await client.extend(hub_id, word.said["deadline"])


SAYINGS: dict[Verb, Saying] = {
    Verb.ANSWER: _answer,
    Verb.REJECT: _reject,
    Verb.ASK_BACK: _ask_back,
    Verb.CANCEL: _cancel,
    Verb.CORRECT: _correct,
    Verb.EXTEND: _extend,
}
