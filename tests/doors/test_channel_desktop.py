"""A desktop shows the notice, and a click or a button opens its address; nothing is decided there."""

import shutil
import sys
from collections.abc import AsyncGenerator, Generator
from pathlib import Path
from queue import Queue

import pytest
from anyio import fail_after, to_thread
from anyio.lowlevel import checkpoint

from askline.alerts.model import Action, Notice, Reason
from askline.alerts.ports import ChannelFailed
from askline.channels.desktop import Desktop, available
from tests.doors.desktops import Session, Shown, a_session

NOTICE = Notice(
    reason=Reason.ENDING,
    title="claude-code in shop asks",
    body="Is <a href='x'>this</a> R&D?",
    asks=(),
    url="http://127.0.0.1:1/asks/1",
    actions=(Action(label="Yes", url="http://127.0.0.1:1/l/abc"),),
)
BARE = Notice(reason=Reason.ASKED, title="t", body="b", asks=())
SCREEN = {"DISPLAY": ":0", "DBUS_SESSION_BUS_ADDRESS": "unix:path=/run/bus"}

needs_a_bus = pytest.mark.skipif(shutil.which("dbus-daemon") is None, reason="no dbus-daemon")


@pytest.fixture
def session(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Generator[Session]:
    with a_session(tmp_path) as session:
        monkeypatch.setenv("DBUS_SESSION_BUS_ADDRESS", session.address)
        yield session


@pytest.fixture
def opened() -> Queue[str]:
    return Queue()


@pytest.fixture
async def channel(opened: Queue[str]) -> AsyncGenerator[Desktop]:
    channel = Desktop(opened.put)
    yield channel
    channel.close()
    await checkpoint()  # the connection is closed by what runs then


@needs_a_bus
async def test_it_shows_text_without_markup_and_buttons(session: Session, channel: Desktop) -> None:
    with fail_after(10):
        async with session.desktop() as desk:
            await channel.tell(NOTICE)
            await channel.tell(BARE)

    first, second = desk.shown
    assert first.title == NOTICE.title
    assert not {*"<>&"} & {*first.body}
    assert first.actions[-1] == "Yes"
    assert second == Shown("t", "b", ("default", ""), urgency=1)
    assert first.urgency == 2


@needs_a_bus
@pytest.mark.parametrize(("pressed", "url"), [(-2, NOTICE.actions[0].url), (0, NOTICE.url)])
async def test_a_click_and_a_button_open_their_address(
    session: Session, channel: Desktop, opened: Queue[str], pressed: int, url: str
) -> None:
    with fail_after(10):
        async with session.desktop() as desk:
            await channel.tell(NOTICE)
            desk.ActionInvoked(1, desk.shown[0].actions[pressed])

            assert await to_thread.run_sync(opened.get) == url


@needs_a_bus
async def test_a_desktop_that_comes_later_is_found(session: Session, channel: Desktop) -> None:
    with fail_after(10):
        with pytest.raises(ChannelFailed, match="no desktop"):
            await channel.tell(NOTICE)
        async with session.desktop() as desk:
            await channel.tell(NOTICE)

    assert len(desk.shown) == 1


async def test_without_the_extra_it_says_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "desktop_notifier", None)

    with pytest.raises(ChannelFailed, match=r"askline\[desktop\]"):
        await Desktop().tell(NOTICE)


def test_who_has_told_nothing_has_nothing_to_let_go() -> None:
    Desktop().close()


def test_a_desktop_is_there_with_a_screen_and_a_bus() -> None:
    assert available(SCREEN, "linux")
    assert available({}, "darwin")
    assert not available({**SCREEN, "DISPLAY": ""}, "linux")
    assert not available({"WAYLAND_DISPLAY": "wayland-0"}, "linux")


def test_no_desktop_is_there_without_the_extra(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("askline.channels.desktop.find_spec", lambda _name: None)  # pyright: ignore[reportUnknownLambdaType, reportUnknownArgumentType]

    assert not available(SCREEN, "linux")
