"""Asks as the terminal reads them: clean wherever somebody else wrote, exact where it counts."""

from dataclasses import replace

from askline.asks.answers import Answer, AnswerState
from askline.asks.model import Option
from askline.asks.shapes import ask_shape
from askline.core.people import Project
from askline.doors.tui.model import read_ask
from tests.builders import CODER, a_confirm, a_matter, a_select, an_approval, an_opening
from tests.unit.tui_asks import one, settled, shown

EVIL = "\x1b]52;c;ZXZpbA==\x07\x9b31mRun\u202e me\x07"


def test_nothing_that_an_agent_wrote_can_steer_the_terminal() -> None:
    option = Option(label="x", description=EVIL, preview=EVIL)
    question = a_select("db", text=EVIL, header=EVIL, options=(option,), placeholder=EVIL)
    matter = a_matter(question, title=EVIL, context=EVIL)
    opened = an_opening(
        matter=matter,
        agent=replace(CODER, name=EVIL, label=EVIL),
        project=Project(name=EVIL, path=EVIL, branch=EVIL),
    )

    ask = read_ask(ask_shape(opened.after))

    drawn = repr(
        (ask.title, ask.context, ask.agent, ask.project, ask.place, ask.questions, ask.said)
    )
    assert "\\x1b" not in drawn
    assert "\\x9b" not in drawn
    assert "\\u202e" not in drawn
    assert ask.title == "Run me"


def test_a_label_is_kept_as_offered_beside_what_is_drawn() -> None:
    option = (
        read_ask(
            ask_shape(an_opening(matter=a_matter(a_select(options=(Option(label=EVIL),)))).after)
        )
        .questions[0]
        .options[0]
    )

    assert option.label == EVIL
    assert option.shown == "Run me"


def test_the_command_of_an_approval_hides_nothing() -> None:
    matter = an_approval(title=None)
    command = replace(matter.command, argv=("rm", "-rf", "a b\u202e"))  # type: ignore[type-var]

    ask = read_ask(ask_shape(an_opening(matter=replace(matter, command=command)).after))

    assert ask.title == "Run rm -rf 'a␣b\\u202e'"
    assert ask.human_only
    assert ask.command is not None
    assert ask.command.sha256 == "ab12"


def test_an_ask_without_a_title_is_called_by_its_first_question() -> None:
    assert one(title=None).title == "Which database?"
    assert shown(a_confirm()).questions[0].options[0].label == "yes"


def test_an_outcome_and_what_came_after_are_read_with_who_said_it() -> None:
    late = Answer(
        question_id="db",
        state=AnswerState.ANSWERED,
        custom_text="Duck\x1b[2J",
        note="Sorry.\x1b[2J",
    )
    ask = settled("timed_out", late=(late,))

    [word] = ask.amendments
    assert (word.kind, word.who, word.door) == ("late", "me", "tui")
    assert word.answers[0].shown == ("Duck",)
    assert word.answers[0].own_words == "Duck\x1b[2J"
    assert word.answers[0].note == "Sorry."
    assert settled("rejected", reason="No.").outcome.reason == "No."  # type: ignore[union-attr]
    assert settled("asked_back").outcome.ask_back == "Why?"  # type: ignore[union-attr]
