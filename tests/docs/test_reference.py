"""The reference and the glossary tell what the code does."""

import re
import tomllib
from collections.abc import Iterator
from dataclasses import asdict
from pathlib import Path
from typing import Any

import pytest

from askline.asks.limits import Limits
from askline.asks.state import State
from askline.core.errors import AsklineError
from tests.promises import PROMISES

ROOT = Path(__file__).parents[2]
DOCS = ROOT / "docs"

LIMITS = {
    "questions": ("questions per ask", "10"),
    "options": ("options per question", "20"),
    "question_text": ("text of a question", "1,000 characters"),
    "header": ("header of a question", "24 characters"),
    "title": ("title of an ask", "100 characters"),
    "label": ("label of an option", "500 characters"),
    "description": ("description of an option", "4,000 characters"),
    "placeholder": ("placeholder of a question", "200 characters"),
    "context": ("context of an ask", "64 kB (65,536 characters)"),
    "preview": ("preview of an option", "16 kB (16,384 characters)"),
    "answer_text": ("text of an answer", "256 kB (262,144 characters)"),
    "attachments": ("attachments", "10, each 5 MB"),
    "attachment_bytes": ("attachments", "10, each 5 MB"),
    "pending_asks": ("pending asks per agent", "1,000"),
    "asks_per_minute": ("asks per minute per agent", "20"),
}


def rows(page: str) -> list[list[str]]:
    """The cells of every table of a page, without heads and rulers."""
    lines = [line for line in (DOCS / page).read_text().splitlines() if line.startswith("|")]
    cells = [[cell.strip() for cell in line.strip("|").split("|")] for line in lines]
    rulers = [index for index, row in enumerate(cells) if set(row) == {"---"}]
    heads = {index - 1 for index in rulers}
    return [row for index, row in enumerate(cells) if index not in heads | set(rulers)]


def below(kind: type[AsklineError]) -> Iterator[type[AsklineError]]:
    for child in kind.__subclasses__():
        yield child
        yield from below(child)


def linked(nav: Any) -> Iterator[str]:
    match nav:
        case str():
            yield nav
        case dict():
            for entry in nav.values():  # pyright: ignore[reportUnknownVariableType] - TOML
                yield from linked(entry)
        case _:
            for entry in nav:
                yield from linked(entry)


def test_every_error_code_is_documented_and_no_other() -> None:
    codes = {kind.code for kind in below(AsklineError)}

    assert sorted(row[0] for row in rows("reference/errors.md")) == sorted(
        f"`{code}`" for code in codes
    )


def test_every_documented_error_says_when_it_happens_and_what_to_do_next() -> None:
    for row in rows("reference/errors.md"):
        assert len(row) == 3
        assert all(row)


def test_every_limit_is_documented_with_its_number() -> None:
    documented = {row[0]: row[1] for row in rows("reference/limits.md")}
    numbers = asdict(Limits())

    assert set(LIMITS) == set(numbers)
    for name, (what, at_most) in LIMITS.items():
        assert documented[what] == at_most
        number = numbers[name]
        spelled = f"{number // 1024**2} MB" if name == "attachment_bytes" else f"{number:,}"
        assert re.search(rf"\b{spelled}\b", at_most)


def test_every_promise_is_documented_and_no_other() -> None:
    named = [row[0] for row in rows("concepts/durability.md") if re.fullmatch(r"`[\w-]+`", row[0])]
    documented = [name.strip("`") for name in named]

    assert documented == list(PROMISES)


def test_every_page_is_reachable_and_every_entry_is_a_page() -> None:
    site = tomllib.loads((ROOT / "zensical.toml").read_text())
    pages = [str(page.relative_to(DOCS)) for page in DOCS.rglob("*.md")]

    assert sorted(linked(site["project"]["nav"])) == sorted(pages)


GLOSSARY = rows("glossary.md")


def test_the_glossary_has_one_entry_for_each_word() -> None:
    words = [row[0] for row in GLOSSARY]

    assert len(words) == len(set(words))
    assert all(len(row) == 3 and all(row) for row in GLOSSARY)


def test_no_word_is_avoided_for_what_it_means() -> None:
    for word, _, avoided in GLOSSARY:
        assert word not in avoided.split(", ")


def test_the_glossary_knows_every_outcome_and_how_many_questions() -> None:
    meaning = {row[0]: row[1] for row in GLOSSARY}
    outcomes = [state.replace("_", " ") for state in State if state.settled]

    assert meaning["outcome"] == f"how an ask ended: {', '.join(outcomes)}"
    assert f"1–{Limits().questions} questions" in meaning["ask"]  # noqa: RUF001 - as it is written


@pytest.mark.parametrize("word", ["utils", "helpers", "common", "base", "manager"])
def test_no_room_has_a_name_that_says_nothing(word: str) -> None:
    assert [room for room in (ROOT / "src").rglob("*") if room.stem == word] == []
