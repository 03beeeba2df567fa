"""Every change of a price against every price of its own (reference 3.4, 6 and 7).

A Great Old One or a card that is added without a row here fails; so does a faction with prices of its own.
"""

from __future__ import annotations

from typing import Any, Final

import pytest

from companion.games.cthulhu_wars.facts import CardTaken, CounterSet
from companion.games.cthulhu_wars.model import roster
from companion.games.cthulhu_wars.model.faction import Faction
from companion.games.cthulhu_wars.model.neutral_cards import CARDS, GREAT_OLD_ONES
from companion.games.cthulhu_wars.neutral.cards.asenath_waite import cheap
from companion.games.cthulhu_wars.neutral.cards.cthugha import awakening_cost
from companion.games.cthulhu_wars.rules.card_books import earn
from companion.games.cthulhu_wars.rules.pool import unit_cost
from companion.games.cthulhu_wars.rules.ritual_marker import ritual_cost
from companion.table.prompts import Choose, Count, Roll
from tests.cthulhu_wars.battles import Skirmish
from tests.cthulhu_wars.evening import Evening, give, onwards

LESS: Final = 3
"""What Lavinia Whateley takes off (reference 7)."""
ANY: Final[dict[str, int]] = {}
OWN: Final[dict[str, tuple[int, dict[str, int]]]] = {
    "GC/cthulhu": (10, ANY),
    "GC/cthulhu again": (4, {"mark": 1}),
    "CC/nyarlathotep": (10, ANY),
    "BG/shub_niggurath": (8, ANY),
    "YS/king_in_yellow": (4, ANY),
    "YS/hastur": (10, {"king_in_yellow": 1}),
    "OW/yog_sothoth": (6, {"spawn_of_yog_sothoth": 1}),
    "SL/tsathoggua": (8, {"formless_spawn": 1}),
    "SL/tsathoggua again": (4, {"formless_spawn": 1, "mark": 1}),
    "WW/rhan_tegoth": (6, ANY),
    "WW/ithaqua": (6, {"rhan_tegoth_awakened": 1}),
    "DS/avatar_thesis": (0, {"larva_thesis": 1}),
    "DS/avatar_antithesis": (8 - 3, {"larva_antithesis": 1, "azathoth": 3}),
    "DS/avatar_synthesis": (8, {"larva_synthesis": 1}),
    "TT/ubbo_sathla": (6, {"high_priest": 1}),
    "BB/bastet": (6, {"cat_from_mars": 1, "cat_from_saturn": 1, "cat_from_uranus": 1}),
}
"""Reference 6: what each Great Old One of a faction costs, and what its player must have."""
WITHOUT_PRIESTS: Final = ("BB",)
SEEN_BY_PLAYERS: Final = ("yog_sothoth", "avatar_thesis", "avatar_antithesis", "avatar_synthesis")
"""Their area the companion does not know before: it asks whether it is one that costs more."""
LOST: Final = 8
"""What Azathoth takes at most; a loss and no cost, so nothing makes it less."""
INDEPENDENT: Final[dict[str, int | None]] = {
    "byatis": 4,
    "abhoth": 4,
    "daoloth": 6,
    "nyogtha": 6,
    "cthugha": 6 - 10,
    "tulzscha": 4,
    "ygolonac": 2,
    "yig": 4,
    "bokrug": 4,
    "ghatanothoa": 4,
    "azathoth_free": LOST,
    "father_dagon": 4,
    "mother_hydra": 4,
    "bloated_woman": 4,
    "atlach_nacha": 6,
    "glaaki": 4,
    "nodens": 6,
    "chaugnar_faugn": 4,
    "eihort": 4,
    "gobogeg": 0,
    "haunter_of_the_dark": 6,
    "hagarg_ryonis": 4,
    "dire_cthulhu": 6,
    "dire_azathoth": 10,
    "dire_yog_sothoth": 10 - 3,
    "cthulhu_free": 6,
    "hastur_free": 6,
    "ithaqua_free": 4,
    "nyarlathotep_free": 6,
    "rhan_tegoth_free": 4,
    "shub_niggurath_free": 4,
    "king_in_yellow_free": 2,
    "tsathoggua_free": 4,
    "ubbo_sathla_free": 4,
    "yog_sothoth_free": 6,
    "the_harbinger": 8,
    "the_risen_one": 8,
}
"""Reference 7: what each independent one costs Crawling Chaos, whose Nyarlathotep cost 10; others are told. The Bloated
Woman has a price of her own there."""
KIN: Final = {"bloated_woman": 3, "haunter_of_the_dark": 5}
"""Those that Crawling Chaos has for less."""
OF_OTHERS: Final = {"OW": "dire_yog_sothoth", "GC": "the_harbinger", "YS": "the_risen_one"}
"""Others with a price of a faction's own."""
CHANGES: Final = [(False, False), (True, False), (False, True), (True, True)]


