"""`askline ops`: what runs, what it wrote, and its end, through a real socket."""

import json
from collections.abc import Generator
from dataclasses import replace
from threading import Timer

import pytest

from askline.commands.operation import Status
from askline.doors.cli import operations
from askline.doors.cli.main import run
from tests.builders import NOON, SHOP
from tests.doors.cli_service import Home, a_home, a_pulse
from tests.doors.http_house import House
from tests.doors.served import Served

Said = pytest.CaptureFixture[str]


@pytest.fixture
def house() -> House:
    return House()


@pytest.fixture
def home(house: House) -> Generator[Home]:
    with a_home() as made, a_pulse(made), Served(house, made.locations.api_socket):
        yield made


def ops(home: Home, *words: str) -> int:
    return run(["ops", *words], environ=home.environ)


def test_what_runs_now_is_listed_and_with_all_what_ran(
    home: Home, house: House, capsys: Said
) -> None:
    assert ops(home, "list") == ops(home, "list", "--all") == 0
    assert capsys.readouterr().out.splitlines() == [
        operations.NOTHING,
        "No declared command has run yet.",
    ]
    done = house.bench.put(status=Status.COMPLETED, exit_code=0)
    working = house.bench.put(status=Status.WORKING, started_at=NOON)

    assert ops(home, "list") == 0
    assert capsys.readouterr().out.startswith(f"{working.short_id}  make_test: runs since")
    assert ops(home, "list", "--all", "--project", "shop", "--limit", "5", "--json") == 0
    shapes = json.loads(capsys.readouterr().out)
    assert [each["short_id"] for each in shapes] == [working.short_id, done.short_id]


def test_one_is_shown_in_words_and_as_json(home: Home, house: House, capsys: Said) -> None:
    operation = house.bench.put("fine\n", status=Status.COMPLETED, exit_code=0)

    assert ops(home, "show", operation.short_id) == 0
    assert capsys.readouterr().out.endswith("It wrote:\n  | fine\n")
    assert ops(home, "show", str(operation.id), "--json") == 0
    assert json.loads(capsys.readouterr().out)["output"]["head"] == "fine\n"
    assert ops(home, "show", "0000zz") == 9


def test_output_is_printed_whole_or_in_part_and_harmless(
    home: Home, house: House, capsys: Said
) -> None:
    text = "".join(f"line {number}\n" for number in range(20_000)) + "\x1b[2Jlast one\n"
    operation = house.bench.put(text, status=Status.WORKING)
    named = operation.short_id

    assert ops(home, "output", named) == 0
    assert capsys.readouterr().out == text.replace("\x1b[2J", "")
    assert ops(home, "output", named, "--tail", "1") == 0
    assert ops(home, "output", named, "--grep", "19999") == 0
    assert ops(home, "output", named, "--offset", str(len(text) - 4)) == 0
    assert capsys.readouterr().out == "last one\nline 19999\none\n"


def test_parts_that_exclude_each_other_are_refused(home: Home, capsys: Said) -> None:
    assert ops(home, "output", "k7m2qd", "--tail", "1", "--grep", "x") == 2
    assert ops(home, "output", "k7m2qd", "--offset", "-1") == 2
    assert "is no number from 0 on" in capsys.readouterr().err


def test_following_ends_with_the_operation(home: Home, house: House, capsys: Said) -> None:
    operation = house.bench.put("one\ntwo\n", status=Status.WORKING)

    def end() -> None:
        house.bench.written[operation.id] += "three\n"
        house.bench.operations[operation.id] = replace(operation, status=Status.COMPLETED)

    ending = Timer(0.05, end)
    ending.start()
    assert ops(home, "output", operation.short_id, "--tail", "1", "--follow") == 0
    ending.join()

    assert capsys.readouterr().out == "two\nthree\n"


def test_an_operation_is_ended_with_a_reason(home: Home, capsys: Said) -> None:
    named = home.client.begin_operation("demo_go", {}, project={"path": SHOP.path})["short_id"]

    assert ops(home, "cancel", named, "--reason", "enough") == 0
    said = f"Operation {named}: cancelled: Cancelled by me: enough\n"
    assert capsys.readouterr().out == said
    assert ops(home, "cancel", named, "--json") == 0
    assert json.loads(capsys.readouterr().out)["status"] == "cancelled"
