"""No key settles anything right after something else came under it. Pure: the caller brings the time.

A person who types ahead, or whose screen changed under the finger, means what was there before. A
pick is no change: it is what the next key is about.
"""

from dataclasses import dataclass

GUARD_S = 0.4


@dataclass(frozen=True, slots=True)
class Guard:
    over: tuple[str, ...] = ()
    """What a settling key would be about: view, ask, step, dialog."""
    since: float = float("-inf")

    def moved(self, over: tuple[str, ...], now: float) -> "Guard":
        return self if over == self.over else Guard(over, now)

    def lets(self, now: float) -> bool:
        return now - self.since >= GUARD_S
