"""The console script: looks at the first word and imports only what that word needs."""

import sys


def main() -> None:
    sys.exit(run(sys.argv[1:]))


def run(words: list[str]) -> int:
    if words == ["--version"]:
        from askline import __version__  # noqa: PLC0415 - only this word needs it

        sys.stdout.write(f"askline {__version__}\n")
        return 0
    sys.stderr.write("askline: this version knows only --version. See the documentation.\n")
    return 2


if __name__ == "__main__":
    main()
