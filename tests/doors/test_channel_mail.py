"""A mail says the notice to one person; nothing that was written becomes a header or markup."""

import socket
import ssl
from dataclasses import replace
from pathlib import Path

import anyio
import pytest

from askline.alerts.model import Action, Notice, Reason
from askline.alerts.ports import ChannelFailed
from askline.channels.mail import Mail, MailServer
from askline.core.speaking import speaking
from tests.builders import StoppedClock, an_id
from tests.doors.mail_servers import HUSH, a_mail_server
from tests.doors.receivers import a_postbox
from tests.doors.test_client_tls import a_certificate

NOTICE = Notice(
    reason=Reason.ASKED,
    title="claude in shöp asks\r\nBcc: eve@evil.example\r\n\r\nInjected",
    body="Storage: <img src=x>\nWhich one?",
    asks=(an_id(1),),
    url="https://ask.example/asks/1",
    actions=(Action(label='"Yes" & go', url="https://ask.example/l/abc"),),
)


def a_mail(port: int, to: str = "ana@team.example", **more: object) -> Mail:
    plain = MailServer(host="127.0.0.1", port=port, sender="ask@team.example", tls=False)
    return Mail(to=to, server=replace(plain, **more), clock=StoppedClock())


async def test_a_mail_is_text_and_the_same_as_harmless_markup() -> None:
    with a_postbox() as postbox:
        await a_mail(postbox.port).tell(NOTICE)
        mail = postbox.next()

    text, html = (part.get_content().replace("\r\n", "\n") for part in mail.iter_parts())
    assert text == (
        "Storage: <img src=x>\nWhich one?\n\n"
        '"Yes" & go: https://ask.example/l/abc\n\n'
        "Open it: https://ask.example/asks/1\n"
    )
    assert "Storage: &lt;img src=x&gt;<br>Which one?" in html
    assert '<a href="https://ask.example/l/abc">&quot;Yes&quot; &amp; go</a>' in html
    assert (mail["To"], mail["From"]) == ("ana@team.example", "ask@team.example")
    assert mail["Date"] == "Sat, 14 Nov 2026 12:00:00 +0000"
    assert mail["Auto-Submitted"] == "auto-generated"


async def test_no_title_becomes_a_header() -> None:
    with a_postbox() as postbox:
        await a_mail(postbox.port).tell(replace(NOTICE, url=None, actions=()))
        mail = postbox.next()

    assert mail["Subject"] == "claude in shöp asks Bcc: eve@evil.example Injected"
    assert mail["Bcc"] is None
    assert "Injected" not in str(mail.get_body(("plain",)))


@pytest.mark.parametrize("to", ["ana@team.example\r\nBcc: eve@evil.example", "ana@team.example\n"])
async def test_no_address_becomes_a_header(to: str) -> None:
    with a_postbox() as postbox:
        with pytest.raises(ChannelFailed, match="no mail address"):
            await a_mail(postbox.port, to).tell(NOTICE)

        assert postbox.mails.empty()


async def test_a_server_that_is_not_there_is_a_failure_that_names_no_secret() -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
    mail = a_mail(port, user="ask", secret=HUSH)

    with pytest.raises(ChannelFailed, match="not taken: ConnectionRefusedError"):
        await mail.tell(NOTICE)
    assert "hush" not in repr(mail)


async def test_nothing_is_said_in_the_clear_to_another_machine() -> None:
    """By a name that is this machine, and is not known to be."""
    with a_postbox() as postbox:
        with pytest.raises(ChannelFailed, match="SMTPNotSupportedError"):
            await a_mail(postbox.port, host="127.1").tell(NOTICE)

        assert postbox.mails.empty()


@pytest.mark.parametrize("tls", [True, False])
async def test_a_mail_is_sent_in_secret_by_who_signs_in(tmp_path: Path, tls: bool) -> None:
    file = a_certificate(tmp_path)
    known = ssl.create_default_context(cafile=str(file))
    with anyio.fail_after(20):
        async with a_mail_server(file, tls=tls) as server:
            mail = a_mail(server.port, tls=tls, trust=known, user="ask", secret=HUSH)
            await mail.tell(NOTICE)

    assert server.said == [(b"ask", b"hush", True)]
    assert "To: ana@team.example" in server.mails[0]


@pytest.mark.parametrize("tls", [True, False])
async def test_who_runs_a_hub_says_whose_certificates_it_trusts(
    tmp_path: Path, tls: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = a_certificate(tmp_path)
    with anyio.fail_after(20):
        async with a_mail_server(file, tls=tls) as server:
            with pytest.raises(ChannelFailed, match="SSLCertVerificationError"):
                await a_mail(server.port, tls=tls, user="ask", secret=HUSH).tell(NOTICE)
            assert (server.said, server.mails) == ([], [])
            monkeypatch.setenv("SSL_CERT_FILE", str(file))
            await a_mail(server.port, tls=tls, user="ask", secret=HUSH).tell(NOTICE)

    assert len(server.mails) == 1


async def test_a_password_is_never_said_in_the_clear_not_even_on_this_machine() -> None:
    with anyio.fail_after(20):
        async with a_mail_server(None) as server:
            with pytest.raises(ChannelFailed, match="SMTPNotSupportedError"):
                await a_mail(server.port, user="ask", secret=HUSH).tell(NOTICE)

    assert (server.said, server.mails) == ([], [])


async def test_a_password_that_is_refused_is_a_failure_that_does_not_say_it(tmp_path: Path) -> None:
    file = a_certificate(tmp_path)
    known = ssl.create_default_context(cafile=str(file))
    with anyio.fail_after(20):
        async with a_mail_server(file) as server:
            with pytest.raises(ChannelFailed, match="SMTPAuthenticationError") as failed:
                await a_mail(server.port, trust=known, user="ask", secret="wrong").tell(NOTICE)  # noqa: S106 - a test's

    assert "wrong" not in str(failed.value)
    assert server.mails == []


async def test_a_mail_is_in_the_language_spoken_and_says_so() -> None:
    with a_postbox() as postbox, speaking("de"):
        await a_mail(postbox.port).tell(NOTICE)
        mail = postbox.next()

    text, html = (part.get_content() for part in mail.iter_parts())
    assert "Öffnen: https://ask.example/asks/1" in text
    assert '<html lang="de">' in html
