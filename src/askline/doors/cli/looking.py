"""Looking at asks: `list`, `show`, `wait`."""

from time import monotonic
from typing import Any
from uuid import UUID

from askline.core.clock import SystemClock
from askline.core.ids import AskId, short_id
from askline.core.speaking import t
from askline.doors.cli import problems, showing
from askline.doors.cli.here import Here
from askline.doors.cli.words import parser, seconds, several, write, write_json

Shape = dict[str, Any]

ROUND_S = 20.0
"""One wait at the service; a longer one is many of them, so that none outlives a lost connection."""


def list_asks(words: list[str], here: Here) -> int:
    options = parser("list")
    options.add_argument("--all", action="store_true", help=t("settled ones too, newest first"))
    options.add_argument("--project", help=t("only of the project of this name or path"))
    options.add_argument("--limit", type=several, help=t("at most so many"))
    said = options.parse_intermixed_args(words)
    asks = here.through(
        lambda client: client.asks(all_states=said.all, project=said.project, limit=said.limit)
    )
    if said.json:
        write_json(asks)
        return problems.DONE
    from askline.doors.cli.away import standing  # noqa: PLC0415 - for people alone
    from askline.doors.cli.dealing import viewer_of  # noqa: PLC0415

    if word := standing(here.locations.state):
        write([word])
    if not asks:
        write([t("Nothing was asked yet.") if said.all else t("Nothing waits for an answer.")])
    else:
        now, viewer = SystemClock().now(), viewer_of(here, asks)
        write(line for ask in asks for line in showing.listed_whole(ask, now, viewer))
    return problems.DONE


def show(words: list[str], here: Here) -> int:
    options = parser("show")
    options.add_argument("id")
    said = options.parse_intermixed_args(words)
    ask = here.through(lambda client: client.read(said.id))
    if said.json:
        write_json(ask)
    else:
        from askline.doors.cli.dealing import viewer_of  # noqa: PLC0415 - for people alone

        viewer = viewer_of(here, [ask], named=True)
        write(showing.shown(ask, SystemClock().now(), viewer))
        if ask["command"] and ask["state"] == "pending":
            from askline.doors.cli.approvals import offered  # noqa: PLC0415 - for approvals alone

            write(offered(ask, here))
    return problems.DONE


def wait(words: list[str], here: Here) -> int:
    """One outcome decides the exit code; of several, the first that is no answer."""
    options = parser("wait")
    options.add_argument("id", nargs="+")
    options.add_argument("--timeout", type=seconds, help=t("give up after so many seconds"))
    said = options.parse_intermixed_args(words)
    deadline = None if said.timeout is None else monotonic() + said.timeout
    results = [outcome(here, ask_id, deadline) for ask_id in said.id]
    if said.json:
        write_json(results if len(results) > 1 else results[0])
    else:
        write(line for result in results for line in _told(result))
    codes = [problems.code_of_state(result["state"]) for result in results]
    return next((code for code in codes if code), problems.DONE)


def outcome(here: Here, ask_id: str, deadline: float | None = None) -> Shape:
    """The result of an ask once it is settled, or as it stands at the deadline."""
    while True:
        left = ROUND_S if deadline is None else min(ROUND_S, max(0.0, deadline - monotonic()))
        result = here.through(lambda client, left=left: client.outcome(ask_id, left))
        if result["state"] != "pending" or (deadline is not None and monotonic() >= deadline):
            return result


def _told(result: Shape) -> list[str]:
    short = short_id(AskId(UUID(result["askId"])))
    return [t("Ask {0}:", short), *(f"  {line}" for line in showing.ended(result))]
