"""Mind Control (reference 7, Elder Thing): every special ability of every Great Old One against it. An enemy Great Old
One in its area cannot use its special ability; its books still work, unless they need that. A Great Old One, or an
ability that is marked as one's, without a row fails here."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Final, NamedTuple

import pytest

from companion.games.cthulhu_wars.facts import CardTaken, CounterSet
from companion.games.cthulhu_wars.model.faction_parts import Action, BattleAbility, RitualVariant
from companion.games.cthulhu_wars.model.neutral_cards import CARDS
from companion.games.cthulhu_wars.model.roster import FACTIONS
from companion.games.cthulhu_wars.model.units import Rank
from companion.games.cthulhu_wars.neutral.cards import registry
from companion.table.prompts import Choose, Roll
from tests.cthulhu_wars.battles import Skirmish
from tests.cthulhu_wars.evening import Evening
from tests.cthulhu_wars.held import held
from tests.cthulhu_wars.test_battle_moments import DOORS, MOMENTS, OF_NOBODY, every
from tests.cthulhu_wars.test_battle_windows import NEEDS, fight
from tests.cthulhu_wars.test_pairs import curse, cursed_by_opener

SAID: Final = "Not with an enemy's Elder Thing there"


class Row(NamedTuple):
    """A special ability.

    Args:
        verdict: `off`, or `not affected` with the reason; `none` where there is no special ability.
        how: `refused` where the companion sees the Elder Thing and does not offer it; `asked` where it asks; `said`
            where it says it beside the key, because it follows no figures; `by itself` where nobody is asked.
        ids: the abilities of the code that are this one.

    Tests of this file take their cases from this table; others say that they hold a row: `pytest.mark.holds`.
    """

    name: str
    verdict: str
    how: tuple[str, ...] = ()
    ids: tuple[str, ...] = ()


COMBAT: Final = Row("his dice", "not affected: Combat is no special ability")
LEFT: Final = (Row("", "left to the table, with what an Elder Thing does to it"),)
GREAT_OLD_ONES: Final[dict[str, tuple[Row, ...]]] = {
    "cthulhu": (Row("Devour", "off", ("refused",), ("GC.devour",)),),
    "nyarlathotep": (
        Row("The Harbinger", "off", ("refused",), ("CC.harbinger_kill", "CC.harbinger_pain")),
        COMBAT,
    ),
    "shub_niggurath": (Row("Avatar", "off", ("said",), ("BG.avatar",)),),
    "king_in_yellow": (Row("Desecrate", "off", ("said",), ("YS.desecrate",)),),
    "hastur": (Row("Vengeance", "off", ("refused",)),),
    "yog_sothoth": (
        Row(
            "The Key and the Gate",
            "off",
            ("asked", "said"),
        ),
    ),
    "tsathoggua": (Row("Lethargy", "off", ("said",), ("SL.lethargy",)),),
    "rhan_tegoth": (Row("Eternal", "off", ("refused",), ("WW.eternal_kill", "WW.eternal_pain")),),
    "ithaqua": (Row("Ferox", "off", ("said",)),),
    "avatar_thesis": (Row("", "none"),),
    "avatar_antithesis": (Row("", "none"),),
    "avatar_synthesis": (
        Row(
            "Cosmic Ruler",
            "off",
            ("refused", "asked"),
        ),
    ),
    "bastet": (
        Row("Requires Attention", "off", ("said",), ("BB.requires_attention",)),
        COMBAT,
    ),
    "ubbo_sathla": (Row("Hell's Banquet", "off", ("asked",)),),
    # Independent ones.
    "byatis": (
        Row(
            "Toad of Berkeley, his Elder Sign",
            "off: an enemy is with him",
        ),
        Row(
            "Toad of Berkeley, that he never moves",
            "not affected: nobody uses it",
        ),
    ),
    "abhoth": (Row("Filth", "off", ("said",), ("filth",)),),
    "daoloth": (Row("Cosmic Unity", "off", ("refused",), ("cosmic_unity",)),),
    "nyogtha": (Row("From Below", "off", ("said",)),),
    "cthugha": (Row("Fire Vampires", "off", ("refused",), ("fire_vampires",)),),
    "tulzscha": (Row("Undying Flame", "off", ("asked",)),),
    "ygolonac": (Row("Orifices", "off", ("by itself",), ("orifices",)),),
    "yig": (Row("Snakebite", "off", ("refused",), ("snakebite",)),),
    "bokrug": (Row("Ghosts of Ib", "off", ("refused",)),),
    "ghatanothoa": (Row("Mummify", "off", ("said",), ("mummify", "mummify_at_once")),),
    "azathoth_free": (
        Row(
            "Killed only at 0",
            "off",
            ("refused", "asked"),
        ),
    ),
    "father_dagon": (Row("Tsunami", "off", ("said",), ("tsunami",)),),
    "mother_hydra": (Row("The Agony Sting", "off", ("said",), ("agony_sting",)),),
    "bloated_woman": (Row("The Velvet Fan", "off", ("refused",), ("velvet_fan",)),),
    "atlach_nacha": (Row("Spinnerets", "off", ("said",), ("spinnerets",)),),
    "glaaki": (Row("Tomb-Herd", "off", ("asked",)),),
    "chaugnar_faugn": (
        Row(
            "Miri Nigri",
            "off",
            ("refused", "asked"),
        ),
    ),
    "eihort": (Row("The Brood", "not affected: it is over as he awakens"),),
    "gobogeg": (
        Row("Threnody", "off", ("by itself",), ("threnody",)),
        Row("Book of Law", "off", ("asked",)),
    ),
    "haunter_of_the_dark": (Row("Fly to the Light", "off", ("refused",)), COMBAT),
    "hagarg_ryonis": (COMBAT, Row("Subversion", "off", ("asked",))),
    "dire_cthulhu": (Row("Lord and Master", "off", ("asked",)),),
    "dire_azathoth": (COMBAT, Row("Mindless Destruction", "off", ("refused", "asked"))),
    "dire_yog_sothoth": (Row("To Rule Them All", "off", ("said",), ("rule_them_all",)),),
    "ithaqua_free": LEFT,
    "nyarlathotep_free": LEFT,
    "rhan_tegoth_free": LEFT,
    "shub_niggurath_free": LEFT,
    "king_in_yellow_free": LEFT,
    "tsathoggua_free": LEFT,
    "ubbo_sathla_free": LEFT,
    "yog_sothoth_free": LEFT,
    "the_harbinger": LEFT,
    "the_risen_one": LEFT,
    "cthulhu_free": (Row("his Elder Sign in the Doom Phase", "off", ("asked",)),),
    "hastur_free": (Row("his Elder Sign in the Doom Phase", "off", ("asked",)),),
    "nodens": (COMBAT, Row("Healing", "off", ("asked",))),
}
"""All Great Old Ones, of factions and independent ones, with what is theirs alone."""


def marked() -> dict[str, Action | BattleAbility | RitualVariant]:
    """Whatever the code holds for the special ability of a Great Old One."""
    found: dict[str, Any] = {}
    for code, card in FACTIONS.items():
        own: tuple[Any, ...] = (*card.actions, *card.between_actions, *card.anytime, *card.doom_phase, *card.rites)
        found |= {f"{code}.{thing.id}": thing for thing in own}
    for powers in registry.POWERS.values():
        brought = (*powers.actions, *powers.actions_in_play, *powers.book_actions)
        brought += (*powers.between_actions, *powers.anytime, *powers.doom_phase, *powers.book_doom_phase)
        found |= {action.id: action for action in brought}
    found |= every()
    return {name: thing for name, thing in found.items() if thing.great}


def rows() -> Iterator[Row]:
    for several in GREAT_OLD_ONES.values():
        yield from several


def test_each_great_old_one_has_a_row() -> None:
    own = [unit.id for card in FACTIONS.values() for unit in card.units if unit.rank is Rank.GOO]
    independent = [card.id for card in CARDS.values() if card.unit.rank is Rank.GOO]
    assert sorted(GREAT_OLD_ONES) == sorted(own + independent)


def test_each_ability_of_one_has_a_row() -> None:
    assert sorted(name for row in rows() for name in row.ids) == sorted(marked())


def test_each_row_has_its_tests() -> None:
    for unit, several in GREAT_OLD_ONES.items():
        for row in several:
            assert row.ids or f"{unit}: {row.name}" in held() or row.verdict == "none" or several is LEFT, (
                unit,
                row.name,
            )


def test_each_test_that_says_what_it_holds_has_a_row() -> None:
    named = {f"{unit}: {row.name}" for unit, several in GREAT_OLD_ONES.items() for row in several}
    assert held() - named - set(MOMENTS) - set(DOORS) == set()


# -- in battles: refused ---------------------------------------------------------------------------------------------

REFUSED: Final = [name for row in rows() if "refused" in row.how for name in row.ids]


def with_elder_thing(ability: str, *, there: bool = True) -> dict[str, Any]:
    """The battle in which an ability is offered, with an Elder Thing of the enemy, too."""
    given = NEEDS[ability][0] if ability in NEEDS else OF_NOBODY[ability]
    sides = list(given["pieces"])
    user = ability.partition(".")[0] if "." in ability else {"fire_vampires": "CC"}.get(ability, "GC")
    foe = next(side for side in reversed(sides) if side != user)
    pieces = {side: dict(units) for side, units in given["pieces"].items()}
    pieces[foe]["elder_thing" if there else "satyr"] = 1
    return {**given, "pieces": pieces}


@pytest.mark.parametrize("ability", REFUSED)
def test_it_is_not_offered_against_an_elder_thing(ability: str) -> None:
    """Offered with another Monster, and not with an Elder Thing; the Elder Thing lives through it."""
    assert any(name.endswith(ability) for name in fight(**with_elder_thing(ability, there=False)))
    assert not any(name.endswith(ability) for name in fight(**with_elder_thing(ability)))


BOOKS: Final = sorted(name for name, ability in every().items() if ability.book and name in NEEDS)


@pytest.mark.holds("nyarlathotep: his dice")
@pytest.mark.parametrize("ability", BOOKS)
def test_books_and_combat_are_not_affected(ability: str) -> None:
    """Its books still work: whoever needs no special ability is offered his book all the same."""
    assert ability in fight(**with_elder_thing(ability))


@pytest.mark.holds("bastet: his dice", "nodens: his dice", "hagarg_ryonis: his dice")
@pytest.mark.parametrize("there", [True, False])
def test_fixed_results_instead_of_dice_are_not_affected(there: bool) -> None:
    """Bastet and Nodens roll no dice; what they add and take instead is their Combat."""
    enemy = {"elder_thing" if there else "flying_polyp": 1}
    battle = Skirmish({"CC": {**enemy, "nightgaunt": 1}, "BB": {"bastet": 1}})
    battle.roll(CC=[6, *[1] * (battle.dice("CC") - 1)])
    assert (battle.battle.kills["CC"], battle.battle.kills["BB"]) == (0, 1)
    battle = Skirmish({"GC": {"nodens": 1, "deep_one": 1}, "CC": enemy})
    battle.roll(GC=[1], CC=[1] * battle.dice("CC"))
    assert (battle.battle.kills["GC"], battle.battle.pains["GC"]) == (1, 2)
    battle = Skirmish({"GC": {"hagarg_ryonis": 1, "deep_one": 1}, "CC": enemy})
    battle.roll(GC=[1], CC=[1] * battle.dice("CC"))
    assert battle.battle.pains["GC"] == 3


@pytest.mark.holds("byatis: Toad of Berkeley, that he never moves")
def test_byatis_stays_with_an_elder_thing() -> None:
    """That he is not moved by anything like a Move is nothing that he uses: Howl does not choose him."""
    battle = Skirmish({"WW": {"wendigo": 1, "elder_thing": 1}, "CC": {"byatis": 1}}, books={"WW": ["howl"]})
    assert "battle/pre_battle/WW" not in battle.open_keys


@pytest.mark.holds("ygolonac: Orifices")
def test_an_elder_thing_that_goes_with_him_counts() -> None:
    """Orifices: Y'Golonac and the Elder Thing, both Killed, go at the same moment; it was there."""
    for enemy, offered in (("elder_thing", False), ("satyr", True)):
        battle = Skirmish({"GC": {"ygolonac": 1}, "CC": {enemy: 1, "flying_polyp": 1}})
        battle.roll(GC=[6], CC=[6, *[1] * (battle.dice("CC") - 1)])
        battle.play(("battle/kill/CC", {f"CC.{enemy}.1": ["kill"]}))
        assert ("ygolonac" in battle.in_play("CC")) is offered


