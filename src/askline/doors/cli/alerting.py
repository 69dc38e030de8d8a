"""What was told outside the inbox, and whether a channel works: `alerts`."""

from typing import Any
from uuid import UUID

from askline.core.ids import AskId, short_id
from askline.core.speaking import known, mark, t
from askline.core.text import clean
from askline.doors.cli import problems
from askline.doors.cli.here import Here
from askline.doors.cli.words import parser, several, write, write_json

NO_CHANNEL = mark(
    "There is no channel: install askline[desktop], or set alerts.push or alerts.webhook."
)


def alerts(words: list[str], here: Here) -> int:
    options = parser("alerts")
    options.add_argument("--test", metavar="CHANNEL", help=t("tell something harmless by it"))
    options.add_argument("--limit", type=several, help=t("at most so many"))
    said = options.parse_intermixed_args(words)
    if said.test is not None:
        return _attempt(said.test, here, as_json=said.json)
    found = here.through(lambda client: client.alerts(limit=said.limit))
    if said.json:
        write_json(found)
        return problems.DONE
    write(
        [t("Channels: {0}.", ", ".join(found["channels"])) if found["channels"] else t(NO_CHANNEL)]
    )
    write(_line(alert) for alert in found["alerts"])
    return problems.DONE


def _attempt(channel: str, here: Here, *, as_json: bool) -> int:
    """A channel that does not work is out of reach."""
    tried = here.through(lambda client: client.test_alert(channel))
    if as_json:
        write_json(tried)
    elif tried["sent"]:
        write([t("{0} took it.", channel)])
    else:
        problems.say(t("{0} did not take it: {1}", channel, known(clean(tried["detail"]))))
    return problems.DONE if tried["sent"] else problems.OUT_OF_REACH


def _line(alert: dict[str, Any]) -> str:
    ask = short_id(AskId(UUID(alert["ask"])))
    why = f": {known(clean(alert['detail']))}" if alert["detail"] else ""
    return f"{alert['at']}  {ask}  {alert['channel']}  {alert['reason']}  {alert['state']}{why}"
