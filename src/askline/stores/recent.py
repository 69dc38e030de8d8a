"""The asks this process touched last, so that a row that has not changed is not read again.

Never an answer by itself: the store says which revision stands, and only that one is used.
"""

from askline.asks.model import Ask
from askline.core.ids import AskId

AT_MOST = 2_000


class Recent:
    def __init__(self) -> None:
        self._asks: dict[AskId, Ask] = {}

    def at_hand(self, ask_id: AskId) -> Ask | None:
        """The ask as this process saw it last."""
        return self._asks.get(ask_id)

    def keep(self, ask: Ask) -> Ask:
        self._asks.pop(ask.id, None)
        self._asks[ask.id] = ask
        if len(self._asks) > AT_MOST:
            del self._asks[next(iter(self._asks))]
        return ask
