"""Neutral pieces and spellbooks (reference 7): numbers, and what their cards say in our words. Data only.

What no source tells is left open here and asked at the table. `one_source` marks what people should compare with their
cards. Effects that no script carries out are done by hand, like those that only the board shows.
"""

from __future__ import annotations

from typing import Final

from msgspec import Struct

from companion.games.cthulhu_wars.model.units import Rank, Unit
from companion.table.words import N_, NN_

DOOM: Final = 2
"""Doom for a Loyalty Card of a Monster or a Terror."""
TERROR_POWER: Final = 2
"""Power for that of a Terror, besides."""
DEAREST: Final = 20
"""The most that anything costs whose price no source tells."""


class LoyaltyCard(Struct, frozen=True):
    """A Loyalty Card with its pieces.

    Args:
        unit: its pieces; the Combat of those with `asks` is asked in each battle, and is 0 here.
        text: what it does.
        one_source: whether a single source tells it.
        placed: how many pieces come with the card, free; 0 if its text says what happens instead.
        places: where, if not at a Gate that its owner controls.
        asks: whether only the table can tell its Combat.
        summoned: whether more of it are summoned; a Great Old One is awakened.
        cost_known: whether its cost is; otherwise it is asked.
        stays: whether its owner keeps the card when its last piece is lost.
        unkillable: whether no Kill can be assigned to it.
        captures: whether it captures Cultists.
        captures_guarded: whether it captures whoever protects a Cultist, too.
        keeps_gates: whether one that is a Cultist controls Gates.
        summoned_together: whether one Summon brings all that are in the pool.
        for_enemy: whether it is given to an enemy, who may summon no other Monster while one is in the pool.
    """

    unit: Unit
    text: str
    one_source: bool = False
    placed: int = 1
    places: str = ""
    asks: bool = False
    summoned: bool = True
    cost_known: bool = True
    stays: bool = False
    unkillable: bool = False
    captures: bool = True
    captures_guarded: bool = False
    keeps_gates: bool = True
    summoned_together: bool = False
    for_enemy: bool = False

    @property
    def id(self) -> str:
        """The same as that of its pieces."""
        return self.unit.id

    @property
    def independent(self) -> bool:
        """Whether it is that of an independent Great Old One, who is awakened by an Action."""
        return self.unit.rank is Rank.GOO


class NeutralBook(Struct, frozen=True):
    """A spellbook that any faction may take instead of one of its own."""

    id: str
    name: str
    text: str
    one_source: bool = False


def _monster(unit_id: str, forms: tuple[str, str], count: int, cost: int, combat: int) -> Unit:
    return Unit(unit_id, *forms, Rank.MONSTER, count, cost, combat)


def _terror(unit_id: str, forms: tuple[str, str], cost: int, combat: int, count: int = 1) -> Unit:
    return Unit(unit_id, *forms, Rank.TERROR, count, cost, combat)


def _great(unit_id: str, forms: tuple[str, str], cost: int, combat: int, count: int = 1) -> Unit:
    return Unit(unit_id, *forms, Rank.GOO, count, cost, combat)


