"""Sentences about asks: what state one is in, who ended it and how. Pure, and one place for all screens."""

from askline.core.speaking import known, mark, t
from askline.doors.tui.model import Ask, Recalled, Word

GLYPHS = {
    "pending": "●",
    "answered": "✓",
    "rejected": "✗",
    "asked_back": "?",
    "timed_out": "◷",
    "cancelled": "–",
    "superseded": "–",
    "gone": "–",
}

APPROVAL, RISK = "△", "▲"
"""Pending ones that let something run; the second is dangerous."""

DOORS = {
    "api": mark("through the API"),
    "app": mark("in the agent's app"),
    "cli": mark("on the command line"),
    "form": mark("in the agent's own form"),
    "link": mark("by a link"),
    "task": mark("in the agent's tasks"),
    "tui": mark("in another terminal"),
    "web": mark("in the browser"),
}

HOW = {
    "select": mark("Choose one"),
    "multi-select": mark("Choose any"),
    "text": mark("Write your answer"),
    "confirm": mark("Yes or no"),
}

EMPTY = (
    mark("All clear."),
    mark("No agent is waiting for you. New questions appear here by themselves."),
)
TAKEN = (
    mark("This has ended, or others have it now."),
    mark("Move to another ask: no key answers one that you have not chosen."),
)
NOT_SENT = mark("Nothing has been sent yet.")
OFFLINE = mark("Reconnecting…")
GONE = mark("The agent has stopped waiting. Nothing is needed from you; an answer is kept for it.")
HUMAN_ONLY = mark("Only a person may settle this.")


BY_PEOPLE = {
    "answered": (mark("You answered."), mark("Answered by {0}{1}.")),
    "rejected": (mark("You rejected this."), mark("Rejected by {0}{1}.")),
    "asked_back": (mark("You asked back."), mark("Asked back by {0}{1}.")),
}
"""Whether this terminal did it, or somebody, somewhere."""


def state_word(ask: Ask) -> str:
    return t(ask.state.replace("_", " "))


def ending(ask: Ask, *, mine: bool) -> str:
    """How a settled ask ended, in a sentence."""
    word = ask.outcome
    if word is None:
        return t(TAKEN[0]) if ask.state == "gone" else t(GONE) if ask.detached else ""
    match ask.state:
        case "timed_out":
            return t("This question timed out. {0} continued without your answer.", ask.agent)
        case "cancelled":
            return known(word.reason) or t("{0} has withdrawn this.", ask.agent)
        case "superseded":
            return t("{0} asked something newer in its place.", ask.agent)
        case "answered" if word.by == "rule":
            return t("Answered by your {0}.", word.who)
        case _:
            return _by_people(ask.state, word, mine=mine)


def _by_people(state: str, word: Word, *, mine: bool) -> str:
    own, of_others = BY_PEOPLE[state]
    if mine:
        return t(own)
    where = f" {t(DOORS[word.door])}" if word.door in DOORS else ""
    return t(of_others, word.who, where)


def answered_before(recalled: Recalled) -> str:
    at = t("{0.day} {0:%B}", recalled.at)
    if recalled.same:
        return t("You answered this on {0}: {1}.", at, recalled.shown)
    return t(
        "You answered something like this on {0}: {1}. It was: {2}",
        at,
        recalled.shown,
        recalled.question,
    )


def sent(ask: Ask, verb: str) -> str:
    """What is said right after this terminal settled something."""
    words = {
        "reject": t("Rejected. {0} is told.", ask.agent),
        "ask_back": t("Asked back. {0} gets your question.", ask.agent),
        "stand": t("Approved, and it stands: S shows and revokes it. {0} is told.", ask.agent),
        "correct": t("Correction sent. {0} gets it at its next contact.", ask.agent),
    }
    match verb:
        case _ if verb in words:
            return words[verb]
        case _ if ask.state == "timed_out":
            return t("Kept as a late answer, for when {0} asks again.", ask.agent)
        case _ if ask.detached:
            return t("Answer kept for when {0} comes back.", ask.agent)
        case _:
            return t("Answer sent. Waiting for {0} to continue.", ask.agent)


def amended(word: Word) -> str:
    late = word.kind == "late"
    return (
        t("Arrived after the timeout by {0}", word.who) if late else t("Corrected by {0}", word.who)
    )
