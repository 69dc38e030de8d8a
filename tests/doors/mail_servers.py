"""A mail server as others run it: secret from the first byte or by STARTTLS, and only for who signs in."""

import asyncio  # noqa: TID251 - the library's server is one of its protocols
import ssl
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from aiosmtpd.smtp import SMTP, AuthResult, Envelope, LoginPassword, Session

HUSH = "hush"


@dataclass
class Taken:
    """What it took, and what it was told of who sends."""

    port: int = 0
    mails: list[str] = field(default_factory=list[str])
    said: list[tuple[bytes, bytes, bool]] = field(default_factory=list[tuple[bytes, bytes, bool]])
    """Name, password, and whether the connection was secret."""

    async def handle_DATA(self, server: Any, session: Session, envelope: Envelope) -> str:  # noqa: N802 - the library's name
        del server, session
        assert isinstance(envelope.content, bytes)
        self.mails.append(envelope.content.decode())
        return "250 taken"

    def signs_in(
        self, server: SMTP, session: Session, envelope: Envelope, mechanism: str, data: Any
    ) -> AuthResult:
        del session, envelope, mechanism
        assert server.transport is not None
        secret = server.transport.get_extra_info("sslcontext") is not None
        assert isinstance(data, LoginPassword)
        self.said.append((data.login, data.password, secret))
        return AuthResult(success=data.password == HUSH.encode(), handled=False)


@asynccontextmanager
async def a_mail_server(certificate: Path | None, *, tls: bool = False) -> AsyncGenerator[Taken]:
    """`tls` from the first byte; otherwise it offers to begin it, if it has a certificate."""
    taken = Taken()
    context = None
    if certificate is not None:
        context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
        context.load_cert_chain(certificate)

    begins_it = context is not None and not tls

    def meets() -> SMTP:
        return SMTP(
            taken,
            tls_context=None if tls else context,
            authenticator=taken.signs_in,
            auth_required=begins_it,
            auth_require_tls=begins_it,
        )

    loop = asyncio.get_running_loop()
    server = await loop.create_server(meets, "127.0.0.1", 0, ssl=context if tls else None)
    async with server:
        taken.port = server.sockets[0].getsockname()[1]
        yield taken
