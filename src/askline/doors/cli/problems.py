"""Errors as a terminal shows them: code, message and hint on stderr, and the exit code.

The only place of this door that turns an error into words. Exit codes are public.
"""

import sys
from typing import Final

from askline.client.problems import standing_of
from askline.core.errors import (
    AlreadySettled,
    AsklineError,
    Internal,
    Invalid,
    Missing,
    PersonRequired,
    Refused,
    Unavailable,
)
from askline.core.speaking import known, t
from askline.core.text import clean
from askline.doors.cli import showing

DONE = 0
INTERNAL = 1
USAGE = 2
REJECTED = 3
TIMED_OUT = 4
WITHDRAWN = 5
ASKED_BACK = 6
SETTLED_BEFORE = 7
NO_PERSON = 8
NOT_FOUND = 9
OUT_OF_REACH = 10
INTERRUPTED = 130
"""As shells expect of a program that Ctrl-C ended."""

EXIT_CODES: Final = {
    DONE: "done or answered",
    INTERNAL: "internal",
    USAGE: "usage or refused input",
    REJECTED: "rejected",
    TIMED_OUT: "timed out",
    WITHDRAWN: "cancelled or superseded",
    ASKED_BACK: "asked back",
    SETTLED_BEFORE: "already settled",
    NO_PERSON: "needs a person at a terminal",
    NOT_FOUND: "not found or ambiguous",
    OUT_OF_REACH: "service or hub out of reach",
    INTERRUPTED: "interrupted",
}

# The first that fits counts, so the narrower ones stand above.
_BY_KIND: Final[tuple[tuple[type[AsklineError], int], ...]] = (
    (PersonRequired, NO_PERSON),
    (AlreadySettled, SETTLED_BEFORE),
    (Missing, NOT_FOUND),
    (Unavailable, OUT_OF_REACH),
    (Invalid, USAGE),
    (Refused, USAGE),
)

_BY_STATE: Final = {
    "answered": DONE,
    "rejected": REJECTED,
    "timed_out": TIMED_OUT,
    "cancelled": WITHDRAWN,
    "superseded": WITHDRAWN,
    "asked_back": ASKED_BACK,
    "pending": TIMED_OUT,
}


def exit_code(error: AsklineError) -> int:
    return next((code for kind, code in _BY_KIND if isinstance(error, kind)), INTERNAL)


def code_of_state(state: str) -> int:
    """How a wait for an ask ends; one that is still pending has outlasted the wait."""
    return _BY_STATE[state]


def told(error: AsklineError) -> int:
    """Say it, and how the process ends."""
    say(f"askline: {error.code}: {known(error.message)}")
    for problem in error.fields:
        expected, actual = problem.expected, problem.actual
        if f"{problem.field}: expected {expected}, got {actual}" not in error.message:
            said = t("{0}: expected {1}, got {2}", problem.field, known(expected), known(actual))
            say(f"  {said}")
        if problem.hint and problem.hint != error.hint:
            say(f"  {problem.field}: {known(problem.hint)}")
    if standing := standing_of(error):
        for line in showing.ended(standing):
            say(f"  {line}")
    say(f"  {t('hint: {0}', known(error.hint))}")
    return exit_code(error)


def unforeseen(error: Exception) -> Internal:
    """A defect of ours, without what it may quote."""
    return Internal(
        t("Something went wrong that should not ({0}).", type(error).__name__),
        hint=t("Please report it with the command you gave. What is stored is safe."),
    )


def say(words: str) -> None:
    """One line for a person, beside the output."""
    sys.stderr.write(clean(words) + "\n")
