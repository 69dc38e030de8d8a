"""What goes to a hub's webhooks, to Slack and to ntfy: signed, and plain text."""

import hmac
import json
from base64 import b64decode, b64encode
from collections.abc import Mapping
from dataclasses import dataclass, field, replace

from askline.alerts.model import Action, Notice, Reason
from askline.channels.hub_posts import Ntfy, SignedPost, Slack
from askline.channels.reaching import Allowed, Reaching
from askline.core.speaking import speaking
from tests.builders import StoppedClock, an_id
from tests.doors.receivers import a_receiver

KEY = b"k" * 32
SECRET = "whsec_" + b64encode(KEY).decode()
NOTICE = Notice(
    reason=Reason.ASKED,
    title="<!channel> *asks*",
    body="A & B <https://evil.example|here>",
    asks=(an_id(1),),
    url="https://ask.example/asks/1",
    actions=(Action(label="Yes " * 30, url="https://ask.example/l/abc"),),
)
BARE = replace(NOTICE, url=None, actions=())


@dataclass
class Kept:
    posts: list[tuple[str, bytes]] = field(default_factory=list[tuple[str, bytes]])

    async def __call__(self, url: str, headers: Mapping[str, str], body: bytes) -> None:
        assert headers["Content-Type"] == "application/json"
        self.posts.append((url, body))

    @property
    def json(self) -> object:

        return json.loads(self.posts[-1][1])


async def test_a_receiver_can_check_a_signature_by_its_own_computation() -> None:
    with a_receiver() as receiver:
        allowed = Allowed(hosts=frozenset({f"127.0.0.1:{receiver.port}"}))
        where = f"http://127.0.0.1:{receiver.port}/in"
        hook = SignedPost(
            where=where, secret=SECRET, post=Reaching(allowed=allowed), clock=StoppedClock()
        )
        await hook.tell(NOTICE)
        posted = receiver.next()

    said = posted.headers
    signed = f"{said['webhook-id']}.{said['webhook-timestamp']}.".encode() + posted.body
    assert said["webhook-signature"].startswith("v1,")
    assert b64decode(said["webhook-signature"][3:]) == hmac.digest(KEY, signed, "sha256")
    assert posted.json["title"] == NOTICE.title
    assert SECRET not in repr(hook)
    assert where not in repr(hook)


async def test_slack_is_given_plain_text_that_calls_nobody() -> None:
    kept = Kept()

    await Slack(where="https://hooks.slack.example/x", post=kept).tell(NOTICE)

    assert kept.json == {
        "text": "&lt;!channel&gt; *asks*",
        "mrkdwn": False,
        "blocks": [
            {
                "type": "section",
                "text": {
                    "type": "plain_text",
                    "text": "&lt;!channel&gt; *asks*\nA &amp; B &lt;https://evil.example|here&gt;",
                    "emoji": False,
                },
            },
            {
                "type": "actions",
                "elements": [
                    button("Open", "https://ask.example/asks/1"),
                    button(("Yes " * 30)[:75], "https://ask.example/l/abc"),
                ],
            },
        ],
    }


def button(text: str, url: str) -> dict[str, object]:
    words = {"type": "plain_text", "text": text, "emoji": False}
    return {"type": "button", "text": words, "url": url}


async def test_ntfy_is_told_at_its_root_with_the_topic_within() -> None:
    kept = Kept()
    ntfy = Ntfy(where="https://ntfy.example/topic?auth=x", post=kept)

    await ntfy.tell(replace(NOTICE, reason=Reason.ESCALATED))

    assert kept.posts[0][0] == "https://ntfy.example/?auth=x"
    assert kept.json == {
        "topic": "topic",
        "title": NOTICE.title,
        "message": NOTICE.body,
        "priority": 4,
        "markdown": False,
        "click": NOTICE.url,
        "actions": [
            {
                "action": "view",
                "label": "Yes " * 30,
                "url": "https://ask.example/l/abc",
                "clear": True,
            }
        ],
    }


async def test_a_notice_that_leads_nowhere_has_no_buttons() -> None:
    kept = Kept()

    await Slack(where="https://hooks.slack.example/x", post=kept).tell(BARE)
    await Ntfy(where="https://ntfy.example/topic", post=kept).tell(BARE)

    assert b"actions" not in kept.posts[0][1]
    assert kept.json == {
        "topic": "topic",
        "title": BARE.title,
        "message": BARE.body,
        "priority": 3,
        "markdown": False,
    }


async def test_in_slack_the_button_is_in_the_language_spoken() -> None:
    post = Kept()
    with speaking("de"):
        await Slack(where="https://hooks.slack.example/x", post=post).tell(NOTICE)

    assert '"text": "\\u00d6ffnen"' in post.posts[0][1].decode()
