"""Brings a file to the newest schema when it is opened, whoever opens it first."""

import sqlite3
from collections.abc import Iterator, Sequence

from askline.core.errors import StoreUnavailable
from askline.stores.migrating import Migration, migrations

SERIES = "askline.stores.sqlite"


def migrate(db: sqlite3.Connection, upto: Sequence[str | None]) -> list[None]:
    """Apply what is missing, as work of the writing lane: all, or up to a name."""
    for last in upto:
        _migrate(db, last)
    return [None] * len(upto)


def _migrate(db: sqlite3.Connection, upto: str | None) -> None:
    db.execute("CREATE TABLE IF NOT EXISTS askline_migrations (name TEXT PRIMARY KEY) STRICT")
    applied = {name for (name,) in db.execute("SELECT name FROM askline_migrations")}
    series = migrations(SERIES)
    _must_be_known(applied, series)
    for migration in series:
        name = f"{migration.name}.{migration.phase}"
        if name not in applied and (upto is None or migration.name <= upto):
            for statement in _statements(migration.sql):
                db.execute(statement)
            db.execute("INSERT INTO askline_migrations VALUES (?)", (name,))


def _must_be_known(applied: set[str], series: list[Migration]) -> None:
    strangers = applied - {f"{migration.name}.{migration.phase}" for migration in series}
    if strangers:
        raise StoreUnavailable(
            f"The store was made by a newer Askline ({', '.join(sorted(strangers))}).",
            hint="Upgrade this Askline; an older one must not write there.",
        )


def _statements(sql: str) -> Iterator[str]:
    # `executescript` would commit the transaction that makes a migration all or nothing.
    statement = ""
    for line in sql.splitlines(keepends=True):
        statement += line
        if sqlite3.complete_statement(statement):
            yield statement
            statement = ""
