"""Names the users of this machine, whom it need not know: in a container a process may run under any number."""

from __future__ import annotations

import os
import pwd


def user_name(number: int | None = None) -> str:
    """Return the name of a user, or the number where the machine knows none.

    Args:
        number: of the user; None for who runs this.
    """
    number = os.geteuid() if number is None else number
    try:
        return pwd.getpwuid(number).pw_name
    except KeyError:
        return str(number)
