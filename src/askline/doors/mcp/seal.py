"""The seal itself: keys that can be changed while it is in use, of which the first seals and all open."""

import os
from collections.abc import Sequence

from mcp.server.request_state import AESGCMRequestStateCodec, InvalidRequestState

KEY_BYTES = 32


class Seal:
    """Without keys that outlive the process, what was sealed ends with it."""

    def __init__(self, *keys: bytes) -> None:
        self._codec = _codec(keys or (os.urandom(KEY_BYTES),))

    def change(self, keys: Sequence[bytes]) -> None:
        """These from now on. A new key must be known everywhere before it is the first anywhere."""
        self._codec = _codec(keys)

    def seal(self, payload: bytes) -> str:
        return self._codec.seal(payload)

    def unseal(self, token: str) -> bytes:
        """Raises: InvalidRequestState."""
        return self._codec.unseal(token)

    def opened(self, token: str) -> bytes | None:
        """None for what was not sealed here."""
        try:
            return self.unseal(token)
        except InvalidRequestState:
            return None


def _codec(keys: Sequence[bytes]) -> AESGCMRequestStateCodec:
    return AESGCMRequestStateCodec([*dict.fromkeys(keys)])
