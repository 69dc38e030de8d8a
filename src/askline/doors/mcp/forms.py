"""How a contract has its asks drawn by a client, and how it reads what comes back.

`WHOLE` shows every question; a contract that pins another form brings its own. `BARE` is for clients
that do not let a form go while its last text is empty.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass

from askline.asks.answers import Given
from askline.asks.form_answers import given_of, single_given
from askline.asks.forms import Revision, schema_of, single_schema
from askline.asks.model import Ask
from askline.asks.spelling import Json


@dataclass(frozen=True, slots=True)
class Form:
    schema: Callable[[Ask, Revision], Json]
    given: Callable[[Ask, Revision, Mapping[str, object]], dict[str, Given]]
    note: str = ""
    """What the human should know about it."""


def _whole_schema(ask: Ask, revision: Revision) -> Json:
    return schema_of(ask.questions, revision)


def _whole_given(ask: Ask, revision: Revision, content: Mapping[str, object]) -> dict[str, Given]:
    return given_of(ask.questions, revision, content)


def _bare_schema(ask: Ask, revision: Revision) -> Json:
    return schema_of(ask.questions, revision, extras=False)


def _single_schema(ask: Ask, _: Revision) -> Json:
    return single_schema(ask.questions[0].text)


def _single_given(ask: Ask, _: Revision, content: Mapping[str, object]) -> dict[str, Given]:
    return single_given(ask.questions[0].id, content)


WHOLE = Form(_whole_schema, _whole_given)
BARE = Form(
    _bare_schema,
    _whole_given,
    note="To answer in your own words or to add a note, answer in the inbox: run `askline`.",
)
SINGLE = Form(_single_schema, _single_given)
"""One question, one `answer`."""
