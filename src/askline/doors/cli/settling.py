"""Settling asks: `answer`, `reject`, `ask-back`, `cancel`, `correct`.

Each decision gets a receipt here, once: however often the call has to be repeated, it counts once.
"""

import sys
from argparse import ArgumentParser, Namespace
from typing import Any
from uuid import uuid4

from askline.asks.spelling import time_text
from askline.core.clock import SystemClock
from askline.core.errors import InvalidArguments
from askline.core.speaking import t
from askline.doors.cli import interview, picking, problems, showing
from askline.doors.cli.here import Here
from askline.doors.cli.words import moment, object_in, parser, typed, write, write_json

Shape = dict[str, Any]


def answer(words: list[str], here: Here) -> int:
    options = _answering(parser("answer"))
    options.add_argument("--again", action="store_true", help=t("as you answered it before"))
    _let_stand(options)
    said = options.parse_intermixed_args(words)
    if not said.standing and (said.pattern or said.until):
        options.error(t("--pattern and --until go with --standing"))
    answers, receipt = _again(said, here) if said.again else _answers(said, here), _receipt()
    more: dict[str, Any] = {"again": said.again, "note": said.note, "standing": _standing(said)}
    result = here.through(lambda client: client.answer(said.id, answers, receipt=receipt, **more))
    if result["state"] != "pending" or said.json:
        return _done(said, result)
    write([lacking(result, here)])
    return problems.DONE


def lacking(result: Shape, here: Here) -> str:
    """What is said to who agreed to something that more people must agree to."""
    from askline.doors.cli.routed import still_needed  # noqa: PLC0415 - at a hub alone

    return still_needed(here.through(lambda client: client.read(result["askId"])))


def _let_stand(options: ArgumentParser) -> None:
    options.add_argument(
        "--standing", choices=("conversation", "project"), help=t("also for what is like it, there")
    )
    options.add_argument(
        "--pattern",
        choices=("exact", "last", "tool"),
        help=t("what is like it: the same, any last word, any arguments"),
    )
    options.add_argument("--until", type=moment, help=t("a time, or how long (8h)"))


def correct(words: list[str], here: Here) -> int:
    options = _answering(parser("correct"))
    options.add_argument("--reason", type=typed, help=t("why it is corrected"))
    said = options.parse_intermixed_args(words)
    answers, receipt = _answers(said, here), _receipt()
    result = here.through(
        lambda client: client.correct(
            said.id, answers, note=said.note, reason=said.reason, receipt=receipt
        )
    )
    return _done(said, result)


def reject(words: list[str], here: Here) -> int:
    options = _settling("reject")
    options.add_argument("--reason", type=typed, help=t("what the agent is told"))
    said, receipt = options.parse_intermixed_args(words), _receipt()
    result = here.through(
        lambda client: client.reject(said.id, reason=said.reason, receipt=receipt)
    )
    return _done(said, result)


def ask_back(words: list[str], here: Here) -> int:
    options = _settling("ask-back")
    options.add_argument("text", nargs="+", type=typed, help=t("what you want to know first"))
    said, receipt = options.parse_intermixed_args(words), _receipt()
    result = here.through(
        lambda client: client.ask_back(said.id, " ".join(said.text), receipt=receipt)
    )
    return _done(said, result)


def cancel(words: list[str], here: Here) -> int:
    options = _settling("cancel")
    options.add_argument("--reason", type=typed, help=t("what the agent is told"))
    said, receipt = options.parse_intermixed_args(words), _receipt()
    result = here.through(
        lambda client: client.cancel(said.id, reason=said.reason, receipt=receipt)
    )
    return _done(said, result)


def _settling(name: str) -> ArgumentParser:
    options = parser(name)
    options.add_argument("id")
    return options


def _answering(options: ArgumentParser) -> ArgumentParser:
    options.add_argument("id")
    options.add_argument("values", nargs="*", type=typed, help=t("label, #2, text, yes or no"))
    options.add_argument("--other", type=typed, help=t("your own words instead of an option"))
    options.add_argument("--answers", help=t("all answers, as JSON by question"))
    options.add_argument("--note", type=typed, help=t("a word beside the answer"))
    return options


def _standing(said: Namespace) -> Shape | None:
    if not said.standing:
        return None
    pattern = said.pattern or "exact"
    return {"scope": said.standing, "pattern": pattern, "until": time_text(said.until)}


def _answers(said: Namespace, here: Here) -> dict[str, Shape]:
    if said.answers is not None:
        if said.values or said.other is not None:
            raise InvalidArguments(
                t("Answers were given twice: as words and with --answers."),
                hint=t("Give one of them."),
            )
        return object_in(said.answers, "--answers")
    if not said.values and said.other is None and not _at_a_terminal():
        raise InvalidArguments(
            t("No answer was given."), hint=t("Give a value, or --answers with JSON.")
        )
    ask = here.through(lambda client: client.read(said.id))
    if said.values or said.other is not None:
        return picking.answers(ask, said.values, said.other)
    write(showing.headed(ask, SystemClock().now()))
    return interview.asked(ask)


def _again(said: Namespace, here: Here) -> dict[str, Shape]:
    """What the service offers now: it takes no other under this name."""
    if said.values or said.other is not None or said.answers is not None:
        raise InvalidArguments(
            t("Answers were given beside --again."), hint=t("Give --again alone, or the answers.")
        )
    ask: Shape = here.through(lambda client: client.read(said.id))
    recalled: Shape | None = ask.get("recalled")
    return recalled["answers"] if recalled else {}


def _at_a_terminal() -> bool:
    return sys.stdin is not None and sys.stdin.isatty()


def _receipt() -> str:
    return uuid4().hex


def _done(said: Namespace, result: Shape) -> int:
    if said.json:
        write_json(result)
    else:
        write(showing.ended(result))
    return problems.DONE
