"""`python -m askline.testing record FILE`: a real session into a file that tests replay."""

import argparse
import sys

from askline.core.errors import AsklineError
from askline.testing.recording import record


def main(words: list[str]) -> int:
    said = _parser().parse_args(words)
    try:
        done = record(
            said.file,
            project=said.project,
            search=said.search,
            since=said.since,
            until=said.until,
            replace=said.replace,
        )
    except AsklineError as error:
        sys.stderr.write(f"askline: {error.code}: {error.message}\n{error.hint}\n")
        return 2
    left = f", {done.left_out} left out: sensitive, or not repeatable" if done.left_out else ""
    sys.stdout.write(f"{done.kept} asks in {said.file}{left}. Read it before you commit it.\n")
    return 0


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="python -m askline.testing")
    verbs = parser.add_subparsers(required=True, metavar="record")
    verb = verbs.add_parser("record", help="write what was asked and answered into a file")
    verb.add_argument("file")
    verb.add_argument("--project", help="of one project, by its name or path")
    verb.add_argument("--search", help="with these words")
    verb.add_argument("--since", help="asked at that time or after it, RFC 3339 or such as 2d")
    verb.add_argument("--until", help="asked before that time")
    verb.add_argument("--replace", action="store_true", help="write over a file that is there")
    return parser


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
