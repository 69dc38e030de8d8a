"""Every language says everything: no sentence is missing, none is left over, gaps are the same."""

import ast
import re
from collections.abc import Iterator

import pytest

from askline.core.speaking import ENGLISH, ERRORS, FOLDER, Said, catalogue, languages
from tests.catalogue import SOURCE, gaps, raised, said

OTHERS = [language for language in languages() if language != ENGLISH]
OF_THE_PARSER = re.compile(r"arguments?\b|^invalid ")
TAG = re.compile(r"<[^<>]*>?")
PROSE = re.compile(r"[a-z]{2,} [a-z]{2,}")


@pytest.mark.parametrize("language", OTHERS)
def test_every_sentence_is_there_and_none_is_left_over(language: str) -> None:
    keys = said()
    errors = raised()

    wanted = keys.plain | keys.counted | errors
    found = {
        text for text in catalogue(language) if not OF_THE_PARSER.search(text) or text in wanted
    }

    assert not keys.plain & keys.counted
    assert sorted(wanted - found) == []
    assert sorted(found - wanted) == []


@pytest.mark.parametrize("language", OTHERS)
def test_a_sentence_has_the_gaps_of_the_english_one(language: str) -> None:
    wrong = [
        (text, form)
        for text, words in catalogue(language).items()
        for form in _forms(words)
        if gaps(form) - gaps(text) or (isinstance(words, str) and gaps(form) != gaps(text))
    ]

    assert wrong == []


@pytest.mark.parametrize("language", OTHERS)
def test_what_is_counted_has_all_its_forms(language: str) -> None:
    counted = said().counted

    lacking = [text for text in counted if not isinstance(catalogue(language)[text], dict)]

    assert lacking == []
    assert [*(FOLDER / language).glob(ERRORS)]


def test_no_sentence_of_a_door_passes_the_catalogue_by() -> None:
    files = [*(SOURCE / "doors/tui").rglob("*.py"), *(SOURCE / "doors/cli").glob("*.py")]
    files += [SOURCE / file for file in OUTSIDE]

    past = [
        f"{file.name}: {text}"
        for file in files
        if file.name not in NOT_FOR_PEOPLE
        for text in _unsaid(ast.parse(file.read_text(encoding="utf-8")))
    ]

    assert past == []


def test_prose_that_passes_it_by_is_found() -> None:
    tree = ast.parse('say(t("these are said"), "these are not")')

    assert [*_unsaid(tree)] == ["these are not"]


@pytest.mark.parametrize("shell", ["again.html", "link.html", "sign-in.html"])
def test_a_page_that_the_server_makes_has_no_words_of_its_own(shell: str) -> None:
    text = (SOURCE / "doors/http/shell" / shell).read_text(encoding="utf-8")

    words = [each for each in re.findall(r">([^<]+)<", text) if each.strip(" \n·")]
    assert [
        each for each in words if not re.fullmatch(r"\s*(\$\w+)?( · )?(Askline)?\s*", each)
    ] == []
    assert '<html lang="$language">' in text


OUTSIDE = (
    *("alerts/composing.py", "alerts/links.py", "alerts/summons_notices.py", "alerts/wording.py"),
    *("channels/desktop.py", "channels/hub_posts.py", "channels/mail.py", "channels/push.py"),
    *("doors/http/links.py", "doors/http/shells.py", "doors/http/hub_pages.py"),
)
"""What people are told outside the inbox, and the pages that the server makes."""
NOT_FOR_PEOPLE = {
    "commands.py",  # its abouts are a table of the catalogue
    "keys.py",  # so are these
    "completion.py",  # what shells read
    "hook.py",  # what clients read
    "export_formats.py",  # a format
    "problems.py",  # exit codes of the reference
}
NAMES = {"danger meaning", "askline ask", "askline tools try", "askline tools check", "askline web"}
"""Classes of a style, what a command calls itself as an agent, and commands."""
SPEAKERS = {
    *("t", "mark", "many", "cast", "compile", "Binding", "parser", "getLogger"),
    *("ChannelFailed", "TooLarge"),  # errors are looked up where they are shown
}


def _unsaid(tree: ast.AST) -> Iterator[str]:
    """Words in the code that look like prose and go to nobody who could translate them."""
    for node in ast.iter_child_nodes(tree):
        if isinstance(node, ast.Call) and _name(node.func) in SPEAKERS:
            continue
        if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant):
            continue
        if isinstance(node, ast.Constant) and _is_prose(node.value):
            yield str(node.value)
        yield from _unsaid(node)


def _name(node: ast.expr) -> str:
    return node.id if isinstance(node, ast.Name) else getattr(node, "attr", "")


def _is_prose(value: object) -> bool:
    words = TAG.sub("", value) if isinstance(value, str) else ""
    return bool(PROSE.search(words)) and words not in NAMES


def _forms(words: Said) -> list[str]:
    return [words] if isinstance(words, str) else [*words.values()]
