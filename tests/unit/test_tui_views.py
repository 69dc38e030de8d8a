"""What the screen says about asks, line by line."""

from dataclasses import replace
from datetime import timedelta

import pytest

from askline.asks.answers import Answer, AnswerState
from askline.asks.model import Option
from askline.doors.tui.drafting import Draft, Jot
from askline.doors.tui.lines import Line
from askline.doors.tui.model import Ask, Recalled, Word
from askline.doors.tui.order import Only, Sieve
from askline.doors.tui.views import heading
from askline.doors.tui.views.ended import ended
from askline.doors.tui.views.page import page, review
from askline.doors.tui.views.rows import row
from askline.doors.tui.views.wording import answered_before, ending, sent
from tests.builders import (
    NOON,
    a_confirm,
    a_multi_select,
    a_select,
    a_text,
)
from tests.unit.tui_asks import due, one, settled, shown

WIDTH = 60


def text(lines: list[Line] | tuple[Line, ...]) -> str:
    return "\n".join(each.text.rstrip() for each in lines)


def drawn(ask: Ask, draft: Draft | None = None, cursor: int = 0, *, active: bool = True) -> str:
    return text(page(ask, draft or Draft(), cursor, WIDTH, active=active))


def in_list(ask: Ask, draft: Draft | None = None, *, here: bool = False) -> str:
    return text(row(ask, draft, NOON, 44, here=here, focus=True))


def test_a_row_says_who_asks_what_and_how_long_it_waits() -> None:
    assert in_list(shown()) == " ● Move the orders\n   claude-code · shop                   4 q\n"
    assert "1:30 left" in in_list(due(1.5))
    assert "20 min left" in in_list(due(20))
    assert in_list(one(), here=True).startswith("▌●")
    assert "agent gone" in in_list(one(detached=True))


def test_a_row_says_how_much_is_done_and_how_an_ask_ended() -> None:
    assert "1/4" in in_list(shown(), Draft({"db": Jot(picks=("SQLite",))}))
    assert "✓" in in_list(settled("answered"))
    assert "rejected" in in_list(settled("rejected"))
    assert "superseded" in in_list(settled("superseded"))


def test_the_top_counts_and_says_what_is_left_out() -> None:
    asks = [due(1), one()]

    def top(width: int = 100, **more: object) -> str:
        known = {"history": False, "offline": False, "sieve": Sieve(), **more}
        return heading.top(asks, NOON, width, **known).text  # type: ignore[arg-type]

    assert top().endswith("2 waiting · 1 agent  1 ending soon")
    assert "2+ waiting" in top(more=True)
    assert top(offline=True).endswith("Reconnecting…")
    assert "only ending soon, shop, “db”" in top(sieve=Sieve("db", "shop", Only.SOON))
    assert "History" not in top(40)
    assert heading.top([], NOON, 80, history=True, offline=False, sieve=Sieve()).text.endswith(
        "0 waiting · 0 agents"
    )


def test_the_head_names_agent_project_and_countdown() -> None:
    assert "claude-code in shop · asked now · no time limit" in text(heading.head(one(), NOON, 80))
    later = NOON + timedelta(minutes=5)
    assert "asked 5 min ago · ━━━━━━━━━━━━━━━━ 5 min left" in text(heading.head(due(10), later, 80))
    assert "0:30 left" in text(heading.head(due(0.5), NOON, 30))
    assert "2 min left" in text(heading.head(due(2.5), NOON, 80))
    assert "answered" in text(heading.head(settled("answered"), NOON, 80))


def test_there_is_a_tab_for_each_question_and_the_review() -> None:
    draft = Draft({"db": Jot(picks=("SQLite",))}, step=1)
    [tabs] = heading.tabs(shown(), draft, 80)

    assert tabs.text == " ✓ Strategy   • Tables   ◦ Limits   • Question 4   Review "
    assert [heading.tab_at(tabs, column) for column in (0, 14, 30, 60, 99)] == [0, 1, 2, 4, 4]
    assert heading.tabs(one(), Draft(), 80) == []
    [narrow] = heading.tabs(shown(), draft, 30)
    assert narrow.text == " ✓ 1   • Tables   ◦ 3   • 4   Review "


