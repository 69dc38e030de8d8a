"""When the open inbox calls its person, who looks elsewhere: for news, and not for each of many.

A terminal that reports its focus is left in peace while somebody looks at it; of one that does not,
nobody knows. Quiet hours and muted projects are the same as for every other alert. Says only when;
what a terminal is sent for it is spelled by `alerts.terminal`.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import time

from askline.alerts.rules import Rules, muted
from askline.core.speaking import t
from askline.doors.tui.model import Ask

GAP_S = 2.0
"""What comes within so many seconds of a call is seen with it."""


@dataclass
class Calling:
    rules: Callable[[], Rules] = Rules
    """As they are now: somebody may change them while this terminal is open."""
    looking: bool | None = None
    """Whether somebody looks at this terminal; None where it does not say."""
    last: float | None = None

    def wanted(self, asks: Sequence[Ask], moment: float, local: time) -> bool:
        """Whether to call for these, which are new; asking is calling. `local` is the time of day."""
        if self.looking or not any(ask.pending for ask in asks):
            return False
        if self.last is not None and moment - self.last < GAP_S:
            return False
        rules = self.rules()
        if rules.quiet is not None and rules.quiet.holds(local):
            return False
        if all(muted(ask.home, rules) for ask in asks if ask.pending):
            return False
        self.last = moment
        return True


def words(ask: Ask) -> tuple[str, str]:
    """Title and body of a notification."""
    return t("{0} asks", ask.agent), ask.title
