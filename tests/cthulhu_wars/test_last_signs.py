"""Everything that gives Elder Signs, as they run out: each one that is missing is 1 Doom instead (reference 3.6)."""

from __future__ import annotations

import ast
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from typing import Any, Final

import pytest

from companion.games import cthulhu_wars
from companion.games.cthulhu_wars.boards import library, shaggai
from companion.games.cthulhu_wars.factions import (
    black_goat,
    crawling_chaos,
    daemon_sultan,
    great_cthulhu,
    sleeper,
    tcho_tcho,
    windwalker,
    yellow_sign,
)
from companion.games.cthulhu_wars.facts import CardTaken, CounterSet, GateSet, PiecesEntered
from companion.games.cthulhu_wars.model import roster
from companion.games.cthulhu_wars.model.neutral_cards import CARDS
from companion.games.cthulhu_wars.model.state import CthulhuState
from companion.games.cthulhu_wars.model.units import Loss
from companion.games.cthulhu_wars.neutral import loyalty_cards, ritual
from companion.games.cthulhu_wars.neutral.cards import (
    azathoth,
    bloated_woman,
    cthugha,
    dire_cthulhu,
    elder_shoggoth,
    glaaki,
    like_factions,
    quachil_uttaus,
    tulzscha,
    worms,
    ygolonac,
)
from companion.games.cthulhu_wars.neutral.cards import byatis as toad
from companion.games.cthulhu_wars.neutral.cards import dhole as destroyer
from companion.games.cthulhu_wars.rules.card_books import earn
from companion.games.cthulhu_wars.turn import spellbooks
from companion.table.prompts import Form, Together
from companion.table.script import Script
from tests.cthulhu_wars.battles import Skirmish
from tests.cthulhu_wars.evening import Evening
from tests.cthulhu_wars.test_faction_actions import with_books
from tests.cthulhu_wars.test_other_boards import described

LEFT: Final = (0, 1, 2)
"""How many Elder Signs are left."""


def run(script: Script[Any], answers: Mapping[str, Any]) -> None:
    """Drive a script with these answers; what it asks besides fails the test."""
    reply = None
    try:
        while True:
            prompt = script.send(reply)
            if isinstance(prompt, Together):
                reply = {part.key: answers[part.key] for part in prompt.parts}
            else:
                reply = answers[prompt.key]  # type: ignore[union-attr]
    except StopIteration:
        return


def table(*factions: str, neutral: tuple[str, ...] = (), **counters: int) -> CthulhuState:
    """An evening in its first turn."""
    game = Evening(*factions, neutral=list(neutral))
    for code in game.state.seats:
        for card in neutral if code == factions[0] else ():
            if card in CARDS:
                game.state.record(CardTaken(code, card, code, 0, 0))
    if counters:
        game.correct(**counters)
    return game.state


def fought(pieces: Mapping[str, Mapping[str, int]]) -> CthulhuState:
    return Skirmish(pieces).state


Gift = tuple[CthulhuState, str, int, Script[Any], dict[str, Any]]
"""The state, who gains, how many are due, and the script with its answers."""


def nuclear_chaos() -> Gift:
    state = table("GC", "CC")
    answers = {"nuclear_chaos/GC": [2], "nuclear_chaos/CC": [6], "nuclear_chaos/own": 2}
    return state, "GC", 2, azathoth.nuclear_chaos(state, "GC"), answers


def byatis() -> Gift:
    state = table("GC", "CC", neutral=("byatis",), GC_byatis=1)
    return state, "GC", 1, toad.undisturbed(state, "GC"), {"byatis/GC": ["yes"]}


def revelations() -> Gift:
    state = table("GC", "CC", neutral=("ygolonac",), GC_ygolonac=1)
    earn(state, "GC", "ygolonac")
    return state, "CC", 1, ygolonac.revelations(state, "GC"), {}


def dire_cthulhu_awakens() -> Gift:
    state = table("GC", "CC", neutral=("dire_cthulhu",), GC_dire_cthulhu=1)
    return state, "GC", 1, dire_cthulhu.awakens(state, "GC"), {}


def sign_as_it_awakens() -> Gift:
    state = table("GC", "CC", neutral=("hastur_free",), GC_hastur_free=1)
    return state, "GC", 1, like_factions.sign_as_it_awakens("hastur_free")(state, "GC"), {}


def sign_for_the_glyph() -> Gift:
    state = table("GC", "CC", neutral=("hastur_free",), GC_hastur_free=1)
    script = like_factions.sign_for_the_glyph("hastur_free")(state, "GC")
    return state, "GC", 1, script, {"hastur_free/glyph": ["yes"]}


