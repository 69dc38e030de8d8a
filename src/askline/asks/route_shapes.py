"""The JSON shapes of an ask's way: for stores as `marks`, and for who looks at an ask as `routing`."""

from datetime import datetime, timedelta

from askline.asks.answer_shapes import read_settled_by, settled_by_shape
from askline.asks.model import Ask
from askline.asks.routes import Agreement, Claim, Route, Snooze, Standing, Step
from askline.asks.spelling import Json, read_time, time_text


def routing_shape(ask: Ask) -> Json | None:
    """How it finds somebody, for people and programs; none for an ask that is one person's alone."""
    route = ask.route
    if route is None:
        return None
    step = route.steps[0] if route.steps else None
    onward = ask.next_at if ask.claim is None else None
    return {
        "rule": route.rule,
        "recipients": list(ask.recipients),
        "claim": claim_shape(ask.claim) if ask.claim else None,
        "quorum": route.quorum,
        "agreed": [settled_by_shape(each.by) for each in ask.agreed],
        "self_approval": route.self_approval,
        "next_at": time_text(onward),
        "next_to": list(step.named) if step and onward else [],
    }


def route_marks(ask: Ask) -> Json:
    """What is kept of it; empty where it has none of it."""
    marks: Json = {
        "route": ask.route and route_shape(ask.route),
        "next_at": time_text(ask.next_at),
        "remind_at": time_text(ask.remind_at),
        "summoned": ask.summoned,
        "claim": ask.claim and claim_shape(ask.claim),
        "snoozes": [snooze_shape(each) for each in ask.snoozes],
        "agreed": [agreement_shape(each) for each in ask.agreed],
        "word": ask.word and standing_shape(ask.word),
    }
    return {name: mark for name, mark in marks.items() if mark}


def read_route_marks(marks: Json) -> Json:
    """The same as arguments of an ask."""
    found: Json = {
        "route": read_route(marks["route"]) if "route" in marks else None,
        "next_at": _time(marks.get("next_at")),
        "remind_at": _time(marks.get("remind_at")),
        "summoned": marks.get("summoned", 0),
        "claim": read_claim(marks["claim"]) if "claim" in marks else None,
        "snoozes": tuple(read_snooze(each) for each in marks.get("snoozes", ())),
        "agreed": tuple(read_agreement(each) for each in marks.get("agreed", ())),
        "word": Standing(**marks["word"]) if "word" in marks else None,
    }
    return found


def route_shape(route: Route) -> Json:
    return {
        "rule": route.rule,
        "steps": [step_shape(step) for step in route.steps],
        "remind_s": _seconds(route.remind),
        "lapse_s": _seconds(route.lapse),
        "quorum": route.quorum,
        "self_approval": route.self_approval,
        "tell_after_s": _seconds(route.tell_after),
    }


def read_route(shape: Json) -> Route:
    return Route(
        rule=shape["rule"],
        steps=tuple(read_step(step) for step in shape["steps"]),
        remind=_span(shape["remind_s"]),
        lapse=_span(shape["lapse_s"]),
        quorum=shape["quorum"],
        self_approval=shape["self_approval"],
        tell_after=_span(shape["tell_after_s"]),
    )


def step_shape(step: Step) -> Json:
    return {"to": list(step.to), "named": list(step.named), "after_s": _seconds(step.after)}


def read_step(shape: Json) -> Step:
    return Step(
        to=tuple(shape["to"]),
        named=tuple(shape["named"]),
        after=timedelta(seconds=shape["after_s"]),
    )


def claim_shape(claim: Claim) -> Json:
    return {"id": claim.id, "who": claim.who, "at": time_text(claim.at)}


def read_claim(shape: Json) -> Claim:
    return Claim(id=shape["id"], who=shape["who"], at=read_time(shape["at"]))


def snooze_shape(snooze: Snooze) -> Json:
    return {"id": snooze.id, "until": time_text(snooze.until)}


def read_snooze(shape: Json) -> Snooze:
    return Snooze(id=shape["id"], until=read_time(shape["until"]))


def agreement_shape(agreement: Agreement) -> Json:
    reach = {"reach": list(agreement.reach)} if agreement.reach else {}
    return {"by": settled_by_shape(agreement.by), "receipt": agreement.receipt, **reach}


def read_agreement(shape: Json) -> Agreement:
    return Agreement(
        by=read_settled_by(shape["by"]),
        receipt=shape["receipt"],
        reach=tuple(shape.get("reach", ())),
    )


def standing_shape(word: Standing) -> Json:
    return {"id": word.id, "who": word.who, "words": word.words}


def _seconds(span: timedelta | None) -> float | None:
    return None if span is None else span.total_seconds()


def _span(seconds: float | None) -> timedelta | None:
    return None if seconds is None else timedelta(seconds=seconds)


def _time(text: str | None) -> datetime | None:
    return read_time(text) if text else None
