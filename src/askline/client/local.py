"""The client that waits for each reply. Safe to share by threads.

A settle repeated with the same receipt is the same success. Where none is given a new one is made
for each call, so who wants to repeat a call after ServiceUnreachable gives its own.
"""

from collections.abc import Generator

from askline.client.calls import Call, json_in
from askline.client.events import Event, listening
from askline.client.places import headers_of, place_of
from askline.client.problems import Json
from askline.client.verbs import Verbs
from askline.client.waits import Wait
from askline.client.wire import Wire


class Client(Verbs[Json, list[Json], None, str, bytes]):
    def __init__(
        self,
        address: str | None = None,
        *,
        door: str = "api",
        present: bool = False,
        token: str | None = None,
        cookie: str | None = None,
    ) -> None:
        """`address` is the path of a service's socket, its `http://` address or a hub's `https://`
        one; without it, the user's own service.

        `door` is where the person acts: `cli`, `tui` or `api`. `present` says that one sits there,
        which some asks need; a settle may say it for itself. `token` or `cookie` open a service over
        TCP.
        """
        place = place_of(address)
        self._wire = Wire(place, headers_of(place, door, token, cookie))
        self._present = present

    def outcome(self, ask_id: str, wait: float | None = 0.0, *, take: bool = False) -> Json:
        """The outcome, or what stands after `wait` seconds; None waits until it is settled.

        `take` is for the side that asked: it has the outcome now, and the same ask is a new one
        from here on.
        """
        waiting = Wait(ask_id, wait)
        result = self._one(waiting.next())
        while not waiting.is_over(result):
            result = self._one(waiting.next())
        if take and result["state"] != "pending":
            self.delivered(ask_id, len(result["amendments"]))
        return result

    def events(self, last_id: str | None = None, *, nodes: bool = False) -> Generator[Event]:
        """A snapshot, then every change, until the service ends the stream.

        Come back with the last event's id: where it is still known there is no new snapshot.
        Close it to leave.
        """
        return self._wire.events(listening(last_id, nodes=nodes))

    def _one(self, call: Call) -> Json:
        return json_in(self._wire.call(call))

    def _many(self, call: Call) -> list[Json]:
        return json_in(self._wire.call(call))

    def _nothing(self, call: Call) -> None:
        self._wire.call(call)

    def _text(self, call: Call, name: str) -> str:
        return self._one(call)[name]

    def _raw(self, call: Call) -> bytes:
        return self._wire.call(call)
