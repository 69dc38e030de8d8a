"""Agents who read the docs find every page, with a sentence about it."""

from pathlib import Path

from tests.docs import llms
from tests.docs.pages import DOCS


def test_every_page_is_on_the_map_with_a_sentence() -> None:
    said = llms.short()

    assert said.startswith("# Askline\n\n> The line between AI agents and their humans\n")
    for entry in llms.entries():
        assert entry.title, entry.page
        assert f"]({llms.address(entry.page) or './'}): {entry.sentence}" in said
    assert {entry.page for entry in llms.entries()} == {
        str(page.relative_to(DOCS)) for page in DOCS.rglob("*.md")
    }


def test_no_page_begins_without_a_sentence() -> None:
    assert [entry.page for entry in llms.entries() if len(entry.sentence) < 3] == []


def test_decisions_are_what_a_reader_may_skip() -> None:
    *_, last = llms.short().split("\n## ")

    assert last.startswith("Optional\n")
    assert "decisions/0001" in last
    assert "<!-- decisions/0001" not in llms.whole()


def test_both_files_are_written_beside_the_pages(tmp_path: Path) -> None:
    llms.write(tmp_path)

    assert (tmp_path / "llms.txt").read_text() == llms.short()
    assert "# The life of an ask" in (tmp_path / "llms-full.txt").read_text()


def test_what_has_no_paragraph_has_no_sentence() -> None:
    assert llms.text_of("index.md", "no such thing") == ""
