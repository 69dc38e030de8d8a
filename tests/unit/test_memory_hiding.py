"""What the user does not want in files is not in them, and nothing can make that take long."""

from dataclasses import replace

import pytest

from askline.memory.entries import Entry
from askline.memory.hiding import hidden, hiding
from tests.builders import NOON


@pytest.mark.parametrize(
    ("patterns", "text", "left"),
    [
        (("hunter2",), "It is hunter2.", "It is [redacted]."),
        (("hunter2",), "HUNTER2 and hunter22", "[redacted] and hunter22"),
        (("acme-*",), "acme-1/x?y=z, then", "[redacted] then"),
        (("acme-*",), "macme-1", "macme-1"),
        (("*@acme.example",), "to ada@acme.example now", "to [redacted] now"),
        (("*secret*",), "a my-secret-1 b", "a [redacted] b"),
        (("a.c", "(x"), "abc a.c (x", "abc [redacted] [redacted]"),
        (("*", "", " "), "all of it", "all of it"),
        ((), "all of it", "all of it"),
    ],
)
def test_what_a_pattern_names_is_left_out(patterns: tuple[str, ...], text: str, left: str) -> None:
    assert hiding(patterns)(text) == left


def test_a_long_hostile_text_is_looked_through_in_linear_time() -> None:
    text = "a" * 250_000

    assert hiding(["*ab*", "a*b", "*a" * 20])(text) == text


def test_every_text_of_an_entry_is_looked_through_and_its_identity_stays() -> None:
    said = "the key is hunter2"
    entry = Entry(at=NOON, question=said, answer=said, ask="hunter2", question_id="q", by="human")
    full = replace(entry, note=said, title=said, values=(said,), options=(said,), rejected=(said,))

    for each in (entry, full):
        closed = hidden(each, hiding(["hunter2"]))
        assert "hunter2" not in repr(replace(closed, ask=None))
        assert closed.identity == each.identity
    assert hidden(entry, hiding(["hunter2"])).note is None
