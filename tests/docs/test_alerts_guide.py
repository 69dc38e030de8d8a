"""What the guide gives receivers to check a webhook with does check it."""

import re
from base64 import b64encode
from collections.abc import Callable
from pathlib import Path
from typing import Any

from askline.alerts.model import Notice, Reason
from askline.channels.webhook import Webhook
from tests.builders import NOON, StoppedClock
from tests.docs.test_reference import DOCS
from tests.doors.receivers import a_receiver

NOTICE = Notice(reason=Reason.ASKED, title="t", body="b", asks=())


def from_the_guide() -> Callable[..., bool]:
    [program] = re.findall(
        r"```python\n(.*?)```", (DOCS / "guides/alerts.md").read_text(), re.DOTALL
    )
    room: dict[str, Any] = {}
    exec(compile(program, "alerts.md", "exec"), room)  # noqa: S102 - our own page
    return room["is_from_askline"]


async def test_the_program_of_the_guide_tells_us_from_others(tmp_path: Path) -> None:
    secret, now = f"whsec_{b64encode(b'a' * 32).decode()}", NOON.timestamp()
    file = tmp_path / "secret"
    file.touch(0o600)
    file.write_text(secret)
    with a_receiver() as receiver:
        url = f"http://127.0.0.1:{receiver.port}/"
        await Webhook(url=url, secret_file=str(file), clock=StoppedClock()).tell(NOTICE)
        posted = receiver.next()
    check = from_the_guide()

    assert check(posted.headers, posted.body, secret, now)
    assert not check(posted.headers, posted.body + b" ", secret, now)
    assert not check(posted.headers, posted.body, "whsec_AAAA", now)
    assert not check(posted.headers, posted.body, secret, now + 301)
