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

from askline.core.speaking import mark, t
from askline.core.text import clean
from askline.doors.cli import routed
from askline.doors.cli.routed import MYSELF, Viewer

Shape = dict[str, Any]

_PLAIN_WORD = re.compile(r"[\w@%+=:,./-]+", re.ASCII)

AWAY = "away"
"""The standing word is a rule that has no id to revoke it by."""

DOORS = {
    "api": mark("through the API"),
    "app": mark("in the agent's app"),
    "cli": mark("on the command line"),
    "form": mark("in the agent's form"),
    "link": mark("by a link"),
    "task": mark("in the agent's tasks"),
    "tui": mark("in the terminal inbox"),
    "web": mark("in the browser"),
}


AMENDED = {"late": mark("Late, added {0}"), "correction": mark("Correction, added {0}")}


def one_line(text: str) -> str:
    return clean(text, multiline=False)


def listed(ask: Shape, now: datetime, viewer: Viewer = MYSELF) -> Iterator[str]:
    """An ask in two lines: what it is about, and what one should know before opening it."""
    yield f"{ask['short_id']}  {_headline(ask)}"
    facts = [t("{0} in {1}", one_line(ask["agent"]["name"]), one_line(ask["project"]["name"]))]
    facts.append(t("asked {0}", ago(ask["asked_at"], now)))
    if ask["state"] != "pending":
        facts.append(t(ask["state"].replace("_", " ")))
    else:
        facts += [*_pressing(ask, now), *routed.facts(ask, now, viewer)]
    if len(ask["questions"]) > 1:
        facts.append(t("{0} questions", len(ask["questions"])))
    yield f"        {', '.join(facts)}"


def listed_whole(ask: Shape, now: datetime, viewer: Viewer = MYSELF) -> Iterator[str]:
    """The same, and of an approval all that will run: nobody decides by a part of it."""
    yield from listed(ask, now, viewer)
    if ask["command"] and ask["state"] == "pending":
        yield from (f"        {line}" for line in command_lines(ask["command"]))


def shown(ask: Shape, now: datetime, viewer: Viewer = MYSELF) -> Iterator[str]:
    """An ask with everything that is needed to answer it."""
    yield from headed(ask, now, viewer)
    for number, question in enumerate(ask["questions"], start=1):
        yield ""
        yield from asked(question, number)
    if ask.get("recalled"):
        yield ""
        yield from recalled(ask)
        yield t("Use it again: askline answer {0} --again", ask["short_id"])
    if ask["outcome"]:
        yield ""
        yield from ended(ask["outcome"])


def headed(ask: Shape, now: datetime, viewer: Viewer = MYSELF) -> Iterator[str]:
    """What stands before the questions."""
    yield t("Ask {0}: {1}", ask["short_id"], _headline(ask))
    yield t("State: {0}", t(ask["state"].replace("_", " ")))
    yield t("From: {0}", asker(ask))
    yield ", ".join([t("Asked: {0}", ago(ask["asked_at"], now)), *_pressing(ask, now)])
    yield from routed.lines(ask, now, viewer)
    if ask["command"]:
        yield ""
        yield from _decided_on(ask)
    elif ask["context"]:
        yield ""
        yield clean(ask["context"])


def asked(question: Shape, number: int) -> Iterator[str]:
    """One question with its options, numbered as `answer` takes them."""
    ways = [question["type"]]
    if not question["required"]:
        ways.append(t("may be skipped"))
    if question["options"] and question["allow_other"]:
        ways.append(t("or your own words"))
    header = f"{one_line(question['header'])}: " if question["header"] else ""
    text = clean(question["question"])
    yield f"{number}. {header}{text} [{one_line(question['id'])}: {', '.join(ways)}]"
    for place, option in enumerate(question["options"], start=1):
        yield from _offered(option, place)


def recalled(ask: Shape) -> Iterator[str]:
    """The person's own earlier answer, as it would answer this."""
    earlier = ask["recalled"]
    at = datetime.fromisoformat(earlier["at"])
    same = earlier["how"] == "same"
    if same:
        yield t("You answered this on {0.day} {0:%B %Y}:", at)
    else:
        yield t("You answered something like this on {0.day} {0:%B %Y}:", at)
        yield f"  {t('it was: {0}', inset(earlier['question']))}"
    for question_id, answer in earlier["answers"].items():
        said = ", ".join(given({"values": [], **answer})) or t("skipped")
        yield f"  {one_line(question_id)}: {inset(said)}"
        if answer.get("note"):
            yield f"    {t('note: {0}', inset(answer['note']))}"


def ended(outcome: Shape) -> Iterator[str]:
    """How an ask ended, who said so, and what came after."""
    if not outcome["settledBy"]:
        yield t("Nobody has answered yet.")
        return
    state = t(outcome["state"].replace("_", " "))
    yield f"{state[:1].upper()}{state[1:]} {_by(outcome['settledBy'])}"
    yield from _answers(outcome["answers"])
    if outcome["reason"]:
        yield f"  {t('reason: {0}', inset(outcome['reason']))}"
    if outcome["askBack"]:
        yield f"  {t('asks back: {0}', inset(outcome['askBack']))}"
    for amendment in outcome["amendments"]:
        yield t(AMENDED[amendment["kind"]], _by(amendment["by"]))
        yield from _answers(amendment["answers"])
        if amendment["reason"]:
            yield f"  {t('reason: {0}', inset(amendment['reason']))}"


