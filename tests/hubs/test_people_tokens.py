"""Who operates a hub makes, lists, rotates and revokes tokens at its database; a secret is printed once."""

import io
import json
import re
from itertools import count

import anyio
import pytest

from askline.core.errors import NotAllowed
from askline.core.people import Door
from askline.doors.cli.main import run
from askline.people.entering import Entering
from askline.service.hub.main import run as operate
from askline.stores.postgres.opening import open_register
from tests.builders import StoppedClock
from tests.hub import PASSWORD, QUICK

NUMBERS = count()
Said = pytest.CaptureFixture[str]


@pytest.fixture
def tenant(postgres: str, monkeypatch: pytest.MonkeyPatch, capsys: Said) -> str:
    """One that Ada founded, at the database that the environment names."""
    name = f"operated-{next(NUMBERS)}"
    monkeypatch.setenv("ASKLINE_HUB_DATABASE", postgres)
    monkeypatch.setenv("ASKLINE_HUB_URL", "https://ask.example")
    monkeypatch.setattr("sys.stdin", io.StringIO(f"{PASSWORD}\n"))
    assert run(["hub", "found", name, "ada"], run_hub=operate) == 0
    capsys.readouterr()
    return name


def token(*words: str) -> int:
    return run(["hub", "token", *words], run_hub=operate)


def who(dsn: str, secret: str) -> str:
    """Whom a token lets in, as what."""

    async def enter() -> str:
        async with open_register(dsn) as register:
            entering = Entering(register.people, register.keys, QUICK, StoppedClock())
            actor = await entering.by_token(secret, Door.API)
            return f"{actor.id} {','.join(sorted(actor.rights))} {actor.project}"

    return anyio.run(enter)


def test_a_token_is_made_rotated_listed_and_revoked(
    tenant: str, postgres: str, capsys: Said
) -> None:
    asked = ["--service", "ci", "--scope", "ask", "--scope", "operate", "--project", "shop"]
    assert token("make", tenant, "Ada", *asked, "--name", "build") == 0
    made = capsys.readouterr().out.strip()
    assert who(postgres, made) == "service:ci ask shop"

    assert token("list", tenant, "ada") == 0
    [line] = capsys.readouterr().out.splitlines()
    listed = line.split()[0]
    assert re.search(r"askl_tok_\w{4}…  service:ci  ask,operate  until \S+  build$", line)
    assert made not in line

    assert token("rotate", tenant, "ada", listed) == 0
    successor = capsys.readouterr().out.strip()
    assert token("revoke", tenant, "ada", listed) == 0
    assert capsys.readouterr().out == f"{listed} opens nothing any more.\n"
    assert who(postgres, successor) == "service:ci ask shop"
    with pytest.raises(NotAllowed):
        who(postgres, made)
    assert token("list", tenant, "ada") == 0
    assert "  revoked  build" in capsys.readouterr().out


def test_a_program_reads_tokens_as_json(tenant: str, postgres: str, capsys: Said) -> None:
    assert token("make", tenant, "ada", "--json") == 0
    made = json.loads(capsys.readouterr().out)
    assert who(postgres, made["secret"]).endswith(" ask None")

    assert token("list", tenant, "ada", "--json") == 0
    [listed] = json.loads(capsys.readouterr().out)
    assert (listed["id"], listed["scopes"]) == (made["id"], ["ask"])
    assert "secret" not in listed

    assert token("revoke", tenant, "ada", made["id"], "--json") == 0
    assert json.loads(capsys.readouterr().out) == {"id": made["id"], "revoked": True}


def test_a_token_of_a_person_only_asks_unless_told(
    tenant: str, postgres: str, capsys: Said
) -> None:
    assert token("make", tenant, "ada") == 0
    assert who(postgres, capsys.readouterr().out.strip()).endswith(" ask None")


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (["make", "TENANT", "eve"], "There is no person in"),
        (["make", "nowhere", "ada"], "There is no person in nowhere"),
        (["revoke", "TENANT", "ada", "x"], "There is no token x."),
        (["revoke", "TENANT", "ada"], "Which token is not clear."),
        (["list", "TENANT", "ada", "x"], "Which token is not clear."),
        (["make", "TENANT", "ada", "--days", "367"], "A token cannot live so long."),
    ],
    ids=["stranger", "no tenant", "no token", "none named", "one too many", "too long"],
)
def test_what_cannot_be_is_said(tenant: str, words: list[str], told: str, capsys: Said) -> None:
    assert token(*(tenant if word == "TENANT" else word for word in words)) != 0
    said = capsys.readouterr()
    assert (said.out, told in said.err) == ("", True)
