"""The web says nothing that its catalogues do not know: not in scripts, not in the HTML of its pages.

That a catalogue has every word in every language, the compiler of the pages sees to.
"""

import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from askline.people.acts import ActKind

WEB = Path(__file__).parents[2] / "web" / "src"
SHELL = Path(__file__).parents[2] / "src" / "askline" / "doors" / "http" / "shell"
CATALOGUES = {"words.ts", "de.ts", "account-de.ts"}
PAGES = {
    "hub/de.ts": ["hub-sign-in.html", "hub-join.html"],
    "hub/account-de.ts": ["hub-account.html"],
    "stats/de.ts": ["stats.html"],
}

COMMENT = re.compile(r"^\s*//[^\n]*|/\*.*?\*/", re.MULTILINE | re.DOTALL)
NOT_WORDS = re.compile(r"css`[^`]*`|holds = \"[^\"]*\"|querySelector\w*(?:<\w+>)?\(\"[^\"]*\"")
ATTRIBUTE = re.compile(r"([\w@?.-]+)=\"([^\"]*)\"")
READ_OUT = {"aria-label", "title", "placeholder", "alt"}
QUOTED = re.compile(r'"([^"\n]*)"')
MARKUP = re.compile(r"(?<!=)>([^<>{}$`=\"();&\[\]]*[A-Za-z]{2}[^<>{}$`=\"();&\[\]]*)(?=<|\$\{)")
TEMPLATE = re.compile(r"[`}]([^`${}<>\n]*)(?=`|\$\{)")
UNSEEN = re.compile(r"<(noscript|code)>.*?</\1>", re.DOTALL)
GAP = re.compile(r"\$\{[^}]*\}")
PROSE = re.compile(r"[A-Za-z]{2,}[,:]? [a-z]{2,}|^[A-Z][a-z]+[.…?]?$")
KEY = re.compile(r'^  (?:"([^"]+)"|(\w+)):', re.MULTILINE)
SELECTORS = ".("
NAMES = {
    "Askline",
    "askline web",
    "Enter",
    "Escape",
    "Files",  # what a browser calls what is dragged
    "Notification",
    "noopener noreferrer",
    "askline-list, askline-operation-list",
    "This card knows no ",  # to the program of a host
}


def test_no_sentence_of_a_page_passes_the_catalogues_by() -> None:
    scripts = [file for file in WEB.rglob("*.ts") if file.name not in CATALOGUES]
    scripts.remove(WEB / "says.ts")

    past = [
        f"{file.relative_to(WEB)}: {text}"
        for file in scripts
        for text in unsaid(file.read_text(encoding="utf-8"))
    ]

    assert past == []


@pytest.mark.parametrize(
    "line",
    [
        'const told = "These are not";',
        "html`<p>These are not</p>`",
        'html`<button class="btn" aria-label="These are not"></button>`',
        "`${count} These are not`",
    ],
)
def test_a_sentence_that_passes_them_by_is_found(line: str) -> None:
    assert [text.strip() for text in unsaid(line)][:1] == ["These are not"]


@pytest.mark.parametrize("catalogue", PAGES)
def test_every_text_of_a_page_is_translated_and_none_is_left_over(catalogue: str) -> None:
    found = set[str]()
    for name in PAGES[catalogue]:
        found |= texts(SHELL / name)

    _, _, shell = (WEB / catalogue).read_text(encoding="utf-8").partition("shell: Shell = {")
    keys = {quoted or plain for quoted, plain in KEY.findall(shell)}

    assert sorted(found - keys - NAMES) == []
    assert sorted(keys - found) == []


def test_every_act_of_an_admin_has_a_name_in_german() -> None:
    _, _, kinds = (WEB / "admin/de.ts").read_text(encoding="utf-8").partition("    kinds: {\n")
    named = re.findall(r"^      (\w+):", kinds.partition("    },")[0], re.MULTILINE)

    assert named == [kind.value for kind in ActKind]


def unsaid(script: str) -> Iterator[str]:
    """Words in a script that look like prose."""
    code = NOT_WORDS.sub("", COMMENT.sub("", script))
    for name, value in ATTRIBUTE.findall(code):
        if name in READ_OUT and re.search(r"[A-Za-z]{2}", GAP.sub("", value)):
            yield value
    code = ATTRIBUTE.sub("", code)
    for text in MARKUP.findall(code):
        if text not in NAMES:
            yield text
    for text in [*QUOTED.findall(code), *TEMPLATE.findall(code)]:
        if PROSE.search(text) and text[0] not in SELECTORS and text not in NAMES:
            yield text


def texts(page: Path) -> set[str]:
    """What a script sees of a page; for who has no scripts, both languages stand there."""
    shown = UNSEEN.sub("<br>", page.read_text(encoding="utf-8"))
    found = {text.strip() for text in re.findall(r">([^<>]+)<", shown)}
    return {text for text in found if text and not text.startswith("$")}
