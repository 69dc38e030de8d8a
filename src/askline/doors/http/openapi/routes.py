"""Every route of the API as an operation, in the order in which the app serves them."""

from askline.asks.state import State
from askline.doors.http.asking import LONGEST_WAIT_S
from askline.doors.http.looking import AT_MOST
from askline.doors.http.openapi.operation_routes import OF_OPERATIONS
from askline.doors.http.openapi.operations import ANY, Body, Operation, Parameter, Reply
from askline.doors.http.openapi.words import TEXT, Schema, many, one_of, ref
from askline.doors.http.remembering import MOST
from askline.memory.exporting import FORMATS

API = "/api/v1"
ASK = f"{API}/asks/{{id}}"

FLAG: Schema = one_of("0", "1")
BYTES: Schema = {"type": "string", "format": "binary"}


def _limit(most: int) -> Parameter:
    schema: Schema = {"type": "integer", "minimum": 1, "maximum": most}
    return Parameter(name="limit", about="At most so many.", schema=schema)


ID = Parameter(name="id", place="path", about="The whole id or the short one.", schema=TEXT)
SHA256 = Parameter(name="sha256", place="path", about="The hash of its content.", schema=TEXT)
NODES = Parameter(name="nodes", about="1: Markdown also as nodes.", schema=FLAG)
PROJECT = Parameter(name="project", about="Its name or its path.", schema=TEXT)
SINCE = Parameter(name="since", about="A day or a time.", schema=TEXT)
RECEIPT = Parameter(
    name="Idempotency-Key",
    place="header",
    about="The same again leads to what it led to before.",
    schema=TEXT,
)

THE_ASK = Reply(about="The ask.", schema=ref("Ask"))
THE_OUTCOME = Reply(about="The outcome.", schema=ref("Outcome"))
NOTHING = Reply(about="Done.", status=204)


def _get(path: str, name: str, about: str, reply: Reply, *takes: Parameter) -> Operation:
    refuses = (404,) if ID in takes or name in ("history", "audit") else ()
    return Operation(
        method="GET", path=path, name=name, about=about, reply=reply, takes=takes, refuses=refuses
    )


def _write(verb: str, about: str, body: str, reply: Reply, *, method: str = "POST") -> Operation:
    """A verb of one ask."""
    settles = reply is THE_OUTCOME and verb != "delivered"
    return Operation(
        method=method,
        path=f"{ASK}/{verb}",
        name=verb.replace("-", "_"),
        about=about,
        reply=reply,
        takes=(ID, RECEIPT) if settles else (ID,),
        body=Body(schema=ref(body)),
        refuses=(404, 409, 413, 415),
    )


SOUGHT = (
    Parameter(name="project", about="The whole path of the project.", schema=TEXT),
    _limit(MOST),
    Parameter(name="search", about="Words in question or answer.", schema=TEXT),
    Parameter(name="since", about="A day or a time.", schema=TEXT),
)

ASKING = (
    _get(
        f"{API}/asks",
        "inbox",
        "What is pending, or with `all=1` everything.",
        Reply(about="Asks.", schema=many(ref("Ask"))),
        Parameter(name="all", about="1: of every state, newest first.", schema=FLAG),
        PROJECT,
        _limit(AT_MOST),
        NODES,
    ),
    Operation(
        method="POST",
        path=f"{API}/asks",
        name="ask",
        about="Ask.",
        reply=Reply(about="The ask.", schema=ref("Ask"), status=201),
        takes=(RECEIPT,),
        body=Body(schema=ref("NewAsk")),
        refuses=(404, 413, 415, 429),
    ),
    _get(ASK, "read", "One ask.", THE_ASK, ID, NODES),
)

