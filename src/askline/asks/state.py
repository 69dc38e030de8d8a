"""The states of an ask. `lifecycle` is the only place that changes one."""

from enum import StrEnum


class State(StrEnum):
    PENDING = "pending"
    ANSWERED = "answered"
    REJECTED = "rejected"
    ASKED_BACK = "asked_back"
    CANCELLED = "cancelled"
    TIMED_OUT = "timed_out"
    SUPERSEDED = "superseded"

    @property
    def settled(self) -> bool:
        return self is not State.PENDING
