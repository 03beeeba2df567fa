"""Quick Battles by touches from the home page: every core faction against every other, third parties looking on."""

from __future__ import annotations

from pathlib import Path
from random import Random
from typing import Any, Final

import pytest

from companion.games.cthulhu_wars.model.roster import FACTIONS
from tests.app.test_layout import faults
from tests.app.test_scripted_game_by_touch import PICTURES, Hand

pytestmark = pytest.mark.window

PIECES: Final = {
    "GC": ["cthulhu.1", "shoggoth.1", "acolyte.1"],
    "CC": ["nyarlathotep.1", "flying_polyp.1", "nightgaunt.1"],
    "BG": ["shub_niggurath.1", "dark_young.1", "acolyte.1"],
    "YS": ["hastur.1", "byakhee.1", "byakhee.2"],
    "OW": ["yog_sothoth.1", "spawn_of_yog_sothoth.1", "mutant.1"],
    "AN": ["yothan.1", "reanimated.1", "acolyte.1"],
    "SL": ["tsathoggua.1", "formless_spawn.1", "wizard.1"],
    "TT": ["ubbo_sathla.1", "proto_shoggoth.1", "high_priest.1"],
}
BOOKS: Final = {
    "GC": ["absorb", "regenerate"],
    "CC": ["madness", "emissary", "seek_and_destroy"],
    "BG": ["necrophagy", "red_sign"],
    "YS": ["passion"],
    "OW": ["channel_power", "million_favored_ones"],
    "AN": ["unholy_ground", "extinction"],
    "SL": ["demand_sacrifice", "burrow"],
    "TT": ["terror", "martyrdom"],
}
COUNTED: Final = {
    "quick/tokens/AN": ["europe", "arabia"],
    "battle/totals/TT": [],
}
NUMBERS: Final = {
    "ritual": 8,
    "gates/BG": 2,
    "in_play/BG/acolyte": 4,
    "in_play/BG/dark_young": 3,
    "in_play/BG/ghoul": 2,
    "in_play/CC/hunting_horror": 1,
    "great/OW": 3,
    "in_play/SL/formless_spawn": 3,
    "CC.power": 5,
    "TT.growth": 4,
}
"""On the sheet of what else counts."""
ONLOOKERS: Final = {"CC": "CC.madness", "BG": "BG.necrophagy"}


def dice_of(side: str, foe: str) -> int:
    """Combat of the pieces above, added up by hand (battle reference 3)."""
    return {
        "GC": 6 + 2,
        "CC": len(BOOKS["CC"]) + len(BOOKS[foe]) + 1,
        "BG": (2 + 4 + 3) + 2,
        "YS": 8 + 3,
        "OW": 2 * 3 + 3 + 1,
        "AN": 7 + 2,
        "SL": 5 + (3 + 1),
        "TT": 4 + 1,
    }[side]


CORE: Final = [code for code, faction in FACTIONS.items() if not faction.expansion]
OTHERS: Final = [code for code in PIECES if code not in CORE]
GATED: Final = ("OW", "AN")
"""Those of the others that are tried each time; the rest in the long searches."""


class Fighter(Hand):
    """Fights a Quick Battle by touch: says what is there as planned, uses what third parties may do, else anything."""

    def __init__(
        self, fingers: Any, shell: Any, folder: Path, attacker: str, defender: str, chance: Random, looked: set[str]
    ) -> None:
        from companion.app.demo.autopilot import Autopilot

        super().__init__(fingers, shell, folder)
        self.sides = (attacker, defender)
        self.others = [ONLOOKERS[c] for c in FACTIONS if c in ONLOOKERS and c not in self.sides]
        self.pilot = Autopilot(fingers, chance)
        self.asked: dict[str, str] = {}
        self.dice: dict[str, int] = {}
        self.found: list[str] = []
        self.looked = looked

    def planned(self, key: str) -> Any:
        """The answer to a question; None for any."""
        side = key.rsplit("/", 1)[-1]
        plan = {
            "quick/attacker": self.sides[0],
            "quick/defender": self.sides[1],
            "quick/others": self.others,
            "quick/area": "europe",
            f"quick/books/{side}": BOOKS.get(side),
            f"quick/pieces/{side}": PIECES.get(side),
            "battle/kills_assigned/BG": ["necrophagy"],
            "battle/necrophagy": 2,
            **COUNTED,
        }
        if key == "quick/counts":
            prompt = self.table.session.prompts[0].prompt
            return {blank.id: NUMBERS[blank.id] for blank in prompt.blanks}
        if key == "battle/madness" and "CC" not in self.sides:
            prompt = self.table.session.prompts[0].prompt
            return prompt.options[0].id
        return [] if key.startswith("battle/pre_battle") else plan.get(key)

    def fight(self, mode: str = "battle") -> None:
        """From the home page to the end of the battle."""
        self.shell.home()
        self.settle()
        if f"cthulhu_wars.{mode}" not in self.shell.page.keys:
            self.tap(self.shell.page.more_modes_key)
            self.settle()
        self.tap(self.shell.page.keys[f"cthulhu_wars.{mode}"])
        while not self.table.session.finished:
            self.settle()
            prompt = self.table.session.prompts[0].prompt
            if prompt.key not in self.looked:
                self.looked.add(prompt.key)
                self.found += faults(self.shell, f"{self.sides} {prompt.key}")
            for item in self.table.session.prompts:
                self.asked.setdefault(item.prompt.key, item.prompt.who)
                if item.prompt.key.startswith("battle/roll/"):
                    self.dice[item.prompt.who] = item.prompt.dice
            body = self.table.question.body
            plans = {p.key: self.planned(p.key) for p in (body.prompts if prompt.kind == "choose" else (prompt,))}
            if None in plans.values():
                self.pilot.step(self.table)
                continue
            for key, value in plans.items():
                self.answer(key, value)


