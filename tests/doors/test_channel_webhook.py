"""A webhook is signed so that its receiver can check it, and goes nowhere but there."""

import hmac
import socket
from base64 import b64decode, b64encode
from pathlib import Path

import pytest

from askline.alerts.model import Action, Notice, Reason
from askline.alerts.ports import ChannelFailed
from askline.channels.webhook import Webhook
from tests.builders import NOON, StoppedClock, an_id
from tests.doors.receivers import Posted, Receiver, a_receiver

ASK = an_id(1)
NOTICE = Notice(
    reason=Reason.ASKED,
    title="claude-code in shop asks",
    body="Which database?",
    asks=(ASK,),
    actions=(Action(label="Yes", url="https://door.example/l/abc"),),
)
SECRET = b"a secret of thirty-two bytes ...."


def a_webhook(receiver: Receiver, secret: Path | None = None, path: str = "/in?a=1") -> Webhook:
    file = str(secret) if secret else None
    url = f"http://127.0.0.1:{receiver.port}{path}"
    return Webhook(url=url, secret_file=file, clock=StoppedClock())


def a_secret(directory: Path, text: bytes = SECRET, mode: int = 0o600) -> Path:
    file = directory / "secret"
    file.write_bytes(text + b"\n")
    file.chmod(mode)
    return file


def verified(posted: Posted, secret: bytes) -> bool:
    """What a receiver does: sign again, and compare."""
    headers = posted.headers
    signed = f"{headers['webhook-id']}.{headers['webhook-timestamp']}.".encode() + posted.body
    version, _, said = headers["webhook-signature"].partition(",")
    return version == "v1" and hmac.compare_digest(
        b64decode(said), hmac.digest(secret, signed, "sha256")
    )


@pytest.mark.parametrize("spelled", [SECRET, b"whsec_" + b64encode(SECRET)])
async def test_the_receiver_can_check_who_sent_it(tmp_path: Path, spelled: bytes) -> None:
    with a_receiver() as receiver:
        await a_webhook(receiver, a_secret(tmp_path, spelled)).tell(NOTICE)
        posted = receiver.next()

    assert verified(posted, SECRET)
    assert not verified(posted, b"another")
    assert posted.path == "/in?a=1"
    assert posted.headers["webhook-timestamp"] == str(int(NOON.timestamp()))
    assert posted.json == {
        "reason": "asked",
        "title": NOTICE.title,
        "body": NOTICE.body,
        "url": None,
        "asks": [str(ASK)],
        "actions": [{"label": "Yes", "url": "https://door.example/l/abc"}],
    }


async def test_without_a_secret_it_is_not_signed() -> None:
    with a_receiver() as receiver:
        await a_webhook(receiver, path="").tell(NOTICE)
        posted = receiver.next()

    assert "webhook-signature" not in posted.headers
    assert posted.path == "/"


async def test_a_receiver_that_fails_is_a_failure() -> None:
    with a_receiver(500) as receiver, pytest.raises(ChannelFailed, match="said 500"):
        await a_webhook(receiver).tell(NOTICE)


async def test_a_redirect_is_not_followed() -> None:
    with a_receiver() as other, a_receiver(307, f"http://127.0.0.1:{other.port}/") as receiver:
        with pytest.raises(ChannelFailed, match="said 307"):
            await a_webhook(receiver).tell(NOTICE)

        assert other.posted.empty()


async def test_a_receiver_out_of_reach_is_a_failure() -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        nobody = Receiver(port=taken.getsockname()[1])

    with pytest.raises(ChannelFailed, match="out of reach: ConnectionRefusedError"):
        await a_webhook(nobody).tell(NOTICE)


@pytest.mark.parametrize(
    ("text", "mode", "why"),
    [
        (SECRET, 0o640, "mode 600"),
        (b"", 0o600, "empty"),
        (b"whsec_?", 0o600, "no base64"),
    ],
)
async def test_nothing_goes_out_with_a_secret_that_is_none(
    tmp_path: Path, text: bytes, mode: int, why: str
) -> None:
    with a_receiver() as receiver:
        with pytest.raises(ChannelFailed, match=why):
            await a_webhook(receiver, a_secret(tmp_path, text, mode)).tell(NOTICE)

        assert receiver.posted.empty()


async def test_a_secret_that_is_not_there_is_a_failure(tmp_path: Path) -> None:
    with pytest.raises(ChannelFailed, match="cannot be read: No such file"):
        await a_webhook(Receiver(port=1), tmp_path / "none").tell(NOTICE)
