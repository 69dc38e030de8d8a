"""The standard library's parser of command lines, in the language of who types.

What it says by itself is English in the library; here it passes the catalogue like every other sentence.
"""

import sys
from argparse import ArgumentParser, HelpFormatter
from typing import Any, NoReturn

from askline.core.speaking import known, mark, t

HEADINGS = (mark("positional arguments"), mark("options"))


class Help(HelpFormatter):
    def add_usage(
        self, usage: str | None, actions: Any, groups: Any, prefix: str | None = None
    ) -> None:
        super().add_usage(usage, actions, groups, prefix or f"{t('usage:')} ")

    def start_section(self, heading: str | None) -> None:
        super().start_section(t(heading) if heading in HEADINGS else heading)


class Parser(ArgumentParser):
    def __init__(self, *, prog: str, usage: str, description: str) -> None:
        super().__init__(
            prog=prog,
            usage=usage,
            description=description,
            formatter_class=Help,
            add_help=False,
            allow_abbrev=False,
        )
        self.add_argument("-h", "--help", action="help", help=t("show this help message and exit"))

    def error(self, message: str) -> NoReturn:
        self.print_usage(sys.stderr)
        self.exit(2, f"{self.prog}: {t('error: {0}', known(message))}\n")
