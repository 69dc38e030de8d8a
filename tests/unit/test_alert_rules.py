"""When people are told of an ask, and when they are left alone."""

from dataclasses import replace
from datetime import datetime, time, timedelta

import pytest

from askline.alerts.model import Reason
from askline.alerts.rules import Quiet, Rules, plan, quiet_hours
from askline.asks.model import Ask, Seen
from askline.asks.routes import Snooze
from askline.core.errors import InvalidArguments
from askline.core.people import Door
from tests.builders import NOON, an_ask, answered

RULES = Rules()
SECOND = timedelta(seconds=1)
MINUTE = timedelta(minutes=1)


def due(*asks: Ask, at: datetime, rules: Rules = RULES, **known: object) -> dict[Reason, list[Ask]]:
    planned = plan(asks, known.get("told", {}), rules, now=at, last=known.get("last"))  # pyright: ignore[reportArgumentType]
    return {reason: [*found] for reason, found in planned.due.items()}


def seen(ask: Ask, door: Door = Door.WEB) -> Ask:
    return replace(ask, seen=(Seen(door=door, who="me", at=NOON),))


def test_a_new_ask_waits_a_moment_and_is_told_then() -> None:
    ask = an_ask()

    early = plan([ask], {}, RULES, now=NOON + SECOND, last=None)

    assert early.due == {}
    assert early.next_look == NOON + RULES.delay
    assert due(ask, at=NOON + RULES.delay) == {Reason.ASKED: [ask]}


def test_who_is_told_of_one_is_told_of_all_that_wait() -> None:
    old, young = an_ask(), an_ask(asked_at=NOON + 4 * SECOND)

    assert due(old, young, at=NOON + 5 * SECOND) == {Reason.ASKED: [old, young]}


def test_what_was_told_seen_settled_or_muted_is_not_told() -> None:
    told = an_ask()
    others = [seen(an_ask()), answered(an_ask()).after]
    quiet = Rules(muted=frozenset({"shop"}))

    assert due(told, *others, at=NOON + MINUTE, told={told.id: {Reason.ASKED}}) == {}
    assert due(an_ask(), at=NOON + MINUTE, rules=quiet) == {}
    assert due(an_ask(), at=NOON + MINUTE, rules=replace(quiet, muted=frozenset({"/tmp"})))  # noqa: S108 - a project's path


def test_a_form_that_went_to_a_client_has_nobody_before_it_for_certain() -> None:
    ask = seen(an_ask(), Door.TASK)

    assert due(ask, at=NOON + MINUTE) == {Reason.ASKED: [ask]}


def test_an_ask_that_is_told_of_only_when_it_ends_is_told_of_once() -> None:
    ask = an_ask(deadline=NOON + 10 * MINUTE)
    late = NOON + 9 * MINUTE

    assert due(ask, at=late) == {Reason.ENDING: [ask]}
    assert due(ask, at=late + SECOND, told={ask.id: {Reason.ENDING}}) == {}


def test_what_comes_soon_after_a_notice_goes_into_the_next() -> None:
    ask, last = an_ask(), NOON - SECOND

    early = plan([ask], {}, RULES, now=NOON + 6 * SECOND, last=last)

    assert early.due == {}
    assert early.next_look == last + RULES.gap
    assert due(ask, at=last + RULES.gap, last=last) == {Reason.ASKED: [ask]}


def test_an_ask_is_told_of_once_more_before_its_deadline_although_somebody_saw_it() -> None:
    ask = seen(an_ask(deadline=NOON + 10 * MINUTE))

    early = plan([ask], {}, RULES, now=NOON + MINUTE, last=None)

    assert early.next_look == NOON + 9 * MINUTE
    assert due(ask, at=NOON + 9 * MINUTE) == {Reason.ENDING: [ask]}
    assert due(ask, at=NOON + 9 * MINUTE, told={ask.id: {Reason.ENDING}}) == {}


def test_a_reminder_is_looked_for_after_the_first_notice() -> None:
    ask = an_ask(deadline=NOON + 10 * MINUTE)

    planned = plan([ask], {}, RULES, now=NOON + MINUTE, last=None)

    assert planned.due == {Reason.ASKED: (ask,)}
    assert planned.next_look == NOON + 9 * MINUTE


@pytest.mark.parametrize("rules", [RULES, Rules(remind=timedelta())])
def test_a_short_ask_and_an_unwanted_reminder_are_not_repeated(rules: Rules) -> None:
    length = 2 * MINUTE if rules.remind else 60 * MINUTE
    ask = seen(an_ask(deadline=NOON + length))

    assert due(ask, at=NOON + length - SECOND, rules=rules) == {}


@pytest.mark.parametrize(("start", "end"), [(11, 13), (22, 13)])
def test_quiet_hours_keep_everything_until_they_end(start: int, end: int) -> None:
    rules = Rules(quiet=Quiet(time(start), time(end)))
    ask = an_ask()

    if start < end:
        early = plan([ask], {}, rules, now=NOON + MINUTE, last=None)
        assert (early.due, early.next_look) == ({}, NOON + timedelta(hours=1))
    night = NOON.replace(hour=23)
    late = plan([ask], {}, rules, now=night, last=None)

    assert bool(late.due) is (start < end)
    if start > end:
        assert late.next_look == night.replace(hour=13) + timedelta(days=1)


def test_quiet_hours_are_read_from_a_text() -> None:
    assert quiet_hours("22:00-07:30") == Quiet(time(22), time(7, 30))


@pytest.mark.parametrize("text", ["", "22:00", "22:00-", "25:00-07:00", "07:00-07:00"])
def test_what_are_no_hours_is_refused_by_name(text: str) -> None:
    with pytest.raises(InvalidArguments) as refused:
        quiet_hours(text)

    assert refused.value.fields[0].field == "alerts.quiet"


def snoozed(ask: Ask, until: datetime, who: str = "me") -> Ask:
    return replace(ask, snoozes=(Snooze(id=who, until=until),))


def test_what_is_put_off_is_told_of_when_its_time_has_come_and_not_with_others() -> None:
    other, late = an_ask(), snoozed(an_ask(), NOON + MINUTE)

    planned = plan([other, late], {}, RULES, now=NOON + 5 * SECOND, last=None)

    assert planned.due == {Reason.ASKED: (other,)}
    assert planned.next_look == NOON + MINUTE
    assert due(late, at=NOON + MINUTE - SECOND) == {}
    assert due(late, at=NOON + MINUTE) == {Reason.ASKED: [late]}


def test_what_is_put_off_is_not_told_to_end_before_then_either() -> None:
    ending = seen(an_ask(deadline=NOON + 10 * MINUTE))
    put_off = snoozed(ending, NOON + 9 * MINUTE + 30 * SECOND)

    assert due(ending, at=NOON + 9 * MINUTE) == {Reason.ENDING: [ending]}
    assert due(put_off, at=NOON + 9 * MINUTE) == {}
    assert due(put_off, at=NOON + 9 * MINUTE + 30 * SECOND) == {Reason.ENDING: [put_off]}


def test_what_another_put_off_is_told_as_ever() -> None:
    ask = snoozed(an_ask(), NOON + MINUTE, who="bob")

    assert due(ask, at=NOON + 5 * SECOND) == {Reason.ASKED: [ask]}
