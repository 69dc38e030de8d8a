"""What an operation writes, on its way to standard output: page after page, to the end that is wanted.

A page that was sent is never asked for again, so a service that is replaced meanwhile costs nothing.
"""

import sys
from collections.abc import Callable
from typing import Any

from askline.core.text import clean
from askline.doors.cli.here import Here
from askline.doors.cli.reporting import ENDED

Shape = dict[str, Any]

ROUND_S = 20.0
"""One wait at the service."""


def follow(
    here: Here,
    operation_id: str,
    *,
    offset: int = 0,
    grep: str | None = None,
    on: bool = True,
    to: Callable[[str], None] | None = None,
) -> None:
    """Write all from `offset` on; with `on` until it has ended, else what there is."""
    while True:
        page = here.through(
            lambda client, at=offset: client.operation_output(
                operation_id, offset=at, grep=grep, wait=ROUND_S if on else 0.0
            )
        )
        (to or write_out)(page["text"])
        offset = page["next_offset"]
        if page["eof"] and (not on or page["status"] in ENDED):
            return


def write_out(text: str) -> None:
    """Made harmless once more: a program writes what it likes, and this may be a terminal."""
    sys.stdout.write(clean(text))
    sys.stdout.flush()