# -- Azathoth ----------------------------------------------------------------------------------------------------------

AZATHOTH: Final = "azathoth_free"


@pytest.mark.holds("azathoth_free: Killed only at 0")
@pytest.mark.parametrize("killed", ["flying_polyp", "elder_thing"])
def test_azathoth_dies_of_a_single_kill(killed: str) -> None:
    """RB FAQ: with an enemy Elder Thing in the battle no die is rolled; also where that goes at the same moment."""
    battle = Skirmish({"CC": {"elder_thing": 1, "flying_polyp": 1}, "GC": {AZATHOTH: 1}})
    battle.play((f"battle/dice/GC/{AZATHOTH}", 8)).roll(CC=[6, 1, 1], GC=[6, *[1] * 7])
    battle.play(("battle/kill/CC", {f"CC.{killed}.1": ["kill"]}))
    assert "azathoth/struck" not in battle.open_keys
    assert battle.in_play("GC") == {}
    assert "Mind Control" in battle.log()


def test_azathoth_rolls_with_an_elder_thing_of_his_own_player() -> None:
    """An enemy one."""
    battle = Skirmish({"CC": {"flying_polyp": 1}, "GC": {AZATHOTH: 1, "elder_thing": 1}})
    battle.play((f"battle/dice/GC/{AZATHOTH}", 8)).roll(CC=[6], GC=[1] * 10)
    battle.play(("battle/kill/GC", {f"GC.{AZATHOTH}.1": ["kill"]}), ("azathoth/struck", [3]))
    assert battle.in_play("GC") == {AZATHOTH: 1, "elder_thing": 1}


