"""What the cards do: dice come and go, pieces are kept out, losses go elsewhere, Cultists come back (reference 1.6)."""

from __future__ import annotations

from typing import Final

from msgspec.structs import replace

from companion.games.mythos_encounters.facts import BoardTaskNoted, PoolSet, pieces, several
from companion.games.mythos_encounters.model.cards import MONSTERS, Effect
from companion.games.mythos_encounters.model.forces import DEFENDER, Outcome
from companion.games.mythos_encounters.model.state import SIDES, CombatState, PlayedCard
from companion.table.prompts import Choose, Count, Option, Roll, Write, dice_words
from companion.table.script import Script, ask, pick_one
from companion.table.words import N_, _, n_

MOST: Final = 40
PUT: Final = {
    "node": (N_("{who}: put {pieces} on the Node."), N_("{who}: take {pieces} off the Node.")),
    "origin": (N_("{who}: put {pieces} on the Node of Origin."), N_("{who}: take {pieces} off the Node of Origin.")),
    "spawning": (N_("{who}: put {pieces} on the Spawning Node."), N_("{who}: take {pieces} off the Spawning Node.")),
}
"""Where Cultists come back, and what undoes it."""


def details(
    state: CombatState, key: str, card: PlayedCard, picked: str, targets: list[PlayedCard], outcome: Outcome | None
) -> Script[tuple[PlayedCard, str]]:
    """Ask what the effect of a card needs to know; return the card with it, and what it does in words."""
    if card.effect is Effect.NOTE:
        what = yield from _what(state, key, card.player)
        return card, what or _("as it says")
    if card.effect is Effect.CANCEL:
        choices = tuple(
            Option(str(c.number), c.name, detail=_("played by {player}").format(player=state.the(c.player)))
            for c in targets
        )
        target = yield from _one(state, f"{key}/target", card.player, _("Cancel which card?"), choices)
        cancelled = next(c for c in targets if str(c.number) == target)
        return replace(card, target=cancelled.number), _("{card} is cancelled").format(card=cancelled.name)
    if card.effect is Effect.RECOVER:
        back = yield from _recover(state, key, card)
        place = (yield from _place(state, key, card.player, outcome)) if back else ""
        return replace(card, amount=back, place=place), n_("{pieces} comes back", "{pieces} come back", back).format(
            pieces=pieces("cultists", back)
        )
    sides = tuple(map(state.option, SIDES))
    title = _("Whose losses?") if card.effect is Effect.REDIRECT else _("For which side?")
    side = yield from _one(state, f"{key}/side", card.player, title, sides)
    card = replace(card, side=side)
    if card.effect is Effect.REDIRECT:
        who = tuple(state.option(player) for player in state.seats if state.side_of(player) != side)
        victim = yield from _one(state, f"{key}/victim", card.player, _("Who takes them instead?"), who)
        return replace(card, victim=victim), _("{who} takes the losses of {side}").format(
            who=state.the(victim), side=state.the(side)
        )
    amount, counted = yield from _amount(state, key, card, picked)
    card = replace(card, amount=amount, kind=counted)
    gains = n_("{who} gets {n} die", "{who} gets {n} dice", amount)
    sentence = gains if amount >= 0 else n_("{who} loses {n} die", "{who} loses {n} dice", -amount)
    words = sentence.format(who=state.the(side), n=abs(amount))
    if card.effect is Effect.EXCLUDE:
        bound = yield from _bound(state, key, card)
        card = replace(card, bound=bound)
        words = n_(
            "{what}, {pieces} is kept out and not lost", "{what}, {pieces} are kept out and not lost", bound
        ).format(what=words, pieces=pieces(counted, bound))
    return card, words


def _what(state: CombatState, key: str, player: str) -> Script[str]:
    written: str = yield from ask(
        state,
        lambda: Write(
            key=f"{key}/what",
            who=player,
            title=_("What does the card do?"),
            text=_("This is only noted. To change a number here, tap it."),
            rule="effects",
            decline=_("As it says"),
            most=60,
        ),
    )
    return written


def _amount(state: CombatState, key: str, card: PlayedCard, picked: str) -> Script[tuple[int, str]]:
    """Return how many dice a card is worth, and of what kind they are."""
    side, who = card.side, card.player
    if picked in MONSTERS:
        number = yield from number_of(state, f"{key}/amount", who, _("Dice of this Monster"), state.values["monster"])
        return number, "monsters"
    if picked == "weapons":
        armed = state.fighting(side).cultists
        number = yield from number_of(state, f"{key}/amount", who, _("Dice: one for each Cultist"), armed)
        return number, "cultists"
    if card.effect is Effect.EXCLUDE:
        kind = "servitors"
        if picked == "exclude":
            kinds = (Option("cultists", _("Cultists")), Option("monsters", _("Monsters")))
            kind = yield from _one(state, f"{key}/kind", who, _("Which pieces take no part?"), kinds)
        number = yield from number_of(
            state, f"{key}/amount", who, _("How many of their dice leave?"), bound_dice(state, side, kind)
        )
        return -number, kind
    number = yield from number_of(state, f"{key}/amount", who, _("How many dice?"), 1)
    return number if picked == "more" else -number, ""


