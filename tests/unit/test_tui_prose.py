"""An agent's Markdown as lines."""

import subprocess
import sys

from askline.doors.tui.lines import ACCENT, CODE, EMPHASIS, MUTED, STRONG, TITLE
from askline.doors.tui.views.prose import READ, prose


def said(text: str, width: int = 60) -> list[str]:
    return [line.text.rstrip() for line in prose(text, width)]


def roles(text: str) -> dict[str, str]:
    return {part: role for line in prose(text, 60) for part, role in line.parts}


def test_plain_words_are_wrapped_and_nothing_is_loaded_for_them() -> None:
    look = (
        "import sys; from askline.doors.tui.views.prose import prose; prose('Which one?', 40);"
        "print('markdown_it' in sys.modules)"
    )
    done = subprocess.run([sys.executable, "-c", look], capture_output=True, text=True, check=True)

    assert said("Which database\nshall it be?", 10) == ["Which", "database", "shall it", "be?"]
    assert done.stdout == "False\n"


def test_words_within_a_line_have_their_roles() -> None:
    found = roles("A **bold** and *soft* and `code` ~~gone~~ [docs](https://a.b/c)")
    assert roles("![cat](x.png)") == {"[image: cat]": MUTED}

    assert found["bold"] == STRONG
    assert found["soft"] == EMPHASIS
    assert found["code"] == CODE
    assert found["gone"] == EMPHASIS
    assert found["docs"] == ACCENT
    assert [role for part, role in found.items() if "https://a.b/c" in part] == [MUTED]


def test_a_link_that_says_where_it_leads_says_it_once() -> None:
    assert said("<https://a.b/c>") == ["https://a.b/c"]


def test_headings_lists_and_quotes_keep_their_shape() -> None:
    text = "# Plan\n\n1. one\n2. two\n   - deep\n\n> quoted\n\n---\n\nend"

    assert said(text) == [
        *("Plan", "", "1. one", "2. two", "   • deep", "", "│ quoted", ""),
        *("─" * 40, "", "end"),
    ]
    assert roles("# Plan")["Plan"] == TITLE


def test_a_second_line_of_a_bullet_stands_under_the_first() -> None:
    assert said("- some words that go on", 14) == ["• some words", "  that go on"]


def test_soft_and_hard_breaks_are_told_apart() -> None:
    assert said("*one*\ntwo") == ["one two"]
    assert said("*one*\\\ntwo") == ["one", "two"]


def test_code_stands_in_a_band_and_has_an_end() -> None:
    long = "\n".join(f"row {number}" for number in range(30))

    assert said("```sql\nSELECT 1;\n```\n") == [" SELECT 1;"]
    assert said(f"```\n{long}\n```")[-1] == " … 6 more lines"
    assert {role for line in prose("```\nx\n```", 60) for _, role in line.parts if _.strip()} == {
        CODE
    }


def test_tables_and_html_lose_no_word() -> None:
    assert said("|a|b|\n|-|-|\n|c|d|") == ["a", "b", "c", "d"]
    assert said("<b>*x*</b>") == ["<b>x</b>"]


def test_what_is_too_long_to_read_stands_as_it_was_typed() -> None:
    rows = said("*x* " * (READ // 4) + "*tail*", 80)

    assert rows[-1].endswith("*tail*")
