"""Rules on which the sources disagree, the printed rule first (reference section 8)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Final

from companion.games.cthulhu_wars.model import card_rulings
from companion.games.cthulhu_wars.model.card_rulings import OF_CARDS
from companion.games.cthulhu_wars.model.roster import FACTIONS, loaded_first
from companion.games.cthulhu_wars.model.setup_form import EIGHT, SEVERAL
from companion.table.rulings import Ruling, Rulings
from companion.table.words import N_

PRINTED: Final = card_rulings.PRINTED
OTHER: Final = card_rulings.OTHER
THREE: Final = "three"

COMMON: Final = {
    "D2": Ruling(
        N_("Two players"),
        {
            PRINTED: N_("One faction each, with rules of its own"),
            OTHER: N_("Two factions each"),
            THREE: N_("Three factions each"),
        },
    ),
    "D3": Ruling(
        N_("30 Doom reached in the Action Phase"),
        {PRINTED: N_("The game ends after the current player's turn"), OTHER: N_("The game ends at once")},
    ),
    "D4": Ruling(N_("One battle per area"), {PRINTED: N_("per turn of a player"), OTHER: N_("per Action Phase")}),
    "D6": Ruling(
        N_("Elder Signs for a Ritual"),
        {
            PRINTED: N_("for your faction's Great Old Ones"),
            OTHER: N_("for independent Great Old Ones, too"),
        },
        N_("Elder Gods give none in either case."),
    ),
    "D28": Ruling(
        N_("Unlimited Actions at 0 Power"),
        {PRINTED: N_("allowed while it is still your turn"), OTHER: N_("not allowed")},
    ),
    "D32": Ruling(
        N_("Doom Phase abilities and requirements"),
        {PRINTED: N_("before or after your own Ritual"), OTHER: N_("after all Rituals, from the First Player on")},
    ),
    "D39": Ruling(
        N_("Two players: a unit that is Removed, not Eliminated"),
        {PRINTED: N_("gives the other player no Doom"), OTHER: N_("gives the other player Doom")},
    ),
    "D76": Ruling(
        N_("Two players: Doom for several lost units that are worth a half each"),
        {PRINTED: N_("each is rounded up"), OTHER: N_("their sum is rounded up")},
    ),
    SEVERAL: Ruling(
        N_("More than two people, several factions each"),
        {PRINTED: N_("no: one faction each"), OTHER: N_("yes: one to three factions each")},
        N_(
            "Not in the rulebook: the rules of the summary sheet for two people with several factions hold for each "
            "person."
        ),
    ),
    EIGHT: Ruling(
        N_("7 or 8 factions"),
        {PRINTED: N_("only on a map of your own"), OTHER: N_("also on the 6-player map")},
        N_(
            "Not in the rulebook: that has another side of the map for them, which we do not know. Their Ritual "
            "track is suggested, from one source."
        ),
    ),
}
"""Those of the rules that all factions share; last those that are no printed rule, but a table's own."""

AT_SET_UP: Final = ("D2", SEVERAL, EIGHT)
"""Those that say who plays what: they stay once the game has begun."""

MOST_POWER: Final = "several_power"
"""The one below."""
SUM: Final = "sum"
ONE: Final = "one"

OF_SEVERAL: Final = Rulings(
    {
        MOST_POWER: Ruling(
            N_("Whose Power is the most?"),
            {SUM: N_("all Power of a person is added up"), ONE: N_("the most Power of one faction counts")},
            N_("For the First Player. The rules for several factions each do not say it."),
        )
    }
)
"""What those rules leave open; it is asked for where more than two people play so."""


def rulings(codes: Iterable[str] | None = None, cards: Iterable[str] = ()) -> Rulings:
    """Return all rulings in the order of the questions.

    Args:
        codes: if given, only those of these factions and of `cards`, besides those that all share.
        cards: the neutral cards in use.
    """
    own = (FACTIONS[code].rulings for code in FACTIONS if codes is None or code in codes)
    return _in_order(COMMON, *own, of_cards(OF_CARDS if codes is None else cards))


def of_cards(cards: Iterable[str]) -> Rulings:
    """Return the rulings on these neutral cards, in the order of the questions."""
    used = {*cards}
    return _in_order(*(points for card, points in OF_CARDS.items() if card in used))


def _in_order(*found: Mapping[str, Ruling]) -> Rulings:
    points = {key: point for some in found for key, point in some.items()}
    return Rulings(sorted(points.items(), key=lambda item: (len(item[0]), item[0])))


def ruling(chosen: Mapping[str, str], key: str) -> str:
    """Return the ruling in force."""
    if key in chosen:
        return chosen[key]
    found = COMMON.get(key) or next((points[key] for points in OF_CARDS.values() if key in points), None)
    found = found or next(faction.rulings[key] for faction in loaded_first() if key in faction.rulings)
    return next(iter(found.readings))
