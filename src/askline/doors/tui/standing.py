"""What may stand and what stands, read from the API's JSON: offers, standing approvals, rules.

Words of agents and people are cleaned here, once; commands are spelled so that nothing in them hides.
No rules: what is offered is the service's to say.
"""

from dataclasses import dataclass
from typing import Any

from askline.core.text import clean
from askline.doors.tui.command import legible, read_command

Shape = dict[str, Any]

WHERE = {"conversation": "In this conversation", "project": "In this project"}
LIKE = {"exact": "exactly this", "last": "any last word", "tool": "any arguments"}
FAR = {
    "options": "Where exactly these options are offered",
    "project": "In this project, whatever else is offered beside it",
}


@dataclass(frozen=True, slots=True)
class Choice:
    """One row of a choice, with what is said of it while it is picked."""

    text: str
    about: tuple[str, ...] = ()
    lasts: bool = True
    """Whether somebody says until when."""


ONCE = Choice("Once: only this", lasts=False)
SCOPES = tuple(Choice(text) for text in FAR.values())


@dataclass(frozen=True, slots=True)
class Offer:
    pattern: str
    scope: str
    choice: Choice


def read_offer(shape: Shape) -> Offer:
    like = LIKE.get(shape["pattern"], clean(shape["pattern"], multiline=False))
    where = WHERE.get(shape["scope"], clean(shape["scope"], multiline=False))
    earlier = [_ran(each) for each in shape["further"]]
    count: int = shape["further_count"]
    rest = count - len(earlier)
    also = f"It would also have let run {count} earlier:" if count else NOTHING_ELSE
    more = [f"… and {rest} more"] if rest else []
    text = f"{where}, {like}: {legible(shape['shown'])}"
    return Offer(shape["pattern"], shape["scope"], Choice(text, (also, *earlier, *more)))


NOTHING_ELSE = "Nothing that ran before would have matched."


@dataclass(frozen=True, slots=True)
class Held:
    """A standing approval, or a rule that holds."""

    id: str
    rule: bool
    text: str
    where: str


def read_approval(shape: Shape) -> Held:
    one = "one conversation of " if shape["scope"] == "conversation" else ""
    where = f"in {one}{legible(shape['project'])}, {_until(shape)}"
    return Held(shape["id"], rule=False, text=legible(shape["shown"]), where=where)


def read_rule(shape: Shape) -> Held:
    said = [
        f"{_line(question)} → {_given(answer)}"
        for question, answer in zip(shape["questions"], shape["answers"], strict=True)
    ]
    where = f"in {_line(shape['project']['name'])}, {_until(shape)}"
    return Held(shape["id"], rule=True, text="; ".join(said), where=where)


def _ran(shape: Shape) -> str:
    return ", then ".join(read_command(each).argv for each in shape["commands"])


def _given(answer: Shape) -> str:
    said = [*answer.get("values", ()), answer.get("customText")]
    return ", ".join(_line(each) for each in said if each) or "skipped"


def _until(shape: Shape) -> str:
    return f"until {_line(shape['until'])}" if shape["until"] else "until revoked"


def _line(text: str) -> str:
    return clean(text, multiline=False)
