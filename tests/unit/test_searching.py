"""What fits a search, and what a person may type into one field."""

import sys
from datetime import timedelta

import pytest

from askline.asks.searching import Wanted, read_moment, read_words
from askline.asks.state import State
from askline.core.people import Agent, Project
from askline.stores.saying import FOLDED_ALIKE, as_kept, can_say, patterns
from tests.builders import NOON, SHOP, an_ask, answered


def test_words_are_found_in_questions_answers_agents_and_projects() -> None:
    ask = answered(an_ask(agent=Agent(name="codex", label="Reviewer"))).after

    for words in ("which DATABASE", "sqlite", "codex", "reviewer shop", "/home/ada"):
        assert Wanted(words=words).fits(ask)
    assert not Wanted(words="sqlite garden").fits(ask)


def test_agents_and_times_narrow() -> None:
    ask = an_ask(agent=Agent(name="codex", label="Reviewer"))

    assert Wanted(agent="codex", since=NOON).fits(ask)
    assert Wanted(agent="Reviewer", until=NOON + timedelta(seconds=1)).fits(ask)
    assert not Wanted(agent="code").fits(ask)
    assert not Wanted(until=NOON).fits(ask)
    assert not Wanted(since=NOON + timedelta(seconds=1)).fits(ask)


def test_one_field_takes_filters_among_the_words() -> None:
    said = "sqlite project:shop agent:codex state:rejected since:2026-11-14 until:2026-11-15 now"

    wanted = read_words(said, Wanted())

    assert wanted == Wanted(
        words="sqlite now",
        project="shop",
        agent="codex",
        states=frozenset({State.REJECTED}),
        since=NOON - timedelta(hours=12),
        until=NOON + timedelta(hours=12),
    )


@pytest.mark.parametrize(
    "said",
    ["project:", "state:rej", "since:yester", "http://x", ":", "since:0001-01-01T00:00+14:00"],
)
def test_what_is_no_filter_yet_is_a_word(said: str) -> None:
    assert read_words(said, Wanted()) == Wanted(words=said)


def test_what_the_caller_said_counts_more_than_what_was_typed() -> None:
    over = frozenset({State.ANSWERED, State.REJECTED})
    wanted = read_words(
        "project:garden state:answered state:pending since:2026-01-01",
        Wanted(project="shop", states=over, since=NOON),
    )

    assert (wanted.project, wanted.states, wanted.since) == ("shop", frozenset(), NOON)
    assert wanted.words is None


def test_a_moment_is_in_utc_wherever_it_was_said() -> None:
    assert read_moment(" 2026-11-14T13:00:00+01:00 ") == NOON
    assert read_moment("2026-11-14T12:00") == NOON


def test_a_store_is_told_everything_that_narrows() -> None:
    wanted = Wanted(words="A a B", project="shop", file="ab12")

    assert wanted.narrow.says == ("a", "b", "ab12")
    assert wanted.narrow.project == "shop"


def test_nothing_outside_ascii_folds_to_what_a_pattern_takes_literally() -> None:
    folded = {
        character
        for code in range(128, sys.maxunicode + 1)
        for character in chr(code).casefold()
        if not 0xD800 <= code <= 0xDFFF
    }

    assert not folded & FOLDED_ALIKE
    assert not FOLDED_ALIKE & set('%_\\"')


def test_words_are_looked_for_as_they_are_kept() -> None:
    assert as_kept(('say "no"\n',)) == ('say \\"no\\"\\n',)
    assert can_say(("straße".casefold(),), '{"x":"Straße"}', None)
    assert not can_say(("a", "b"), "a")


def test_a_pattern_leaves_open_what_may_be_spelled_otherwise() -> None:
    assert patterns(["postgres", '50%_"']) == ["%po%%gre%%", "%50%%%%%"]


def test_a_project_without_a_path_is_found_by_its_name() -> None:
    assert Wanted(words="garden").fits(an_ask(project=Project(name="garden")))
    assert Wanted(project=SHOP.path).fits(an_ask())


def test_a_file_is_found_only_where_an_answer_names_it() -> None:
    assert not Wanted(file="ab" * 32).fits(answered(an_ask()).after)
