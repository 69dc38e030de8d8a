"""Asks as the terminal shows them, read from the API's JSON.

Every string that an agent or a human wrote passes the sanitizer here, once, on its way in: whatever
the screens draw afterwards is clean. Labels are kept beside it exactly as offered, because an answer
names them so; a command is read by `command`, which cleans nothing away. No rules.
"""

from dataclasses import dataclass
from datetime import datetime
from functools import cached_property
from typing import Any

from askline.core.people import Project
from askline.core.speaking import mark, t
from askline.core.text import clean
from askline.doors.tui.command import Command, read_command
from askline.doors.tui.routed import Routing, Snoozes, read_routing, read_snoozes

Shape = dict[str, Any]


@dataclass(frozen=True, slots=True)
class Option:
    label: str
    """Exactly as offered; never drawn."""
    shown: str
    description: str = ""
    preview: str = ""
    recommended: bool = False


YES_OR_NO = (mark("Yes"), mark("No"))
RUN_OR_NOT = (mark("Yes, run exactly this"), mark("No, do not run it"))


@dataclass(frozen=True, slots=True)
class Question:
    id: str
    header: str
    text: str
    kind: str
    options: tuple[Option, ...] = ()
    allow_other: bool = False
    required: bool = True
    placeholder: str = ""
    min_picks: int | None = None
    max_picks: int | None = None

    @property
    def many(self) -> bool:
        return self.kind == "multi-select"

    @property
    def rows(self) -> int:
        """How many there are to pick from; Other is the last."""
        return len(self.options) + self.allow_other


@dataclass(frozen=True, slots=True)
class Said:
    """What somebody gave for one question."""

    question_id: str
    state: str
    values: tuple[str, ...]
    own_words: str
    """With `values` exactly as given, for who wants to correct it; never drawn."""
    shown: tuple[str, ...]
    note: str
    files: tuple[Shape, ...] = ()
    """This door cannot show them, but a correction keeps them."""


@dataclass(frozen=True, slots=True)
class Word:
    """An outcome, or an amendment beside it: who said what, where and when."""

    kind: str
    who: str
    by: str
    door: str
    at: datetime
    answers: tuple[Said, ...]
    reason: str = ""
    ask_back: str = ""


@dataclass(frozen=True, slots=True)
class Recalled:
    """The person's own earlier answer, offered once more."""

    at: datetime
    same: bool
    question: str
    shown: str
    answers: Shape
    """Exactly as offered, for who takes it; never drawn."""


@dataclass(frozen=True)
class Ask:
    id: str
    short_id: str
    state: str
    title: str
    context: str
    asked_at: datetime
    deadline: datetime | None
    detached: bool
    human_only: bool
    extendable: bool
    agent: str
    project: str
    place: str
    """Where the project lies, and on which branch."""
    home: Project
    """The project exactly as named, for who compares; never drawn."""
    questions: tuple[Question, ...]
    command: Command | None = None
    outcome: Word | None = None
    amendments: tuple[Word, ...] = ()
    recalled: Recalled | None = None
    routing: Routing | None = None
    snoozes: Snoozes = ()
    handed: bool = False
    """A hub decides it in place of this house."""

    @property
    def pending(self) -> bool:
        return self.state == "pending"

    @cached_property
    def said(self) -> str:
        """All that a search looks through."""
        words = [self.title, self.context, self.agent, self.project, self.short_id]
        for question in self.questions:
            words += [question.header, question.text, *(each.shown for each in question.options)]
        return "\n".join(words).casefold()