def bound_dice(state: CombatState, side: str, kind: str) -> int:
    """Dice that leave when a kind of piece is kept out: all it brought, or in segment two what the pool still has."""
    force, values = state.forces[side], state.values
    ring = values["ring"] if force.ring else 0
    own = {
        "cultists": force.cultists * (values["cultist"] + ring),
        "servitors": force.servitors * (values["servitor"] + (ring if state.segment == 1 else 0)),
        "monsters": force.monsters * values["monster"],
    }[kind]
    cards = sum(c.amount for c in state.in_force() if c.side == side and c.kind == kind)
    return max(0, min(own + cards, state.pools[side]))


def _bound(state: CombatState, key: str, card: PlayedCard) -> Script[int]:
    """Return how many pieces are kept out: all of a kind, or after the first losses as many as still stand there."""
    all_there = state.monsters(card.side) if card.kind == "monsters" else getattr(state.forces[card.side], card.kind)
    there = max(0, all_there - state.bound(card.side).get(card.kind, 0))
    if state.segment == 1:
        return int(there)
    worth = state.values[card.kind.removesuffix("s")]
    number: int = yield from ask(
        state,
        lambda: Count(
            key=f"{key}/bound",
            who=card.player,
            title=_("How many {pieces} are kept out?").format(pieces=several(card.kind)),
            text=_("Only those that still stand there."),
            rule="bound",
            least=0,
            most=there,
            suggested=min(there, -card.amount // worth if worth else there),
        ),
    )
    return number


def recount(state: CombatState, name: str) -> None:
    """Work the pools out anew from what they were when the window opened and the cards that stand (1.3)."""
    for side in SIDES:
        cards = [card for card in state.in_force(name) if card.side == side]
        total = max(0, state.bases[side] + sum(card.amount for card in cards))
        if total != state.pools[side]:
            parts = "".join(f" {'+' if c.amount >= 0 else '−'} {c.name} {abs(c.amount)}" for c in cards)
            words = f"{state.bases[side]}{parts} = {dice_words(total)}"
            state.record(PoolSet(side, state.label(side), total, words))


def redirected(state: CombatState, name: str) -> dict[str, str]:
    """Return who takes whose losses: the last redirect that stands counts for each side."""
    return {card.side: card.victim for card in state.in_force(name) if card.effect is Effect.REDIRECT}


def _recover(state: CombatState, key: str, card: PlayedCard) -> Script[int]:
    player = card.player
    number = yield from number_of(state, f"{key}/dice", player, _("How many dice does the card roll?"), 3)
    faces = yield from ask(
        state,
        lambda: Roll(
            key=f"{key}/roll",
            who=player,
            title=_("{card}: roll for Cultists").format(card=card.name),
            text=_("The card says how many come back."),
            rule="recover",
            dice=number,
            apart=True,
        ),
    )
    back: int = yield from ask(
        state,
        lambda: Count(
            key=f"{key}/back",
            who=player,
            title=_("How many Cultists come back?"),
            text=_("The dice show {sum}. The card says what comes back.").format(sum=sum(faces)),
            rule="recover",
            least=0,
            most=MOST,
            suggested=0,
        ),
    )
    return back


def _place(state: CombatState, key: str, player: str, outcome: Outcome | None) -> Script[str]:
    """Ask for the Node of Origin, or another place if it was lost (seed, 4).

    The defender's is known; of other players the table knows.
    """
    if state.side_of(player) == DEFENDER:
        return "node" if outcome is None or outcome.holder == DEFENDER else "spawning"
    options = (
        Option("origin", _("Node of Origin"), detail=_("unless it was lost")),
        Option("spawning", _("Spawning Node"), detail=_("if the Node of Origin was lost")),
    )
    place: str = yield from _one(state, f"{key}/place", player, _("Where do they come back?"), options, "recover")
    return place


def bring_back(state: CombatState) -> None:
    """Once all have passed, the Cultists of every recovery that nobody cancelled are put on the board."""
    for card in state.in_force("post"):
        if card.effect is Effect.RECOVER and card.amount:
            who, many = state.label(card.player), pieces("cultists", card.amount)
            back = n_("{who}: {pieces} comes back.", "{who}: {pieces} come back.", card.amount)
            state.record(
                BoardTaskNoted(*(words.format(who=who, pieces=many) for words in (back, *map(_, PUT[card.place]))))
            )


def _one(
    state: CombatState, key: str, who: str, title: str, options: tuple[Option, ...], rule: str = "effects"
) -> Script[str]:
    picked = yield from pick_one(state, lambda: Choose(key=key, who=who, title=title, options=options, rule=rule))
    assert picked is not None
    return picked


def number_of(state: CombatState, key: str, who: str, title: str, usual: int) -> Script[int]:
    """Ask for a number that stands on a card; `usual` is what it most likely is."""
    number: int = yield from ask(
        state,
        lambda: Count(
            key=key, who=who, title=title, rule="effects", least=0, most=MOST, suggested=min(MOST, max(0, usual))
        ),
    )
    return number
