"""What neutral pieces and spellbooks must change: from the rules reference (section 7)."""

from __future__ import annotations

from collections import Counter

from companion.games.cthulhu_wars import facts as f
from tests.cthulhu_wars.uses.printed import CULTIST_COSTS, GREAT, INDEPENDENT_COSTS, PLACED, TERRORS
from tests.cthulhu_wars.uses.rituals import TRACKS
from tests.cthulhu_wars.uses.statements import (
    as_numbers,
    foe_of,
    losses,
    must,
    of_side,
    price,
    signs,
    states,
    total,
)
from tests.cthulhu_wars.uses.watch import Numbers, Use


@states("loyalty")
def loyalty(use: Use) -> Numbers:
    """A Loyalty Card: 2 Doom, 2 Power more for a Terror; what comes with it."""
    taken = next((fact for fact in use.facts if type(fact).__name__ == "CardTaken"), None)
    if taken is None:
        return {}
    card, owner = taken.card, taken.who  # type: ignore[attr-defined]
    if card == "dark_demon":
        return dark_demon(use)
    found: Counter[str] = Counter({"me.doom": -2, "me.power": -2 if card in TERRORS else 0})
    if card == "shadow_pharaoh" and use.who == "CC":
        found["me.doom"] = 0
        for code in use.state.enemies("CC"):
            found.update(signs(use, code, 1))
    came = use.change.get(f"{owner}.unit.{card}", 0)
    anywhere = card in ("moonbeast", "dimensional_shambler", "wamp", "insect_from_shaggai")
    anywhere = anywhere or card == "hound_of_tindalos"
    if card in ("moonbeast", "dimensional_shambler"):
        # They lie on a card beside the map; a Moonbeast on none if no enemy has a spellbook.
        came += use.change.get(f"{owner}.mark.aside_{card}", 0)
        must(came in (0, 1), use, "what comes with it")
        return {key: n for key, n in found.items() if n}
    must(came == PLACED.get(card, 1) or (not came and not use.before[f"{owner}.gates"]), use, "what comes with it")
    must(came or not anywhere, use, "it comes all the same")
    found[f"{owner}.unit.{card}"] = came
    for key, number in use.change.items():
        # A Satyr's card brings an Acolyte as well.
        if card == "satyr" and key == f"{owner}.unit.acolyte":
            found[key] = number
    return {key: n for key, n in found.items() if n}


def dark_demon(use: Use) -> Numbers:
    """2 Doom, and it is in play; all others lose an Acolyte for good, from the pool if there is one. Crawling
    Chaos pays nothing, and all others gain an Elder Sign."""
    found: Counter[str] = Counter({"me.doom": 0 if use.who == "CC" else -2, "me.unit.dark_demon": 1})
    for code in use.state.enemies(use.who):
        if use.pool(code, "acolyte"):
            found[f"{code}.away"] = 1
        elif use.pieces(code, "acolyte") > use.before.get(f"{code}.on_card.acolyte", 0):
            # Those on a faction card are not affected (D42).
            found.update({f"{code}.away": 1, f"{code}.unit.acolyte": -1})
        if use.who == "CC":
            found.update(signs(use, code, 1))
    return {key: n for key, n in found.items() if n}


@states("recruit_for/")
def recruit_for(use: Use) -> Numbers:
    """2 Power; it stays its player's."""
    card = use.name.partition("/")[2]
    owner = next(code for code, faction in use.state.factions.items() if card in faction.loyalty)
    return {"me.power": -2, f"{owner}.unit.{card}": 1}


@states("recruit/unique")
def recruit_unique(use: Use) -> Numbers:
    """3 Power, and the one that is picked is in play."""
    return {"me.power": -3, f"me.unit.{use.answer('unique_priest')}": 1}


@states("recriminations")
def recriminations(use: Use) -> Numbers:
    """1 Power; Moonbeasts on the book that goes back come to the map."""
    came = {key: number for key, number in use.change.items() if key.endswith(".unit.moonbeast")}
    must(not came or use.answer("recriminations/off") is not None, use, "Moonbeasts leave with the book")
    return {"me.power": -1, **came}


@states("filth")
def filth(_use: Use) -> Numbers:
    """1 Power, a Filth token more."""
    return {"me.power": -1, "me.unit.filth": 1}


