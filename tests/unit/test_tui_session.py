"""Where a person stands in the inbox, and that nothing takes them away from there."""

from dataclasses import replace
from datetime import timedelta

from askline.doors.tui.drafting import Draft, Jot
from askline.doors.tui.model import Ask
from askline.doors.tui.session import Session, View, Zone
from askline.doors.tui.views import whole
from tests.builders import NOON
from tests.unit.tui_asks import due, one, settled, shown

FIRST, SECOND, THIRD = due(1), due(2), due(3)


def a_session(*asks: Ask) -> Session:
    session = Session()
    session.snapshot(asks or (FIRST, SECOND, THIRD), NOON)
    return session


def ended(ask: Ask, state: str = "answered") -> Ask:
    return replace(settled(state), id=ask.id)


def test_the_cursor_begins_at_the_most_urgent_and_stops_at_the_ends() -> None:
    session = a_session()
    assert session.current_id == FIRST.id

    session.move(-1)
    assert session.current_id == FIRST.id
    session.move(99)
    assert session.current_id == THIRD.id
    Session().move(1)


def test_the_cursor_follows_the_ask_when_the_list_changes_around_it() -> None:
    session = a_session()
    session.move(1)

    session.told(due(0.2), NOON)

    assert session.current_id == SECOND.id


def test_when_the_selected_ask_is_settled_elsewhere_no_other_comes_under_the_keys() -> None:
    session = a_session()
    session.move(1)

    session.told(ended(SECOND), NOON)
    assert session.current is None
    assert "others have it" in whole.page_lines(session, NOON, 90)[0].text
    session.told(due(0.2), NOON)
    assert session.current is None
    session.snapshot([FIRST, THIRD], NOON)
    assert session.current is None

    session.move(1)
    assert session.current_id == THIRD.id
    session.snapshot([], NOON)
    assert session.current is None
    assert session.zone is Zone.LIST
    assert whole.page_lines(session, NOON, 90)[0].text == "All clear."
    session.snapshot([FIRST], NOON)
    assert session.current_id == FIRST.id


def test_from_the_gap_that_an_ask_left_the_cursor_moves_both_ways() -> None:
    session = a_session()
    session.move(1)
    session.told(ended(SECOND), NOON)

    session.move(-1)

    assert session.current_id == FIRST.id


def test_after_a_break_no_other_ask_is_open_under_the_keys() -> None:
    session = a_session()
    session.zone = Zone.TEXT
    session.keep(Draft({"db": Jot(text="Led")}))

    session.snapshot([SECOND, THIRD], NOON)
    assert (session.current_id, session.zone) == (FIRST.id, Zone.TEXT)
    assert session.stray == FIRST

    session.gone(FIRST, NOON)
    assert session.stray is None
    assert not session.answerable
    assert whole.page_lines(session, NOON, 90)[0].text == "– This has ended, or others have it now."


def test_what_was_being_written_when_it_ended_is_shown() -> None:
    session = a_session()
    session.zone = Zone.PAGE
    session.keep(Draft({"db": Jot(other=True, text="On paper", note="SQLite")}))

    session.told(ended(FIRST), NOON)

    texts = [each.text for each in whole.page_lines(session, NOON, 90)]
    assert texts[-2:] == ["What you wrote is not sent:", "On paper"]


def test_an_open_ask_that_is_settled_elsewhere_stays_in_view_until_one_leaves() -> None:
    session = a_session()
    session.zone = Zone.PAGE

    session.told(ended(FIRST), NOON)
    assert session.current is not None
    assert session.current.state == "answered"
    assert not session.answerable
    assert FIRST.id not in session.shown

    session.move(1)
    assert session.current_id == SECOND.id
    assert session.ask(FIRST.id) is None


def test_what_was_sent_from_here_makes_room_for_the_next_one() -> None:
    session = a_session()
    session.zone = Zone.PAGE
    session.keep(Draft({"db": Jot(picks=("SQLite",))}))
    session.sending.add(FIRST.id)

    session.settled(ended(FIRST), NOON)

    assert session.current_id == SECOND.id
    assert (session.zone, session.drafts, session.sending) == (Zone.LIST, {}, set())
    assert session.mine == {FIRST.id}


def test_another_ask_was_under_the_cursor_when_the_answer_came_back() -> None:
    session = a_session()
    session.zone = Zone.PAGE
    session.move(1)

    session.settled(ended(FIRST), NOON)

    assert (session.current_id, session.zone) == (SECOND.id, Zone.PAGE)


