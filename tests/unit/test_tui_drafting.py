"""Picks, steps and the way to a whole answer."""

import pytest

from askline.doors.tui import drafting
from askline.doors.tui.drafting import EMPTY, Draft, Jot
from askline.doors.tui.model import Question
from tests.builders import a_confirm, a_multi_select, a_text
from tests.unit.tui_asks import one, settled, shown

ASK = shown()
STRATEGY, TABLES, LIMITS, GO = ASK.questions
ALL = Draft(
    {"db": Jot(picks=("SQLite",)), "tables": Jot(picks=("logs",)), "go": Jot(picks=("yes",))}
)


def test_a_pick_of_one_replaces_the_other_and_is_a_mark_only() -> None:
    jot = drafting.picked(STRATEGY, Jot(picks=("PostgreSQL",)), 1)

    assert jot.picks == ("SQLite",)
    assert drafting.picked(STRATEGY, jot, 2) == Jot(other=True)
    assert drafting.picked(STRATEGY, Jot(other=True, text="Duck"), 0) == Jot(
        picks=("PostgreSQL",), text="Duck"
    )


def test_where_several_may_be_picked_a_pick_goes_on_and_off_in_the_order_offered() -> None:
    jot = drafting.picked(TABLES, drafting.picked(TABLES, EMPTY, 2), 0)

    assert jot.picks == ("orders", "logs")
    assert drafting.picked(TABLES, jot, 2).picks == ("orders",)
    other = drafting.picked(TABLES, jot, 3)
    assert (other.other, other.picks) == (True, ("orders", "logs"))
    assert drafting.picked(TABLES, other, 3).other is False


def test_the_cursor_begins_on_what_is_picked() -> None:
    assert drafting.first_row(STRATEGY, Jot(picks=("SQLite",))) == 1
    assert drafting.first_row(STRATEGY, Jot(other=True)) == 2
    assert drafting.first_row(STRATEGY, EMPTY) == 0


@pytest.mark.parametrize(
    ("question", "jot", "lack"),
    [
        (STRATEGY, EMPTY, "needs an answer"),
        (STRATEGY, Jot(picks=("SQLite",)), None),
        (STRATEGY, Jot(other=True, text="  "), "needs the words of Other"),
        (STRATEGY, Jot(other=True, text="Duck"), None),
        (TABLES, Jot(picks=("a", "b", "c"), other=True, text="d"), "takes at most 3 picks"),
        (LIMITS, EMPTY, None),
        (LIMITS, Jot(text="none"), None),
    ],
)
def test_what_keeps_a_question_from_being_sent_is_said(
    question: Question, jot: Jot, lack: str | None
) -> None:
    assert drafting.lack(question, jot) == lack


def test_too_few_picks_are_said_too() -> None:
    two = shown(a_multi_select(min_picks=2)).questions[0]

    assert drafting.lack(two, Jot(picks=("unit",))) == "needs at least 2 picks"


def test_an_ask_of_one_question_has_no_review_and_one_of_many_ends_there() -> None:
    assert drafting.last_step(one()) == 0
    assert drafting.last_step(ASK) == 4
    assert Draft().at(9, ASK).step == 4
    assert Draft().at(-1, ASK).step == 0
    assert drafting.question_at(ASK, Draft(step=4)) is None
    assert drafting.question_at(ASK, Draft(step=1)) == TABLES


def test_recommended_here_takes_the_agents_choice_and_leaves_what_has_none() -> None:
    assert drafting.recommended_here(STRATEGY, Jot(picks=("SQLite",))).picks == ("PostgreSQL",)
    assert drafting.recommended_here(TABLES, EMPTY).picks == ("orders", "items")
    assert drafting.recommended_here(GO, Jot(picks=("no",))).picks == ("no",)


def test_recommended_everywhere_keeps_own_picks_and_stops_at_the_review() -> None:
    own = Draft({"db": Jot(picks=("SQLite",))})

    draft = drafting.recommended_everywhere(ASK, own)

    assert draft.jot(STRATEGY).picks == ("SQLite",)
    assert draft.jot(TABLES).picks == ("orders", "items")
    assert draft.step == 4
    assert drafting.lacking(ASK, draft) == [3]
    assert drafting.any_recommended(ASK)
    assert not drafting.any_recommended(shown(a_text(), a_confirm()))


def test_answers_hold_every_question_and_say_what_was_skipped() -> None:
    noted = ALL.jotted(STRATEGY, Jot(other=True, text="Duck", note="Fast."))

    assert drafting.answers(ASK, noted) == {
        "db": {"values": [], "customText": "Duck", "note": "Fast."},
        "tables": {"values": ["logs"]},
        "limits": {"skipped": True},
        "go": {"values": ["yes"]},
    }
    assert drafting.answers(ASK, noted.jotted(LIMITS, Jot(text="no\x00ne", note=" ")))[
        "limits"
    ] == {
        "values": ["none"],
    }
    assert drafting.answers(ASK, ALL.jotted(LIMITS, Jot(note="Later.")))["limits"] == {
        "skipped": True,
        "note": "Later.",
    }


@pytest.mark.parametrize(
    "draft",
    [
        Draft(),
        ALL,
        Draft({"db": Jot(other=True, text="Duck", note="n"), "limits": Jot(text="no nights")}),
        Draft({"limits": Jot(note="nothing yet")}),
        Draft({"limits": Jot(files=({"name": "plan.pdf"},)), "go": Jot(files=({"name": "x"},))}),
    ],
)
def test_a_draft_comes_back_from_the_service_as_it_was(draft: Draft) -> None:
    assert drafting.read_kept(ASK, drafting.kept(ASK, draft)) == draft


def test_a_correction_begins_with_what_was_answered() -> None:
    ended = settled("answered")

    assert drafting.read_word(ended, ended.outcome).jots == {"db": Jot(picks=("SQLite",))}
    assert drafting.read_word(ended, None) == Draft()
    assert drafting.read_word(settled("timed_out"), settled("timed_out").outcome) == Draft()


def test_an_answer_counts_as_one_only_when_it_is_whole() -> None:
    assert drafting.answered(STRATEGY, Jot(picks=("SQLite",)))
    assert not drafting.answered(LIMITS, EMPTY)
    assert not drafting.answered(STRATEGY, Jot(other=True))
