"""Our requests to a client keep their names over a restart, and every answer finds its place."""

from typing import Any

from mcp_types import JSONRPCNotification, JSONRPCRequest, JSONRPCResponse

from askline.doors.mcp.own_requests import MOST_LATE, Late, OwnRequests


def into(heard: list[dict[str, Any]]) -> Late:
    """Somebody who listens to what comes late."""

    async def late(said: dict[str, Any]) -> None:
        heard.append(said)

    return late


def request(number: int) -> JSONRPCRequest:
    return JSONRPCRequest(jsonrpc="2.0", id=number, method="elicitation/create", params={})


def response(name: str | int, **result: Any) -> JSONRPCResponse:
    return JSONRPCResponse(jsonrpc="2.0", id=name, result=result)


def cancelled(name: str | int) -> JSONRPCNotification:
    params = {"requestId": name}
    return JSONRPCNotification(jsonrpc="2.0", method="notifications/cancelled", params=params)


def test_a_request_is_named_after_its_call_and_its_turn() -> None:
    own = OwnRequests()

    assert [own.asked(request(1), 7).id, own.asked(request(2), 7).id] == [
        "askline-7-1",
        "askline-7-2",
    ]
    assert own.withdrawn(cancelled(1), ()) == cancelled("askline-7-1")
    assert own.answered(response("askline-7-2")) == response(2)


def test_an_answer_that_comes_before_its_request_waits_for_it() -> None:
    own = OwnRequests(repeated=[7])
    own.measured(1.5)

    assert own.answered(response("askline-7-1", action="accept")) is None
    assert own.asked(request(1), 7) == response(1, action="accept")
    assert (own.took(7), own.took(7)) == (1.5, None)


def test_what_nobody_asked_is_nobodys_answer() -> None:
    own = OwnRequests(repeated=[7])
    own.measured(2.0)

    assert own.answered(response("askline-8-1")) is None
    assert own.answered(response(5)) is None
    assert own.answered(response("listen-7-1")) is None
    assert (own.took(None), own.took(7)) == (None, None)
    assert isinstance(own.asked(request(1), 8), JSONRPCRequest)


def test_notes_about_other_things_go_out_as_they_are() -> None:
    own = OwnRequests()
    progress = JSONRPCNotification(jsonrpc="2.0", method="notifications/progress")

    assert own.withdrawn(progress, ()) is progress
    assert own.withdrawn(cancelled(9), [9]) == cancelled(9)


def test_a_request_that_never_went_out_is_not_withdrawn_either() -> None:
    assert OwnRequests().withdrawn(cancelled(1), [2]) is None


async def test_only_what_was_withdrawn_is_heard_late_and_not_for_ever() -> None:
    own, heard = OwnRequests(), list[dict[str, Any]]()
    late = into(heard)
    own.when_late(1, 1, late)
    own.when_late(2, 1, late)
    own.asked(request(1), 1)
    own.answered(response("askline-1-1"))
    await own.late(response("askline-1-1", action="decline"))
    await own.late(response("askline-2-1", action="accept"))
    own.when_late(3, 1, late)
    for number in range(MOST_LATE):
        own.when_late(10 + number, 1, late)
    await own.late(response("askline-3-1"))

    assert heard == [{"action": "accept"}]


async def test_an_answer_is_kept_until_whoever_asked_has_taken_it() -> None:
    own, heard = OwnRequests(), list[dict[str, Any]]()
    late = into(heard)
    own.when_late(1, 1, late)
    own.asked(request(1), 1)
    own.answered(response("askline-1-1", action="accept"))

    assert own.given_up(1, 1) == response("askline-1-1", action="accept")
    await own.late(response("askline-1-1", action="accept"))
    assert (own.given_up(1, 1), heard) == (None, [])


async def test_what_comes_after_somebody_gave_up_is_late_and_the_withdrawal_still_goes_out() -> (
    None
):
    own, heard = OwnRequests(repeated=[1]), list[dict[str, Any]]()
    late = into(heard)
    own.when_late(1, 1, late)
    own.asked(request(1), 1)
    assert own.given_up(1, 1) is None

    assert own.answered(response("askline-1-1", action="accept")) is None
    await own.late(response("askline-1-1", action="accept"))
    assert heard == [{"action": "accept"}]
    assert own.withdrawn(cancelled(1), ()) == cancelled("askline-1-1")


async def test_what_was_taken_is_over() -> None:
    own, heard = OwnRequests(), list[dict[str, Any]]()
    late = into(heard)
    own.when_late(1, 1, late)
    own.asked(request(1), 1)
    own.answered(response("askline-1-1"))
    own.taken(1, 1)
    await own.late(response("askline-1-1"))

    assert (own.given_up(1, 1), heard) == (None, [])
