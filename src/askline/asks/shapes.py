"""The JSON shapes of an ask: the same for stores, doors and hashes, so that what is kept is what is
shown and what is hashed.

Only translates; whether a shape makes sense is said by `intake` (a new ask) and `checking` (an
answer). Names and nesting are public and pinned.
"""

from uuid import UUID

from askline.asks.answer_shapes import amendment_shape, answer_shape, settled_by_shape
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
from askline.asks.route_shapes import routing_shape, snooze_shape
from askline.asks.spelling import Json, read_time, text_of, time_text
from askline.asks.state import State
from askline.core.ids import AskId
from askline.core.people import Agent, Door, Project


def ask_shape(ask: Ask) -> Json:
    matter = matter_shape(ask.matter)
    return {
        "id": str(ask.id),
        "short_id": ask.short_id,
        "state": ask.state,
        "asked_at": time_text(ask.asked_at),
        "deadline": time_text(ask.deadline),
        "detached": ask.detached,
        "agent": agent_shape(ask.agent),
        "project": project_shape(ask.project),
        **matter,
        "human_only": ask.human_only,
        "seen": [seen_shape(seen) for seen in ask.seen],
        "routing": routing_shape(ask),
        "snoozes": [snooze_shape(each) for each in ask.snoozes],
        "handed": ask.handed,
        "outcome": result_shape(ask) if ask.outcome else None,
    }


def result_shape(ask: Ask) -> Json:
    """What an agent gets: the outcome, or that there is none yet."""
    outcome = ask.outcome
    return {
        "askId": str(ask.id),
        "state": ask.state,
        "answered": ask.state is State.ANSWERED,
        "cancelled": ask.state in (State.REJECTED, State.CANCELLED, State.SUPERSEDED),
        "timedOut": ask.state is State.TIMED_OUT,
        "answers": [answer_shape(answer) for answer in outcome.answers] if outcome else [],
        "reason": outcome.reason if outcome else None,
        "askBack": outcome.ask_back if outcome else None,
        "settledBy": settled_by_shape(outcome.settled_by) if outcome else None,
        "amendments": [amendment_shape(amendment) for amendment in ask.amendments],
    }


def matter_shape(matter: Matter) -> Json:
    return {
        "kind": matter.kind,
        "title": matter.title,
        "context": matter.context,
        "questions": [question_shape(question) for question in matter.questions],
        "command": command_shape(matter.command) if matter.command else None,
        "follows": str(matter.follows) if matter.follows else None,
        "human_only": matter.human_only,
        "sensitive": matter.sensitive,
        "extendable": matter.extendable,
    }


_spelled_last: tuple[Matter | None, str] = (None, "")


def matter_text(matter: Matter) -> str:
    """Its one spelling. The last is remembered: an ask is compared, hashed and stored in one go."""
    global _spelled_last  # noqa: PLW0603 - one pair, replaced whole, so no thread sees half
    last, text = _spelled_last
    if last is not matter:
        text = text_of(matter_shape(matter))
        _spelled_last = (matter, text)
    return text


def read_matter(shape: Json) -> Matter:
    return Matter(
        kind=AskKind(shape["kind"]),
        title=shape["title"],
        context=shape["context"],
        questions=tuple(read_question(question) for question in shape["questions"]),
        command=read_command(shape["command"]) if shape["command"] else None,
        follows=AskId(UUID(shape["follows"])) if shape["follows"] else None,
        human_only=shape["human_only"],
        sensitive=shape["sensitive"],
        extendable=shape["extendable"],
    )


def question_shape(question: Question) -> Json:
    return {
        "id": question.id,
        "header": question.header,
        "question": question.text,
        "type": question.kind,
        "options": [option_shape(option) for option in question.options],
        "allow_other": question.allow_other,
        "required": question.required,
        "placeholder": question.placeholder,
        "min_picks": question.min_picks,
        "max_picks": question.max_picks,
    }


def read_question(shape: Json) -> Question:
    return Question(
        id=shape["id"],
        header=shape["header"],
        text=shape["question"],
        kind=QuestionKind(shape["type"]),
        options=tuple(Option(**option) for option in shape["options"]),
        allow_other=shape["allow_other"],
        required=shape["required"],
        placeholder=shape["placeholder"],
        min_picks=shape["min_picks"],
        max_picks=shape["max_picks"],
    )


def option_shape(option: Option) -> Json:
    return {
        "label": option.label,
        "description": option.description,
        "preview": option.preview,
        "recommended": option.recommended,
    }


def command_shape(command: CommandShown) -> Json:
    return {
        "argv": list(command.argv),
        "cwd": command.cwd,
        "env": list(command.env),
        "sandbox": command.sandbox,
        "sha256": command.sha256,
        "dangerous": command.dangerous,
        "why": command.why,
    }


def read_command(shape: Json) -> CommandShown:
    return CommandShown(
        argv=tuple(shape["argv"]),
        cwd=shape["cwd"],
        env=tuple(shape["env"]),
        sandbox=shape["sandbox"],
        sha256=shape["sha256"],
        # Kept before a command said so: then nobody had called it dangerous.
        dangerous=shape.get("dangerous", False),
        why=shape.get("why"),
    )


def agent_shape(agent: Agent) -> Json:
    return {
        "name": agent.name,
        "version": agent.version,
        "label": agent.label,
        "conversation": agent.conversation,
    }


def project_shape(project: Project) -> Json:
    return {"name": project.name, "path": project.path, "branch": project.branch}


def seen_shape(seen: Seen) -> Json:
    return {"door": seen.door, "who": seen.who, "at": time_text(seen.at)}


def read_seen(shape: Json) -> Seen:
    return Seen(
        door=Door(shape["door"]) if shape["door"] else None,
        who=shape["who"],
        at=read_time(shape["at"]),
        id=shape.get("id"),
    )