VERBS = (
    _write("answer", "Settle with answers.", "Answering", THE_OUTCOME),
    _write("reject", "Settle with a no.", "Declining", THE_OUTCOME),
    _write("ask-back", "Settle with a question to the agent.", "AskingBack", THE_OUTCOME),
    _write("cancel", "Withdraw it.", "Declining", THE_OUTCOME),
    _write("correct", "Add another word beside an answer.", "Correcting", THE_OUTCOME),
    _write("extend", "Move the deadline later.", "Extending", THE_ASK),
    _write("seen", "Note that somebody looked at it.", "Nothing", THE_ASK),
    _write("delivered", "The asking side has the outcome.", "Delivered", THE_OUTCOME),
    _write("draft", "Keep answers that are not sent yet.", "Drafting", NOTHING, method="PUT"),
)

DEALING = (
    _write("claim", "Take it in hand.", "Empty", THE_ASK),
    _write("release", "Have it in hand no longer.", "Empty", THE_ASK),
    _write("pass", "Pass it on to another person or team.", "PassingOn", THE_ASK),
    _write("snooze", "Leave me in peace with it until then.", "Snoozing", THE_ASK),
)

LOOKING = (
    _get(
        f"{ASK}/drafts",
        "drafts",
        "What people have typed so far.",
        Reply(about="Drafts.", schema=many(ref("Draft"))),
        ID,
    ),
    _get(
        f"{ASK}/trail",
        "trail",
        "Every audit event.",
        Reply(about="The trail.", schema=ref("Trail")),
        ID,
    ),
    _get(
        f"{ASK}/outcome",
        "outcome",
        "The outcome once there is one.",
        Reply(about="The outcome, or that it is pending.", schema=ref("Outcome")),
        ID,
        Parameter(
            name="wait",
            about="Seconds to wait for it.",
            schema={"type": "number", "minimum": 0, "maximum": LONGEST_WAIT_S},
        ),
    ),
    _get(
        f"{API}/history",
        "history",
        "Asks of every state, newest first.",
        Reply(about="One page.", schema=ref("Page")),
        Parameter(
            name="q",
            about="Words in what was asked, answered, or who asked; `project:`, `agent:`, `state:`,"
            " `since:` and `until:` narrow.",
            schema=TEXT,
        ),
        PROJECT,
        Parameter(name="agent", about="Its name or its label.", schema=TEXT),
        SINCE,
        Parameter(name="until", about="Asked before this day or time.", schema=TEXT),
        Parameter(
            name="state",
            about=f"Some of {', '.join(State)}, with commas.",
            schema=TEXT,
        ),
        _limit(AT_MOST),
        Parameter(name="before", about="`next` of the page before.", schema=TEXT),
        NODES,
    ),
    _get(
        f"{API}/memory/summary",
        "memory_summary",
        "What was answered in a project.",
        Reply(about="The summary.", schema=ref("Summary")),
        *SOUGHT,
    ),
    _get(
        f"{API}/memory/entries",
        "memory_entries",
        "The same, with every field of every entry.",
        Reply(about="Entries.", schema=ref("Entries")),
        *SOUGHT,
    ),
    _get(
        f"{API}/memory/export",
        "memory_export",
        "The same as one text.",
        Reply(about="The text.", schema=ref("Export")),
        *SOUGHT,
        Parameter(name="format", about="markdown if absent.", schema=one_of(*FORMATS)),
    ),
    Operation(
        method="POST",
        path=f"{API}/memory/rebuild",
        name="memory_rebuild",
        about="Write what is missing in a project's journal.",
        reply=Reply(about="How many files were made, and stood.", schema=ref("Rebuilt")),
        body=Body(schema=ref("Rebuilding")),
        refuses=(413, 415),
    ),
    _get(
        f"{API}/events",
        "events",
        "Server-Sent Events: a snapshot, then changes.",
        Reply(about="A stream.", schema=TEXT, media_types=("text/event-stream",)),
        NODES,
        Parameter(
            name="Last-Event-ID", place="header", about="Where it was left off.", schema=TEXT
        ),
    ),
    _get(f"{API}/health", "health", "What runs here.", Reply(about="Facts.", schema=ref("Health"))),
    _get(
        f"{API}/version",
        "version",
        "The service's version.",
        Reply(about="The version.", schema=ref("Version")),
    ),
)

