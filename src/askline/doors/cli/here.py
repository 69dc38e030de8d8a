"""What a command works with: where it was called, and the way to the service.

The service is started when it is needed and not there. A call that finds it dying is repeated:
asking is idempotent and settling carries a receipt, so a repeat never counts twice. Where the environment
names a hub and its token, that hub is spoken to in place of the service.
"""

import os
import sys
from collections.abc import Callable, Mapping
from functools import cached_property
from time import monotonic, sleep
from typing import TypeVar

from askline.client.local import Client
from askline.client.places import hub_address
from askline.core.errors import HubUnreachable, InvalidArguments, ServiceUnreachable
from askline.core.locations import Locations, make_private
from askline.core.speaking import t
from askline.core.starting import ensure, replace_hung, silent
from askline.doors.cli import person, problems

T = TypeVar("T")

RunHub = Callable[[str, list[str]], int]
"""What an operator does with a hub: a verb, and the words after it."""

PATIENCE_S = 30.0
PAUSE_S = 0.02


class Here:
    def __init__(
        self,
        environ: Mapping[str, str],
        run_service: Callable[[], int] | None = None,
        run_hub: RunHub | None = None,
        *,
        door: str = "cli",
        patience_s: float = PATIENCE_S,
    ) -> None:
        self.environ = environ
        self.run_service = run_service
        self.run_hub = run_hub
        self._door = door
        self._patience_s = patience_s

    @cached_property
    def locations(self) -> Locations:
        try:
            return Locations.from_environment(self.environ)
        except FileNotFoundError as gone:
            raise InvalidArguments(
                f"{gone}", hint=t("Change to a directory that exists, or give a whole path.")
            ) from None

    @property
    def cwd(self) -> str | None:
        """None where the directory has been deleted under us."""
        try:
            return os.getcwd()  # noqa: PTH109 - a text for the settings, a name for the project
        except FileNotFoundError:
            return None

    @property
    def present(self) -> bool:
        return person.present(self.environ, sys.stdin)

    @cached_property
    def hub(self) -> str | None:
        """The hub that is spoken to in place of the service.

        Raises: InvalidArguments.
        """
        said = self.environ.get("ASKLINE_HUB")
        return hub_address(said) if said and self.environ.get("ASKLINE_TOKEN") else None

    @property
    def at_home(self) -> "Here":
        """The same place without the hub: for what is about this machine."""
        environ = {name: said for name, said in self.environ.items() if name != "ASKLINE_TOKEN"}
        return Here(environ, self.run_service, door=self._door, patience_s=self._patience_s)

    @property
    def client(self) -> Client:
        if self.hub is not None:
            return Client(self.hub, door=self._door, token=self.environ["ASKLINE_TOKEN"])
        return Client(self.locations.api_socket, door=self._door, present=self.present)

    @property
    def stopped(self) -> bool:
        """Whether somebody stopped the service on purpose, or a hub is spoken to: neither is ours to
        start."""
        return self.hub is not None or os.path.exists(self.locations.stopped)  # noqa: PTH110 - a text already

    def of(self, door: str) -> "Here":
        """The same place, seen from another door."""
        return Here(
            self.environ,
            self.run_service,
            self.run_hub,
            door=door,
            patience_s=self._patience_s,
        )

    def through(self, call: Callable[[Client], T]) -> T:
        """Call the service, which is started if it is not there.

        Raises: ServiceUnreachable, and whatever the service refuses.
        """
        if self.hub is not None:
            return _at_hub(self.hub, call, self.client)
        deadline = monotonic() + self._patience_s
        while True:
            self._wake()
            try:
                return call(self.client)
            except ServiceUnreachable:
                if monotonic() > deadline:
                    raise
            self.start()
            sleep(PAUSE_S)

    def _wake(self) -> None:
        """A service that hangs would take the call and never reply."""
        if silent(self.locations):
            problems.say(t("The service does not answer; another is started if it stays silent."))
            replace_hung(self.locations)

    def start(self) -> None:
        """Raises: ServiceUnreachable."""
        try:
            for directory in (self.locations.state, self.locations.runtime):
                make_private(directory)
        except OSError as trouble:
            raise _unreachable(t("The service has no place to stand: {0}.", trouble)) from None
        if not ensure(self.locations, self._patience_s):
            raise _unreachable(t("The service does not start."))


def _at_hub(hub: str, call: Callable[[Client], T], client: Client) -> T:
    try:
        return call(client)
    except ServiceUnreachable as error:
        raise _no_hub(hub) from error


def _no_hub(hub: str) -> HubUnreachable:
    return HubUnreachable(
        t("{0} does not answer.", hub), hint=t("Look at ASKLINE_HUB and the network; try again.")
    )


def _unreachable(message: str) -> ServiceUnreachable:
    return ServiceUnreachable(message, hint=t("`askline service logs` says more."))
