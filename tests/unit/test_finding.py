"""Whom an ask is put to among those who can answer it and are there, as a table.

People: ana, bo, cy and di answer for the tenant, ed and fay for the team `ops`, gus asks only, and hal
left. Ana and ed may approve: ana in the tenant, ed in his team.
"""

from dataclasses import replace
from datetime import timedelta
from typing import NamedTuple
from uuid import UUID

import pytest

from askline.asks.away import Away
from askline.asks.model import AskKind, Matter
from askline.asks.routes import Route
from askline.people.absences import Absence
from askline.people.finding import Reach, Reached, addressed, steps_of
from askline.people.model import Membership, Person, PersonId, Role
from askline.people.routing_rules import RoutingStep
from tests.builders import NOON
from tests.promises import promise

HOUR, MINUTE = timedelta(hours=1), timedelta(minutes=1)
QUESTION = Matter(questions=())
APPROVAL = Matter(questions=(), kind=AskKind.APPROVAL)
ROUTE = Route(rule="shop")
HELD: dict[str, tuple[tuple[Role, str | None], ...]] = {
    "ana": ((Role.APPROVER, None),),
    "bo": ((Role.ANSWERER, None),),
    "cy": ((Role.ANSWERER, None),),
    "di": ((Role.ANSWERER, None),),
    "ed": ((Role.APPROVER, "ops"),),
    "fay": ((Role.ANSWERER, "ops"), (Role.ASKER, None)),
    "gus": ((Role.ASKER, None),),
    "hal": ((Role.ANSWERER, None),),
}
IDS = {name: PersonId(UUID(int=number)) for number, name in enumerate(HELD, 1)}
NAMES = {str(of): name for name, of in IDS.items()}


def address(name: str) -> str:
    return str(IDS[name]) if name in IDS else name


def somebody(name: str, away: str | None) -> Reached:
    """`away` is `deputy/words`, either of which may be missing; None for who is there."""
    person = Person(
        id=IDS[name],
        tenant="acme",
        login=name,
        name=name,
        joined_at=NOON,
        left_at=NOON if name == "hal" else None,
    )
    held = tuple(
        Membership(tenant="acme", person=person.id, role=role, team=team)
        for role, team in HELD[name]
    )
    if away is None:
        return Reached(person=person, memberships=held)
    deputy, _, words = away.partition("/")
    absence = Absence(
        tenant="acme",
        person=person.id,
        away=Away(words=words, since=NOON - HOUR, until=NOON + HOUR),
        deputy=address(deputy) if deputy else None,
    )
    return Reached(person=person, memberships=held, absence=absence)


def steps(said: str) -> list[RoutingStep]:
    """`ana bo > cy` is ana and bo first, cy ten minutes later, then each step ten more."""
    found = [tuple(map(address, each.split())) for each in said.split(">")] if said else []
    return [RoutingStep(to=to, after=10 * n * MINUTE) for n, to in enumerate(found)]


class Case(NamedTuple):
    rule: str
    away: dict[str, str]
    expected: str
    """`who > who@minutes`, and after a `!` who said what."""
    usual: str = "gus team:ops"
    matter: Matter = QUESTION


