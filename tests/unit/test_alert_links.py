"""Which asks a link may decide, and what is kept of it."""

from datetime import timedelta

import pytest

from askline.alerts.links import LONGEST_LIFE, choices_of, hash_of, new_link
from askline.asks.answers import Given
from askline.asks.model import Matter, Option
from tests.builders import (
    NOON,
    a_confirm,
    a_matter,
    a_multi_select,
    a_select,
    a_text,
    an_approval,
    an_ask,
)


def test_a_plain_question_offers_its_few_answers() -> None:
    confirm, select = an_ask(matter=a_matter(a_confirm())), an_ask()

    assert [(c.label, c.answers) for c in choices_of(confirm)] == [
        ("Yes", {"go": Given(values=("yes",))}),
        ("No", {"go": Given(values=("no",))}),
    ]
    assert [choice.label for choice in choices_of(select)] == ["PostgreSQL", "SQLite"]


@pytest.mark.parametrize(
    "matter",
    [
        a_matter(a_text()),
        a_matter(a_multi_select()),
        a_matter(a_confirm(), a_confirm("again")),
        a_matter(a_select(options=tuple(Option(label=label) for label in "abcd"))),
        a_matter(a_confirm(), human_only=True),
        a_matter(a_confirm(), sensitive=True),
        an_approval(),
    ],
)
def test_what_needs_more_than_a_word_or_a_person_offers_nothing(matter: Matter) -> None:
    assert choices_of(an_ask(matter=matter)) == ()


def test_only_the_hash_of_its_word_is_kept() -> None:
    ask = an_ask()
    (choice, _) = choices_of(ask)

    word, link = new_link(ask, choice, NOON)

    assert link.sha256 == hash_of(word)
    assert word not in repr(link)
    assert (link.ask_id, link.answers) == (ask.id, choice.answers)
    assert new_link(ask, choice, NOON)[0] != word


def test_a_link_ends_with_its_ask_and_after_a_day() -> None:
    soon = NOON + timedelta(minutes=5)
    (choice, _) = choices_of(an_ask())

    assert new_link(an_ask(deadline=soon), choice, NOON)[1].expires_at == soon
    assert new_link(an_ask(), choice, NOON)[1].expires_at == NOON + LONGEST_LIFE
