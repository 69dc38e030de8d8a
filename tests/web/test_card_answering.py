"""A person answers on a card: what is shown, and what the owner is told."""

from typing import Any

import pytest
from playwright.async_api import expect

from tests.web import asks
from tests.web.asks import option, question
from tests.web.card_page import CardPage

FILE = {"sha256": "ab" * 32, "name": "plan.png", "media_type": "image/png", "size": 9}


async def test_a_choice_is_sent_with_its_label_and_a_receipt(card: CardPage) -> None:
    await card.open(asks.one())
    await card.page.get_by_text("Stop, copy, start").click()
    await card.page.get_by_role("button", name="Send answer").click()
    told = await card.event("answer")
    assert told["answers"] == {"q1": {"values": ["Stop, copy, start"]}}
    assert (told["id"], len(told["receipt"])) == ("01a0", 32)


async def test_other_is_sent_as_custom_text_and_survives_a_change_of_mind(card: CardPage) -> None:
    await card.open(asks.one())
    await card.page.get_by_label("Other", exact=True).check()
    await card.page.get_by_label("Write your own answer").fill("Blue and green")
    await card.page.get_by_label("Change data capture").check()
    await card.page.get_by_label("Other", exact=True).check()
    await card.page.get_by_role("button", name="Send answer").click()
    told = await card.event("answer")
    assert told["answers"] == {"q1": {"values": [], "customText": "Blue and green"}}


async def test_a_note_goes_with_its_answer(card: CardPage) -> None:
    await card.open(asks.ask(question("Which limits?", "text")))
    await card.page.get_by_label("Which limits?").fill(" 10 ms ")
    await card.page.get_by_role("button", name="Add a note").click()
    await card.page.get_by_label("Note", exact=True).fill("ask Ben too")
    await card.page.get_by_role("button", name="Send answer").click()
    told = await card.event("answer")
    assert told["answers"] == {"q1": {"values": ["10 ms"], "note": "ask Ben too"}}


async def test_several_questions_are_reviewed_before_anything_is_sent(card: CardPage) -> None:
    await card.open(asks.four())
    await card.page.get_by_label("Stop, copy, start").check()
    await card.page.get_by_role("button", name="Next").click()
    await card.page.get_by_label("payments").check()
    await card.page.get_by_label("Other", exact=True).check()
    await card.page.get_by_label("Write your own answer").fill("coupons")
    await card.page.get_by_role("button", name="Next").click()
    await card.page.get_by_role("button", name="Next").click()
    await card.page.get_by_role("radio", name="No").check()
    await card.page.get_by_role("button", name="Review", exact=True).last.click()
    await expect(card.card).to_contain_text("Nothing has been sent yet.")
    assert await card.events("answer").count() == 0
    await card.page.get_by_role("button", name="Send answers").click()
    assert (await card.event("answer"))["answers"] == {
        "q1": {"values": ["Stop, copy, start"]},
        "q2": {"values": ["payments"], "customText": "coupons"},
        "q3": {"skipped": True},
        "q4": {"values": ["no"]},
    }


async def test_a_required_question_is_asked_for_and_not_sent_empty(card: CardPage) -> None:
    await card.open(asks.one())
    await card.page.get_by_role("button", name="Send answer").click()
    await expect(card.page.get_by_role("alert")).to_have_text(
        "Answer this question, or choose Reject."
    )
    assert await card.events("answer").count() == 0


@pytest.mark.parametrize(
    ("picks", "says"),
    [(["a"], "Choose at least 2."), (["a", "b", "c", "d"], "Choose at most 3.")],
)
async def test_too_few_or_too_many_picks_are_told(
    card: CardPage, picks: list[str], says: str
) -> None:
    many = question(
        "Which?", "multi-select", options=[*map(option, "abcd")], min_picks=2, max_picks=3
    )
    await card.open(asks.ask(many))
    for label in picks:
        await card.page.get_by_role("checkbox", name=label, exact=True).check()
    await card.page.get_by_role("button", name="Send answer").click()
    await expect(card.page.get_by_role("alert")).to_have_text(says)