@pytest.mark.parametrize("attacker", CORE)
def test_every_core_faction_against_every_other(
    shell: Any, fingers: Any, resize: Any, tmp_path: Path, attacker: str
) -> None:
    """Battle reference 2 and 3, on the screen of 800x480: what counts is asked for, so the dice are right; those who
    look on are asked for what they may do; nothing is cut off."""
    from companion.games.cthulhu_wars.game import CTHULHU_WARS

    resize(800, 480)
    shell.library.games = (CTHULHU_WARS,)
    folder = Path(PICTURES or tmp_path) / f"quick_battle_{attacker}"
    folder.mkdir(parents=True, exist_ok=True)
    mad, looked = 0, set[str]()
    for seed, defender in enumerate(c for c in CORE if c != attacker):
        fighter = Fighter(fingers, shell, folder, attacker, defender, Random(seed), looked)
        fighter.fight()
        assert fighter.dice == {attacker: dice_of(attacker, defender), defender: dice_of(defender, attacker)}
        assert fighter.table.session.state.seats == [attacker, defender, *(o[:2] for o in fighter.others)]
        assert fighter.asked["battle/kills_assigned/BG"] == fighter.asked["battle/necrophagy"] == "BG"
        if "CC" not in fighter.sides and "battle/madness" in fighter.asked:
            mad += 1
            assert {w for k, w in fighter.asked.items() if k.startswith("battle/retreat/")} <= {"CC"}
        assert not fighter.found, "\n".join(fighter.found)
    assert mad or attacker == "CC", "Madness was never offered to a third party"


@pytest.mark.parametrize("code", [c if c in GATED else pytest.param(c, marks=pytest.mark.slow) for c in OTHERS])
def test_a_faction_of_an_expansion_by_touch(shell: Any, fingers: Any, resize: Any, tmp_path: Path, code: str) -> None:
    """The same for the others: every other one attacks, the rest defend."""
    from companion.games.cthulhu_wars.game import CTHULHU_WARS

    resize(800, 480)
    shell.library.games = (CTHULHU_WARS,)
    folder = Path(PICTURES or tmp_path) / f"quick_battle_{code}"
    folder.mkdir(parents=True, exist_ok=True)
    attacker, defender = ("GC", code) if OTHERS.index(code) % 2 else (code, "CC")
    fighter = Fighter(fingers, shell, folder, attacker, defender, Random(0), set())
    fighter.fight()
    assert fighter.dice == {attacker: dice_of(attacker, defender), defender: dice_of(defender, attacker)}
    assert not fighter.found, "\n".join(fighter.found)


class WithNeutrals(Fighter):
    """The same with neutral pieces on both sides."""

    def planned(self, key: str) -> Any:
        mine = {
            "quick/neutral/GC": ["yig", "voonith"],
            "quick/neutral/CC": ["dhole"],
            "quick/pieces/GC": ["yig.1", "voonith.1", "acolyte.1"],
            "quick/pieces/CC": ["dhole.1", "flying_polyp.1"],
        }
        return mine[key] if key in mine else super().planned(key)


