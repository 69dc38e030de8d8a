"""A push reaches a phone's server and a mailbox, says what the notice says, and names no secret."""

import json
import sys

import pytest

from askline.alerts.model import Action, Notice, Reason
from askline.alerts.ports import ChannelFailed
from askline.channels.push import Push, addressed
from tests.doors.receivers import a_postbox, a_receiver

# Apprise looks for a module that Python is about to drop.
pytestmark = pytest.mark.filterwarnings("ignore:'imghdr' is deprecated:DeprecationWarning")

YES = Action(label="Yes, do it; now", url="https://door.example/l/abc")
NOTICE = Notice(
    reason=Reason.ASKED,
    title="claude-code in shop asks",
    body="Which <b>database</b>?",
    asks=(),
    url="https://door.example/asks/1",
    actions=(YES, Action(label="No", url="https://door.example/l/def")),
)
BARE = Notice(reason=Reason.ENDING, title="Time is nearly over", body="A question waits.", asks=())


async def test_ntfy_gets_title_text_tap_and_buttons() -> None:
    with a_receiver() as ntfy:
        await Push(url=f"ntfy://127.0.0.1:{ntfy.port}/hush").tell(NOTICE)
        posted = ntfy.next()

    assert (posted.json["topic"], posted.json["title"]) == ("hush", NOTICE.title)
    assert posted.json["message"] == NOTICE.body
    assert posted.headers["x-click"] == NOTICE.url
    assert json.loads(posted.headers["x-actions"]) == [
        {"action": "view", "label": "Yes, do it; now", "url": "https://door.example/l/abc"},
        {"action": "view", "label": "No", "url": "https://door.example/l/def"},
    ]


async def test_a_notice_without_addresses_has_neither_tap_nor_buttons() -> None:
    with a_receiver() as ntfy:
        await Push(url=f"ntfy://127.0.0.1:{ntfy.port}/hush").tell(BARE)
        headers = ntfy.next().headers

    assert not {"x-click", "x-actions"} & headers.keys()


@pytest.mark.parametrize("label", ["はい", '100%41 "sure"; a=b, c + d & e', "a\nb"])
async def test_a_button_may_be_labelled_with_anything(label: str) -> None:
    action = Action(label=label, url="https://door.example/l/x")
    notice = Notice(reason=Reason.ASKED, title="t", body="b", asks=(), actions=(action,))
    with a_receiver() as ntfy:
        await Push(url=f"ntfy://127.0.0.1:{ntfy.port}/hush?priority=high").tell(notice)
        headers = ntfy.next().headers

    assert [button["label"] for button in json.loads(headers["x-actions"])] == [label]
    assert headers["x-priority"] == "high"


async def test_a_mail_has_the_addresses_of_the_buttons_below_its_text() -> None:
    with a_postbox() as postbox:
        address = f"mailto://127.0.0.1:{postbox.port}/?from=a@example.org&to=b@example.org"
        await Push(url=f"{address}&mode=insecure&format=text").tell(NOTICE)
        mail = postbox.next()

    assert (mail["subject"], mail["to"]) == (NOTICE.title, "b@example.org")
    assert mail.get_content().splitlines() == [
        "Which <b>database</b>?",
        "Yes, do it; now: https://door.example/l/abc",
        "No: https://door.example/l/def",
    ]


@pytest.mark.parametrize("status", [403, 500])
async def test_a_receiver_that_refuses_is_a_failure(status: int) -> None:
    with a_receiver(status) as ntfy, pytest.raises(ChannelFailed, match="not take it") as failed:
        await Push(url=f"ntfy://127.0.0.1:{ntfy.port}/hush").tell(NOTICE)

    assert "hush" not in str(failed.value)


async def test_an_address_of_no_known_kind_is_a_failure_and_is_not_named() -> None:
    with pytest.raises(ChannelFailed) as failed:
        await Push(url="hush://hush").tell(NOTICE)

    assert "hush" not in str(failed.value)
    assert "hush" not in repr(Push(url="hush://hush"))


async def test_without_the_extra_it_says_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "apprise", None)

    with pytest.raises(ChannelFailed, match=r"askline\[push\]"):
        await Push(url="ntfy://topic").tell(NOTICE)


def test_other_kinds_of_addresses_stay_as_they_are() -> None:
    assert addressed("mailto://a:b@example.org", NOTICE) == "mailto://a:b@example.org"
