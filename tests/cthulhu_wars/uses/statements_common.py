"""What must change by what everybody may do besides the Common Actions, and by the abilities of the faction of
`docs/own_things.md`."""

from __future__ import annotations

from tests.cthulhu_wars.uses.statements import how_many, must, signs, states
from tests.cthulhu_wars.uses.watch import Numbers, Use


@states("finish")
def finish(use: Use) -> Numbers:
    """Nothing; the Decay (reference 3.8) takes so much of the one of two who still has Power before his next turn."""
    lost = {key: n for key, n in use.change.items() if key.endswith(".power")}
    for key, number in lost.items():
        must(use.state.duel and -number == min(use.state.decay, use.before[key]), use, "only the Decay")
    return lost


@states("no_second", "rather", "rather/", "ruling")
def nothing_counted(_use: Use) -> Numbers:
    """Whose turn it is, or how a rule is read."""
    return {}


@states("battle/")
def declared(_use: Use) -> Numbers:
    """Battle (reference 4): 1 Power."""
    return {"me.power": -1}


@states("claim", "claim/")
def claim(use: Use) -> Numbers:
    """A requirement is met, with its own reward (reference 6). The spellbook that comes for it is counted by itself."""
    picked = use.name.partition("/")[2] or use.answer(f"claim/{use.who}")
    if not picked:
        return {}
    enemies = [hand for hand in use.state.players if use.who not in hand]
    complete = sum(any(use.before[f"{code}.books"] == 6 for code in hand) for hand in enemies)
    drawn = {"GC.first_doom": 1, "GC.five_books": 1, "YS.hastur": 1, "WW.any_moment": min(3, complete)}
    found: Numbers = {"me.met": 1, **signs(use, "me", drawn.get(f"{use.who}.{picked}", 0))}
    if f"{use.who}.{picked}" == "BG.share_areas":
        found["me.power"] = len(enemies)
    if f"{use.who}.{picked}" == "WW.six_books" and use.answer("six_books/sacrifice") == "yes":
        found["me.unit.ithaqua"] = -1
    if f"{use.who}.{picked}" == "BB.start_areas":
        found["me.power"] = sum(map(len, enemies))
    return found


@states("signs")
def reveal(use: Use) -> Numbers:
    """Each Elder Sign that is picked goes and gives 1 to 3 Doom; in the Doom Phase as much Power by Stars Are Right."""
    number = how_many(use.answers.get(f"reveal/{use.who}", []))
    doom = use.change.get(f"{use.who}.doom", 0)
    must(number <= doom <= 3 * number, use, "1 to 3 Doom each")
    # In the place in the Doom Phase, or by a key meanwhile; the phase may be over as it is judged.
    in_doom_phase = use.phase == "doom" or use.root == "doom_phase"
    power = doom if use.has("stars_are_right") and in_doom_phase else 0
    return {"me.signs": -number, "me.doom": doom, "me.power": power}


@states("card_book")
def card_book(use: Use) -> Numbers:
    """The spellbook of a card is earned (reference 7); what earns some is an Action, and not said so."""
    card = use.answer("card_book")
    if not card:
        return {}
    must(card not in ("tulzscha", "yig", "atlach_nacha"), use, "earned by an Action")
    if card == "bokrug":
        # He goes with his card to a player of one's choice, who gets the book.
        others = use.state.of_others(use.who)
        to = use.answer("card_book/to") or others[0]
        must(to in others, use, "another player")
        number = use.pieces(use.who, "bokrug")
        return {f"{to}.mark.book_bokrug": 1, "me.unit.bokrug": -number, f"{to}.unit.bokrug": number}
    return {f"me.mark.book_{card}": 1}


@states("other")
def another_action(use: Use) -> Numbers:
    """An Action of a card that is left to the table: what it costs."""
    return {"me.power": -int(use.answers["other/cost"])}


@states("afterwards/abandon")
def abandon_afterwards(_use: Use) -> Numbers:
    """Abandon Gate after the Action (reference 3.4): a Gate that is left is nobody's."""
    return {"me.gates": -1, "abandoned": 1}


@states("afterwards/control")
def control_afterwards(_use: Use) -> Numbers:
    """Control Gate after it: one that was nobody's is taken."""
    return {"me.gates": 1, "abandoned": -1}


@states("DC.hymn")
def hymn(_use: Use) -> Numbers:
    """1 Power for 2."""
    return {"me.power": 1}


@states("DC.echo")
def echo(_use: Use) -> Numbers:
    return {"me.power": 1}