@states("abandoned_to_lusts")
def abandoned_to_lusts(use: Use) -> Numbers:
    """A Cat goes from the map onto a slot of an enemy that has fewer than six spellbooks."""
    slot = use.answer("asteroid_cat/slot", "")
    (code,) = {fact.victim for fact in use.facts if isinstance(fact, f.SlotTaken)}
    must(use.change.get(f"{use.who}.mark.aside_asteroid_cat") == 1, use, "it waits there")
    must(use.before.get(f"{code}.books", 0) < 6, use, "an empty slot")
    must(not slot or use.change.get(f"{code}.mark.slot_{slot}") == 1, use, "on that slot")
    return {"me.unit.asteroid_cat": -1}


@states("crypt_dweller")
def crypt_dweller(use: Use) -> Numbers:
    """All Wamps of the pool."""
    return {"me.unit.wamp": use.pool(use.who, "wamp")}


@states("trapezohedron_book")
def trapezohedron_book(use: Use) -> Numbers:
    must(use.pieces(use.who, "haunter_of_the_dark"), use, "he is in play")
    return {"me.power": -1, "me.mark.book_haunter_of_the_dark": 1}


@states("shining_trapezohedron")
def shining_trapezohedron(use: Use) -> Numbers:
    """An enemy unit is Eliminated for each 6."""
    lost = losses(use)
    sixes = list(use.answers.get("battle/trapezohedron", [])).count(6)
    must(of_side(use, lost, foe_of(use)) and total(lost) <= sixes, use, f"{sixes} of the enemy")
    return as_numbers(lost)


@states("curse_of_chaugnar")
def curse_of_chaugnar(_use: Use) -> Numbers:
    return {"me.signs": -2, "me.mark.book_chaugnar_faugn": 1}


@states("laziness")
def laziness(use: Use) -> Numbers:
    """Whoever has exactly 1 Power has none; for 1 Power so much less of whoever hibernates."""
    found: Counter[str] = Counter()
    for code in use.state.enemies(use.who):
        if use.before[f"{code}.power"] == 1:
            found[f"{code}.power"] -= 1
        elif use.answer(f"laziness/{code}") == "yes":
            must(code in use.state.resting, use, "it hibernates")
            found.update({f"{code}.power": -1, f"{use.who}.power": -1})
    if use.answer("laziness/own") == "yes":
        found[f"{use.who}.power"] -= 1
    return {key: n for key, n in found.items() if n}


@states("proteus")
def proteus(use: Use) -> Numbers:
    """2 Power; a spellbook of the faction's own is marked."""
    book = use.answer("proteus")
    must(not book or use.has(book) or use.number(f"book.{book}"), use, "its own")
    return {"me.power": -2}


@states("blind_idiot_god")
def blind_idiot_god(use: Use) -> Numbers:
    must(use.state.winners and any(use.who in hand for hand in use.state.winners), use, "its player wins")
    return {"me.power": -20}


@states("rule_them_all")
def rule_them_all(use: Use) -> Numbers:
    """4 Power for a Great Old One that sits on the card."""
    lost = losses(use)
    must(total(lost) == 1 and all({*kinds} <= {*GREAT, *INDEPENDENT_COSTS} for kinds in lost.values()), use, "a GOO")
    return {"me.power": -4, "me.captives": 1, **as_numbers(lost)}


@states("non_euclidean")
def non_euclidean(use: Use) -> Numbers:
    """A result less for the enemy; for a Kill a unit of somebody who looks on goes."""
    lost = losses(use)
    kill = str(use.answer("battle/non_euclidean", "")).endswith("kill") or bool(lost)
    return {"me.kills" if kill else "me.pains": -1, **as_numbers(lost)}


@states("from_below_free")
def from_below_free(use: Use) -> Numbers:
    """A Monster comes from the pool."""
    came = losses(use, gained=True)
    must(set(came) == {use.who} and total(came) == 1, use, "one Monster")
    return as_numbers(came, 1)


@states("ceremony")
def price_of_a_ritual(use: Use) -> Numbers:
    """The number under the Ritual marker is gained, 10 on Instant Death, whatever a Ritual costs; the marker moves."""
    track = use.state.own_track or TRACKS[len(use.state.seats)]
    before = use.before["ritual"]
    return {"me.power": track[before] if before < len(track) else 10, "ritual": int(before < len(track))}


@states("execration_of_mu")
def execration_of_mu(_use: Use) -> Numbers:
    return {"me.power": -4, "me.mark.book_ghatanothoa": 1}


@states("mummify_at_once")
def nothing_paid(_use: Use) -> Numbers:
    """What is laid down costs nothing."""
    return {}


@states("interdimensional")
def interdimensional(use: Use) -> Numbers:
    """A Gate comes that nobody controls yet."""
    must(use.pieces(use.who, "daoloth") and use.number("mark.book_daoloth"), use, "Daoloth with his book")
    return {"gates": 1, "abandoned": 1, "me.gates": 0}


