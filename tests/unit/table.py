"""The state machine as data: what each verb does in each state, with a fresh receipt and with the
one that won.

    a state   settles so
    amended   something new stands beside the outcome
    marked    something is noted; state, outcome and amendments stay
    same      nothing to do, and no event
    already   refused: AlreadySettled
    nothing   refused: there is nothing that the verb could be about

Time wins without a receipt, so nobody can repeat it: the column of `timed_out` is the same twice.
"""

from collections.abc import Iterator
from typing import NamedTuple

from askline.asks.state import State

FRESH = "fresh"
WINNING = "winning"
RECEIPTS = (FRESH, WINNING)

VERBS = (
    "answer",
    "reject",
    "ask_back",
    "cancel",
    "supersede",
    "expire_due",
    "expire_early",
    "correct",
    "extend",
    "snooze",
    "see",
    "attach",
    "detach",
    "deliver",
)

WITH_A_FRESH_RECEIPT = """
              pending     answered  rejected  asked_back  cancelled  timed_out  superseded
answer        answered    already   already   already     already    amended    already
reject        rejected    already   already   already     already    already    already
ask_back      asked_back  already   already   already     already    already    already
cancel        cancelled   already   already   already     already    already    already
supersede     superseded  already   already   already     already    already    already
expire_due    timed_out   same      same      same        same       same       same
expire_early  same        same      same      same        same       same       same
correct       nothing     amended   already   already     already    amended    already
extend        marked      already   already   already     already    already    already
snooze        marked      already   already   already     already    already    already
see           marked      marked    marked    marked      marked     marked     marked
attach        marked      marked    marked    marked      marked     marked     marked
detach        marked      marked    marked    marked      marked     marked     marked
deliver       same        marked    marked    marked      marked     marked     marked
"""

WITH_THE_WINNING_RECEIPT = """
              answered  rejected  asked_back  cancelled  timed_out  superseded
answer        same      same      same        same       amended    same
reject        same      same      same        same       already    same
ask_back      same      same      same        same       already    same
cancel        same      same      same        same       already    same
supersede     same      same      same        same       already    same
expire_due    same      same      same        same       same       same
expire_early  same      same      same        same       same       same
correct       same      same      same        same       amended    same
extend        already   already   already     already    already    already
snooze        already   already   already     already    already    already
see           marked    marked    marked      marked     marked     marked
attach        marked    marked    marked      marked     marked     marked
detach        marked    marked    marked      marked     marked     marked
deliver       marked    marked    marked      marked     marked     marked
"""


class Cell(NamedTuple):
    state: State
    verb: str
    receipt: str
    expected: str

    def __str__(self) -> str:
        return f"{self.state}-{self.verb}-{self.receipt}"


def _cells(grid: str, receipt: str) -> Iterator[Cell]:
    head, *rows = grid.strip().splitlines()
    states = [State(name) for name in head.split()]
    for row in rows:
        verb, *words = row.split()
        for state, word in zip(states, words, strict=True):
            yield Cell(state, verb, receipt, word)


TABLE = (*_cells(WITH_A_FRESH_RECEIPT, FRESH), *_cells(WITH_THE_WINNING_RECEIPT, WINNING))