def lord_and_master() -> Gift:
    state = table("GC", "CC", neutral=("dire_cthulhu", "byatis"), GC_dire_cthulhu=1)
    return state, "GC", 1, dire_cthulhu.lord_and_master(state, "GC", "GC", "byatis"), {}


def plain_ritual() -> Gift:
    state = table("YS", "CC", YS_hastur=1, YS_king_in_yellow=1, YS_power=12)
    state.gates.clear()
    return state, "YS", 2, ritual.perform_ritual(state, "YS"), {}


def told_ritual() -> Gift:
    """As it is suggested."""
    state = table("YS", "CC", YS_hastur=1, YS_king_in_yellow=1, YS_power=12)
    state.gates.clear()
    return state, "YS", 2, ritual.told_ritual(state, "YS"), {"ritual/told/YS": {}}


def requirement() -> Gift:
    state = table("YS", "CC")
    met = next(r for r in roster.card("YS").requirements if r.signs)
    return state, "YS", 1, spellbooks.meet(state, "YS", met), {"book/YS": ["passion"]}


def disaster_looms() -> Gift:
    state = table("GC", "CC", neutral=("bloated_woman",), GC_bloated_woman=1)
    earn(state, "GC", "bloated_woman")
    return state, "GC", 1, bloated_woman.loom(state, "GC"), {}


def eradication() -> Gift:
    state = table("GC", "CC", neutral=("worm_of_ghroth",), GC_worm_of_ghroth=3)
    return state, "GC", 1, worms.eradication(state, "GC"), {"eradication/GC": [1]}


def green_decay() -> Gift:
    state = table("GC", "CC", neutral=("glaaki",), GC_glaaki=1)
    state.record(CounterSet("GC", glaaki.HELD, 3))
    return state, "GC", 3, glaaki.signs(state, "GC"), {}


def glaaki_awakens() -> Gift:
    state = table("GC", "CC")
    # By the other reading of D75.
    state.rulings["D75"] = "other"
    return state, "GC", 1, glaaki.awakens(state, "GC"), {}


def price_of_kin() -> Gift:
    state = table("CC", "GC")

    def script() -> Script[None]:
        loyalty_cards.pay_kin(state, "CC", CARDS["bloated_woman"])
        yield from ()

    return state, "GC", 1, script(), {}


def undying_flame() -> Gift:
    state = table("GC", "CC", neutral=("tulzscha",), GC_tulzscha=1, CC_signs=3)
    return state, "GC", 1, tulzscha.undying_flame(state, "GC"), {}


def traitors() -> Gift:
    state = table("DS", "GC", DS_power=8, GC_acolyte=5)
    state.record(GateSet("europe", "DS", built=True))
    state.factions["DS"].own_gates.append("europe")
    answers = {
        "traitors/area": ["europe"], "traitors/kind": ["acolyte"], "traitors/keeper": ["acolyte"],
        "traitors/alone": ["yes"],
    }  # fmt: skip
    return state, "DS", 1, daemon_sultan.traitors(state, "DS"), answers


def antithesis() -> Gift:
    state = table("DS", "GC", DS_larva_antithesis=1)
    return state, "GC", 1, daemon_sultan.awaken_antithesis(state, "DS"), {"awaken/gift": ["GC"]}


def immortal() -> Gift:
    state = table("GC", "CC")
    return state, "GC", 1, great_cthulhu.immortal(state, "GC"), {}


def third_eye() -> Gift:
    game = with_books(Evening("YS", "CC", "BG"), "YS", "third_eye")
    game.correct(YS_king_in_yellow=1, YS_hastur=1)
    answers = {"desecrate/area": ["asia"], "desecrate/units": 2, "desecrate/roll": [1], "desecrate/place": ["undead"]}
    return game.state, "YS", 1, yellow_sign.desecrate(game.state, "YS"), answers


def harbinger() -> Gift:
    state = fought({"CC": {"nyarlathotep": 1, "flying_polyp": 1}, "GC": {"cthulhu": 1}})
    state.running_battle.struck.append("GC.cthulhu.1")
    script = crawling_chaos.harbinger(state, state.running_battle, "CC")
    return state, "CC", 2, script, {"battle/harbinger": ["signs"]}


def demand_sacrifice() -> Gift:
    state = fought({"SL": {"tsathoggua": 1}, "GC": {"acolyte": 1}})
    script = sleeper.demand_sacrifice(state, state.running_battle, "SL")
    return state, "SL", 1, script, {"battle/demand_sacrifice": ["sign"]}


