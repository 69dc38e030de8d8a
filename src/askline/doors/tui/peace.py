"""When nobody is to be called: the quiet hours and muted projects of the user's settings.

Read anew for each call, which comes seldom: who says `askline config set alerts.quiet` in another
terminal means this one too. Knows nothing of focus and gaps; those are `calling`'s.
"""

from collections.abc import Mapping

from askline.alerts.rules import Rules, quiet_hours
from askline.core.errors import InvalidArguments
from askline.core.locations import Locations


def rules_of(environ: Mapping[str, str]) -> Rules:
    """With settings that cannot be read everything is told: better a bell too many than none."""
    from askline.config.settings import load  # noqa: PLC0415 - not needed to show the inbox

    try:
        alerts = load(environ, None, locations=Locations.from_environment(environ)).alerts
        quiet = quiet_hours(alerts.quiet) if alerts.quiet else None
    except (InvalidArguments, OSError):
        return Rules()
    return Rules(quiet=quiet, muted=frozenset(alerts.muted))
