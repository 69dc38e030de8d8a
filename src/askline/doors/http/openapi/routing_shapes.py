"""What a hub's API sends and takes of routing rules and of being away. See `doors/http/hub_routing_shapes`."""

from askline.asks.model import AskKind
from askline.doors.http.openapi.words import (
    COUNT,
    FLAG,
    TEXT,
    TIME,
    Schema,
    many,
    maybe,
    one_of,
    ref,
    sent,
    taken,
)
from askline.people.absences import LONGEST_WORDS
from askline.people.routing_rules import (
    LONGEST_S,
    LONGEST_SILENCE_S,
    MOST_AGREEING,
    MOST_IN_A_STEP,
    MOST_STEPS,
    SOONEST_REMINDER_S,
)

KIND = one_of(*AskKind)
STEP = taken(to=many(TEXT, maxItems=MOST_IN_A_STEP), after_s={**COUNT, "maximum": LONGEST_S})

OF_ROUTING: Schema = {
    "Addressees": sent({"addressees": many(ref("Addressee"))}),
    "Addressee": sent({"address": TEXT, "name": TEXT, "kind": one_of("person", "team")}),
    "RoutingStep": sent({"to": many(TEXT), "named": many(TEXT), "after_s": COUNT}),
    "RoutingRule": sent(
        {
            "name": TEXT,
            "project": maybe(TEXT),
            "kind": maybe(KIND),
            "steps": many(ref("RoutingStep")),
            "remind_s": maybe(COUNT),
            "claim_s": maybe(COUNT),
            "quorum": {"type": "integer", "minimum": 1, "maximum": MOST_AGREEING},
            "self_approval": FLAG,
            "tell_after_s": maybe(COUNT),
        }
    ),
    "WantedRoutingRule": taken(
        project=TEXT,
        kind=KIND,
        steps=many(STEP, maxItems=MOST_STEPS),
        remind_s={"type": "integer", "minimum": SOONEST_REMINDER_S, "maximum": LONGEST_S},
        claim_s={"type": "integer", "minimum": 1, "maximum": LONGEST_S},
        quorum={"type": "integer", "minimum": 1, "maximum": MOST_AGREEING},
        self_approval=FLAG,
        tell_after_s={**COUNT, "maximum": LONGEST_SILENCE_S},
    ),
    "Away": sent(
        {
            "words": maybe(TEXT),
            "since": TIME,
            "until": maybe(TIME),
            "deputy": maybe(TEXT),
            "deputy_name": maybe(TEXT),
        }
    ),
    "GoingAway": taken(words={**TEXT, "maxLength": LONGEST_WORDS}, until=TIME, deputy=TEXT),
}
