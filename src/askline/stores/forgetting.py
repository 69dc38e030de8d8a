"""Opens a place that forgets: everything is in this process and ends with it."""

from askline.stores.ears import Ears
from askline.stores.ephemeral import EphemeralAsks
from askline.stores.ephemeral_alerts import EphemeralAlerts, EphemeralLinks
from askline.stores.ephemeral_contacts import EphemeralContacts
from askline.stores.ephemeral_memory import EphemeralRecollection, EphemeralRules
from askline.stores.ephemeral_operations import EphemeralOperations, EphemeralStanding
from askline.stores.ephemeral_summons import EphemeralSummons
from askline.stores.keeping import Keeping


def open_ephemeral() -> Keeping:
    alerts, links, summons = EphemeralAlerts(), EphemeralLinks(), EphemeralSummons()
    return Keeping(
        EphemeralAsks([alerts.forget_ask, links.forget_ask], summons),
        Ears(),
        alerts,
        links,
        EphemeralOperations(),
        EphemeralStanding(),
        EphemeralRecollection(),
        EphemeralRules(),
        lasting=False,
        summons=summons,
        contacts=EphemeralContacts(),
    )