def independent(card: str) -> int:
    return KIN.get(card, INDEPENDENT[card] or 0)


def test_every_great_old_one_has_its_row() -> None:
    """A Great Old One that is added without a row in these tables is missed by what changes a price."""
    own = {f"{code}/{a.unit}" for code, card in roster.FACTIONS.items() for a in card.awakenings}
    assert {name.removesuffix(" again") for name in OWN} == own
    known = {card.id for card in GREAT_OLD_ONES if card.cost_known} | {"cthugha", "azathoth_free", "dire_yog_sothoth"}
    assert set(INDEPENDENT) == known


def test_every_price_of_a_factions_own_has_its_row() -> None:
    """A faction with a door for prices that no table here knows is missed by what looks at a price."""

    def opened(door: str) -> set[str]:
        usual = Faction.__struct_defaults__[Faction.__struct_fields__.index(door) - len(Faction.__struct_fields__)]
        return {code for code, card in roster.FACTIONS.items() if getattr(card, door) is not usual}

    assert opened("summon_cost") == {code for code, *_ in MONSTERS}
    assert opened("ritual_cost") == {"WW"}
    assert opened("toll") == {"WW"}
    priced = {kin.card for card in roster.FACTIONS.values() for kin in card.kin if kin.card in INDEPENDENT}
    assert priced == {*KIN, *OF_OTHERS.values()}


def ready(code: str, *cards: str, lavinia: bool, ice: bool, **counters: int) -> Evening:
    """The faction's Action, perhaps with Lavinia Whateley, and with Ice Age perhaps everywhere."""
    priests = [] if code in WITHOUT_PRIESTS else ["high_priests", "unique_priests"]
    other = "BG" if code != "BG" else "CC"
    table = [code, other, "WW"] if code != "WW" else [code, "CC", "BG"]
    game = Evening(*table, neutral=[*priests, *cards], first=code if code != "WW" else "CC")
    game.pass_others(code)
    if "mark" in counters:
        game.state.record(CounterSet(code, "awakened", counters.pop("mark")))
        if code == "SL":
            # By Ancient Sorcery it has Great Cthulhu's ability.
            game["SL"].borrowed.append("GC")
    if code == "DS":
        game.state.record(CounterSet(code, "thesis_awakened", 1))
        game.state.record(CounterSet(code, "antithesis_awakened", 1))
    if lavinia:
        game.state.record(CounterSet(code, "priest_lavinia_whateley", 1))
        counters["lavinia_whateley"] = 1
    game.correct(**{f"{code}_{name}": number for name, number in counters.items()})
    if ice:
        game["WW"].tokens.extend(game.state.board.areas)
    game.take_first("book/")
    return game


def awakened(game: Evening, code: str, unit: str, lavinia: bool = True) -> int:
    """Awaken one, with all that it asks; return the Power that it took."""
    before = game[code].power
    game.play((f"action/{code}", f"awaken/{unit}"))
    while not game.key.startswith(("action/", "book/", "setup/", "first_player/", "gather_power")):
        prompt = game.prompt
        if isinstance(prompt, Roll):
            game.answer([6] * prompt.dice)
        elif isinstance(prompt, Count):
            game.answer(prompt.suggested or prompt.least)
        elif game.key == "lavinia_whateley":
            game.answer("yes" if lavinia else "no")
        elif game.key == "book_of_law/himself":
            game.answer("no")
        elif game.key == "cthugha/replaced":
            game.answer("nyarlathotep")
        else:
            assert isinstance(prompt, Choose), prompt
            game.answer(game.options()[0] if prompt.least or game.key.startswith("toll/") else [])
    assert game[code].in_play[unit], "it is there"
    return before - game[code].power


@pytest.mark.parametrize(("lavinia", "ice"), CHANGES)
@pytest.mark.parametrize("name", OWN)
def test_what_changes_the_price_of_a_factions_great_old_one(name: str, lavinia: bool, ice: bool) -> None:
    """Lavinia Whateley takes 3 off every Great Old One, Ice Age adds 1 to an enemy's Action (reference 6 and 7); both
    together take 2. It can be had for exactly that, and not for 1 less."""
    price, counters = OWN[name]
    code, unit = name.removesuffix(" again").split("/")
    if lavinia and code in WITHOUT_PRIESTS:
        return
    game = ready(code, lavinia=lavinia, ice=ice, **counters)
    for one in [code_ for code_ in game.state.seats if code_ != code]:
        game.correct(**{f"{one}_power": 0})
    taxed = ice and code != "WW"
    due = price - LESS * lavinia + taxed
    seen = due - (taxed and unit in SEEN_BY_PLAYERS)
    game.correct(**{f"{code}_power": max(1, seen)})
    assert game.refusal(f"awaken/{unit}") == ""
    if seen > 1:
        game.correct(**{f"{code}_power": seen - 1})
        assert game.refusal(f"awaken/{unit}") == f"It costs {seen}; you have {seen - 1} Power."
    game.correct(**{f"{code}_power": max(1, due)})
    assert awakened(game, code, unit) == due
    assert game[code].in_play.get("lavinia_whateley", 0) == 0


