"""What the terminal shows of a command that somebody is asked to let run."""

from dataclasses import replace
from typing import Any

import pytest

from askline.asks import lifecycle
from askline.asks.model import CommandShown
from askline.asks.shapes import ask_shape
from askline.commands.shapes import operation_shape
from askline.doors.tui.command import exactly, legible, read_command
from askline.doors.tui.drafting import Draft, Jot, lets_run
from askline.doors.tui.lines import Line, width_of
from askline.doors.tui.model import Ask, read_ask
from askline.doors.tui.operation import Operation, read_operation
from askline.doors.tui.operations import Operations
from askline.doors.tui.views.approval import fits, word_lines
from askline.doors.tui.views.ended import ended
from askline.doors.tui.views.page import page
from askline.doors.tui.views.rows import row
from tests.builders import ADA, NOON, an_approval, an_opening, an_operation, answers
from tests.unit.tui_asks import one

WIDTH = 60
SHA = "5e" * 32


def text(lines: list[Line]) -> str:
    return "\n".join(each.text.rstrip() for each in lines)


def approving(*argv: str, context: str | None = None, **more: Any) -> Ask:
    """A pending approval of this command."""
    said: dict[str, Any] = {
        "cwd": "/home/ada/shop",
        "env": ("PATH", "HOME"),
        "sandbox": "strict",
        "sha256": SHA,
    }
    command = CommandShown(argv=argv, **{**said, **more})
    matter = an_approval(command=command, context=context)
    return read_ask(ask_shape(an_opening(matter=matter).after))


def an_operation_seen() -> Operation:
    return read_operation(operation_shape(an_operation(), NOON))


def drawn(ask: Ask, width: int = WIDTH) -> str:
    return text(page(ask, Draft(), 0, width, active=True))


def test_an_approval_shows_all_that_will_run_and_where() -> None:
    said = drawn(approving("git", "push", "origin", "main"))

    assert said.startswith("△ Needs your approval\n")
    assert "┏━ Exactly this will run ━" in said
    for fact in ("git push origin main", "in        /home/ada/shop", "sandbox   strict"):
        assert f"┃ {fact}" in said
    assert "┃ variables PATH HOME" in said
    assert SHA in said.replace("\n┃           ↳ ", "")
    assert "1 ○ Yes, run exactly this" in said
    assert "2 ○ No, do not run it" in said


def test_what_is_dangerous_says_so_in_words_and_why() -> None:
    said = drawn(approving("rm", "-rf", "/", dangerous=True, why="Deletes for good."))

    assert said.startswith("▲ DANGEROUS · approving takes its name, typed\nDeletes for good.\n")
    assert "△" not in said


def test_words_about_it_have_a_frame_of_their_own_before_what_runs_and_fold_nothing() -> None:
    many = "\n".join(f"    {number}" for number in range(40))
    said = drawn(approving("ls", context=f"Only looks.\n\n┃ trust me\n{many}"))

    assert "┌─ Said with it ─" in said
    assert "│     39" in said
    assert "│ Only looks." in said
    assert "│ ┃ trust me" in said
    assert said.index("Only looks.") < said.index("Exactly this will run")


def test_every_step_of_a_sequence_is_shown_where_the_operation_is_known() -> None:
    ask = approving("make", "clean")
    assert ask.command is not None
    steps = (ask.command, replace(ask.command, words=("make", "all"), dangerous=True))
    operations = Operations()

    assert operations.steps_of(one()) == ()
    assert operations.steps_of(ask) == (ask.command,)
    operations.told([replace(an_operation_seen(), approval=ask.id, commands=steps)])
    said = text(page(ask, Draft(), 0, WIDTH, active=True, steps=operations.steps_of(ask)))

    assert said.startswith("▲ DANGEROUS")
    assert "┏━ Step 1 of 2: exactly this will run ━" in said
    assert "┃ make clean" in said
    assert "┃ make all" in said


def test_an_approval_without_variables_names_none() -> None:
    assert "variables" not in drawn(approving("ls", env=()))


