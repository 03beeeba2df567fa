"""What a check has found."""

from __future__ import annotations

from typing import Literal, NamedTuple


class Finding(NamedTuple):
    """What one check has found.

    Attributes:
        what: what was looked at; a stable name for programs.
        state: `ok`; `note`, if the evening goes on without it; `look`, if it stands in the way; `skip`, if it could
            not be judged from here.
        says: what is so, a sentence.
        mend: what to do, with the command as it is typed; empty if nothing.
    """

    what: str
    state: Literal["ok", "note", "look", "skip"]
    says: str
    mend: str = ""

    @property
    def fine(self) -> bool:
        """True if it stands in nobody's way."""
        return self.state != "look"

    def line(self) -> str:
        """Return it as a line to print, or two."""
        return f"{self.state:4}  {self.says}\n" + (f"      > {self.mend}\n" if self.mend else "")
