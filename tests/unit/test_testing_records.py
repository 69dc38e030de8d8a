"""Records: read back as they were written, and refused where they are something else."""

import json
from pathlib import Path
from typing import Any

import pytest

import askline.testing
from askline.core.errors import AsklineError, InvalidArguments, NotFound
from askline.testing import FakeHuman
from askline.testing.script import Deed
from tests.builders import a_matter, a_select, an_ask

Json = dict[str, Any]

QUESTION: Json = {
    "question": "Which database?",
    "header": None,
    "type": "select",
    "options": ["PostgreSQL", "SQLite"],
}
ASK: Json = {
    "agent": "claude-code",
    "title": None,
    "questions": [QUESTION],
    "state": "answered",
    "by": "human",
    "answers": [{"values": ["SQLite"], "note": "One file."}],
    "reason": None,
    "askBack": None,
}


def a_record(path: Path, *asks: dict[str, Any], version: int = 1) -> Path:
    path.write_text(json.dumps({"askline_record": version, "asks": asks}))
    return path


def test_a_record_is_replayed_once_in_the_order_of_its_asks(tmp_path: Path) -> None:
    rejected: Json = {**ASK, "state": "rejected", "answers": [], "reason": "Ask me later."}
    back: Json = {**ASK, "state": "asked_back", "answers": [], "askBack": "How large?"}
    late: Json = {**ASK, "state": "timed_out", "answers": []}
    human = FakeHuman.replaying(a_record(tmp_path / "r.json", rejected, back, ASK, late))

    said = [human.decide(an_ask()) for _ in range(4)]

    assert [each.deed for each in said] == [
        *(Deed.REJECTS, Deed.ASKS_BACK, Deed.ANSWERS, Deed.LETS_TIME_OUT)
    ]
    assert [each.words for each in said[:2]] == ["Ask me later.", "How large?"]
    assert (said[2].given["db"].values, said[2].given["db"].note) == (("SQLite",), "One file.")
    human.verify()


def test_what_is_not_in_the_record_is_told_with_what_is_nearest_there(tmp_path: Path) -> None:
    record = a_record(tmp_path / "r.json", ASK)
    human = FakeHuman.replaying(record, strict=False)

    decision = human.decide(an_ask(matter=a_matter(a_select(text="Which database is it?"))))

    assert decision.deed is None
    assert human.failures[0].startswith(f"Not in the record {record}: 'Which database is it?'")
    assert "Nearest: 'Which database?'" in human.failures[0]


@pytest.mark.parametrize(
    ("text", "kind", "words"),
    [
        ("{", InvalidArguments, "it is no JSON"),
        ("[]", InvalidArguments, "its version is None"),
        ('{"askline_record": 2, "asks": []}', InvalidArguments, "its version is 2"),
        ('{"askline_record": 1, "asks": {}}', InvalidArguments, "it has no list of asks"),
        ('{"askline_record": 1, "asks": [{}]}', InvalidArguments, "Ask 1 of the record"),
        ('{"askline_record": 1, "asks": [7]}', InvalidArguments, "Ask 1 of the record"),
        (None, NotFound, "There is no record"),
    ],
)
def test_what_cannot_be_replayed_is_refused(
    tmp_path: Path, text: str | None, kind: type[AsklineError], words: str
) -> None:
    record = tmp_path / "r.json"
    if text is not None:
        record.write_text(text)

    with pytest.raises(kind) as refused:
        FakeHuman.replaying(record)

    assert words in refused.value.message
    assert refused.value.hint


def test_the_kit_has_what_it_names_and_nothing_else() -> None:
    assert all(getattr(askline.testing, name) for name in askline.testing.__all__)
    with pytest.raises(AttributeError, match="no attribute 'Nothing'"):
        _ = askline.testing.Nothing
