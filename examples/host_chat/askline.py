"""What a host says to Askline: begin a stream, renew its page's token, end it. Nothing but HTTP on loopback.

A host in another language does the same: the address and the file of the secret come from
`askline service status --json`, which also starts nothing by itself.
"""

import json
from collections.abc import Mapping
from dataclasses import dataclass
from http.client import HTTPConnection
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

from anyio import to_thread

Json = dict[str, Any]


@dataclass(frozen=True, slots=True, kw_only=True)
class Askline:
    url: str
    secret_file: Path

    async def begin(self, **stream: Any) -> Json:
        return await self._called("POST", "/api/v1/streams", stream)

    async def renew(self, stream: str) -> Json:
        return await self._called("POST", f"/api/v1/streams/{stream}/embed", {})

    async def end(self, stream: str) -> None:
        await self._called("DELETE", f"/api/v1/streams/{stream}", None)

    async def _called(self, method: str, path: str, body: Mapping[str, Any] | None) -> Json:
        return await to_thread.run_sync(self._call, method, path, body)

    def _call(self, method: str, path: str, body: Mapping[str, Any] | None) -> Json:
        place = urlsplit(self.url)
        connection = HTTPConnection(place.hostname or "", place.port, timeout=10)
        secret = self.secret_file.read_text(encoding="ascii").strip()
        headers = {"Authorization": f"Bearer {secret}", "Content-Type": "application/json"}
        try:
            connection.request(method, path, None if body is None else json.dumps(body), headers)
            reply = connection.getresponse()
            said = reply.read()
        finally:
            connection.close()
        if reply.status >= 400:  # noqa: PLR2004 - HTTP's own border
            raise RuntimeError(f"Askline replied {reply.status} to {method} {path}")
        return json.loads(said) if said else {}
