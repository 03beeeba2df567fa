"""Where losers may go, and who dies on the way (reference 2.6, Retreat)."""

from __future__ import annotations

from collections.abc import Iterable

from msgspec import Struct

from companion.games.messina.model.units import GROUND, human


class Space(Struct, frozen=True):
    """A space beside the site.

    Args:
        name: what the table calls it.
        hostile: it cannot be entered in peace.
        victor_came_from: victorious Units marched out of it.
        cliff: a cliff lies between it and the site.
        pole: it is the North Pole.
    """

    name: str
    hostile: bool = False
    victor_came_from: bool = False
    cliff: bool = False
    pole: bool = False


def can_enter(kind: str, space: Space, ai: bool = False) -> bool:
    """Ground Units cannot cross a cliff, humans cannot enter the North Pole."""
    return not (space.cliff and kind in GROUND) and not (space.pole and human(kind, ai))


def open_spaces(spaces: Iterable[Space], kinds: Iterable[str], ai: bool = False) -> list[Space]:
    """Spaces that Units may retreat to: in peace, not where victors came from, for at least one of them passable."""
    kinds = list(kinds)
    return [
        space
        for space in spaces
        if not space.hostile and not space.victor_came_from and any(can_enter(kind, space, ai) for kind in kinds)
    ]
