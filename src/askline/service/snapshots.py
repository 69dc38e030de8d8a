"""What the service leaves for lines that come while a next one starts: first answers, as text.

One line per answer: a name, a tab, and the member of the JSON-RPC response. See `line.snapshot`, which
reads them without knowing what they say.
"""

import logging
from contextlib import suppress
from pathlib import Path
from typing import Any

from mcp.server.lowlevel import Server
from mcp_types import METHOD_NOT_FOUND

from askline.asks.spelling import Json, text_of
from askline.core.whole_files import PRIVATE, replace_whole
from askline.doors.mcp.eras import DISCOVER, HANDSHAKE_CLIENTS, declines
from askline.doors.mcp.listing import ELICITING, HANDSHAKES, MODERN, NEWEST, listing_snapshot
from askline.line import choosing, declaring

log = logging.getLogger(__name__)


async def snapshot_text(
    server: Server[Any], profile: str, era: str, project: str | None = None
) -> str:
    """`project` where its own tools are wanted too."""
    answers = await listing_snapshot(server, profile, project=project)
    plain = _lists(answers)
    with_apps = _lists(await listing_snapshot(server, profile, apps=True, project=project))
    found: dict[str, Json] = {
        **{f"initialize {each}": answers["initialize"][each] for each in HANDSHAKES},
        "initialize": answers["initialize"][NEWEST],
        **{f"tools {name}": tools for name, tools in plain.items()},
        **{f"apps {name}": tools for name, tools in with_apps.items() if tools != plain[name]},
    }
    lines = [f'{name}\t"result":{text_of(result)}' for name, result in found.items()]
    refusal = {"code": METHOD_NOT_FOUND, "message": "Method not found", "data": DISCOVER}
    refused = f'"error":{text_of(refusal)}'
    lines += [f"discover {name}\t{refused}" for name in HANDSHAKE_CLIENTS if declines(era, name)]
    common = refused if declines(era, "") else f'"result":{text_of(answers[DISCOVER])}'
    return "\n".join([*lines, f"discover\t{common}", ""])


def _lists(answers: Json) -> dict[str, Json]:
    """The lists of tools by the name under which a line looks for them."""
    listed = answers["tools/list"]
    lists: dict[str, Json] = {"handshake": listed[NEWEST], "modern": listed[MODERN]}
    if listed[ELICITING] != listed[NEWEST]:
        lists["eliciting"] = listed[ELICITING]
    return lists


def leave(state: Path, version: str, profile: str, text: str) -> None:
    """Put it where lines of this version look; they can do without."""
    try:
        _replace(state / "snapshots" / version / f"{profile}.txt", text)
    except OSError as error:
        log.warning("no snapshot was left: %s", error.strerror)


def leave_word(state: Path, version: str, stamps: str, profile: str) -> None:
    """Which profile was decided on for files with these stamps: see `line.choosing`."""
    _replace(Path(choosing.word_of(str(state), version, stamps)), f"{stamps}\n{profile}")


def leave_for(state: Path, version: str, profile: str, project: str, text: str) -> None:
    """For one project, behind the head that says how long it holds: see `line.declaring`."""
    try:
        _replace(Path(declaring.place_of(str(state), version, profile, project)), text)
    except OSError as error:
        log.warning("no snapshot was left for a project: %s", error.strerror)


def _replace(file: Path, text: str) -> None:
    """Only what is not there already: it is left at each start, and hardly ever another."""
    content = text.encode("utf-8", "surrogateescape")
    with suppress(OSError):
        if file.read_bytes() == content:
            return
    replace_whole(file, content, mode=PRIVATE, lasting=False)
