"""Tells by a signed POST to an address that the user named.

The signature is that of Standard Webhooks: HMAC-SHA256 over id, time and body, so that the receiver
can tell us from anybody else and a repeat from a new one. Redirects are not followed: the user named
one place. What is said is the notice, never more.
"""

import hashlib
import hmac
import json
import os
from base64 import b64decode, b64encode
from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime
from http.client import HTTPConnection, HTTPException, HTTPSConnection
from pathlib import Path
from urllib.parse import urlsplit

import anyio.to_thread

from askline.alerts.model import Notice
from askline.alerts.ports import ChannelFailed
from askline.core.clock import Clock

PATIENCE_S = 10.0
LAST_GOOD = 299
LONGEST_SECRET = 4_096
MARK = b"whsec_"
"""Before a secret that is spelled in base64, as receivers' libraries have it."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Webhook:
    url: str = field(repr=False)
    secret_file: str | None
    clock: Clock

    async def tell(self, notice: Notice) -> None:
        await anyio.to_thread.run_sync(self._tell, notice, abandon_on_cancel=True)

    def _tell(self, notice: Notice) -> None:
        file = self.secret_file
        secret = None if file is None else secret_in(Path(file).expanduser())
        headers, body = signed(notice, secret, self.clock.now())
        _post(self.url, headers, body)


def signed(notice: Notice, secret: bytes | None, now: datetime) -> tuple[dict[str, str], bytes]:
    """The headers and the body of its POST; without a secret nobody can check who sent it."""
    body = json.dumps(shape_of(notice)).encode()
    at = int(now.timestamp())
    named = hashlib.sha256(b"%d.%s" % (at, body)).hexdigest()[:32]
    headers = {
        "Content-Type": "application/json",
        "User-Agent": "askline",
        "webhook-id": named,
        "webhook-timestamp": str(at),
    }
    if secret is not None:
        headers["webhook-signature"] = signature(secret, named, at, body)
    return headers, body


def secret_in(path: Path) -> bytes:
    """Read with every notice, so that a new one holds at once. Raises: ChannelFailed."""
    try:
        with path.open("rb") as file:
            mode = os.fstat(file.fileno()).st_mode
            said = file.read(LONGEST_SECRET).strip()
    except OSError as error:
        raise ChannelFailed(f"The secret's file cannot be read: {error.strerror}.") from error
    if mode & 0o077:
        raise ChannelFailed("Others may read the secret's file: let it have mode 600.")
    try:
        secret = b64decode(said.removeprefix(MARK), validate=True) if said[:6] == MARK else said
    except ValueError as error:
        raise ChannelFailed("The secret after whsec_ is no base64.") from error
    if not secret:
        raise ChannelFailed("The secret's file is empty.")
    return secret


def shape_of(notice: Notice) -> dict[str, object]:
    return {
        "reason": notice.reason,
        "title": notice.title,
        "body": notice.body,
        "url": notice.url,
        "asks": [str(ask_id) for ask_id in notice.asks],
        "actions": [{"label": action.label, "url": action.url} for action in notice.actions],
    }


def signature(secret: bytes, named: str, at: int, body: bytes) -> str:
    signed = hmac.digest(secret, b".".join((named.encode(), str(at).encode(), body)), "sha256")
    return f"v1,{b64encode(signed).decode()}"


def _post(url: str, headers: Mapping[str, str], body: bytes) -> None:
    parts = urlsplit(url)
    kind = HTTPSConnection if parts.scheme == "https" else HTTPConnection
    connection = kind(parts.hostname or "", parts.port, timeout=PATIENCE_S)
    target = (parts.path or "/") + (f"?{parts.query}" if parts.query else "")
    try:
        connection.request("POST", target, body, dict(headers))
        with connection.getresponse() as reply:
            status = reply.status
    except (OSError, HTTPException) as error:
        raise ChannelFailed(f"The receiver is out of reach: {type(error).__name__}.") from error
    finally:
        connection.close()
    if status > LAST_GOOD:
        raise ChannelFailed(f"The receiver said {status}.")
