"""What line and service hold to whatever happens, and which tests prove it.

`@invariant("I4")` stands on every test that proves one. Tests of crashes can be green for the wrong
reason, so there are lines that are broken on purpose: `@control("forgets")` stands on the test that
sees one of them fail.
"""

from collections.abc import Callable
from typing import TypeVar

T = TypeVar("T", bound=Callable[..., object])

INVARIANTS = {
    "I1": "One request is one ask and one response, whenever the service is killed.",
    "I2": "There are never two services of one home.",
    "I3": "The client gets whole lines, and none that is not for it.",
    "I4": "Progress rises, also over a restart.",
    "I5": "A form opens once, and its late answer settles only its own ask.",
    "I6": "What was cancelled or answered is never repeated.",
    "I7": "The newest installation serves, and no older one comes back.",
    "I8": "The line imports next to nothing.",
    "I9": "The service outlives its starter, and ends when nobody needs it.",
    "I10": "The sockets are for one user alone.",
    "I11": "A new service is told the handshake and the subscriptions, and uses them.",
    "I12": "In-process an agent is served as it is by a line.",
}

CONTROLS = {
    "renames": "A line that takes another name with each connection.",
    "forgets": "A line that repeats nothing.",
    "repeats": "A line that lets the client have an answer twice.",
    "does not greet": "A line that repeats calls but no handshake.",
}


def invariant(name: str) -> Callable[[T], T]:
    assert name in INVARIANTS
    return _same


def control(name: str) -> Callable[[T], T]:
    assert name in CONTROLS
    return _same


def _same(test: T) -> T:
    return test
