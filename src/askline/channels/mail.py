"""Tells by mail, through the server that whoever runs the hub named.

Plain text and the same as simple HTML, in which everything an agent wrote is escaped. No text becomes a
header but by the library's own way, which folds and encodes it, and lines were taken out of it before.
"""

import smtplib
import ssl
from collections.abc import Generator
from contextlib import contextmanager
from dataclasses import dataclass, field
from datetime import datetime
from email.errors import MessageError
from email.message import EmailMessage
from email.policy import SMTP
from email.utils import format_datetime, make_msgid
from html import escape

import anyio
import anyio.to_thread

from askline.alerts.model import Notice
from askline.alerts.ports import ChannelFailed
from askline.core.clock import Clock
from askline.core.speaking import language, t
from askline.core.text import clean

PATIENCE_S = 10.0
LOOPBACK = frozenset({"localhost", "127.0.0.1", "::1"})
LONGEST_SUBJECT = 200
MOST_AT_ONCE = 4


@dataclass(frozen=True, slots=True, kw_only=True)
class MailServer:
    host: str
    port: int
    sender: str
    tls: bool = True
    """From the first byte; otherwise the connection is made secret before anything is said, unless the
    server is on this very machine and needs no password."""
    user: str = ""
    secret: str = field(default="", repr=False)
    trust: ssl.SSLContext = field(default_factory=ssl.create_default_context, repr=False)
    limiter: anyio.CapacityLimiter = field(
        default_factory=lambda: anyio.CapacityLimiter(MOST_AT_ONCE), repr=False
    )

    async def send(self, mail: EmailMessage) -> None:
        """Raises: ChannelFailed."""
        await anyio.to_thread.run_sync(
            self._send, mail, abandon_on_cancel=True, limiter=self.limiter
        )

    def _send(self, mail: EmailMessage) -> None:
        try:
            with self._connected() as smtp:
                smtp.send_message(mail)
        except (OSError, smtplib.SMTPException, MessageError, ValueError) as error:
            raise ChannelFailed(f"The mail was not taken: {type(error).__name__}.") from error

    @contextmanager
    def _connected(self) -> Generator[smtplib.SMTP]:
        with self._opened() as smtp:
            if not self.tls and (self.user or self.host not in LOOPBACK):
                smtp.starttls(context=self.trust)
            if self.user:
                smtp.login(self.user, self.secret)
            yield smtp

    def _opened(self) -> smtplib.SMTP:
        if self.tls:
            return smtplib.SMTP_SSL(self.host, self.port, timeout=PATIENCE_S, context=self.trust)
        return smtplib.SMTP(self.host, self.port, timeout=PATIENCE_S)


@dataclass(frozen=True, slots=True, kw_only=True)
class Mail:
    to: str
    server: MailServer
    clock: Clock

    async def tell(self, notice: Notice) -> None:
        await self.server.send(mail_of(notice, self.to, self.server.sender, self.clock.now()))


def mail_of(notice: Notice, to: str, sender: str, at: datetime) -> EmailMessage:
    if not to.isprintable():
        raise ChannelFailed("That is no mail address.")
    mail = EmailMessage(policy=SMTP)
    mail["From"] = sender
    mail["To"] = to
    mail["Subject"] = clean(notice.title, multiline=False)[:LONGEST_SUBJECT]
    mail["Date"] = format_datetime(at)
    mail["Message-ID"] = make_msgid(domain=sender.rpartition("@")[2].strip("> ") or "askline")
    # So that no answering machine answers to it, and no list takes it for a letter.
    mail["Auto-Submitted"] = "auto-generated"
    mail.set_content(_text(notice))
    mail.add_alternative(_html(notice), subtype="html")
    return mail


def _text(notice: Notice) -> str:
    opened = [t("Open it: {0}", notice.url)] if notice.url else []
    actions = [f"{each.label}: {each.url}" for each in notice.actions]
    return "\n\n".join([clean(notice.body), *actions, *opened]) + "\n"


def _html(notice: Notice) -> str:
    links = [(each.label, each.url) for each in notice.actions]
    links += [(t("Open it"), notice.url)] if notice.url else []
    words = escape(clean(notice.body)).replace("\n", "<br>")
    drawn = "".join(f'<p><a href="{escape(url)}">{escape(label)}</a></p>' for label, url in links)
    page = f"<body><p>{words}</p>{drawn}</body>"
    return f'<!doctype html><html lang="{language()}">{page}</html>\n'