GHAST: Final = "ghast"
SHANTAK: Final = "shantak"
VAMPIRE: Final = "star_vampire"
VOONITH: Final = "voonith"
SPIDER: Final = "leng_spider"
SERVITOR: Final = "servitor"
SATYR: Final = "satyr"
DHOLE: Final = "dhole"
HOUND: Final = "hound_of_tindalos"
YITH: Final = "great_race_of_yith"
GNORRI: Final = "gnorri"
TULZSCHA: Final = "tulzscha"
BYATIS: Final = "byatis"
DAOLOTH: Final = "daoloth"
NYOGTHA: Final = "nyogtha"
DAGON: Final = "father_dagon"
HYDRA: Final = "mother_hydra"
BOKRUG: Final = "bokrug"
JENKIN: Final = "brown_jenkin"
YIG: Final = "yig"
CTHUGHA: Final = "cthugha"
YGOLONAC: Final = "ygolonac"
NODENS: Final = "nodens"
ABHOTH: Final = "abhoth"
FILTH: Final = "filth"
ATLACH_NACHA: Final = "atlach_nacha"
BLOATED_WOMAN: Final = "bloated_woman"
SHADOW_PHARAOH: Final = "shadow_pharaoh"
INSECT: Final = "insect_from_shaggai"
PENGUIN: Final = "albino_penguin"
DARK_DEMON: Final = "dark_demon"
EIDOLON: Final = "eidolon"
PROPHETESS: Final = "prophetess"
GLAAKI: Final = "glaaki"
GUG: Final = "gug"
WAMP: Final = "wamp"
ASTEROID_CAT: Final = "asteroid_cat"
MERCURY: Final = "cat_from_mercury"
VENUS: Final = "cat_from_venus"
NEPTUNE: Final = "cat_from_neptune"
MOONBEAST: Final = "moonbeast"
ELDER_THING: Final = "elder_thing"
CACODEMON: Final = "cacodemon"
CHAUGNAR: Final = "chaugnar_faugn"
EIHORT: Final = "eihort"
BROOD: Final = "brood"
GOBOGEG: Final = "gobogeg"
HAUNTER: Final = "haunter_of_the_dark"
HAGARG: Final = "hagarg_ryonis"
DIRE_CTHULHU: Final = "dire_cthulhu"
DIRE_AZATHOTH: Final = "dire_azathoth"
DIRE_YOG: Final = "dire_yog_sothoth"
HARBINGER: Final = "the_harbinger"
RISEN_ONE: Final = "the_risen_one"
SHAMBLER: Final = "dimensional_shambler"
WORM: Final = "worm_of_ghroth"
GHATANOTHOA: Final = "ghatanothoa"
AZATHOTH: Final = "azathoth_free"
AZATHOTH_MARK: Final = "azathoth"
"""The mark of where his marker stands, with whoever has his card."""
QUACHIL: Final = "quachil_uttaus"
ELDER_SHOGGOTH: Final = "elder_shoggoth"

