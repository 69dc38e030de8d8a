"""What an opened store offers: where asks are kept, and the bell that belongs to it."""

from dataclasses import dataclass

from askline.asks.ports import AskStore, Bell


@dataclass(frozen=True, slots=True)
class Keeping:
    asks: AskStore
    bell: Bell
    lasting: bool = True
    """False where all of it ends with the process."""
