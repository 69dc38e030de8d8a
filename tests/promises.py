"""The promises of an ask, and which tests prove them.

`@promise("id")` stands on every test that proves one. A promise whose room does not exist yet waits
for it by name; that list only shrinks.
"""

from collections.abc import Callable
from typing import TypeVar

T = TypeVar("T", bound=Callable[..., object])

PROMISES = {
    "stored-first": "An ask is committed durably before anybody learns of it.",
    "ask-once": "A repeated ask attaches to the one that stands; after delivery it is new.",
    "answer-once": "Of any number of settles at once exactly one wins; the others are told who.",
    "commit-before-ack": "'Sent' and the wake-up come only after the commit.",
    "never-lost": "An answer given while nobody listens is delivered when an agent attaches again.",
    "checked-inside": "An answer is checked against the stored questions in the step that settles.",
    "whole": "The result names every question: answered, skipped or unanswered.",
    "truth": "The outcome says who or what settled it; silence is never consent.",
    "no-silent-end": "Every ask call ends in an outcome or in a `pending` with the next call.",
    "deadline-utc": "Deadlines are absolute UTC; never is the default; they only move later.",
    "late-kept": "A late answer is kept as an amendment and handed over.",
    "detach-not-cancel": "A client that goes away detaches; only an explicit cancel cancels.",
    "one-truth-everywhere": "When an ask settles, every open door shows it.",
    "audit": "Every move is an append-only event, hash-chained per ask.",
    "person": "A human-only ask is settled only by a signed-in or present person.",
    "goes-on": "Each step of a route is made once, with the inboxes and summonses it causes.",
    "told": "Each alert to each recipient has a row; a failed one is visible and escalates.",
}

WAITING_FOR: dict[str, str] = {}


def promise(promise_id: str) -> Callable[[T], T]:
    assert promise_id in PROMISES

    def same(test: T) -> T:
        return test

    return same
