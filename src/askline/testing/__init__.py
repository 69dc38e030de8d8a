"""The test kit: a house in the test's own process, and a script in the place of its human.

For the tests of other people's agents. Importing this imports nothing else, so that a run of pytest that
does not use it pays nothing. Nothing here serves anybody but the test that opened it: no real inbox is
read or answered, and what a script says is never called a human's word.
"""

TYPE_CHECKING = False  # as type checkers know it; even `typing` is an import
if TYPE_CHECKING:
    from askline.testing.clock import StoppedClock
    from askline.testing.house import House
    from askline.testing.human import FakeHuman
    from askline.testing.matching import Matching, asked
    from askline.testing.recording import Recorded, record
    from askline.testing.reports import ScriptFailed

__all__ = [
    "FakeHuman",
    "House",
    "Matching",
    "Recorded",
    "ScriptFailed",
    "StoppedClock",
    "asked",
    "record",
]

_PLACES = {
    "FakeHuman": "human",
    "House": "house",
    "Matching": "matching",
    "Recorded": "recording",
    "ScriptFailed": "reports",
    "StoppedClock": "clock",
    "asked": "matching",
    "record": "recording",
}


def __getattr__(name: str) -> object:
    if name not in _PLACES:
        raise AttributeError(f"module 'askline.testing' has no attribute {name!r}")
    from importlib import import_module  # noqa: PLC0415 - paid by who asks

    return getattr(import_module(f"askline.testing.{_PLACES[name]}"), name)
