"""Which asks are let in, and what is done to an agent's words on the way."""

from dataclasses import replace

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from askline.asks.intake import admit, clean_agent, clean_project
from askline.asks.limits import Limits
from askline.asks.model import AskKind, Matter, Option, Question, QuestionKind
from askline.core.errors import FieldProblem, Invalid, InvalidArguments, TooLarge
from askline.core.people import Agent, Project
from askline.core.text import clean
from tests.builders import a_confirm, a_matter, a_multi_select, a_select, a_text, an_approval

LIMITS = Limits()
RED = "\x1b[31mred\x1b[0m"


def refused(matter: Matter) -> Invalid:
    with pytest.raises(Invalid) as refusal:
        admit(matter, LIMITS)
    return refusal.value


@pytest.mark.parametrize(
    "matter",
    [
        pytest.param(a_matter(), id="a select"),
        pytest.param(a_matter(a_text(), a_confirm(), a_multi_select(), a_select()), id="one each"),
        pytest.param(a_matter(*(a_text(f"q{n}") for n in range(10))), id="ten questions"),
        pytest.param(a_matter(a_multi_select(min_picks=0, max_picks=4)), id="all and Other"),
        pytest.param(
            a_matter(a_multi_select(min_picks=3, max_picks=3, allow_other=False)), id="exactly all"
        ),
        pytest.param(a_matter(title=None, context="# Why\n\n* because"), id="Markdown"),
        pytest.param(an_approval(), id="an approval"),
    ],
)
def test_what_is_in_order_comes_in_as_it_is(matter: Matter) -> None:
    assert admit(matter, LIMITS) == matter


def test_every_text_of_an_agent_is_cleaned() -> None:
    option = Option(label=f" {RED}\n", description=f"{RED}\n* a", preview=f"{RED}\r\nb")
    question = a_select(
        text=f"\n{RED} or?\n", header=f"{RED}\t1", placeholder=f"{RED}\n", options=(option,)
    )
    matter = a_matter(question, title=f"{RED}\ntitle", context=f" {RED}\ncontext ")

    admitted = admit(matter, LIMITS)

    cleaned = admitted.questions[0]
    assert (admitted.title, admitted.context) == ("red title", "red\ncontext")
    assert (cleaned.text, cleaned.header, cleaned.placeholder) == ("red or?", "red 1", "red")
    assert cleaned.options == (Option(label="red", description="red\n* a", preview="red\nb"),)


def test_texts_that_are_only_dirt_count_as_absent() -> None:
    option = Option(label="SQLite", description="\x1b[0m", preview="  ")
    matter = a_matter(a_select(header="\x00", options=(option,)), title=" ", context="\n")

    admitted = admit(matter, LIMITS)

    assert (admitted.title, admitted.context) == (None, None)
    assert admitted.questions[0].header is None
    assert admitted.questions[0].options == (Option(label="SQLite"),)


def test_agents_and_projects_are_cleaned_and_always_have_a_name() -> None:
    agent = Agent(name=RED, version=f"1\n{RED}", label="\x07", conversation="c\x00hat")
    project = Project(name=f"{RED}\nshop", path="/home/\x1b[2Jada", branch="\u202emain")

    assert clean_agent(agent) == Agent(name="red", version="1 red", conversation="chat")
    assert clean_project(project) == Project(name="red shop", path="/home/ada", branch="main")
    assert clean_agent(Agent(name="\x00")) == Agent(name="agent")
    assert clean_project(Project(name=" ")) == Project(name="project")


SELECT, TEXT, MULTI = "questions.db", "questions.name", "questions.tests"


@pytest.mark.parametrize(
    ("question", "problem"),
    [
        pytest.param(
            a_text("two words"),
            FieldProblem("questions.id", "1-64 letters, digits, '.', '_' or '-'", "'two words'"),
            id="an id with a blank",
        ),
        pytest.param(
            a_text("x" * 65),
            FieldProblem("questions.id", "1-64 letters, digits, '.', '_' or '-'", repr("x" * 65)),
            id="a long id",
        ),
        pytest.param(
            a_text(text=" \x00"),
            FieldProblem(f"{TEXT}.question", "question text is required", "nothing"),
            id="no text",
        ),
        pytest.param(
            a_select(options=()),
            FieldProblem(
                f"{SELECT}.options",
                "Options required for select/multi-select",
                "none",
                "Offer options, or make it a question of type text.",
            ),
            id="a select without options",
        ),
        pytest.param(
            a_text(options=(Option(label="a"),)),
            FieldProblem(
                f"{TEXT}.options",
                "no options for type text",
                "1",
                "Use type select or multi-select.",
            ),
            id="a text with options",
        ),
        pytest.param(
            a_select(options=tuple(Option(label=f"{n}") for n in range(21))),
            FieldProblem(f"{SELECT}.options", "at most 20 options", "21"),
            id="too many options",
        ),
        pytest.param(
            a_select(options=(Option(label="a"), Option(label="\x00"), Option(label=" "))),
            FieldProblem(f"{SELECT}.options", "a label for each option", "an empty one"),
            id="options without a label",
        ),
        pytest.param(
            a_select(options=(Option(label="a"), Option(label="a\x1b[0m"))),
            FieldProblem(f"{SELECT}.options", "labels that differ", "'a' more than once"),
            id="labels that only differ in what is not seen",
        ),
        pytest.param(
            a_select(min_picks=1),
            FieldProblem(f"{SELECT}.min_picks", "picks are counted only in multi-select", "select"),
            id="picks for a select",
        ),
        pytest.param(
            a_multi_select(min_picks=3, max_picks=2),
            FieldProblem(f"{MULTI}.min_picks", "0 <= min_picks <= max_picks <= 4", "3 and 2"),
            id="more at least than at most",
        ),
        pytest.param(
            a_multi_select(max_picks=4, allow_other=False),
            FieldProblem(f"{MULTI}.min_picks", "0 <= min_picks <= max_picks <= 3", "0 and 4"),
            id="more than there are",
        ),
        pytest.param(
            a_multi_select(min_picks=-1),
            FieldProblem(f"{MULTI}.min_picks", "0 <= min_picks <= max_picks <= 4", "-1 and 4"),
            id="less than none",
        ),
    ],
)
def test_a_question_out_of_order_is_refused_with_its_field_named(
    question: Question, problem: FieldProblem
) -> None:
    error = refused(a_matter(question))

    assert type(error) is InvalidArguments
    assert error.fields == (problem,)
    assert error.message == f"{problem.field}: expected {problem.expected}, got {problem.actual}."
    assert error.hint == (problem.hint or "Mend the named fields and ask again.")