def test_a_pain_that_azathoth_cannot_take_kills_him_too() -> None:
    """A Pain that cannot be taken counts as a Kill; with the Elder Thing still there it is one without a die."""
    battle = Skirmish({"GC": {AZATHOTH: 1}, "CC": {"elder_thing": 1}})
    battle.play((f"battle/dice/GC/{AZATHOTH}", 8)).roll(GC=[1] * 8, CC=[4, 1])
    near = [option.id for option in battle.prompt("battle/near/CC").options]  # type: ignore[attr-defined]
    battle.play(("battle/near/CC", near))
    assert battle.in_play("GC") == {}


def evening(*factions: str, **pieces: int) -> Evening:
    """Great Cthulhu or the first one has its turn; the second has an Elder Thing somewhere."""
    first, enemy, *_ = factions
    cards = [unit.partition("_")[2] for unit in pieces if unit.partition("_")[2] in CARDS]
    game = Evening(*factions, neutral=["elder_thing", *cards], first=first)
    game.state.record(CardTaken(enemy, "elder_thing", enemy, 0, 0))
    for card in cards:
        game.state.record(CardTaken(first, card, first, 0, 0))
    game.correct(**{f"{enemy}_elder_thing": 1, f"{first}_power": 9, **pieces})
    game.take_first("book")
    return game


