"""Records a real session: what a running service knows was asked, and how it ended.

Reads through the API as anybody would and changes nothing there. Sensitive asks are never written, nor
are approvals of commands, which no script may give, nor answers with files, whose bytes are not here.
"""

import os
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Protocol

from askline.client.local import Client
from askline.core.errors import InvalidArguments, NotAllowed
from askline.testing.records import STATES, record_text, recorded

Json = dict[str, Any]


class Knows(Protocol):
    """Whoever tells of the past a page at a time; `askline.Client` does."""

    def history(
        self,
        *,
        search: str | None = None,
        project: str | None = None,
        since: str | None = None,
        until: str | None = None,
        states: str | None = None,
        before: str | None = None,
    ) -> Json: ...


@dataclass(frozen=True, slots=True)
class Recorded:
    """How many asks were written, and how many left out for being sensitive or not repeatable."""

    kept: int
    left_out: int


def record(
    path: str | os.PathLike[str],
    client: Knows | None = None,
    *,
    project: str | None = None,
    search: str | None = None,
    since: str | None = None,
    until: str | None = None,
    replace: bool = False,
    environ: Mapping[str, str] = os.environ,
) -> Recorded:
    """Write what was asked and settled into one file, oldest first. Without a client, of the user's own
    service; `replace` writes over a file that is there.

    Raises: NotAllowed in CI, InvalidArguments, and what the client raises.
    """
    _may_record(Path(path), environ, replace=replace)
    wanted = {"project": project, "search": search, "since": since, "until": until}
    asks = [*_settled(client or Client(), wanted)]
    fit = [ask for ask in reversed(asks) if _repeatable(ask)]
    Path(path).write_text(f"{record_text(map(recorded, fit))}\n", encoding="utf-8")
    return Recorded(len(fit), len(asks) - len(fit))


def in_ci(environ: Mapping[str, str]) -> bool:
    return environ.get("CI", "").lower() not in ("", "0", "false")


def _may_record(path: Path, environ: Mapping[str, str], *, replace: bool) -> None:
    if in_ci(environ):
        raise NotAllowed(
            "Nothing is recorded in CI: a record made there would pass whatever was answered.",
            hint="Record it on your own machine, read it, and commit it.",
        )
    if path.exists() and not replace:
        raise InvalidArguments(
            f"{path} is there already.", hint="Name another file, or say that it is replaced."
        )


def _settled(client: Knows, wanted: Mapping[str, str | None]) -> Iterator[Json]:
    before: str | None = None
    while True:
        page = client.history(**wanted, states=",".join(STATES), before=before)
        yield from page["asks"]
        before = page["next"]
        if before is None:
            return


def _repeatable(ask: Json) -> bool:
    answers = ask["outcome"]["answers"]
    return not (
        ask["sensitive"]
        or ask["kind"] == "approval"
        or any(answer.get("attachments") for answer in answers)
    )