MONSTERS: Final = (
    LoyaltyCard(
        _monster(GHAST, NN_("Ghast", "Ghasts"), 4, 2, 0),
        N_("One Summon for 2 Power places all Ghasts from your Pool where you control Gates."),
        placed=4,
        summoned_together=True,
    ),
    LoyaltyCard(_monster(GUG, NN_("Gug", "Gugs"), 2, 1, 3), N_("It cannot capture Cultists."), captures=False),
    LoyaltyCard(
        _monster(SHANTAK, NN_("Shantak", "Shantaks"), 2, 2, 2),
        N_("It moves to any area and may take one of your Cultists along for free."),
    ),
    LoyaltyCard(
        _monster(VAMPIRE, NN_("Star Vampire", "Star Vampires"), 3, 2, 1),
        N_(
            "Roll its dice separately: each Pain moves 1 Power, each Kill 1 Doom from the enemy "
            "to you. They also count as results."
        ),
    ),
    LoyaltyCard(
        _monster(GNORRI, NN_("Gnorri", "Gnorri"), 3, 3, 2),
        N_("In the Doom Phase 2 in play give 1 Doom, 3 give 2."),
    ),
    LoyaltyCard(
        _monster(MOONBEAST, NN_("Moonbeast", "Moonbeasts"), 4, 2, 0),
        N_(
            "Summoned onto a spellbook of an enemy, which cannot be used; the next Doom Phase takes them to your Gates."
        ),
        places=N_("on an enemy's faction book"),
    ),
    LoyaltyCard(
        _monster(SPIDER, NN_("Leng Spider", "Leng Spiders"), 3, 2, 1),
        N_("Each may exchange 2 Pains for 1 Kill, of yours or the enemy's, until the Pains are assigned."),
    ),
    LoyaltyCard(
        _monster(SHAMBLER, NN_("Dimensional Shambler", "Dimensional Shamblers"), 3, 2, 2),
        N_("Summoned onto your faction card; after any player's Action it may come to any area."),
        places=N_("on your faction card"),
    ),
    LoyaltyCard(
        _monster(ELDER_THING, NN_("Elder Thing", "Elder Things"), 3, 2, 2),
        N_("An enemy Great Old One in its area cannot use its special ability."),
    ),
    LoyaltyCard(
        _monster(SERVITOR, NN_("Servitor of the Outer Gods", "Servitors of the Outer Gods"), 3, 1, -1),
        N_("You give it to an enemy, in whose Pool all start; while one is there it may summon no other Monster."),
        placed=0,
        for_enemy=True,
    ),
    LoyaltyCard(
        _monster(WAMP, NN_("Wamp", "Wamps"), 4, 1, 0),
        N_("In the Doom Phase an enemy of your choice places all from your Pool in areas without a Gate."),
        placed=4,
        places=N_("in areas without a Gate, by an enemy of your choice"),
    ),
    LoyaltyCard(
        _monster(VOONITH, NN_("Voonith", "Vooniths"), 2, 3, 1),
        N_("If you scored fewer Kills than you have Vooniths in the battle, you score as many as Vooniths."),
    ),
    LoyaltyCard(
        _monster(INSECT, NN_("Insect from Shaggai", "Insects from Shaggai"), 3, 2, 0),
        N_("Acolytes in its area that are on no Gate are moved by you, and fight for you, in the Action Phase."),
        places=N_("in any area"),
    ),
    LoyaltyCard(
        _monster(SATYR, NN_("Satyr", "Satyrs"), 3, 2, 1),
        N_("Summoning one also places an Acolyte from your Pool there."),
    ),
    LoyaltyCard(
        _monster(ASTEROID_CAT, NN_("Asteroid Cat", "Asteroid Cats"), 2, 1, 1),
        N_("Action, 0 Power: from an enemy's area onto an empty spellbook slot of it, whose book you choose later."),
    ),
    LoyaltyCard(
        _monster(MERCURY, NN_("Cat from Mercury", "Cats from Mercury"), 2, 1, 1),
        N_("Before the dice you may replace Monsters of yours there with Acolytes from your Pool."),
    ),
    LoyaltyCard(
        _monster(VENUS, NN_("Cat from Venus", "Cats from Venus"), 2, 1, 1),
        N_("A Cultist that it captures gives you 1 Power and goes back to its Pool, both at once."),
    ),
    LoyaltyCard(
        _monster(PENGUIN, NN_("Giant Blind Albino Penguin", "Giant Blind Albino Penguins"), 2, 1, -2),
        N_("Before any battle you may move it there; in other players' battles it fights for the side you choose."),
    ),
)