def test_a_question_shows_its_options_with_numbers_glyphs_and_stars() -> None:
    said = drawn(shown(), Draft({"db": Jot(picks=("SQLite",))}), cursor=1)

    assert " 1 ○ PostgreSQL  ★ recommended" in said
    assert "›2 ● SQLite" in said
    assert " o ○ Other…\n     Write your own answer" in said
    assert "Choose one" in said
    assert "›" not in drawn(shown(), active=False)


def test_a_question_of_many_picks_says_how_many_and_what_is_missing() -> None:
    draft = Draft({"tables": Jot(picks=("orders",), other=True)}, step=1)

    said = drawn(shown(), draft)

    assert "Choose 1 to 3 · needs the words of Other" in said
    assert "■ orders" in said
    assert "□ logs" in said
    assert "“" not in said
    assert "Duck" in drawn(shown(), Draft({"tables": Jot(other=True, text="Duck")}, step=1))
    assert "Choose 2" in drawn(shown(a_multi_select(min_picks=2, max_picks=2)))
    assert "Choose 0 to 4" in drawn(shown(a_multi_select(max_picks=4)))


def test_optional_text_and_note_are_shown() -> None:
    said = drawn(shown(), Draft({"limits": Jot(note="Ask Bob.")}, step=2))

    assert "Write your answer · optional" in said
    assert "Note: Ask Bob." in said


def test_context_comes_first_and_only_with_the_first_question() -> None:
    ask = shown(matter={"context": "Why we ask."})

    assert drawn(ask).startswith("Why we ask.")
    assert "Why we ask." not in drawn(ask, Draft(step=1))


def test_a_long_label_is_wrapped_and_a_tenth_option_has_no_digit() -> None:
    labels = [f"{'long ' * 20}{number}" for number in range(10)]
    ask = shown(a_select(options=tuple(Option(label=label) for label in labels)))

    said = drawn(ask)

    assert "   ○ long" in said
    assert "10 ○" not in said
    assert "\n     long long" in said


def test_the_preview_of_the_option_under_the_cursor_is_shown_up_to_a_limit() -> None:
    long = "\n".join(f"line {number}" for number in range(20))
    ask = shown(a_select(options=(Option(label="A", preview=long), Option(label="B", preview="x"))))

    assert "Preview of A" in drawn(ask)
    assert "… 8 more lines" in drawn(ask)
    assert "more lines" not in drawn(ask, cursor=1)
    assert "Preview" not in drawn(shown(), cursor=2)


def test_the_review_says_what_would_be_sent_and_what_is_missing() -> None:
    draft = Draft(
        {
            "db": Jot(picks=("SQLite",), note="For now."),
            "tables": Jot(picks=("orders",), other=True, text="Duck"),
        },
        step=4,
    )
    said = text(review(shown(), draft, WIDTH))

    assert "Nothing has been sent yet." in said
    assert "✓ SQLite\n   Note: For now." in said
    assert "✓ orders, “Duck”" in said
    assert "– skipped" in said
    assert "! needs an answer" in said
    assert "1 left to answer  press 1–4 to go there" in said
    whole = draft.jotted(shown().questions[3], Jot(picks=("yes",)))
    assert "Enter  Send answers" in text(review(shown(), whole, WIDTH))
    spoken = Draft({"name": Jot(text=" Kiwi ")})
    filed = Draft({"name": Jot(files=({"name": "plan\x1b[2J.pdf"},))})
    assert "[file: plan.pdf]" in text(review(shown(a_text(), a_confirm()), filed, WIDTH))
    assert "✓ Kiwi" in text(review(shown(a_text(), a_confirm()), spoken, WIDTH))
    assert "Check your answers" in drawn(shown(), draft)


