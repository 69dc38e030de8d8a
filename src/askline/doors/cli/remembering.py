"""Looking into memory: `memory summary`."""

import os

from askline.doors.cli import problems
from askline.doors.cli.here import Here
from askline.doors.cli.words import parser, several, write, write_json


def summary(words: list[str], here: Here) -> int:
    options = parser("memory summary")
    options.add_argument("--project", help="of the project at this path; without it, of this one")
    options.add_argument("--limit", type=several, help="the newest so many")
    options.add_argument("--search", help="only with all of these words")
    options.add_argument("--since", help="only from this day or time on")
    said = options.parse_intermixed_args(words)
    project = os.path.normpath(os.path.join(here.cwd or "", said.project or ""))  # noqa: PTH118 - a text
    found = here.through(
        lambda client: client.memory_summary(
            project, limit=said.limit, search=said.search, since=said.since
        )
    )
    if said.json:
        write_json(found)
    else:
        write(found["summary"].splitlines())
    return problems.DONE