@pytest.mark.parametrize(("lavinia", "ice"), CHANGES)
@pytest.mark.parametrize("card", [card.id for card in GREAT_OLD_ONES])
def test_what_changes_the_price_of_an_independent_great_old_one(card: str, lavinia: bool, ice: bool) -> None:
    """The same for each independent one: Cthugha's own price, less 3 (RB FAQ: 6 - 3 - 10, so 7 are paid out); nothing
    comes off what Azathoth takes, which is a loss and no cost."""
    more = {"hunting_horror": 1} if card == "dire_yog_sothoth" else {}
    game = ready("CC", card, lavinia=lavinia, ice=ice, nyarlathotep=1, **more)
    if card == "gobogeg":
        give(game, "CC", *(book.id for book in roster.card("CC").books))
    if card == "dire_azathoth":
        game["BG"].start = game.state.gates_of("CC")[0]
        game.correct(CC_doom=1)
    due = independent(card) - LESS * (lavinia and card != "azathoth_free") + ice
    # Where Dire Yog-Sothoth comes only the players see.
    seen = due - (ice and card == "dire_yog_sothoth")
    game.correct(CC_power=max(1, seen))
    assert game.refusal(f"awaken/{card}") == ""
    if seen > 1:
        game.correct(CC_power=seen - 1)
        assert str(seen) in game.refusal(f"awaken/{card}")
    game.correct(CC_power=max(1, due))
    assert awakened(game, "CC", card) == due
    assert game["CC"].in_play.get("lavinia_whateley", 0) == (lavinia and card == "azathoth_free")


@pytest.mark.parametrize("cards", [(), ("cthugha",)])
def test_lavinia_whateley_is_asked_for_where_the_rest_needs_her_to_be_paid(cards: tuple[str, ...]) -> None:
    """Pay first (reference 3.4): with the price alone in hand and 1 more due for the area there is no “no”."""
    game = ready("CC", *cards, lavinia=True, ice=True, nyarlathotep=len(cards))
    unit = cards[0] if cards else "nyarlathotep"
    game.correct(CC_power=10)
    assert awakened(game, "CC", unit, lavinia=False) == (6 - 10 + 1 if cards else 10 - LESS + 1)
    assert game["CC"].in_play["lavinia_whateley"] == len(cards)


def test_what_is_paid_out_is_said() -> None:
    """A price below 0 is gained, and the question says so in these words."""
    game = ready("CC", "cthugha", lavinia=True, ice=False, nyarlathotep=1)
    game.play(("action/CC", "awaken/cthugha"))
    while game.key != "lavinia_whateley":
        assert not isinstance(game.prompt, Count)
        game.answer(game.options()[0])
    assert isinstance(game.prompt, Choose)
    assert game.prompt.text == "You then gain 7 Power."


# -- Monsters ----------------------------------------------------------------------------------------------------------

MONSTERS: Final = [
    ("BG", "ghoul", "thousand_young", {"shub_niggurath": 1}, 1, 0),
    ("BG", "fungi", "thousand_young", {"shub_niggurath": 1}, 2, 1),
    ("BG", "dark_young", "thousand_young", {"shub_niggurath": 1}, 3, 2),
    ("WW", "gnoph_keh", "", {"gnoph_keh": 2}, 4, 2),
    ("AN", "un_man", "festival", {}, 3, 0),
    ("AN", "reanimated", "brainless", {}, 4, 1),
    ("AN", "yothan", "extinction", {}, 6, 3),
]
"""Whose price changes: faction, kind, the book that does it, what is in play then, and the price before and after."""


def priced(code: str, book: str, counters: dict[str, int], *, changed: bool) -> Evening:
    game = ready(code, lavinia=False, ice=False)
    if changed and book:
        give(game, code, book)
    if changed:
        game.correct(**{f"{code}_{name}": number for name, number in counters.items()})
        game.take_first("book/")
    return game