@pytest.mark.parametrize(
    ("ask", "words"),
    [
        (one(detached=True), "The agent has stopped waiting."),
        (settled("timed_out"), "What you send now is kept as a late answer."),
        (settled("answered"), "A correction is added beside the answer that stands."),
    ],
)
def test_a_page_says_what_is_special_about_its_ask(ask: Ask, words: str) -> None:
    assert words in drawn(ask)


@pytest.mark.parametrize(
    ("state", "mine", "words"),
    [
        ("answered", True, "You answered."),
        ("answered", False, "Answered by me in another terminal."),
        ("rejected", True, "You rejected this."),
        ("asked_back", True, "You asked back."),
        ("timed_out", False, "This question timed out. claude-code continued without your answer."),
        ("cancelled", False, "claude-code has withdrawn this."),
        ("superseded", False, "claude-code asked something newer in its place."),
    ],
)
def test_how_an_ask_ended_is_a_sentence(state: str, mine: bool, words: str) -> None:
    assert words in text(ended(settled(state), NOON, 90, mine=mine))


def test_a_rule_that_answered_is_said_to_be_one() -> None:
    ask = settled("answered")
    by_rule = replace(ask, outcome=replace(_outcome(ask), by="rule", who="rule 1"))

    assert ending(by_rule, mine=False) == "Answered by your rule 1."
    unknown = replace(ask, outcome=replace(_outcome(ask), door=""))
    assert ending(unknown, mine=False) == "Answered by me."
    assert ending(one(), mine=False) == ""
    assert ending(one(detached=True), mine=False).startswith("The agent has stopped waiting.")


def test_an_ended_ask_shows_every_word_that_was_said() -> None:
    noted = Answer(question_id="db", state=AnswerState.ANSWERED, values=("SQLite",), note="Hm.")
    late = text(ended(settled("timed_out", late=(noted,)), NOON, WIDTH, mine=False))

    assert "Arrived after the timeout by me · just now" in late
    assert "✓ SQLite\n   Note: Hm." in late
    assert "c answer late" in late
    skipped = replace(noted, state=AnswerState.SKIPPED)
    assert "– skipped" in text(ended(settled("timed_out", late=(skipped,)), NOON, WIDTH, mine=True))
    rejected = ended(settled("rejected", reason="No."), NOON + timedelta(hours=3), WIDTH, mine=True)
    assert "3 h ago" in text(rejected)
    assert "Reason: No." in text(rejected)
    assert "You asked: Why?" in text(ended(settled("asked_back"), NOON, WIDTH, mine=True))
    assert "c send a correction" in text(ended(settled("answered"), NOON, WIDTH, mine=True))
    bare = replace(settled("answered"), outcome=None)
    assert "c send a correction" in text(ended(bare, NOON, WIDTH, mine=True))


def test_after_sending_it_is_said_who_gets_it() -> None:
    assert sent(one(), "answer") == "Answer sent. Waiting for claude-code to continue."
    assert sent(one(detached=True), "answer").startswith("Answer kept for when")
    assert sent(settled("timed_out"), "answer").startswith("Kept as a late answer")
    assert sent(one(), "reject").startswith("Rejected.")
    assert sent(one(), "ask_back").startswith("Asked back.")
    assert sent(one(), "correct").startswith("Correction sent.")


def _outcome(ask: Ask) -> Word:
    assert ask.outcome is not None
    return ask.outcome


def test_what_only_a_person_may_settle_says_so() -> None:
    assert "Only a person may settle this." in drawn(one(matter={"human_only": True}))


@pytest.mark.parametrize(
    ("same", "said"),
    [
        (True, "You answered this on 14 November: SQLite."),
        (False, "You answered something like this on 14 November: SQLite. It was: Which store?"),
    ],
)
def test_an_earlier_answer_says_whether_the_same_was_asked(same: bool, said: str) -> None:
    earlier = Recalled(NOON, same, question="Which store?", shown="SQLite", answers={})

    assert answered_before(earlier) == said
