"""Our own requests to a client, by names that the next service gives them again.

The SDK numbers what it asks a client from 1, in every service anew; after a crash those numbers
would mean something else. On the wire a request is named after the call that it belongs to, and how
many of that call went before: a repeated call gives its form the same name, so that an answer to the
form of the dead service reaches the ask, and the line sees that the client has the form already.

An answer may come before its request does: the client gave it to the service before, and the line
repeats it. It is kept until the repeated call asks. And it may come after the request was withdrawn,
from a client that goes on showing it: then nobody waits any more, but what a person said is not lost.
Nor is it in the moment in which both happen: an answer is kept until whoever asked has taken it, and what
comes after somebody gave up is as late as after the withdrawal.
"""

from collections import Counter
from collections.abc import Awaitable, Callable, Container, Iterable
from typing import Any, TypeAlias

from mcp_types import JSONRPCError, JSONRPCNotification, JSONRPCRequest, JSONRPCResponse, RequestId

from askline.core.form_names import call_of, name_of

Answer: TypeAlias = JSONRPCResponse | JSONRPCError

Late = Callable[[dict[str, Any]], Awaitable[object]]
"""What to do with the result of a request that was withdrawn."""

CANCELLED = "notifications/cancelled"
MOST_LATE = 100


class OwnRequests:
    def __init__(self, repeated: Iterable[int] = ()) -> None:
        """`repeated` are the calls that a service before this one may have asked for."""
        self._repeated = frozenset(repeated)
        self._turns: Counter[int] = Counter()
        self._names: dict[RequestId, str] = {}
        self._ids: dict[RequestId, RequestId] = {}
        self._early: dict[RequestId, Answer] = {}
        self._late: dict[RequestId, Late] = {}
        self._given: dict[RequestId, Answer] = {}
        self._over: set[RequestId] = set()
        self._measured: float | None = None
        self._took: dict[int, float] = {}

    def took(self, number: int | None) -> float | None:
        """How long the client had the last form of this call before it answered, if a line says."""
        return self._took.pop(number or 0, None)

    def measured(self, seconds: float) -> None:
        """So long it took the client to give the answer that comes next."""
        self._measured = seconds

    def when_late(self, number: int | None, turn: int, late: Late) -> None:
        """Do this if the client answers the call's so-manieth request after it was withdrawn."""
        if len(self._late) >= MOST_LATE:
            del self._late[next(iter(self._late))]
        self._late[name_of(number, turn)] = late

    def taken(self, number: int | None, turn: int) -> None:
        """Whoever asked has the answer, or knows that there is none."""
        name = name_of(number, turn)
        self._late.pop(name, None)
        self._given.pop(name, None)

    def given_up(self, number: int | None, turn: int) -> Answer | None:
        """Whoever asked waits no more: the answer that passed it in this moment, if one did. What comes
        from now on is late."""
        name = name_of(number, turn)
        answer = self._given.pop(name, None)
        if answer is not None:
            self._late.pop(name, None)
        elif name in self._ids:
            self._over.add(name)
        return answer

    async def late(self, answer: Answer) -> None:
        name = answer.id or ""
        late = None if name in self._given else self._late.pop(name, None)
        if late is not None and isinstance(answer, JSONRPCResponse):
            await late(answer.result)

    def asked(self, request: JSONRPCRequest, number: int) -> JSONRPCRequest | Answer:
        """The request as it goes out, or its answer if the client has given it already."""
        self._turns[number] += 1
        name = name_of(number, self._turns[number])
        self._names[request.id] = name
        self._ids[name] = request.id
        if (answer := self._early.pop(name, None)) is not None:
            return self._answered(answer, name)
        return _with(request, id=name)

    def withdrawn(
        self, note: JSONRPCNotification, calls: Container[RequestId]
    ) -> JSONRPCNotification | None:
        """The note as it goes out: a withdrawal names the request as the client knows it.

        None for a request that was withdrawn before it went out, or after its answer; `calls` are
        the client's own, which we may end too.
        """
        params = note.params or {}
        request_id = params.get("requestId", "")
        name = self._names.get(request_id)
        if note.method != CANCELLED or (name is None and request_id in calls):
            return note
        if name is None:
            return None
        self._forget(name)
        return _with(note, params={**params, "requestId": name})

    def answered(self, answer: Answer) -> Answer | None:
        """The answer as the SDK expects it; None if nobody waits for it, not yet or not any more."""
        name, took = answer.id, self._measured
        self._measured = None
        number = call_of(name)
        if took is not None and number:
            self._took[number] = took
        if name in self._over:
            return None
        if name in self._ids:
            return self._answered(answer, name)
        if number in self._repeated:
            self._early[name or ""] = answer
        return None

    def _answered(self, answer: Answer, name: RequestId | None) -> Answer:
        if name in self._late:
            self._given[name or ""] = answer
        return _with(answer, id=self._forget(name))

    def _forget(self, name: RequestId | None) -> RequestId:
        self._over.discard(name or "")
        request_id = self._ids.pop(name or "")
        del self._names[request_id]
        return request_id


def _with(message: Any, **changes: Any) -> Any:
    return message.model_copy(update=changes)
