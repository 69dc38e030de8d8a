"""What one open terminal knows of operations, and which of them its person looks at. Plain state.

Those that have not ended come first, the newest of each on top. Of those that ended only the latest
are known here.
"""

from collections.abc import Iterable
from dataclasses import dataclass, field

from askline.doors.tui.command import Command
from askline.doors.tui.guard import Guard
from askline.doors.tui.model import Ask
from askline.doors.tui.operation import Operation
from askline.doors.tui.output import Output

LATEST = 100


@dataclass
class Operations:
    known: dict[str, Operation] = field(default_factory=dict[str, Operation])
    current_id: str | None = None
    opened: bool = False
    """Whether the keys go to what it wrote, and not to the list."""
    output: Output | None = None
    tailing: bool = True
    """Whether that is its end, to be followed, and not a part that somebody went back to."""
    reading: bool = False
    """Something of the output is on its way."""
    guard: Guard = field(default_factory=Guard)

    @property
    def shown(self) -> tuple[str, ...]:
        """Ids tell the time: the later is the larger."""
        newest = sorted(self.known.values(), key=lambda each: each.id, reverse=True)
        return tuple(each.id for each in sorted(newest, key=lambda each: each.ended))

    @property
    def current(self) -> Operation | None:
        return self.known.get(self.current_id or "")

    @property
    def unended(self) -> int:
        return sum(not each.ended for each in self.known.values())

    @property
    def ticking(self) -> bool:
        """Whether time alone changes what is shown."""
        return any(each.working for each in self.known.values())

    def steps_of(self, ask: Ask) -> tuple[Command, ...]:
        """What runs if this is approved: all the steps, where it is known that there are several."""
        if ask.command is None:
            return ()
        of_it = (each.commands for each in self.known.values() if each.approval == ask.id)
        return next(of_it, ()) or (ask.command,)

    def snapshot(self, unended: Iterable[Operation]) -> bool:
        """All that have not ended; True where one is gone from them, so that it has to be read."""
        fresh = {each.id: each for each in unended}
        gone = [each.id for each in self.known.values() if not each.ended and each.id not in fresh]
        for each in gone:
            del self.known[each]
        self.told(fresh.values())
        return bool(gone)

    def told(self, operations: Iterable[Operation]) -> None:
        """These as they stand now."""
        self.known |= {each.id: each for each in operations}
        ended = [each for each in self.shown if self.known[each].ended]
        for each in ended[LATEST:]:
            del self.known[each]
        if self.current is None:
            self.select(next(iter(self.shown), None))

    def select(self, operation_id: str | None) -> None:
        if operation_id != self.current_id:
            self.current_id, self.output, self.tailing = operation_id, None, True
            self.opened = self.opened and operation_id is not None

    def move(self, by: int) -> None:
        shown = self.shown
        if self.current_id in shown:
            here = shown.index(self.current_id)
            self.select(shown[max(0, min(len(shown) - 1, here + by))])
