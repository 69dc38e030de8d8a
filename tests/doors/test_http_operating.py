"""Operations over HTTP: looked at, read page by page, ended and begun by who keeps order here."""

from dataclasses import replace

import anyio
import pytest

from askline.commands.operation import Status
from askline.core.background import background
from askline.core.people import Project, Right
from askline.doors.http.app import end_streams
from tests.builders import ADA, NOON, STRANGER, an_operation
from tests.doors.http_house import House, Json

BODY: Json = {"tool": "demo_go", "project": {"path": "/home/ada/shop"}}


async def test_operations_are_listed_newest_first_a_page_at_a_time() -> None:
    house = House()
    old, middle, new = (house.bench.put() for _ in range(3))
    house.bench.put(tenant=STRANGER.tenant)

    first = await house.get("/operations", limit=2)
    rest = await house.get("/operations", limit=2, before=first["next"])

    shown = [each["operation_id"] for each in (*first["operations"], *rest["operations"])]
    assert shown == [str(new.id), str(middle.id), str(old.id)]
    assert rest["next"] is None
    assert first["operations"][0]["output"] is None


async def test_they_are_chosen_by_status_and_by_the_name_or_path_of_their_project() -> None:
    house = House()
    done = house.bench.put(status=Status.COMPLETED)
    house.bench.put(status=Status.WORKING)
    house.bench.put(status=Status.COMPLETED, project=Project(name="other", path="/other"))

    for project in ("shop", "/home/ada/shop"):
        page = await house.get("/operations", project=project, status="completed,cancelled")
        assert [each["operation_id"] for each in page["operations"]] == [str(done.id)]


async def test_one_of_many_pages_is_found_by_its_project() -> None:
    house = House()
    wanted = house.bench.put(project=Project(name="rare"))
    for _ in range(1000):
        house.bench.put()

    page = await house.get("/operations", project="rare")

    assert [each["operation_id"] for each in page["operations"]] == [str(wanted.id)]


async def test_a_status_that_is_none_is_refused_with_those_there_are() -> None:
    reply = await House().http.get("/operations", params={"status": "running"})

    assert reply.status_code == 422
    assert "working" in reply.json()["errors"][0]["expected"]


async def test_one_operation_is_shown_with_what_it_wrote() -> None:
    house = House()
    operation = house.bench.put("all good\n", status=Status.COMPLETED, exit_code=0)

    for said in (str(operation.id), operation.short_id):
        shape = await house.get(f"/operations/{said}")
        assert shape["output"] == {"head": "all good\n", "tail": "", "omitted_bytes": 0}
        assert shape["exit_code"] == 0


async def test_output_is_read_from_any_byte_on_and_says_how_the_operation_stands() -> None:
    house = House()
    operation = house.bench.put("one\ntwo\nthree\n", status=Status.COMPLETED)
    path = f"/operations/{operation.id}/output"

    first = await house.get(path, limit=4)
    rest = await house.get(path, offset=first["next_offset"])

    assert first == {"text": "one\n", "next_offset": 4, "eof": False, "status": "completed"}
    assert rest == {"text": "two\nthree\n", "next_offset": 14, "eof": True, "status": "completed"}
    assert (await house.get(path, tail=1))["text"] == "three\n"
    assert (await house.get(path, grep="tw"))["text"] == "two\n"


async def test_who_follows_waits_for_the_next_piece() -> None:
    house = House()
    operation = house.bench.put(status=Status.WORKING)
    pages: list[Json] = []

    async def follow() -> None:
        pages.append(await house.get(f"/operations/{operation.id}/output", wait=60))

    with anyio.fail_after(5):
        async with background(follow):
            await anyio.wait_all_tasks_blocked()
            house.bench.written[operation.id] = "at last\n"
            while not pages:
                await anyio.wait_all_tasks_blocked()

    assert (pages[0]["text"], pages[0]["status"]) == ("at last\n", "working")


async def test_a_follower_is_let_go_when_the_time_is_over_or_the_process_wants_to_end() -> None:
    house = House()
    operation = house.bench.put(status=Status.WORKING)
    path = f"/operations/{operation.id}/output"

    with anyio.fail_after(5):
        brief = await house.get(path, wait=0.01)
        end_streams(house.app)
        ended = await house.get(path, wait=60)

    assert [page["text"] for page in (brief, ended)] == ["", ""]


