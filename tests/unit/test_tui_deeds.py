"""What is asked of the service, and what becomes of its reply; calls are made when the test says so."""

from collections.abc import Callable
from dataclasses import replace
from typing import Any, cast

from askline.commands.shapes import operation_shape
from askline.core.errors import AsklineError, NotFound, ServiceUnreachable
from askline.doors.tui.deeds import Deeds
from askline.doors.tui.drafting import Draft, Jot
from askline.doors.tui.hand import Hand
from askline.doors.tui.operation import read_operation
from askline.doors.tui.operations import Operations
from askline.doors.tui.output import read_page
from askline.doors.tui.routed import Me, Routing
from askline.doors.tui.running import Running
from askline.doors.tui.screens.reading import trail_lines
from askline.doors.tui.session import Session
from tests.builders import LATER, NOON, StoppedClock, an_operation
from tests.unit.tui_asks import one, settled

MARKED = Draft({"db": Jot(picks=("SQLite",))})


class Held:
    """Takes calls like a hand and makes none."""

    def __init__(self) -> None:
        self.jobs: list[tuple[Any, Any, Callable[[AsklineError], None]]] = []

    def do(self, *job: Any) -> None:
        self.jobs.append(job)


def a_person() -> tuple[Session, Deeds, Held, list[str]]:
    session, held, said = Session(), Held(), list[str]()
    session.snapshot([one()], NOON)
    return session, Deeds(session, cast("Hand", held), StoppedClock(), said.append), held, said


def test_a_draft_of_what_was_settled_meanwhile_is_not_saved() -> None:
    session, deeds, held, _ = a_person()
    ask = session.current
    assert ask is not None
    deeds.draft(MARKED)
    session.drafts.clear()

    deeds.save()
    deeds.draft(MARKED)
    session.snapshot([], NOON)
    deeds.save()

    assert held.jobs == []


def test_a_draft_that_is_found_for_another_ask_moves_no_cursor() -> None:
    session, deeds, held, said = a_person()
    other = one(asked_at=LATER)
    session.snapshot([one(), other], NOON)
    deeds.look(other)
    found = {
        "person": "me",
        "at": "2026",
        "answers": {"db": {"values": ["SQLite"], "customText": None}},
    }

    held.jobs[0][1]([found])

    assert session.drafts[other.id] == MARKED
    assert said == [""]


def test_only_ones_own_draft_is_taken_and_only_once_it_is_known_who_one_is() -> None:
    session, deeds, held, _ = a_person()
    shared = replace(one(), routing=Routing("team", frozenset(), None, 1, (), True, None, ""))
    kept = {"at": "2026", "answers": {"db": {"values": ["SQLite"], "customText": None}}}
    deeds.look(shared)
    assert held.jobs == []

    session.me = Me("ada")
    deeds.look(shared)
    found = held.jobs[0][1]
    found([{**kept, "person": "ben"}])
    assert session.drafts == {}
    found([{**kept, "person": "ben", "at": "2027", "answers": {}}, {**kept, "person": "ada"}])

    assert session.drafts[shared.id] == MARKED


def test_what_was_typed_while_a_search_was_on_its_way_is_searched_next() -> None:
    session, deeds, held, _ = a_person()
    deeds.history("p")
    deeds.history("pal")
    deeds.history("palette")
    [(_, read, _)] = held.jobs

    read({"asks": [], "next": None})

    assert len(held.jobs) == 2
    held.jobs[1][1]({"asks": [], "next": None})
    assert (len(held.jobs), session.past.words) == (2, "palette")


def test_a_draft_that_found_nobody_is_kept_for_the_next_time() -> None:
    session, deeds, held, _ = a_person()
    deeds.draft(MARKED)
    deeds.save()
    assert not deeds.unsaved

    held.jobs[0][2](ServiceUnreachable("Nobody there.", hint="Look at its log."))
    assert deeds.unsaved
    deeds.save()
    held.jobs[1][2](NotFound("It is not here.", hint="Look in the inbox."))

    assert not deeds.unsaved
    assert session.drafts


def test_how_an_ask_stands_is_left_open_where_nobody_can_say() -> None:
    session, deeds, held, said = a_person()
    ask = session.current
    assert ask is not None
    deeds.refetch(ask)

    held.jobs[0][2](ServiceUnreachable("Nobody there.", hint="Look at its log."))

    assert session.current == ask
    assert said == []


def test_what_cannot_be_read_or_marked_is_said_once_or_left() -> None:
    session, deeds, held, said = a_person()
    gone = ServiceUnreachable("Nobody there.", hint="Look at its log.")
    deeds.history("")
    deeds.history("")
    [(_, _, failed)] = held.jobs

    failed(gone)
    deeds.seen(settled("answered"))
    held.jobs[1][2](gone)

    assert said == ["Nobody there. Look at its log."]
    assert not session.past.loading
    deeds.history("", more=True)
    assert len(held.jobs) == 2


def test_a_trail_that_does_not_hold_is_said_to_be_so() -> None:
    trail: dict[str, Any] = {"events": [], "flaw": {"number": 2, "problem": "its hash is another"}}

    assert trail_lines(trail)[-1].text == "! Event 2 does not hold: its hash is another"


def test_what_is_being_sent_is_sent_once_however_often_it_is_said() -> None:
    session, deeds, held, _ = a_person()
    ask = session.current
    assert ask is not None
    deeds.send(ask)
    deeds.reject(ask, "no")
    deeds.send(ask)

    assert len(held.jobs) == 1


def test_output_that_comes_for_another_operation_is_not_shown_as_its_own() -> None:
    state, held, said = Operations(), Held(), list[str]()
    running = Running(state, cast("Hand", held), said.append)
    operation = read_operation(operation_shape(an_operation(), NOON))
    running.newest(operation)

    held.jobs[0][1](read_page(0, {"text": "late", "next_offset": 4, "eof": True}))

    assert (state.output, state.reading, said) == (None, False, [""])
