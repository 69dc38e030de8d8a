"""Asks and outcomes as plain text for a terminal. Pure: shapes in, lines out.

Whatever an agent or a human wrote passes the sanitizer once more on its way to a terminal. The
command of an approval does not: it is shown with everything that cannot be seen spelled out, since
leaving something away would show another command than the one that runs. No colours, so NO_COLOR
has nothing to turn off.
"""

import re
from collections.abc import Iterator
from datetime import datetime, timedelta
from textwrap import indent
from typing import Any

from askline.core.text import clean

Shape = dict[str, Any]

_PLAIN_WORD = re.compile(r"[\w@%+=:,./-]+", re.ASCII)

DOORS = {
    "api": "through the API",
    "app": "in the agent's app",
    "cli": "on the command line",
    "form": "in the agent's form",
    "link": "by a link",
    "task": "in the agent's tasks",
    "tui": "in the terminal inbox",
    "web": "in the browser",
}


def one_line(text: str) -> str:
    return clean(text, multiline=False)


def listed(ask: Shape, now: datetime) -> Iterator[str]:
    """An ask in two lines: what it is about, and what one should know before opening it."""
    yield f"{ask['short_id']}  {_headline(ask)}"
    facts = [f"{one_line(ask['agent']['name'])} in {one_line(ask['project']['name'])}"]
    facts.append(f"asked {_ago(ask['asked_at'], now)}")
    if ask["state"] != "pending":
        facts.append(ask["state"].replace("_", " "))
    else:
        facts += _pressing(ask, now)
    if len(ask["questions"]) > 1:
        facts.append(f"{len(ask['questions'])} questions")
    yield f"        {', '.join(facts)}"


def shown(ask: Shape, now: datetime) -> Iterator[str]:
    """An ask with everything that is needed to answer it."""
    yield from headed(ask, now)
    for number, question in enumerate(ask["questions"], start=1):
        yield ""
        yield from asked(question, number)
    if ask["outcome"]:
        yield ""
        yield from ended(ask["outcome"])


def headed(ask: Shape, now: datetime) -> Iterator[str]:
    """What stands before the questions."""
    yield f"Ask {ask['short_id']}: {_headline(ask)}"
    yield f"State: {ask['state'].replace('_', ' ')}"
    yield f"From: {_asker(ask)}"
    yield ", ".join([f"Asked: {_ago(ask['asked_at'], now)}", *_pressing(ask, now)])
    if ask["context"]:
        yield ""
        yield clean(ask["context"])
    if ask["command"]:
        yield ""
        yield from _command(ask["command"])


def asked(question: Shape, number: int) -> Iterator[str]:
    """One question with its options, numbered as `answer` takes them."""
    ways = [question["type"]]
    if not question["required"]:
        ways.append("may be skipped")
    if question["options"] and question["allow_other"]:
        ways.append("or your own words")
    header = f"{one_line(question['header'])}: " if question["header"] else ""
    text = clean(question["question"])
    yield f"{number}. {header}{text} [{one_line(question['id'])}: {', '.join(ways)}]"
    for place, option in enumerate(question["options"], start=1):
        yield from _offered(option, place)


def ended(outcome: Shape) -> Iterator[str]:
    """How an ask ended, who said so, and what came after."""
    if not outcome["settledBy"]:
        yield "Nobody has answered yet."
        return
    yield f"{outcome['state'].replace('_', ' ').capitalize()} {_by(outcome['settledBy'])}"
    yield from _answers(outcome["answers"])
    if outcome["reason"]:
        yield f"  reason: {_inset(outcome['reason'])}"
    if outcome["askBack"]:
        yield f"  asks back: {_inset(outcome['askBack'])}"
    for amendment in outcome["amendments"]:
        yield f"{amendment['kind'].capitalize()}, added {_by(amendment['by'])}"
        yield from _answers(amendment["answers"])
        if amendment["reason"]:
            yield f"  reason: {_inset(amendment['reason'])}"


def given(answer: Shape) -> list[str]:
    """What a human gave for one question, piece by piece."""
    return [*answer["values"], *([answer["customText"]] if answer.get("customText") else [])]


def exactly(word: str) -> str:
    """A word of a command so that nothing in it can hide."""
    return word if _PLAIN_WORD.fullmatch(word) else repr(word)


def _headline(ask: Shape) -> str:
    if ask["title"]:
        return one_line(ask["title"])
    if ask["command"]:
        return "Run " + " ".join(exactly(word) for word in ask["command"]["argv"])
    return one_line(ask["questions"][0]["question"])


def _asker(ask: Shape) -> str:
    agent, project = ask["agent"], ask["project"]
    who = " ".join(filter(None, (agent["name"], agent["version"], agent["label"])))
    where = ", ".join(filter(None, (project["path"], project["branch"])))
    return one_line(f"{who} in {project['name']}" + (f" ({where})" if where else ""))


def _pressing(ask: Shape, now: datetime) -> list[str]:
    facts: list[str] = []
    if ask["deadline"] and ask["state"] == "pending":
        facts.append(f"due {_ahead(ask['deadline'], now)}")
    if ask["detached"] and ask["state"] == "pending":
        facts.append("no agent waits now")
    if ask["human_only"]:
        facts.append("only a person may settle it")
    return facts


def _command(command: Shape) -> Iterator[str]:
    yield "Exactly this will run:"
    yield f"  {' '.join(exactly(word) for word in command['argv'])}"
    yield f"  in {exactly(command['cwd'])}, sandbox {exactly(command['sandbox'])}"
    if command["env"]:
        yield f"  with {' '.join(exactly(name) for name in command['env'])}"
    yield f"  sha256 {exactly(command['sha256'])}"


def _offered(option: Shape, place: int) -> Iterator[str]:
    recommended = " (recommended)" if option["recommended"] else ""
    yield f"   #{place} {one_line(option['label'])}{recommended}"
    for more in (option["description"], option["preview"]):
        if more:
            yield indent(clean(more), "      ")


def _answers(answers: list[Shape]) -> Iterator[str]:
    for answer in answers:
        said = ", ".join(given(answer)) if answer["state"] == "answered" else answer["state"]
        yield f"  {one_line(answer['questionId'])}: {_inset(said)}"
        if answer.get("note"):
            yield f"    note: {_inset(answer['note'])}"


def _inset(text: str) -> str:
    """Further lines stand in, so that none of them looks like a line of ours."""
    return indent(clean(text), "    ").lstrip()


def _by(by: Shape) -> str:
    where = f" {DOORS[by['door']]}" if by["door"] in DOORS else ""
    kind = "" if by["kind"] == "human" else f" ({by['kind']})"
    return f"by {one_line(by['who'])}{kind}{where} at {by['at']}"


def _ago(at: str, now: datetime) -> str:
    return f"{_span(now - datetime.fromisoformat(at))} ago"


def _ahead(at: str, now: datetime) -> str:
    left = datetime.fromisoformat(at) - now
    return "now" if left <= timedelta() else f"in {_span(left)}"


def _span(time: timedelta) -> str:
    """Roughly, in the largest unit that says something."""
    seconds = max(0, int(time.total_seconds()))
    for size, unit in ((86400, "d"), (3600, "h"), (60, "min")):
        if seconds >= size:
            return f"{seconds // size} {unit}"
    return f"{seconds} s"