async def test_reject_tells_the_reason_and_keep_destroys_nothing(card: CardPage) -> None:
    await card.open(asks.one())
    await card.page.get_by_role("button", name="Reject").click()
    await card.page.get_by_label("Reason (optional)").fill("Not before the audit")
    await card.page.get_by_role("button", name="Keep").click()
    await card.page.get_by_role("button", name="Reject").click()
    await card.page.get_by_role("button", name="Reject").click()
    assert (await card.event("reject"))["reason"] == "Not before the audit"


async def test_ask_back_needs_words(card: CardPage) -> None:
    await card.open(asks.one())
    await card.page.get_by_role("button", name="Ask back").click()
    await card.page.get_by_role("button", name="Ask back").click()
    assert await card.events("ask-back").count() == 0
    await card.page.get_by_label("Your question to claude-code").fill("How long is a night?")
    await card.page.get_by_role("button", name="Ask back").click()
    assert (await card.event("ask-back"))["words"] == "How long is a night?"


async def test_a_retry_repeats_the_receipt_and_another_decision_has_its_own(card: CardPage) -> None:
    await card.open(asks.one())
    send = card.page.get_by_role("button", name="Send answer")
    for at, label in enumerate(["Stop, copy, start", "Stop, copy, start", "Change data capture"]):
        await card.page.get_by_label(label).check()
        await send.click()
        await card.event("answer", at)
    first, again, other = [(await card.event("answer", at))["receipt"] for at in range(3)]
    assert first == again
    assert other != first


async def test_sending_shows_that_it_was_sent_and_takes_no_second_answer(card: CardPage) -> None:
    await card.open(asks.one())
    await card.page.get_by_label("Stop, copy, start").check()
    await card.page.get_by_role("button", name="Send answer").click()
    await card.event("answer")
    await card.set(phase="sending")
    await expect(card.card).to_contain_text("Answer sent. Waiting for claude-code to continue.")
    await expect(card.page.get_by_role("radio")).to_have_count(0)


async def test_a_problem_is_told_beside_its_question_and_nothing_is_lost(card: CardPage) -> None:
    await card.open(asks.four())
    await card.page.get_by_label("Stop, copy, start").check()
    error = {"field": "q2", "expected": "one of 'orders'", "actual": "'x'", "hint": "Pick again."}
    await card.set(
        problem={
            "code": "unknown_option",
            "detail": "It does not fit.",
            "hint": "",
            "errors": [error],
        }
    )
    await expect(card.page.get_by_role("group")).to_have_accessible_name(asks.TABLES["question"])
    await expect(card.page.get_by_role("alert").first).to_have_text("Pick again.")
    await card.page.get_by_role("button", name="Back", exact=True).click()
    await expect(card.page.get_by_label("Stop, copy, start")).to_be_checked()


async def test_a_draft_fills_the_card_until_somebody_types(card: CardPage) -> None:
    await card.open(asks.one(), draft={"q1": {"values": ["Change data capture"]}})
    await expect(card.page.get_by_label("Change data capture")).to_be_checked()
    await card.set(draft={"q1": {"values": ["Stop, copy, start"]}})
    await expect(card.page.get_by_label("Stop, copy, start")).to_be_checked()
    await card.page.get_by_label("Dual-write, then switch").check()
    await card.set(draft={"q1": {"values": ["Change data capture"]}})
    await card.set(phase="offline")
    await expect(card.card).to_contain_text("Reconnecting…")
    await expect(card.page.get_by_label("Dual-write, then switch")).to_be_checked()


async def test_what_is_typed_is_told_once_after_a_pause_and_at_once_on_leaving(
    card: CardPage,
) -> None:
    await card.open(asks.ask(question("Which limits?", "text")))
    await card.page.get_by_label("Which limits?").press_sequentially("10 ms")
    assert await card.events("draft").count() == 0
    await card.page.clock.run_for(400)
    assert (await card.event("draft"))["answers"] == {"q1": {"values": ["10 ms"]}}
    await card.press("!", "Tab")
    assert (await card.event("draft", 1))["answers"] == {"q1": {"values": ["10 ms!"]}}


