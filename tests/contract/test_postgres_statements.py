"""Every statement of the PostgreSQL stores says whose rows it means, or stands here with its reason."""

import re
from collections.abc import Iterator
from importlib import import_module
from pkgutil import iter_modules
from typing import Any, cast

from askline.stores import postgres
from askline.stores.postgres import locks

BY_ID = "by ids that are read with the rights of who looks, see asks/reading"
BY_HASH = "by the hash of a secret, which says whose it is"
BY_TIME = "of all tenants, because it is time's"
NO_ROWS = "reads no rows of anybody"
OF_ALL = "of the hub as a whole: its replicas, their keys, how many wait"
WITHOUT: dict[str, str] = {
    "statements.GET": BY_ID,
    "statements.SETTLED_OF": BY_ID,
    "statements.GET_NEWER": BY_ID,
    "statements.TRAIL": BY_ID,
    "statements.DRAFTS": BY_ID,
    "statements.DUE": BY_TIME,
    "statements.FOR_TENANT": NO_ROWS,
    "acts.FOR_TENANT": NO_ROWS,
    "alerts.ACKNOWLEDGE": BY_ID,
    "alerts.OF": BY_ID,
    "alerts.LINK": BY_HASH,
    "alerts.USE_LINK": BY_HASH,
    "alerts.FORGET_LINKS": BY_TIME,
    "bell.NOTIFY": NO_ROWS,
    "clock.NOW": NO_ROWS,
    "counting.CLAIM": OF_ALL,
    "counting.COUNT": OF_ALL,
    "counting.READ": OF_ALL,
    "keys.LOOK": BY_HASH,
    "keys.END": BY_HASH,
    "keys.FORGET": BY_TIME,
    "limits.TENANTS": OF_ALL,
    "locks.HOLD": NO_ROWS,
    "locks.HOLD_NAMED": NO_ROWS,
    "locks.LEAVE": NO_ROWS,
    "locks.TRY": NO_ROWS,
    "lookups.SESSIONS": BY_HASH,
    "lookups.TOKENS": BY_HASH,
    "memory.FORGET": BY_ID,
    "memory.ANY": NO_ROWS,
    "partitions.ATTACHED": NO_ROWS,
    "proofs.BY_ID": "by what a device says it is, and then proves with its key",
    "proofs.FORGET": BY_TIME,
    "proofs.USE_CHALLENGE": BY_HASH,
    "pruning.REMOVED": BY_ID,
    "replicas.ALIVE": OF_ALL,
    "replicas.BEAT": OF_ALL,
    "replicas.BURY": OF_ALL,
    "replicas.HELD": OF_ALL,
    "replicas.INHERIT": OF_ALL,
    "replicas.KNOWN_BY_ALL": OF_ALL,
    "replicas.RENEW": OF_ALL,
    "reviewing.FOR_TENANT": NO_ROWS,
    "routes.FORGET": BY_TIME,
    "sealing.DROP": OF_ALL,
    "sealing.KEYS": OF_ALL,
    "sealing.MAKE": OF_ALL,
    "summons.TAKE": BY_TIME,
    "usage.FOR_TENANT": NO_ROWS,
}
"""What a new statement needs: a tenant in its condition. If that cannot be, a reason here."""
LOCKING = (locks.HOLD, locks.HOLD_NAMED, locks.TRY, locks.LEAVE)
SPEAKS = re.compile(r"\b(SELECT|UPDATE|DELETE FROM|INSERT INTO)\b")
NAMES_IT = re.compile(r"tenant\s*(=|IS NOT DISTINCT FROM)")
INSERTS_IT = re.compile(r"^\s*INSERT INTO (\w+)( AS \w)? \((?=[^)]*\btenant\b)")


def statements() -> Iterator[tuple[str, str]]:
    for module in iter_modules(postgres.__path__):
        room: dict[str, Any] = vars(import_module(f"{postgres.__name__}.{module.name}"))
        for name, value in room.items():
            texts = cast("tuple[Any, ...]", value if isinstance(value, tuple) else (value,))
            for text in texts if name.isupper() else ():
                if isinstance(text, str) and SPEAKS.search(text):
                    yield f"{module.name}.{name}", text


def test_every_statement_says_the_tenant_or_why_not() -> None:
    found = dict(statements())
    nameless = {
        name
        for name, text in statements()
        if not (NAMES_IT.search(text) or INSERTS_IT.search(text))
    }
    imported = {"people.KEEP_CREDENTIAL", "people.FOR_TENANT", "routes.FOR_TENANT"}
    imported |= {name for name, text in statements() if text in LOCKING and "locks." not in name}

    assert nameless - imported == set(WITHOUT)
    assert set(WITHOUT) <= set(found)
