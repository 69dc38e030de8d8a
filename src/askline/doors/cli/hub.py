"""A hub for many people: `hub run|migrate|doctor|found|password|audit`, where its database is.

What they do is the hub's own, which this door does not import.
"""

from askline.core.errors import Internal
from askline.core.speaking import t
from askline.doors.cli.here import Here
from askline.doors.cli.words import parser


def run(words: list[str], here: Here) -> int:
    parser("hub run", reads=False).parse_args(words)
    return operate(here, "run")


def migrate(words: list[str], here: Here) -> int:
    options = parser("hub migrate", reads=False)
    one = options.add_mutually_exclusive_group()
    one.add_argument(
        "--pre",
        action="store_true",
        help=t("only what replicas of the version before can live with"),
    )
    one.add_argument("--post", action="store_true", help=t("only what none of them may see"))
    said = options.parse_args(words)
    return operate(here, "migrate", *["--pre"] * said.pre, *["--post"] * said.post)


def doctor(words: list[str], here: Here) -> int:
    said = parser("hub doctor").parse_args(words)
    return operate(here, "doctor", *["--json"] * said.json)


def found(words: list[str], here: Here) -> int:
    """Whose password is read from standard input: a command line is no place for it."""
    options = parser("hub found", reads=False)
    options.add_argument("tenant", help=t("its short name: letters, digits and dashes"))
    options.add_argument("login", help=t("what its first person types to sign in"))
    said = options.parse_args(words)
    return operate(here, "found", said.tenant, said.login)


def password(words: list[str], here: Here) -> int:
    """Which is read from standard input as well."""
    options = parser("hub password", reads=False)
    options.add_argument("tenant", help=t("its short name"))
    options.add_argument("login", help=t("what they type to sign in"))
    said = options.parse_args(words)
    return operate(here, "password", said.tenant, said.login)


def audit(words: list[str], here: Here) -> int:
    """Ends with 1 where something does not hold."""
    options = parser("hub audit", reads=False)
    options.add_argument("action", choices=("export", "verify"), help=t("what to do"))
    options.add_argument("--tenant", required=True, help=t("its short name"))
    options.add_argument("--since", default="", help=t("of asks from this day or time on"))
    said = options.parse_args(words)
    return operate(here, "audit", said.action, said.tenant, said.since)


def operate(here: Here, verb: str, *words: str) -> int:
    if here.run_hub is None:
        raise Internal(
            t("No hub can be run from here."), hint=t("Use the command `askline` itself.")
        )
    return here.run_hub(verb, [*words])
