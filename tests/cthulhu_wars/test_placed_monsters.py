"""Every rule that places or summons a Monster from a pool, against every neutral Monster and token that its owner may
hold (reference 6 and 7)."""

from __future__ import annotations

import ast
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Final

import pytest

from companion.games import cthulhu_wars
from companion.games.cthulhu_wars.boards import library
from companion.games.cthulhu_wars.factions import sleeper
from companion.games.cthulhu_wars.factions.sleeper import AbilityLearned
from companion.games.cthulhu_wars.facts import CardReturned, CardTaken
from companion.games.cthulhu_wars.model.neutral_cards import BROUGHT, CARDS, FILTH
from companion.games.cthulhu_wars.model.units import Rank
from companion.games.cthulhu_wars.neutral.cards import asenath_waite as asenath
from companion.games.cthulhu_wars.neutral.cards import crawford_tillinghast as crawford
from companion.games.cthulhu_wars.neutral.cards import elder_shoggoth, like_factions
from companion.games.cthulhu_wars.turn import common_actions
from companion.games.cthulhu_wars.turn.palette import free_choices
from tests.cthulhu_wars.evening import Evening
from tests.cthulhu_wars.test_daemon_sultan import ANTITHESIS, THESIS, awakened, sultan
from tests.cthulhu_wars.test_faction_actions import with_books
from tests.cthulhu_wars.test_the_ancients import evening as ancients

MONSTERS: Final = {card.id: card.unit for card in CARDS.values() if card.unit.rank is Rank.MONSTER}
TOKENS: Final = {token.id: card for card, token in BROUGHT.items() if token.rank is Rank.MONSTER}
HELD: Final = (*MONSTERS, *TOKENS)
"""All neutral Monsters, and the tokens that are Monsters."""


def holding(game: Evening, code: str, unit: str) -> Evening:
    """The faction has the Loyalty Card that brings this kind, and all its pieces in its pool."""
    card = TOKENS.get(unit, unit)
    game.state.record(CardTaken(code, card, code, 0, 0))
    if card in BROUGHT:
        game.correct(**{f"{code}_{card}": 1})
    game.correct(**{f"{code}_power": 10})
    return game


def setup_of(unit: str) -> list[str]:
    return [TOKENS.get(unit, unit)]


# -- what each offers --------------------------------------------------------------------------------------------------


def desecration(unit: str) -> bool:
    """Desecration: "place a Monster or Cultist of cost 2 or less"."""
    game = holding(with_books(Evening("YS", "CC", "BG", neutral=setup_of(unit)), "YS", "shriek"), "YS", unit)
    game.correct(YS_king_in_yellow=1)
    game.play(("action/YS", "desecrate"), ("desecrate/area", "south_america"))
    game.play(("desecrate/units", 1), ("desecrate/roll", [6]))
    if unit not in game.options():
        return False
    game.play(("desecrate/place", unit))
    # One that is summoned onto a card beside the map is placed on the map, and one Ghast comes of four.
    assert game.state.on_map("YS", unit) == 1
    return True


def death_from_below(unit: str) -> bool:
    """Death from Below: a Monster of the lowest cost in the pool."""
    game = holding(Evening("SL", "CC", "BG", neutral=setup_of(unit)), "SL", unit)
    game.correct(SL_wizard=2, SL_serpent_man=3, SL_formless_spawn=4)
    return unit in sleeper.cheapest(game.state, "SL")


def fiendish_growth(unit: str) -> bool:
    """Fiendish Growth: Monsters or Acolytes from the pool."""
    game = sultan("GC", "BG", books=("fiendish_growth",), neutral=tuple(setup_of(unit)))
    awakened(game, THESIS, ANTITHESIS)
    game["DS"].start = "europe"
    holding(game, "DS", unit)
    game.play(("action/DS", "fiendish_growth"), ("fiendish_growth/factions", 1))
    if unit not in game.options():
        return False
    game.play(("fiendish_growth/0", unit))
    assert game.state.on_map("DS", unit) == 1
    return True


def free_monsters(unit: str) -> bool:
    """The Ancients: each enemy summons its cheapest Monster for free; here it has no other one in its pool."""
    game = holding(ancients("CC", "BG", neutral=setup_of(unit)), "CC", unit)
    with_books(game, "BG", "frenzy")
    game.correct(CC_nightgaunt=3, CC_flying_polyp=3, CC_hunting_horror=2)
    before = dict(game["CC"].in_play)
    game.play(("action/AN", "cheapest"))
    game.take_first("moonbeast", "free_monster")
    return game["CC"].in_play != before or bool(game.state.aside("CC", unit) or game.state.covers("BG", "frenzy"))


