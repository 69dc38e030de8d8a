"""The words of the command line: one table for the help, the dispatch and the reference.

A command names the room that knows it, so that only that room is imported when it is called.
"""

from typing import Final, NamedTuple


class Command(NamedTuple):
    name: str
    usage: str
    about: str
    room: str
    verb: str


COMMANDS: Final = (
    Command(
        "list",
        "[--all] [--project P] [--limit N] [--json]",
        "Show what waits for an answer.",
        "looking",
        "list_asks",
    ),
    Command("show", "ID [--json]", "Show one ask with its questions.", "looking", "show"),
    Command(
        "answer",
        "ID [VALUE…] [--other T] [--answers JSON] [--note T] [--json]",
        "Answer an ask.",
        "settling",
        "answer",
    ),
    Command("reject", "ID [--reason T] [--json]", "Say no to an ask.", "settling", "reject"),
    Command(
        "ask-back",
        "ID TEXT [--json]",
        "Ask the agent something before you answer.",
        "settling",
        "ask_back",
    ),
    Command("cancel", "ID [--reason T] [--json]", "Withdraw an ask.", "settling", "cancel"),
    Command(
        "correct",
        "ID [VALUE…] [--other T] [--answers JSON] [--note T] [--reason T] [--json]",
        "Add another word after an answer.",
        "settling",
        "correct",
    ),
    Command(
        "wait",
        "ID… [--timeout S] [--json]",
        "Wait until asks are settled.",
        "looking",
        "wait",
    ),
    Command(
        "ask",
        "[TEXT] [--options A,B] [--type T] [--questions JSON] [--timeout S] [--key K] [--title T] [--json]",
        "Ask the human from a script and wait for the outcome.",
        "asking",
        "ask",
    ),
    Command(
        "memory summary",
        "[--project P] [--limit N] [--search T] [--since TIME] [--json]",
        "Show what was answered in a project.",
        "remembering",
        "summary",
    ),
    Command(
        "service status",
        "[--json]",
        "Say whether the service runs.",
        "service",
        "status",
    ),
    Command("service stop", "", "End the service.", "service", "stop"),
    Command("service restart", "", "End the service and start it anew.", "service", "restart"),
    Command("service logs", "[-f] [-n N]", "Show the service's log.", "service", "logs"),
    Command("service run", "", "Be the service, in the foreground.", "service", "run"),
    Command(
        "config get", "[KEY] [--json]", "Show settings and where they come from.", "config", "get"
    ),
    Command("config set", "KEY VALUE", "Change a setting in your own file.", "config", "set_value"),
    Command("config path", "", "Say where your own file is.", "config", "path"),
    Command("config schema", "", "Print the JSON Schema of the file.", "config", "schema"),
)

GROUPS: Final = frozenset(command.name.split()[0] for command in COMMANDS if " " in command.name)