def test_an_ask_needs_a_question() -> None:
    error = refused(replace(a_matter(), questions=()))

    assert type(error) is InvalidArguments
    assert "questions array must have at least 1 item" in error.message
    assert error.hint == "Ask at least one question."


def test_an_ask_has_ten_questions_at_most() -> None:
    error = refused(a_matter(*(a_text(f"q{n}") for n in range(11))))

    assert type(error) is InvalidArguments
    assert error.message == "questions: expected at most 10 questions, got 11."


def test_two_questions_cannot_share_an_id() -> None:
    error = refused(a_matter(a_text("q1"), a_confirm("q1"), a_text("q2")))

    assert error.message == (
        "questions: expected an id for each question, got 'q1' more than once."
    )


@pytest.mark.parametrize(
    ("matter", "field", "limit"),
    [
        pytest.param(a_matter(title="x" * 101), "title", 100, id="title"),
        pytest.param(a_matter(context="x" * 65_537), "context", 65_536, id="context"),
        pytest.param(a_matter(a_text(text="x" * 1_001)), f"{TEXT}.question", 1_000, id="question"),
        pytest.param(a_matter(a_text(header="x" * 25)), f"{TEXT}.header", 24, id="header"),
        pytest.param(
            a_matter(a_text(placeholder="x" * 201)), f"{TEXT}.placeholder", 200, id="placeholder"
        ),
        pytest.param(
            a_matter(a_select(options=(Option(label="x" * 501),))),
            f"{SELECT}.options.label",
            500,
            id="label",
        ),
        pytest.param(
            a_matter(a_select(options=(Option(label="a", description="x" * 4_001),))),
            f"{SELECT}.options.description",
            4_000,
            id="description",
        ),
        pytest.param(
            a_matter(a_select(options=(Option(label="a", preview="x" * 16_385),))),
            f"{SELECT}.options.preview",
            16_384,
            id="preview",
        ),
    ],
)
def test_one_character_too_many_is_too_large(matter: Matter, field: str, limit: int) -> None:
    error = refused(matter)

    assert type(error) is TooLarge
    assert error.fields == (
        FieldProblem(
            field,
            f"at most {limit} characters",
            f"{limit + 1}",
            "Say it shorter; details belong in the context.",
            "too_large",
        ),
    )


def test_every_text_may_be_as_long_as_its_limit() -> None:
    option = Option(label="x" * 500, description="x" * 4_000, preview="x" * 16_384)
    question = a_select(text="x" * 1_000, header="x" * 24, placeholder="x" * 200, options=(option,))
    matter = a_matter(question, title="x" * 100, context="x" * 65_536)

    assert admit(matter, LIMITS) == matter


def test_settings_may_lower_a_limit() -> None:
    with pytest.raises(TooLarge, match="at most 5 characters"):
        admit(a_matter(title="Storage"), Limits(title=5))


def test_every_problem_is_named_and_size_is_not_all_of_them() -> None:
    error = refused(a_matter(a_text("q 1"), a_select(options=()), title="x" * 101))

    assert type(error) is InvalidArguments
    assert [problem.field for problem in error.fields] == [
        "title",
        "questions.id",
        f"{SELECT}.options",
    ]


@pytest.mark.parametrize(
    ("matter", "field"),
    [
        pytest.param(an_approval(command=None), "command", id="no command"),
        pytest.param(an_approval(questions=(a_confirm("go"),)), "questions", id="another question"),
        pytest.param(an_approval(questions=(a_text("approve"),)), "questions", id="another type"),
        pytest.param(
            an_approval(questions=(a_confirm("approve"), a_text())), "questions", id="one more"
        ),
    ],
)
def test_an_approval_is_one_yes_or_no_about_one_command(matter: Matter, field: str) -> None:
    error = refused(matter)

    assert matter.kind is AskKind.APPROVAL
    assert [problem.field for problem in error.fields] == [field]


TEXTS = st.text(max_size=30)
QUESTIONS = st.builds(
    Question,
    id=st.sampled_from(["q1", "q2", "q 3", ""]),
    text=TEXTS,
    kind=st.sampled_from(QuestionKind),
    header=st.none() | TEXTS,
    options=st.lists(st.builds(Option, label=TEXTS, description=st.none() | TEXTS)).map(tuple),
    min_picks=st.none() | st.integers(-1, 5),
)


@given(st.lists(QUESTIONS, max_size=4), st.none() | TEXTS)
@example([a_text()], " Title\n")
@example([], None)
def test_what_was_let_in_once_is_let_in_again_unchanged(
    questions: list[Question], title: str | None
) -> None:
    matter = Matter(questions=tuple(questions), title=title)

    try:
        admitted = admit(matter, LIMITS)
    except Invalid:
        return

    assert admit(admitted, LIMITS) == admitted
    assert all(question.text == clean(question.text) for question in admitted.questions)
