"""Room for so many operations at once; who comes later waits in a row, and may leave it."""

from collections import deque

from askline.core.latch import Latch, give, new_latch


class Room:
    def __init__(self, places: int) -> None:
        self._free = places
        self._row: deque[Latch[bool]] = deque()

    def ask(self) -> Latch[bool]:
        """Wait for it: true with a place that has to be left again, false for who was sent away."""
        latch: Latch[bool] = new_latch()
        self._row.append(latch)
        self._move_up()
        return latch

    def send_away(self, latch: Latch[bool]) -> None:
        """Harmless for who has a place already."""
        give(latch, False)

    def leave(self) -> None:
        self._free += 1
        self._move_up()

    def _move_up(self) -> None:
        while self._free and self._row:
            latch = self._row.popleft()
            if not latch.done():
                self._free -= 1
                give(latch, True)
