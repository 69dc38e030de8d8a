"""What a script says to an ask, and what it tells the author of the test."""

from pathlib import Path
from typing import Any

import pytest

import askline
from askline.asks import rights
from askline.asks.answers import Outcome, SettledBy
from askline.asks.model import Ask
from askline.asks.state import State
from askline.commands.approving import word_of
from askline.core.errors import NotAllowed
from askline.core.people import ActorKind
from askline.testing import FakeHuman, Matching, ScriptFailed, asked
from askline.testing.acting import SCRIPT
from askline.testing.script import Deed
from tests.builders import (
    NOON,
    a_confirm,
    a_matter,
    a_multi_select,
    a_select,
    a_text,
    an_approval,
    an_ask,
    answers,
)


def asking(*questions: Any, **changes: Any) -> Ask:
    return an_ask(matter=a_matter(*(questions or (a_select(),)), **changes))


def said_to(human: FakeHuman, ask: Ask) -> Any:
    return human.decide(ask).given["db"].values


@pytest.mark.parametrize(
    ("matching", "fits"),
    [
        ("Which database?", True),
        ("which  DATABASE", True),
        ("Which cache?", False),
        (asked(header="Storage"), True),
        (asked(header="Cache"), False),
        (asked(kind="select"), True),
        (asked(kind="confirm"), False),
        pytest.param(asked(where=lambda ask: ask["project"]["name"] == "shop"), True, id="in shop"),
        pytest.param(asked(where=lambda ask: ask["sensitive"]), False, id="sensitive"),
        (asked("database", header="Storage", kind="select"), True),
        (Matching(text="Which database?", whole=True), True),
        (Matching(text="database", whole=True), False),
    ],
    ids=str,
)
def test_a_line_speaks_to_the_questions_it_was_written_for(
    matching: str | Matching, *, fits: bool
) -> None:
    human = FakeHuman().answers(matching, "SQLite")

    decision = human.decide(asking(a_select(header="Storage")))

    assert (decision.deed is Deed.ANSWERS) is fits
    assert (human.failures == []) is fits


def test_every_question_of_an_ask_is_answered_by_a_line_of_its_own() -> None:
    human = (
        FakeHuman()
        .answers("Which tests?", "unit", "journeys", note="No more.")
        .answers("Go on?", False)
        .skips("called")
        .answers("Which database?", other="DuckDB")
    )
    questions = (a_select(), a_multi_select(), a_confirm(), a_text(required=False))

    given = human.decide(asking(*questions)).given

    assert (given["db"].values, given["db"].custom_text) == ((), "DuckDB")
    assert (given["tests"].values, given["tests"].note) == (("unit", "journeys"), "No more.")
    assert given["go"].values == ("no",)
    assert given["name"].skipped
    assert human.failures == []


def test_an_ask_that_is_answered_in_part_alone_has_no_answer_and_spends_no_line() -> None:
    human = FakeHuman().answers("Which database?", "SQLite")

    decision = human.decide(asking(a_select(), a_confirm()))

    assert decision.deed is None
    assert [question.id for question in decision.missing] == ["go"]
    assert said_to(human, asking()) == ("SQLite",)


def test_a_line_is_said_as_often_as_it_was_written_for() -> None:
    human = FakeHuman().answers("Which", "SQLite").answers("Which", "PostgreSQL", times=None)

    said = [said_to(human, asking()) for _ in range(3)]

    assert said == [("SQLite",), ("PostgreSQL",), ("PostgreSQL",)]
    assert human.failures == []


def test_order_matters_where_the_script_says_so() -> None:
    early = FakeHuman(in_order=True).answers("Go on?", True).answers("Which", "SQLite")
    timely = FakeHuman(in_order=True).answers("Go on?", True, times=None).answers("Which", "SQLite")

    assert early.decide(asking()).deed is None
    assert timely.decide(asking(a_confirm())).deed is Deed.ANSWERS
    assert said_to(timely, asking()) == ("SQLite",)


