"""What abilities must change that a battle alone shows: results, dice, and who takes part in it (`battle.md` 4 and the
rules reference, sections 6 and 7)."""

from __future__ import annotations

from collections import Counter

from companion.games.cthulhu_wars import facts as f
from tests.cthulhu_wars.uses.statements import foe_of, is_monster, must, states
from tests.cthulhu_wars.uses.watch import Numbers, Use


def _sides(use: Use) -> tuple[str, str]:
    return use.state.running_battle.sides


def _there(use: Use, unit: str, side: str = "") -> int:
    """Pieces of a kind that took part on a side."""
    return use.before.get(f"{side or use.who}.there.{unit}", 0)


def _more(use: Use, kills: int) -> Numbers:
    """Kills that are added: Pains where the side's Kills are (D45)."""
    pains = use.number("softened") and not use.change.get(f"{use.who}.kills")
    return {"me.pains" if pains else "me.kills": kills}


@states("CC.invisibility")
def invisibility(use: Use) -> Numbers:
    """One Monster or Cultist of either side for each Flying Polyp takes no further part."""
    hidden = {side: use.change.get(f"{side}.exempt", 0) for side in _sides(use)}
    must(1 <= sum(hidden.values()) <= _there(use, "flying_polyp"), use, "one for each Polyp")
    return {f"{side}.{what}": n * sign for side, n in hidden.items() for what, sign in (("exempt", 1), ("present", -1))}


@states("CC.seek_and_destroy")
def seek_and_destroy(use: Use) -> Numbers:
    """Hunting Horrors that were elsewhere join."""
    number = int(use.answers.get("battle/seek_and_destroy", 1))
    elsewhere = use.pieces("CC", "hunting_horror") - _there(use, "hunting_horror")
    must(1 <= number <= elsewhere, use, f"of {elsewhere}")
    return {"me.present": number, "me.there.hunting_horror": number}


@states("BG.necrophagy", "BG.necrophagy_pains")
def necrophagy(use: Use) -> Numbers:
    """Ghouls come that took no part, and take none but for the Pains."""
    number = int(use.answers.get("battle/necrophagy", 1))
    must(1 <= number <= use.pieces("BG", "ghoul") - _there(use, "ghoul"), use, "Ghouls from elsewhere")
    return {"me.called": number, "me.present": 0, **{f"{side}.pains": number for side in _sides(use)}}


@states("WW.howl")
def howl(use: Use) -> Numbers:
    """One unit of the enemy leaves."""
    must(_there(use, "wendigo"), use, "a Wendigo is there")
    return {f"{foe_of(use)}.present": -1, "me.present": 0}


@states("TT.terror")
def terror(use: Use) -> Numbers:
    """For each Proto-Shoggoth a die more, or one less for the enemy."""
    number = _there(use, "proto_shoggoth")
    return {"me.grown": number} if use.answer("battle/terror") == "more" else {f"{foe_of(use)}.less": number}


@states("TT.martyrdom")
def martyrdom(use: Use) -> Numbers:
    """Nobody but a High Priest keeps a Kill."""
    eased = [name for fact in use.facts if isinstance(fact, f.AssignedKillsBecamePains) for name in fact.figures]
    must(eased and _there(use, "high_priest") + _there(use, "joseph_curwen") >= 0, use, "somebody is spared")
    left = [
        figure
        for figure in use.state.running_battle.figures
        if figure.side == use.who and figure.id in eased and "kill" in figure.hits
    ]
    must(not left, use, "their Kills are Pains")
    return {}


@states("BB.zagazig")
def zagazig(use: Use) -> Numbers:
    """What is rolled is turned round, for both sides."""
    must(_there(use, "cat_from_mars"), use, "a Cat from Mars is there")
    found: Numbers = {}
    for side in _sides(use):
        kills, pains = use.before.get(f"{side}.kills", 0), use.before.get(f"{side}.pains", 0)
        found |= {f"{side}.kills": pains - kills, f"{side}.pains": kills - pains}
    return found


@states("BB.savagery")
def savagery(use: Use) -> Numbers:
    """1 Power, and 4 Combat for each Cat from Saturn."""
    return {"me.power": -1, "me.grown": 4 * _there(use, "cat_from_saturn")}


@states("keziah_kill", "snakebite")
def more_kills(use: Use) -> Numbers:
    return _more(use, 2 if use.name.endswith("keziah_kill") else 1)


@states("keziah_pain")
def more_pains(_use: Use) -> Numbers:
    return {"me.pains": 2}


@states("cosmic_unity")
def cosmic_unity(use: Use) -> Numbers:
    """One Great Old One of the enemy rolls nothing."""
    must(_there(use, "daoloth"), use, "Daoloth is there")
    return {"dimmed": 1}


@states("vicious")
def vicious(use: Use) -> Numbers:
    """As many Kills as there are more Vooniths than were rolled; or than were scored, by the other reading of D81."""
    scored = use.state.rulings.get("D81") == "other"
    counted = use.number("kills") - (0 if scored else use.number("added") - use.number("cancelled"))
    return {"me.kills": _there(use, "voonith") - counted}


@states("bloodthirst", "bloodthirst_later")
def bloodthirst(use: Use) -> Numbers:
    """Two Pains of either side are a Kill; a Pain where that side's Kills are (D45)."""
    (side,) = [side for side in _sides(use) if use.change.get(f"{side}.pains")]
    must(use.before.get(f"{side}.pains", 0) >= 2, use, "two Pains are there")
    if use.name.endswith("later") and use.before.get(f"{side}.softened") and not use.change.get(f"{side}.kills"):
        return {f"{side}.kills": 0, f"{side}.pains": -1}
    return {f"{side}.kills": 1, f"{side}.pains": -2}


@states("nodens")
def nodens(_use: Use) -> Numbers:
    return {"me.kills": 1, "me.pains": 2}


@states("laughingstock")
def laughingstock(use: Use) -> Numbers:
    """Penguins come, for either side."""
    number = int(use.answers.get("battle/laughingstock", 1))
    side = use.who if use.who in _sides(use) else use.answer("battle/laughingstock/side")
    return {f"{side}.present": number, f"{side}.there.albino_penguin": number}


@states("needs_affection")
def needs_affection(use: Use) -> Numbers:
    """Monsters go and as many Acolytes come; nobody is lost."""
    gone = Counter(fact.unit for fact in use.facts if type(fact) is f.PiecesLeft)
    number = gone.total()
    must(number and all(is_monster(use.who, unit) for unit in gone), use, "Monsters go")
    found: Counter[str] = Counter()
    for unit, n in gone.items():
        found.update({f"{use.who}.unit.{unit}": -n, f"{use.who}.there.{unit}": -n})
    found.update({f"{use.who}.unit.acolyte": number, f"{use.who}.there.acolyte": number, f"{use.who}.gone": number})
    return {key: n for key, n in found.items() if n}


@states("hagarg_ryonis")
def hagarg_ryonis(use: Use) -> Numbers:
    must(_there(use, "hagarg_ryonis") or use.pieces(use.who, "hagarg_ryonis"), use, "she is there")
    return {"me.pains": 3}


@states("threnody")
def threnody(_use: Use) -> Numbers:
    """Whoever carries no result is Pained; nobody is lost by it."""
    return {}