def read_ask(shape: Shape) -> Ask:
    outcome = shape["outcome"]
    questions = tuple(
        _question(each, approval=bool(shape["command"])) for each in shape["questions"]
    )
    command = read_command(shape["command"]) if shape["command"] else None
    return Ask(
        id=shape["id"],
        short_id=shape["short_id"],
        state=shape["state"],
        title=_title(shape, questions, command),
        context=clean(shape["context"] or "").strip(),
        asked_at=datetime.fromisoformat(shape["asked_at"]),
        deadline=datetime.fromisoformat(shape["deadline"]) if shape["deadline"] else None,
        detached=shape["detached"],
        human_only=shape["human_only"],
        extendable=shape.get("extendable", True),
        agent=_line(shape["agent"]["label"] or shape["agent"]["name"]),
        project=_line(shape["project"]["name"]),
        place=" ".join(
            _line(part) for part in (shape["project"]["path"], shape["project"]["branch"]) if part
        ),
        home=Project(name=shape["project"]["name"], path=shape["project"]["path"]),
        questions=questions,
        command=command,
        outcome=_outcome(outcome) if outcome else None,
        amendments=tuple(_amendment(each) for each in outcome["amendments"]) if outcome else (),
        recalled=_recalled(shape["recalled"]) if shape.get("recalled") else None,
        routing=read_routing(shape.get("routing")),
        snoozes=read_snoozes(shape.get("snoozes", [])),
        handed=bool(shape.get("handed")),
    )


def _title(shape: Shape, questions: tuple[Question, ...], command: Command | None) -> str:
    if shape["title"]:
        return _line(shape["title"])
    return t("Run {0}", command.argv) if command else _line(questions[0].text)


def _question(shape: Shape, *, approval: bool) -> Question:
    kind = shape["type"]
    yes, no = map(t, RUN_OR_NOT if approval else YES_OR_NO)
    yes_or_no = (Option("yes", yes), Option("no", no))
    return Question(
        id=shape["id"],
        header=_line(shape["header"] or ""),
        text=clean(shape["question"]).strip(),
        kind=kind,
        options=yes_or_no if kind == "confirm" else tuple(_option(o) for o in shape["options"]),
        allow_other=shape["allow_other"] and kind in ("select", "multi-select"),
        required=shape["required"],
        placeholder=_line(shape["placeholder"] or ""),
        min_picks=shape["min_picks"],
        max_picks=shape["max_picks"],
    )


def _option(shape: Shape) -> Option:
    return Option(
        label=shape["label"],
        shown=_line(shape["label"]),
        description=clean(shape["description"] or "").strip(),
        preview=clean(shape["preview"] or "").rstrip(),
        recommended=shape["recommended"],
    )


def _outcome(shape: Shape) -> Word:
    return _word(shape["state"], shape["settledBy"], shape, ask_back=shape["askBack"])


def _amendment(shape: Shape) -> Word:
    return _word(shape["kind"], shape["by"], shape)


def _word(kind: str, by: Shape, shape: Shape, *, ask_back: str | None = None) -> Word:
    return Word(
        kind=kind,
        who=_line(by["who"]),
        by=by["kind"],
        door=by["door"] or "",
        at=datetime.fromisoformat(by["at"]),
        answers=tuple(_said(each) for each in shape["answers"]),
        reason=clean(shape["reason"] or "").strip(),
        ask_back=clean(ask_back or "").strip(),
    )


def _said(shape: Shape) -> Said:
    own_words = shape.get("customText") or ""
    return Said(
        question_id=shape["questionId"],
        state=shape["state"],
        values=tuple(shape["values"]),
        own_words=own_words,
        shown=tuple(clean(each) for each in (*shape["values"], own_words) if each),
        note=clean(shape.get("note") or ""),
        files=tuple(shape.get("attachments") or ()),
    )


def _recalled(shape: Shape) -> Recalled:
    given = shape["answers"].values()
    said = [(*each.get("values", ()), each.get("customText"), each.get("note")) for each in given]
    return Recalled(
        at=datetime.fromisoformat(shape["at"]),
        same=shape["how"] == "same",
        question=_line(shape["question"]),
        shown="; ".join(", ".join(_line(each) for each in texts if each) for texts in said),
        answers=shape["answers"],
    )


def _line(text: str) -> str:
    return clean(text, multiline=False)
