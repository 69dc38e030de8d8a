"""Asks a person at a terminal line by line. Plain `input`: no cursor, no colours, no keys to know."""

from collections.abc import Callable
from typing import Any

from askline.core.errors import InvalidArguments, UnknownOption
from askline.core.speaking import mark, t
from askline.core.text import as_typed
from askline.doors.cli import picking, showing
from askline.doors.cli.words import is_yes, write

Shape = dict[str, Any]
Read = Callable[[str], str]

HOW = {
    "text": mark("Your answer"),
    "select": mark("Number or label"),
    "multi-select": mark("Numbers or labels, with commas between"),
    "confirm": mark("yes or no"),
}


def asked(ask: Shape, read: Read = input) -> dict[str, Shape]:
    """An answer for each question.

    Raises: InvalidArguments where the person ends the input; nothing is sent then.
    """
    try:
        return {
            question["id"]: _one(question, number, read)
            for number, question in enumerate(ask["questions"], start=1)
        }
    except EOFError:
        raise InvalidArguments(
            t("The input ended before the last question."),
            hint=t("Nothing was sent; ask {0} stands as before.", ask["short_id"]),
        ) from None


def _one(question: Shape, number: int, read: Read) -> Shape:
    write(["", *showing.asked(question, number)])
    how = t(HOW[question["type"]]) + ("" if question["required"] else t(", empty to skip"))
    while True:
        line = as_typed(read(f"{how}: ")).strip()
        if not line:
            if not question["required"]:
                return {"skipped": True}
            write([t("This one needs an answer.")])
            continue
        try:
            return {"values": picking.picks(question, _pieces(question, line))}
        except UnknownOption as unknown:
            if _own_words(question, line, read):
                return {"values": [], "customText": line}
            write([showing.one_line(unknown.message)])


def _pieces(question: Shape, line: str) -> list[str]:
    """What was typed, piece by piece; a bare number means the option of that number."""
    if question["type"] == "text":
        return [line]
    many = question["type"] == "multi-select"
    whole = line in picking.offered(question) or not many
    pieces = [line] if whole else [piece.strip() for piece in line.split(",") if piece.strip()]
    labels = picking.offered(question)
    return [f"#{each}" if each.isdecimal() and each not in labels else each for each in pieces]


def _own_words(question: Shape, line: str, read: Read) -> bool:
    if question["type"] == "confirm" or not question["allow_other"]:
        return False
    sure = read(
        f"{t('{0!r} is no option. Send it as your own words? [y/N]', showing.one_line(line))} "
    )
    return is_yes(sure)