def answered(outcome: Shape) -> Iterator[str]:
    """What was said in the end, each piece on one line."""
    for answer in outcome["answers"]:
        yield one_line(", ".join(given(answer)) or answer["state"])
    yield from (one_line(text) for text in (outcome["reason"], outcome["askBack"]) if text)


def given(answer: Shape) -> list[str]:
    """What a human gave for one question, piece by piece."""
    return [*answer["values"], *([answer["customText"]] if answer.get("customText") else [])]


def exactly(word: str) -> str:
    """A word of a command so that nothing in it can hide."""
    return word if _PLAIN_WORD.fullmatch(word) else repr(word)


def exactly_as(line: str) -> str:
    """A line of ours about a command, unless something in it cannot be seen."""
    return line if line.isprintable() else exactly(line)


def _headline(ask: Shape) -> str:
    if ask["title"]:
        return _risk(ask) + one_line(ask["title"])
    if ask["command"]:
        return _risk(ask) + t("Run {0}", " ".join(exactly(word) for word in ask["command"]["argv"]))
    return one_line(ask["questions"][0]["question"])


def asker(ask: Shape) -> str:
    agent, project = ask["agent"], ask["project"]
    who = " ".join(filter(None, (agent["name"], agent["version"], agent["label"])))
    where = ", ".join(filter(None, (project["path"], project["branch"])))
    return one_line(t("{0} in {1}", who, project["name"]) + (f" ({where})" if where else ""))


def _pressing(ask: Shape, now: datetime) -> list[str]:
    facts: list[str] = []
    if ask["deadline"] and ask["state"] == "pending":
        facts.append(t("due {0}", _ahead(ask["deadline"], now)))
    if ask["detached"] and ask["state"] == "pending":
        facts.append(t("no agent waits now"))
    if ask["human_only"]:
        facts.append(t("only a person may settle it"))
    return facts


def _risk(ask: Shape) -> str:
    """In words, for there are no colours here."""
    if ask["kind"] != "approval":
        return ""
    command: Shape = ask["command"] or {}
    return f"{t('DANGEROUS approval:')} " if command.get("dangerous") else f"{t('Approval:')} "


def _decided_on(ask: Shape) -> Iterator[str]:
    """What runs first, in our own words; what was said with it apart, where it cannot pass for ours."""
    command = ask["command"]
    if command.get("dangerous"):
        yield f"!! {t('DANGEROUS: what this does may not be undone.')}"
    if command.get("why"):
        yield t("Asked because: {0}", inset(command["why"]))
    yield t("Exactly this will run:")
    yield from (f"  {line}" for line in command_lines(command))
    if ask["context"]:
        yield ""
        yield t("Said with it:")
        yield indent(clean(ask["context"]), "  | ", lambda _: True)


def command_lines(command: Shape) -> Iterator[str]:
    """Every word of a command, with what cannot be seen spelled out."""
    yield " ".join(exactly(word) for word in command["argv"])
    yield t("in {0}, sandbox {1}", exactly(command["cwd"]), exactly(command["sandbox"]))
    if command["env"]:
        yield t("with {0}", " ".join(exactly(name) for name in command["env"]))
    yield f"sha256 {exactly(command['sha256'])}"


def _offered(option: Shape, place: int) -> Iterator[str]:
    recommended = f" {t('(recommended)')}" if option["recommended"] else ""
    yield f"   #{place} {one_line(option['label'])}{recommended}"
    for more in (option["description"], option["preview"]):
        if more:
            yield indent(clean(more), "      ")


def _answers(answers: list[Shape]) -> Iterator[str]:
    for answer in answers:
        said = ", ".join(given(answer)) if answer["state"] == "answered" else t(answer["state"])
        yield f"  {one_line(answer['questionId'])}: {inset(said)}"
        if answer.get("note"):
            yield f"    {t('note: {0}', inset(answer['note']))}"


def inset(text: str) -> str:
    """Further lines stand in, so that none of them looks like a line of ours."""
    return indent(clean(text), "    ").lstrip()


def _by(by: Shape) -> str:
    where = f" {t(DOORS[by['door']])}" if by["door"] in DOORS else ""
    if by["kind"] == "rule" and by["id"] != AWAY:
        return t("by your {0} at {1}", one_line(by["who"]), by["at"])
    kind = "" if by["kind"] == "human" else f" ({by['kind']})"
    return t("by {0}{1}{2} at {3}", one_line(by["who"]), kind, where, by["at"])


def ago(at: str, now: datetime) -> str:
    return t("{0} ago", span(now - datetime.fromisoformat(at)))


def _ahead(at: str, now: datetime) -> str:
    left = datetime.fromisoformat(at) - now
    return t("now") if left <= timedelta() else t("in {0}", span(left))


def span(time: timedelta) -> str:
    """Roughly, in the largest unit that says something."""
    seconds = max(0, int(time.total_seconds()))
    for size, said in ((86400, "{0} d"), (3600, "{0} h"), (60, "{0} min")):
        if seconds >= size:
            return t(said, seconds // size)
    return t("{0} s", seconds)
