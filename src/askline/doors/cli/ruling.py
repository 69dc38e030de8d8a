"""`memory rules`: which questions are answered by a rule, and who may say so.

Only a person makes a rule: what it says is said for them from then on. Revoking needs nobody.
"""

import sys
from argparse import Namespace
from typing import Any

from askline.core.errors import InvalidArguments, PersonRequired
from askline.doors.cli import problems, showing
from askline.doors.cli.here import Here
from askline.doors.cli.words import parser, write, write_json

Shape = dict[str, Any]

SCOPES = {
    "options": "where exactly these options are offered",
    "project": "in this project, whatever else is offered beside it",
}


def rules(words: list[str], here: Here) -> int:
    options = parser("memory rules")
    options.add_argument("verb", nargs="?", choices=("list", "add", "revoke"), default="list")
    options.add_argument("id", nargs="?", help="of an ask that you answered, or of a rule")
    options.add_argument("--scope", choices=[*SCOPES], default="options", help="how far it goes")
    options.add_argument("--until", help="the last day, such as 2027-01-31; without it, for good")
    options.add_argument("--yes", action="store_true", help="without a question")
    said = options.parse_intermixed_args(words)
    if said.verb == "list":
        return _list(said, here)
    if said.id is None:
        raise InvalidArguments(f"{said.verb} of what?", hint=f"memory rules {said.verb} ID")
    if said.verb == "revoke":
        return _told(said, here.through(lambda client: client.revoke_rule(said.id)))
    return _add(said, here)


def _list(said: Namespace, here: Here) -> int:
    found: list[Shape] = here.through(lambda client: client.rules())
    if said.json:
        write_json(found)
    else:
        write([line for rule in found for line in _shown(rule)] or ["You made no rules."])
    return problems.DONE


def _add(said: Namespace, here: Here) -> int:
    """Raises: PersonRequired."""
    if not here.present:
        raise PersonRequired(
            "A rule is made by a person at a terminal.",
            hint="Run `askline memory rules add` yourself. An agent asks its human to do so.",
        )
    ask: Shape = here.through(lambda client: client.read(said.id))
    if not said.yes:
        write([*_lines(ask), f"It holds {SCOPES[said.scope]}."])
        if not _agreed():
            write(["No rule was made."])
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
    ends = f", until {rule['until']}" if rule["until"] else ""
    where = showing.one_line(rule["project"]["name"])
    lines = [f"{rule['short_id']}  {rule['state']}, {rule['scope']} in {where}{ends}"]
    for question, answer in zip(rule["questions"], rule["answers"], strict=True):
        given = ", ".join(showing.given({"values": [], **answer})) or "skipped"
        lines.append(f"        {showing.one_line(question)} → {showing.one_line(given)}")
    return lines


def _agreed() -> bool:
    sys.stdout.write("Answer this the same way from now on? [y/N] ")
    sys.stdout.flush()
    return sys.stdin.readline().strip().lower() in ("y", "yes")
