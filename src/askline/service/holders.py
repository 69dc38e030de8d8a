"""Names of those who hold asks without a line: processes of their own, and calls over HTTP.

A service that starts lets go of what nobody holds any more. It knows its own lines and calls; of
an agent that runs in-process on the same file it can only see whether the process lives.
"""

import os
import secrets

PROCESS = "process"


def this_process() -> str:
    return f"{PROCESS}-{os.getpid()}-{secrets.token_hex(8)}"


def lives(holder: str) -> bool:
    """Whether this is the name of a process, and there is one."""
    kind, _, rest = holder.partition("-")
    number, _, _ = rest.partition("-")
    if kind != PROCESS or not number.isdigit():
        return False
    try:
        os.kill(int(number), 0)
    except (OSError, OverflowError):
        return False
    return True
