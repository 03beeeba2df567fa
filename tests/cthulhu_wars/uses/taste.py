"""What an evening that plays itself likes: what has rarely been used so far, and most of all what is wanted."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import Any, Final

from companion.games.cthulhu_wars.model.roster import FACTIONS
from companion.games.cthulhu_wars.rules.card_books import CARD_BOOKS
from companion.table.prompts import Answer, Choose, Prompt
from companion.table.session import Session
from tests.cthulhu_wars.uses.printed import INDEPENDENT_COSTS, NEUTRAL_COSTS
from tests.cthulhu_wars.uses.tally import Tally, Wanted

COMMON: Final = (
    *("recruit", "create_gate", "move", "capture", "battle", "control", "abandon", "pass", "finish", "ritual", "claim"),
    *("card_book", "other", "ruling", "signs", "loyalty", "rather", "afterwards", "no_second"),
)
NEUTRAL: Final = (
    *(
        "shriveling",
        "recriminations",
        "undimensioned",
        "vampirism",
        "vicious",
        "bloodthirst",
        "bloodthirst_later",
        "cosmic_unity",
    ),
    *("filth", "mummify", "spinnerets", "tsunami", "agony_sting", "god_of_forgetfulness", "nightmare_web", "zygote"),
    *("gate_for_yig", "cosmic_web"),
    *("ceremony_of_annihilation", "nuclear_chaos", "messenger_of_yig", "walk_between_worlds", "moonbeast_away"),
    *("ceremony", "execration_of_mu", "mummify_at_once", "interdimensional", "velvet_fan", "laughingstock"),
    *(
        "asenath_waite",
        "crawford_tillinghast",
        "herbert_west",
        "joseph_curwen",
        "keziah_kill",
        "keziah_pain",
        "pitpipo",
        "eidolon",
    ),
    *(
        "hound",
        "planetary_destruction",
        "nodens",
        "snakebite",
        "fire_vampires",
        "orifices",
        "dust_to_dust",
        "prime_cause",
        "prime_cause_later",
    ),
    *("abandoned_to_lusts", "crypt_dweller", "needs_affection", "final_ritual"),
    *("trapezohedron_book", "shining_trapezohedron", "curse_of_chaugnar", "laziness", "proteus", "blind_idiot_god"),
    *("rule_them_all", "non_euclidean", "hagarg_ryonis", "threnody", "from_below_free"),
)
LOVED: Final = 12.0
"""So much more weight has a choice that is wanted."""

WEIGHTS: Final = {"awaken": 5.0, "battle": 3.0, "create_gate": 2.0, "ritual": 0.5}
DULL: Final = {"pass": 0.05, "finish": 1.0, "move": 0.3, "abandon": 0.1, "control": 1.0}
HASTE: Final = {"pass": 5.0, "finish": 2.0}
"""So much sooner a table comes to an end of which nothing is wanted."""


def called(name: str) -> str:
    """What everybody may do alike is counted together."""
    code, _, rest = name.partition(".")
    root, _, unit = rest.partition("/")
    if rest == "unspeakable_oath" and code != "TT":
        return f"neutral.{rest}"
    if root in ("from_fan", "recruit_for"):
        return f"neutral.{root}"
    if unit in NEUTRAL_COSTS or unit in INDEPENDENT_COSTS or rest in NEUTRAL:
        return f"neutral.{rest}"
    if root in COMMON:
        return f"common.{root if root in ('rather', 'battle') else rest}"
    return name


def book_of(name: str) -> str:
    """The spellbook by which a faction has an ability, with the faction's code."""
    code, _, rest = name.partition(".")
    if code not in FACTIONS:
        return ""
    card = FACTIONS[code]
    abilities: list[Any] = [*card.actions, *card.between_actions, *card.anytime, *card.doom_phase, *card.battle]
    if rest in [book.id for book in card.books]:
        return name
    return next((f"{code}.{ability.book}" for ability in abilities if ability.id == rest and ability.book), "")


class Taste:
    """Picks answers, with more weight for what is rare or wanted.

    Args:
        session: the game.
        chance: what picks.
        tally: how often everything has been used.
        wanted: what is preferred.
    """

    def __init__(self, session: Session[Any], chance: Random, tally: Tally, wanted: Wanted) -> None:
        self.session, self.chance, self.tally, self.wanted = session, chance, tally, wanted
        self.books = {*wanted.names, *map(book_of, wanted.names)}

    def of_interest(self, name: str) -> float:
        """The weight of something that can be done at any moment."""
        root, _, who = name.partition("/")
        faction = self.session.state.factions.get(who.partition("/")[0])
        if root == "card_book" and faction and {*faction.loyalty} & {*self.wanted.things} & {*CARD_BOOKS}:
            return LOVED
        return self._liked(f"{who}.{root}")

    def _liked(self, name: str) -> float:
        """The weight of an ability."""
        name = called(name)
        return self.tally.rare(name) * (LOVED if name in self.wanted.names else 1.0)

    def answer(self, prompt: Prompt) -> Answer:
        if not isinstance(prompt, Choose):
            return prompt.any_answer(self.chance)
        root, _, who = prompt.key.partition("/")
        able = [o.id for o in prompt.open_options()]
        if prompt.most == 1 and able:
            if root in ("action", "doom_phase", "doom_abilities", "energy_nexus"):
                return [] if prompt.least == 0 and self.chance.random() < 0.1 else [self._picked(who, able)]
            if root == "book":
                weights = [self._liked(f"{who}.{o}") * (LOVED if f"{who}.{o}" in self.books else 1.0) for o in able]
                return [self.chance.choices(able, weights)[0]]
            if root == "battle" and prompt.least == 0 and self.chance.random() < 0.8:
                code = who.rpartition("/")[2]
                return [self.chance.choices(able, [self._liked(f"{code}.{name}") for name in able])[0]]
            if root in ("loyalty", "card_book"):
                weights = [LOVED if name in self.wanted.things else 1.0 for name in able]
                return [self.chance.choices(able, weights)[0]]
            if prompt.least == 1 and {*able} & {*self.wanted.factions}:
                weights = [LOVED if name in self.wanted.factions else 1.0 for name in able]
                return [self.chance.choices(able, weights)[0]]
        return prompt.any_answer(self.chance)

    def _picked(self, who: str, able: Sequence[str]) -> str:
        return self.chance.choices(able, [self._weight(who, name) for name in able])[0]

    def _weight(self, who: str, name: str) -> float:
        root, _, unit = name.partition("/")
        if root == "claim":
            return 2.0
        if root in DULL:
            return DULL[root] * (1.0 if self.wanted.names else HASTE.get(root, 1.0))
        if unit in self.wanted.things or (root == "loyalty" and {*self.session.state.neutral} & {*self.wanted.things}):
            return LOVED * 5.0
        return self._liked(f"{who}.{name}") * WEIGHTS.get(root, 1.0)
