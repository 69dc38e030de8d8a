"""What a card says in every state, and how it follows what happens elsewhere."""

from typing import Any

from playwright.async_api import expect

from tests.web import asks
from tests.web.asks import ANSWERS, approval, four, given, one, question, settled
from tests.web.card_page import CardPage

CHOSEN = given("q1", "Stop, copy, start")
BEN = {"who": "ben", "door": "tui"}
LATE: dict[str, Any] = {"kind": "late", "by": {}, "answers": [CHOSEN], "reason": None}
CORRECTION: dict[str, Any] = {
    "kind": "correction",
    "by": {},
    "answers": [CHOSEN],
    "reason": "a slip",
}

SAYS: dict[str, tuple[dict[str, Any], str]] = {
    "no limit": (one(), "No time limit"),
    "limit": (one(deadline="2026-11-15T09:09:42.000Z"), "8 min left"),
    "soon": (one(deadline="2026-11-15T09:02:42.000Z"), "1:42 left"),
    "gone": (one(detached=True), "The agent has stopped waiting. Nothing is needed from you."),
    "answered": (settled(one(), "answered", CHOSEN), "You answered: Stop, copy, start"),
    "answered, four": (settled(four(), "answered", *ANSWERS), "“coupons”"),
    "answered by": (settled(one(), "answered", CHOSEN, by=BEN), "Answered by ben in the terminal"),
    "timed out": (
        settled(one(), "timed_out", by={"kind": "time"}),
        "This question timed out. claude-code continued without your answer.",
    ),
    "late": (
        settled(one(), "timed_out", amendments=[LATE]),
        "Arrived after the timeout: Stop, copy, start",
    ),
    "corrected": (
        settled(one(), "answered", given("q1", "x"), amendments=[CORRECTION]),
        "Corrected: Stop, copy, start (“a slip”)",
    ),
    "rejected": (settled(one(), "rejected", reason="Not now"), "You rejected this “Not now”"),
    "rejected by": (settled(one(), "rejected", by=BEN), "Rejected by ben in the terminal"),
    "asked back": (settled(one(), "asked_back", askBack="Why?"), "You asked back “Why?”"),
    "cancelled": (settled(one(), "cancelled"), "claude-code no longer needs this."),
    "superseded": (settled(one(), "superseded"), "A newer question has taken its place."),
    "approved": (settled(approval(), "answered", given("approve", "yes")), "You approved this"),
    "refused": (settled(approval(), "answered", given("approve", "no")), "You rejected this"),
}


async def test_every_state_has_its_words(card: CardPage) -> None:
    await card.open(one(), me="ana")
    for number, (ask, says) in enumerate(SAYS.values()):
        await card.set(ask={**ask, "id": str(number)})
        await expect(card.card).to_contain_text(says)
    assert card.faults == []


async def test_german_is_complete_and_loaded_only_when_wanted(card: CardPage) -> None:
    await card.open(four(deadline="2026-11-15T09:02:42.000Z"))
    assert not any("askline-de" in url for url in card.requests)
    await card.set(german=True)
    await expect(card.card).to_contain_text("noch 1:42")
    await expect(card.page.get_by_role("button", name="Ablehnen")).to_be_visible()
    await card.set(ask=settled(one(), "timed_out"))
    await expect(card.card).to_contain_text("Trotzdem antworten")


async def test_a_settled_ask_is_folded_and_opens_to_all_it_was(card: CardPage) -> None:
    await card.open(settled(four(context="Because of **load**."), "answered", *ANSWERS))
    await expect(card.page.get_by_text(asks.STRATEGY["question"])).to_be_hidden()
    await card.page.get_by_text("You answered").click()
    for shown in (*asks.FOUR, {"question": "Because of **load**."}):
        await expect(card.page.get_by_text(shown["question"])).to_be_visible()


async def test_answered_elsewhere_while_typing_leaves_the_words_to_copy(card: CardPage) -> None:
    await card.open(asks.ask(question("Which limits?", "text")), me="ana")
    await card.page.get_by_label("Which limits?").fill("10 ms, and no")
    await card.set(
        ask=settled(asks.ask(question("Which limits?", "text")), "answered", given("q1", "5 ms"))
    )
    await expect(card.card).to_contain_text("Answered in another window: 5 ms")
    await expect(card.card).to_contain_text("10 ms, and no")
    await expect(card.page.get_by_role("status")).to_have_text("Answered in another window: 5 ms")


async def test_the_own_answer_comes_back_as_the_own(card: CardPage) -> None:
    await card.open(one(), me="ana")
    await card.page.get_by_label("Stop, copy, start").check()
    await card.page.get_by_role("button", name="Send answer").click()
    await card.event("answer")
    await card.set(ask=settled(one(), "answered", CHOSEN), phase="")
    await expect(card.card).to_contain_text("You answered: Stop, copy, start")


