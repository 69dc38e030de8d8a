"""What is the same question, what is near, and what only looks like it: over a labelled list."""

from collections import Counter

import pytest

from askline.asks import lifecycle
from askline.asks.answers import Answer, AnswerState
from askline.asks.model import Option, Question
from askline.memory.likeness import How, content_words, likeness, normal
from askline.memory.recall import recalled
from tests.builders import ADA, a_matter, a_select, a_text, an_ask
from tests.unit.recall_pairs import PAIRS


def read_pairs() -> list[tuple[str, str, str]]:
    lines = (line.split(" | ") for line in PAIRS.strip().splitlines())
    return [(label.strip(), one.strip(), other.strip()) for label, one, other in lines]


def a_question(said: str) -> Question:
    text, _, options = said.partition("[")
    labels = [label.strip() for label in options.rstrip("]").split(",") if label.strip()]
    if not labels:
        return a_text("q", text=text.strip())
    return a_select("q", text=text.strip(), options=tuple(Option(label=each) for each in labels))


def judged(one: str, other: str) -> str:
    """What recall says of the pair, after the first was answered."""
    question = a_question(one)
    value = question.options[0].label if question.options else "as before"
    said = (Answer(question_id="q", state=AnswerState.ANSWERED, values=(value,)),)
    first = an_ask(matter=a_matter(question))
    earlier = lifecycle.answer(first, said, by=ADA, at=first.asked_at, receipt="r").after
    offer = recalled(an_ask(matter=a_matter(a_question(other))), earlier, ADA.id)
    return offer.how if offer else "different"


def test_there_are_a_hundred_pairs_of_every_kind() -> None:
    labels = Counter(label for label, _, _ in read_pairs())

    assert labels.total() == 100
    assert min(labels[label] for label in ("same", "near", "different")) >= 20


@pytest.mark.parametrize("turned", [False, True], ids=["as listed", "turned around"])
def test_nothing_is_called_the_same_that_is_not_and_near_is_right_nearly_always(
    turned: bool,
) -> None:
    """The figures stand in docs/concepts/memory.md."""
    found = Counter(
        (label, judged(other, one) if turned else judged(one, other))
        for label, one, other in read_pairs()
    )

    assert found["near", "same"] + found["different", "same"] == 0
    assert found["same", "same"] == 22
    assert found["near", "near"] >= 37 - turned
    assert found["different", "near"] == 0


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("Keep `Foo`?", "Keep `foo`?"),
        ("Is `x` == 1?", "Is `x` != 1?"),
        ("Take v1.5", "Take v15"),
        ("Call f() now?", "Call f now?"),
        ("Open .env?", "Open env?"),
    ],
)
def test_what_a_program_tells_apart_is_not_the_same(one: str, other: str) -> None:
    assert normal(one) != normal(other)
    assert likeness(one, other) == 0


def test_marks_alone_are_no_question_and_like_nothing() -> None:
    assert normal(" ?! … ") == ""
    assert likeness("?", "??") == 0
    assert content_words("Which?") == ()
    assert normal("a () b") == "a () b"
    assert normal('a " b') == 'a " b'


def test_scripts_without_blanks_are_compared_by_pairs_of_signs() -> None:
    assert likeness("使用哪个数据库", "我们使用哪个数据库") > 0.7
    assert likeness("使用哪个数据库", "删除这个文件夹吗") == 0
    assert content_words("我") == ("我",)


def test_options_make_the_difference_between_same_and_near() -> None:
    assert judged("Which? [A1, B]", "Which? [B, A1]") is not None
    assert judged("Which CSS? [Tailwind, Bulma]", "Which CSS? [Bulma, Tailwind]") == How.SAME
    assert judged("Which CSS? [Tailwind, Bulma]", "Which CSS? [Bulma]") == "different"
