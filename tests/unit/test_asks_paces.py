"""How long people take and agents wait, from what is known of asks."""

from dataclasses import replace
from datetime import timedelta
from typing import Any

from askline.asks.paces import MOST_NAMES, Pace, stats
from askline.core.people import ActorKind
from tests.builders import NOON

HOUR = timedelta(hours=1)
SINCE = NOON - timedelta(days=2)


def a_pace(minutes: float | None = 10, **changes: Any) -> Pace:
    """Asked at noon and settled by a person so many minutes later."""
    settled = None if minutes is None else NOON + timedelta(minutes=minutes)
    by = None if minutes is None else ActorKind.HUMAN
    return replace(
        Pace(asked_at=NOON, agent="codex", project="shop", settled_at=settled, by=by), **changes
    )


def measured(*paces: Pace, hours: int = 6) -> Any:
    return stats(paces, since=SINCE, now=NOON + hours * HOUR)


def test_nothing_asked_is_no_time_at_all() -> None:
    found = measured()

    assert (found["asked"], found["pending"], found["blocked_minutes"]) == (0, 0, 0)
    assert found["median_s"] is None
    assert [day["day"] for day in found["days"]] == ["2026-11-12", "2026-11-13", "2026-11-14"]
    assert found["projects"] == found["agents"] == []
    assert sum(row["count"] for row in found["times"]) == 0


def test_half_and_nine_of_ten_are_told_of_what_people_settled() -> None:
    found = measured(*(a_pace(minutes) for minutes in range(1, 11)), a_pace(1, by=ActorKind.TIME))

    assert (found["asked"], found["answered"]) == (11, 10)
    assert (found["median_s"], found["late_s"]) == (360, 600)


def test_an_agent_waits_until_the_outcome_or_now_except_while_it_was_gone() -> None:
    gone = NOON + timedelta(minutes=10)
    found = measured(
        a_pace(60, left=((gone, gone + timedelta(minutes=20)),)),
        a_pace(60, left=((gone, None),)),
        a_pace(None, agent="claude", project="garden"),
    )

    assert found["pending"] == 1
    assert found["blocked_minutes"] == 40 + 10 + 360
    assert [(row["name"], row["blocked_minutes"]) for row in found["agents"]] == [
        ("claude", 360),
        ("codex", 50),
    ]
    assert [row["name"] for row in found["projects"]] == ["garden", "shop"]


def test_waiting_over_midnight_is_of_both_days_and_what_was_before_is_not_counted() -> None:
    early = a_pace(asked_at=SINCE - HOUR, settled_at=SINCE + HOUR)
    found = measured(a_pace(13 * 60), early, hours=24)

    assert [day["blocked_minutes"] for day in found["days"]] == [60, 0, 720, 60]
    assert found["asked"] == 1


def test_what_was_imported_is_no_pace_of_this_house() -> None:
    assert measured(a_pace(by=ActorKind.IMPORT))["asked"] == 0


def test_times_spread_over_bars_and_the_last_has_no_end() -> None:
    found = measured(a_pace(0.1), a_pace(1), a_pace(24 * 60))

    counts = {row["up_to_s"]: row["count"] for row in found["times"]}
    assert counts == {10: 1, 60: 0, 300: 1, 1800: 0, 7200: 0, 43200: 0, None: 1}


def test_only_so_many_names_are_told() -> None:
    found = measured(*(a_pace(agent=f"agent {number}") for number in range(MOST_NAMES + 5)))

    assert len(found["agents"]) == MOST_NAMES