@pytest.mark.holds("azathoth_free: Killed only at 0")
@pytest.mark.parametrize(("here", "left"), [("yes", 0), ("no", 1)])
def test_azathoth_dies_without_a_die_where_an_elder_thing_looks_on(here: str, left: int) -> None:
    """In his area is enough: a third faction's counts."""
    game = evening("GC", "CC", "BG", GC_azathoth_free=1, BG_ghoul=1, BG_dark_young=1)
    game.correct(GC_azathoth=6)
    game.fight("GC", "europe", "BG", [f"GC.{AZATHOTH}.1"], ["BG.ghoul.1", "BG.dark_young.1"])
    game.play(("battle/mind_control/CC", here), ("battle/roll/GC", [1] * 6), ("battle/roll/BG", [6, 1]))
    if here == "no":
        game.play(("azathoth/struck", [1]))
    assert game["GC"].in_play[AZATHOTH] == left


@pytest.mark.holds("azathoth_free: Killed only at 0")
@pytest.mark.parametrize(("here", "left"), [("yes", 0), ("no", 1)])
def test_azathoth_with_an_elder_thing_dies_of_the_dread_curse(here: str, left: int) -> None:
    """Outside a battle it is asked; without one his marker goes down by a die."""
    game = cursed_by_opener("CC", "BG", neutral=[AZATHOTH, "elder_thing"])
    game.state.record(CardTaken("CC", AZATHOTH, "CC", 0, 0))
    game.state.record(CardTaken("BG", "elder_thing", "BG", 0, 0))
    game.correct(CC_azathoth_free=1, CC_azathoth=6, BG_elder_thing=1)
    curse(game, "CC", [f"CC.{AZATHOTH}.1"], [6])
    game.play((f"mind_control/{AZATHOTH}", here))
    if here == "no":
        game.play(("azathoth/struck", [4]))
    assert game["CC"].in_play[AZATHOTH] == left