def test_history_has_its_own_cursor_and_takes_news() -> None:
    session = a_session()
    answered = settled("answered")
    session.past.asks = {answered.id: answered}

    session.turn(View.HISTORY, NOON)
    assert session.current_id == answered.id
    session.correct(answered)
    assert session.answerable
    assert session.draft.jots == {"db": Jot(picks=("SQLite",))}
    session.told(replace(answered, agent="codex"), NOON)
    assert session.current is not None
    assert session.current.agent == "codex"

    session.settled(replace(answered, amendments=(answered.outcome,)), NOON)
    assert session.amending is None
    session.correct(session.past.asks[answered.id])
    session.turn(View.INBOX, NOON)
    assert (session.current_id, session.amending) == (FIRST.id, None)


def test_the_last_answer_can_be_called_back_for_a_correction() -> None:
    session = a_session()
    answered = settled("answered")

    session.recall(answered)

    assert session.current_id == answered.id
    session.last_answered = answered
    corrected = replace(answered, amendments=(answered.outcome,))
    session.told(corrected, NOON)
    assert session.last_answered == corrected
    assert session.answerable
    session.arrange(NOON)
    assert session.current_id == answered.id


def test_leaving_a_text_for_another_ask_leaves_the_text_field() -> None:
    session = a_session()
    session.zone = Zone.TEXT

    session.move(1)

    assert session.zone is Zone.PAGE


def test_nothing_selected_keeps_nothing_and_is_about_nothing() -> None:
    session = Session()
    session.keep(Draft(step=3))

    assert session.drafts == {}
    assert session.over() == ("inbox", "", "", "0", "")
    assert session.over("reject")[-1] == "reject"
    assert whole.row_lines(session, "unknown", NOON, 40) == ()


def test_what_a_settling_key_is_about_changes_with_ask_question_and_dialog() -> None:
    session = a_session(shown(), one(asked_at=NOON + timedelta(seconds=1)))
    seen = {session.over()}
    session.zone = Zone.PAGE
    seen.add(session.over())
    session.keep(session.draft.at(1, shown()))
    seen.add(session.over())
    session.keep(session.draft.jotted(shown().questions[1], Jot(picks=("logs",))))
    seen.add(session.over())
    session.move(1)
    seen.add(session.over())

    assert len(seen) == 4


def test_without_asks_the_page_says_why() -> None:
    session = Session()
    assert whole.page_lines(session, NOON, 90)[0].text == "All clear."

    session.snapshot([one()], NOON)
    session.sieve = replace(session.sieve, words="nowhere")
    session.arrange(NOON)
    assert "matches" in whole.page_lines(session, NOON, 90)[0].text
    session.turn(View.HISTORY, NOON)
    assert whole.page_lines(session, NOON, 90)[0].text == "Nothing here."


def keys(session: Session) -> str:
    return whole.key_line(session, 200).text


def test_the_last_line_names_the_keys_that_matter_here() -> None:
    session = a_session(shown())
    assert keys(session).startswith("Enter open")
    session.zone = Zone.PAGE
    assert "Enter next" in keys(session)
    assert "R all" in keys(session)
    session.keep(session.draft.at(2, shown()))
    assert "Enter write" in keys(session)
    session.zone = Zone.TEXT
    assert keys(session).startswith("Ctrl+S review   Tab next question")
    session.zone = Zone.PAGE
    session.keep(session.draft.at(4, shown()))
    assert keys(session).startswith("Enter send   1–9 edit")
    assert whole.key_line(session, 30).text == "Enter send   ? all keys"


def test_the_last_line_of_a_small_or_ended_ask_is_shorter() -> None:
    session = a_session(one())
    session.zone = Zone.PAGE
    assert "Enter send" in keys(session)
    assert "questions" not in keys(session)
    session.zone = Zone.TEXT
    assert keys(session).startswith("Ctrl+S send   Ctrl+G")
    session = Session()
    assert keys(session).startswith("H history")
    session.past.asks = {"x": settled("answered")}
    session.turn(View.HISTORY, NOON)
    session.zone = Zone.PAGE
    session.current_id = "x"
    assert keys(session).startswith("Esc back   c correct")
    session.zone = Zone.TEXT
    assert keys(session) == "Esc back   ? all keys"