async def test_files_are_handed_to_the_owner_and_can_be_removed(card: CardPage) -> None:
    await card.open(asks.ask(question("Which plan?", "text")))
    await card.page.locator("input[type=file].sr").set_input_files(
        {"name": "plan.png", "mimeType": "image/png", "buffer": b"\x89PNG"}
    )
    told = await card.event("attach")
    assert (told["questionId"], told["files"]) == ("q1", ["plan.png"])
    await expect(card.card).to_contain_text("Uploading…")
    await card.set(attached=[FILE, {**FILE, "name": "second.png"}])
    await card.page.get_by_role("button", name="Remove second.png").click()
    await card.page.get_by_role("button", name="Send answer").click()
    told = await card.event("answer")
    assert told["answers"] == {"q1": {"values": [""], "attachments": [FILE]}}


async def test_an_upload_that_fails_is_told(card: CardPage) -> None:
    await card.open(asks.ask(question("Which plan?", "text")))
    await card.page.locator("input[type=file].sr").set_input_files(
        {"name": "plan.png", "mimeType": "image/png", "buffer": b"\x89PNG"}
    )
    await card.event("attach")
    await card.set(attached={"error": "plan.png is larger than 5 MB."})
    fault = card.page.get_by_role("alert")
    await expect(fault).to_contain_text("plan.png was not attached. Try again, or send without.")
    await expect(fault).to_contain_text("plan.png is larger than 5 MB.")


PLAN: Any = {"name": "plan.png", "mimeType": "image/png", "buffer": b"\x89PNG"}


async def test_an_upload_that_fails_keeps_nobody_from_sending(card: CardPage) -> None:
    plan = asks.ask(question("Which plan?", "text"))
    await card.open(plan)
    await card.page.get_by_role("textbox").fill("the short one")
    await card.page.locator("input[type=file].sr").set_input_files(PLAN)
    await card.page.get_by_role("button", name="Send answer").click()
    await expect(card.page.get_by_role("alert")).to_contain_text("a file is still being uploaded")
    assert await card.events("answer").count() == 0

    # Somebody looks at another ask meanwhile, and comes back.
    await card.set(ask=asks.one(id="01a1"))
    await card.set(ask=plan)
    await expect(card.card).to_contain_text("Uploading…")
    await card.set(attached={"error": "It is too large."})
    await expect(card.page.get_by_role("alert")).to_contain_text("plan.png was not attached")
    await card.page.get_by_role("textbox").fill("the long one")
    await card.page.get_by_role("button", name="Send answer").click()

    assert (await card.event("answer"))["answers"] == {"q1": {"values": ["the long one"]}}


async def test_an_upload_that_fails_while_another_ask_is_open_keeps_nobody_from_sending(
    card: CardPage,
) -> None:
    plan = asks.ask(question("Which plan?", "text"))
    await card.open(plan)
    await card.page.locator("input[type=file].sr").set_input_files(PLAN)
    await card.set(ask=asks.one(id="01a1"))
    await card.set(attached={"error": "It is too large."})
    await card.set(ask=plan)
    await card.page.get_by_role("textbox").fill("the long one")
    await card.page.get_by_role("button", name="Send answer").click()

    assert (await card.event("answer"))["answers"] == {"q1": {"values": ["the long one"]}}


async def test_a_preview_is_shown_for_the_option_under_the_cursor(card: CardPage) -> None:
    nodes = [{"tag": "pre", "language": "sql", "children": ["select 1"]}]
    shown = option("Short", preview="```sql\nselect 1\n```", preview_nodes=nodes)
    await card.open(asks.ask(question("Which?", options=[option("Long"), shown])))
    await card.page.get_by_label("Short").focus()
    await expect(card.page.get_by_role("region", name="Preview of Short")).to_have_text("select 1")
    await card.page.get_by_label("Long").focus()
    await expect(card.page.get_by_role("region")).to_have_count(0)


async def test_an_earlier_answer_is_shown_and_sent_again_by_one_button(card: CardPage) -> None:
    answers = {"q1": {"values": ["Stop, copy, start"]}}
    earlier = {"at": asks.ASKED, "how": "same", "question": "How?", "answers": answers}
    await card.open(asks.one(recalled=earlier))
    await expect(card.card).to_contain_text("You answered this 1 min. ago: Stop, copy, start")
    assert await card.events("answer").count() == 0
    await card.page.get_by_role("button", name="Use again").click()
    told = await card.event("answer")
    assert (told["answers"], told["again"]) == (answers, True)