# -- Actions and the like: said ----------------------------------------------------------------------------------------

SAYING: Final[dict[str, tuple[tuple[str, ...], dict[str, int]]]] = {
    "BG.avatar": (("BG", "CC", "YS"), {"BG_shub_niggurath": 1}),
    "YS.desecrate": (("YS", "CC", "BG"), {"YS_king_in_yellow": 1}),
    "SL.lethargy": (("SL", "CC", "BG"), {"SL_tsathoggua": 1}),
    "filth": (("GC", "CC", "BG"), {"GC_abhoth": 1}),
    "mummify": (("GC", "CC", "BG"), {"GC_ghatanothoa": 1}),
    "tsunami": (("GC", "CC", "BG"), {"GC_father_dagon": 1}),
    "agony_sting": (("GC", "CC", "BG"), {"GC_mother_hydra": 1}),
    "spinnerets": (("GC", "CC", "BG"), {"GC_atlach_nacha": 1}),
    "BB.requires_attention": (("BB", "CC", "BG"), {"BB_bastet": 1}),
    "mummify_at_once": (("GC", "CC", "BG"), {"GC_ghatanothoa": 1}),
    "rule_them_all": (("GC", "CC", "BG"), {"GC_dire_yog_sothoth": 1}),
}


def test_what_says_so_has_its_case() -> None:
    assert sorted(SAYING) == sorted(name for row in rows() if "said" in row.how for name in row.ids)


@pytest.mark.parametrize("name", SAYING)
def test_it_says_so_beside_the_key(name: str) -> None:
    """Where an enemy has an Elder Thing in play, and only there."""
    factions, pieces = SAYING[name]
    game, thing = evening(*factions, **pieces), name.rpartition(".")[2]
    if name == "mummify_at_once":
        game.state.record(CounterSet("GC", "book_ghatanothoa", 1))
        game.correct(GC_doom=1)
    if name == "BB.requires_attention":
        game.to_doom_phase()
        game.until("doom_phase/BB")

    def detail() -> str:
        if name == "mummify_at_once":
            return next(o.detail for o in game.session.interjections if o.id == f"{thing}/GC")
        return game.option(thing).detail

    assert detail().endswith(SAID)
    game.correct(CC_elder_thing=0)
    assert SAID not in detail()


