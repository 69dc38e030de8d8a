"""Files beside answers over HTTP: put down, named in an answer, taken back as a download."""

import pytest

from askline.asks.limits import Limits
from askline.core.people import Actor
from tests.builders import ADA, STRANGER
from tests.doors.http_house import House, Json

PNG = b"\x89PNG\r\n\x1a\n rest"


async def put_down(house: House, content: bytes = PNG, kind: str = "image/png") -> Json:
    reply = await house.http.post(
        "/attachments",
        params={"name": "plän.png"},
        content=content,
        headers={"Content-Type": kind},
    )
    assert reply.status_code == 201, reply.text
    return reply.json()


async def answered_with(house: House, *files: Json) -> str:
    ask = await house.asked()
    given = {"db": {"values": ["SQLite"], "attachments": [*files]}}
    await house.post(f"/asks/{ask.id}/answer", answers=given)
    return str(ask.id)


async def test_a_file_goes_with_an_answer_and_comes_back_as_a_download() -> None:
    house = House()
    file = await put_down(house)
    ask_id = await answered_with(house, file)

    answer = (await house.get(f"/asks/{ask_id}/outcome"))["answers"][0]
    taken = await house.http.get(f"/attachments/{file['sha256']}")
    through = await house.http.get(f"/attachments/{file['sha256']}", params={"ask": ask_id})

    assert file == {**file, "name": "plän.png", "media_type": "image/png", "size": len(PNG)}
    assert answer["attachments"] == [file]
    assert taken.content == through.content == PNG
    assert taken.headers["content-type"] == "image/png"
    assert taken.headers["content-disposition"] == "attachment; filename*=UTF-8''pl%C3%A4n.png"
    assert taken.headers["x-content-type-options"] == "nosniff"


@pytest.mark.parametrize("kind", ["text/html", "image/svg+xml", "application/pdf", ""])
async def test_what_a_browser_could_run_comes_back_as_bytes(kind: str) -> None:
    house = House()
    file = await put_down(house, b"<script>", kind)
    await answered_with(house, file)

    taken = await house.http.get(f"/attachments/{file['sha256']}")

    assert taken.headers["content-type"] == "application/octet-stream"


async def test_a_file_is_read_only_by_who_may_see_an_ask_that_names_it() -> None:
    who: list[Actor] = [ADA]
    house = House(who=lambda _: who[0])
    file = await put_down(house)
    before = await house.http.get(f"/attachments/{file['sha256']}")
    ask_id = await answered_with(house, file)
    other = await house.asked()
    path = f"/attachments/{file['sha256']}"

    through_another = await house.http.get(path, params={"ask": str(other.id)})
    who[0] = STRANGER
    strangers = [await house.http.get(path, params=query) for query in ({}, {"ask": ask_id})]

    for refused in (before, through_another, *strangers):
        assert (refused.status_code, refused.json()["code"]) == (404, "not_found")


async def test_a_file_that_is_too_large_is_refused_by_its_name() -> None:
    reply = await House().http.post(
        "/attachments", params={"name": "big"}, content=b"x" * (Limits().attachment_bytes + 1)
    )

    assert (reply.status_code, reply.json()["code"]) == (413, "too_large")
    assert reply.json()["detail"].startswith("big has more than")


@pytest.mark.parametrize(
    ("files", "field"),
    [
        ([1], "answers.db.attachments.0"),
        ([{"name": "a"}], "answers.db.attachments.0.sha256"),
        ([{"sha256": "ab", "size": "b"}], "answers.db.attachments.0.size"),
        ([{"sha256": "ab", "weight": 1}], "answers.db.attachments.0.weight"),
        ("a", "answers.db.attachments"),
        ([{"sha256": "ab"}], "answers.db.attachments.0.sha256"),
        ([{"sha256": "ab" * 32, "size": 1}], "db.attachments.0"),
    ],
)
async def test_an_answer_names_files_as_they_are(files: object, field: str) -> None:
    house = House()
    ask = await house.asked()

    refused = await house.http.post(
        f"/asks/{ask.id}/answer",
        json={"answers": {"db": {"values": ["SQLite"], "attachments": files}}},
    )

    assert refused.status_code == 422
    assert field in [each["field"] for each in refused.json()["errors"]]


async def test_a_file_of_a_draft_can_be_taken_by_another_door() -> None:
    house = House()
    ask = await house.asked()
    file = await put_down(house)
    await house.http.put(f"/asks/{ask.id}/draft", json={"answers": {"db": {"attachments": [file]}}})

    taken = await house.http.get(f"/attachments/{file['sha256']}")

    assert (taken.status_code, taken.content) == (200, PNG)
