"""`ask`: a script asks its human and waits. It ends as the ask ends, and never makes up an answer."""

import sys
from argparse import Namespace
from contextlib import suppress
from pathlib import PurePath
from typing import Any

from askline.asks.asked import LONGEST_TIMEOUT_MS, SHORTEST_TIMEOUT_MS
from askline.core.errors import AsklineError, InvalidArguments
from askline.core.speaking import t
from askline.core.text import clean
from askline.doors.cli import problems, showing
from askline.doors.cli.here import Here
from askline.doors.cli.looking import outcome
from askline.doors.cli.words import list_in, parser, seconds, typed, write_json

Shape = dict[str, Any]


def ask(words: list[str], here: Here) -> int:
    said = _said(words)
    body = _body(said, here.cwd)
    made = here.through(lambda client: client.create(body))
    try:
        if sys.stderr.isatty():
            problems.say(t("Ask {0} waits for an answer.", made["short_id"]))
        result = outcome(here, made["id"])
    except KeyboardInterrupt:
        problems.say(t("Ask {0} is still pending: `askline wait {0}`.", made["short_id"]))
        raise
    _write(result, as_json=said.json)
    # Not before it is written: a script that is killed meanwhile asks again, and gets the same.
    with suppress(AsklineError):
        here.through(lambda client: client.delivered(made["id"], len(result["amendments"])))
    return problems.code_of_state(result["state"])


def _write(result: Shape, *, as_json: bool) -> None:
    if as_json:
        write_json(result)
    elif result["state"] == "answered":
        _write_answers(result["answers"])
    else:
        for line in showing.ended(result):
            problems.say(line)
    sys.stdout.flush()


def _said(words: list[str]) -> Namespace:
    options = parser("ask")
    options.add_argument("text", nargs="*", type=typed, help=t("the question"))
    options.add_argument("--options", type=typed, help=t("what may be picked, with commas between"))
    options.add_argument("--type", help=t("text, select, multi-select or confirm"))
    options.add_argument("--questions", help=t("several questions, as JSON"))
    options.add_argument("--timeout", type=seconds, help=t("give up after so many seconds"))
    options.add_argument("--key", type=typed, help=t("the same key leads to the same ask"))
    options.add_argument("--title", type=typed)
    options.add_argument("--context", type=typed, help=t("what to read first, in Markdown"))
    options.add_argument(
        "--human-only", action="store_true", help=t("a person is needed to answer")
    )
    said = options.parse_intermixed_args(words)
    if (
        said.timeout is not None
        and not SHORTEST_TIMEOUT_MS <= _ms(said.timeout) <= LONGEST_TIMEOUT_MS
    ):
        options.error(t("argument --timeout: expected from 10 seconds to 24 hours"))
    if bool(said.text) == bool(said.questions):
        raise InvalidArguments(
            t("Nothing was asked.") if not said.text else t("The question was given twice."),
            hint=t("Give the text of the question, or --questions with JSON."),
        )
    return said


def _ms(time: float) -> int:
    return round(time * 1000)


def _body(said: Namespace, cwd: str | None) -> Shape:
    body: Shape = {
        "questions": _questions(said),
        "title": said.title,
        "context": said.context,
        "human_only": said.human_only or None,
        "key": said.key,
        "timeout": None if said.timeout is None else _ms(said.timeout),
        "agent": {"name": "askline ask"},
        "project": {"name": PurePath(cwd).name or cwd, "path": cwd} if cwd else None,
    }
    return {name: value for name, value in body.items() if value is not None}


def _questions(said: Namespace) -> list[Any]:
    if said.questions:
        return list_in(said.questions, "--questions")
    question: Shape = {"question": " ".join(said.text)}
    if said.options:
        parts = [part.strip() for part in said.options.split(",")]
        question["options"] = [part for part in parts if part]
    if said.type:
        question["type"] = said.type
    return [question]


def _write_answers(answers: list[Shape]) -> None:
    """The bare answer where there is one question; at a terminal without what it would obey."""
    for answer in answers:
        pieces = showing.given(answer)
        before = "" if len(answers) == 1 else f"{answer['questionId']}: "
        for text in pieces if len(answers) == 1 else [", ".join(pieces)]:
            sys.stdout.write(before + (clean(text) if sys.stdout.isatty() else text) + "\n")