@pytest.mark.parametrize("changed", [False, True])
@pytest.mark.parametrize(("code", "unit", "book", "counters", "before", "after"), MONSTERS)
def test_what_a_monster_costs_now_counts_wherever_its_cost_does(
    code: str, unit: str, book: str, counters: dict[str, int], before: int, after: int, changed: bool
) -> None:
    """Thousand Young, Gnoph-Keh in the pool, the books of the Ancients (reference 6): the price of summoning, for
    Asenath Waite (3 or less) and for all that asks `unit_cost`: Shriveling, Crawford Tillinghast, Prime Cause, The
    Bloated Woman."""
    game = priced(code, book, counters, changed=changed)
    price = after if changed else before
    kind = roster.card(code).unit(unit)
    assert unit_cost(game.state, code, kind) == price
    assert next(o for o in game.prompt.options if o.id == f"summon/{unit}").cost == price  # type: ignore[attr-defined]
    assert (unit in cheap(game.state, code)) is (price <= LESS)


@pytest.mark.parametrize("changed", [False, True])
@pytest.mark.parametrize(
    ("side", "pieces", "books", "unit", "before", "after"),
    [
        ("BG", {"shub_niggurath": 1, "fungi": 1}, ["thousand_young"], "fungi", 2, 1),
        ("WW", {"gnoph_keh": 2}, [], "gnoph_keh", 2, 2),
        ("AN", {"un_man": 1, "reanimated": 1}, ["festival"], "un_man", 3, 0),
        ("AN", {"un_man": 1, "reanimated": 1}, ["brainless"], "reanimated", 4, 1),
    ],
)
def test_shriveling_gives_what_the_unit_would_cost_now(
    side: str, pieces: dict[str, int], books: list[str], unit: str, before: int, after: int, changed: bool
) -> None:
    """Reference 7, Shriveling: its owner gains what it would cost to summon it now (RB, errata card)."""
    battle = Skirmish(
        {"GC": {"deep_one": 2}, side: pieces},
        books={"GC": ["shriveling"], side: books if changed else []},
    )
    while "battle/pre_battle/GC" not in battle.open_keys:
        key = next(iter(battle.open_keys))
        battle.play((key, _first(battle.prompt(key))))
    power = battle.state.factions[side].power
    battle.play(("battle/pre_battle/GC", "shriveling"))
    if "battle/shriveling" in battle.open_keys:
        battle.play(("battle/shriveling", f"{side}.{unit}.1"))
    assert battle.state.factions[side].power - power == (after if changed else before)


def _first(prompt: Any) -> Any:
    return prompt.suggested if isinstance(prompt, Count) else {}


# -- Rituals and Gates -------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("herald", "price"), [(False, 6), (True, 5)])
def test_tulzscha_gives_the_markers_number_whatever_a_ritual_costs(herald: bool, price: int) -> None:
    """Herald of the Outer Gods: a Ritual costs 5; Ceremony of Annihilation gives the number under the marker."""
    game = ready("WW", "tulzscha", lavinia=False, ice=False)
    if herald:
        give(game, "WW", "herald")
        game.take_first("book/")
    game.state.record(CardTaken("WW", "tulzscha", "WW", 0, 0))
    game.correct(ritual=1, WW_tulzscha=1)
    earn(game.state, "WW", "tulzscha")
    assert (ritual_cost(game.state, "WW"), game.state.ritual_cost) == (price, 6)
    onwards(game, "doom_phase/WW")
    before = game["WW"].power
    game.play(("doom_phase/WW", "ceremony"))
    assert game["WW"].power - before == 6


@pytest.mark.parametrize("ice", [False, True])
@pytest.mark.parametrize("umr", [False, True])
def test_what_a_gate_costs_with_umr_at_tawil_and_ice_age(umr: bool, ice: bool) -> None:
    """Umr at-Tawil: the Create Gate Action costs 2; Ice Age adds 1."""
    game = ready("GC", "umr_at_tawil", lavinia=False, ice=ice)
    if umr:
        give(game, "GC", "umr_at_tawil")
        game.take_first("book/")
    before = game["GC"].power
    game.play(("action/GC", "create_gate"))
    game.answer(game.options()[0])
    assert before - game["GC"].power == 3 - umr + ice


def test_cthugha_counts_what_the_other_costs_its_own_player() -> None:
    """6 minus the awakening cost of the Great Old One that he replaces; Crawling Chaos has The Bloated Woman for 3,
    others for 4 (reference 6 and 7)."""
    for code, cost in (("CC", 3), ("GC", 4)):
        game = ready(code, "bloated_woman", "cthugha", lavinia=False, ice=False)
        game.state.record(CardTaken(code, "bloated_woman", code, 0, 0))
        game.correct(**{f"{code}_bloated_woman": 1})
        assert awakening_cost(game.state, code, "bloated_woman") == cost
    assert CARDS["bloated_woman"].cost_known
