"""An approval that a service brings to its hub: what is taken of it, and what is refused."""

from typing import Any

import pytest

from askline.asks.asked_approvals import LONGEST_COMMAND, as_approval
from askline.asks.model import AskKind
from askline.asks.shapes import matter_shape
from askline.core.errors import InvalidArguments
from tests.builders import a_confirm, a_matter, an_approval

SHA256 = "ab" * 32
COMMAND: dict[str, Any] = {
    "argv": ["git", "push"],
    "cwd": "/home/ada/shop",
    "env": ["PATH"],
    "sandbox": "project",
    "sha256": SHA256,
    "dangerous": True,
    "why": "it\u202e publishes",
}
MATTER = a_matter(a_confirm("approve"))


def said(**changes: Any) -> dict[str, Any]:
    return {"kind": "approval", "command": {**COMMAND, **changes}}


def test_what_will_run_is_taken_whole_and_only_a_person_decides_it() -> None:
    taken = as_approval(MATTER, said())

    assert (taken.kind, taken.human_only) == (AskKind.APPROVAL, True)
    assert matter_shape(taken)["command"] == {**COMMAND, "why": "it publishes"}
    assert as_approval(MATTER, {}) == as_approval(MATTER, {"kind": "question"}) == MATTER


def test_a_service_says_it_as_it_is_kept() -> None:
    shape = matter_shape(an_approval())["command"]

    taken = as_approval(MATTER, {"kind": "approval", "command": {**shape, "sha256": SHA256}})

    assert matter_shape(taken)["command"] == {**shape, "sha256": SHA256}


def test_a_word_that_would_be_shown_as_another_is_spelled_out() -> None:
    taken = as_approval(MATTER, said(argv=["rm", "a\u202eb"])).command

    assert taken is not None
    assert taken.argv == ("rm", '"a\\u202eb"')


@pytest.mark.parametrize(
    ("wrong", "field"),
    [
        ({"kind": "order"}, "kind"),
        ({"command": COMMAND}, "command"),
        ({"kind": "approval"}, "command.argv"),
        ({"kind": "approval", "command": "rm"}, "command"),
        (said(argv=[]), "command.argv"),
        (said(argv=["a", 7]), "command.argv"),
        (said(argv=["a" * (LONGEST_COMMAND + 1)]), "command.argv"),
        (said(cwd=""), "command.cwd"),
        (said(env="PATH"), "command.env"),
        (said(sandbox=None), "command.sandbox"),
        (said(sha256="ab12"), "command.sha256"),
        (said(dangerous="no"), "command.dangerous"),
        (said(user="root"), "command.user"),
    ],
)
def test_what_is_no_whole_command_is_refused(wrong: dict[str, Any], field: str) -> None:
    with pytest.raises(InvalidArguments) as refusal:
        as_approval(MATTER, wrong)

    assert field in {problem.field for problem in refusal.value.fields}