@states("hound")
def hound(_use: Use) -> Numbers:
    """Angles of Time: in an area without a Gate it is Eliminated."""
    return {"me.unit.hound_of_tindalos": -1}


@states("from_fan/")
def from_fan(use: Use) -> Numbers:
    """What it costs to summon or recruit goes to whoever has The Bloated Woman."""
    unit = use.name.partition("/")[2]
    paid = CULTIST_COSTS.get(unit) or price(use, unit)
    holder = next(code for code, f_ in use.state.factions.items() if "bloated_woman" in f_.loyalty)
    found: Counter[str] = Counter({f"{use.who}.power": -paid, f"{use.who}.unit.{unit}": 1})
    found[f"{holder}.power"] += paid
    return {key: n for key, n in found.items() if n}


@states("velvet_fan")
def velvet_fan(use: Use) -> Numbers:
    """Who is lost already goes from the pool onto her card."""
    fanned = sum(n for key, n in use.change.items() if f"{use.who}.mark.fan/" in key)
    must(fanned == 1, use, "one piece on her card")
    return {}


@states("mummify", "spinnerets", "tsunami", "agony_sting", "god_of_forgetfulness")
def one_power(_use: Use) -> Numbers:
    """1 Power; what moves is on the map before and after."""
    return {"me.power": -1}


@states("nightmare_web")
def nightmare_web(_use: Use) -> Numbers:
    return {"me.power": -2, "me.unit.nyogtha": 1}


@states("zygote")
def zygote(use: Use) -> Numbers:
    """All Acolytes of the pool."""
    return {"me.power": -1, "me.unit.acolyte": use.pool(use.who, "acolyte")}


@states("gate_for_yig")
def gate_for_yig(use: Use) -> Numbers:
    """An own Gate goes, and Yig's book is earned: an Action of cost 0."""
    must(use.pieces(use.who, "yig"), use, "Yig is in play")
    return {"me.gates": -1, "gates": -1, "me.mark.book_yig": 1}


@states("cosmic_web")
def cosmic_web(use: Use) -> Numbers:
    """Six Web tokens, and Atlach-Nacha is in play: the game is won."""
    must(len(use.state.webs()) >= 6 and use.number("mark.book_atlach_nacha"), use, "six Web tokens")
    must(use.state.winners and any(use.who in hand for hand in use.state.winners), use, "she wins")
    return {}


@states("ceremony_of_annihilation")
def ceremony(use: Use) -> Numbers:
    return {f"{code}.power": 2 for code in use.state.of_others(use.who)}


@states("nuclear_chaos")
def nuclear_chaos(use: Use) -> Numbers:
    """The highest gain that much Power, the lowest that many Elder Signs (1 Doom for each that is not left)."""
    faces = {code: sum(use.answers[f"nuclear_chaos/{code}"]) for code in use.state.seats}
    faces[use.who] = use.answers["nuclear_chaos/own"]
    found: Counter[str] = Counter()
    for code, face in faces.items():
        if face == max(faces.values()):
            found[f"{code}.power"] += face
        if face == min(faces.values()):
            found.update(signs(use, code, face))
    return {key: n for key, n in found.items() if n}


@states("messenger_of_yig")
def messenger(use: Use) -> Numbers:
    """Each other faction gives 1 Power, or 1 Doom is gained; who has no Power cannot give any."""
    found: Counter[str] = Counter()
    for code in use.state.enemies(use.who):
        if use.answer(f"messenger_of_yig/{code}") == "power":
            found[f"{code}.power"] -= 1
            found["me.power"] += 1
        else:
            found["me.doom"] += 1
    return {key: n for key, n in found.items() if n}


@states("walk_between_worlds")
def walk_between_worlds(_use: Use) -> Numbers:
    """A Shambler comes from the faction card to the map."""
    return {"me.unit.dimensional_shambler": 1, "me.mark.aside_dimensional_shambler": -1}


@states("moonbeast_away")
def moonbeast_away(use: Use) -> Numbers:
    """1 Doom of the victim; the Moonbeast comes to the map."""
    owner = next(code for code, faction in use.state.factions.items() if "moonbeast" in faction.loyalty)
    return {"me.doom": -1, f"{owner}.unit.moonbeast": 1, f"{owner}.mark.aside_moonbeast": -1}


@states("undimensioned")
def undimensioned(_use: Use) -> Numbers:
    return {"me.power": -2}


