"""`memory rules`: which questions are answered by a rule, and who may say so.

Only a person makes a rule: what it says is said for them from then on. Revoking needs nobody.
"""

import sys
from argparse import Namespace
from typing import Any

from askline.core.errors import InvalidArguments, PersonRequired
from askline.core.speaking import mark, t
from askline.doors.cli import problems, showing
from askline.doors.cli.here import Here
from askline.doors.cli.words import is_yes, parser, write, write_json

Shape = dict[str, Any]

SCOPES = {
    "options": mark("where exactly these options are offered"),
    "project": mark("in this project, whatever else is offered beside it"),
}


def rules(words: list[str], here: Here) -> int:
    options = parser("memory rules")
    options.add_argument("verb", nargs="?", choices=("list", "add", "revoke"), default="list")
    options.add_argument("id", nargs="?", help=t("of an ask that you answered, or of a rule"))
    options.add_argument("--scope", choices=[*SCOPES], default="options", help=t("how far it goes"))
    options.add_argument(
        "--until", help=t("the last day, such as 2027-01-31; without it, for good")
    )
    options.add_argument("--yes", action="store_true", help=t("without a question"))
    said = options.parse_intermixed_args(words)
    if said.verb == "list":
        return _list(said, here)
    if said.id is None:
        raise InvalidArguments(
            t("{0} of what?", said.verb), hint=t("memory rules {0} ID", said.verb)
        )
    if said.verb == "revoke":
        return _told(said, here.through(lambda client: client.revoke_rule(said.id)))
    return _add(said, here)


def _list(said: Namespace, here: Here) -> int:
    found: list[Shape] = here.through(lambda client: client.rules())
    if said.json:
        write_json(found)
    else:
        write([line for rule in found for line in _shown(rule)] or [t("You made no rules.")])
    return problems.DONE


def _add(said: Namespace, here: Here) -> int:
    """Raises: PersonRequired."""
    if not here.present:
        raise PersonRequired(
            t("A rule is made by a person at a terminal."),
            hint=t("Run `askline memory rules add` yourself. An agent asks its human to do so."),
        )
    ask: Shape = here.through(lambda client: client.read(said.id))
    if not said.yes:
        write([*_lines(ask), t("It holds {0}.", t(SCOPES[said.scope]))])
        if not _agreed():
            write([t("No rule was made.")])
            return problems.REJECTED
    return _told(
        said,
        here.through(
            lambda client: client.make_rule(ask["id"], scope=said.scope, until=said.until)
        ),
    )


def _lines(ask: Shape) -> list[str]:
    questions = [
        line for n, each in enumerate(ask["questions"], 1) for line in showing.asked(each, n)
    ]
    return [*questions, *(showing.ended(ask["outcome"]) if ask["outcome"] else ())]


def _told(said: Namespace, rule: Shape) -> int:
    if said.json:
        write_json(rule)
    else:
        write(_shown(rule))
    return problems.DONE


def _shown(rule: Shape) -> list[str]:
    ends = t(", until {0}", rule["until"]) if rule["until"] else ""
    where = showing.one_line(rule["project"]["name"])
    lines = [
        f"{rule['short_id']}  "
        + t("{0}, {1} in {2}{3}", t(rule["state"]), rule["scope"], where, ends)
    ]
    for question, answer in zip(rule["questions"], rule["answers"], strict=True):
        given = ", ".join(showing.given({"values": [], **answer})) or t("skipped")
        lines.append(f"        {showing.one_line(question)} → {showing.one_line(given)}")
    return lines


def _agreed() -> bool:
    sys.stdout.write(f"{t('Answer this the same way from now on?')} {t('[y/N]')} ")
    sys.stdout.flush()
    return is_yes(sys.stdin.readline())
