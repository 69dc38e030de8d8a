"""What a hub is told when it is run: by its environment alone, as containers and units do it.

Who works for a hub has settings of their own, see `keys`; these are the hub's.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final, NamedTuple

from askline.config.hub_mail import Smtp, smtp_of
from askline.config.values import read_origin
from askline.core.errors import FieldProblem, InvalidArguments
from askline.core.speaking import ENGLISH, languages
from askline.people.limits import LEAST, NAMES, TenantLimits

BEFORE: Final = "ASKLINE_HUB_"
LAST_PORT: Final = 65_535
LONGEST_COUNT: Final = 16
CEILING: Final = {
    name: "RETENTION_DAYS" if name == "retention_days" else f"MOST_{name.upper()}" for name in NAMES
}
"""By which variable each bound of tenants is told."""


class Variable(NamedTuple):
    name: str
    about: str
    default: str = ""

    @property
    def spelled(self) -> str:
        return BEFORE + self.name


VARIABLES: Final = (
    Variable(
        "DATABASE",
        "The address of its PostgreSQL: `postgresql://user@host/name`. Needed, here or in a file.",
    ),
    Variable("DATABASE_FILE", "A file with that address, where it holds a password."),
    Variable(
        "URL", "Its public origin, as browsers and agents call it: `https://ask.example`. Needed."
    ),
    Variable("LISTEN", "Where this replica listens, behind the load balancer.", "127.0.0.1:8080"),
    Variable(
        "NATS",
        "The addresses of a NATS, comma between, that rings the bell in place of PostgreSQL's NOTIFY.",
    ),
    Variable(
        "NATS_NAME",
        "What tells its bell from others' at that NATS; the same on every replica.",
        "askline",
    ),
    Variable(
        "METRICS", "Where this replica shows its metrics, apart from people: `127.0.0.1:9464`."
    ),
    Variable(
        "OPEN_EACH",
        "How many requests of one person or program it holds open: streams, waiting calls, long polls.",
        "1000",
    ),
    Variable("DRAIN_S", "How many seconds it takes leave for, once told to end.", "10"),
    Variable("PROXIES", "How many proxies stand before it, each adding to X-Forwarded-For.", "0"),
    Variable("MOST_PENDING", "How many asks of one tenant may wait at once; nothing: any number."),
    Variable("MOST_ASKS_PER_HOUR", "How many times one tenant may ask within an hour."),
    Variable("MOST_PEOPLE", "How many people one tenant may have."),
    Variable("MOST_TOKENS", "How many tokens of one tenant may open something."),
    Variable("MOST_ATTACHMENT_BYTES", "How many bytes the files of one tenant may have together."),
    Variable(
        "RETENTION_DAYS",
        "After how many days a settled ask goes at the latest; nothing: it is kept for ever.",
    ),
    Variable("OIDC_ISSUER", "The issuer by which people sign in with OpenID Connect."),
    Variable("OIDC_CLIENT_ID", "The name by which that issuer knows this hub."),
    Variable("OIDC_SECRET_FILE", "A file with the secret that the issuer gave it."),
    Variable("OIDC_TENANT", "The tenant whose people sign in so."),
    Variable(
        "SMTP",
        "The server by which it sends mail: `smtps://user@host:465`, or `smtp://` with STARTTLS.",
    ),
    Variable("SMTP_SECRET_FILE", "A file with the password of that user."),
    Variable("MAIL_FROM", "From whom its mails are. Needed with the server."),
    Variable(
        "ALLOW_HOSTS",
        "Hosts, comma between, `host` or `host:port`, to which it may speak though they are not on the open internet.",
    ),
    Variable(
        "SHOW_QUESTIONS",
        "Whether notices say what is asked, `yes` or `no`; without it they have a title and no links that decide.",
        "no",
    ),
    Variable("LANGUAGE", "The language of its notices: `en` or `de`.", ENGLISH),
)


@dataclass(frozen=True, slots=True, kw_only=True)
class Oidc:
    issuer: str
    client_id: str
    secret: str = field(repr=False)
    tenant: str


@dataclass(frozen=True, slots=True, kw_only=True)
class HubSettings:
    database: str = field(repr=False)
    """May hold a password."""
    url: str
    listen: tuple[str, int]
    nats: tuple[str, ...] = field(default=(), repr=False)
    nats_name: str = "askline"
    metrics: tuple[str, int] | None = None
    open_each: int = 1_000
    drain_s: float = 10.0
    proxies: int = 0
    oidc: Oidc | None = None
    ceiling: TenantLimits = field(default_factory=TenantLimits)
    """As far as the limits of any tenant go."""
    smtp: Smtp | None = None
    allow_hosts: frozenset[str] = frozenset()
    show_questions: bool = False
    language: str = ENGLISH
    """Of what it tells people outside the inbox."""

    @property
    def secure(self) -> bool:
        return self.url.startswith("https://")


def load_hub(environ: Mapping[str, str]) -> HubSettings:
    """Raises: InvalidArguments, with every problem named."""
    problems: list[FieldProblem] = []
    said = {each.name: environ.get(each.spelled, "") or each.default for each in VARIABLES}
    database = said["DATABASE"] or _secret(said, "DATABASE_FILE", problems)
    problems += [
        FieldProblem(BEFORE + name, "a value", "nothing")
        for name, value in (("DATABASE", database or said["DATABASE_FILE"]), ("URL", said["URL"]))
        if not value
    ]
    url = _origin(said["URL"], problems)
    places = {name: _place(said, name, problems) for name in ("LISTEN", "METRICS")}
    drain_s, oidc = _seconds(said["DRAIN_S"], problems), _oidc(said, problems)
    listen, open_each = places["LISTEN"], _count(said, "OPEN_EACH", 1, problems)
    proxies = _count(said, "PROXIES", 0, problems)
    ceiling = _ceiling(said, problems)
    smtp = smtp_of(said, _secret(said, "SMTP_SECRET_FILE", problems), problems)
    show_questions = _yes(said, "SHOW_QUESTIONS", problems)
    language = _language(said, problems)
    if problems or listen is None:
        raise InvalidArguments(
            "The hub cannot be run so.",
            hint="Set these in the environment of `askline hub`; docs/guides/hub.md names them all.",
            fields=problems,
        )
    return HubSettings(
        database=database,
        url=url,
        listen=listen,
        nats=tuple(filter(None, said["NATS"].split(","))),
        nats_name=said["NATS_NAME"],
        metrics=places["METRICS"],
        open_each=open_each,
        drain_s=drain_s,
        proxies=proxies,
        oidc=oidc,
        ceiling=ceiling,
        smtp=smtp,
        allow_hosts=frozenset(filter(None, said["ALLOW_HOSTS"].lower().split(","))),
        show_questions=show_questions,
        language=language,
    )


def _ceiling(said: Mapping[str, str], problems: list[FieldProblem]) -> TenantLimits:
    bounds = {
        name: _count(said, variable, LEAST[name], problems)
        for name, variable in CEILING.items()
        if said[variable]
    }
    return TenantLimits(**bounds)


def _origin(said: str, problems: list[FieldProblem]) -> str:
    try:
        return read_origin(said.rstrip("/")) if said else ""
    except ValueError:
        problems.append(FieldProblem(f"{BEFORE}URL", "an origin like https://ask.example", said))
        return ""


def _place(
    said: Mapping[str, str], name: str, problems: list[FieldProblem]
) -> tuple[str, int] | None:
    if not said[name]:
        return None
    host, _, port = said[name].rpartition(":")
    if not host or not port.isdecimal() or int(port) > LAST_PORT:
        problems.append(FieldProblem(BEFORE + name, "host:port", said[name]))
        return None
    return host.strip("[]"), int(port)


def _count(said: Mapping[str, str], name: str, least: int, problems: list[FieldProblem]) -> int:
    digits = said[name]
    sound = digits.isascii() and digits.isdecimal() and len(digits) < LONGEST_COUNT
    if not (sound and int(digits) >= least):
        expected = f"a whole number from {least} on"
        problems.append(FieldProblem(BEFORE + name, expected, digits[:80]))
        return 0
    return int(digits)


def _seconds(said: str, problems: list[FieldProblem]) -> float:
    try:
        seconds = float(said)
    except ValueError:
        seconds = -1.0
    if not 0 <= seconds < float("inf"):
        problems.append(FieldProblem(f"{BEFORE}DRAIN_S", "seconds from 0 on", said))
    return seconds


def _oidc(said: Mapping[str, str], problems: list[FieldProblem]) -> Oidc | None:
    names = ("OIDC_ISSUER", "OIDC_CLIENT_ID", "OIDC_SECRET_FILE", "OIDC_TENANT")
    given = [name for name in names if said[name]]
    if not given:
        return None
    problems += [
        FieldProblem(BEFORE + name, "a value beside the others", "nothing")
        for name in names
        if not said[name]
    ]
    issuer, client_id, _, tenant = (said[name] for name in names)
    secret = _secret(said, "OIDC_SECRET_FILE", problems)
    return Oidc(issuer=issuer, client_id=client_id, secret=secret, tenant=tenant)


def _secret(said: Mapping[str, str], name: str, problems: list[FieldProblem]) -> str:
    file = said[name]
    try:
        secret = Path(file).read_text(encoding="utf-8").strip() if file else ""
    except (OSError, ValueError):
        secret = ""
    if file and not secret:
        problems.append(FieldProblem(BEFORE + name, "a file with something in it", file))
    return secret


def _yes(said: Mapping[str, str], name: str, problems: list[FieldProblem]) -> bool:
    if said[name] not in ("yes", "no"):
        problems.append(FieldProblem(BEFORE + name, "yes or no", said[name][:80]))
    return said[name] == "yes"


def _language(said: Mapping[str, str], problems: list[FieldProblem]) -> str:
    if said["LANGUAGE"] not in languages():
        expected = f"one of {', '.join(languages())}"
        problems.append(FieldProblem(f"{BEFORE}LANGUAGE", expected, said["LANGUAGE"][:80]))
    return said["LANGUAGE"]
