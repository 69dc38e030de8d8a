"""A person's leave for what changes something outside: asked at the terminal, or given with a flag."""

import sys

from askline.core.errors import InvalidArguments
from askline.core.speaking import t
from askline.doors.cli.words import is_yes


def agreed(question: str, *, yes: bool = False) -> bool:
    """Whatever is not a yes is a no.

    Raises: InvalidArguments, where nobody can be asked.
    """
    if yes:
        return True
    if sys.stdin is None or not sys.stdin.isatty():
        raise InvalidArguments(
            t("Nobody is here to be asked, so nothing was changed."),
            hint=t("Say --yes, or do it at a terminal."),
        )
    try:
        return is_yes(input(f"{question} {t('[y/N]')} "))
    except EOFError:
        return False