async def test_the_last_minute_is_announced_once(card: CardPage) -> None:
    await card.open(one(deadline="2026-11-15T09:02:10.000Z"))
    news = card.page.get_by_role("status")
    await expect(card.page.get_by_role("timer")).to_have_text("1:10 left")
    await expect(news).to_have_text("")
    await card.page.clock.run_for(11_000)
    await expect(card.page.get_by_role("timer")).to_have_text("0:59 left")
    await expect(news).to_have_text("One minute left.")


async def test_more_time_asks_for_five_minutes_where_the_agent_allows_it(card: CardPage) -> None:
    limited = one(deadline="2026-11-15T09:09:42.000Z")
    await card.open(limited)
    await card.page.get_by_role("button", name="More time").click()
    assert (await card.event("extend"))["deadline"] == "2026-11-15T09:14:42.000Z"
    await card.set(ask={**limited, "extendable": False})
    await expect(card.page.get_by_role("button", name="More time")).to_have_count(0)


async def test_an_ask_is_seen_once_after_a_second_in_view(card: CardPage) -> None:
    await card.open(one())
    await expect(card.page.get_by_role("radio").first).to_be_in_viewport()
    await card.page.clock.run_for(3000)
    assert await card.event("seen") == {"id": "01a0"}
    await card.page.clock.run_for(3000)
    assert await card.events("seen").count() == 1


async def test_a_late_answer_can_be_given_after_the_timeout(card: CardPage) -> None:
    await card.open(settled(one(), "timed_out"))
    await card.page.get_by_role("button", name="Answer anyway").click()
    await card.page.get_by_label("Stop, copy, start").check()
    await card.page.get_by_role("button", name="Send answer").click()
    assert (await card.event("answer"))["answers"] == {"q1": {"values": ["Stop, copy, start"]}}
    await card.set(ask=settled(one(), "timed_out", amendments=[LATE]))
    await expect(card.card).to_contain_text("Arrived after the timeout")


async def test_a_correction_starts_from_the_answer_and_tells_why(card: CardPage) -> None:
    await card.open(settled(one(), "answered", CHOSEN))
    await card.page.get_by_role("button", name="Send a correction").click()
    await expect(card.page.get_by_label("Stop, copy, start")).to_be_checked()
    await card.page.get_by_label("Change data capture").check()
    await card.page.get_by_label("Reason (optional)").fill("a slip")
    await card.page.get_by_role("button", name="Send a correction").click()
    told = await card.event("correct")
    assert told["answers"] == {"q1": {"values": ["Change data capture"]}}
    assert told["reason"] == "a slip"


async def test_a_second_correction_starts_from_the_first(card: CardPage) -> None:
    await card.open(settled(one(), "answered", CHOSEN))
    await card.page.get_by_role("button", name="Send a correction").click()
    await card.page.get_by_label("Change data capture").check()
    await card.page.get_by_role("button", name="Send a correction").click()
    first = {**CORRECTION, "answers": [given("q1", "Dual-write, then switch", note="as said")]}
    await card.set(ask=settled(one(), "answered", CHOSEN, amendments=[first]))
    await card.page.get_by_role("button", name="Send a correction").click()
    await expect(card.page.get_by_label("Dual-write, then switch")).to_be_checked()
    await expect(card.page.get_by_label("Note")).to_have_value("as said")


async def test_a_correction_that_was_begun_waits_for_who_went_elsewhere(card: CardPage) -> None:
    answered = settled(one(), "answered", CHOSEN)
    await card.open(answered)
    await card.page.get_by_role("button", name="Send a correction").click()
    await card.page.get_by_label("Change data capture").check()
    await card.page.get_by_label("Reason (optional)").fill("a slip")
    await card.set(ask=one(id="01a1"))
    await card.set(ask=answered)
    await card.page.get_by_role("button", name="Send a correction").click()
    await expect(card.page.get_by_label("Change data capture")).to_be_checked()
    await expect(card.page.get_by_label("Reason (optional)")).to_have_value("a slip")


async def test_a_correction_from_elsewhere_does_not_end_ones_own(card: CardPage) -> None:
    await card.open(settled(one(), "answered", CHOSEN))
    await card.page.get_by_role("button", name="Send a correction").click()
    await card.page.get_by_label("Reason (optional)").fill("a slip")
    await card.set(ask=settled(one(), "answered", CHOSEN, amendments=[CORRECTION]))
    await expect(card.page.get_by_label("Reason (optional)")).to_have_value("a slip")


async def test_nothing_can_be_added_after_another_outcome(card: CardPage) -> None:
    await card.open(settled(one(), "answered", CHOSEN))
    for state in ("rejected", "asked_back", "cancelled", "superseded"):
        await card.set(ask=settled(one(id=state), state))
        await expect(card.page.get_by_role("button")).to_have_count(0)


async def test_a_late_answer_goes_on_with_what_was_typed(card: CardPage) -> None:
    limits = asks.ask(question("Which limits?", "text"))
    await card.open(limits)
    await card.page.get_by_label("Which limits?").fill("10 ms")
    await card.set(ask=settled(limits, "timed_out", by={"kind": "time"}))
    await card.page.get_by_role("button", name="Answer anyway").click()
    await expect(card.page.get_by_label("Which limits?")).to_have_value("10 ms")
