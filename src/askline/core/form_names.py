"""The names on the wire of what the service asks a client: after the call, and how many went before.

Line and service must spell them alike, also when one of them is newer. The line imports this module,
so it imports nothing.
"""

PREFIX = "askline"


def name_of(number: int | None, turn: int) -> str:
    """The so-manieth request that belongs to this call."""
    return f"{PREFIX}-{number}-{turn}"


def call_of(name: object) -> int:
    """The number of the call that a request of this name belongs to; 0 if it is no such name."""
    prefix, _, rest = str(name).partition("-")
    number = rest.partition("-")[0]
    return int(number) if prefix == PREFIX and number.isdecimal() else 0