FILES = (
    Operation(
        method="POST",
        path=f"{API}/attachments",
        name="attach",
        about="Put a file down, to be named in an answer.",
        reply=Reply(about="The file.", schema=ref("Attachment"), status=201),
        takes=(Parameter(name="name", about="Its name.", schema=TEXT),),
        body=Body(schema=BYTES, media_type=ANY, required=False),
        refuses=(413,),
    ),
    Operation(
        method="GET",
        path=f"{API}/attachments/{{sha256}}",
        name="attachment",
        about="A file that an answer or a draft names.",
        reply=Reply(about="Its bytes, as a download.", schema=BYTES, media_types=(ANY,)),
        takes=(SHA256, Parameter(name="ask", about="The ask that names it.", schema=TEXT)),
        refuses=(404,),
    ),
    _get(
        f"{API}/openapi.json",
        "openapi",
        "This document.",
        Reply(about="The document.", schema={"type": "object"}),
    ),
)

ORDER = (
    _get(
        f"{API}/stats",
        "stats",
        "How long people take and agents wait.",
        Reply(about="Counts and times.", schema=ref("Stats")),
        SINCE,
    ),
    _get(
        f"{API}/audit",
        "audit",
        "Whose trail does not hold, and where.",
        Reply(about="One page.", schema=ref("Audit")),
        Parameter(name="ask", about="Only this one, by its id.", schema=TEXT),
        _limit(AT_MOST),
        Parameter(name="before", about="`next` of the page before.", schema=TEXT),
    ),
    Operation(
        method="POST",
        path=f"{API}/prune",
        name="prune",
        about="Let old settled asks go, a step at a time.",
        reply=Reply(about="What went, and where to go on.", schema=ref("Pruned")),
        body=Body(schema=ref("Pruning")),
        refuses=(413, 415),
    ),
    Operation(
        method="POST",
        path=f"{API}/memory/import",
        name="import",
        about="Take over what was settled in another program.",
        reply=Reply(about="How many came in.", schema=ref("Imported")),
        body=Body(schema=ref("Importing")),
        refuses=(413, 415),
    ),
)

ALERTS = (
    _get(
        f"{API}/alerts",
        "alerts",
        "What was told outside the inbox, the newest first.",
        Reply(about="Channels and alerts.", schema=ref("Alerts")),
        _limit(AT_MOST),
    ),
    Operation(
        method="POST",
        path=f"{API}/alerts/test",
        name="test_alert",
        about="Tell something harmless by one channel.",
        reply=Reply(about="How that went.", schema=ref("Tried")),
        body=Body(schema=ref("Trying")),
        refuses=(404, 413, 415),
    ),
)

RULES = (
    _get(
        f"{API}/memory/rules",
        "rules",
        "Your rules, the newest first.",
        Reply(about="Rules.", schema=many(ref("Rule"))),
    ),
    Operation(
        method="POST",
        path=f"{API}/memory/rules",
        name="make_rule",
        about="Answer this the same way from now on. Needs a person.",
        reply=Reply(about="The rule.", schema=ref("Rule"), status=201),
        body=Body(schema=ref("Ruling")),
        refuses=(404, 413, 415),
    ),
    Operation(
        method="POST",
        path=f"{API}/memory/rules/{{id}}/revoke",
        name="revoke_rule",
        about="Let it never answer again.",
        reply=Reply(about="The rule.", schema=ref("Rule")),
        takes=(ID,),
        body=Body(schema=ref("Nothing")),
        refuses=(404, 413, 415),
    ),
)

OPERATIONS = (
    *(*ASKING, *VERBS, *LOOKING, *DEALING, *FILES, *ORDER),
    *(*ALERTS, *OF_OPERATIONS, *RULES),
)
