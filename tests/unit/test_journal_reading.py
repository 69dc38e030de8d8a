"""Files that others wrote: read where one can see what is meant, passed over where not."""

import subprocess
import sys
from datetime import UTC, datetime

import pytest

from askline.stores.journal.reading import entry_in
from tests.builders import NOON

NAME = "20261114_120000_question.yaml"
CHANGED = NOON.timestamp()


@pytest.mark.parametrize(
    ("said", "read"),
    [
        ("yes", "yes"),
        ("true", "true"),
        ("false", "false"),
        ("42", "42"),
        ("1.5", "1.5"),
        ("2026-11-14", "2026-11-14"),
        ("[unit, journeys, ~, 3]", "unit, journeys, 3"),
        ("|\n  two\n  lines", "two\nlines\n"),
        ("1.50", "1.50"),
        ("&a this", "this"),
        ("!!python/object/apply:os.abort [now]", "now"),
        ("this\nmeta: {deep: [1, 2], note: no}\n? [x]\n: y", "this"),
        ('"null"', "null"),
        ('"a\\e[31mred\\u202e"', "ared"),
    ],
)
def test_an_answer_is_read_as_one_would_read_it_aloud(said: str, read: str) -> None:
    entry = entry_in(f"question: Which?\nanswer: {said}\n", NAME, CHANGED)

    assert entry is not None
    assert entry.answer == read


@pytest.mark.parametrize(
    ("text", "name", "at"),
    [
        (
            'timestamp: "2026-11-14T13:00:00.123+01:00"',
            NAME,
            datetime(2026, 11, 14, 12, 0, 0, 123_000, UTC),
        ),
        ("timestamp: 2026-11-14T12:00:00Z", "mine.yaml", NOON),
        ("timestamp: 2026-11-14 12:00:00", "mine.yaml", NOON),
        ("timestamp: 2026-11-14", "mine.yaml", datetime(2026, 11, 14, tzinfo=UTC)),
        ('timestamp: "some day"', NAME, NOON),
        ("timestamp: 7", "20261114_120000_000123_question.yml", NOON),
        ("who: me", "20269999_999999_question.yaml", NOON),
        ("who: me", "mine.yaml", NOON),
    ],
)
def test_the_time_comes_from_the_text_the_name_or_the_file_itself(
    text: str, name: str, at: datetime
) -> None:
    entry = entry_in(f"question: Which?\nanswer: this\n{text}\n", name, CHANGED)

    assert entry is not None
    assert entry.at == at


@pytest.mark.parametrize(
    "text",
    [
        "",
        "{broken: [",
        "just a text",
        "- question: Which?\n  answer: this",
        "question: Which?",
        "question: Which?\nanswer: {a: map}",
        "question: Which?\nanswer: this\n---\nquestion: Another?",
        "question: Which?\nanswer: this\nanswer: that",
        'question: Which?\nanswer: ""',
        "question: Which?\nanswer: null",
        "question: Which?\nanswer: &a [*a]",
        "question: Which?\nanswer: " + "[" * 9 + "]" * 9,
        "question: Which?\nanswer: this\n" + "\n".join(f"k{n}: v" for n in range(600)),
        "question: Which?\nanswer: \0",
    ],
)
def test_what_is_no_entry_is_passed_over(text: str) -> None:
    assert entry_in(text, NAME, CHANGED) is None


def test_a_parser_is_loaded_only_for_a_file_that_needs_one() -> None:
    look = "import sys; import askline.stores.journal.files; print('ruamel.yaml' in sys.modules)"

    done = subprocess.run([sys.executable, "-c", look], capture_output=True, text=True, check=True)

    assert done.stdout == "False\n"


def test_an_alias_bomb_does_not_go_off() -> None:
    lines = ["a0: &a0 [boom, boom]"]
    lines += [f"a{n}: &a{n} [{', '.join([f'*a{n - 1}'] * 9)}]" for n in range(1, 30)]

    text = "\n".join([*lines, "question: Which?", "answer: *a29"])

    assert entry_in(text, NAME, CHANGED) is None