# -- what is asked -----------------------------------------------------------------------------------------------------


@pytest.mark.holds("yog_sothoth: The Key and the Gate")
@pytest.mark.parametrize(("here", "gates"), [("yes", 1), ("no", 2)])
def test_yog_sothoth_is_no_gate(here: str, gates: int) -> None:
    """The Key and the Gate: without it he gives no Power, no Doom and nothing in a Ritual; asked once for all."""
    game = evening("OW", "CC", "BG", OW_yog_sothoth=1)
    game.pass_all()
    game.play(("mind_control/yog_sothoth", here), ("gather_power", True))
    assert game["OW"].power == 6 + 2 * gates
    while game.key != "doom_phase/OW":
        game.answer("1" if "direction" in game.key else [] if game.key.startswith("doom_phase") else game.options()[0])
    assert game["OW"].doom == gates
    assert game.option("ritual").detail.startswith(f"+{gates} Doom")


@pytest.mark.holds("yog_sothoth: The Key and the Gate")
def test_a_summon_says_that_yog_sothoth_may_be_no_gate() -> None:
    """Where he is the companion does not know, so it says so and refuses nothing."""
    game = evening("OW", "CC", "BG", OW_yog_sothoth=1)

    def details() -> list[str]:
        assert isinstance(game.prompt, Choose)
        return [o.detail for o in game.prompt.options if o.id.startswith("summon")]

    assert any(said.endswith(SAID) for said in details())
    game.correct(CC_elder_thing=0)
    assert details()
    assert not any(SAID in said for said in details())


@pytest.mark.holds("glaaki: Tomb-Herd")
@pytest.mark.parametrize(("here", "power"), [("yes", 6), ("no", 8)])
def test_tomb_herd_is_out_and_his_spellbook_still_works(here: str, power: int) -> None:
    """Gla'aki: Acolytes of the Pool give no Power. 4 Acolytes, a Gate, 2 in the Pool; a captive gives a sign (reference
    7, Mind Control: its books still work)."""
    game = evening("GC", "CC", "BG", GC_glaaki=1)
    game.correct(CC_acolyte=4, GC_acolyte=4)
    game.session.correct({"GC.captives.CC": 1})
    game.state.record(CounterSet("GC", "book_glaaki", 1))
    game.pass_all()
    before = len(game["GC"].signs)
    game.play(("mind_control/glaaki", here), ("gather_power", True))
    assert (game["GC"].power, len(game["GC"].signs) - before) == (power, 1)


@pytest.mark.holds("chaugnar_faugn: Miri Nigri")
@pytest.mark.parametrize(("there", "dice"), [(True, 1), (False, 4)])
def test_miri_nigri_is_none(there: bool, dice: int) -> None:
    """Chaugnar Faugn in a battle with one adds nothing."""
    enemy = {"elder_thing" if there else "flying_polyp": 1}
    battle = Skirmish({"GC": {"chaugnar_faugn": 1, "deep_one": 1}, "CC": enemy})
    if not there:
        battle.play(("battle/miri_nigri/GC", "yes"))
    assert battle.dice("GC") == 3 + dice


@pytest.mark.holds("chaugnar_faugn: Miri Nigri")
@pytest.mark.parametrize(("here", "dice"), [("yes", 1), ("no", 4)])
def test_miri_nigri_from_afar_is_asked_for(here: str, dice: int) -> None:
    """He adds dice wherever he is; whether an Elder Thing is with him the companion does not see."""
    game = evening("GC", "CC", "BG", GC_chaugnar_faugn=1, GC_deep_one=1)
    area = game["GC"].start
    game.fight("GC", area, "BG", ["GC.deep_one.1"], ["BG.acolyte.1"])
    game.play(("mind_control/chaugnar_faugn", here))
    assert isinstance(game.prompt, Roll)
    assert game.prompt.dice == dice


