"""Each finding of the doctor says how it is, and what mends it."""

from typing import Any

import pytest

from askline.core.version import VERSION
from askline.doors.cli import findings
from askline.doors.cli.findings import Finding, State

WELL: dict[str, Any] = {
    "pid": 7,
    "version": VERSION,
    "counts": {"pending": 2},
    "journal": {"in_trouble": []},
}


def states(found: list[Finding]) -> dict[str, State]:
    return {finding.check: finding.state for finding in found}


def test_a_service_that_is_well_is_fine_in_everything() -> None:
    found = [*findings.of_service(WELL, "/run/askline.sock")]

    assert {*states(found).values()} == {State.OK}
    assert found[0].says == "It runs as process 7 and answers at /run/askline.sock."


def test_what_is_ill_is_named_with_its_cure() -> None:
    ill = {
        **WELL,
        "version": "0.0.1",
        "counts": {"pending": None},
        "journal": {"in_trouble": ["/work/shop"]},
    }
    found = [*findings.of_service(ill, "")]

    assert states(found) == {
        "service": State.OK,
        "version": State.BAD,
        "store": State.BAD,
        "journal": State.BAD,
    }
    assert all(finding.fix for finding in found if finding.state is State.BAD)
    assert "/work/shop" in found[-1].says


@pytest.mark.parametrize(
    ("megabytes", "state"), [(5_000, State.OK), (500, State.NOTE), (50, State.BAD)]
)
def test_a_disk_that_fills_is_told_before_it_is_full(megabytes: int, state: State) -> None:
    assert findings.of_disk(megabytes << 20, "/").state is state


def test_what_is_not_needed_to_work_is_a_note() -> None:
    assert findings.of_sandbox(None).state is State.NOTE
    assert findings.of_sandbox("/usr/bin/bwrap").state is State.OK
    tried = findings.of_sandbox("/usr/bin/bwrap", "no permission")
    assert (tried.state, tried.says) == (
        State.NOTE,
        "/usr/bin/bwrap makes no sandbox here: no permission.",
    )
    assert "it failed" in findings.of_sandbox("/usr/bin/bwrap", "").says


@pytest.mark.parametrize(
    ("standing", "errors", "states"),
    [
        ("none", 0, []),
        ("none", 1, ["note"]),
        ("new", 0, ["note"]),
        ("changed", 2, ["note", "note"]),
        ("trusted", 0, ["ok"]),
    ],
)
def test_declarations_that_agents_are_not_offered_are_noted(
    standing: str, errors: int, states: list[str]
) -> None:
    found = [*findings.of_declarations("/shop", standing, 3, errors)]

    assert [finding.state for finding in found] == states


def test_operations_that_wait_for_approval_are_noted() -> None:
    assert findings.of_operations([]).says == "None runs now."
    assert findings.of_operations([{"status": "working"}]).says == "1 have not ended."
    waiting = findings.of_operations([{"status": "working"}, {"status": "awaiting_approval"}])
    assert waiting.says == "1 of 2 unended wait for your approval."
    assert findings.of_alerts({"channels": [], "alerts": []}).state is State.NOTE


def test_settings_are_said_to_be_where_they_are() -> None:
    assert findings.of_settings("/c.toml", there=True).says == "They are in /c.toml."
    gone = findings.of_settings("/c.toml", there=False)
    assert gone.says == "All are the defaults; your own go into /c.toml."


def test_a_channel_whose_newest_notice_failed_is_bad() -> None:
    failed, sent = ({"channel": "push", "state": state} for state in ("failed", "sent"))

    ill = findings.of_alerts({"channels": ["push", "desktop"], "alerts": [failed, sent]})
    well = findings.of_alerts({"channels": ["push"], "alerts": [sent, failed]})

    assert (ill.state, ill.says) == (State.BAD, "The newest notice by push failed.")
    assert (well.state, well.says) == (State.OK, "You are told by push.")


@pytest.mark.parametrize(("waits", "told"), [(280.0, "at most 280 s"), (None, "without a cap")])
def test_a_connected_client_is_told_with_its_limit(waits: float | None, told: str) -> None:
    client = {"name": "codex", "version": "1", "project": None, "protocol": "2025-06-18"}

    [finding] = findings.of_connected([{**client, "declares": [], "waits_s": waits}])

    assert finding.says.startswith("codex 1 in no project: protocol 2025-06-18, declares nothing")
    assert told in finding.says
