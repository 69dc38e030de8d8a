"""The client whose verbs are awaited, on whichever event loop anyio runs. The same names as `Client`.

One connection per call, as there: nothing to open before and nothing to close after.
"""

from collections.abc import AsyncGenerator, Awaitable

from askline.client.async_wire import AsyncWire
from askline.client.calls import Call, json_in
from askline.client.events import Event, listening
from askline.client.places import headers_of, place_of
from askline.client.problems import Json
from askline.client.verbs import Verbs
from askline.client.waits import Wait


class AsyncClient(
    Verbs[Awaitable[Json], Awaitable[list[Json]], Awaitable[None], Awaitable[str], Awaitable[bytes]]
):
    def __init__(
        self,
        address: str | None = None,
        *,
        door: str = "api",
        present: bool = False,
        token: str | None = None,
        cookie: str | None = None,
    ) -> None:
        """See `Client`."""
        place = place_of(address)
        self._wire = AsyncWire(place, headers_of(place, door, token, cookie))
        self._present = present

    async def outcome(self, ask_id: str, wait: float | None = 0.0, *, take: bool = False) -> Json:
        """See `Client.outcome`."""
        waiting = Wait(ask_id, wait)
        result = await self._one(waiting.next())
        while not waiting.is_over(result):
            result = await self._one(waiting.next())
        if take and result["state"] != "pending":
            await self.delivered(ask_id, len(result["amendments"]))
        return result

    def events(self, last_id: str | None = None, *, nodes: bool = False) -> AsyncGenerator[Event]:
        """See `Client.events`. Leave it with `contextlib.aclosing`, so that its connection ends."""
        return self._wire.events(listening(last_id, nodes=nodes))

    async def _one(self, call: Call) -> Json:
        return json_in(await self._wire.call(call))

    async def _many(self, call: Call) -> list[Json]:
        return json_in(await self._wire.call(call))

    async def _nothing(self, call: Call) -> None:
        await self._wire.call(call)

    async def _text(self, call: Call, name: str) -> str:
        return (await self._one(call))[name]

    async def _raw(self, call: Call) -> bytes:
        return await self._wire.call(call)