TERRORS: Final = (
    LoyaltyCard(
        _terror(DHOLE, NN_("Dhole", "Dholes"), 4, 5),
        N_("If lost in a battle: you take 2 Elder Signs, and the enemy gains 2 Doom or 2 Power."),
    ),
    LoyaltyCard(
        _terror(YITH, NN_("Great Race of Yith", "Great Race of Yith"), 4, 3),
        N_("It captures whoever protects the Cultist. Each captured Cultist gives you 1 extra Power in Gather Power."),
        captures_guarded=True,
    ),
    LoyaltyCard(
        _terror(QUACHIL, NN_("Quachil Uttaus", "Quachil Uttaus"), 4, 1),
        N_(
            "When units are lost in a battle with it, their owner removes one from the game, or you take an Elder Sign."
        ),
    ),
    LoyaltyCard(
        _terror(HOUND, NN_("Hound of Tindalos", "Hounds of Tindalos"), 4, 4),
        N_("No Kill can be assigned to it. It goes along with others from Gate to Gate; without a Gate it is lost."),
        places=N_("at any Gate on the map"),
        unkillable=True,
    ),
    LoyaltyCard(
        _terror(JENKIN, NN_("Brown Jenkin", "Brown Jenkins"), 2, 0),
        N_(
            "At an enemy's Gate you gather 2 Power, plus 1 for each enemy Cultist there. If "
            "lost, it comes back for 2 Power as soon as you have them."
        ),
    ),
    LoyaltyCard(
        _terror(ELDER_SHOGGOTH, NN_("Elder Shoggoth", "Elder Shoggoths"), 4, 2),
        N_(
            "Before its battle's dice you may replace a unit of yours there with one from your Pool, for half its cost."
        ),
    ),
    LoyaltyCard(
        _terror(CACODEMON, NN_("Cacodemon", "Cacodemons"), 4, 3),
        N_("Enemies enter its area only as, or with, a Great Old One."),
    ),
    LoyaltyCard(
        _terror(NEPTUNE, NN_("Cat from Neptune", "Cats from Neptune"), 3, 3),
        N_("If Killed in a battle, you may perform a Ritual of Annihilation at once."),
    ),
    LoyaltyCard(
        _terror(SHADOW_PHARAOH, NN_("Shadow Pharaoh", "Shadow Pharaohs"), 4, 2),
        N_("No Gate in its area can be controlled; whoever is on one leaves it."),
    ),
    LoyaltyCard(
        _terror(WORM, NN_("Worm of Ghroth", "Worms of Ghroth"), 0, 0, 6),
        N_(
            "Never summoned. For each one lost a die, above the number in play, places two; in Gather Power one "
            "not above it is an Elder Sign for its Power."
        ),
        summoned=False,
    ),
)

