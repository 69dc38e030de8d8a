"""Tells by the desktop's own notifications, where there is a desktop.

desktop-notifier is an extra. A click opens the ask, a button the page that shows what it would
decide; nothing is decided by the notification itself, which anybody before the screen can press.
"""

import webbrowser
from collections.abc import Callable, Mapping, Sequence
from functools import partial
from importlib.util import find_spec
from threading import Thread
from typing import Any

from askline.alerts.model import Notice, Reason
from askline.alerts.ports import ChannelFailed

NO_MARKUP = str.maketrans({"<": "\u2039", ">": "\u203a", "&": "\uff06"})
"""Some desktops draw markup and cannot be told not to; these look alike and are none."""


class Desktop:
    def __init__(self, open_url: Callable[[str], object] = webbrowser.open) -> None:
        self._open = open_url
        self._notifier: Any = None

    async def tell(self, notice: Notice) -> None:
        kit = _loaded()
        self._notifier = self._notifier or kit.DesktopNotifier(app_name="Askline")
        taken: list[bool] = []
        await self._notifier.send(
            title=notice.title.translate(NO_MARKUP),
            message=notice.body.translate(NO_MARKUP),
            urgency=kit.Urgency.Critical if notice.reason is Reason.ENDING else kit.Urgency.Normal,
            buttons=[
                kit.Button(title=action.label, on_pressed=partial(self._opened, action.url))
                for action in notice.actions
            ],
            on_clicked=partial(self._opened, notice.url) if notice.url else None,
            # It says only in its log that a desktop is not there.
            on_dispatched=lambda: taken.append(True),
        )
        self._must_be(taken)

    def _must_be(self, taken: Sequence[bool]) -> None:
        if not taken:
            self.close()
            raise ChannelFailed("There is no desktop that takes notifications.")

    def close(self) -> None:
        """Let go of the desktop; the next notice looks for one anew."""
        notifier, self._notifier = self._notifier, None
        # It keeps its connection open for clicks, and for ever if nobody closes it.
        if (bus := getattr(getattr(notifier, "_backend", None), "bus", None)) is not None:
            bus.disconnect()

    def _opened(self, url: str) -> None:
        """In a thread: some browsers keep whoever opens them until they are closed."""
        Thread(target=self._open, args=(url,), daemon=True).start()


def available(environ: Mapping[str, str], platform: str) -> bool:
    """Whether there is a desktop to tell by, and what tells it is installed."""
    if find_spec("desktop_notifier") is None:
        return False
    screen = {"DISPLAY", "WAYLAND_DISPLAY"} & {name for name, value in environ.items() if value}
    return platform != "linux" or bool(screen and environ.get("DBUS_SESSION_BUS_ADDRESS"))


def _loaded() -> Any:
    try:
        import desktop_notifier  # noqa: PLC0415 - an extra
    except ImportError as error:
        raise ChannelFailed("Install askline[desktop] to tell by the desktop.") from error
    return desktop_notifier
