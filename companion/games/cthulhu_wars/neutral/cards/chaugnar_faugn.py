"""Chaugnar Faugn: Miri Nigri, the dice that he adds from anywhere, and his Curse (reference 7)."""

from __future__ import annotations

from typing import Final

from companion.games.cthulhu_wars.facts import AddedDiceTold, CounterSet, SignDiscarded, SignExchanged
from companion.games.cthulhu_wars.model import names, roster
from companion.games.cthulhu_wars.model.battle_state import Battle
from companion.games.cthulhu_wars.model.faction_parts import Action
from companion.games.cthulhu_wars.model.neutral_cards import CHAUGNAR
from companion.games.cthulhu_wars.model.state import CthulhuState
from companion.games.cthulhu_wars.neutral.cards.hooks import CardHooks
from companion.games.cthulhu_wars.rules.card_books import CARD_BOOKS, earn, has_book
from companion.games.cthulhu_wars.rules.mind_control import controlled, held_down_elsewhere
from companion.table.prompts import Choose, Option
from companion.table.script import Script, pick_one, pick_some, yes
from companion.table.words import N_, _

NIGRI_DICE: Final = 3
PRICE: Final = 2
"""Elder Signs that earn his spellbook."""
SEEN: Final = "curse/"
"""Mark, with a faction behind it: how many Elder Signs it had drawn when his player last chose."""
MIRI_NIGRI: Final = "miri_nigri"
"""What the dice are called that he adds (`Battle.said`)."""


def gates_known(state: CthulhuState) -> bool:
    """Return whether the companion knows where Gates are; a Quick Battle only knows some."""
    return state.follows and not state.skirmish


def miri_nigri(state: CthulhuState, battle: Battle, side: str) -> int:
    """Return Chaugnar Faugn's dice in an area with a Gate that his player controls.

    He need not be there himself. Where the companion does not track Gates they count until the players say otherwise.
    """
    if state.on_map(side, CHAUGNAR) <= 0:
        return 0
    told = f"{side}.{MIRI_NIGRI}"
    if told in battle.said:
        return battle.said[told]
    units = any(f.unit in roster.card(side).gate_units for f in battle.present(side))
    area = {battle.area} if battle.area else set(state.gates_of(side))
    held = any(state.gates.get(a) == side for a in area)
    return NIGRI_DICE if units or held or not gates_known(state) else 0


def with_elder_thing(state: CthulhuState, battle: Battle, me: str, unit: str) -> Script[bool]:
    """Return whether an enemy's Elder Thing is with a Great Old One; ask if that is not in the battle."""
    if battle.present(me, unit=unit):
        return controlled(battle, me)
    return bool(miri_nigri(state, battle, me)) and (yield from held_down_elsewhere(state, battle, me, unit))


def added_dice(state: CthulhuState, battle: Battle, side: str) -> tuple[str, int]:
    """Return the dice that he adds, with their label."""
    return _("Miri Nigri"), miri_nigri(state, battle, side)


def ask_added_dice(state: CthulhuState, battle: Battle, side: str) -> Script[None]:
    """Ask whether they count, where the companion cannot know it."""
    if state.on_map(side, CHAUGNAR) > 0 and (yield from with_elder_thing(state, battle, side, CHAUGNAR)):
        state.record(AddedDiceTold(side, MIRI_NIGRI, 0))
    elif state.on_map(side, CHAUGNAR) > 0 and not gates_known(state):
        title, text = _("Do you control a Gate there?"), _("Miri Nigri: 3 more dice")
        there = yield from yes(state, f"battle/miri_nigri/{side}", side, title, text=text)
        state.record(AddedDiceTold(side, MIRI_NIGRI, NIGRI_DICE if there else 0))


def curse_refused(state: CthulhuState, me: str) -> str:
    """Return why his spellbook cannot be earned, or an empty string."""
    if has_book(state, me, CHAUGNAR):
        return _("Already done.")
    return "" if len(state.factions[me].signs) >= PRICE else _("You have fewer than 2 Elder Signs.")


def discard_signs(state: CthulhuState, me: str) -> Script[None]:
    """Discard 2 Elder Signs that nobody gains anything for: his spellbook is earned."""

    def build() -> Choose | None:
        words = (_("Elder Sign {number}: {doom} Doom"), _("Elder Sign {number}"))
        options = tuple(
            Option(str(n), words[not value].format(number=n + 1, doom=value))
            for n, value in enumerate(state.factions[me].signs)
        )
        title, text = _("Which 2 Elder Signs are discarded?"), _("Only you may see these.")
        return Choose(
            key="curse/discarded",
            who=me,
            title=title,
            text=text,
            options=options,
            least=min(PRICE, len(options)),
            most=min(PRICE, len(options)),
            secret=True,
        )

    for index in sorted(map(int, (yield from pick_some(state, build))), reverse=True):
        state.record(SignDiscarded(me, index))
    earn(state, me, CHAUGNAR)
    for code in state.seats:
        state.record(CounterSet(me, f"{SEEN}{code}", state.factions[code].drawn))


def chosen_signs(state: CthulhuState, me: str) -> Script[None]:
    """Let his player choose which Elder Signs others, and he, have just gained.

    Physical ones lie before everybody; there the table does it.
    """
    if state.chits or not has_book(state, me, CHAUGNAR):
        return
    for code in state.seats:
        faction, seen = state.factions[code], state.factions[me].marks.get(f"{SEEN}{code}", 0)
        fresh = min(faction.drawn - seen, len(faction.signs))
        if faction.drawn > seen:
            state.record(CounterSet(me, f"{SEEN}{code}", faction.drawn))
        for index in range(len(faction.signs) - fresh, len(faction.signs)):

            def build(code: str = code, index: int = index) -> Choose | None:
                signs = state.factions[code].signs
                if index >= len(signs):
                    return None
                values = sorted({*state.bag, signs[index]})
                options = tuple(Option(str(value), _("{number} Doom").format(number=value)) for value in values)
                title = _("{faction}: which Elder Sign?").format(faction=names.faction(code))
                key = f"curse/{code}"
                return Choose(key=key, who=me, title=title, text=_(CARD_BOOKS[CHAUGNAR].name), options=options)

            picked = yield from pick_one(state, build)
            if picked is not None and int(picked) != state.factions[code].signs[index]:
                state.record(SignExchanged(code, index, int(picked)))


POWERS: Final = CardHooks(
    CHAUGNAR,
    added_dice=added_dice,
    ask_added_dice=ask_added_dice,
    noticed=chosen_signs,
    actions_in_play=(
        Action(
            "curse_of_chaugnar",
            N_("Discard 2 Elder Signs for Chaugnar's book"),
            0,
            curse_refused,
            discard_signs,
            CARD_BOOKS[CHAUGNAR].text,
            short=N_("Chaugnar's book"),
            known=True,
        ),
    ),
)
