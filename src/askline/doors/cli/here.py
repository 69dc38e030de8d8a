"""What a command works with: where it was called, and the way to the service.

The service is started when it is needed and not there. A call that finds it dying is repeated:
asking is idempotent and settling carries a receipt, so a repeat never counts twice.
"""

import os
import sys
from collections.abc import Callable, Mapping
from functools import cached_property
from time import monotonic, sleep
from typing import TypeVar

from askline.client.local import Client
from askline.core.errors import InvalidArguments, ServiceUnreachable
from askline.core.locations import Locations, make_private
from askline.core.starting import ensure, replace_hung, silent
from askline.doors.cli import person, problems

T = TypeVar("T")

PATIENCE_S = 30.0
PAUSE_S = 0.02


class Here:
    def __init__(
        self,
        environ: Mapping[str, str],
        run_service: Callable[[], int] | None = None,
        *,
        patience_s: float = PATIENCE_S,
    ) -> None:
        self.environ = environ
        self.run_service = run_service
        self._patience_s = patience_s

    @cached_property
    def locations(self) -> Locations:
        try:
            return Locations.from_environment(self.environ)
        except FileNotFoundError as gone:
            raise InvalidArguments(
                f"{gone}", hint="Change to a directory that exists, or give a whole path."
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

    @property
    def client(self) -> Client:
        return Client(self.locations.api_socket, door="cli", present=self.present)

    def through(self, call: Callable[[Client], T]) -> T:
        """Call the service, which is started if it is not there.

        Raises: ServiceUnreachable, and whatever the service refuses.
        """
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
            problems.say("The service does not answer; another is started if it stays silent.")
            replace_hung(self.locations)

    def start(self) -> None:
        """Raises: ServiceUnreachable."""
        try:
            for directory in (self.locations.state, self.locations.runtime):
                make_private(directory)
        except OSError as trouble:
            raise _unreachable(f"The service has no place to stand: {trouble}.") from None
        if not ensure(self.locations, self._patience_s):
            raise _unreachable("The service does not start.")


def _unreachable(message: str) -> ServiceUnreachable:
    return ServiceUnreachable(message, hint="`askline service logs` says more.")
