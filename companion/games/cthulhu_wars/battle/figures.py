"""Questions about pieces in the battle. Interchangeable pieces are one choice, so they are never asked apart."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable

from companion.games.cthulhu_wars import names
from companion.games.cthulhu_wars.battle.field import Battle, Figure
from companion.games.cthulhu_wars.state import CthulhuState
from companion.table.prompts import Choose, Option
from companion.table.script import Script, pick_some
from companion.table.state import Notice


def label(figure: Figure) -> str:
    """`Acolyte on the Gate`, `Shoggoth (+3)`."""
    text = names.pieces(figure.side, figure.unit, 1)
    if figure.on_gate:
        text += " on the Gate"
    if figure.bonus:
        text += f" (+{figure.bonus})"
    return text


def listing(figures: Iterable[Figure]) -> str:
    """`2 Deep Ones, Acolyte on the Gate`, for a log line."""
    plain: Counter[tuple[str, str]] = Counter()
    special = []
    for figure in figures:
        if figure.on_gate or figure.bonus:
            special.append(label(figure))
        else:
            plain[figure.side, figure.unit] += 1
    return ", ".join([*(names.pieces(side, unit, n) for (side, unit), n in plain.items()), *special])


def options(figures: Iterable[Figure], *, both_sides: bool = False) -> tuple[Option, ...]:
    """One option per piece; interchangeable ones share a group."""
    return tuple(
        Option(f.id, f"{names.card(f.side).glyph} {label(f)}" if both_sides else label(f), group=f.kind)
        for f in figures
    )


def pick_figures(
    state: CthulhuState,
    battle: Battle,
    who: str,
    key: str,
    title: str,
    among: Callable[[], list[Figure]],
    *,
    least: int = 1,
    most: int = 1,
    text: str = "",
    rule: str = "",
    both_sides: bool = False,
) -> Script[list[Figure]]:
    """Ask `who` for `least` to `most` pieces (fewer if there are fewer); a choice between equals is none."""
    alike = among()
    if least == most and len({f.kind for f in alike}) == 1:
        picked = alike[:most]
        state.record(Notice(who, f"{title}: {listing(picked)} (only possibility)"))
        return picked

    def build() -> Choose | None:
        able = among()
        if not able:
            return None
        return Choose(
            key=key,
            who=who,
            title=title,
            text=text,
            rule=rule,
            options=options(able, both_sides=both_sides),
            least=min(least, len(able)),
            most=min(most, len(able)),
        )

    chosen = yield from pick_some(state, build)
    return [battle.figure(name) for name in chosen]
