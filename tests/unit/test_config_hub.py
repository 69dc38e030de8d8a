"""What a hub is told by its environment: read whole, or every problem named at once."""

from pathlib import Path

import pytest

from askline.config.hub import VARIABLES, load_hub
from askline.config.hub_mail import Smtp
from askline.core.errors import InvalidArguments
from askline.people.limits import TenantLimits

LEAST = {
    "ASKLINE_HUB_DATABASE": "postgresql://askline:hidden@db/askline",
    "ASKLINE_HUB_URL": "https://ask.example/",
}


def wrong(**said: str) -> list[str]:
    """The variables that are named as wrong, beside those that are needed."""
    with pytest.raises(InvalidArguments) as refused:
        load_hub(LEAST | {f"ASKLINE_HUB_{name}": value for name, value in said.items()})
    return [each.field.removeprefix("ASKLINE_HUB_") for each in refused.value.fields]


def test_the_ceiling_of_tenants_is_told_in_whole_numbers() -> None:
    told = {"ASKLINE_HUB_MOST_PENDING": "5", "ASKLINE_HUB_RETENTION_DAYS": "30"}

    settings = load_hub(LEAST | told)

    assert settings.ceiling == TenantLimits(pending=5, retention_days=30)
    assert wrong(RETENTION_DAYS="0", MOST_PEOPLE="0", MOST_TOKENS="many") == [
        "MOST_PEOPLE",
        "MOST_TOKENS",
        "RETENTION_DAYS",
    ]


def test_two_variables_are_enough() -> None:
    settings = load_hub(LEAST)

    assert (settings.url, settings.secure) == ("https://ask.example", True)
    assert (settings.listen, settings.metrics) == (("127.0.0.1", 8080), None)
    assert (settings.nats, settings.nats_name, settings.drain_s) == ((), "askline", 10.0)
    assert settings.oidc is None


def test_all_that_can_be_told_is_taken(tmp_path: Path) -> None:
    secret = tmp_path / "secret"
    secret.write_text("hush\n")
    said = {
        "LISTEN": "[::1]:9000",
        "NATS": "nats://a:4222,nats://b:4222",
        "NATS_NAME": "staging",
        "METRICS": "127.0.0.1:9464",
        "OPEN_EACH": "7",
        "DRAIN_S": "2.5",
        "PROXIES": "1",
        "OIDC_ISSUER": "https://issuer.example",
        "OIDC_CLIENT_ID": "askline",
        "OIDC_SECRET_FILE": str(secret),
        "OIDC_TENANT": "acme",
        "MOST_PENDING": "1000000",
        "MOST_ASKS_PER_HOUR": "0",
        "MOST_PEOPLE": "1",
        "MOST_TOKENS": "50",
        "MOST_ATTACHMENT_BYTES": "1000000000000",
        "RETENTION_DAYS": "90",
        "SMTP": "smtps://ask%40team@mail.example",
        "SMTP_SECRET_FILE": str(secret),
        "MAIL_FROM": "ask@team.example",
        "ALLOW_HOSTS": "Hooks.lan,chat.lan:9443",
        "SHOW_QUESTIONS": "yes",
        "LANGUAGE": "de",
    }
    settings = load_hub(LEAST | {f"ASKLINE_HUB_{name}": each for name, each in said.items()})

    needed = {"DATABASE", "DATABASE_FILE", "URL"}
    assert set(said) | needed == {each.name for each in VARIABLES}
    assert (settings.listen, settings.metrics) == (("::1", 9000), ("127.0.0.1", 9464))
    assert settings.nats == ("nats://a:4222", "nats://b:4222")
    assert (settings.nats_name, settings.drain_s) == ("staging", 2.5)
    assert (settings.open_each, settings.proxies) == (7, 1)
    assert settings.oidc is not None
    assert (settings.oidc.issuer, settings.oidc.secret) == ("https://issuer.example", "hush")
    assert settings.smtp == Smtp(
        host="mail.example",
        port=465,
        tls=True,
        user="ask@team",
        secret="hush",  # noqa: S106 - the test's own
        sender="ask@team.example",
    )
    assert settings.allow_hosts == {"hooks.lan", "chat.lan:9443"}
    assert (settings.show_questions, settings.language) == (True, "de")


