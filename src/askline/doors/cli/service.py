"""The service itself: `service status|stop|restart|logs|run`."""

import sys
from collections import deque
from collections.abc import Callable, Iterator
from pathlib import Path
from time import sleep
from typing import Any

from askline.core import starting
from askline.core.errors import Internal, ServiceUnreachable
from askline.core.speaking import mark, t
from askline.core.text import clean
from askline.doors.cli import problems
from askline.doors.cli.findings import hub_told
from askline.doors.cli.here import Here
from askline.doors.cli.words import parser, several, write, write_json

PAUSE_S = 0.2

NOBODY = {"pending": 0, "waiting": 0, "lines": 0}
COUNTED = {
    "pending": mark("{0} pending"),
    "waiting": mark("{0} waiting"),
    "lines": mark("{0} lines"),
}


def status(words: list[str], here: Here) -> int:
    """Starts nothing: who asks whether it runs does not want it to."""
    said = parser("service status").parse_args(words)
    facts = _facts(here)
    if said.json:
        write_json(facts)
    elif facts["running"]:
        counts = ", ".join(t(COUNTED[what], count) for what, count in facts["counts"].items())
        write(
            [
                t(
                    "The service runs (process {0}, version {1}): {2}.",
                    facts["pid"],
                    facts["version"],
                    counts,
                )
            ]
        )
        write([t("Inbox in the browser: {0}", facts["url"])] if facts["url"] else [])
        write([hub_told(facts["hub"])] if facts["hub"] else [])
    else:
        write([t("The service does not run.")])
    return problems.DONE if facts["running"] else problems.OUT_OF_REACH


def stop(words: list[str], here: Here) -> int:
    parser("service stop", reads=False).parse_args(words)
    ended = starting.stop(here.locations)
    write([t("The service has ended.") if ended else t("The service does not run.")])
    return problems.DONE


def restart(words: list[str], here: Here) -> int:
    parser("service restart", reads=False).parse_args(words)
    starting.stop(here.locations, stay=False)
    here.start()
    write([t("The service runs (process {0}).", starting.running_pid(here.locations))])
    return problems.DONE


def logs(words: list[str], here: Here) -> int:
    options = parser("service logs", reads=False)
    options.add_argument("-f", "--follow", action="store_true", help=t("go on as it grows"))
    options.add_argument("-n", "--lines", type=several, default=50, help=t("how many (50)"))
    said = options.parse_args(words)
    log = Path(here.locations.log)
    for line in followed(log, said.lines) if said.follow else last(log, said.lines):
        sys.stdout.write(clean(line, multiline=False) + "\n")
        sys.stdout.flush()
    return problems.DONE


def run(words: list[str], here: Here) -> int:
    parser("service run", reads=False).parse_args(words)
    if here.run_service is None:
        raise Internal(
            t("This command line was started without a service."), hint=t("Start it as `askline`.")
        )
    return here.run_service()


def last(log: Path, count: int) -> list[str]:
    try:
        with log.open(encoding="utf-8", errors="replace") as lines:
            return [*deque(lines, count)]
    except FileNotFoundError:
        return []


def followed(log: Path, count: int, pause: Callable[[float], None] = sleep) -> Iterator[str]:
    """The last lines and whatever comes, line by whole line, also after the file was rotated away."""
    file, place = _grown(log)
    yield from last(log, count)
    while True:
        pause(PAUSE_S)
        now, size = _grown(log)
        if now != file or size < place:
            file, place = now, 0
        if size > place:
            with log.open("rb") as lines:
                lines.seek(place)
                whole, end, _ = lines.read().rpartition(b"\n")
            place += len(whole + end)
            yield from whole.decode(errors="replace").splitlines()


def _grown(log: Path) -> tuple[int, int]:
    """Which file it is, and how large."""
    try:
        found = log.stat()
    except FileNotFoundError:
        return 0, 0
    return found.st_ino, found.st_size


def _facts(here: Here) -> dict[str, Any]:
    pid = starting.running_pid(here.locations)
    health: dict[str, Any] = {}
    if pid is not None and starting.silent(here.locations):
        problems.say(t("Process {0} has the service's place and does not answer.", pid))
        pid = None
    if pid is not None:
        try:
            health = here.at_home.client.health()
        except ServiceUnreachable:
            pid = None
    return {
        "running": pid is not None,
        "pid": pid,
        "version": health.get("version"),
        "url": health.get("url"),
        "mcp": health.get("mcp"),
        "hosts": health.get("hosts"),
        "hub": health.get("hub"),
        "socket": here.locations.socket,
        "home": here.locations.home or here.locations.state,
        "counts": {**NOBODY, **health.get("counts", {})},
    }
