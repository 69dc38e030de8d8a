"""llms.txt: the map of these docs for agents, and llms-full.txt, their whole text.

Made from the site's own order of pages and each page's first sentence, when the site is built; they
are kept nowhere else. Addresses are relative, because where the site stands is not known here.
"""

import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

from tests.docs.pages import DOCS, ROOT, inner, tokens_of

LEFT_OUT = "Optional"
"""What a reader with little room may skip, by the convention of llms.txt."""


class Entry(NamedTuple):
    section: str
    page: str

    @property
    def title(self) -> str:
        return text_of(self.page, "heading_open")

    @property
    def sentence(self) -> str:
        first, stop, _ = text_of(self.page, "paragraph_open").partition(". ")
        return first + stop.strip()


def text_of(page: str, opening: str) -> str:
    """The plain text of a page's first heading or paragraph."""
    tokens = tokens_of(DOCS / page)
    at = next((at for at, token in enumerate(tokens) if token.type == opening), None)
    if at is None:
        return ""
    parts = inner(tokens[at + 1].children or [])
    return "".join(" " if part.type == "softbreak" else part.content for part in parts)


def site() -> dict[str, Any]:
    return tomllib.loads((ROOT / "zensical.toml").read_text())["project"]


def entries() -> Iterator[Entry]:
    for part in site()["nav"]:
        for section, pages in part.items():
            section_name = LEFT_OUT if section == "Decisions" else section
            for page in [pages] if isinstance(pages, str) else pages:
                yield Entry(
                    section_name, page if isinstance(page, str) else next(iter(page.values()))
                )


def address(page: str) -> str:
    """Where the site has a page."""
    return page.removesuffix("index.md") if page.endswith("index.md") else f"{page[:-3]}/"


def short() -> str:
    said = site()
    lines = [f"# {said['site_name']}", "", f"> {said['site_description']}", ""]
    lines += ["The whole text in one file: [llms-full.txt](llms-full.txt)"]
    by_section: dict[str, list[Entry]] = {}
    for entry in entries():
        by_section.setdefault(entry.section, []).append(entry)
    optional = by_section.pop(LEFT_OUT)
    for section, pages in (*by_section.items(), (LEFT_OUT, optional)):
        lines += ["", f"## {section}", ""]
        lines += [
            f"- [{each.title}]({address(each.page) or './'}): {each.sentence}" for each in pages
        ]
    return "\n".join(lines) + "\n"


def whole() -> str:
    """Every page but the records of decisions, in the site's order."""
    pages = [each.page for each in entries() if each.section != LEFT_OUT]
    texts = [f"<!-- {page} -->\n\n{(DOCS / page).read_text().strip()}\n" for page in pages]
    return "\n".join(texts)


def write(place: Path) -> None:
    (place / "llms.txt").write_text(short())
    (place / "llms-full.txt").write_text(whole())
