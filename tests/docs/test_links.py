"""Every link within the house leads to something that is there, spelled as it is spelled there."""

import re
from collections.abc import Iterator
from pathlib import Path
from urllib.parse import unquote, urlsplit
from urllib.request import Request, urlopen

import pytest

from tests.docs.pages import DOCS, PAGES, ROOT, Link, anchors, links, slug

LINKS = [link for page in PAGES for link in links(page)]
OUTWARD = sorted({link.target for link in LINKS if link.target.startswith("https://")})

NAMED_IN_CODE = re.compile(r"(?<![\w/])(docs/[\w/.-]+\.md)(?:#([\w-]+))?")
TEXTS = {".py", ".md", ".toml", ".ts", ".html"}

ELSEWHERE = ("http:", "https:", "mailto:")


def trouble(link: Link) -> str | None:
    """Why a link leads nowhere, if so."""
    if link.target.startswith(ELSEWHERE):
        return None
    place, _, anchor = unquote(link.target).partition("#")
    target = (link.page.parent / place).resolve() if place else link.page.resolve()
    if not exists_so_spelled(target):
        return f"{link}: there is no such file"
    if link.page.is_relative_to(DOCS) and not target.is_relative_to(DOCS):
        return f"{link}: the site holds only what is in docs"
    if anchor and anchor not in anchors(target):
        return f"{link}: no heading there has that name"
    return None


def exists_so_spelled(path: Path) -> bool:
    """Some file systems take any case; the site's does not."""
    return path.exists() and all(
        part.name in {each.name for each in part.parent.iterdir()}
        for part in (path, *path.parents)
        if part.is_relative_to(ROOT) and part != ROOT
    )


def named_in_code() -> Iterator[tuple[Path, str, str]]:
    for room in ("src", "scripts", "deploy", "examples"):
        for file in (ROOT / room).rglob("*"):
            if file.suffix in TEXTS and file.is_file():
                for page, anchor in NAMED_IN_CODE.findall(file.read_text()):
                    yield file.relative_to(ROOT), page, anchor


def test_every_link_within_the_house_leads_somewhere() -> None:
    assert len(LINKS) > 300
    assert [said for link in LINKS if (said := trouble(link))] == []


@pytest.mark.parametrize(
    ("target", "said"),
    [
        ("gone.md", "no such file"),
        ("Glossary.md", "no such file"),
        ("glossary.md#nowhere", "no heading"),
        ("../README.md", "only what is in docs"),
    ],
)
def test_a_link_that_leads_nowhere_is_found(target: str, said: str) -> None:
    assert said in (trouble(Link(DOCS / "index.md", target)) or "")


def test_every_page_that_code_names_is_there() -> None:
    named = [*named_in_code()]

    assert named
    for file, page, anchor in named:
        assert (ROOT / page).is_file(), f"{file} names {page}"
        assert not anchor or anchor in anchors(ROOT / page), f"{file} names {page}#{anchor}"


def test_a_heading_is_spelled_as_the_site_spells_it() -> None:
    assert slug("Where does a change belong?") == "where-does-a-change-belong"
    assert slug("The phone, by ntfy") == "the-phone-by-ntfy"
    assert slug("`ask_await`") == "ask_await"


def test_no_link_outward_goes_unencrypted() -> None:
    local = {"127.0.0.1", "localhost"}
    plain = [link for link in LINKS if link.target.startswith("http:")]

    assert [link for link in plain if urlsplit(link.target).hostname not in local] == []


@pytest.mark.nightly
@pytest.mark.parametrize("address", OUTWARD)
def test_what_is_linked_outward_still_answers(address: str) -> None:  # pragma: no cover - nightly
    request = Request(address, headers={"User-Agent": "askline-docs"})  # noqa: S310 - https only
    with urlopen(request, timeout=30) as reply:  # noqa: S310 - as above
        assert reply.status == 200