CASES = {
    "no rule": Case("", {}, "gus team:ops"),
    "people in an order": Case("ana > bo > team:ops", {}, "ana > bo@10 > ops@20"),
    "nobody named first": Case(" > bo", {}, "gus team:ops > bo@10"),
    "nobody named first, and nobody has it": Case(" > bo", {}, "bo", usual=""),
    "who left and who only asks": Case("hal gus ana > hal > bo", {}, "ana > bo@10"),
    "nobody who can": Case("hal > gus", {}, "gus team:ops"),
    "nobody at all": Case("hal", {}, "", usual=""),
    "a team nobody is in": Case("team:void > bo", {}, "bo"),
    "approvals go to approvers": Case("ana bo > team:ops", {}, "ana > ops@10", matter=APPROVAL),
    "an approver of a team is none for themselves": Case("ed > ana", {}, "ana", matter=APPROVAL),
    "away": Case("ana bo > cy", {"ana": ""}, "bo > cy@10"),
    "away with a deputy": Case("ana > cy", {"ana": "bo"}, "bo > cy@10"),
    "a deputy who is there already": Case("ana bo", {"ana": "bo"}, "bo"),
    "a deputy who is away too": Case("ana > cy", {"ana": "bo", "bo": "di"}, "cy"),
    "a deputy who left": Case("ana > cy", {"ana": "hal"}, "cy"),
    "a team as deputy": Case("ana", {"ana": "team:ops"}, "team:ops"),
    "a deputy who may not approve": Case(
        "ana > team:ops", {"ana": "bo"}, "team:ops", matter=APPROVAL
    ),
    "a first step left empty": Case("ana > bo > cy", {"ana": ""}, "bo > cy@20"),
    "a middle step left empty": Case("ana > bo > cy", {"bo": ""}, "ana > cy@10"),
    "two steps left empty": Case("ana > bo > cy > di", {"bo": "", "cy": ""}, "ana > di@10"),
    "one of a team away": Case("team:ops > bo", {"ed": "/stop"}, "team:ops > bo@10"),
    "a whole team away": Case("team:ops > bo", {"ed": "/stop", "fay": ""}, "bo"),
    "a whole team away with a deputy": Case("team:ops", {"ed": "cy", "fay": ""}, "cy"),
    "of a team all approvers away": Case("team:ops > ana", {"ed": ""}, "ana", matter=APPROVAL),
    "everybody away with a word": Case(
        "ana > bo", {"ana": "/stop", "bo": "/go"}, "ana > bo@10!ana stop"
    ),
    "everybody away, the second with a word": Case(
        "ana > bo", {"ana": "", "bo": "/go"}, "ana > bo@10!bo go"
    ),
    "everybody away without a word": Case("ana > bo", {"ana": "", "bo": ""}, "ana > bo@10"),
    "everybody usual away": Case("", {"ed": "/stop", "fay": ""}, "gus team:ops!ed stop"),
    "their own person is there": Case("", {"ed": "/stop", "fay": ""}, "bo", usual="bo team:ops"),
    "an approval while all are away": Case("ana", {"ana": "/stop"}, "ana", matter=APPROVAL),
    "for people only, while all are away": Case(
        "bo", {"bo": "/stop"}, "bo", matter=replace(QUESTION, human_only=True)
    ),
    "sensitive, while all are away": Case(
        "bo", {"bo": "/stop"}, "bo", matter=replace(QUESTION, sensitive=True)
    ),
}


def told(case: Case) -> str:
    reach = Reach([somebody(name, case.away.get(name)) for name in HELD], case.matter)
    usual = tuple(map(address, case.usual.split()))
    found = steps_of(steps(case.rule), usual, reach)
    if not found:
        return ""
    put = addressed(found, ROUTE, reach, case.matter, NOON)
    assert put.route is not None
    first = " ".join(NAMES.get(each, each) for each in put.recipients)
    rest = [f"{' '.join(each.named)}@{each.after // MINUTE}" for each in put.route.steps]
    word = f"!{put.word.who} {put.word.words}" if put.word else ""
    return " > ".join([first, *rest]) + word


@promise("truth")
@pytest.mark.parametrize("case", CASES)
def test_an_ask_goes_to_whoever_can_answer_and_is_there(case: str) -> None:
    assert told(CASES[case]) == CASES[case].expected


def test_who_is_back_is_there_and_who_goes_later_still_is() -> None:
    gone = somebody("ana", "/stop")
    assert gone.is_away(NOON)
    assert gone.is_away(NOON - HOUR)

    assert not gone.is_away(NOON + HOUR)
    assert not gone.is_away(NOON - HOUR - MINUTE)
    assert not somebody("ana", None).is_away(NOON)


def test_somebody_whom_nobody_knows_is_called_by_their_address() -> None:
    assert Reach([], QUESTION).named(str(IDS["ana"])) == str(IDS["ana"])
