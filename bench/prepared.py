"""Asks and answers made ready beforehand, for the bare engines that only have to write them."""

from dataclasses import replace

from askline.asks import lifecycle, repeats
from askline.asks.answers import Answer, AnswerState
from askline.asks.changes import Change
from askline.asks.model import Ask
from askline.core.clock import SystemClock
from askline.core.ids import RandomMint
from bench.workload import AGENT, ANSWER, CODER, HUMAN, SHOP, new_ask

MINT = RandomMint()
CLOCK = SystemClock()
ANSWERS = (
    Answer(
        question_id="db",
        state=AnswerState.ANSWERED,
        values=ANSWER["db"].values,
        note=ANSWER["db"].note,
    ),
)


def ready() -> tuple[Change, Change, tuple[str, ...]]:
    """The asking, the answering, and the keys, exactly as the desk would have made them."""
    now = CLOCK.now()
    ask = Ask(
        id=MINT.ask_id(now),
        tenant="local",
        recipients=("me",),
        matter=new_ask().matter,
        agent=CODER,
        project=SHOP,
        principal="me",
        asked_at=now,
        agent_key=repeats.agent_key("me", CODER, SHOP, None),
        holder="line-1",
    )
    ask = replace(ask, same_key=repeats.same_key(ask))
    opening = lifecycle.opened(ask, AGENT)
    answer = lifecycle.answer(opening.after, ANSWERS, by=HUMAN, at=now, receipt=f"r{ask.id}")
    return opening, answer, repeats.passing_keys(ask)
