"""The pages on an ask's life and on events tell what the rules and the doors do."""

import json
import re
from pathlib import Path

import pytest

from askline.asks.state import State
from askline.asks.trail import EventKind
from askline.config.schema import json_schema
from askline.core.people import ActorKind, Door
from askline.doors.http import stream
from tests.docs import proofs
from tests.docs.test_reference import DOCS, ROOT, rows
from tests.promises import PROMISES
from tests.unit.table import FRESH, TABLE

EVENTS = rows("reference/events.md")
LIFE = rows("concepts/life.md")
SENT = re.compile(r'(?:_event\(|return |else )"(\w+)"')


def section_of(row: list[str]) -> str:
    return row[0].strip("`")


def test_the_table_of_moves_is_the_one_that_the_rules_are_tested_by() -> None:
    table = [cell for cell in TABLE if cell.receipt == FRESH and cell.verb != "expire_early"]
    told = {
        (row[0], state): word.strip("`")
        for row in LIFE
        for state, word in zip(State, row[1:], strict=True)
    }

    assert told == {(cell.verb.removesuffix("_due"), cell.state): cell.expected for cell in table}


def test_the_drawing_of_states_names_every_state() -> None:
    drawing = (DOCS / "concepts/life.md").read_text().split("```")[1]

    for state in State:
        assert re.search(rf"\b{state}\b", drawing)


def test_every_kind_of_event_in_a_trail_is_documented_and_no_other() -> None:
    kept = [section_of(row) for row in EVENTS][: len(EventKind)]

    assert kept == [*EventKind]


def test_every_event_of_the_stream_is_documented_and_no_other() -> None:
    told = [section_of(row) for row in EVENTS][len(EventKind) :]
    source = Path(stream.__file__).read_text()

    assert set(told) == {*SENT.findall(source), *stream.NAMES.values()}
    assert len(told) == len(set(told))


@pytest.mark.parametrize("word", [*ActorKind, *Door])
def test_who_acted_and_by_which_door_is_documented(word: str) -> None:
    assert f"`{word}`" in (DOCS / "reference/events.md").read_text()


def test_the_schema_of_settings_in_the_reference_is_current() -> None:
    kept = json.loads((DOCS / "reference/config.schema.json").read_text())

    assert kept == json_schema(), "write it anew with `scripts/write-reference`"


def test_every_document_for_machines_is_on_the_page_of_schemas() -> None:
    page = (DOCS / "reference/schemas.md").read_text()

    for document in (DOCS / "reference").glob("*.json"):
        assert f"]({document.name})" in page


def test_the_page_of_proofs_is_what_the_tests_carry() -> None:
    assert proofs.PAGE.read_text() == proofs.page(), "write it anew with `scripts/write-reference`"


def test_no_promise_goes_without_a_proof_on_its_page() -> None:
    assert [each for each, files in proofs.carried().items() if not files] == []
    assert list(proofs.carried()) == list(PROMISES)


def test_a_page_of_proofs_can_be_written(tmp_path: Path) -> None:
    proofs.write(tmp_path / "proofs.md")

    assert (tmp_path / "proofs.md").read_text() == proofs.page()


def test_a_proof_is_read_off_a_test_and_nothing_else() -> None:
    source = '@promise("truth")\n@other("audit")\n@plain\nasync def test_one(): ...\nx = promise("whole")'

    assert [*proofs.proofs(source)] == [("truth", "test_one")]


def test_every_script_that_writes_a_page_is_there() -> None:
    assert (ROOT / "scripts/write-reference").stat().st_mode & 0o100
    assert (ROOT / "scripts/write-llms").stat().st_mode & 0o100