GREAT_OLD_ONES: Final = (
    LoyaltyCard(
        _great(BYATIS, NN_("Byatis", "Byatis"), 4, 4),
        N_("He never moves. No enemy with him in the Doom Phase: 1 Elder Sign."),
    ),
    LoyaltyCard(
        _great(ABHOTH, NN_("Abhoth", "Abhoth"), 4, 0),
        N_("Combat: your Filth tokens in play. Action, 1 Power: place one in any area, a Monster that never moves."),
        asks=True,
    ),
    LoyaltyCard(
        _great(DAOLOTH, NN_("Daoloth", "Daoloth"), 6, 0), N_("In his battle one enemy Great Old One rolls no dice.")
    ),
    LoyaltyCard(
        _great(NYOGTHA, NN_("Nyogtha", "Nyogtha"), 6, 4, 2),
        N_(
            "Two units: 4 dice each when you attack, 1 each when you defend. What one does, the "
            "other may also do for free."
        ),
    ),
    LoyaltyCard(
        _great(CTHUGHA, NN_("Cthugha", "Cthugha"), 6, 0),
        N_(
            "Combat: that of one enemy Great Old One there. He replaces one of yours, and costs "
            "6 minus its awakening cost."
        ),
        asks=True,
        cost_known=False,
    ),
    LoyaltyCard(
        _great(TULZSCHA, NN_("Tulzscha", "Tulzscha"), 4, 1),
        N_(
            "At the end of Gather Power gain 1 Doom, 1 Elder Sign and 1 Power, each only if "
            "somebody has more of it than you."
        ),
    ),
    LoyaltyCard(
        _great(YGOLONAC, NN_("Y'Golonac", "Y'Golonac"), 2, 1),
        N_("If Killed in a battle, he replaces a surviving enemy Terror, Monster or Cultist and joins that player."),
    ),
    LoyaltyCard(
        _great(YIG, NN_("Yig", "Yig"), 4, 2),
        N_("When your Cultists are Killed in a battle the enemy takes 1 more Kill, once."),
    ),
    LoyaltyCard(
        _great(BOKRUG, NN_("Bokrug", "Bokrug"), 4, 1),
        N_("If Killed, he waits on his card and comes back at the end of the next Doom Phase where no enemy is."),
        stays=True,
    ),
    LoyaltyCard(
        _great(GHATANOTHOA, NN_("Ghatanothoa", "Ghatanothoa"), 4, 0),
        N_("Combat: the enemy's Cultists on the map. Action, 1 Power: enemy Acolytes with him are laid down."),
    ),
    LoyaltyCard(
        _great(AZATHOTH, NN_("Azathoth", "Azathoth"), 0, 0),
        N_(
            "Needs 8 Power; you lose a die plus 2. Enemies show dice: each gains as much, the lowest loses "
            "2 Doom. Combat: his marker, on their sum. A Kill lowers it by a die, and only 0 kills him."
        ),
        asks=True,
        cost_known=False,
    ),
    LoyaltyCard(
        _great(DAGON, NN_("Father Dagon", "Father Dagon"), 4, 2),
        N_("Combat 6 in an ocean, 2 on land. Action, 1 Power: all Cultists on a coast move to oceans."),
    ),
    LoyaltyCard(
        _great(HYDRA, NN_("Mother Hydra", "Mother Hydra"), 4, 0),
        N_(
            "Combat: 6 minus the enemy units there, at least 1. Action, 1 Power: enemy Cultists "
            "in an ocean move to land."
        ),
        asks=True,
    ),
    LoyaltyCard(
        _great(BLOATED_WOMAN, NN_("The Bloated Woman", "The Bloated Woman"), 4, 1),
        N_("After her battle one lost enemy Monster or Cultist goes onto her card."),
    ),
    LoyaltyCard(
        _great(ATLACH_NACHA, NN_("Atlach-Nacha", "Atlach-Nacha"), 6, 4),
        N_("Action, 1 Power: a Web token in her area. The sixth earns her spellbook, whose Action wins the game."),
    ),
    LoyaltyCard(
        _great(GLAAKI, NN_("Gla'aki", "Gla'aki"), 4, 0),
        N_("Combat: the Acolytes in your Pool. In Gather Power each of them gives you 1 Power."),
        asks=True,
    ),
    LoyaltyCard(
        _great(CHAUGNAR, NN_("Chaugnar Faugn", "Chaugnar Faugn"), 4, 3),
        N_("+3 dice for you in battles in areas with one of your Gates, wherever he is."),
    ),
    LoyaltyCard(
        _great(EIHORT, NN_("Eihort", "Eihort"), 4, 0),
        N_("As he awakens your Acolytes become Brood tokens: Cultists with Combat 1 that never move."),
    ),
    LoyaltyCard(
        _great(GOBOGEG, NN_("Gobogeg", "Gobogeg"), 0, 0),
        N_(
            "Needs six spellbooks of any player. With a result on him all units there are Pained. "
            "Whoever awakens a Great Old One while he is there gains 6 Power."
        ),
    ),
    LoyaltyCard(
        _great(HAUNTER, NN_("Haunter of the Dark", "Haunter of the Dark"), 6, 0),
        N_("Combat: the spellbooks that the enemy has earned. An only Kill of the enemy is assigned to him."),
        asks=True,
    ),
    LoyaltyCard(
        _great(HAGARG, NN_("Hagarg Ryonis", "Hagarg Ryonis"), 4, 0),
        N_("No dice; adds 3 Pains. With the First Player choose a player: you take an Elder Sign of its Ritual."),
    ),
    LoyaltyCard(
        _great(DIRE_CTHULHU, NN_("Dire Cthulhu", "Dire Cthulhu"), 6, 3),
        N_("An Elder Sign as he awakens, and for each independent Great Old One that you awaken."),
    ),
    LoyaltyCard(
        _great(DIRE_AZATHOTH, NN_("Dire Azathoth", "Dire Azathoth"), 10, 0),
        N_(
            "At a Gate of yours in an enemy's start area. Combat: a die. In his area each lost enemy unit gives "
            "1 Doom or 1 Power."
        ),
        asks=True,
    ),
    LoyaltyCard(
        _great(DIRE_YOG, NN_("Dire Yog-Sothoth", "Dire Yog-Sothoth"), 10, 0),
        N_(
            "Replaces your dearest Monster or Terror, for 10 minus its cost. Combat: the enemies' Great Old Ones. "
            "Action, 4 Power: he captures one there."
        ),
        one_source=True,
        asks=True,
        cost_known=False,
    ),
    LoyaltyCard(
        _great("cthulhu_free", NN_("Independent Cthulhu", "Independent Cthulhu"), 6, 3),
        N_("An Elder Sign as he awakens, and in the Doom Phase one for a Gate at his glyph. His book is left to you."),
        one_source=True,
    ),
    LoyaltyCard(
        _great("hastur_free", NN_("Independent Hastur", "Independent Hastur"), 6, 0),
        N_(
            "Combat: half of a Ritual's cost. An Elder Sign as he awakens, and in the Doom Phase one for a Gate at "
            "his glyph. His book is left to you."
        ),
        one_source=True,
    ),
    LoyaltyCard(
        _great("ithaqua_free", NN_("Independent Ithaqua", "Independent Ithaqua"), 4, 5),
        N_("Hibernate: an Action for 0 Power. That and his book are left to you."),
    ),
    LoyaltyCard(
        _great("nyarlathotep_free", NN_("Independent Nyarlathotep", "Independent Nyarlathotep"), 6, 0),
        N_("Combat: the spellbooks of the enemy. He may move two areas, over enemies. His book is left to you."),
        one_source=True,
        asks=True,
    ),
    LoyaltyCard(
        _great("rhan_tegoth_free", NN_("Independent Rhan Tegoth", "Independent Rhan Tegoth"), 4, 2),
        N_("A Ritual never costs you more than 5. His book is left to you."),
    ),
    LoyaltyCard(
        _great("shub_niggurath_free", NN_("Independent Shub-Niggurath", "Independent Shub-Niggurath"), 4, 0),
        N_("Combat: your Gates. One Recruit may bring several Cultists; that and her book are left to you."),
        one_source=True,
    ),
    LoyaltyCard(
        _great("king_in_yellow_free", NN_("Independent King in Yellow", "Independent King in Yellow"), 2, 0),
        N_("Defilement: an Action for 2 Power. That and his book are left to you."),
        one_source=True,
    ),
    LoyaltyCard(
        _great("tsathoggua_free", NN_("Independent Tsathoggua", "Independent Tsathoggua"), 4, 0),
        N_(
            "Combat: the enemies' faction Great Old Ones. In the Doom Phase your cheapest Monster comes from the "
            "Pool. His book is left to you."
        ),
        asks=True,
    ),
    LoyaltyCard(
        _great("ubbo_sathla_free", NN_("Independent Ubbo-Sathla", "Independent Ubbo-Sathla"), 4, 0),
        N_("Combat: its Growth. When an enemy performs a Ritual, and its book, are left to you."),
        asks=True,
    ),
    LoyaltyCard(
        _great("yog_sothoth_free", NN_("Independent Yog-Sothoth", "Independent Yog-Sothoth"), 6, 0),
        N_("Combat: the enemies' faction Great Old Ones. The Beyond One, 1 Power, and his book are left to you."),
        one_source=True,
        asks=True,
    ),
    LoyaltyCard(
        _great(HARBINGER, NN_("Cthulhu, the Harbinger", "Cthulhu, the Harbinger"), 8, 0),
        N_(
            "In any area; all units there go onto his card. Whoever attacks him is destroyed; three Kills in a battle "
            "kill him. That is left to you."
        ),
        one_source=True,
    ),
    LoyaltyCard(
        _great(RISEN_ONE, NN_("The Risen One", "The Risen One"), 8, 0),
        N_("It is in several areas. Combat: as many dice as you say; if you score more Kills, it is Eliminated."),
        one_source=True,
        asks=True,
    ),
    LoyaltyCard(
        _great(NODENS, NN_("Nodens", "Nodens"), 6, 0),
        N_("No dice; he adds 1 Kill and 2 Pains. At the end of the Doom Phase the ritual marker may go back a step."),
    ),
)

