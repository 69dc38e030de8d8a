"""Sentences about asks: what state one is in, who ended it and how. Pure, and one place for all screens."""

from askline.doors.tui.model import Ask, Recalled, Word

GLYPHS = {
    "pending": "●",
    "answered": "✓",
    "rejected": "✗",
    "asked_back": "?",
    "timed_out": "◷",
    "cancelled": "–",
    "superseded": "–",
}

APPROVAL, RISK = "△", "▲"
"""Pending ones that let something run; the second is dangerous."""

DOORS = {
    "api": "through the API",
    "app": "in the agent's app",
    "cli": "on the command line",
    "form": "in the agent's own form",
    "link": "by a link",
    "task": "in the agent's tasks",
    "tui": "in another terminal",
    "web": "in the browser",
}

HOW = {
    "select": "Choose one",
    "multi-select": "Choose any",
    "text": "Write your answer",
    "confirm": "Yes or no",
}

EMPTY = (
    "All clear.",
    "No agent is waiting for you. New questions appear here by themselves.",
)
NOT_SENT = "Nothing has been sent yet."
OFFLINE = "Reconnecting…"
GONE = "The agent has stopped waiting. Nothing is needed from you; an answer is kept for it."
HUMAN_ONLY = "Only a person may settle this."


def state_word(ask: Ask) -> str:
    return ask.state.replace("_", " ")


def ending(ask: Ask, *, mine: bool) -> str:
    """How a settled ask ended, in a sentence."""
    word = ask.outcome
    if word is None:
        return GONE if ask.detached else ""
    match ask.state:
        case "timed_out":
            return f"This question timed out. {ask.agent} continued without your answer."
        case "cancelled":
            return word.reason or f"{ask.agent} has withdrawn this."
        case "superseded":
            return f"{ask.agent} asked something newer in its place."
        case "answered" if word.by == "rule":
            return f"Answered by your {word.who}."
        case _:
            return _by_people(ask.state, word, mine=mine)


def _by_people(state: str, word: Word, *, mine: bool) -> str:
    verb = {"answered": "answered", "rejected": "rejected", "asked_back": "asked back"}[state]
    if mine:
        return {"answered": "You answered.", "rejected": "You rejected this."}.get(
            state, "You asked back."
        )
    where = f" {DOORS[word.door]}" if word.door in DOORS else ""
    return f"{verb.capitalize()} by {word.who}{where}."


def answered_before(recalled: Recalled) -> str:
    at = f"{recalled.at.day} {recalled.at:%B}"
    if recalled.same:
        return f"You answered this on {at}: {recalled.shown}."
    return (
        f"You answered something like this on {at}: {recalled.shown}. It was: {recalled.question}"
    )


def sent(ask: Ask, verb: str) -> str:
    """What is said right after this terminal settled something."""
    words = {
        "reject": f"Rejected. {ask.agent} is told.",
        "ask_back": f"Asked back. {ask.agent} gets your question.",
        "stand": f"Approved, and it stands: S shows and revokes it. {ask.agent} is told.",
        "correct": f"Correction sent. {ask.agent} gets it at its next contact.",
    }
    match verb:
        case _ if verb in words:
            return words[verb]
        case _ if ask.state == "timed_out":
            return f"Kept as a late answer, for when {ask.agent} asks again."
        case _ if ask.detached:
            return f"Answer kept for when {ask.agent} comes back."
        case _:
            return f"Answer sent. Waiting for {ask.agent} to continue."


def amended(word: Word) -> str:
    what = "Arrived after the timeout" if word.kind == "late" else "Corrected"
    return f"{what} by {word.who}"
