"""Every client that can be set up has a start page, all of one build, and what is not run is known."""

import pytest

from askline.setup.clients import CLIENTS
from tests.clients.start.comparing import Eyes
from tests.clients.start.pages import Page, Remark, every
from tests.clients.start.playing import ANSWERS

HEADINGS = ("## Set up", "## Ask and answer", "## Undo", "## What it cannot do")
PAGES = every()
CLIENT_PAGES = [page for name, page in PAGES.items() if name != "index"]

each_page = pytest.mark.parametrize("page", CLIENT_PAGES, ids=lambda page: page.name)


def test_every_client_that_setup_knows_has_its_page() -> None:
    assert set(PAGES) - {"index"} == {client.name for client in CLIENTS}


@each_page
def test_pages_of_clients_are_built_alike_and_short(page: Page) -> None:
    title = next(client.title for client in CLIENTS if client.name == page.name)

    assert page.path.read_text().startswith(f"# {title}\n")
    assert page.headings == HEADINGS
    assert 30 <= page.lines <= 60


@pytest.mark.parametrize("page", PAGES.values(), ids=lambda page: page.name)
def test_every_page_ends_in_an_answered_question(page: Page) -> None:
    typed = [each.command for block in page.blocks for each in block.commands()]
    through_us = [part for part in page.parts if isinstance(part, Remark) and part.verb == "asks"]

    assert through_us or any(command.startswith(ANSWERS) for command in typed)


@pytest.mark.parametrize("page", PAGES.values(), ids=lambda page: page.name)
def test_a_block_is_typed_or_says_why_not(page: Page) -> None:
    for block in page.blocks:
        assert block.kind in {"sh", "console"}
        assert block.commands()
        assert block.reason != ""


def test_one_block_of_all_pages_is_not_run() -> None:
    left = {page.name: len(page.not_run) for page in PAGES.values() if page.not_run}

    assert left == {"index": 1}


def test_pages_of_programs_that_were_not_run_say_so() -> None:
    for page in CLIENT_PAGES:
        says = "**Nobody has run" in page.path.read_text()

        assert says is (page.client is None), page.name


def test_ids_and_times_may_differ_and_an_id_is_known_again() -> None:
    eyes = Eyes("/rooms/x/ada")
    shown = "k7m2qd  Which?\n        codex in shop, asked 4 s ago\n"

    assert eyes.agree(
        shown, "\x1b[1mpqrstv\x1b[0m  Which?\r\n        codex in shop, asked 11 s ago\r\n"
    )

    assert eyes.typed("askline answer k7m2qd A") == "askline answer pqrstv A"
    assert eyes.agree("k7m2qd again k7m2qd\n", "pqrstv again pqrstv")
    assert not eyes.agree("k7m2qd\n", "zzzzzz")
    assert eyes.agree("at /home/ada/shop\n", "at /rooms/x/ada/shop")


@pytest.mark.parametrize(
    ("seen", "same"),
    [("a\nb\nc\nd", True), ("a\nd", True), ("a\nb", False), ("x\na\nd", False), ("a\nd\ne", False)],
)
def test_an_ellipsis_stands_for_any_lines_and_for_nothing_else(seen: str, same: bool) -> None:
    assert Eyes("/nowhere").agree("a\n…\nd\n", seen) is same


def test_lines_of_another_terminal_are_looked_for_in_their_order() -> None:
    eyes = Eyes("/nowhere")

    assert eyes.in_order("one\ntwo\n", "x\n• one more\ny\ntwo")
    assert not eyes.in_order("one\ntwo\n", "two\none")
