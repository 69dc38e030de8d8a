"""A long wait is made of short calls: a service that is gone is noticed in between."""

from time import monotonic

from askline.client.calls import PATIENCE_S, Call, of_ask
from askline.client.problems import Json

SLICE_S = 50.0


class Wait:
    """A wait for one outcome. None waits until there is one."""

    def __init__(self, ask_id: str, wait: float | None) -> None:
        self._ask_id = ask_id
        self._until = None if wait is None else monotonic() + wait
        self._left = 0.0

    def next(self) -> Call:
        """The call that waits next."""
        until = self._until
        self._left = SLICE_S if until is None else max(0.0, min(SLICE_S, until - monotonic()))
        return Call(
            method="GET",
            path=of_ask(self._ask_id, "outcome"),
            query={"wait": self._left},
            patience=self._left + PATIENCE_S,
        )

    def is_over(self, result: Json) -> bool:
        return result["state"] != "pending" or self._left < SLICE_S
