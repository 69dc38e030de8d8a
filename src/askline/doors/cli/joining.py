"""This machine's service works for a hub: `hub join|leave`.

The token comes from ASKLINE_TOKEN or standard input, never from the command line, which others can read.
It is kept with the address it was given for; who carries asks there is the service.
"""

import getpass
import sys
from collections.abc import Mapping

from askline.client.local import Client
from askline.client.places import hub_address
from askline.config.joined import HubKey, keep_key, read_key
from askline.core import starting
from askline.core.errors import HubUnreachable, InvalidArguments, PersonRequired, ServiceUnreachable
from askline.core.locations import make_private
from askline.core.speaking import t
from askline.core.text import clean
from askline.doors.cli import person, problems
from askline.doors.cli.here import Here
from askline.doors.cli.words import parser, write

LONGEST_TOKEN = 500


def join(words: list[str], here: Here) -> int:
    from askline.config import editing  # noqa: PLC0415 - tomlkit is for few commands

    options = parser("hub join", reads=False)
    options.add_argument("url", help=t("the hub's address, such as https://ask.example"))
    url = hub_address(options.parse_args(words).url)
    _must_be_ours(here, url)
    key = HubKey(url, token_from(here.environ))
    version = _tried(key)
    make_private(here.locations.state)
    keep_key(here.locations.hub_key, key)
    editing.set_value(here.locations.config, "hub.url", url)
    _restarted(here)
    write([t("Asks of this machine are decided at {0} now (version {1}).", url, version)])
    return problems.DONE


def leave(words: list[str], here: Here) -> int:
    from askline.config import editing  # noqa: PLC0415 - tomlkit is for few commands

    parser("hub leave", reads=False).parse_args(words)
    key = read_key(here.locations.hub_key)
    if key is None:
        write([t("No hub was joined.")])
        return problems.DONE
    _must_be_a_person(here)
    editing.set_value(here.locations.config, "hub.url", "none")
    _restarted(here)
    here.start()
    write(
        [
            t("New asks stay on this machine."),
            t("What {0} has already is settled there and followed until then.", key.url),
        ]
    )
    return problems.DONE


def token_from(environ: Mapping[str, str]) -> str:
    """Raises: InvalidArguments."""
    said = environ.get("ASKLINE_TOKEN") or _typed()
    token = said.strip()
    if not (0 < len(token) <= LONGEST_TOKEN and token.isascii() and token.isprintable()):
        raise InvalidArguments(
            t("That is no token of a hub."),
            hint=t("Give it in ASKLINE_TOKEN or on standard input, as the hub showed it."),
        )
    return token


def _typed() -> str:
    return getpass.getpass(f"{t('Token:')} ") if sys.stdin.isatty() else sys.stdin.readline()


def _must_be_ours(here: Here, url: str) -> None:
    _must_be_a_person(here)
    standing = read_key(here.locations.hub_key)
    if standing is not None and standing.url != url:
        raise InvalidArguments(
            t("This machine works for {0}.", standing.url),
            hint=t("`askline hub leave`; once what it has is settled, another can be joined."),
        )


def _must_be_a_person(here: Here) -> None:
    if person.sign(here.environ) is not None:
        raise PersonRequired(
            t("Where asks are decided is a person's to say."),
            hint=t("Run it yourself, at a terminal that no agent started."),
        )


def _tried(key: HubKey) -> str:
    """The hub's version, from a hub that lets this token in."""
    client = Client(key.url, token=key.token)
    try:
        client.health()
        return clean(client.version(), multiline=False)
    except ServiceUnreachable as error:
        raise HubUnreachable(
            t("{0} does not answer.", key.url),
            hint=t("Look at the address and the network; try again."),
        ) from error


def _restarted(here: Here) -> None:
    """A service that runs learns of it by beginning anew; nothing is lost by that."""
    if starting.running_pid(here.locations) is not None:
        starting.stop(here.locations, stay=False)
        here.start()
