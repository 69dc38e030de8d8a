"""Passkeys, identities and challenges in this process alone; the reference for the other book."""

from dataclasses import replace
from datetime import datetime

from askline.people.model import Identity, Passkey, PersonId
from askline.people.ports import Change


class EphemeralProofs:
    def __init__(self) -> None:
        self._passkeys: dict[str, Passkey] = {}
        self._identities: dict[tuple[str, str, str], Identity] = {}
        self._challenges: dict[str, datetime] = {}

    async def passkey(self, passkey_id: str) -> Passkey | None:
        return self._passkeys.get(passkey_id)

    async def passkeys(self, tenant: str, person: PersonId) -> list[Passkey]:
        found = self._passkeys.values()
        return [each for each in found if (each.tenant, each.person) == (tenant, person)]

    async def keep_passkey(self, passkey: Passkey) -> bool:
        return self._passkeys.setdefault(passkey.id, passkey) is passkey

    async def used_passkey(self, passkey: Passkey) -> bool:
        kept = self._passkeys.get(passkey.id)
        if kept is None or not _counts_on(kept, passkey):
            return False
        counted = replace(kept, sign_count=passkey.sign_count, used_at=passkey.used_at)
        self._passkeys[passkey.id] = counted
        return True

    async def drop_passkey(self, tenant: str, person: PersonId, passkey_id: str) -> bool:
        theirs = {each.id for each in await self.passkeys(tenant, person)}
        return passkey_id in theirs and self._passkeys.pop(passkey_id, None) is not None

    async def identity(self, tenant: str, issuer: str, subject: str) -> Identity | None:
        return self._identities.get((tenant, issuer, subject))

    async def use_challenge(self, sha256: str, expires_at: datetime) -> bool:
        new = sha256 not in self._challenges
        self._challenges.setdefault(sha256, expires_at)
        return new

    async def forget(self, before: datetime) -> None:
        self._challenges = {k: v for k, v in self._challenges.items() if v >= before}

    def may_take(self, change: Change) -> bool:
        new = change.identity is None or _names(change.identity) not in self._identities
        return new and (change.passkey is None or change.passkey.id not in self._passkeys)

    def take_part(self, change: Change) -> None:
        if change.passkey is not None:
            self._passkeys[change.passkey.id] = change.passkey
        if change.identity is not None:
            self._identities[_names(change.identity)] = change.identity


def _names(identity: Identity) -> tuple[str, str, str]:
    return identity.tenant, identity.issuer, identity.subject


def _counts_on(kept: Passkey, said: Passkey) -> bool:
    """Many devices do not count at all and say zero each time."""
    return said.sign_count > kept.sign_count or said.sign_count == kept.sign_count == 0
