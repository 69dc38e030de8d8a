"""The inbox in the browser: `web`. Prints its address always, opens it where that makes sense.

The address signs in whoever opens it first, as a person who is present. So an agent that runs this
gets the address without a code: it shows the page to a browser that is signed in already, and signs
nobody in.
"""

import os
import sys
from collections.abc import Mapping

from askline.core.errors import NotFound
from askline.core.speaking import mark, t
from askline.doors.cli import person, problems
from askline.doors.cli.here import Here
from askline.doors.cli.opening import Place, opening
from askline.doors.cli.words import parser, write

NO_CODE = mark("This runs for an agent ({0} is set), so the address signs nobody in.")


def web(words: list[str], here: Here) -> int:
    options = parser("web", reads=False)
    options.add_argument("id", nargs="?", help=t("the ask to open"))
    options.add_argument("--print-url", action="store_true", help=t("open nothing"))
    options.add_argument("--sign-out", action="store_true", help=t("sign every browser out"))
    said = options.parse_intermixed_args(words)
    if said.sign_out:
        here.through(lambda client: client.sign_out())
        write([t("Every browser is signed out.")])
        return problems.DONE
    path = f"/asks/{here.through(lambda client: client.read(said.id))['id']}" if said.id else "/"
    url = _address(here, path)
    found = opening(Place.here(here.environ), url)
    if found.hint:
        problems.say(found.hint)
    write([url])
    sys.stdout.flush()
    if found.words and not said.print_url:
        _run(found.words, here.environ)
    return problems.DONE


def _address(here: Here, path: str) -> str:
    sign = person.sign(here.environ)
    if sign is None:
        return here.through(lambda client: client.login(path))
    problems.say(t(NO_CODE, sign))
    base = here.through(lambda client: client.health())["url"]
    if base is None:
        raise NotFound(
            t("There is no inbox in the browser here."), hint=t("Set web.enabled to true.")
        )
    return f"{base}{path}"


def _run(words: tuple[str, ...], environ: Mapping[str, str]) -> None:
    """Without waiting for it: some browsers stay until they are closed."""
    silence = [(os.POSIX_SPAWN_OPEN, stream, os.devnull, os.O_RDWR, 0) for stream in range(3)]
    try:
        os.posix_spawnp(words[0], words, environ, file_actions=silence, setpgroup=0)
    except OSError as error:
        problems.say(t("{0} does not start: {1}. Open the address yourself.", words[0], error))
