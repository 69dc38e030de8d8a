"""The console script: looks at the first word and imports only what that word needs."""

import sys


def main() -> None:
    sys.exit(run(sys.argv[1:]))


def run(words: list[str]) -> int:
    if words[:1] == ["mcp"]:
        from askline.line.main import main as line  # noqa: PLC0415 - the line imports little

        return line(words[1:], in_process)
    if words == ["--version"]:
        from askline.core.version import VERSION  # noqa: PLC0415 - only this word needs it

        sys.stdout.write(f"askline {VERSION}\n")
        return 0
    from askline.doors.cli.main import run as command  # noqa: PLC0415 - a command imports its room

    return command(words, run_service=service)


def service() -> int:
    from askline.service.lifetime import run as serve  # noqa: PLC0415 - only `service run` needs it

    return serve()


def in_process(words: list[str]) -> int:
    from askline.service.in_process import run as serve  # noqa: PLC0415 - a second of imports

    return serve(words)


if __name__ == "__main__":
    main()