ELDER_GODS: Final = (HAGARG, NODENS)
"""Great Old Ones that are Elder Gods: in a Ritual they give no Elder Sign."""

LIKE_FACTIONS: Final = tuple(card.id for card in GREAT_OLD_ONES if card.id.endswith("_free") and card.id != AZATHOTH)
"""Great Old Ones of factions as independent ones: they look like those, and have a card of their own."""

LEFT_ACTIONS: Final = (NODENS, *LIKE_FACTIONS)
"""Cards with an Action, of their own or by their book, that the table carries out itself."""

CULTISTS: Final = (
    LoyaltyCard(
        Unit(DARK_DEMON, *NN_("Dark Demon", "Dark Demons"), Rank.CULTIST, 1, 1, 0),
        N_("Every other player also has one, in place of an Acolyte, and must recruit it first. It gathers no Power."),
        places=N_("anywhere"),
    ),
    LoyaltyCard(
        Unit(EIDOLON, *NN_("The Eidolon", "The Eidolon"), Rank.CULTIST, 1, 2, 0),
        N_(
            "Anybody can recruit him, but he stays yours. After any Action everybody writes down "
            "their next one, until the Doom Phase."
        ),
        places=N_("anywhere"),
        keeps_gates=False,
    ),
    LoyaltyCard(
        Unit(PROPHETESS, *NN_("The Prophetess", "The Prophetess"), Rank.CULTIST, 1, 2, 0),
        N_(
            "Anybody can recruit her, but she stays yours. In a Ritual the highest-ranked player "
            "there may buy Elder Signs for 3 Power each."
        ),
        one_source=True,
        places=N_("anywhere"),
        keeps_gates=False,
    ),
)

