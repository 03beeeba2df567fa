"""How often each ability has been used, and at what kinds of tables; and which abilities are wanted next."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from random import Random
from typing import Final

from companion.games.cthulhu_wars.model.neutral_cards import BOOKS, CARDS, HIGH_PRIESTS
from companion.games.cthulhu_wars.model.neutral_cards import UNIQUE_PRIESTS as UNIQUE
from tests.cthulhu_wars.uses.printed import UNIQUE_PRIESTS

ENOUGH: Final = 20


@dataclass(frozen=True)
class Wanted:
    """What has rarely been used, and what a table must have for it.

    Args:
        names: abilities, as they are counted.
        factions: that must play.
        things: neutral cards and spellbooks that must be among those that the table plays with.
    """

    names: tuple[str, ...] = ()
    factions: tuple[str, ...] = ()
    things: tuple[str, ...] = ()

    @property
    def readings(self) -> dict[str, str]:
        """How rules must be read for some of them."""
        return dict(READINGS[name] for name in self.names if name in READINGS)

    @property
    def pieces(self) -> list[tuple[str, str]]:
        """Faction and unit of what must be in a battle for some of them."""
        return [(name.partition(".")[0], unit) for name in self.names for unit in IN_BATTLE.get(name, ())]


class Tally:
    """Counts of one or several runs: uses, those in Quick Battles, those made once more after an undo and in a game
    that was opened again, those that no statement speaks of; and of the tables at which they were."""

    def __init__(self) -> None:
        self.used: Counter[str] = Counter()
        self.undone: Counter[str] = Counter()
        self.reopened: Counter[str] = Counter()
        self.in_battles: Counter[str] = Counter()
        self.unstated: Counter[str] = Counter()
        self.tables: Counter[str] = Counter()
        self.maps: Counter[str] = Counter()
        self.rulings: Counter[str] = Counter()
        self.factions: Counter[str] = Counter()
        self.things: Counter[str] = Counter()
        self.ends: Counter[str] = Counter()

    def take(self, counts: Mapping[str, Mapping[str, int]]) -> None:
        """Add the counts of another run."""
        for name, numbers_of_it in counts.items():
            getattr(self, name).update(numbers_of_it)

    def since(self, before: Mapping[str, Mapping[str, int]]) -> dict[str, dict[str, int]]:
        """What has been counted more than before."""
        return {name: dict(Counter(counted) - Counter(before.get(name, {}))) for name, counted in vars(self).items()}

    def times(self, name: str) -> int:
        """How often something was used, made again after an undo, and after a reopening: the least of them."""
        return min(self.used[name], self.undone[name], self.reopened[name])

    def rare(self, name: str) -> float:
        """The weight of a choice: the more the rarer it has been so far."""
        return 6.0 / (1.0 + math.sqrt(self.used[name]))

    def wanted(self, names: Iterable[str], chance: Random, *, fought: bool, most: int = 4) -> Wanted:
        """Some of those that have been used less than 20 times, mostly the rarest; none if there are none.

        Args:
            fought: whether for a Quick Battle: what shows itself there is looked for in them alone, as it takes so
                much less time.
        """
        several = (name for name in names if bool(self.in_battles[name]) is fought)
        lacking = sorted((name for name in several if self.times(name) < ENOUGH), key=self.times)
        picked = lacking[:1] + chance.sample(lacking, min(most, len(lacking)))
        needs = [needed(name) for name in picked]
        return Wanted(
            tuple(dict.fromkeys(picked)),
            tuple(dict.fromkeys(code for codes, _ in needs for code in codes)),
            tuple(dict.fromkeys(thing for _, things in needs for thing in things)),
        )


BORROWED: Final = {
    "psychosis": "DS",
    "hibernate": "WW",
    "beyond_one": "OW",
    "dematerialization": "AN",
    "immortal": "GC",
    "sycophancy": "TT",
    "passion": "YS",
}
"""Whose unique abilities are used by others, too."""

READINGS: Final = {"TT.doomsday": ("D54", "printed"), "TT.doomsday_action": ("D54", "other")}
IN_BATTLE: Final = {
    "CC.emissary": ("nyarlathotep",),
    "GC.regenerate": ("starspawn",),
    "DS.cosmic_ruler": ("avatar_thesis", "avatar_antithesis"),
    "DS.synthesis_combat": ("avatar_synthesis",),
    "TT.martyrdom": ("high_priest",),
    "TT.fulmination": ("ubbo_sathla",),
    "WW.berserkergang": ("gnoph_keh",),
    "WW.eternal_kill": ("rhan_tegoth",),
    "WW.eternal_pain": ("rhan_tegoth",),
}

OF_CARDS: Final = {
    "filth": "abhoth",
    "mummify": "ghatanothoa",
    "spinnerets": "atlach_nacha",
    "tsunami": "father_dagon",
    "agony_sting": "mother_hydra",
    "zygote": "mother_hydra",
    "god_of_forgetfulness": "byatis",
    "nightmare_web": "nyogtha",
    "ceremony_of_annihilation": "tulzscha",
    "nuclear_chaos": "azathoth_free",
    "messenger_of_yig": "yig",
    "gate_for_yig": "yig",
    "cosmic_web": "atlach_nacha",
    "orifices": "ygolonac",
    "snakebite": "yig",
    "fire_vampires": "cthugha",
    "walk_between_worlds": "dimensional_shambler",
    "moonbeast_away": "moonbeast",
    "ceremony": "tulzscha",
    "execration_of_mu": "ghatanothoa",
    "mummify_at_once": "ghatanothoa",
    "hound": "hound_of_tindalos",
    "interdimensional": "daoloth",
    "velvet_fan": "bloated_woman",
    "from_fan": "bloated_woman",
    "recruit_for": "prophetess",
    "gather Dark Demon": "dark_demon",
    "vampirism": "star_vampire",
    "planetary_destruction": "dhole",
    "prime_cause": "elder_shoggoth",
    "prime_cause_later": "elder_shoggoth",
    "dust_to_dust": "quachil_uttaus",
    "cosmic_unity": "daoloth",
    "vicious": "voonith",
    "abandoned_to_lusts": "asteroid_cat",
    "needs_affection": "cat_from_mercury",
    "final_ritual": "cat_from_neptune",
    "crypt_dweller": "wamp",
    "trapezohedron_book": "haunter_of_the_dark",
    "shining_trapezohedron": "haunter_of_the_dark",
    "curse_of_chaugnar": "chaugnar_faugn",
    "laziness": "hagarg_ryonis",
    "proteus": "nodens",
    "blind_idiot_god": "dire_azathoth",
    "rule_them_all": "dire_yog_sothoth",
    "non_euclidean": "dire_cthulhu",
    "threnody": "gobogeg",
    "from_below_free": "tsathoggua_free",
    "bloodthirst": "leng_spider",
    "bloodthirst_later": "leng_spider",
    "gather Brown Jenkin": "brown_jenkin",
    "gather High Priests": HIGH_PRIESTS,
    "unspeakable_oath": HIGH_PRIESTS,
}
"""Which neutral pieces have an ability that is not called like them."""


def needed(name: str) -> tuple[list[str], list[str]]:
    """Factions and neutral things that a table must have for an ability."""
    code, _, rest = name.partition(".")
    root, _, unit = rest.partition("/")
    if code == "common" and unit in UNIQUE_PRIESTS:
        return [], [HIGH_PRIESTS, UNIQUE]
    if code == "common":
        return [], [unit] if unit in CARDS else []
    if code == "neutral" and root in (*UNIQUE_PRIESTS, "keziah_kill", "keziah_pain"):
        return [], [HIGH_PRIESTS, UNIQUE]
    if code == "neutral":
        thing = unit or OF_CARDS.get(root, root)
        return [], [thing] if thing in (*CARDS, *BOOKS, HIGH_PRIESTS) else []
    if root.startswith("doomsday"):
        return [code], ["byatis", "ygolonac"]
    return [code, *([BORROWED[root]] if BORROWED.get(root, code) != code else [])], []
