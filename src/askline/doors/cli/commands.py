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
        "ID [VALUE…] [--other T] [--answers JSON] [--again] [--note T] [--standing SCOPE] [--pattern P] [--until T] [--json]",
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
    Command("claim", "ID [--json]", "Take an ask of several people in hand.", "dealing", "claim"),
    Command("release", "ID [--json]", "Have an ask in hand no longer.", "dealing", "release"),
    Command(
        "pass",
        "ID TO [--json]",
        "Pass an ask on to another person or team.",
        "dealing",
        "pass_on",
    ),
    Command(
        "snooze",
        "ID [UNTIL] [--end] [--json]",
        "Be left in peace with an ask until then.",
        "dealing",
        "snooze",
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
        "[TEXT] [--options A,B] [--type T] [--questions JSON] [--timeout S] [--key K] [--title T] [--context T] [--human-only] [--json]",
        "Ask the human from a script and wait for the outcome.",
        "asking",
        "ask",
    ),
    Command(
        "web",
        "[ID] [--print-url] [--sign-out]",
        "Open the inbox in the browser.",
        "web",
        "web",
    ),
    Command(
        "away",
        "[WORDS] [--until T]",
        "Leave a word for agents that ask while you are away.",
        "away",
        "away",
    ),
    Command("back", "", "Take that word back.", "away", "back"),
    Command(
        "setup",
        "[CLIENT…] [--scope S] [--instruct] [--own-questions-off] [--hook] [--dry-run] [--undo [--all]] [--yes]",
        "Register the line with your agents' clients.",
        "setup",
        "setup",
    ),
    Command(
        "doctor",
        "[--json]",
        "Look whether everything works, and say what mends what does not.",
        "doctor",
        "doctor",
    ),
    Command(
        "hook",
        "[--client C] [--hold S]",
        "Bring a client's own prompt to the inbox; clients start it.",
        "hook",
        "hook",
    ),
    Command("purge", "", "Take everything of ours off this machine.", "purge", "purge"),
    Command(
        "completion",
        "SHELL",
        "Print completions for bash, zsh or fish.",
        "completion",
        "completion",
    ),
    Command(
        "history",
        "[--search T] [--project P] [--agent A] [--since D] [--until D] [--state S] [--limit N] [--json]",
        "Show what was asked and how it ended, newest first.",
        "history",
        "history",
    ),
    Command(
        "export",
        "[--format F] [--out FILE] [--sensitive] [--search T] [--project P] [--agent A] [--since D] [--until D] [--state S]",
        "Write history out as JSON, YAML, Markdown or CSV.",
        "exporting",
        "export",
    ),
    Command(
        "prune",
        "[--before D] [--keep-days N] [--state S] [--dry-run] [--journal] [--yes] [--json]",
        "Let old settled asks go.",
        "pruning",
        "prune",
    ),
    Command(
        "stats",
        "[--since D] [--json]",
        "Show how long you take and how long agents wait.",
        "stats",
        "stats",
    ),
    Command(
        "audit verify",
        "[ID] [--json]",
        "Say whether the trails of asks hold, and where one breaks.",
        "auditing",
        "verify",
    ),
    Command(
        "alerts",
        "[--test CHANNEL] [--limit N] [--json]",
        "Show what you were told of outside the inbox, or try a channel.",
        "alerting",
        "alerts",
    ),
    Command(
        "memory summary",
        "[--project P] [--limit N] [--search T] [--since TIME] [--json]",
        "Show what was answered in a project.",
        "remembering",
        "summary",
    ),
    Command(
        "memory search",
        "TEXT… [--project P] [--limit N] [--since TIME] [--json]",
        "Find what was answered in a project.",
        "remembering",
        "search",
    ),
    Command(
        "memory export",
        "[--format F] [--project P] [--limit N] [--search T] [--since TIME]",
        "Print what was answered as a decision log or as drafts of records.",
        "remembering",
        "export",
    ),
    Command(
        "memory rebuild",
        "[--project P] [--json]",
        "Write the journal's missing files again.",
        "remembering",
        "rebuild",
    ),
    Command(
        "memory import",
        "SOURCE [DIR] [--dry-run] [--json]",
        "Take over what was settled in AUQ or SwissArmyHammer.",
        "importing",
        "take_over",
    ),
    Command(
        "memory rules",
        "[list, add ID, revoke ID] [--scope S] [--until DAY] [--yes] [--json]",
        "Show, make or revoke rules: questions answered your way from now on.",
        "ruling",
        "rules",
    ),
    Command(
        "tools list", "[--json]", "Show the project's declared commands.", "tools", "list_tools"
    ),
    Command(
        "tools check",
        "[FILE…] [--json] [--sarif] [--strict]",
        "Say what is wrong with declarations, and how to mend it.",
        "tools",
        "check",
    ),
    Command("tools schema", "", "Print the JSON Schema of a declaration.", "tools", "schema"),
    Command(
        "tools trust",
        "[--yes]",
        "Let agents be offered the project's commands.",
        "trusting",
        "trust",
    ),
    Command(
        "tools init", "[NAME…]", "Write first declarations for what is found.", "beginning", "init"
    ),
    Command(
        "tools try",
        "TOOL [--arg NAME=VALUE…] [--args JSON] [--dry-run] [--json]",
        "Show what a call of a declared tool would run, and run it.",
        "trying",
        "attempt",
    ),
    Command(
        "tools approvals",
        "[--revoke ID] [--all] [--json]",
        "Show or revoke standing approvals of the project.",
        "approvals",
        "approvals",
    ),
    Command(
        "ops list",
        "[--all] [--project P] [--limit N] [--json]",
        "Show which declared commands run now.",
        "operations",
        "list_operations",
    ),
    Command("ops show", "ID [--json]", "Show one operation.", "operations", "show"),
    Command(
        "ops output",
        "ID [--follow] [--tail N] [--grep T] [--offset N]",
        "Print what an operation wrote.",
        "operations",
        "output",
    ),
    Command("ops cancel", "ID [--reason T] [--json]", "End an operation.", "operations", "cancel"),
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
    Command("hub run", "", "Be a replica of a hub, in the foreground.", "hub", "run"),
    Command(
        "hub migrate",
        "[--pre] [--post]",
        "Bring a hub's database to this version.",
        "hub",
        "migrate",
    ),
    Command("hub doctor", "[--json]", "Look at everything that a hub stands on.", "hub", "doctor"),
    Command(
        "hub found",
        "TENANT LOGIN",
        "Found a tenant of a hub with its first person.",
        "hub",
        "found",
    ),
    Command(
        "hub token",
        "ACTION TENANT LOGIN [ID] [--name N] [--scope S] [--service S] [--project P] [--days N]",
        "Make, list, rotate or revoke tokens of a hub, as one of its people.",
        "hub_tokens",
        "token",
    ),
    Command(
        "hub audit",
        "ACTION --tenant T [--since WHEN]",
        "Take a tenant's trails along, or see whether they and its acts hold.",
        "hub",
        "audit",
    ),
    Command(
        "hub join",
        "URL",
        "Let a hub decide the asks of this machine.",
        "joining",
        "join",
    ),
    Command("hub leave", "", "Decide new asks on this machine again.", "joining", "leave"),
    Command(
        "config get",
        "[KEY] [--reveal] [--json]",
        "Show settings and where they come from.",
        "config",
        "get",
    ),
    Command("config set", "KEY VALUE", "Change a setting in your own file.", "config", "set_value"),
    Command("config path", "", "Say where your own file is.", "config", "path"),
    Command("config schema", "", "Print the JSON Schema of the file.", "config", "schema"),
)

GROUPS: Final = frozenset(command.name.split()[0] for command in COMMANDS if " " in command.name)