def tablets() -> Gift:
    game = with_books(Evening("TT", "CC", "BG"), "TT", "tablets")
    game.state.record(PiecesEntered("TT", "high_priest", 2 - game["TT"].in_play.get("high_priest", 0), ""))
    return game.state, "TT", 2, tcho_tcho.tablets(game.state, "TT", 0), {"tablets/gates": 2, "tablets/left": []}


def inerrant() -> Gift:
    game = with_books(Evening("TT", "CC", "BG"), "TT", "inerrant")
    game.correct(TT_ubbo_sathla=1)
    return game.state, "TT", 1, tcho_tcho.inerrant(game.state, "TT"), {"inerrant": 1}


def fulmination() -> Gift:
    state = fought({"TT": {"proto_shoggoth": 1}, "GC": {"acolyte": 1}})
    lost = [("TT", "ubbo_sathla", Loss.KILLED), ("GC", "deep_one", Loss.KILLED), ("GC", "acolyte", Loss.ELIMINATED)]
    state.running_battle.lost.extend(lost)
    return state, "TT", 2, tcho_tcho.fulmination(state, state.running_battle, "TT"), {}


def six_books_of_others() -> Gift:
    state = table("CC", "WW", "BG")
    for code in ("CC", "BG"):
        state.factions[code].books.extend(["a book"] * 6)
    return state, "WW", 2, windwalker.signs_for_the_complete(state, "WW"), {}


def blood_sacrifice() -> Gift:
    state = table("BG", "CC", "GC", BG_shub_niggurath=1)
    return state, "BG", 1, black_goat.blood_sacrifice(state, "BG"), {"blood_sacrifice/cultist/0/gate": []}


def dhole() -> Gift:
    state = fought({"GC": {"dhole": 1}, "CC": {"nightgaunt": 1}})
    script = destroyer.planetary_destruction(state, state.running_battle, "GC")
    return state, "GC", 2, script, {"battle/dhole": ["power"]}


def firestorm() -> Gift:
    state = fought({"GC": {"cthugha": 1}, "CC": {"nightgaunt": 2}})
    earn(state, "GC", "cthugha")
    for figure in state.running_battle.present("CC"):
        figure.hits.append("kill")
    script = cthugha.fire_vampires(state, state.running_battle, "GC")
    return state, "GC", 1, script, {"battle/fire_vampires": ["CC.nightgaunt.1"]}


def dust_to_dust() -> Gift:
    state = fought({"GC": {"quachil_uttaus": 1}, "CC": {"nightgaunt": 1}})
    state.running_battle.lost.append(("CC", "nightgaunt", Loss.KILLED))
    script = quachil_uttaus.dust_to_dust(state, state.running_battle, "GC")
    return state, "GC", 1, script, {"battle/dust_to_dust": ["sign"]}


def eradicated() -> Gift:
    state = described("shaggai").state
    answers: dict[str, Any] = {f"shaggai/units/{code}": [] for code in state.seats}
    return state, "BG", 1, shaggai.eradicate(state, state.factions["BG"].start), answers


def larvae() -> Gift:
    state = Evening("GC", "CC", "BG", map="library33").state
    return state, "GC", 1, library.larvae(state, "GC"), {}


def prime_cause() -> Gift:
    state = fought({"GC": {"elder_shoggoth": 1, "deep_one": 1}, "CC": {"nightgaunt": 1}})
    answers = {"battle/prime_cause": ["GC.deep_one.1"], "battle/prime_cause/by": ["cthulhu"]}
    return state, "CC", 1, elder_shoggoth.prime_cause(state, state.running_battle, "GC"), answers