@pytest.mark.parametrize(
    ("word", "spelled"),
    [
        ("--force", "--force"),
        ("", "''"),
        ("a b", "'a␣b'"),
        ("a␣b", "'a\\u2423b'"),
        ("a\nb\x1b[2J", "'a\\nb\\x1b[2J'"),
        ("it's", '"it\'s"'),
        ("a\u202eb\u200b", "'a\\u202eb\\u200b'"),
        ("\xa0", "'\\xa0'"),
        ("*;$(x)", "'*;$(x)'"),
    ],
    ids=["plain", "empty", "blank", "sign", "control", "quote", "unseen", "space", "shell"],
)
def test_a_word_hides_nothing_and_cannot_be_taken_for_two(word: str, spelled: str) -> None:
    assert exactly(word) == spelled


def test_letters_that_look_like_others_are_spelled_beside_them() -> None:
    said = drawn(approving("p\u0430ypal", "pay"))

    assert "Letters that may look like others:\n┃ 'p\\u0430ypal'" in said


def test_our_own_words_stay_as_they_are_unless_something_hides_in_them() -> None:
    assert legible("strict, reads /a") == "strict, reads /a"
    assert legible("reads /a\u202eb") == "'reads /a\\u202eb'"
    assert legible("reads /a\x1b[2J") == "'reads /a\\x1b[2J'"


def test_no_word_is_lost_however_many_there_are_and_however_long_one_is() -> None:
    words = [*(f"--word{number}" for number in range(80)), "x" * 200, "last"]

    lines = word_lines(words, 40)

    assert all(width_of(each.parts) <= 40 for each in lines)
    whole = " ".join(each.text for each in lines).replace(" ↳ ", "")
    assert whole.split(" ") == words


def test_a_long_word_goes_on_with_a_sign_and_the_next_follows_it() -> None:
    assert [each.text for each in word_lines(["ab", "x" * 12, "y"], 10)] == [
        "ab",
        "xxxxxxxx",
        "↳ xxxx y",
    ]


def test_a_command_fits_where_all_of_it_is_seen_with_the_answer() -> None:
    command = approving("ls").command
    assert command is not None

    assert fits([command], 80, 13)
    assert not fits([command], 80, 11)


@pytest.mark.parametrize(
    ("program", "name"),
    [("git", "git"), ("/usr/bin/g++", "g++"), ("a b", "run"), ("p\u0430y", "run"), ("/", "run")],
    ids=["bare", "path", "blank", "foreign", "root"],
)
def test_the_name_to_type_is_the_programs_where_it_can_be_typed(program: str, name: str) -> None:
    command = approving(program).command

    assert command is not None
    assert command.name == name


def test_a_command_of_an_older_service_is_not_called_dangerous() -> None:
    command = read_command({"argv": [], "cwd": "/", "env": [], "sandbox": "none", "sha256": "ab"})

    assert (command.dangerous, command.why, command.name) == (False, "", "run")


def test_a_row_tells_approvals_apart_by_signs_and_words() -> None:
    def first(ask: Ask) -> str:
        return text([*row(ask, None, NOON, 44, here=False, focus=True)])

    assert first(approving("ls")).startswith(" △ ")
    assert first(approving("ls", dangerous=True)).startswith(" ▲ ")
    assert "dangerous" in first(approving("ls", dangerous=True))


def test_only_a_yes_lets_something_run() -> None:
    ask = approving("ls")

    assert lets_run(ask, Draft({"approve": Jot(picks=("yes",))}))
    assert not lets_run(ask, Draft({"approve": Jot(picks=("no",))}))
    assert not lets_run(one(), Draft({"db": Jot(picks=("yes",))}))


def test_what_was_approved_is_still_shown_afterwards() -> None:
    opened = an_opening(matter=an_approval()).after
    yes = [replace(each, question_id="approve", values=("yes",)) for each in answers()]
    done = lifecycle.answer(opened, tuple(yes), by=ADA, at=NOON, receipt="r").after

    said = text(ended(read_ask(ask_shape(done)), NOON, WIDTH, mine=False))

    assert "git push" in said
    assert "sha256    ab12" in said
