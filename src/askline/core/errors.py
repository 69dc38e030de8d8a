"""Every error a caller may meet, in one place.

    AsklineError
    ├── Invalid                 saying it differently helps
    │   ├── InvalidArguments    invalid_arguments
    │   ├── InvalidAnswer       invalid_answer
    │   │   ├── UnknownOption   unknown_option
    │   │   └── MissingRequired missing_required
    │   ├── DeadlinePast        deadline_past
    │   ├── TooLarge            too_large
    │   └── DeclarationInvalid  declaration_invalid
    ├── AlreadySettled          already_settled
    ├── Missing                 it is not there, or not for you
    │   ├── NotFound            not_found
    │   └── AmbiguousId         ambiguous_id
    ├── Refused                 somebody or some rule says no
    │   ├── NotAllowed          not_allowed
    │   ├── PersonRequired      person_required
    │   ├── NotTrusted          not_trusted
    │   ├── RateLimited         rate_limited
    │   └── CommandRefused      command_refused
    ├── Unavailable             something that is needed is not there now
    │   ├── NoHumanChannel      no_human_channel
    │   ├── ElicitationRequired elicitation_required
    │   ├── StoreUnavailable    store_unavailable
    │   ├── ServiceUnreachable  service_unreachable
    │   ├── HubUnreachable      hub_unreachable
    │   └── SandboxUnavailable  sandbox_unavailable
    └── Internal                internal

An error says what happened (`message`), what to do next (`hint`: an agent or a tired person acts
on it), which fields are wrong (`fields`), and carries a stable `code`. The core raises; each door
translates once, to its own words: exit status, HTTP problem, tool error.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import ClassVar


@dataclass(frozen=True, slots=True)
class FieldProblem:
    field: str
    expected: str
    actual: str
    hint: str = ""
    code: str = "invalid_arguments"


class AsklineError(Exception):
    code: ClassVar[str] = "internal"

    def __init__(self, message: str, *, hint: str, fields: Iterable[FieldProblem] = ()) -> None:
        super().__init__(message)
        self.message = message
        self.hint = hint
        self.fields = tuple(fields)


class Invalid(AsklineError):
    code = "invalid_arguments"


class InvalidArguments(Invalid):
    code = "invalid_arguments"


class InvalidAnswer(Invalid):
    code = "invalid_answer"


class UnknownOption(InvalidAnswer):
    code = "unknown_option"


class MissingRequired(InvalidAnswer):
    code = "missing_required"


class DeadlinePast(Invalid):
    code = "deadline_past"


class TooLarge(Invalid):
    code = "too_large"


class DeclarationInvalid(Invalid):
    code = "declaration_invalid"


class AlreadySettled(AsklineError):
    """Somebody or something was first; the message says who, when, where and what."""

    code = "already_settled"


class Missing(AsklineError):
    code = "not_found"


class NotFound(Missing):
    """Also for what exists but is not the caller's: an id authorises nothing, not even a hint."""

    code = "not_found"


class AmbiguousId(Missing):
    code = "ambiguous_id"


class Refused(AsklineError):
    code = "not_allowed"


class NotAllowed(Refused):
    code = "not_allowed"


class PersonRequired(Refused):
    code = "person_required"


class NotTrusted(Refused):
    code = "not_trusted"


class RateLimited(Refused):
    code = "rate_limited"


class CommandRefused(Refused):
    code = "command_refused"


class Unavailable(AsklineError):
    code = "store_unavailable"


class NoHumanChannel(Unavailable):
    code = "no_human_channel"


class ElicitationRequired(Unavailable):
    code = "elicitation_required"


class StoreUnavailable(Unavailable):
    code = "store_unavailable"


class ServiceUnreachable(Unavailable):
    code = "service_unreachable"


class HubUnreachable(Unavailable):
    code = "hub_unreachable"


class SandboxUnavailable(Unavailable):
    code = "sandbox_unavailable"


class Internal(AsklineError):
    """A defect of ours. Doors show it without details and log the cause."""

    code = "internal"
