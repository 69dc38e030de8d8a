"""The console script: looks at the first word and imports only what that word needs."""

import sys

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping

    from askline.doors.tui.hand import Way


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

    return command(words, run_service=service, open_inbox=inbox, run_hub=hub)


def service() -> int:
    from askline.service.lifetime import run as serve  # noqa: PLC0415 - only `service run` needs it

    return serve()


def hub(verb: str, words: list[str]) -> int:
    from askline.service.hub.main import run as operate  # noqa: PLC0415 - only a hub needs it

    return operate(verb, words)


def inbox(way: "Way", theme: str, environ: "Mapping[str, str]") -> int:
    from askline.doors.tui.main import run as show  # noqa: PLC0415 - only a terminal needs it

    return show(way, theme, environ)


def in_process(words: list[str]) -> int:
    from askline.service.in_process import run as serve  # noqa: PLC0415 - a second of imports

    return serve(words)


if __name__ == "__main__":
    main()
