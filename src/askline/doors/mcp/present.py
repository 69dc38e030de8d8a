"""What an agent gets back, twice over: as facts and as words, each of them complete.

Some clients show the model only the structured part, others only the text. Answers are data: the
text quotes them as somebody's words, with who said them and when, and never speaks in their place.
"""

from collections.abc import Sequence
from typing import Any, cast

from mcp_types import CallToolResult, TextContent

from askline.asks.model import Ask
from askline.asks.shapes import result_shape
from askline.asks.spelling import Json, text_of
from askline.core.text import clean
from askline.doors.mcp.files import with_addresses
from askline.doors.mcp.visits import Visit
from askline.doors.mcp.wording import words

AWAIT = "ask_await"
MEANWHILE = "Until then go on only with what needs no answer; do not ask the same again."


def result_of(visit: Visit, ask: Ask) -> CallToolResult:
    """The result of asking; once it is delivered, so is the outcome in it."""
    visit.hands_over(ask)
    return as_it_stands(visit, ask)


def as_it_stands(visit: Visit, ask: Ask) -> CallToolResult:
    """The same, for where it is only looked at."""
    url = _url(visit, ask)
    said = _words(visit, ask)
    return _result(visit, facts_of(ask, url), [said, *_how_to_go_on([ask], url)])


def words_of(visit: Visit, ask: Ask) -> CallToolResult:
    """What became of it in words alone, for whoever has the facts in another shape."""
    return plain(_words(visit, ask))


def results_of(visit: Visit, asks: Sequence[Ask]) -> CallToolResult:
    """The result of waiting for several."""
    for ask in asks:
        visit.hands_over(ask)
    facts: Json = {"asks": [facts_of(ask, _url(visit, ask)) for ask in asks]}
    pending = [ask for ask in asks if not ask.state.settled]
    if pending:
        facts["next"] = _next(pending)
    said = [_words(visit, ask) for ask in asks]
    return _result(visit, facts, [*said, *_how_to_go_on(pending, None)])


def call_again(tool: str) -> str:
    """How to wait on in a contract that has no tool for it: the same ask again leads to the same."""
    return (
        "Nobody has answered yet; the question stays open. To wait on, call"
        f" {tool} again with exactly the same arguments; do not guess the answer."
    )


def plain(text: str, *, is_error: bool = False) -> CallToolResult:
    """Words alone, for contracts that have no more. An error may repeat what an agent wrote."""
    shown = clean(text) if is_error else text
    return CallToolResult(content=[TextContent(type="text", text=shown)], is_error=is_error)


def as_json(facts: Json) -> CallToolResult:
    """The facts, and as words the same facts in JSON: for contracts whose result is JSON."""
    said = TextContent(type="text", text=text_of(facts))
    return CallToolResult(content=[said], structured_content=facts)


def _result(visit: Visit, facts: Json, parts: Sequence[str]) -> CallToolResult:
    notice = visit.means.notice
    if notice:
        facts, parts = {**facts, "notice": notice}, [notice, *parts]
    text = "\n\n".join(parts)
    return CallToolResult(content=[TextContent(type="text", text=text)], structured_content=facts)


def _words(visit: Visit, ask: Ask) -> str:
    return words(ask, kept=visit.means.notice is None)


def facts_of(ask: Ask, url: str | None = None) -> Json:
    """What stands, as facts; `url` is where the human can answer."""
    facts = cast("Json", with_addresses(ask, _without_nulls(result_shape(ask))))
    if not ask.state.settled:
        facts["next"] = _next([ask])
    if url:
        facts["url"] = url
    return facts


def _url(visit: Visit, ask: Ask) -> str | None:
    """Where to send the human, while there is something to answer."""
    return None if ask.state.settled else visit.means.inbox_url(ask)


def _next(asks: Sequence[Ask]) -> Json:
    return {"tool": AWAIT, "arguments": {"ids": [str(ask.id) for ask in asks]}}


def _how_to_go_on(asks: Sequence[Ask], url: str | None) -> list[str]:
    pending = [ask for ask in asks if not ask.state.settled]
    if not pending:
        return []
    arguments = text_of(_next(pending)["arguments"])
    where = f" Your human can answer at {url}." if url else ""
    return [f"To wait on, call the tool `{AWAIT}` with {arguments}.{where} {MEANWHILE}"]


def _without_nulls(value: Any) -> Any:
    if isinstance(value, dict):
        members = cast("Json", value)
        return {name: _without_nulls(each) for name, each in members.items() if each is not None}
    if isinstance(value, list):
        return [_without_nulls(each) for each in cast("list[Any]", value)]
    return value
