"""Who keeps order sees what was told and how that went, and may try a channel."""

from dataclasses import replace

import pytest

from askline.alerts.model import Alert, AlertState, Notice, Reason
from askline.alerts.ports import ChannelFailed
from askline.core.people import Right
from tests.builders import ADA, NOON, STRANGER, an_id
from tests.doors.http_house import House


class Phone:
    def __init__(self, failure: str | None = None) -> None:
        self.notices: list[Notice] = []
        self.failure = failure

    async def tell(self, notice: Notice) -> None:
        self.notices.append(notice)
        if self.failure:
            raise ChannelFailed(self.failure)


def an_alert(tail: int, **changes: object) -> Alert:
    alert = Alert(
        ask_id=an_id(tail),
        tenant=ADA.tenant,
        channel="push",
        reason=Reason.ASKED,
        state=AlertState.FAILED,
        at=NOON,
        detail="The receiver said 500.",
    )
    return replace(alert, **changes)


async def test_what_was_told_is_listed_the_newest_first() -> None:
    house = House(channels={"push": Phone()})
    theirs = an_alert(3, tenant=STRANGER.tenant)
    first, second = an_alert(1), an_alert(2, at=NOON.replace(hour=13))
    await house.book.claim([first, second, theirs])

    everything = await house.get("/alerts")

    assert everything["channels"] == ["push"]
    assert [alert["ask"] for alert in everything["alerts"]] == [
        str(second.ask_id),
        str(first.ask_id),
    ]
    assert everything["alerts"][1] == {
        "ask": str(first.ask_id),
        "channel": "push",
        "reason": "asked",
        "state": "failed",
        "detail": "The receiver said 500.",
        "at": "2026-11-14T12:00:00.000Z",
    }
    assert len((await house.get("/alerts", limit=1))["alerts"]) == 1


@pytest.mark.parametrize("failure", [None, "The receiver said 500."])
async def test_a_channel_is_tried_and_nothing_is_kept_of_it(failure: str | None) -> None:
    phone = Phone(failure)
    house = House(channels={"push": phone})

    tried = await house.post("/alerts/test", channel="push")

    assert tried == {"channel": "push", "sent": failure is None, "detail": failure}
    assert [notice.asks for notice in phone.notices] == [()]
    assert (await house.get("/alerts"))["alerts"] == []


@pytest.mark.parametrize("names", [(), ("push", "webhook")])
async def test_a_channel_that_is_not_there_names_those_that_are(names: tuple[str, ...]) -> None:
    house = House(channels={name: Phone() for name in names})

    problem = await house.post("/alerts/test", 404, channel="pigeon")

    assert problem["code"] == "not_found"
    assert ("push, webhook" in problem["hint"]) is bool(names)
    await house.post("/alerts/test", 422)


async def test_who_only_answers_sees_no_alerts_and_tries_none() -> None:
    guest = replace(ADA, rights=frozenset({Right.ANSWER}))
    house = House(who=lambda _request: guest, channels={"push": (phone := Phone())})

    assert (await house.http.get("/alerts")).status_code == 403
    assert (await house.post("/alerts/test", 403, channel="push"))["code"] == "not_allowed"
    assert phone.notices == []
