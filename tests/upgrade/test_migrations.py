"""Migrations never break the version that still runs: what comes before it is gone only adds."""

import re

import pytest

from askline.stores.migrating import Migration, migrations

SERIES = migrations("askline.stores.postgres")
KEPT = "0011"
"""The last of the kept version: what it made itself breaks nobody. Moves on with `scripts/keep-version`."""
BREAKS = {
    "drops": r"\bDROP\s+(TABLE|COLUMN|FUNCTION|VIEW|TYPE|SCHEMA|CONSTRAINT\s+\w+\s+CASCADE)\b",
    "renames": r"\bRENAME\b",
    "changes a type": r"\bALTER\s+(COLUMN\s+)?\w+\s+(SET\s+DATA\s+)?TYPE\b",
    "demands": r"\bSET\s+NOT\s+NULL\b",
    "empties": r"\b(TRUNCATE|DELETE\s+FROM)\b",
}
COLUMN = re.compile(r"\bADD\s+COLUMN\s+([^,;]*)", re.IGNORECASE)


def breaks(sql: str) -> list[str]:
    """What the version before could not bear."""
    said = re.sub(r"--[^\n]*", "", sql)
    found = [name for name, what in BREAKS.items() if re.search(what, said, re.IGNORECASE)]
    for column in COLUMN.findall(said):
        words = column.upper()
        if "NOT NULL" in words and "DEFAULT" not in words and "GENERATED" not in words:
            found.append("demands")
    return found


@pytest.mark.parametrize(
    "migration",
    [each for each in SERIES if each.phase == "pre" and each.name[:4] > KEPT],
    ids=lambda each: each.name,
)
def test_what_is_applied_while_the_version_before_runs_only_adds(migration: Migration) -> None:
    assert breaks(migration.sql) == []


@pytest.mark.parametrize(
    ("sql", "found"),
    [
        ("ALTER TABLE asks DROP COLUMN marks", ["drops"]),
        ("ALTER TABLE asks RENAME COLUMN marks TO signs", ["renames"]),
        ("ALTER TABLE asks ALTER COLUMN head TYPE text", ["changes a type"]),
        ("ALTER TABLE asks ALTER head SET NOT NULL", ["demands"]),
        ("ALTER TABLE asks ADD COLUMN why text NOT NULL", ["demands"]),
        ("DELETE FROM asks", ["empties"]),
        ("ALTER TABLE asks ADD COLUMN why text NOT NULL DEFAULT ''; -- no DROP TABLE", []),
        ("CREATE TABLE routes (name text NOT NULL PRIMARY KEY)", []),
    ],
)
def test_what_would_break_it_is_found(sql: str, found: list[str]) -> None:
    assert breaks(sql) == found