def test_a_word_about_the_whole_ask_goes_before_answers_to_parts_of_it() -> None:
    human = FakeHuman().answers("Which", "SQLite").rejects("Go on?", reason="Not on a Friday.")

    decision = human.decide(asking(a_select(), a_confirm()))

    assert (decision.deed, decision.words) == (Deed.REJECTS, "Not on a Friday.")
    assert human.failures == ["Never asked, or not so often: .answers('Which', 'SQLite')"]


def test_only_what_a_person_must_settle_is_approved_and_is_found_by_what_it_shows() -> None:
    human = FakeHuman().approves("git push", times=None)

    shown = asking(a_confirm(), human_only=True, context="```\ngit push origin\n```")
    plain = asking(a_confirm(text="git push?"))
    text = asking(a_text(text="git push?"), human_only=True)

    assert human.decide(shown).deed is Deed.APPROVES
    assert human.decide(shown).given["go"].values == ("yes",)
    assert human.decide(plain).deed is None
    assert human.decide(text).deed is None


def test_a_question_without_a_line_is_told_with_its_options_and_the_line_to_add() -> None:
    human = FakeHuman(strict=False).answers("Which data base?", "SQLite")

    human.decide(asking(a_select(), a_confirm(), a_text()))

    [told] = human.failures
    assert told == (
        "No answer was scripted for: 'Which database?' (select: 'PostgreSQL', 'SQLite'), asked by"
        " 'claude-code'.\n"
        "  Nearest: 'Which data base?'\n"
        "  Add: .answers('Which database?', ...)  # of 'PostgreSQL', 'SQLite'\n"
        "No answer was scripted for: 'Go on?' (confirm), asked by 'claude-code'.\n"
        "  Add: .answers('Go on?', ...)  # True or False\n"
        "No answer was scripted for: 'What shall it be called?' (text), asked by 'claude-code'.\n"
        "  Add: .answers('What shall it be called?', ...)  # any text"
    )


def test_a_line_that_was_never_needed_fails_the_test_unless_that_is_allowed() -> None:
    strict = FakeHuman().asks_back(asked("Go on?", kind="confirm"), "Where to?").leaves("Which")
    loose = FakeHuman(strict=False).lets_time_out("Which")

    with pytest.raises(ScriptFailed) as failed:
        strict.verify()

    assert str(failed.value) == (
        "Never asked, or not so often: .asks_back(asked('Go on?', kind='confirm'), 'Where to?')\n"
        "Never asked, or not so often: .leaves('Which')"
    )
    strict.verify()  # it was told
    loose.verify()


def test_the_error_of_a_test_is_explained_by_what_had_no_answer() -> None:
    human, error = FakeHuman().leaves("Go on?"), AssertionError("no database")

    human.decide(asking())
    human.explain(error)
    human.explain(error)

    assert len(error.__notes__) == 1
    assert error.__notes__[0].startswith("No answer was scripted for: 'Which database?'")
    human.verify()  # what was not reached is no failure of its own


def test_nothing_but_the_test_kit_makes_a_script() -> None:
    house = Path(askline.__file__).parent

    known = {file for file in house.rglob("*.py") if "ActorKind.SCRIPT" in file.read_text()}

    assert {str(file.relative_to(house)) for file in known} == {
        "core/people.py",  # whose word counts as a person's
        "doors/mcp/wording.py",
        "testing/acting.py",
    }


def test_a_script_lets_no_command_run() -> None:
    approval = an_ask(matter=an_approval())
    by = SettledBy(kind=ActorKind.SCRIPT, id="script", who="script", door=None, at=NOON)
    yes = Outcome(state=State.ANSWERED, settled_by=by, receipt="r1", answers=answers(approve="yes"))

    assert not word_of(yes).runs
    with pytest.raises(NotAllowed):
        rights.must_settle(SCRIPT, approval)
