"""Which asks a listener has before them as theirs to answer, so that they learn of what comes to them
and of what leaves them while they look.
"""

from collections.abc import Iterable
from enum import Enum, auto

from askline.asks import rights
from askline.asks.model import Ask
from askline.asks.ports import Hint, News
from askline.core.ids import AskId
from askline.core.people import Actor


class Turn(Enum):
    """What a change means for one listener."""

    CAME = auto()
    """It is theirs now, and was not before."""
    TOLD = auto()
    """It is theirs, and they were told so: news of its coming may be later than other news of it."""
    STAYS = auto()
    LEFT = auto()
    """It was theirs, and is others' now."""
    OTHERS = auto()
    """It left them before: what happens to it while it is pending is no news for them."""


class Own:
    def __init__(self, actor: Actor) -> None:
        self._actor = actor
        self._here: set[AskId] | None = None
        """None for who came back and was not told again what is theirs."""
        self._left: set[AskId] = set()

    def begin(self, asks: Iterable[Ask]) -> None:
        """These and no others are theirs."""
        self._here = {ask.id for ask in asks}
        self._left -= self._here

    def hidden(self, hint: Hint) -> Turn:
        """The turn of an ask that they may not see, or see no more."""
        if self._here is None:
            return Turn.LEFT if hint.news is News.MARKED else Turn.OTHERS
        return Turn.LEFT if self._drop(hint.ask_id) else Turn.OTHERS

    def shown(self, ask: Ask) -> Turn:
        """The turn of an ask that they may see."""
        if ask.state.settled:
            self._drop(ask.id)
            self._left.discard(ask.id)
            return Turn.STAYS
        if rights.may_find(self._actor, ask):
            return self._found(ask.id)
        if self._drop(ask.id):
            self._left.add(ask.id)
            return Turn.LEFT
        return Turn.OTHERS if ask.id in self._left else Turn.STAYS

    def _found(self, ask_id: AskId) -> Turn:
        self._left.discard(ask_id)
        if self._here is None:
            return Turn.STAYS
        if ask_id in self._here:
            return Turn.TOLD
        self._here.add(ask_id)
        return Turn.CAME

    def _drop(self, ask_id: AskId) -> bool:
        if self._here is None or ask_id not in self._here:
            return False
        self._here.remove(ask_id)
        return True
