"""The client against the real door: every verb, every kind of trouble."""

import json
import socket
import subprocess
import sys
from collections.abc import Generator
from pathlib import Path
from threading import Thread

import pytest

from askline.client import waits
from askline.client.local import Client
from askline.client.problems import error_of, standing_of
from askline.core.errors import (
    AlreadySettled,
    AsklineError,
    FieldProblem,
    Internal,
    InvalidArguments,
    NotFound,
    PersonRequired,
    ServiceUnreachable,
    UnknownOption,
)
from tests.doors.http_house import FACTS, House, Json
from tests.doors.served import Served
from tests.unit.test_errors import RAISED

BODY: Json = {
    "questions": [{"id": "db", "question": "Which database?", "options": ["PostgreSQL", "SQLite"]}],
    "timeout": 20_000,
}
SHOP = "/home/ada/shop"
SQLITE: Json = {"db": {"values": ["SQLite"]}}


@pytest.fixture(params=["unix", "tcp"])
def served(request: pytest.FixtureRequest, tmp_path: Path) -> Generator[Served]:
    path = str(tmp_path / "api.sock") if request.param == "unix" else None
    with Served(House(), path) as served:
        yield served


@pytest.fixture
def client(served: Served) -> Client:
    return served.client


def test_an_ask_is_made_found_and_answered(client: Client) -> None:
    made = client.create({**BODY, "project": {"name": "shop"}})

    outcome = client.answer(made["short_id"], SQLITE, note="For now.")

    assert client.asks() == []
    assert client.asks(all_states=True, project="shop", limit=1) == [client.read(made["id"])]
    assert client.outcome(made["id"], wait=5) == outcome
    assert outcome["answers"][0]["note"] == "For now."
    assert outcome["settledBy"]["door"] == "api"


def test_every_other_end_is_a_verb(client: Client) -> None:
    def made() -> str:
        return client.create({**BODY, "key": f"{len(client.asks(all_states=True))}"})["id"]

    assert client.reject(made(), reason="No.")["reason"] == "No."
    assert client.ask_back(made(), "Why?")["askBack"] == "Why?"
    assert client.cancel(made(), reason="Never mind.")["reason"] == "Never mind."


def test_what_comes_around_an_answer_is_a_verb_too(client: Client) -> None:
    ask_id = client.create(BODY)["id"]

    assert client.seen(ask_id)["seen"][0]["door"] == "api"
    assert client.extend(ask_id, "2026-11-14T15:00:00Z")["deadline"] == "2026-11-14T15:00:00.000Z"
    client.draft(ask_id, {"db": {"customText": "Duck"}})
    assert client.drafts(ask_id)[0]["answers"]["db"]["customText"] == "Duck"
    client.answer(ask_id, SQLITE)
    corrected = client.correct(ask_id, {"db": {"values": ["PostgreSQL"]}}, reason="Slept over it.")
    assert corrected["amendments"][0]["reason"] == "Slept over it."
    assert [event["kind"] for event in client.trail(ask_id)["events"]] == [
        "asked",
        "seen",
        "extended",
        "answered",
        "corrected",
    ]
    assert client.history(search="database", states="answered", limit=5)["next"] is None


def test_operations_are_begun_read_and_ended(client: Client) -> None:
    begun = client.begin_operation("demo_ask", {}, project={"path": SHOP}, receipt="r1")
    operation_id = begun["operation_id"]

    page = client.operation_output(operation_id, tail=1, wait=0.01)
    cancelled = client.cancel_operation(begun["short_id"], reason="enough")

    assert page == {"text": "", "next_offset": 0, "eof": True, "status": "awaiting_approval"}
    assert client.operation(operation_id)["status"] == cancelled["status"] == "cancelled"
    listed = client.operations(project="shop", statuses="cancelled", limit=1)
    assert [each["operation_id"] for each in listed["operations"]] == [operation_id]


def test_a_file_goes_there_and_comes_back(client: Client) -> None:
    ask_id = client.ask(**BODY)["id"]

    file = client.attach("plan.png", "image/png", b"\x89PNG")
    client.answer(ask_id, {"db": {**SQLITE["db"], "attachments": [file]}})

    assert client.attachment(file["sha256"], ask_id=ask_id) == b"\x89PNG"
    assert client.inbox() == []


def test_health_and_version_are_the_services(client: Client) -> None:
    counts = {"pending": 0, "waiting": 0, "lines": 2}

    assert client.health() == {**FACTS, "running": True, "counts": counts}
    assert client.version() == FACTS["version"]


def test_the_asking_side_takes_the_outcome_and_may_ask_the_same_again(client: Client) -> None:
    first = client.create(BODY)["id"]
    client.outcome(first, take=True)
    client.answer(first, SQLITE)
    assert client.create(BODY)["id"] == first

    taken = client.outcome(first, wait=5, take=True)

    assert taken["answered"] is True
    assert client.create(BODY)["id"] != first


