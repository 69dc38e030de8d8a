"""Every error has a code that others may rely on, and a hint."""

from collections.abc import Iterator
from operator import attrgetter
from typing import Any

import pytest

from askline.core import errors
from askline.core.errors import AsklineError, FieldProblem, InvalidArguments

CODES = [
    "invalid_arguments",
    "invalid_answer",
    "unknown_option",
    "missing_required",
    "already_settled",
    "not_found",
    "ambiguous_id",
    "not_allowed",
    "person_required",
    "not_trusted",
    "deadline_past",
    "too_large",
    "rate_limited",
    "no_human_channel",
    "elicitation_required",
    "store_unavailable",
    "service_unreachable",
    "hub_unreachable",
    "command_refused",
    "sandbox_unavailable",
    "declaration_invalid",
    "internal",
]


def below(kind: type[AsklineError]) -> Iterator[type[AsklineError]]:
    for child in kind.__subclasses__():
        yield child
        yield from below(child)


KINDS = list(below(AsklineError))
GROUPS = [errors.Invalid, errors.Missing, errors.Refused, errors.Unavailable]
RAISED = [kind for kind in KINDS if kind not in GROUPS]


def test_the_codes_are_the_public_ones_and_none_is_missing() -> None:
    assert len(CODES) == 22
    assert sorted(kind.code for kind in RAISED) == sorted(CODES)


@pytest.mark.parametrize("kind", KINDS, ids=attrgetter("__name__"))
def test_a_code_is_the_name_of_its_error(kind: type[AsklineError]) -> None:
    name = "".join(f"_{letter.lower()}" if letter.isupper() else letter for letter in kind.__name__)

    assert kind.code in CODES
    assert kind not in RAISED or kind.code == name.removeprefix("_")


def test_no_error_is_left_out_of_the_drawing() -> None:
    drawing = errors.__doc__ or ""

    for kind in KINDS:
        assert f" {kind.__name__} " in drawing
    for kind in RAISED:
        assert f" {kind.code}\n" in drawing


@pytest.mark.parametrize("kind", [AsklineError, *KINDS], ids=attrgetter("__name__"))
def test_no_error_goes_without_a_hint(kind: Any) -> None:
    with pytest.raises(TypeError, match="hint"):
        kind("Something is wrong.")


def test_an_error_says_what_happened_what_to_do_and_which_fields() -> None:
    problem = FieldProblem("title", "text", "7")

    error = InvalidArguments("The title is wrong.", hint="Give text.", fields=[problem])

    assert str(error) == error.message == "The title is wrong."
    assert error.hint == "Give text."
    assert error.fields == (problem,)
    assert (problem.hint, problem.code) == ("", "invalid_arguments")
    assert AsklineError("Broken.", hint="Report it.").fields == ()
    assert AsklineError.code == "internal"