def test_neutral_pieces_and_third_parties_by_touch(shell: Any, fingers: Any, resize: Any, tmp_path: Path) -> None:
    """Reference 7 and battle reference 3: Yig 2, a Voonith 1 and an Acolyte against a Dhole 5 and a Polyp 1; Black Goat
    looks on with its Ghouls."""
    from companion.games.cthulhu_wars.game import CTHULHU_WARS

    resize(800, 480)
    shell.library.games = (CTHULHU_WARS,)
    folder = Path(PICTURES or tmp_path) / "quick_battle_neutral"
    folder.mkdir(parents=True, exist_ok=True)
    fighter = WithNeutrals(fingers, shell, folder, "GC", "CC", Random(0), set())
    fighter.fight("neutral_battle")
    assert fighter.dice == {"GC": 3, "CC": 6}
    assert fighter.table.session.state.seats == ["GC", "CC", "BG"]
    assert fighter.asked["battle/necrophagy"] == "BG"
    assert not fighter.found, "\n".join(fighter.found)


def test_the_key_says_why_pieces_cannot_attack(shell: Any, fingers: Any, resize: Any, tmp_path: Path) -> None:
    """Battle reference 2.1: Combat 0 may not attack; the yellow key says so before the pieces are confirmed."""
    from companion.games.cthulhu_wars.game import CTHULHU_WARS
    from companion.table.game import Mode

    resize(800, 480)
    given = {"attacker": "YS", "defender": "GC", "area": "europe", "others": [], "books": {"YS": [], "GC": []}}
    shell.play(lambda: shell.library.start(CTHULHU_WARS, Mode("battle", "Quick Battle", "", {"quick_battle": given})))
    hand = Hand(fingers, shell, Path(PICTURES or tmp_path))
    hand.settle()
    own = hand.table.question.body.bodies[0].grid
    hand.tap(own.tokens["undead"])
    hand.settle()
    assert (hand.table.primary.text, hand.table.primary.disabled) == ("Cannot attack with Combat 0", True)
    hand.picture("combat_0")
    assert not faults(shell, "combat 0")
    hand.tap(own.tokens["undead"])
    hand.settle()
    assert (hand.table.primary.text, hand.table.primary.disabled) == ("Pick 1 more", True), "the defender has none yet"
    hand.tap(hand.table.question.body.bodies[1].grid.tokens["deep_one"])
    hand.settle()
    assert not hand.table.primary.disabled
    hand.tap(own.minus["undead"])
    hand.settle()
    assert (hand.table.primary.text, hand.table.primary.disabled) == ("Cannot attack with Combat 0", True)


class WithPriests(Fighter):
    """Filth tokens and a Unique High Priest fight; Sleeper looks on, and acts on the board first."""

    def planned(self, key: str) -> Any:
        mine = {
            "quick/neutral/GC": ["abhoth"],
            "quick/neutral/CC": ["keziah_mason"],
            "quick/books/GC": [],
            "quick/books/CC": [],
            "quick/others": ["SL.energy_nexus"],
            "quick/pieces/GC": ["filth.1", "filth.2", "deep_one.1"],
            "quick/pieces/CC": ["keziah_mason.1", "flying_polyp.1"],
            "energy_nexus/SL": ["on_the_board"],
            "quick/pieces_now/GC": ["filth.1", "filth.2", "deep_one.1", "deep_one.2"],
            "quick/pieces_now/CC": ["keziah_mason.1", "flying_polyp.1"],
        }
        if key in mine:
            if PICTURES:
                self.picture(key.replace("/", "_"))
            return mine[key]
        return super().planned(key)


@pytest.mark.parametrize("size", [(800, 480), (720, 1280), (1280, 720)])
def test_filth_priests_and_energy_nexus_by_touch(
    shell: Any, fingers: Any, resize: Any, tmp_path: Path, size: tuple[int, int]
) -> None:
    """Reference 7 and battle reference 2, state 2: a Filth token has Combat 0, a Deep One 1, and one more comes by the
    Action; Keziah Mason 0, a Polyp 1."""
    from companion.games.cthulhu_wars.game import CTHULHU_WARS

    resize(*size)
    shell.library.games = (CTHULHU_WARS,)
    folder = Path(PICTURES or tmp_path) / f"quick_battle_priests_{size[0]}"
    folder.mkdir(parents=True, exist_ok=True)
    fighter = WithPriests(fingers, shell, folder, "GC", "CC", Random(0), set())
    fighter.fight("neutral_battle")
    assert fighter.dice == {"GC": 2, "CC": 1}
    assert fighter.asked["energy_nexus/SL"] == "SL"
    assert not fighter.found, "\n".join(fighter.found)
