"""`tools trust`: the user reads what a project declares and says that it may be offered to agents.

Only a person does: what is trusted decides what an agent can run.
"""

import sys

from askline.asks.spelling import time_text
from askline.commands.run import spelled_out
from askline.commands.trust import Standing, Trusted, difference
from askline.core.clock import SystemClock
from askline.core.errors import PersonRequired
from askline.core.speaking import mark, t
from askline.core.text import clean
from askline.doors.cli import problems
from askline.doors.cli.declared import Declared
from askline.doors.cli.here import Here
from askline.doors.cli.words import is_yes, parser, write

NOTHING_TO_DO = {
    Standing.NONE: mark("No commands are declared here."),
    Standing.TRUSTED: mark("These are trusted already."),
}


def trust(words: list[str], here: Here) -> int:
    """Raises: PersonRequired."""
    options = parser("tools trust", reads=False)
    options.add_argument("--yes", action="store_true", help=t("without a question"))
    said = options.parse_args(words)
    if not here.present:
        raise PersonRequired(
            t("Trust in a project's commands is given by a person at a terminal."),
            hint=t("Run `askline tools trust` yourself. An agent asks its human to do so."),
        )
    declared = Declared.at(here)
    if declared.standing in NOTHING_TO_DO:
        write([t(NOTHING_TO_DO[declared.standing])])
        return problems.DONE
    write(_shown(declared))
    if not (said.yes or _agreed()):
        write([t("Nothing was trusted.")])
        return problems.REJECTED
    readable = tuple(each for each in declared.sources if not each.trouble)
    declared.book.write(declared.project, Trusted(readable, time_text(SystemClock().now()) or ""))
    trusted = t("Trusted: {0} tools of {1}.", len(declared.loaded.tools), declared.project)
    write([trusted, t("Agents are offered them from now on; those that are connected are told.")])
    return problems.DONE


def _shown(declared: Declared) -> list[str]:
    """All of it: what is not shown is not agreed to."""
    lines = [_legible(line) for line in difference(declared.trusted, declared.sources)]
    wrong = [_legible(f"{each.at}: {each.message}") for each in declared.loaded.errors]
    tools = [
        f"  {tool.name}: {' '.join(tool.words)} … ({tool.policy.default}; "
        f"{t('sandbox')} {spelled_out(tool.sandbox)})"
        for tool in declared.loaded.tools
    ]
    return [*lines, "", t("Agents would be offered:"), *map(_legible, tools), *wrong]


def _legible(line: str) -> str:
    """With its hidden characters spelled out, where it has any: leaving them out would hide them."""
    return line if clean(line) == line and "\n" not in line else ascii(line)


def _agreed() -> bool:
    sys.stdout.write(f"{t('Trust these?')} {t('[y/N]')} ")
    sys.stdout.flush()
    return is_yes(sys.stdin.readline())
