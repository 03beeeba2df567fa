"""How the game ends and who has won (reference 3.6)."""

from __future__ import annotations

from functools import partial

from companion.games.cthulhu_wars.boards import registry as boards
from companion.games.cthulhu_wars.facts import ActionsOver, PhaseBegan
from companion.games.cthulhu_wars.model import names
from companion.games.cthulhu_wars.model.state import BOOKS_TO_WIN, DOOM_TO_END, CthulhuState, Phase
from companion.games.cthulhu_wars.rules.elder_signs import reveal_all
from companion.games.cthulhu_wars.rules.people import called, ended, player
from companion.games.cthulhu_wars.turn.spellbooks import last_claims
from companion.table.prompts import TABLE, Tell
from companion.table.script import Script, ask, safe_point, yes
from companion.table.words import _, and_list, n_


def end_triggered(state: CthulhuState) -> bool:
    """Return whether somebody has 30 Doom, Instant Death has come, or the board ends the game."""
    if state.instant_death or any(f.doom >= DOOM_TO_END for f in state.factions.values()):
        return True
    return boards.over(state) or bool(boards.wins(state))


def ask_whose_turn(state: CthulhuState, who: str) -> Script[None]:
    """Ask whether it is still the turn of the faction that acted last.

    `who` has reached 30 Doom by Elder Signs revealed between two turns, or before Gather Power (3.4). If it is, that
    turn was the last one (D3).
    """
    last = state.last_active
    if not last or not state.between_actions:
        return
    if state.phase is not Phase.GATHER and (state.phase is not Phase.ACTION or state.active in state.hand(last)):
        return
    title = _("Was it still the turn of {faction}?").format(faction=names.faction(last))
    if (yield from yes(state, "end/turn", who, title, text=_("If it was, the game ends now, because of 30 Doom."))):
        state.record(ActionsOver())
        state.record(PhaseBegan(Phase.END, state.turn, words=_("30 Doom: the game ends")))


def doom(state: CthulhuState, hand: list[str]) -> int:
    """Return all Doom of a player, that of several factions together (D2)."""
    return sum(state.factions[c].doom for c in hand)


def winners(state: CthulhuState) -> list[list[str]]:
    """Return the players who have won, each as a list of factions.

    Most Doom among those with six spellbooks on a faction card; equal share the victory; nobody with six: everybody
    loses. Of several factions of one player, one with six will do (D2). On some boards somebody wins at once. What
    nobody plays any more may be barred by the table.
    """
    if at_once := boards.wins(state):
        return [hand for hand in state.players if any(code in at_once for code in hand)]
    able = [h for h in state.players if any(len(state.factions[c].books) >= BOOKS_TO_WIN for c in h)]
    able = [hand for hand in able if not set(hand) & set(state.barred)]
    most = max((doom(state, hand) for hand in able), default=0)
    return [hand for hand in able if doom(state, hand) == most]


def closing_words(state: CthulhuState, won: list[list[str]]) -> str:
    """Return the result in a sentence, with the names of the winners."""
    if not won:
        return _("Nobody has six spellbooks: everybody loses.")
    who = and_list([called(state, hand) for hand in won])
    return n_("Victory: {players}.", "Shared victory: {players}.", len(won)).format(players=who)


def standing(state: CthulhuState, hand: list[str]) -> str:
    """Return a player's Doom and spellbooks: who, `31 Doom, 6 spellbooks`."""
    books = [len(state.factions[c].books) for c in hand]
    parts = " + ".join(str(state.factions[c].doom) for c in hand)
    added = f"{parts} = " if len(hand) > 1 else ""
    words = n_("{player}: {doom} Doom, {books} spellbook", "{player}: {doom} Doom, {books} spellbooks", sum(books))
    return words.format(
        player=player(state, hand),
        doom=f"{added}{doom(state, hand)}",
        books=and_list([str(number) for number in books]),
    )


def _last_words(state: CthulhuState, signs: bool) -> Tell:
    """Return the last page: who has won, or that Elder Signs are still to be revealed."""
    return Tell(
        key="end",
        who=TABLE,
        title=_("Reveal the Elder Signs") if signs else closing_words(state, winners(state)),
        lines=tuple(
            _held(state, h) if signs else standing(state, h)
            for h in sorted(state.players, key=lambda h: -doom(state, h))
        ),
        verb=_("Reveal") if signs else _("End the game"),
        rule="victory",
    )


def _held(state: CthulhuState, hand: list[str]) -> str:
    """Return a player's Doom so far, and the Elder Signs that are still face down."""
    number = sum(len(state.factions[c].signs) for c in hand)
    words = n_("{player}: {doom} Doom and {n} Elder Sign", "{player}: {doom} Doom and {n} Elder Signs", number)
    return words.format(player=player(state, hand), doom=doom(state, hand), n=number)


def end_game(state: CthulhuState) -> Script[None]:
    """Reveal all Elder Signs, then name the winner.

    Where the companion knows all of them nobody has to be asked, and they are turned last, before everybody's eyes.
    """
    yield from safe_point()
    yield from last_claims(state)
    held = [value for faction in state.factions.values() for value in faction.signs]
    known = bool(held) and all(held)
    if not known:
        yield from reveal_all(state)
    yield from ask(state, partial(_last_words, state, known))
    if known:
        yield from reveal_all(state)
    state.record(ended(state, winners(state)))