CARDS: Final = {card.id: card for card in (*MONSTERS, *TERRORS, *CULTISTS, *GREAT_OLD_ONES)}
"""All Loyalty Cards."""

HIGH_PRIESTS: Final = "high_priests"
"""That every faction with Cultists has a High Priest; tables play with them or not."""
HIGH_PRIEST: Final = "high_priest"
UNIQUE_PRIESTS: Final = "unique_priests"
"""That a High Priest may be a Unique one."""
ASENATH: Final = "asenath_waite"
CRAWFORD: Final = "crawford_tillinghast"
ERMENGARDE: Final = "ermengarde_stubbs"
HERBERT: Final = "herbert_west"
CURWEN: Final = "joseph_curwen"
KEZIAH: Final = "keziah_mason"
LAVINIA: Final = "lavinia_whateley"
PITPIPO: Final = "pitpipo"


def _unique(unit_id: str, forms: tuple[str, str], text: str) -> LoyaltyCard:
    return LoyaltyCard(Unit(unit_id, *forms, Rank.CULTIST, 1, 3, 0), text, one_source=True)


PRIESTS: Final = {
    card.id: card
    for card in (
        _unique(
            ASENATH,
            NN_("Asenath Waite", "Asenath Waite"),
            N_(
                "After any Action: one of your units costing 3 or less replaces an enemy Monster or "
                "Cultist; Eliminate her."
            ),
        ),
        _unique(
            CRAWFORD,
            NN_("Crawford Tillinghast", "Crawford Tillinghast"),
            N_("Before any battle: Eliminate him, add Monsters and Cultists for 3 Power; Eliminate them afterwards."),
        ),
        _unique(
            ERMENGARDE,
            NN_("Ermengarde Stubbs", "Ermengarde Stubbs"),
            N_("Anyone who declares a battle in her area, you included, loses 1 Doom."),
        ),
        _unique(
            HERBERT,
            NN_("Herbert West", "Herbert West"),
            N_("After any Action: Eliminate him and place up to 3 Acolytes in his area."),
        ),
        _unique(
            CURWEN,
            NN_("Joseph Curwen", "Joseph Curwen"),
            N_("After any Action: Eliminate him and remove one of your Gates, or place one where you have a unit."),
        ),
        _unique(
            KEZIAH,
            NN_("Keziah Mason", "Keziah Mason"),
            N_("A Kill on her gives 2 more Kills on the enemy; a Pain gives 2 more Pains."),
        ),
        _unique(
            LAVINIA,
            NN_("Lavinia Whateley", "Lavinia Whateley"),
            N_("When you awaken a Great Old One you may Eliminate her to pay 3 less."),
        ),
        _unique(
            PITPIPO,
            NN_("Pitpipo", "Pitpipo"),
            N_("He can take one of your Kills in a battle he is not in."),
        ),
    )
}
"""Unique High Priests: cost 3, Combat 0, and no Unspeakable Oath."""


