"""Passwords as argon2id hashes, with the parameters that RFC 9106 names for a machine short of memory.

In a thread, few at once: each takes 64 MiB and, on a busy machine, part of a second; nobody who types passwords at a
hub's door may take all of its memory.
"""

import anyio
import anyio.to_thread
from argon2 import PasswordHasher
from argon2.exceptions import InvalidHashError, VerificationError
from argon2.profiles import RFC_9106_LOW_MEMORY

AT_ONCE = 4


class Argon2Passwords:
    def __init__(self, hasher: PasswordHasher | None = None) -> None:
        self._hasher = hasher or PasswordHasher.from_parameters(RFC_9106_LOW_MEMORY)
        self._room = anyio.CapacityLimiter(AT_ONCE)
        self._nobodys = self._hasher.hash("nobody's")

    async def hashed(self, password: str) -> str:
        return await anyio.to_thread.run_sync(self._hasher.hash, password, limiter=self._room)

    async def fits(self, kept: str | None, password: str) -> bool:
        # Nobody's is tried as well, so that time does not tell who has an account.
        fits = await anyio.to_thread.run_sync(
            self._fits, kept or self._nobodys, password, limiter=self._room
        )
        return fits and kept is not None

    def _fits(self, kept: str, password: str) -> bool:
        try:
            return self._hasher.verify(kept, password)
        except (InvalidHashError, VerificationError, UnicodeEncodeError):
            return False
