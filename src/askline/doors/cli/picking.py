"""From the words a person types to an answer in its JSON shape. Pure.

Only spelling is helped here: `#2`, upper and lower case, `y` for yes. Whether the answer fits is
the service's to say. A word that is no label is never taken for a text of one's own by itself: a
slip of the fingers would be sent as an answer.
"""

from typing import Any

from askline.core.errors import FieldProblem, InvalidArguments, UnknownOption
from askline.core.nearest import did_you_mean
from askline.core.speaking import mark, t

Shape = dict[str, Any]

YES_OR_NO = {mark("y"): "yes", mark("yes"): "yes", mark("n"): "no", mark("no"): "no"}
"""Also in the language that is spoken; what is sent is always the same."""


def answers(ask: Shape, words: list[str], other: str | None) -> dict[str, Shape]:
    """The answer to the only question of an ask.

    Raises: InvalidArguments where there are several, UnknownOption.
    """
    if len(ask["questions"]) != 1:
        names = ", ".join(question["id"] for question in ask["questions"])
        raise InvalidArguments(
            t("Ask {0} has {1} questions: {2}.", ask["short_id"], len(ask["questions"]), names),
            hint=t(
                'Answer all of them at once: --answers \'{{"{0}": {{"values": ["…"]}}, …}}\'.',
                ask["questions"][0]["id"],
            ),
        )
    question = ask["questions"][0]
    return {question["id"]: answer(question, words, other)}


def answer(question: Shape, words: list[str], other: str | None = None) -> Shape:
    given: Shape = {"values": picks(question, words)}
    return {**given, "customText": other} if other is not None else given


def picks(question: Shape, words: list[str]) -> list[str]:
    """The labels that the words mean, or the text that they are.

    Raises: UnknownOption.
    """
    match question["type"]:
        case "text":
            return [" ".join(words)] if words else []
        case "multi-select":
            return [label(question, word) for word in words]
        case _:
            # A label may hold blanks; where only one can be picked, all words are that one.
            return [label(question, " ".join(words))] if words else []


def label(question: Shape, word: str) -> str:
    """The label that a word means: itself, its number, or itself in other letters."""
    labels = offered(question)
    if word in labels:
        return word
    number = word.removeprefix("#")
    if word.startswith("#") and number.isdecimal() and 1 <= int(number) <= len(labels):
        return labels[int(number) - 1]
    folded = [each for each in labels if each.casefold() == word.casefold()]
    if question["type"] == "confirm":
        own = {t(said): meant for said, meant in YES_OR_NO.items()}
        meant = YES_OR_NO.get(word.lower()) or own.get(word.lower())
        folded = [meant] if meant else []
    if len(folded) == 1:
        return folded[0]
    raise _unknown(question, word, labels)


def offered(question: Shape) -> list[str]:
    if question["type"] == "confirm":
        return ["yes", "no"]
    return [option["label"] for option in question["options"]]


def _unknown(question: Shape, word: str, labels: list[str]) -> UnknownOption:
    hint = did_you_mean(word, labels, t("Give a label, or its number like #1."))
    if question["type"] != "confirm" and question["allow_other"]:
        hint += f" {t('Your own words go with --other.')}"
    expected = t("one of {0}", ", ".join(repr(each) for each in labels))
    return UnknownOption(
        t("{0}: expected {1}, got {2!r}.", question["id"], expected, word),
        hint=hint,
        fields=[FieldProblem(question["id"], expected, repr(word), code=UnknownOption.code)],
    )