@pytest.mark.parametrize(
    "said", ["mail.example", "https://mail.example", "smtp://", "smtps://a:b@mail", "smtp://a:x"]
)
def test_a_mail_server_is_an_address_without_a_password(said: str) -> None:
    assert wrong(SMTP=said, MAIL_FROM="ask@team.example") == ["SMTP"]


@pytest.mark.parametrize("said", ["", "ask", "ask@team.example\r\nBcc: eve@evil.example"])
def test_mails_are_from_somebody(said: str) -> None:
    assert wrong(SMTP="smtp://mail.example:25", MAIL_FROM=said) == ["MAIL_FROM"]


def test_notices_say_what_is_asked_or_do_not() -> None:
    assert wrong(SHOW_QUESTIONS="maybe") == ["SHOW_QUESTIONS"]


@pytest.mark.parametrize("said", ["auto", "xx", "../de", "DE"])
def test_notices_are_in_a_language_that_there_is(said: str) -> None:
    assert wrong(LANGUAGE=said) == ["LANGUAGE"]
    nowhere = "/nowhere"
    assert wrong(SMTP_SECRET_FILE=nowhere) == ["SMTP_SECRET_FILE"]


def test_the_address_of_the_database_may_lie_in_a_file(tmp_path: Path) -> None:
    file = tmp_path / "database"
    file.write_text("postgresql://askline:hidden@db/askline\n")
    said = {"ASKLINE_HUB_DATABASE_FILE": str(file), "ASKLINE_HUB_URL": "https://ask.example"}

    settings = load_hub(said)

    assert settings.database == "postgresql://askline:hidden@db/askline"
    assert "hidden" not in repr(settings)


def test_a_file_with_no_address_is_named(tmp_path: Path) -> None:
    empty = tmp_path / "empty"
    empty.touch()

    assert wrong(DATABASE="", DATABASE_FILE=str(empty)) == ["DATABASE_FILE"]
    assert wrong(DATABASE="", DATABASE_FILE=str(tmp_path / "none")) == ["DATABASE_FILE"]


def test_secrets_are_not_shown(tmp_path: Path) -> None:
    secret = tmp_path / "secret"
    secret.write_text("hush")
    oidc = {"ISSUER": "i", "CLIENT_ID": "c", "SECRET_FILE": str(secret), "TENANT": "t"}
    more = {"ASKLINE_HUB_NATS": "nats://me:hidden@a:4222"}
    settings = load_hub(
        LEAST | more | {f"ASKLINE_HUB_OIDC_{name}": value for name, value in oidc.items()}
    )

    assert "hidden" not in repr(settings)
    assert "hush" not in repr(settings)


def test_what_is_needed_and_missing_is_named_whole() -> None:
    assert wrong(DATABASE="", URL="") == ["DATABASE", "URL"]


@pytest.mark.parametrize(
    ("name", "said"),
    [
        ("URL", "ask.example"),
        ("URL", "ftp://ask.example"),
        ("URL", "https://ask.example/inbox"),
        ("LISTEN", "8080"),
        ("LISTEN", ":8080"),
        ("LISTEN", "here:port"),
        ("METRICS", "here:99999"),
        ("DRAIN_S", "soon"),
        ("DRAIN_S", "-1"),
        ("DRAIN_S", "inf"),
        ("DRAIN_S", "nan"),
    ],
)
def test_what_cannot_be_is_named(name: str, said: str) -> None:
    assert wrong(**{name: said}) == [name]


def test_a_sign_in_that_is_told_by_half_is_named(tmp_path: Path) -> None:
    missing = str(tmp_path / "none")

    assert wrong(OIDC_ISSUER="i") == ["OIDC_CLIENT_ID", "OIDC_SECRET_FILE", "OIDC_TENANT"]
    assert wrong(
        OIDC_ISSUER="i", OIDC_CLIENT_ID="c", OIDC_TENANT="t", OIDC_SECRET_FILE=missing
    ) == ["OIDC_SECRET_FILE"]
