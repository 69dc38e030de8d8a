"""What an opened store offers: where asks are kept, the bell that belongs to it, the books of alerts and
of memory, and the operations of commands.
"""

from dataclasses import dataclass

from askline.alerts.ports import AlertBook, ContactBook, LinkBook
from askline.asks.handing import HandedBook
from askline.asks.ports import AskStore, Bell, SummonsBook
from askline.commands.ports import OperationStore, StandingBook
from askline.memory.ports import Recollection, RuleBook


@dataclass(frozen=True, slots=True)
class Keeping:
    asks: AskStore
    bell: Bell
    alerts: AlertBook
    links: LinkBook
    operations: OperationStore
    standing: StandingBook
    recollection: Recollection
    rules: RuleBook
    lasting: bool = True
    """False where all of it ends with the process."""
    handed: HandedBook | None = None
    """Which asks a hub decides; None where none can be handed over."""
    summons: SummonsBook | None = None
    """Who of many people is to be told; None where there is only one."""
    contacts: ContactBook | None = None
    """Where each of many people wants to be told; None where settings say it."""
