"""A desktop's notifications on a bus of the test's own, which shows nothing and keeps everything."""

import subprocess
from collections.abc import AsyncGenerator, Generator
from contextlib import asynccontextmanager, contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Annotated, Any

from dbus_fast.aio.message_bus import MessageBus
from dbus_fast.annotations import DBusSignature
from dbus_fast.service import ServiceInterface, dbus_method, dbus_signal

NAME, PATH = "org.freedesktop.Notifications", "/org/freedesktop/Notifications"
DAEMON = ("dbus-daemon", "--session", "--nofork", "--print-address=1")

Text = Annotated[str, DBusSignature("s")]
Texts = Annotated[list[str], DBusSignature("as")]
Number = Annotated[int, DBusSignature("u")]
Time = Annotated[int, DBusSignature("i")]
Hints = Annotated[dict[str, Any], DBusSignature("a{sv}")]
About = Annotated[tuple[str, str, str, str], DBusSignature("ssss")]
Pressed = Annotated[tuple[int, str], DBusSignature("us")]


@dataclass(frozen=True)
class Shown:
    title: str
    body: str
    actions: tuple[str, ...]
    urgency: int


class Desk(ServiceInterface):
    """The least of the desktops' specification that a sender needs."""

    def __init__(self) -> None:
        super().__init__(NAME)
        self.shown: list[Shown] = []

    @dbus_method()
    def Notify(  # noqa: N802, PLR0917 - as specified
        self,
        app: Text,
        replaces: Number,
        icon: Text,
        title: Text,
        body: Text,
        actions: Texts,
        hints: Hints,
        time: Time,
    ) -> Number:
        del app, replaces, icon, time
        self.shown.append(Shown(title, body, tuple(actions), hints["urgency"].value))
        return len(self.shown)

    @dbus_method()
    def GetCapabilities(self) -> Texts:  # noqa: N802 - as specified
        return ["actions", "body", "body-markup"]

    @dbus_method()
    def GetServerInformation(self) -> About:  # noqa: N802 - as specified
        return ("a test's", "askline", "1", "1.2")

    @dbus_signal()
    def ActionInvoked(self, number: int, key: str) -> Pressed:  # noqa: N802 - as specified
        return (number, key)


@dataclass
class Session:
    """A bus, and on it a desktop once a test has one appear."""

    address: str
    desk: Desk = field(default_factory=Desk)

    @asynccontextmanager
    async def desktop(self) -> AsyncGenerator[Desk]:
        bus = await MessageBus(bus_address=self.address).connect()
        bus.export(PATH, self.desk)
        await bus.request_name(NAME)
        try:
            yield self.desk
        finally:
            bus.disconnect()
            await bus.wait_for_disconnect()


@contextmanager
def a_session(directory: Path) -> Generator[Session]:
    address = f"--address=unix:path={directory / 'bus'}"
    with subprocess.Popen((*DAEMON, address), stdout=subprocess.PIPE) as daemon:
        assert daemon.stdout is not None
        try:
            yield Session(daemon.stdout.readline().decode().strip())
        finally:
            daemon.kill()
