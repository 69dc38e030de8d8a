"""What was settled in AUQ and in SwissArmyHammer comes in, says so, and comes in once."""

import json
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest

from askline.asks import searching
from askline.asks.answers import AnswerState
from askline.asks.desk import Desk
from askline.asks.importing import Record
from askline.asks.model import Ask
from askline.asks.searching import Wanted
from askline.asks.state import State
from askline.core.errors import InvalidArguments, NotAllowed
from askline.core.people import ActorKind, Agent, Project
from askline.memory import auq_sessions
from askline.memory.auq_sessions import NoRecord, record_of
from askline.memory.importing import Importing
from askline.stores.journal.files import read_entry
from tests.builders import (
    ABSENT,
    ADA,
    AGENT,
    NOON,
    StoppedClock,
    a_desk,
    a_matter,
    answers,
    outcome_of,
)
from tests.promises import promise
from tests.unit.memory import House, parsed

SAMPLES = Path(__file__).parents[1] / "samples"
LATELY = datetime(2026, 12, 1, tzinfo=UTC)

Json = dict[str, Any]


def sessions() -> list[Json]:
    return [
        {
            "name": each.name,
            **{file.stem: json.loads(file.read_text()) for file in sorted(each.glob("*.json"))},
        }
        for each in sorted((SAMPLES / "auq").iterdir())
    ]


def question_files(project: str = "/home/ada/shop") -> list[Json]:
    return [
        {"name": file.name, "text": file.read_text(), "project": project, "changed": 0}
        for file in sorted((SAMPLES / "swissarmyhammer").iterdir())
    ]


def a_house() -> tuple[Desk, Importing]:
    desk = a_desk(clock=StoppedClock(LATELY))
    return desk, Importing(desk, read_entry)


async def everything(desk: Desk) -> list[Ask]:
    return await searching.newest(desk.reading, ADA, Wanted(), limit=99)


@promise("truth")
async def test_sessions_of_auq_come_in_as_they_ended_and_say_that_they_were_imported() -> None:
    desk, importing = a_house()

    done = await importing.take(ADA, "auq", sessions())

    assert (done.new, done.known) == (5, 0)
    ((name, why),) = done.refused
    assert name == "1ed69cd4-7e9d-47c0-97f2-cad74b7a6f9f"
    assert "'pending' in AUQ" in why
    asks = await everything(desk)
    assert {ask.state: ask.project.name for ask in asks} == {
        State.CANCELLED: "shop",
        State.ANSWERED: "shop",
        State.TIMED_OUT: "auq",
        State.REJECTED: "shop",
    }
    for ask in asks:
        by = outcome_of(ask).settled_by
        assert (by.kind, by.who, by.door, ask.imported) == (ActorKind.IMPORT, "auq", None, True)
        (event,) = await desk.reading.trail(ADA, ask.id)
        assert (event.kind, event.actor_kind, event.at) == ("imported", "human", LATELY)
        assert event.detail.startswith("auq: ")
        assert await desk.auditing.flaw(ADA, ask) is None


async def test_the_answers_of_auq_are_whole() -> None:
    desk, importing = a_house()
    await importing.take(ADA, "auq", sessions())

    asks = {ask.project.path: ask for ask in await everything(desk) if ask.state == "answered"}
    first, second = asks["/home/ada/shop"], asks["/home/ada/other"]
    one, several, own = outcome_of(first).answers
    assert (one.values, several.values) == (("SQLite",), ("Auth", "Audit log"))
    assert (several.custom_text, own.custom_text) == (
        'and "search", later',
        "on the Pi\nunder the desk",
    )
    picked, passed = outcome_of(second).answers
    assert (picked.values, picked.note) == (("PostgreSQL (recommended)",), "What about backups?")
    assert passed.state is AnswerState.UNANSWERED
    assert first.questions[1].kind == "multi-select"


@pytest.mark.parametrize("source", ["auq", "swissarmyhammer"])
async def test_the_same_records_again_bring_nothing_twice(source: str) -> None:
    desk, importing = a_house()
    records = sessions() if source == "auq" else question_files()
    first = await importing.take(ADA, source, records)

    again = await importing.take(ADA, source, records)

    assert (again.new, again.known) == (0, first.new)
    assert len(await everything(desk)) == first.new


async def test_question_files_come_in_with_their_words_as_they_stand() -> None:
    desk, importing = a_house()

    done = await importing.take(ADA, "swissarmyhammer", question_files())

    assert done.new == 3
    assert [why for _, why in done.refused] == ["it holds no question with an answer"]
    asks = [(a.questions[0].text, outcome_of(a).answers[0].values) for a in await everything(desk)]
    assert asks == [
        ("Ship on Friday?", ("no",)),
        ('Two things:\nwhat is the "port", and may it change?', ("8080: no",)),
        ("Which CSS framework shall we use?", ("Tailwind",)),
    ]
    assert (await everything(desk))[2].asked_at == datetime(2025, 6, 5, 13, 30, 45, 123000, UTC)


async def test_what_askline_itself_wrote_there_is_not_imported() -> None:
    _, importing = a_house()
    text = 'question: "a"\nanswer: "b"\nask: "0197"\n'
    files: list[Json] = [{"name": "x.yaml", "text": text, "project": "/p", "changed": 1.5}]

    done = await importing.take(ADA, "swissarmyhammer", files)

    assert [why for _, why in done.refused] == ["Askline wrote it, so its ask is here already"]


