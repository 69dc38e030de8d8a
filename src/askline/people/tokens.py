"""The use cases of tokens: made, listed, rotated, revoked.

A token is shown once, to its maker. Rotating makes a second one and lets the first live on for a while,
so that programs change over without a gap. A revoked or rotated token stays in the book, to be seen.
"""

from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from functools import partial

from askline.core.clock import Clock
from askline.core.errors import InvalidArguments
from askline.core.ids import Mint
from askline.core.people import Actor, Right
from askline.people.acts import ActKind, doer
from askline.people.deciding import decide, person_of, standing_of, there
from askline.people.deeds import token_words
from askline.people.granting import may_manage_token, must_make_token, unknown
from askline.people.limits import ENDLESS, Room
from askline.people.model import Membership, PersonId, Token, TokenId
from askline.people.naming import must_name, must_slug
from askline.people.ports import Change, KeyBook, PeopleBook, Roster
from askline.people.recording import Acts
from askline.people.roles import SERVICE
from askline.people.secret import Kind, Secret, new_secret

LONGEST_LIFE = timedelta(days=366)
OVERLAP = timedelta(hours=24)


@dataclass(frozen=True, slots=True, kw_only=True)
class NewToken:
    """`service` is its name where the token is no person's own."""

    name: str
    scopes: frozenset[Right]
    service: str | None = None
    life: timedelta = timedelta(days=90)
    project: str | None = None


class Tokens:
    def __init__(
        self,
        book: PeopleBook,
        keys: KeyBook,
        clock: Clock,
        mint: Mint,
        acts: Acts,
        *,
        room: Room = ENDLESS,
    ) -> None:
        self._acts = acts
        self._room = room
        self._book = book
        self._keys = keys
        self._clock = clock
        self._mint = mint

    async def make(self, actor: Actor, wanted: NewToken) -> tuple[Secret, Token]:
        """Raises: NotAllowed, InvalidArguments, PersonRequired."""
        me = person_of(actor)
        secret, token = self._token(actor, me, wanted)

        def rule(roster: Roster) -> Change:
            there(roster, me)
            must_make_token(actor, roster.held_by(me), token.principal, wanted.scopes)
            return Change(tenant=actor.tenant, revision=roster.revision, token=token)

        by, room = doer(actor, self._clock.now()), partial(self._room.for_token, actor.tenant)
        await decide(self._book, actor.tenant, [me], rule, by=by, before=room)
        return secret, token

    async def list(self, actor: Actor) -> list[Token]:
        """Those one may revoke: all for an admin, otherwise one's own."""
        me = person_of(actor)
        roster = await standing_of(self._book, actor)
        found = await self._keys.tokens(actor.tenant)
        return [each for each in found if may_manage_token(actor, roster.held_by(me), each)]

    async def revoke(self, actor: Actor, token_id: TokenId) -> None:
        """Raises: NotFound, PersonRequired."""
        old, _ = await self._managed(actor, token_id)
        if not await self._keys.revoke_token(actor.tenant, token_id, self._clock.now()):
            raise unknown("standing token", str(token_id))
        await self._acts.note(actor, ActKind.TOKEN_REVOKED, str(token_id), token_words(old))

    async def rotate(
        self, actor: Actor, token_id: TokenId, overlap: timedelta = OVERLAP
    ) -> tuple[Secret, Token]:
        """A successor with the same scopes; the old one ends after `overlap` at the latest.

        Raises: NotFound, NotAllowed, PersonRequired.
        """
        old, held = await self._managed(actor, token_id)
        must_make_token(actor, held, old.principal, old.scopes)
        now, secret = self._clock.now(), new_secret(Kind.TOKEN)
        new = replace(
            old,
            id=TokenId(self._mint.ask_id(now)),
            sha256=secret.sha256,
            shown=secret.shown,
            made_by=person_of(actor),
            made_at=now,
            expires_at=now + (old.expires_at - old.made_at),
            used_at=None,
        )
        ending = replace(old, successor=new.id, expires_at=min(old.expires_at, now + overlap))
        if not is_good(old, now) or not await self._keys.rotate_token(ending, new):
            raise unknown("standing token", str(token_id))
        words = f"by {new.id}, {token_words(new)}"
        await self._acts.note(actor, ActKind.TOKEN_ROTATED, str(token_id), words)
        return secret, new

    async def _managed(
        self, actor: Actor, token_id: TokenId
    ) -> tuple[Token, tuple[Membership, ...]]:
        me = person_of(actor)
        held = (await standing_of(self._book, actor)).held_by(me)
        for each in await self._keys.tokens(actor.tenant):
            if each.id == token_id and may_manage_token(actor, held, each):
                return each, held
        raise unknown("token", str(token_id))

    def _token(self, actor: Actor, me: PersonId, wanted: NewToken) -> tuple[Secret, Token]:
        if not timedelta(0) < wanted.life <= LONGEST_LIFE:
            raise InvalidArguments(
                "A token cannot live so long.", hint=f"Give up to {LONGEST_LIFE.days} days."
            )
        now, secret = self._clock.now(), new_secret(Kind.TOKEN)
        service = wanted.service
        token = Token(
            id=TokenId(self._mint.ask_id(now)),
            tenant=actor.tenant,
            sha256=secret.sha256,
            shown=secret.shown,
            name=must_name("token", wanted.name),
            principal=actor.id if service is None else SERVICE + must_slug("service", service),
            scopes=wanted.scopes,
            made_by=me,
            made_at=now,
            expires_at=now + wanted.life,
            project=None if wanted.project is None else must_name("project", wanted.project),
        )
        return secret, token


def is_good(token: Token, now: datetime) -> bool:
    return token.revoked_at is None and now < token.expires_at