GIFTS: Final[dict[str, tuple[Callable[[], Gift], ...]]] = {
    "boards/library.larvae": (larvae,),
    "boards/shaggai.eradicate": (eradicated,),
    "neutral/cards/azathoth.nuclear_chaos": (nuclear_chaos,),
    "neutral/cards/byatis.undisturbed": (byatis,),
    "neutral/cards/ygolonac.revelations": (revelations,),
    "neutral/ritual.perform_ritual": (plain_ritual, told_ritual),
    "turn/spellbooks.meet": (requirement,),
    "neutral/cards/bloated_woman.loom": (disaster_looms,),
    "neutral/cards/worms.eradication": (eradication,),
    "neutral/cards/glaaki.signs": (green_decay,),
    "neutral/cards/glaaki.awakens": (glaaki_awakens,),
    "neutral/cards/dire_cthulhu.awakens": (dire_cthulhu_awakens,),
    "neutral/cards/dire_cthulhu.lord_and_master": (lord_and_master,),
    "neutral/cards/like_factions.sign_as_it_awakens": (sign_as_it_awakens,),
    "neutral/cards/like_factions.awakens": (sign_as_it_awakens,),
    "neutral/cards/like_factions.sign_for_the_glyph": (sign_for_the_glyph,),
    "neutral/cards/like_factions.begins": (sign_for_the_glyph,),
    "neutral/loyalty_cards.pay_kin": (price_of_kin,),
    "neutral/cards/tulzscha.undying_flame": (undying_flame,),
    "factions/daemon_sultan.traitors": (traitors,),
    "factions/daemon_sultan.awaken_antithesis": (antithesis,),
    "factions/great_cthulhu.immortal": (immortal,),
    "factions/yellow_sign.desecrate": (third_eye,),
    "factions/crawling_chaos.harbinger": (harbinger,),
    "factions/sleeper.demand_sacrifice": (demand_sacrifice,),
    "factions/tcho_tcho.tablets": (tablets,),
    "factions/tcho_tcho.inerrant": (inerrant,),
    "factions/tcho_tcho.fulmination": (fulmination,),
    "factions/windwalker.signs_for_the_complete": (six_books_of_others,),
    "factions/black_goat.blood_sacrifice": (blood_sacrifice,),
    "neutral/cards/dhole.planetary_destruction": (dhole,),
    "neutral/cards/cthugha.fire_vampires": (firestorm,),
    "neutral/cards/quachil_uttaus.dust_to_dust": (dust_to_dust,),
    "neutral/cards/elder_shoggoth.prime_cause": (prime_cause,),
}
"""What gives Elder Signs, and how it is tried."""


@pytest.mark.parametrize("left", LEFT)
@pytest.mark.parametrize("gift", [gift for gifts in GIFTS.values() for gift in gifts])
def test_each_elder_sign_that_is_missing_is_1_doom(gift: Callable[[], Gift], left: int) -> None:
    """All 36 handed out: each further Elder Sign is 1 Doom instead (section 3.6)."""
    state, who, due, script, answers = gift()
    state.bag[:] = [1] * left
    faction = state.factions[who]
    doom, signs = faction.doom, len(faction.signs)
    run(script, answers)
    assert (len(faction.signs) - signs, faction.doom - doom) == (min(due, left), due - min(due, left))


def drawing() -> Iterator[str]:
    """The functions that draw Elder Signs, by module and name."""
    home = Path(cthulhu_wars.__file__).parent
    for file in home.rglob("*.py"):
        for function in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
            calls = (n.func for n in ast.walk(function) if isinstance(n, ast.Call))
            names = {call.id for call in calls if isinstance(call, ast.Name)}
            if isinstance(function, ast.FunctionDef) and names & {"draw", "SignDrawn"} and function.name != "draw":
                yield f"{file.relative_to(home).with_suffix('').as_posix()}.{function.name}"


def test_everything_that_gives_elder_signs_is_in_the_table() -> None:
    """Whoever adds a rule that gives some adds it above."""
    assert set(drawing()) == set(GIFTS)


# -- what is promised --------------------------------------------------------------------------------------------------


def before_the_ritual(left: int) -> Evening:
    """Yellow Sign in its place of the Doom Phase, with two Great Old Ones and one Gate."""
    game = Evening("YS", "CC", "BG")
    game.correct(YS_hastur=1, YS_king_in_yellow=1)
    game.to_doom_phase()
    game.correct(YS_power=12, YS_doom=5, CC_signs=36 - left)
    return game


@pytest.mark.parametrize(
    ("left", "words"), [(0, "+3 Doom"), (1, "+2 Doom, +1 Elder Sign"), (2, "+1 Doom, +2 Elder Signs")]
)
def test_a_ritual_promises_no_elder_sign_that_is_not_left(left: int, words: str) -> None:
    """The option and the question say what comes of it."""
    game = before_the_ritual(left)
    assert game.option("ritual").detail == words
    game.play(("doom_phase/YS", "ritual"))
    assert (game["YS"].doom, len(game["YS"].signs)) == (5 + 3 - left, left)


@pytest.mark.parametrize("left", LEFT)
def test_a_ritual_worked_out_otherwise_gives_as_much_as_the_plain_one(left: int) -> None:
    """Accepted as suggested; each sign that is missing is 1 Doom."""
    game = before_the_ritual(left)
    game.play(("doom_phase/YS", "ritual/otherwise"))
    form = game.prompt
    assert isinstance(form, Form)
    assert {blank.id: blank.suggested for blank in form.blanks}["signs"] == 2
    assert form.text.startswith(("No Elder Sign is left", "1 Elder Sign is left", "2 Elder Signs are left")[left])
    game.answer({})
    assert (game["YS"].doom, len(game["YS"].signs)) == (5 + 3 - left, left)
