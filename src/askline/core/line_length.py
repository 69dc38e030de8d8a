"""How long one message may be, for both ends of the wire. The line imports this module, so it imports
nothing."""

LONGEST_LINE = 16 * 1024 * 1024
TOO_LONG = f"The message is longer than {LONGEST_LINE} bytes."
