"""The comparison says nothing without a source, and the pages are what the data make of it."""

import re
from pathlib import Path
from typing import Any

import pytest

from bench.peers import tables
from bench.peers.page import PAGE, README, cells, page, record, sources, with_short

ROOT = Path(__file__).parents[2]
SAID = cells()
CELLS = [
    pytest.param(row[peer], id=f"{number}-{peer}")
    for number, row in enumerate(SAID["rows"])
    for peer in SAID["peers"]
]


@pytest.mark.parametrize("cell", CELLS)
def test_every_cell_says_something_and_where_it_is_said(cell: dict[str, Any]) -> None:
    assert cell["says"]
    assert ("proof" in cell) != bool(sources(cell))
    assert set(sources(cell)) <= set(SAID["sources"])


def test_what_we_say_of_ourselves_is_proved_by_a_test_or_a_page_that_exists() -> None:
    for row in SAID["rows"]:
        path, _, name = row["askline"]["proof"].partition("::")

        assert f"def {name}" in (ROOT / path).read_text() if name else (ROOT / path).is_file()


def test_every_peer_is_in_a_table_and_has_the_version_that_was_looked_at() -> None:
    shown = {peer for table in SAID["tables"] for peer in table["peers"]}

    assert shown == set(SAID["peers"]) == set(SAID["versions"])


def test_what_is_said_to_be_better_elsewhere_has_sources_and_no_source_is_idle() -> None:
    used = {name for row in SAID["rows"] for peer in SAID["peers"] for name in sources(row[peer])}
    used |= set(
        re.findall(
            r"{([a-z0-9-]+)}", " ".join(each["says"] for each in [*SAID["better"], *SAID["beside"]])
        )
    )

    assert used == set(SAID["sources"])


def test_the_page_and_the_readme_are_what_cells_and_record_make_of_them() -> None:
    again = "write them anew with `just peers-page`"

    assert PAGE.read_text() == page(SAID, record()), again
    assert README.read_text() == with_short(README.read_text(), SAID), again


def test_where_another_is_better_it_is_set_in_bold_and_said_in_words() -> None:
    ours = peer("Ours", first_shown_ms_median=20.0, first_shown_ms_worst=30.0)
    theirs = peer("Theirs", first_shown_ms_median=10.0, first_shown_ms_worst=40.0)

    made = {"peers": [ours, theirs]}

    assert "**10 / 40 ms (0.5 times)**" in tables.figures(made)
    assert "**20" not in tables.figures(made)
    assert tables.behind(made) == (
        "start to the first ask shown at the human's door, empty home (Theirs)"
    )


def test_where_we_are_best_or_somebody_was_not_measured_nobody_is_said_to_be_better() -> None:
    ours = peer("Ours", first_shown_ms_median=20.0, first_shown_ms_worst=30.0, back_ms_median=9.0)
    theirs = peer("Theirs", first_shown_ms_median=21.0, first_shown_ms_worst=22.0)

    assert tables.behind({"peers": [ours, theirs]}) == ""


def peer(name: str, **figures: float) -> dict[str, Any]:
    return {"name": name, "version": "1", "figures": figures}
