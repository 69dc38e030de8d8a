"""Asks as JSON, YAML, Markdown and CSV, piece by piece. Pure: shapes in, texts out.

Each text is one that a careless reader cannot take for something else: YAML quotes every word, CSV
begins no cell with a sign that makes a formula of it, Markdown keeps what people and agents wrote
from becoming markup.
"""

import csv
import io
import json
import re
from collections.abc import Iterable, Iterator
from typing import Any, cast

from askline.core.text import clean
from askline.doors.cli.showing import given
from askline.memory.writing import quoted

Shape = dict[str, Any]

COLUMNS = (
    *("id", "asked_at", "state", "project", "agent", "title", "question_id", "question"),
    *("answer", "note", "reason", "settled_at", "settled_by", "who", "door"),
)
NO_OUTCOME: Shape = {
    "answers": [],
    "reason": None,
    "askBack": None,
    "settledBy": {"at": None, "kind": None, "who": None, "door": None},
}
FORMULA = ("=", "+", "-", "@", "\t", "\r")
_MARKUP = re.compile(r"([\\`*_{}\[\]<>()#+!|~&-])")


def as_json(asks: Iterable[Shape]) -> Iterator[str]:
    """One array, each ask on a line of its own."""
    yield "["
    for number, ask in enumerate(asks):
        yield ",\n" if number else "\n"
        yield json.dumps(ask, ensure_ascii=False)
    yield "\n]\n"


def as_yaml(asks: Iterable[Shape]) -> Iterator[str]:
    """One list. Every text stands in quotes, so none is taken for a number or a yes."""
    empty = True
    for ask in asks:
        empty = False
        fields = [f"{name}: {_yaml(value)}" for name, value in ask.items()]
        yield "- " + "\n  ".join(fields) + "\n"
    if empty:
        yield "[]\n"


def as_csv(asks: Iterable[Shape]) -> Iterator[str]:
    """One row for each question. Lines end as RFC 4180 says."""
    yield _row(COLUMNS)
    for ask in asks:
        for question in ask["questions"]:
            yield _row(_cells(ask, question))


def as_markdown(asks: Iterable[Shape]) -> Iterator[str]:
    yield "# History\n"
    for ask in asks:
        yield "\n" + "\n".join(_chapter(ask)) + "\n"


def _yaml(value: Any) -> str:
    """On one line."""
    match value:
        case str():
            return quoted(value)
        case list():
            return f"[{', '.join(map(_yaml, cast('list[Any]', value)))}]"
        case dict():
            pairs = cast("Shape", value).items()
            return f"{{{', '.join(f'{quoted(name)}: {_yaml(each)}' for name, each in pairs)}}}"
        case _:
            return json.dumps(value)


def _row(cells: Iterable[object]) -> str:
    text = io.StringIO()
    csv.writer(text).writerow([_cell(cell) for cell in cells])
    return text.getvalue()


def _cell(value: object) -> str:
    """A spreadsheet computes what begins like a formula, whoever wrote it."""
    text = "" if value is None else str(value)
    return f"'{text}" if text.startswith(FORMULA) else text


def _cells(ask: Shape, question: Shape) -> list[object]:
    outcome: Shape = ask["outcome"] or NO_OUTCOME
    by = outcome["settledBy"]
    answer = next((a for a in outcome["answers"] if a["questionId"] == question["id"]), None)
    return [
        *(ask["id"], ask["asked_at"], ask["state"], ask["project"]["name"], ask["agent"]["name"]),
        *(ask["title"], question["id"], question["question"]),
        *(", ".join(given(answer)) if answer else None, answer.get("note") if answer else None),
        *(outcome["reason"] or outcome["askBack"], by["at"], by["kind"], by["who"], by["door"]),
    ]


def _chapter(ask: Shape) -> Iterator[str]:
    title = ask["title"] or ask["questions"][0]["question"]
    yield f"## {_plain(title)}"
    yield ""
    project, agent = _plain(ask["project"]["name"]), _plain(ask["agent"]["name"])
    yield f"{ask['asked_at']}, {agent} in {project}, {ask['state'].replace('_', ' ')}, `{ask['id']}`"
    outcome = ask["outcome"]
    for question in ask["questions"]:
        yield ""
        yield f"**{_plain(question['question'])}**"
        yield from _said(question, outcome["answers"] if outcome else [])
    if outcome:
        yield ""
        yield from _ended(outcome)


def _said(question: Shape, answers: list[Shape]) -> Iterator[str]:
    for answer in answers:
        if answer["questionId"] == question["id"]:
            yield ""
            yield f"> {_plain(', '.join(given(answer)) or answer['state'])}"
            if answer.get("note"):
                yield f"> ({_plain(answer['note'])})"


def _ended(outcome: Shape) -> Iterator[str]:
    for text in (outcome["reason"], outcome["askBack"]):
        if text:
            yield f"> {_plain(text)}"
            yield ""
    by = outcome["settledBy"]
    yield f"By {_plain(by['who'])} ({by['kind']}), {by['at']}"


def _plain(text: str) -> str:
    """On one line, and no markup."""
    return _MARKUP.sub(r"\\\1", clean(text, multiline=False))