def test_a_wait_lasts_until_somebody_answers(
    client: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(waits, "SLICE_S", 0.01)
    ask_id = client.create(BODY)["id"]
    got: list[Json] = []
    waiting = Thread(target=lambda: got.append(client.outcome(ask_id, wait=None)))
    waiting.start()
    assert client.outcome(ask_id, wait=0.03)["state"] == "pending"

    outcome = client.reject(ask_id)
    waiting.join(5)

    assert got == [outcome]


def test_events_come_as_they_happen_and_go_on_where_they_were_left(client: Client) -> None:
    events = client.events()
    snapshot = next(events)
    ask = client.create(BODY)
    asked = next(events)
    events.close()
    client.reject(ask["id"])

    later = client.events(asked.id)
    settled = next(later)
    later.close()

    assert (snapshot.name, snapshot.data["asks"]) == ("snapshot", [])
    assert (asked.name, asked.data["ask"]) == ("asked", ask)
    assert (settled.name, settled.data["ask"]["state"]) == ("settled", "rejected")


def test_events_end_when_the_service_does(served: Served) -> None:
    events = served.client.events()
    next(events)

    served.stop()

    assert list(events) == []


def test_who_comes_second_gets_the_outcome_that_stands(client: Client) -> None:
    ask_id = client.create(BODY)["id"]
    outcome = client.answer(ask_id, SQLITE, receipt="r1")

    assert client.answer(ask_id, SQLITE, receipt="r1") == outcome
    with pytest.raises(AlreadySettled, match="already answered by me") as refusal:
        client.answer(ask_id, SQLITE)

    assert standing_of(refusal.value) == outcome


def test_a_problem_is_the_error_it_was(client: Client) -> None:
    ask_id = client.create(BODY)["id"]

    with pytest.raises(UnknownOption) as refusal:
        client.answer(ask_id, {"db": {"values": ["SQLit"]}})

    error = refusal.value
    assert error.hint == "Did you mean 'SQLite'?"
    assert error.fields == (
        FieldProblem("db", "one of 'PostgreSQL', 'SQLite'", "'SQLit'", "Did you mean 'SQLite'?"),
    )
    assert standing_of(error) is None


def test_a_strange_id_stays_one_piece_of_the_path(client: Client) -> None:
    with pytest.raises(InvalidArguments, match="no id"):
        client.read("asks?all=1#x")
    with pytest.raises(NotFound):
        client.read("zzzzzz")


def test_a_stream_that_is_refused_is_the_same_error(served: Served) -> None:
    with pytest.raises(InvalidArguments, match="no door"):
        next(Client(served.address, door="window").events())


@pytest.mark.parametrize(
    ("client_says", "call_says", "allowed"),
    [(False, None, False), (False, True, True), (True, None, True), (True, False, False)],
)
def test_what_needs_a_person_takes_the_word_of_the_terminal(
    served: Served, client_says: bool, call_says: bool | None, allowed: bool
) -> None:
    client = Client(served.address, door="cli", present=client_says)
    ask_id = client.create({**BODY, "human_only": True})["id"]

    try:
        door = client.answer(ask_id, SQLITE, present=call_says)["settledBy"]["door"]
    except PersonRequired:
        door = None

    assert door == ("cli" if allowed else None)


@pytest.mark.parametrize("kind", RAISED, ids=lambda kind: kind.code)
def test_every_code_comes_back_as_its_own_class(kind: type[AsklineError]) -> None:
    said: Json = {"code": kind.code, "detail": "d", "hint": "h", "errors": []}

    error = error_of(400, json.dumps(said).encode())

    assert type(error) is kind
    assert (error.message, error.hint) == ("d", "h")


@pytest.mark.parametrize("body", [b"", b"<html>", b"[]", b'{"code": "new_code"}', b'{"code": []}'])
def test_a_reply_that_nobody_knows_is_said_to_be_one(body: bytes) -> None:
    error = error_of(502, body)

    assert type(error) is Internal
    assert "502" in error.message


def test_without_a_service_it_is_unreachable_and_says_what_to_do(tmp_path: Path) -> None:
    client = Client(str(tmp_path / "nobody.sock"))

    for call in (client.health, lambda: next(client.events())):
        with pytest.raises(ServiceUnreachable, match=r"nobody\.sock") as refusal:
            call()
        assert "askline service run" in refusal.value.hint


@pytest.mark.parametrize(
    "said", [b"", b"nonsense\r\n\r\n", b"HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\n{"]
)
def test_a_service_that_dies_in_the_middle_is_unreachable(tmp_path: Path, said: bytes) -> None:
    path = str(tmp_path / "api.sock")
    with socket.socket(socket.AF_UNIX) as listener:
        listener.bind(path)
        listener.listen()

        def die() -> None:
            peer, _ = listener.accept()
            with peer:
                peer.recv(65_536)
                peer.sendall(said)

        dying = Thread(target=die)
        dying.start()
        with pytest.raises(ServiceUnreachable):
            Client(path).health()
        dying.join(5)


def test_it_loads_no_library() -> None:
    look = "import sys, askline.client.local; print(*sys.modules)"

    done = subprocess.run([sys.executable, "-c", look], capture_output=True, text=True, check=True)

    loaded = {name.partition(".")[0] for name in done.stdout.split()}
    assert loaded.isdisjoint({"httpx", "pydantic", "starlette", "anyio", "asyncio", "mcp"})