def summon_monster(unit: str) -> bool:
    """Summon Monster."""
    game = holding(with_books(Evening("GC", "CC", "BG", neutral=setup_of(unit)), "CC", "madness"), "GC", unit)
    former = unit in [kind.id for kind in common_actions.monsters(game.state, "GC")]
    offered = f"summon/{unit}" in game.options()
    assert former == offered
    return offered


def fertility_cult(unit: str) -> bool:
    """Fertility Cult: Summons are Unlimited Actions."""
    game = with_books(Evening("BG", "GC", "CC", first="BG", neutral=setup_of(unit)), "CC", "madness")
    holding(game, "BG", unit)
    return {f"summon/{unit}", unit} & {c.id for c in free_choices(game.state, "BG") if not c.refused} != set()


def asenath_waite(unit: str) -> bool:
    """Asenath Waite: an own unit from the pool that costs 3 or less."""
    return unit in asenath.cheap(holding(Evening("GC", "CC", neutral=setup_of(unit)), "GC", unit).state, "GC")


def crawford_tillinghast(unit: str) -> bool:
    """Crawford Tillinghast: Monsters and Cultists of the pool, at most 3 Power worth."""
    game = holding(Evening("GC", "CC", neutral=setup_of(unit)), "GC", unit)
    return unit in crawford.callable_kinds(game.state, "GC", 3)


def prime_cause(unit: str) -> bool:
    """Prime Cause: another unit from the pool."""
    game = holding(Evening("GC", "CC", neutral=setup_of(unit)), "GC", unit)
    return unit in [kind.id for kind in elder_shoggoth.payable_units(game.state, "GC", free=False)]


def yr_and_the_nhhngr(unit: str) -> bool:
    """Yr and the Nhhngr, a Tome of the Library: a Monster for nothing at an own Gate."""
    game = holding(Evening("GC", "CC", "BG", map="library33", neutral=setup_of(unit)), "GC", unit)
    return unit in library.monsters(game.state, "GC")


def tsathoggua_free(unit: str) -> bool:
    """Tsathoggua, independent: the cheapest Monster of the pool, here without others in it."""
    game = holding(Evening("GC", "CC", "BG", neutral=[*setup_of(unit), "tsathoggua_free"]), "GC", unit)
    game.correct(GC_deep_one=4, GC_shoggoth=2, GC_starspawn=2)
    return unit in like_factions.cheapest(game.state, "GC")


PLACES: Final[dict[str, tuple[Callable[[str], bool], tuple[str, ...]]]] = {
    "factions/yellow_sign.desecrate": (desecration, ("gnorri", "voonith")),
    "factions/sleeper.cheapest": (death_from_below, ()),
    "factions/daemon_sultan.growing": (fiendish_growth, ()),
    "factions/the_ancients.able": (free_monsters, (FILTH,)),
    "turn/common_actions.monsters": (summon_monster, (FILTH,)),
    "turn/palette.own_actions": (fertility_cult, ()),
    "boards/library.monsters": (yr_and_the_nhhngr, ()),
    "neutral/cards/asenath_waite.cheap": (asenath_waite, ()),
    "neutral/cards/crawford_tillinghast.callable_kinds": (crawford_tillinghast, ()),
    "neutral/cards/elder_shoggoth.payable_units": (prime_cause, ()),
    "neutral/cards/like_factions.cheapest": (tsathoggua_free, ()),
}
"""Where a Monster is placed or summoned, how that is tried, and which neutral ones it does not bring: those too
dear for Desecration, and Filth by a Summon, for it is placed by its own Action; that is a Summon of Fertility Cult."""


@pytest.mark.parametrize("unit", HELD)
@pytest.mark.parametrize("place", PLACES)
def test_a_neutral_monster_comes_wherever_a_monster_is_placed_or_summoned(place: str, unit: str) -> None:
    """Neutral Monsters are their owner's Monsters (section 7); Filth may be placed by Death from Below, Desecration and
    as one of Fertility Cult's Summons (rulebook FAQ, yes to all three)."""
    brings, without = PLACES[place]
    assert brings(unit) is (unit not in without)


