"""Markdown as nodes: what a page may build from an agent's text, whatever the text."""

import re
from collections.abc import Iterator
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from askline.asks.limits import Limits
from askline.doors.http.markdown import DEEPEST_INLINE, TAGS, Node, nodes_of

NAMES = {"tag", "children", "href", "host", "language", "start", "align"}
PIECES = st.sampled_from(
    [
        "# ",
        "> ",
        "- ",
        "1. ",
        "7) ",
        "*",
        "**",
        "_",
        "`",
        "```",
        "~~",
        "[a](",
        "](",
        ")",
        "![",
        "<b>",
        "<script>",
        "&lt;",
        "http://a.b/",
        "mailto:a@b.c",
        "javascript:x",
        "[a]: http://b.c\n",
        "\n",
        "\n\n",
        "  \n",
        "    ",
        "word",
        " ",
        "---\n",
        "\\",
        "",
    ]
) | st.sampled_from(["|a|b|\n|:-|-:|\n|c|d|\n", "|", "\t"])
MARKDOWN = st.lists(PIECES | st.text(max_size=5), max_size=40).map("".join)


def nodes(text: str) -> list[Node]:
    return list(nodes_of(text) or ())


def elements(found: Any, depth: int = 1) -> Iterator[tuple[dict[str, Any], int]]:
    for node in found:
        if not isinstance(node, str):
            yield node, depth
            yield from elements(node.get("children", ()), depth + 1)


def words(found: Any) -> str:
    return "".join(
        node if isinstance(node, str) else words(node.get("children", ())) for node in found
    )


def el(tag: str, *children: Node, **more: Any) -> Node:
    return {"tag": tag, "children": list(children), **more}


@given(MARKDOWN)
def test_no_tag_and_no_name_is_outside_the_list(text: str) -> None:
    for element, depth in elements(nodes_of(text)):
        assert element["tag"] in TAGS
        assert set(element) <= NAMES
        assert depth <= DEEPEST_INLINE
        assert ("href" in element) == ("host" in element) == (element["tag"] == "a")
        assert re.match(r"https?://|mailto:", element.get("href", "https://"), re.IGNORECASE)


@given(st.lists(st.from_regex(r"[A-Za-z][A-Za-z ,.]{0,30}[a-z]", fullmatch=True), min_size=1))
def test_plain_paragraphs_come_out_as_they_went_in(paragraphs: list[str]) -> None:
    assert nodes("\n\n".join(paragraphs)) == [el("p", text) for text in paragraphs]


PHRASES: list[Node] = [
    *("A ", el("em", "b"), " ", el("strong", "c"), " ", el("s", "d"), " ", el("code", "e")),
    {"tag": "br"},
    "f\ng",
]


def test_what_people_write_is_what_a_page_shows() -> None:
    text = "## Two\n\nA *b* **c** ~~d~~ `e`  \nf\ng\n\n> q\n\n3. x\n4. y\n\n- z\n\n---\n"

    assert nodes(text) == [
        el("h2", "Two"),
        el("p", *PHRASES),
        el("blockquote", el("p", "q")),
        el("ol", el("li", "x"), el("li", "y"), start=3),
        el("ul", el("li", "z")),
        {"tag": "hr"},
    ]


def test_a_table_keeps_how_its_columns_are_aligned() -> None:
    head = el("thead", el("tr", el("th", "a", align="right"), el("th", "b")))
    body = el("tbody", el("tr", el("td", "1", align="right"), el("td", "2")))

    assert nodes("|a|b|\n|-:|-|\n|1|2|") == [el("table", head, body)]


@pytest.mark.parametrize(
    ("text", "more"),
    [
        ("```python title=x\na < b\n```", {"language": "python"}),
        ("```\na < b\n```", {}),
        ('```<x"y>\na < b\n```', {}),
        ("    a < b", {}),
    ],
)
def test_a_block_of_code_tells_its_language_if_it_looks_like_one(
    text: str, more: dict[str, str]
) -> None:
    [block] = nodes(text)

    assert words([block]).strip() == "a < b"
    assert block == el("pre", el("code", words([block]), **more))


@pytest.mark.parametrize(
    ("href", "host"),
    [
        ("https://example.org/a?b#c", "example.org"),
        ("HTTP://Example.org:81", "example.org:81"),
        ("https://good.example@evil.example/", "evil.example"),
        ("http://good.example\\\\@evil.example", "evil.example"),
        ("mailto:ada@example.org?subject=x", "ada@example.org"),
    ],
)
def test_a_link_says_where_it_leads(href: str, host: str) -> None:
    [paragraph] = nodes(f"[words](<{href}>)")

    [(_, _), (link, _)] = elements([paragraph])
    assert (link["tag"], link["host"], link["children"]) == ("a", host, ["words"])


@pytest.mark.parametrize(
    "href",
    [
        "/relative",
        "//evil.example",
        "ftp://example.org",
        "http:evil.example",
        "http:///evil.example",
        "http://a@b@c.example",
        "http://ex%61mple.org",
        "http://user@",
        "mailto:",
        "tel:1",
        "#part",
        "http://a.b:c",
    ],
)
def test_a_link_to_nowhere_that_can_be_shown_is_text_with_its_address(href: str) -> None:
    assert nodes(f"[words]({href})") == [el("p", f"words ({href})")]


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("<script>alert(1)</script>", "<script>alert(1)</script>"),
        ('a <img src=x onerror="y"> b', 'a <img src=x onerror="y"> b'),
        ("![a chart](https://example.org/x.png)", "[image: a chart]"),
        ("[x](javascript:alert(1))", "[x](javascript:alert(1))"),
        ("&lt;b&gt;", "<b>"),
    ],
)
def test_html_images_and_scripts_are_text(text: str, shown: str) -> None:
    assert nodes(text) == [el("p", shown)]


@pytest.mark.parametrize("text", ["> " * 40 + "deep", "- " * 40 + "deep"])
def test_what_nests_too_deep_is_shown_as_it_was_typed(text: str) -> None:
    assert nodes(text) == [el("pre", el("code", text))]


def test_emphasis_in_emphasis_ends_somewhere_and_loses_no_word() -> None:
    marks = ["*", "**"] * 30
    text = "".join(f"{mark}a " for mark in marks) + "x" + "".join(f" a{m}" for m in marks[::-1])

    found = nodes_of(text)

    assert max(depth for _, depth in elements(found)) == DEEPEST_INLINE
    assert words(found) == "a " * 60 + "x" + " a" * 60


def test_what_takes_too_long_to_read_is_shown_as_it_was_typed() -> None:
    lines = "- one\n" * (Limits().context // 6)

    first, rest = nodes(lines)

    assert first == el("ul", *[el("li", "one")] * words([first]).count("one"))
    assert words([rest]) == "- one\n" * (lines.count("\n") - words([first]).count("one"))


def test_no_text_has_no_nodes() -> None:
    assert nodes_of(None) is None
    assert nodes_of("") == ()