def test_miri_nigri_is_not_asked_for_where_it_adds_nothing() -> None:
    """In an area without a Gate of its player's."""
    game = evening("GC", "CC", "BG", GC_chaugnar_faugn=1, GC_deep_one=1)
    game.fight("GC", "europe", "BG", ["GC.deep_one.1"], ["BG.acolyte.1"])
    assert game.key == "battle/roll/GC"


def ruled(*avatars: str, elsewhere: str = "") -> Skirmish:
    """Great Cthulhu kills an Avatar; it has two Elder Things in the battle, or one there and one elsewhere."""
    ours = {f"avatar_{name}": 1 for name in avatars}
    more = {"in_play": {"GC": {"elder_thing": 2}}} if elsewhere else {}
    everyone = {f"avatar_{name}": 1 for name in ("thesis", "antithesis", "synthesis")}
    battle = Skirmish(
        {"GC": {"starspawn": 1, "elder_thing": 1}, "DS": ours},
        **{**more, "in_play": {"DS": everyone, **more.get("in_play", {})}},
        marks={"DS": {"azathoth": 2}},
    )
    if "battle/azathoth" in battle.open_keys:
        battle.play(("battle/azathoth", [1]))
    return battle.roll(GC=[6, 1, 1, 1, 1], DS=[1] * battle.dice("DS"))


@pytest.mark.holds("avatar_synthesis: Cosmic Ruler")
def test_cosmic_ruler_is_none() -> None:
    """Avatar Synthesis, in the battle with one, rules nothing."""
    assert "battle/kills_assigned/DS" not in ruled("synthesis").open_keys


def test_cosmic_ruler_rules_where_the_elder_thing_is_with_another_avatar() -> None:
    """It is in Avatar Synthesis' area or it does nothing; Antithesis dies beside it, and Synthesis is elsewhere."""
    battle = ruled("antithesis")
    battle.play(("battle/kills_assigned/DS", "cosmic_ruler"), ("battle/cosmic_ruler", "avatar_thesis"))
    assert battle.in_play("DS") == {"avatar_antithesis": 1, "avatar_synthesis": 1}


@pytest.mark.holds("avatar_synthesis: Cosmic Ruler")
@pytest.mark.parametrize(("here", "left"), [("yes", "avatar_thesis"), ("no", "avatar_antithesis")])
def test_cosmic_ruler_from_afar_is_asked_for(here: str, left: str) -> None:
    """Whether one is with Avatar Synthesis elsewhere the companion does not see; it asks as it is used."""
    battle = ruled("antithesis", elsewhere="one")
    battle.play(("battle/kills_assigned/DS", "cosmic_ruler"), ("mind_control/avatar_synthesis", here))
    if here == "yes":
        battle.play(("battle/kills_assigned/DS", []))
    else:
        battle.play(("battle/cosmic_ruler", "avatar_thesis"))
    assert battle.in_play("DS") == {left: 1, "avatar_synthesis": 1}


@pytest.mark.holds("nyogtha: From Below")
def test_from_below_says_so() -> None:
    """Nyogtha: what one does the other may, too; the question and the key say that it is not with one."""
    game = evening("GC", "CC", "BG", GC_nyogtha=1)
    game.correct(GC_nyogtha=2)
    assert isinstance(game.prompt, Choose)
    assert any(o.id.startswith("move") and o.detail.endswith(SAID) for o in game.prompt.options)
    game.play(("action/GC", "capture"), ("capture", "BG"), ("capture/gate", []))
    assert game.prompt.key == "nyogtha/capture"
    assert game.prompt.text.endswith(f"{SAID}.")
