"""What the terminal shows of an ask that several people could answer, and where it stands in the list."""

from dataclasses import replace
from datetime import timedelta
from typing import Any

from askline.asks import routing
from askline.asks.answers import Answer
from askline.asks.model import Ask as Kept
from askline.asks.routes import Route, Step
from askline.asks.shapes import ask_shape
from askline.doors.tui.model import Ask, read_ask
from askline.doors.tui.order import Board, Section, Sieve, next_return, section
from askline.doors.tui.routed import Me, read_me
from askline.doors.tui.session import Session, Zone
from askline.doors.tui.views import heading, routed, rows
from tests.builders import ADA, BOB, NOON, an_approval, an_opening, answers
from tests.routed import to
from tests.unit.tui_asks import one

ME = Me("me", frozenset({"me"}))
ON_CALL = Step(to=("ben",), named=("Ben\x1b[31m",), after=timedelta(minutes=5))
PLAIN = Route(rule="sh\x07op", steps=(ON_CALL,))
HOUR = timedelta(hours=1)


def kept(route: Route = PLAIN, **changes: Any) -> Kept:
    return routing.set_out(an_opening(**changes).after, route)


def seen(ask: Kept) -> Ask:
    return read_ask(ask_shape(ask))


def words(parts: list[tuple[str, str]]) -> str:
    return "".join(text for text, _ in parts)


def approved(ask: Kept, *people: Any) -> Kept:
    given: tuple[Answer, ...] = answers(approve="yes")
    for by in people:
        ask = routing.agree(ask, given, by=by, at=NOON, receipt=by.id).after
    return ask


def test_names_and_rules_are_cleaned_on_their_way_in() -> None:
    ask = seen(routing.claim(kept(), by=replace(BOB, name="Bob\x1b[2J"), at=NOON).after)

    assert ask.routing is not None
    assert ask.routing.claim is not None
    assert (ask.routing.rule, ask.routing.claim.who) == ("shop", "Bob")
    assert seen(kept()).routing == replace(
        ask.routing, claim=None, next_at=NOON + timedelta(minutes=5), next_to="Ben"
    )


def test_the_heading_says_who_has_it_and_where_it_goes() -> None:
    at = (NOON + timedelta(minutes=5)).astimezone().strftime("%H:%M")
    taken = routing.claim(kept(), by=ADA, at=NOON).after
    others = routing.claim(kept(), by=BOB, at=NOON).after

    assert words(routed.in_heading(seen(kept()), ME, NOON)) == f"goes to Ben at {at}"
    assert words(routed.in_heading(seen(taken), ME, NOON)) == "you have it"
    assert words(routed.in_heading(seen(others), ME, NOON)) == "bob has it"
    assert heading.head(seen(others), NOON, 80, ME)[2].text == "bob has it"
    assert len(heading.head(one(), NOON, 80, ME)) == 2


def test_the_heading_says_that_a_hub_decides_it() -> None:
    ask = seen(replace(an_opening().after, handed="https://hub.example"))

    assert words(routed.in_heading(ask, ME, NOON)) == "the hub decides it"


def test_another_day_is_said_with_its_name() -> None:
    put_off = routing.snooze(kept(), NOON + timedelta(days=2), by=ADA, at=NOON).after

    assert "snoozed until 16 Nov " in words(routed.in_row(seen(put_off), ME, NOON))


def test_what_several_must_approve_says_how_many_did_and_whose_word_is_not_enough() -> None:
    route = Route(rule="shop", quorum=3, self_approval=False)
    ask = seen(approved(kept(route, matter=an_approval()), ADA, BOB))

    page = " ".join(each.text for each in routed.on_page(ask, ME, 200))

    assert "2 of 3 approved" in words(routed.in_heading(ask, ME, NOON))
    assert "3 people must approve this; you, bob did." in page
    assert "Nobody approves what was asked on their own behalf." in page
    assert routed.agreed(ask) == "You agreed. 1 more person must."
    assert routed.agreed(seen(kept(route))) == "You agreed. 3 more people must."
    assert routed.agreed(one()) == "You agreed. 1 more person must."


def test_of_a_settled_ask_nothing_of_it_is_said() -> None:
    ended = replace(seen(kept()), state="answered")

    assert routed.facts(ended, ME, NOON) == []
    assert routed.on_page(ended, ME, 80) == []
    assert routed.hints(ended, ME) == []


def test_keys_are_named_only_where_they_do_something() -> None:
    taken = seen(routing.claim(kept(), by=ADA, at=NOON).after)

    assert routed.hints(one(), ME) == [("z", "snooze")]
    assert routed.hints(seen(kept()), ME)[0] == ("g", "take it")
    assert routed.hints(taken, ME)[0] == ("g", "let go")


def test_who_is_waited_for_comes_first_then_others_then_what_is_snoozed() -> None:
    mine = seen(routing.claim(kept(), by=ADA, at=NOON).after)
    bobs = seen(routing.claim(kept(), by=BOB, at=NOON).after)
    passed = seen(routing.pass_on(kept(), to("bob"), by=ADA, at=NOON).after)
    agreed = seen(approved(kept(Route(rule="shop", quorum=2), matter=an_approval()), ADA))
    put_off = seen(routing.snooze(kept(), NOON + HOUR, by=ADA, at=NOON).after)
    bobs_snooze = seen(routing.snooze(kept(), NOON + HOUR, by=BOB, at=NOON).after)

    places = [
        section(each, ME, NOON) for each in (mine, bobs, passed, agreed, put_off, bobs_snooze)
    ]
    board = Board().fresh([put_off, bobs, mine]).arranged(Sieve(), NOON, me=ME)

    assert places == [Section(number) for number in (0, 1, 1, 1, 2, 0)]
    assert board.shown == (mine.id, bobs.id, put_off.id)
    assert section(passed, Me(), NOON) is Section.NEEDS_YOU
    assert section(put_off, ME, NOON + HOUR) is Section.NEEDS_YOU
    assert next_return([mine, put_off], ME, NOON) == NOON + HOUR
    assert next_return([mine], ME, NOON) is None


def test_a_row_is_dimmed_and_names_what_begins_below_it() -> None:
    bobs = seen(routing.claim(kept(), by=BOB, at=NOON).after)

    def row(ask: Ask, below: Section | None) -> tuple[rows.Line, ...]:
        return rows.row(ask, None, NOON, 60, here=False, focus=False, me=ME, below=below)

    assert row(bobs, None)[0].parts[-1][1] == "muted"
    assert row(seen(kept()), None)[0].parts[-1][1] == "title"
    assert "bob has it" in row(bobs, None)[1].text
    assert row(bobs, Section.SNOOZED)[2].text.startswith(" Snoozed ───")
    assert row(bobs, Section.NEEDS_YOU)[2].text == ""


def test_an_agreement_elsewhere_leaves_the_open_ask_open() -> None:
    session, first, second = Session(), seen(kept()), seen(kept())
    session.snapshot([first, second], NOON)
    session.select(first.id)
    session.zone = Zone.PAGE

    session.agreed(second, NOON)

    assert (session.current_id, session.zone) == (first.id, Zone.PAGE)


def test_who_one_is_comes_from_the_hub() -> None:
    assert read_me({"id": "7", "name": "Ana", "addresses": ["7", "team:ops"]}) == Me(
        "7", frozenset({"7", "team:ops"})
    )
