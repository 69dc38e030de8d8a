"""What the service leaves for lines that come while a next one starts: first answers, as text.

One line per answer: a name, a tab, and the member of the JSON-RPC response. See `line.snapshot`, which
reads them without knowing what they say.
"""

import logging
import secrets
from pathlib import Path
from typing import Any

from mcp.server.lowlevel import Server
from mcp_types import METHOD_NOT_FOUND

from askline.asks.spelling import Json, text_of
from askline.doors.mcp.eras import DISCOVER, HANDSHAKE_CLIENTS, declines
from askline.doors.mcp.listing import ELICITING, HANDSHAKES, MODERN, NEWEST, listing_snapshot
from askline.line import choosing

log = logging.getLogger(__name__)


async def snapshot_text(server: Server[Any], profile: str, era: str) -> str:
    answers = await listing_snapshot(server, profile)
    found: dict[str, Json] = {
        **{f"initialize {each}": answers["initialize"][each] for each in HANDSHAKES},
        "initialize": answers["initialize"][NEWEST],
        "tools handshake": answers["tools/list"][NEWEST],
        "tools modern": answers["tools/list"][MODERN],
    }
    if answers["tools/list"][ELICITING] != found["tools handshake"]:
        found["tools eliciting"] = answers["tools/list"][ELICITING]
    lines = [f'{name}\t"result":{text_of(result)}' for name, result in found.items()]
    refusal = {"code": METHOD_NOT_FOUND, "message": "Method not found", "data": DISCOVER}
    refused = f'"error":{text_of(refusal)}'
    lines += [f"discover {name}\t{refused}" for name in HANDSHAKE_CLIENTS if declines(era, name)]
    common = refused if declines(era, "") else f'"result":{text_of(answers[DISCOVER])}'
    return "\n".join([*lines, f"discover\t{common}", ""])


def leave(state: Path, version: str, profile: str, text: str) -> None:
    """Put it where lines of this version look; they can do without."""
    try:
        _replace(state / "snapshots" / version / f"{profile}.txt", text)
    except OSError as error:
        log.warning("no snapshot was left: %s", error.strerror)


def leave_word(state: Path, version: str, stamps: str, profile: str) -> None:
    """Which profile was decided on for files with these stamps: see `line.choosing`."""
    _replace(Path(choosing.word_of(str(state), version, stamps)), f"{stamps}\n{profile}")


def _replace(file: Path, text: str) -> None:
    """Whole or not at all."""
    file.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
    unfinished = file.with_name(f".{file.name}.{secrets.token_hex(4)}")
    unfinished.write_text(text, encoding="utf-8", errors="surrogateescape")
    unfinished.rename(file)
