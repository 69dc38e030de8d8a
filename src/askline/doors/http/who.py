"""Who a request on the user's own socket is: the user, by the door that the program names.

The socket lets nobody else in, so the program is believed: which door it is, and whether a person
sits there. A process of the same user is no security boundary; the record says where it came from.
Without a word about it nobody is present.
"""

from starlette.requests import Request

from askline.core.errors import FieldProblem, InvalidArguments
from askline.core.people import Actor, Door, local_person

DOOR = "Askline-Door"
PRESENT = "Askline-Present"

DOORS = {door.value: door for door in (Door.API, Door.CLI, Door.TUI)}
AT_A_TERMINAL = frozenset({Door.CLI, Door.TUI})


def local_who(request: Request) -> Actor:
    said = request.headers.get(DOOR, Door.API)
    if said not in DOORS:
        expected = f"one of {', '.join(DOORS)}"
        raise InvalidArguments(
            f"{said!r} is no door of this socket.",
            hint=f"Send the header {DOOR} with {expected}, or none.",
            fields=[FieldProblem(DOOR, expected, repr(said[:80]))],
        )
    door = DOORS[said]
    present = request.headers.get(PRESENT) == "1" and door in AT_A_TERMINAL
    return local_person(door, present=present)
