"""What may stand and what stands, read from the API's JSON: offers, standing approvals, rules.

Words of agents and people are cleaned here, once; commands are spelled so that nothing in them hides.
No rules: what is offered is the service's to say.
"""

from dataclasses import dataclass
from typing import Any

from askline.core.speaking import mark, t
from askline.core.text import clean
from askline.doors.tui.command import legible, read_command

Shape = dict[str, Any]

WHERE = {"conversation": mark("In this conversation"), "project": mark("In this project")}
LIKE = {
    "exact": mark("exactly this"),
    "last": mark("any last word"),
    "tool": mark("any arguments"),
}
FAR = {
    "options": mark("Where exactly these options are offered"),
    "project": mark("In this project, whatever else is offered beside it"),
}


@dataclass(frozen=True, slots=True)
class Choice:
    """One row of a choice, with what is said of it while it is picked."""

    text: str
    about: tuple[str, ...] = ()
    lasts: bool = True
    """Whether somebody says until when."""


def once() -> Choice:
    return Choice(t("Once: only this"), lasts=False)


def scopes() -> tuple[Choice, ...]:
    return tuple(Choice(t(text)) for text in FAR.values())


@dataclass(frozen=True, slots=True)
class Offer:
    pattern: str
    scope: str
    choice: Choice


def read_offer(shape: Shape) -> Offer:
    like = t(LIKE.get(shape["pattern"], clean(shape["pattern"], multiline=False)))
    where = t(WHERE.get(shape["scope"], clean(shape["scope"], multiline=False)))
    earlier = [_ran(each) for each in shape["further"]]
    count: int = shape["further_count"]
    rest = count - len(earlier)
    also = t("It would also have let run {0} earlier:", count) if count else t(NOTHING_ELSE)
    more = [t("… and {0} more", rest)] if rest else []
    text = f"{where}, {like}: {legible(shape['shown'])}"
    return Offer(shape["pattern"], shape["scope"], Choice(text, (also, *earlier, *more)))


NOTHING_ELSE = mark("Nothing that ran before would have matched.")


@dataclass(frozen=True, slots=True)
class Held:
    """A standing approval, or a rule that holds."""

    id: str
    rule: bool
    text: str
    where: str


def read_approval(shape: Shape) -> Held:
    place = legible(shape["project"])
    one = mark("in one conversation of {0}, {1}")
    told = one if shape["scope"] == "conversation" else mark("in {0}, {1}")
    where = t(told, place, _until(shape))
    return Held(shape["id"], rule=False, text=legible(shape["shown"]), where=where)


def read_rule(shape: Shape) -> Held:
    said = [
        f"{_line(question)} → {_given(answer)}"
        for question, answer in zip(shape["questions"], shape["answers"], strict=True)
    ]
    where = t("in {0}, {1}", _line(shape["project"]["name"]), _until(shape))
    return Held(shape["id"], rule=True, text="; ".join(said), where=where)


def _ran(shape: Shape) -> str:
    return f"{t(', then')} ".join(read_command(each).argv for each in shape["commands"])


def _given(answer: Shape) -> str:
    said = [*answer.get("values", ()), answer.get("customText")]
    return ", ".join(_line(each) for each in said if each) or t("skipped")


def _until(shape: Shape) -> str:
    return t("until {0}", _line(shape["until"])) if shape["until"] else t("until revoked")


def _line(text: str) -> str:
    return clean(text, multiline=False)