async def test_an_operation_is_cancelled_with_a_reason_and_an_ended_one_stays() -> None:
    house = House()
    ended = house.bench.put(status=Status.COMPLETED)
    async with house.open():
        begun = await house.post("/operations", 201, **BODY)
        await house.bench.programs.begun()

        path = f"/operations/{begun['operation_id']}/cancel"
        after = await house.post(path, reason="enough \x1b[31mof it")
        stays = await house.post(f"/operations/{ended.id}/cancel")

    assert after["status"] == "cancelled"
    assert after["reason"] == "Cancelled by me: enough of it"
    assert stays["status"] == "completed"


async def test_a_person_begins_an_operation_once_however_often_the_call_is_sent() -> None:
    house = House()

    first = await house.post("/operations", 201, **BODY, receipt="r1")
    again = await house.post("/operations", 201, **BODY, receipt="r1")
    other = await house.post("/operations", 201, **BODY)

    assert first["operation_id"] == again["operation_id"] != other["operation_id"]
    assert first["project"] == {"name": "shop", "path": "/home/ada/shop", "branch": None}
    assert first["agent"]["name"] == "me"


@pytest.mark.parametrize(
    ("body", "status", "code"),
    [
        ({**BODY, "tool": "nothing"}, 404, "not_found"),
        ({**BODY, "tool": "demo_never"}, 403, "command_refused"),
        ({**BODY, "tool": " "}, 422, "invalid_arguments"),
        ({**BODY, "project": {}}, 422, "invalid_arguments"),
        ({**BODY, "args": {}}, 422, "invalid_arguments"),
    ],
    ids=["unknown", "denied", "nameless", "nowhere", "misspelt"],
)
async def test_what_may_not_begin_is_refused(body: Json, status: int, code: str) -> None:
    said = await House().post("/operations", status, **body)

    assert said["code"] == code


async def test_an_id_alone_authorises_nothing() -> None:
    guest = replace(ADA, rights=frozenset({Right.ANSWER, Right.PERSON}))
    house = House(who=lambda _: guest)
    operation = house.bench.put()
    theirs = House(who=lambda _: STRANGER)
    theirs.bench.move(an_operation(id=operation.id))
    path = f"/operations/{operation.id}"

    reads = [await house.http.get(each) for each in ("/operations", path, f"{path}/output")]
    writes = [await house.http.post(each, json=BODY) for each in ("/operations", f"{path}/cancel")]

    assert [reply.status_code for reply in (*reads, *writes)] == [403] * 5
    assert (await theirs.http.get(path)).status_code == 404
    assert house.bench.operations[operation.id].status is Status.PENDING


async def test_the_snapshot_carries_what_has_not_ended_and_every_move_is_an_event() -> None:
    house = House()
    house.bench.put(status=Status.COMPLETED)
    waiting = house.bench.put()

    async with house.open(), house.listening() as stream:
        snapshot = await stream.next()
        house.bench.move(waiting, status=Status.WORKING, started_at=NOON)
        event = await stream.next()

    assert [each["operation_id"] for each in snapshot.data["operations"]] == [str(waiting.id)]
    assert (event.name, event.data["seq"]) == ("operation", 1)
    assert event.data["operation"]["status"] == "working"


async def test_a_busy_operation_is_told_a_few_times_a_second_and_asks_at_once() -> None:
    house = House(pause_s=60.0)
    operation = house.bench.put()

    async with house.open(), house.listening() as stream:
        await stream.next()
        house.bench.move(operation, status=Status.WORKING)
        first = await stream.next()
        for number in range(100):
            house.bench.move(operation, exit_code=number)
            await anyio.wait_all_tasks_blocked()
        ask = await house.asked()
        second = await stream.next()

    assert first.data["operation"]["status"] == "working"
    assert (second.name, second.ask["id"]) == ("asked", str(ask.id))


async def test_who_may_not_look_at_operations_learns_of_none() -> None:
    guest = replace(ADA, rights=frozenset({Right.ANSWER}))
    house = House(who=lambda _: guest)
    operation = house.bench.put()

    async with house.open(), house.listening() as stream:
        snapshot = await stream.next()
        house.bench.move(operation, status=Status.WORKING)
        await anyio.wait_all_tasks_blocked()
        await house.asked()
        event = await stream.next()

    assert "operations" not in snapshot.data
    assert (event.name, event.data["seq"]) == ("asked", 2)


async def test_a_forgotten_operation_is_no_event() -> None:
    house = House()
    operation = house.bench.put()

    async with house.open(), house.listening() as stream:
        await stream.next()
        house.bench.move(operation, tenant=STRANGER.tenant)
        await anyio.wait_all_tasks_blocked()
        await house.asked()
        event = await stream.next()

    assert (event.name, event.data["seq"]) == ("asked", 2)
