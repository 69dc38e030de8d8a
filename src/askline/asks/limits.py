"""How much one ask may hold, and one agent ask. Settings may lower these, never raise them."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True, kw_only=True)
class Limits:
    questions: int = 10
    options: int = 20
    question_text: int = 1_000
    header: int = 24
    title: int = 100
    label: int = 500
    description: int = 4_000
    placeholder: int = 200
    context: int = 64 * 1024
    preview: int = 16 * 1024
    answer_text: int = 256 * 1024
    attachments: int = 10
    attachment_bytes: int = 5 * 1024 * 1024
    pending_asks: int = 1_000
    """Of one agent."""
    asks_per_minute: int = 20
    """Of one agent. Repeats that lead to an ask that stands are none."""
