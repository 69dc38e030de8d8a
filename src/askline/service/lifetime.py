"""The life of the service process: one per user, started on demand, ended like a crash.

It takes the lock and binds its sockets before the slow imports, so that clients can queue. There is
no drain: every commit is done when it is acknowledged, and a line repeats what was not answered;
ending calls in good order would only answer them with errors.
"""

import gc
import os
import signal
import sys
from collections.abc import Generator
from contextlib import contextmanager
from pathlib import Path

from askline.core import starting
from askline.core.locations import Locations, make_private
from askline.service.sockets import listen


def run() -> int:
    """Serve until told to end; 0 also where another service has the place."""
    locations = Locations.from_environment()
    make_private(locations.state)
    make_private(locations.runtime)
    lock = starting.claim(locations)
    if lock is None:
        sys.stderr.write("askline: a service runs already\n")
        return 0
    signal.signal(signal.SIGTERM, end)
    signal.signal(signal.SIGINT, end)
    signal.signal(signal.SIGHUP, signal.SIG_IGN)
    Path(locations.stopped).unlink(missing_ok=True)
    lines, api = listen(Path(locations.socket)), listen(Path(locations.api_socket))
    starting.record_launcher(locations)
    with uncollected():
        from askline.service.assembly import run as serve  # noqa: PLC0415 - a second of imports
    serve(locations, lines, api, end)
    return 0


@contextmanager
def uncollected() -> Generator[None]:
    """Nothing that is made meanwhile is looked through for garbage, then or later: what imports make
    stays, and looking through it again and again takes a seventh of a start."""
    gc.disable()
    try:
        yield
    finally:
        gc.freeze()
        gc.enable()


def end(*_: object) -> None:
    """At once. Whoever waited finds the same ask again at the next service."""
    os._exit(0)