def a_session(**changes: Any) -> Json:
    request = {
        "questions": [{"prompt": "Which?", "title": "DB", "options": [{"label": "A"}]}],
        "timestamp": "2026-11-14T12:00:00.000Z",
    }
    status = {"status": "completed", "lastModified": "2026-11-14T12:01:00.000Z"}
    plain: Json = {"name": "s1", "request": request, "status": status, "answers": {"answers": []}}
    return {**plain, **changes}


def read(session: Json) -> Record:
    return record_of(
        session["name"], session["request"], session["status"], session.get("answers") or {}
    )


@pytest.mark.parametrize(
    ("words", "asks_back"),
    [
        ("[ELABORATE_REQUEST] words for models\nUser note: Why not B?", "Why not B?"),
        ("[REPHRASE_REQUEST] Please rephrase", "More was asked for."),
    ],
)
def test_a_session_with_nothing_but_a_request_for_more_was_asked_back(
    words: str, asks_back: str
) -> None:
    answer = {"questionIndex": 0, "customText": words}

    record = read(a_session(answers={"answers": [answer]}))

    assert (record.state, record.ask_back, record.answers) == (State.ASKED_BACK, asks_back, ())


def test_a_session_without_any_answer_tells_no_answer() -> None:
    record = read(a_session(answers=None))

    assert (record.state, record.ask_back) == (State.ASKED_BACK, "More was asked for.")


BROKEN: list[Json] = [
    {"request": {}},
    {"request": {"questions": "many", "timestamp": "2026-11-14"}},
    {"request": {"questions": [{"prompt": "", "options": []}], "timestamp": "2026-11-14"}},
    {"request": {"questions": [], "timestamp": 7}},
    {"status": {"status": "completed", "lastModified": "yesterday"}},
    {"answers": {"answers": ["text"]}},
    {"answers": {"answers": [{"questionIndex": 0, "customText": 5}]}},
]


@pytest.mark.parametrize("broken", BROKEN)
def test_what_auq_never_wrote_is_refused_with_a_reason(broken: Json) -> None:
    with pytest.raises(NoRecord, match="not what AUQ writes"):
        read(a_session(**broken))


@pytest.mark.parametrize(
    ("source", "record"),
    [
        ("auq", {}),
        ("auq", {"name": 7}),
        ("auq", {"name": "x", "status": "completed"}),
        ("auq", a_session(request={"questions": [], "timestamp": "2026-11-14"})),
        ("auq", a_session(request={**a_session()["request"], "timestamp": "1970-01-01"})),
        ("swissarmyhammer", {"name": "x"}),
        ("swissarmyhammer", {"name": "x", "text": "question: a", "project": "/p"}),
    ],
)
async def test_one_that_cannot_be_read_keeps_no_other_out(source: str, record: Json) -> None:
    _, importing = a_house()
    good = sessions() if source == "auq" else question_files()

    done = await importing.take(ADA, source, [record, *good])

    assert done.new == (5 if source == "auq" else 3)
    assert done.refused[0][1]


async def test_only_who_keeps_order_imports() -> None:
    desk, _ = a_house()
    record = read(a_session())

    with pytest.raises(NotAllowed):
        await desk.importing.take(AGENT, record)
    assert await desk.importing.take(ABSENT, record)


@pytest.mark.parametrize("at", [datetime.min.replace(tzinfo=UTC), LATELY + timedelta(days=2)])
async def test_a_time_that_cannot_be_is_refused(at: datetime) -> None:
    desk, _ = a_house()

    with pytest.raises(InvalidArguments, match="which cannot be"):
        await desk.importing.take(ADA, replace(read(a_session()), asked_at=at))


async def test_hostile_words_are_cleaned_on_their_way_in() -> None:
    desk, _ = a_house()
    record = Record(
        source="auq",
        name="\x1b[31mred",
        matter=a_matter(title="\x1b]0;x\x07Title"),
        agent=Agent(name="auq"),
        project=Project(name="shop"),
        asked_at=NOON,
        state=State.ANSWERED,
        settled_at=NOON,
        answers=answers(db="\x1b[31mSQLite"),
    )

    await desk.importing.take(replace(ADA, addresses=frozenset()), record)

    (ask,) = await everything(desk)
    assert "\x1b" not in repr(ask)
    assert ask.recipients == ("me",)


async def test_the_digest_says_an_imported_answer_once_and_who_told_it(tmp_path: Path) -> None:
    house = House(tmp_path)
    house.clock.time = LATELY
    importing = Importing(house.desk, read_entry)
    questions = tmp_path / ".swissarmyhammer/questions"
    questions.mkdir(parents=True)
    for file in question_files():
        (questions / file["name"]).write_text(file["text"])
    await importing.take(ADA, "swissarmyhammer", question_files(str(tmp_path)))

    summary = await house.summary()

    entries = parsed(summary.text)["entries"]
    assert [entry["answer"] for entry in entries] == ["Tailwind", "8080: no", "no"]
    assert {entry["by"] for entry in entries} == {"import"}


async def test_what_was_imported_is_not_written_into_the_project_again(tmp_path: Path) -> None:
    house = House(tmp_path, mode="on")
    house.clock.time = LATELY
    await Importing(house.desk, read_entry).take(
        ADA, "swissarmyhammer", question_files(str(tmp_path))
    )
    (ask, *_) = await everything(house.desk)

    assert await house.memory.journal.keep(ask) == ()


def test_every_source_has_the_name_that_records_carry() -> None:
    assert read(a_session()).source == auq_sessions.SOURCE