def placing() -> Iterator[str]:
    """The functions that look for what can be placed from a pool, by module and name."""
    home = Path(cthulhu_wars.__file__).parent
    for file in home.rglob("*.py"):
        tree = ast.parse(file.read_text(encoding="utf-8"))
        imported = [
            name.name
            for node in tree.body
            if isinstance(node, ast.ImportFrom) and node.module
            for name in node.names
            if node.module.endswith(".pool")
        ]
        if "in_pool" not in imported:
            continue
        functions = [node for node in ast.walk(tree) if isinstance(node, ast.FunctionDef)]
        for function in functions:
            inner = {id(n) for f in ast.walk(function) if isinstance(f, ast.FunctionDef) and f is not function
                     for n in ast.walk(f)}  # fmt: skip
            calls = [n for n in ast.walk(function) if isinstance(n, ast.Call) and id(n) not in inner]
            if any(isinstance(call.func, ast.Name) and call.func.id == "in_pool" for call in calls):
                yield f"{file.relative_to(home).with_suffix('').as_posix()}.{function.name}"


def test_every_place_is_in_the_table() -> None:
    """Whoever adds one says above which neutral Monsters it brings."""
    assert {*placing(), "turn/palette.own_actions"} == set(PLACES)


# -- Filth as a Summon -------------------------------------------------------------------------------------------------


def test_filth_is_one_of_the_summons_of_fertility_cult() -> None:
    """Beside the others, not instead of the Action (rulebook FAQ): two tokens, a Ghoul and the one Action in a turn."""
    game = holding(Evening("BG", "GC", "CC", first="BG", neutral=["abhoth"]), "BG", FILTH)
    assert game.option("filth").detail.startswith("Unlimited. A Filth token in any area")
    game.play(("action/BG", "filth"), ("filth/area", "europe"), ("action/BG", "summon/ghoul"))
    game.play(("action/BG", "move/1"))
    while game.key != "action/BG":
        game.answer(game.options()[0])
    assert "filth" in game.options()
    assert "move/1" not in game.options()
    game.play(("action/BG", "filth"), ("filth/area", "asia"))
    assert (game["BG"].in_play[FILTH], game["BG"].in_play["ghoul"], game["BG"].power) == (2, 1, 10 - 1 - 1 - 1 - 1)
    game.play(("action/BG", "finish"))
    assert game.key == "action/GC"


def test_filth_is_an_action_for_everybody_else() -> None:
    """Action, 1 Power."""
    game = holding(Evening("GC", "CC", "BG", neutral=["abhoth"]), "GC", FILTH)
    assert not game.option("filth").detail.startswith("Unlimited")
    game.play(("action/GC", "filth"), ("filth/area", "europe"))
    assert "filth" not in (game.ids() if game.key == "action/GC" else [])


def test_sleeper_summons_filth_with_fertility_cult() -> None:
    """Ancient Sorcery lends Sleeper the unique ability of Black Goat."""
    game = holding(Evening("SL", "BG", "CC", first="SL", neutral=["abhoth"]), "SL", FILTH)
    assert "filth" not in [c.id for c in free_choices(game.state, "SL")]
    game.correct(SL_serpent_man=1)
    game.state.record(AbilityLearned("SL", "BG"))
    assert "filth" in [c.id for c in free_choices(game.state, "SL")]


def test_servitors_are_summoned_before_filth() -> None:
    """No other Monster is summoned while a Servitor is in the pool; other ways to place one stay free (FAQ)."""
    game = holding(Evening("BG", "GC", "CC", first="BG", neutral=["abhoth", "servitor"]), "BG", FILTH)
    game.state.record(CardTaken("BG", "servitor", "BG", 0, 0))
    assert "filth" not in [c.id for c in free_choices(game.state, "BG")]
    game.correct(BG_power=9)
    assert "filth" in game.options()
    game.correct(BG_servitor=3)
    assert "filth" in [c.id for c in free_choices(game.state, "BG")]


def test_tokens_without_their_card_are_not_placed() -> None:
    """Filth stays on the map when Abhoth is lost; nobody places another one then."""
    game = holding(Evening("YS", "CC", "BG", neutral=["abhoth"]), "YS", FILTH)
    game.correct(YS_filth=2, YS_abhoth=0)
    game.state.record(CardReturned("YS", "abhoth"))
    assert FILTH not in asenath.cheap(game.state, "YS")
