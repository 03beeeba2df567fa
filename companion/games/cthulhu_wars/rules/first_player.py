"""Determine First Player (reference 3.2)."""

from __future__ import annotations

from collections.abc import Callable

from companion.games.cthulhu_wars.facts import DirectionChosen, FirstPlayerChosen, PhaseBegan
from companion.games.cthulhu_wars.model.rulings import MOST_POWER, ONE, SUM
from companion.games.cthulhu_wars.model.state import CthulhuState, Phase
from companion.games.cthulhu_wars.rules.lot import LOT
from companion.games.cthulhu_wars.rules.people import player
from companion.table.prompts import TABLE, Choose, Option
from companion.table.script import Script, pick_one, safe_point
from companion.table.words import _


def leaders(state: CthulhuState) -> list[list[str]]:
    """Return the players with the most Power, each as a list of factions.

    The Power of all factions of a player is added up.
    """
    powers = [sum(state.factions[c].power for c in hand) for hand in state.players]
    return [hand for hand, power in zip(state.players, powers, strict=True) if power == max(powers)]


def holders_of_the_most(state: CthulhuState) -> list[list[str]]:
    """Return the players who have the one faction with the most Power."""
    most = max(f.power for f in state.factions.values())
    return [hand for hand in state.players if any(state.factions[c].power == most for c in hand)]


def switch_to_player(
    state: CthulhuState,
    key: str,
    who: str,
    title: str,
    players: Callable[[], list[list[str]]],
    *,
    text: str = "",
    lot: bool = False,
) -> Script[str]:
    """Ask `who` for one of the players; return its first faction, or `LOT` where that is offered and picked."""

    def build() -> Choose:
        options = [Option(hand[0], player(state, hand)) for hand in players()]
        if lot and len(options) > 1:
            options.append(Option(LOT, _("Draw by lot")))
        return Choose(key=key, who=who, title=title, text=text, options=tuple(options))

    picked = yield from pick_one(state, build)
    assert picked is not None
    return picked


def candidates(state: CthulhuState) -> list[list[str]]:
    """Return the players who may have the most Power.

    More than one way counts as long as the players have not said how several factions are added.
    """
    counted = {SUM: [leaders], ONE: [holders_of_the_most]}
    by = counted.get(state.rulings.get(MOST_POWER, ""), [leaders, holders_of_the_most])
    return [hand for hand in state.players if any(hand in most(state) for most in by)]


def determine_first_player(state: CthulhuState) -> Script[None]:
    """Give the marker to the player with most Power, then ask for the direction of play.

    Where a person plays several factions, "the player with the most Power" may mean all their Power or the most of
    one faction. The printed variant does not say: more than two people have said it at set-up, and two are asked when
    it makes a difference.
    """
    yield from safe_point()
    if MOST_POWER in state.rulings or leaders(state) == holders_of_the_most(state):
        who, text = state.first, _("They are tied for the most Power; the previous First Player picks.")
    else:
        who, text = TABLE, _("The printed rules do not say whether the Power of one player's factions is added up.")
    tied = candidates(state)
    first = yield from switch_to_player(
        state, "first_player/tie", who, _("Who becomes First Player?"), lambda: candidates(state), text=text
    )
    if len(tied) == 1:
        words = _("First Player: {player}, with the most Power")
    elif who == TABLE:
        words = _("First Player: {player}")
    else:
        words = _("First Player: {player}, tied for the most Power; {other} decides")
    said = words.format(player=player(state, state.hand(first)), other=player(state, state.hand(state.first)))
    state.record(FirstPlayerChosen(first, words=said))
    yield from pick_direction(state, said)
    state.record(PhaseBegan(Phase.DOOM, state.turn, words=_("Doom Phase")))


def pick_direction(state: CthulhuState, why: str = "") -> Script[None]:
    """Ask the First Player for the direction of play of this turn; two players need none.

    Args:
        why: who is First Player, and by which rule.
    """
    if len(state.players) == 2:
        return
    options = (
        Option("1", _("Clockwise"), symbol="direction-clockwise"),
        Option("-1", _("Counter-clockwise"), symbol="direction-counterclockwise"),
    )
    picked = yield from pick_one(
        state,
        lambda: Choose(
            key="first_player/direction",
            who=state.first,
            title=_("Direction of play"),
            text=_("It stays until the next First Player is determined."),
            why=why,
            rule="first_player",
            options=options,
        ),
    )
    state.record(DirectionChosen(int(picked or "1")))