def high_priest(number: int) -> Unit:
    """Return the High Priest as a kind of unit with `number` pieces."""
    return Unit(HIGH_PRIEST, *NN_("High Priest", "High Priests"), Rank.CULTIST, number, 3, 0)


BROUGHT: Final = {
    ABHOTH: Unit(FILTH, *NN_("Filth token", "Filth tokens"), Rank.MONSTER, 12, 1, 0),
    EIHORT: Unit(BROOD, *NN_("Brood token", "Brood tokens"), Rank.CULTIST, 6, 0, 1),
}
"""Tokens that are units, by the card whose Action places them. Whatever places a Monster from the pool may place one; a
Summon may not, but that Action is one of the Summons of whoever has them as Unlimited Actions."""
TOKENS: Final = tuple(unit.id for unit in BROUGHT.values())
"""Their ids."""
ONLY_IN_PLACE: Final = (BROOD,)
"""Those that come only in the place of other pieces, never from the pool by themselves."""

UNKILLABLE: Final = tuple(card.id for card in CARDS.values() if card.unkillable)
"""Pieces to which no Kill can be assigned."""
NO_CAPTORS: Final = (*(card.id for card in CARDS.values() if not card.captures), *TOKENS)
"""Those that capture no Cultist."""

STILL: Final = (BYATIS, FILTH, BROOD, HOUND)
"""Pieces that take no Move of their own."""
ROOTED: Final = (BYATIS, FILTH, BROOD)
"""Those that nothing like a Move takes elsewhere."""

UNITS: Final = {
    HIGH_PRIEST: high_priest(1),
    **{card.id: card.unit for card in CARDS.values()},
    **{unit.id: unit for unit in BROUGHT.values()},
    **{card.id: card.unit for card in PRIESTS.values()},
}
"""Kinds of unit that are on no faction's card."""

MAO: Final = "mao_ceremony"
RECRIMINATIONS: Final = "recriminations"
SHRIVELING: Final = "shriveling"
STARS: Final = "stars_are_right"
UMR: Final = "umr_at_tawil"
UNDIMENSIONED: Final = "undimensioned"

BOOKS: Final = {
    book.id: book
    for book in (
        NeutralBook(MAO, N_("The Mao Ceremony"), N_("At the end of Gather Power sacrifice Cultists for 1 Power each.")),
        NeutralBook(
            RECRIMINATIONS,
            N_("Recriminations"),
            N_("Action, 1 Power: swap one of your spellbooks for another."),
        ),
        NeutralBook(
            SHRIVELING,
            N_("Shriveling"),
            N_("Before a battle of yours Eliminate an enemy Monster or Cultist; its owner gains its cost in Power."),
        ),
        NeutralBook(
            STARS,
            N_("Stars Are Right"),
            N_("Elder Signs that you reveal in the Doom Phase also give Power equal to their value."),
        ),
        NeutralBook(UMR, N_("Umr at-Tawil"), N_("A Gate costs you 2 Power.")),
        NeutralBook(
            UNDIMENSIONED,
            N_("Undimensioned"),
            N_("Action, 2 Power: rearrange your units among the areas where you have units."),
        ),
    )
}
"""All neutral spellbooks, one of each."""
