"""The windows in which everybody at the table may play cards (reference 1.3, 1.6)."""

from __future__ import annotations

from msgspec.structs import replace

from companion.games.mythos_encounters.combat.card_effects import details, number_of, recount
from companion.games.mythos_encounters.facts import CardPlayed
from companion.games.mythos_encounters.model.cards import CANCELS, MONSTERS, NOTED, Effect, Kind
from companion.games.mythos_encounters.model.forces import Outcome
from companion.games.mythos_encounters.model.rulings import ruling
from companion.games.mythos_encounters.model.state import CombatState, PlayedCard
from companion.table.prompts import TABLE, Choose, Option, Write
from companion.table.script import Script, ask, pick_one
from companion.table.words import _


def window(
    state: CombatState, name: str, title: str, kinds: dict[str, Kind], outcome: Outcome | None = None
) -> Script[None]:
    """Let everybody play cards until all pass.

    Args:
        state: the combat.
        name: of the window, as in `PlayedCard.window`.
        title: of its questions.
        kinds: cards that belong here; those that cancel and those that are not known may always be played.
        outcome: how the combat ends, if that is known.
    """
    kinds = kinds | NOTED | CANCELS
    if ruling(state.rulings, "card_order") == "turns":
        yield from _in_turns(state, name, title, kinds, outcome)
        return
    while (player := (yield from pick_one(state, lambda: _who(state, _key(state, name), title)))) is not None:
        yield from _play(state, name, player, kinds, outcome)


def _in_turns(
    state: CombatState, name: str, title: str, kinds: dict[str, Kind], outcome: Outcome | None
) -> Script[None]:
    """Round the table, until everybody has passed in a row."""
    passes = place = 0
    while passes < len(state.seats):
        player = state.seats[place % len(state.seats)]
        plays = yield from _turn(state, f"{_key(state, name)}/{place}", title, player)
        played = plays and (yield from _play(state, name, player, kinds, outcome))
        passes = 0 if played else passes + 1
        place += 1


def _key(state: CombatState, name: str) -> str:
    """Return the key of the next card of a window."""
    return state.key(name, len(state.cards) + 1)


def _who(state: CombatState, key: str, title: str) -> Choose:
    options = tuple(map(state.option, state.seats))
    return Choose(
        key=key,
        who=TABLE,
        title=title,
        text=_("Everybody may play one."),
        rule="cards",
        options=options,
        least=0,
        decline=_("Everybody passes"),
    )


def _turn(state: CombatState, key: str, title: str, player: str) -> Script[bool]:
    picked = yield from pick_one(
        state,
        lambda: Choose(
            key=key,
            who=player,
            title=title,
            rule="cards",
            options=(Option("play", _("Play a card")),),
            least=0,
            decline=_("Pass"),
            automatic=False,
        ),
    )
    return picked is not None


def _play(state: CombatState, name: str, player: str, kinds: dict[str, Kind], outcome: Outcome | None) -> Script[bool]:
    """Ask what the card does and let it count; return whether one was played after all."""
    number, key = len(state.cards) + 1, _key(state, name)
    targets = state.in_force(name)
    no_target = "" if targets else _("No card yet")
    options = [
        Option(id_, _(kind.name), refused=no_target if kind.effect is Effect.CANCEL else "", detail=_(kind.detail))
        for id_, kind in kinds.items()
    ]
    picked = yield from pick_one(
        state,
        lambda: Choose(
            key=f"{key}/effect",
            who=player,
            title=_("{who}: which card?").format(who=state.label(player)),
            rule="effects",
            options=tuple(options),
            least=0,
            decline=_("None after all"),
        ),
    )
    if picked is None:
        return False
    kind = kinds[picked]
    called = _(kind.name) if kind.named else ((yield from _name(state, key, player, kind)) or _(kind.name))
    card = PlayedCard(number, player, called, kind.effect, name)
    card, words = yield from details(state, key, card, picked, targets, outcome)
    card = replace(card, price=(yield from _price(state, key, card, picked, kind)))
    state.record(
        CardPlayed(
            card,
            state.label(player),
            _("{who} plays {card}: {what}.").format(who=state.The(player), card=called, what=words),
        )
    )
    if name.startswith("cards/"):
        recount(state, name)
    return True


def _name(state: CombatState, key: str, player: str, kind: Kind) -> Script[str]:
    written: str = yield from ask(
        state,
        lambda: Write(
            key=f"{key}/name",
            who=player,
            title=_("What is the card called?"),
            text=_("{card}. The name is for the log only.").format(card=_(kind.name)),
            rule="effects",
            decline=_("No name"),
        ),
    )
    return written


def _price(state: CombatState, key: str, card: PlayedCard, picked: str, kind: Kind) -> Script[int]:
    if picked not in MONSTERS and card.effect is not Effect.CANCEL:
        return 0
    usual = state.values["summon_price"] if kind.price else 0
    title = _("Cultists paid, from elsewhere")
    number: int = yield from number_of(state, f"{key}/price", card.player, title, usual)
    return number
