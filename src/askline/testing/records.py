"""A record of what was asked and answered, as one file: read and written here, and made into a script.

JSON, one object: `askline_record` is the version of its shape, `asks` are the asks, oldest first, each
with its questions and how it ended. A file of another version is refused, never guessed at.
"""

import json
import os
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import Any, cast

from askline.asks.answers import Given
from askline.asks.state import State
from askline.core.errors import InvalidArguments, NotFound
from askline.testing.matching import Matching
from askline.testing.script import Deed, Line

Json = dict[str, Any]

VERSION = 1
STATES = (State.ANSWERED, State.REJECTED, State.ASKED_BACK, State.TIMED_OUT)
"""What a human's word, or silence, made of an ask; the other ends are the agent's own."""

WHOLE = {
    State.REJECTED: (Deed.REJECTS, "reason"),
    State.ASKED_BACK: (Deed.ASKS_BACK, "askBack"),
    State.TIMED_OUT: (Deed.LETS_TIME_OUT, "reason"),
}


def recorded(ask: Mapping[str, Any]) -> Json:
    """One ask of the API as the record keeps it: no ids, no paths, nobody's name."""
    outcome = ask["outcome"]
    return {
        "agent": ask["agent"]["name"],
        "title": ask["title"],
        "questions": [_question(each) for each in ask["questions"]],
        "state": ask["state"],
        "by": outcome["settledBy"]["kind"],
        "answers": [_answer(each) for each in outcome["answers"]],
        "reason": outcome["reason"],
        "askBack": outcome["askBack"],
    }


def record_text(asks: Iterable[Json]) -> str:
    return json.dumps({"askline_record": VERSION, "asks": [*asks]}, indent=2, ensure_ascii=False)


def read_record(path: str | os.PathLike[str]) -> list[Json]:
    """Raises: NotFound, InvalidArguments."""
    try:
        said: object = json.loads(Path(path).read_text(encoding="utf-8"))
    except OSError as error:
        raise NotFound(
            f"There is no record {os.fspath(path)} ({error.strerror}).",
            hint="Record one with `python -m askline.testing record`, and commit it.",
        ) from error
    except ValueError as error:
        raise _unreadable(path, "it is no JSON") from error
    record = cast("Json", said) if isinstance(said, dict) else {}
    if (version := record.get("askline_record")) != VERSION:
        raise _unreadable(path, f"its version is {version!r}, and this reads {VERSION}")
    if not isinstance(asks := record.get("asks"), list):
        raise _unreadable(path, "it has no list of asks")
    return cast("list[Json]", asks)


def lines_of(asks: Iterable[Json]) -> Iterator[Line]:
    """Each answer once, in the order in which they were given.

    Raises: InvalidArguments.
    """
    for number, ask in enumerate(asks, 1):
        try:
            yield from [*_lines(ask)]
        except (LookupError, TypeError, ValueError, AttributeError) as error:
            raise InvalidArguments(
                f"Ask {number} of the record does not have the shape of one ({error!r}).",
                hint="Compare it with the reference of the test kit, or record it again.",
            ) from error


def _lines(ask: Json) -> Iterator[Line]:
    state, questions = State(ask["state"]), ask["questions"]
    if state is State.ANSWERED:
        for question, answer in zip(questions, ask["answers"], strict=True):
            given = Given(
                values=tuple(answer["values"]),
                custom_text=answer.get("customText"),
                note=answer.get("note"),
                skipped=answer.get("skipped", False),
            )
            yield _line(Deed.ANSWERS, question["question"], given=given)
        return
    deed, words = WHOLE[state]
    yield _line(deed, questions[0]["question"], words=ask[words])


def _line(deed: Deed, text: str, *, given: Given | None = None, words: str | None = None) -> Line:
    to = Matching(text=text, whole=True)
    written = f".{deed}({to}) of the record"
    return Line(deed=deed, to=to, given=given or Given(), words=words, written=written)


def _question(shape: Mapping[str, Any]) -> Json:
    return {
        "question": shape["question"],
        "header": shape["header"],
        "type": shape["type"],
        "options": [option["label"] for option in shape["options"]],
    }


def _answer(shape: Mapping[str, Any]) -> Json:
    kept = {name: shape[name] for name in ("values", "customText", "note") if name in shape}
    return kept if shape["state"] == "answered" else {**kept, "skipped": True}


def _unreadable(path: str | os.PathLike[str], why: str) -> InvalidArguments:
    return InvalidArguments(
        f"The record {os.fspath(path)} cannot be read: {why}.",
        hint="Record it again with `python -m askline.testing record`.",
    )
