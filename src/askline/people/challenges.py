"""Challenges that a device answers once, for one purpose, within five minutes.

One that is given out is kept nowhere: it is sealed, and says itself what it is for and until when. So
strangers may begin as often as they like and nothing fills up, and any replica can go on. That it was
answered is noted once somebody has proved who they are; the note lasts as long as the challenge would.
"""

import hashlib
import json
import secrets
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any, Final, Protocol

from askline.core.clock import Clock
from askline.people.ports import ProofBook
from askline.people.secret import refused

LASTS: Final = timedelta(minutes=5)
KIND: Final = "challenge"
"""In what is sealed, so that nothing else that the hub has sealed can pass for one."""


class Sealing(Protocol):
    def seal(self, payload: bytes) -> str: ...

    def opened(self, token: str) -> bytes | None:
        """What was sealed; none for what was not sealed here."""
        ...


@dataclass(frozen=True, slots=True)
class Challenge:
    raw: bytes
    """What the device signs."""
    sha256: str
    until: datetime


class Challenges:
    def __init__(self, proofs: ProofBook, seal: Sealing, clock: Clock) -> None:
        self._proofs = proofs
        self._seal = seal
        self._clock = clock

    def make(self, purpose: str) -> bytes:
        until = self._clock.now() + LASTS
        said = {
            "kind": KIND,
            "purpose": purpose,
            "until": until.isoformat(),
            "id": secrets.token_urlsafe(),
        }
        return self._seal.seal(json.dumps(said).encode()).encode()

    def read(self, purpose: str, raw: bytes) -> Challenge:
        """Raises: NotAllowed, for one that was not given, not for this, or is old."""
        try:
            said: dict[str, Any] = json.loads(self._seal.opened(raw.decode()) or "{}")
        except ValueError:
            raise refused() from None
        if said.get("kind") != KIND or said["purpose"] != purpose:
            raise refused()
        until = datetime.fromisoformat(said["until"])
        if until <= self._clock.now():
            raise refused()
        return Challenge(raw, hashlib.sha256(f"used {said['id']}".encode()).hexdigest(), until)

    async def take(self, challenge: Challenge) -> None:
        """Raises: NotAllowed, for one that was answered before."""
        if not await self._proofs.use_challenge(challenge.sha256, challenge.until):
            raise refused()
