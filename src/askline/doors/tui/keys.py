"""Every key there is: one table for the help and the reference.

The bindings themselves are the screens'; a test holds both against each other.
"""

import re
from typing import Final, NamedTuple

from askline.core.speaking import mark, t


class Key(NamedTuple):
    shown: str
    bound: str
    """As the screen binds them, with commas."""
    about: str


NAMES: Final = {
    "Ctrl": mark("Ctrl"),
    "Space": mark("Space"),
    "Home": mark("Home"),
    "End": mark("End"),
    "PgUp": mark("PgUp"),
    "PgDn": mark("PgDn"),
}
"""Keys that are called otherwise on other keyboards."""


def key_name(shown: str) -> str:
    """Keys, as the keyboards of a language call them."""
    return re.sub("|".join(NAMES), lambda name: t(NAMES[name[0]]), shown)


KEYS: Final = (
    Key("↑ ↓ j k", "up,down,k,j", "Move to the next or previous row."),
    Key("PgUp PgDn Home End", "pageup,pagedown,home,end", "Move further."),
    Key("Enter", "enter", "Open the ask; choose and go on; send."),
    Key("1–9", "1,2,3,4,5,6,7,8,9", "Choose that option; on the review, go to that question."),
    Key("Space", "space", "Pick or unpick the option under the cursor."),
    Key("o", "o", "Answer in your own words."),
    Key("← → h l Tab", "left,right,h,l,tab,shift+tab", "Go to the previous or next question."),
    Key("r", "r", "Choose what the agent recommends here."),
    Key("R", "R", "Choose what is recommended wherever you chose nothing, then review."),
    Key("y", "y", "Answer as you did before, where that is offered."),
    Key("Ctrl+S", "ctrl+s", "Go to the review; from there, or from the only question, send."),
    Key("s", "s", "Approve once, or let the approval stand for what is like it."),
    Key("x", "x", "Reject the ask, with a reason."),
    Key("a", "a", "Ask the agent something before you answer."),
    Key("n", "n", "Write a note beside your answer."),
    Key("m", "m", "Move the deadline five minutes later."),
    Key("z", "z", "Snooze the ask: be left in peace with it until then."),
    Key("g", "g", "Take an ask of several people in hand, or let it go."),
    Key("p", "p", "Pass an ask of several people on to somebody else."),
    Key("Ctrl+G", "ctrl+g", "Write the answer in your editor ($VISUAL or $EDITOR)."),
    Key("[ ]", "left_square_bracket,right_square_bracket", "Go to the previous or next ask."),
    Key("H", "H", "Show History, or the inbox again."),
    Key("O", "O", "Show the operations: what agents run."),
    Key("S", "S", "Show what stands, approvals and rules, and revoke it."),
    Key("/", "slash", "Search in the list."),
    Key("f", "f", "Show everything, what ends soon, or one project."),
    Key("c", "c", "Correct an answer, or answer late what timed out."),
    Key("u", "u", "Correct what you answered last."),
    Key("w", "w", "Answer this way from now on: make a rule from your answer."),
    Key("t", "t", "Show the trail: everything that happened to the ask."),
    Key("Ctrl+T", "ctrl+t", "Change colours: dark, light, high contrast, your terminal's."),
    Key("Esc", "escape", "Go back. Nothing is lost and nothing is sent."),
    Key("?", "question_mark", "Show all keys."),
    Key("q Ctrl+Q", "q,ctrl+q", "Leave. Agents go on waiting, drafts are kept."),
)

OPERATION_KEYS: Final = (
    Key("↑ ↓ j k", "up,down,k,j", "Move in the list, or in the output once it is open."),
    Key("PgUp PgDn", "pageup,pagedown", "Move further."),
    Key("Home End", "home,end", "Go to the first row; to the newest output, and follow it."),
    Key("Enter → l", "enter,right,l", "Open the output."),
    Key("o p", "o,p", "Read the output before what is shown, or after it."),
    Key("i", "i", "Show everything that is known of the operation."),
    Key("x", "x", "Cancel the operation, with a reason."),
    Key("g", "g", "Go to the ask that it was approved by."),
    Key("Esc ← h", "escape,left,h", "Go back to the list, then to the inbox."),
    Key("O q", "O,q", "Go back to the inbox."),
    Key("?", "question_mark", "Show these keys."),
)
