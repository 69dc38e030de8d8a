"""What was answered, as documents: true, readable, and without markup of its own."""

import json
from dataclasses import replace
from datetime import timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st
from markdown_it import MarkdownIt

from askline.core.text import clean
from askline.memory.entries import Entry
from askline.memory.exporting import FORMATS, entry_shape, markdown, plain, records
from tests.builders import NOON
from tests.unit.memory import parsed
from tests.unit.test_memory_writing import HOSTILE

ENTRY = Entry(
    at=NOON,
    question="Which database?",
    answer="SQLite",
    values=("SQLite",),
    note="for now",
    title="Storage",
    options=("SQLite", "PostgreSQL"),
    rejected=("PostgreSQL",),
    ask="0198c0de",
    by="human",
    who="me",
    door="tui",
    agent="coder",
    branch="main",
    scope="project",
    overruled=NOON + timedelta(days=1),
)
FILE = Entry(at=NOON, question="Tabs?", answer="no", amends="late")
MARKUP = st.text(st.sampled_from(HOSTILE + "#*_`<>()!|~=.1@a/:www\n"), max_size=40)


def test_a_decision_log_says_what_who_when_and_what_was_not_taken() -> None:
    assert markdown([ENTRY, FILE], "shop") == (
        "# Decisions in shop\n\n"
        "## 2026-11-14: Which database?\n\n"
        "> SQLite\n\n"
        "- Note: for now\n"
        "- Not taken: PostgreSQL\n"
        "- Answered by me (tui), asked by coder, ask 0198c0de\n"
        "- Branch: main\n"
        "- Holds no more: answered otherwise on 2026-11-15\n\n"
        "## 2026-11-14: Tabs?\n\n"
        "> no\n\n"
        "- Said afterwards: late\n"
        "- From a file of the project; nobody here answered it\n"
    )


def test_a_draft_of_a_record_has_its_sections() -> None:
    text = records([ENTRY, replace(FILE, by="rule", who="r1")], "shop")
    first, second = text.split("\n---\n\n")

    assert first.startswith("# 1. Storage\n\n## Status\n\nOverruled on 2026-11-15")
    assert "- SQLite\n- PostgreSQL (not taken)\n" in first
    assert "## Decision\n\n> SQLite\n" in first
    assert first.endswith("## Consequences\n\nTo be written.\n")
    assert second.startswith("# 2. Tabs?\n\n## Status\n\nAccepted (draft, 2026-11-14)")
    assert "Answered by rule r1\n" in second
    assert "Options" not in second


@given(MARKUP)
def test_whatever_was_said_is_shown_as_text_and_draws_nothing(said: str) -> None:
    expected = clean(said, multiline=False)
    for before in ("> x", "> ", "- "):
        tokens = MarkdownIt("gfm-like").parse(before + plain(said))

        blocks = {token.type for token in tokens if not token.type.endswith("close")}
        around = {"blockquote_open", "bullet_list_open", "list_item_open"}
        assert blocks - around <= {"paragraph_open", "inline"}
        shown = [token for inline in tokens for token in inline.children or []]
        assert {token.type for token in shown} <= {"text", "text_special"}
        text = "".join(token.content for token in shown)
        assert text == f"{before[2:]}{expected}".strip()


@given(st.lists(MARKUP, min_size=2, max_size=4).map("\n".join))
def test_an_answer_of_many_lines_stays_between_its_fences(said: str) -> None:
    [quote] = markdown([replace(FILE, answer=f"a\n{said}\nb", by="human")], "x").split("\n\n")[2:3]
    tokens = MarkdownIt("gfm-like").parse(markdown([replace(FILE, answer=f"a\n{said}\nb")], "x"))

    assert quote.startswith("```")
    [fence] = [token for token in tokens if token.type == "fence"]
    assert fence.content == clean(f"a\n{said}\nb") + "\n"


@pytest.mark.parametrize("form", ["json", "yaml"])
def test_programs_get_every_field(form: str) -> None:
    text = FORMATS[form]([ENTRY, FILE], "shop")
    first, second = (json.loads(text) if form == "json" else parsed(text))["entries"]

    assert first.items() <= entry_shape(ENTRY).items()
    assert (first["source"], second["source"]) == ("store", "file")
    assert first["overruled"] == "2026-11-15T12:00:00.000Z"
    assert first["rejected"] == ["PostgreSQL"]


@pytest.mark.parametrize("form", [*FORMATS])
def test_nothing_is_a_document_too(form: str) -> None:
    assert isinstance(FORMATS[form]([], "shop"), str)
