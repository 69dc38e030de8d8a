"""What an agent is told of an ask that several people could answer, while it waits."""

from askline.asks import lifecycle, routing
from askline.asks.routes import Route
from askline.doors.mcp.wording import words
from tests.builders import ADA, BOB, NOON, an_approval, an_opening, answers


def test_an_agent_learns_who_has_its_ask_in_hand() -> None:
    ask = routing.set_out(an_opening().after, Route(rule="shop"))
    ask = routing.claim(ask, by=BOB, at=NOON).after

    said = words(ask)

    assert said.endswith(
        "is pending: nobody has answered yet. bob has it in hand. It stays in your human's inbox."
    )


def test_one_yes_of_two_is_told_as_no_consent_and_the_second_as_the_answer() -> None:
    ask = routing.set_out(an_opening(matter=an_approval()).after, Route(rule="shop", quorum=2))
    yes = answers(approve="yes")
    first = lifecycle.answer(ask, yes, by=ADA, at=NOON, receipt="1").after
    second = lifecycle.answer(first, yes, by=BOB, at=NOON, receipt="2").after

    assert words(first, kept=False).endswith(
        "is pending. 1 of 2 people agreed; that is no consent yet."
    )
    assert "was answered by your human bob" in words(second)