@states("shriveling")
def shriveling(use: Use) -> Numbers:
    """An enemy Monster or Cultist; its owner gains what it costs now."""
    foe = foe_of(use)
    lost = losses(use, lesser=True)
    must(of_side(use, lost, foe) and total(lost) == 1, use, "one of the enemy")
    ((owner, (unit,)),) = lost.items()
    gained = CULTIST_COSTS.get(unit)
    if gained is None:
        other = Use(use.name, owner, use.entry, use.first, use.before, use.gates, use.state)
        gained = price(other, unit)
    return {f"{owner}.unit.{unit}": -1, f"{owner}.power": gained}


@states("eidolon")
def nothing_counted(_use: Use) -> Numbers:
    """What everybody will do is written down."""
    return {}


@states("vampirism")
def vampirism(use: Use) -> Numbers:
    """As much Power as Pains, as much Doom as Kills, as far as the enemy has it; no more than there are spiders."""
    foe = foe_of(use)
    pains = int(use.answers.get("battle/star_vampire/pains", 0) or 0)
    kills = int(use.answers.get("battle/star_vampire/kills", 0) or 0)
    power, doom = min(pains, use.before[f"{foe}.power"]), min(kills, use.before[f"{foe}.doom"])
    return {"me.power": power, f"{foe}.power": -power, "me.doom": doom, f"{foe}.doom": -doom}


@states("planetary_destruction")
def planetary_destruction(use: Use) -> Numbers:
    foe = foe_of(use)
    return {**signs(use, "me", 2), f"{foe}.{use.answer('battle/dhole')}": 2}


@states("fire_vampires")
def fire_vampires(use: Use) -> Numbers:
    """1 Power; with Firestorm an Elder Sign, too: it goes with him if he is lost first."""
    foe = foe_of(use)
    poor = not use.before[f"{foe}.power"] or foe in use.state.resting
    must(not poor or use.state.rulings.get("D70") == "other", use, "not of an enemy without Power or who hibernates")
    firestorm = use.number("mark.book_cthugha") and use.pieces(use.who, "cthugha")
    return {"me.power": 1, **signs(use, "me", int(bool(firestorm)))}


@states("orifices")
def orifices(use: Use) -> Numbers:
    """An enemy Terror, Monster or Cultist goes, Y'Golonac comes there."""
    foe, lost = foe_of(use), losses(use)
    must(of_side(use, lost, foe) and total(lost) == 1, use, "one of the enemy goes")
    must(not any(set(kinds) & {*GREAT, *INDEPENDENT_COSTS} for kinds in lost.values()), use, "no Great Old One")
    return {**as_numbers(lost), f"{foe}.unit.ygolonac": 1}


@states("dust_to_dust")
def dust_to_dust(use: Use) -> Numbers:
    if use.change.get(f"{foe_of(use)}.away"):
        return {f"{foe_of(use)}.away": 1}
    return signs(use, "me", 1)


@states("prime_cause", "prime_cause_later")
def prime_cause(use: Use) -> Numbers:
    """Free for itself, half the price of others, rounded down; then a Doom for a Terror, a sign for a Great Old One."""
    late = use.state.rulings.get("D71") == "other"
    must(late is (use.name.partition(".")[2] == "prime_cause_later"), use, "before the dice, or after the battle (D71)")
    gone = next(x.unit for x in use.facts if type(x) is f.PiecesLeft)
    came = next(x.unit for x in use.facts if type(x) is f.PiecesEntered)
    found: Counter[str] = Counter({f"{use.who}.unit.{gone}": -1})
    found[f"{use.who}.unit.{came}"] += 1
    if gone != "elder_shoggoth":
        # What no source tells is asked at the table.
        told = int(use.answers.get("battle/prime_cause/cost", 0)) if INDEPENDENT_COSTS.get(came, 0) is None else None
        found["me.power"] = -((_cost(use, came) if told is None else told) // 2)
        if came in TERRORS or came == "yothan":
            found[f"{foe_of(use)}.doom"] = 1
        if came in GREAT or came in INDEPENDENT_COSTS:
            found.update(signs(use, foe_of(use), 1))
    return {key: n for key, n in found.items() if n}


def _cost(use: Use, unit: str) -> int:
    if unit in GREAT or unit in INDEPENDENT_COSTS:
        marker = use.before.get("DS.mark.azathoth", 0)
        special = {"avatar_antithesis": 8 - marker, "avatar_thesis": 0}
        again = {"cthulhu": 4} if use.before.get("GC.mark.awakened") else {}
        again |= {"bloated_woman": 3} if use.who == "CC" else {}
        again |= {"tsathoggua": 4} if use.borrows(use.who, "GC") and use.number("mark.awakened") else {}
        return int({**INDEPENDENT_COSTS, **GREAT, **special, **again}[unit] or 0)
    return CULTIST_COSTS.get(unit) or price(use, unit)
