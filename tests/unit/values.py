"""Strategies for rich values: any text, any time, every optional part present or absent."""

from datetime import UTC, datetime, timedelta
from typing import Any

from hypothesis import strategies as st

from askline.asks.answers import (
    Amendment,
    AmendmentKind,
    Answer,
    AnswerState,
    Attachment,
    Given,
    Outcome,
    SettledBy,
)
from askline.asks.model import (
    Ask,
    AskKind,
    CommandShown,
    Matter,
    Option,
    Question,
    QuestionKind,
    Seen,
)
from askline.asks.routes import Agreement, Claim, Route, Snooze, Standing
from askline.asks.routes import Step as RouteStep
from askline.asks.state import State
from askline.core.ids import AskId
from askline.core.people import ActorKind, Agent, Door, Project

FIRST = datetime(1970, 1, 1, tzinfo=UTC)

texts = st.text(max_size=20)
maybe_text = st.none() | texts
times = st.integers(0, 2**42).map(lambda ms: FIRST + timedelta(milliseconds=ms))
maybe_time = st.none() | times
ids = st.uuids().map(AskId)
doors = st.none() | st.sampled_from(Door)


def several(of: st.SearchStrategy[Any], most: int = 3) -> st.SearchStrategy[tuple[Any, ...]]:
    return st.lists(of, max_size=most).map(tuple)


options = st.builds(
    Option, label=texts, description=maybe_text, preview=maybe_text, recommended=st.booleans()
)
questions = st.builds(
    Question,
    id=texts,
    text=texts,
    kind=st.sampled_from(QuestionKind),
    header=maybe_text,
    options=several(options),
    allow_other=st.booleans(),
    required=st.booleans(),
    placeholder=maybe_text,
    min_picks=st.none() | st.integers(0, 9),
    max_picks=st.none() | st.integers(0, 9),
)
commands = st.builds(
    CommandShown,
    argv=several(texts),
    cwd=texts,
    env=several(texts),
    sandbox=texts,
    sha256=texts,
    dangerous=st.booleans(),
    why=maybe_text,
)
matters = st.builds(
    Matter,
    questions=several(questions, 2),
    kind=st.sampled_from(AskKind),
    title=maybe_text,
    context=maybe_text,
    command=st.none() | commands,
    follows=st.none() | ids,
    human_only=st.booleans(),
    sensitive=st.booleans(),
    extendable=st.booleans(),
)
attachments = st.builds(
    Attachment, sha256=texts, name=texts, media_type=texts, size=st.integers(0, 2**40)
)
givens = st.builds(
    Given,
    values=several(texts),
    custom_text=maybe_text,
    note=maybe_text,
    skipped=st.booleans(),
    attachments=several(attachments, 2),
)
answers = st.builds(
    Answer,
    question_id=texts,
    state=st.sampled_from(AnswerState),
    values=several(texts),
    custom_text=maybe_text,
    note=maybe_text,
    attachments=several(attachments, 2),
)
settled_bys = st.builds(
    SettledBy, kind=st.sampled_from(ActorKind), id=texts, who=texts, door=doors, at=times
)
outcomes = st.builds(
    Outcome,
    state=st.sampled_from(State),
    settled_by=settled_bys,
    receipt=texts,
    answers=several(answers, 2),
    reason=maybe_text,
    ask_back=maybe_text,
)
amendments = st.builds(
    Amendment,
    kind=st.sampled_from(AmendmentKind),
    by=settled_bys,
    receipt=texts,
    answers=several(answers, 2),
    reason=maybe_text,
)
spans = st.integers(0, 10**9).map(lambda s: timedelta(seconds=s))
route_steps = st.builds(RouteStep, to=several(texts), named=several(texts), after=spans)
routes = st.builds(
    Route,
    rule=texts,
    steps=several(route_steps),
    remind=st.none() | spans,
    lapse=st.none() | spans,
    quorum=st.integers(1, 9),
    self_approval=st.booleans(),
    tell_after=st.none() | spans,
)
looks = st.builds(Seen, door=doors, who=texts, at=times)
asks = st.builds(
    Ask,
    id=ids,
    tenant=texts,
    recipients=several(texts),
    matter=matters,
    agent=st.builds(
        Agent, name=texts, version=maybe_text, label=maybe_text, conversation=maybe_text
    ),
    project=st.builds(Project, name=texts, path=maybe_text, branch=maybe_text),
    principal=texts,
    profile=st.none() | texts,
    stream=st.none() | texts,
    asked_at=times,
    agent_key=st.sampled_from(["", "agent:1"]),
    same_key=st.none() | st.text(min_size=1, max_size=9),
    state=st.sampled_from(State),
    deadline=maybe_time,
    holder=st.none() | st.text(min_size=1, max_size=9),
    detached=st.booleans(),
    leave_at=maybe_time,
    seen=several(looks),
    delivered_at=maybe_time,
    outcome=st.none() | outcomes,
    amendments=several(amendments, 2),
    route=st.none() | routes,
    next_at=maybe_time,
    remind_at=maybe_time,
    summoned=st.integers(0, 99),
    claim=st.none() | st.builds(Claim, id=texts, who=texts, at=times),
    snoozes=several(st.builds(Snooze, id=texts, until=times)),
    agreed=several(st.builds(Agreement, by=settled_bys, receipt=texts)),
    word=st.none() | st.builds(Standing, id=texts, who=texts, words=texts),
    revision=st.integers(0, 2**31),
    head=texts,
)
