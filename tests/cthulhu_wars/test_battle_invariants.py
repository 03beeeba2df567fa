"""Random battles with random books and pieces: the invariants of the battle reference, section 6, and undo."""

from __future__ import annotations

import copy
import random
import re
from collections import Counter
from collections.abc import Sequence
from math import ceil
from typing import Any

import pytest

from companion.games.cthulhu_wars.corrections.corrections import limits
from companion.games.cthulhu_wars.facts import (
    PieceLost,
    PieceRetreated,
    PiecesEntered,
    PiecesLeft,
    PowerGained,
    PowerSpent,
)
from companion.games.cthulhu_wars.facts import Rolled as RolledFact
from companion.games.cthulhu_wars.game import CTHULHU_WARS
from companion.games.cthulhu_wars.model import roster
from companion.games.cthulhu_wars.model.battle_state import KILL, Battle, Stage
from companion.games.cthulhu_wars.model.roster import FACTIONS
from companion.games.cthulhu_wars.rules.duel_losses import worth
from companion.games.cthulhu_wars.rules.pool import gate_keepers, pool
from companion.table.errors import BadSetupError
from companion.table.prompts import Answer, Assign, Choose, Count, Form, Place, Prompt, Roll
from companion.table.state import StepReached
from tests.cthulhu_wars.battles import AREA, Skirmish
from tests.cthulhu_wars.evening import Evening
from tests.replica import Replica

BATTLES = 300


CORE = ("GC", "CC", "BG", "YS")


def random_battle(chance: random.Random, codes: Sequence[str] = CORE) -> Skirmish:
    """Two sides of any strength, the others looking on, any books; an attacker that may not attack is drawn again."""
    while True:
        try:
            return drawn_battle(chance, list(codes))
        except BadSetupError as error:
            if not re.search("cannot attack|may not", str(error)):
                raise


def drawn_battle(chance: random.Random, codes: list[str]) -> Skirmish:
    """Any of them, also one that cannot be declared; no more than four factions at once."""
    chance.shuffle(codes)
    attacker, defender, *others = codes = codes[:4]
    pieces: dict[str, dict[str, int]] = {}
    in_play: dict[str, dict[str, int]] = {}
    for code in codes:
        stock = {u.id: u.count for u in FACTIONS[code].units}
        in_play[code] = {u: chance.randint(0, n) for u, n in stock.items()}
        pieces[code] = {u: chance.randint(0, min(n, 3)) for u, n in in_play[code].items()}
        if code in (attacker, defender) and not any(pieces[code].values()):
            pieces[code]["acolyte"] = 1
            in_play[code]["acolyte"] = max(1, in_play[code]["acolyte"])
    gates: dict[str, str | None] = {}
    if chance.random() < 0.5:
        owner = chance.choice([c for c in (attacker, defender) if pieces[c]["acolyte"]] or [None])
        gates[AREA] = owner
    tokens = {
        c: [area for area in ("arabia", "north_asia", AREA) if chance.random() < 0.6]
        for c in codes
        if FACTIONS[c].expansion and FACTIONS[c].token
    }
    return Skirmish(
        {code: pieces[code] for code in (attacker, defender)},
        tokens=tokens,
        in_play=in_play,
        others=others,
        gates=gates,
        books={c: [b.id for b in FACTIONS[c].books if chance.random() < 0.6] for c in codes},
        ritual=chance.randint(0, 8),
        options={key: chance.choice(["printed", "other"]) for key in ("D8", "D9")},
    )


def random_answer(prompt: Prompt, chance: random.Random) -> Answer:
    """Any answer that the prompt takes."""
    match prompt:
        case Roll():
            # Loaded dice: battles in which much happens find more than fair ones.
            return [chance.choice([1, 4, 5, 6, 6]) for _ in range(prompt.dice)]
        case Choose():
            able = [o.id for o in prompt.open_options()]
            picked = chance.sample(able, chance.randint(min(prompt.least, len(able)), min(prompt.most, len(able))))
            return able if prompt.lacks(picked) else picked
        case Count() | Form():
            return prompt.any_answer(chance)
        case Place():
            return {p.id: chance.choice([a.id for a in p.areas if not a.refused]) for p in prompt.pieces}
        case Assign():
            slots = [p.id for p in prompt.pieces for _ in range(p.capacity)]
            chance.shuffle(slots)
            ((result, _),) = prompt.results.items()
            return {p: [result] * n for p, n in Counter(slots[: prompt.required]).items()}
    return True


def check_prompt(battle: Skirmish, prompt: Prompt) -> None:
    """What must hold of a question when it is asked; before the battle begins there is only an Action on the board."""
    if battle.state.battle is None:
        assert prompt.key.startswith(("energy_nexus/", "quick/pieces_now/", "quick/counts")), prompt.key
        return
    field = battle.battle
    if isinstance(prompt, Place):
        side = prompt.key.rsplit("/", 1)[1]
        foe = field.foe(side)
        open_areas = {a.id for p in prompt.pieces for a in p.areas if not a.refused}
        assert open_areas <= set(battle.state.ways(side, AREA))
        blocked = set(field.near.get(foe, [])) | {
            f.to for f in battle.state.facts if isinstance(f, PieceRetreated) and f.who == foe
        }
        assert not open_areas & blocked, "a retreat may not enter an area with a unit of the enemy"
    if isinstance(prompt, Assign):
        victim = prompt.key.split("/")[2]
        assert victim in field.sides
        assert all(field.figure(p.id).side == victim for p in prompt.pieces)


def finish(battle: Skirmish, chance: random.Random) -> Battle:
    """Answer at random until only the list for the board is left; return the battle as it was then."""
    for _ in range(200):
        item = chance.choice(battle.session.prompts)
        if item.prompt.key == "battle/board":
            return copy.deepcopy(battle.battle)
        check_prompt(battle, item.prompt)
        battle.session.answer(item.ticket, random_answer(item.prompt, chance), source="hand")
    raise AssertionError("the battle does not end")


def check_outcome(battle: Skirmish, field: Battle, before: dict[str, dict[str, int]], power: dict[str, int]) -> None:
    """The invariants of section 6."""
    state = battle.state
    facts = state.facts
    for side in field.sides:
        foe = field.foe(side)
        mine = [f for f in field.figures if f.side == side and f.status != "called"]
        spawn = state.can_use("GC", "regenerate")
        room = {f.id: 2 if f.unit == "starspawn" and spawn else 1 for f in mine}
        assert all(len(f.hits) <= room[f.id] for f in mine), "no unit carries more than it may"
        able = sum(room[f.id] for f in mine if f.id in field.veterans)
        assert sum(f.hits.count(KILL) for f in mine) <= min(field.kills.get(foe, 0), able)
        killed = sum(f.number for f in facts if isinstance(f, PiecesLeft) and f.who == side and f.how == "Killed")
        assert killed <= field.kills.get(foe, 0)
        lost_for_no_way = [
            f for f in facts if isinstance(f, PieceLost) and f.who == side and f.how == "Eliminated" and field.rolled
        ]
        after_dice = [f for f in lost_for_no_way if facts.index(f) > retreat_began(facts)]
        assert sum(f.number for f in after_dice) <= 1, "at most one unit dies of having no retreat"
        if after_dice:
            assert set(field.near[foe]) >= set(state.ways(side, AREA))
    if not field.rolled:
        assert not any(isinstance(f, RolledFact) for f in facts), "an early end has no dice"
        assert not any(isinstance(f, PieceRetreated) for f in facts), "nor retreats"
    for code in state.seats:
        lost, placed = Counter[str](), Counter[str]()
        for fact in facts:
            if isinstance(fact, PiecesLeft) and fact.who == code:
                lost[fact.unit] += fact.number
            if isinstance(fact, PiecesEntered) and fact.who == code:
                placed[fact.unit] += fact.number
        for unit in roster.card(code).units:
            assert state.in_play(code, unit.id) == before[code].get(unit.id, 0) - lost[unit.id] + placed[unit.id]
            assert 0 <= state.in_play(code, unit.id) <= unit.count
            assert pool(state, code, unit.id) + state.in_play(code, unit.id) + state.absent(code, unit.id) == unit.count
        if code not in field.sides:
            assert not lost, "bystanders lose nothing"
        gained = sum(f.power for f in facts if isinstance(f, PowerGained) and f.who == code)
        spent = sum(f.power for f in facts if isinstance(f, PowerSpent) and f.who == code)
        assert state.factions[code].power == power[code] + gained - spent
        if code in CORE:
            allowed = {"The Harbinger", "Passion"}
            why = {f.why for f in facts if isinstance(f, PowerGained) and f.who == code}
            assert why <= allowed, "Power comes from nowhere else"
            assert not spent
    keepers = [f for f in field.figures if f.on_gate]
    assert all(f.status in ("present", "exempt", "stayed") for f in keepers)
    if state.gates.get(AREA) in field.sides:
        assert keepers, "a controlled Gate still has its keeper"


def check_whole(battle: Skirmish, chance: random.Random) -> None:
    """Play it to its end, and hold the outcome against the set-up."""
    before = {c: dict(battle.session.setup["quick_battle"]["in_play"][c]) for c in battle.state.seats}
    check_outcome(battle, finish(battle, chance), before, dict.fromkeys(battle.state.seats, 8))


def retreat_began(facts: list[Any]) -> int:
    """Index of the beginning of the retreats."""
    return max(n for n, f in enumerate(facts) if f == StepReached(Stage.RETREAT))


@pytest.mark.parametrize("block", range(6))
def test_invariants_hold_in_random_battles(block: int) -> None:
    """Section 6, over random sides, books, dice and decisions."""
    for seed in range(block * BATTLES // 6, (block + 1) * BATTLES // 6):
        chance = random.Random(seed)
        battle = random_battle(chance)
        check_whole(battle, chance)


@pytest.mark.parametrize("code", [code for code, faction in FACTIONS.items() if faction.expansion])
def test_invariants_hold_in_battles_with_each_expansion(code: str) -> None:
    """The same with a faction that is not in the box on either side or looking on, and with corrections."""
    for seed in range(40):
        chance = random.Random(40_000 + seed)
        codes = [code, *chance.sample([c for c in FACTIONS if c != code], 3)]
        battle = random_battle(chance, codes)
        (correct_and_finish if seed % 4 == 1 else check_whole)(battle, chance)


@pytest.mark.slow
def test_thousands_of_random_battles_of_all_factions() -> None:
    """3,000 battles of four factions drawn from all, every fourth with corrections."""
    for seed in range(3000):
        chance = random.Random(200_000 + seed)
        battle = random_battle(chance, chance.sample(list(FACTIONS), 4))
        (correct_and_finish if seed % 4 == 1 else check_whole)(battle, chance)


@pytest.mark.slow
def test_ten_thousand_random_battles() -> None:
    """The same for 10,000 battles: every fourth of two players, every fourth with corrections at random moments."""
    for seed in range(10_000):
        chance = random.Random(100_000 + seed)
        if seed % 4 == 0:
            check_doom_of_two(seed)
            continue
        battle = random_battle(chance)
        (correct_and_finish if seed % 4 == 1 else check_whole)(battle, chance)


@pytest.mark.parametrize("block", range(4))
def test_corrections_at_random_moments_of_a_battle(block: int) -> None:
    """Any number set by hand at any question: no error, the battle ends, the pieces are conserved, and all that is
    known of the battle at that moment is what its facts say."""
    for seed in range(block * 25, (block + 1) * 25):
        chance = random.Random(seed)
        correct_and_finish(random_battle(chance), chance)


def correct_and_finish(battle: Skirmish, chance: random.Random) -> None:
    """Play to the end; before every fifth answer or so a number is corrected."""
    replica = Replica(battle.session)
    for _ in range(300):
        replica.compare()
        if battle.session.finished:
            return
        if chance.random() < 0.2:
            key = chance.choice(list(CTHULHU_WARS.counters(battle.state)))
            least, most = limits(battle.state, key)
            battle.session.correct({key: chance.randint(least, min(most, max(least, 20)))})
        else:
            item = chance.choice(battle.session.prompts)
            battle.session.answer(item.ticket, random_answer(item.prompt, chance), source="hand")
        for code in battle.state.seats:
            assert gate_keepers(battle.state, code) >= 0
            for unit in roster.card(code).units:
                assert 0 <= battle.state.on_map(code, unit.id) <= battle.state.in_play(code, unit.id) <= unit.count
                assert pool(battle.state, code, unit.id) >= 0
                if (field := battle.state.battle) is not None:
                    assert not field.beyond(code, unit.id, battle.state.on_map(code, unit.id)), "who fights is there"
    raise AssertionError("the battle does not end")


def war_of_two(chance: random.Random, *, several: bool) -> tuple[Evening, Battle]:
    """A battle in an evening of two players, played at random; what it was like at its end."""
    codes = list(CORE)
    chance.shuffle(codes)
    who: dict[str, Any] = {"players": [codes[:2], codes[2:4]], "map": "earth35"} if several else {}
    game = Evening(*codes[: 4 if several else 2], **who)
    me = game.state.active
    for code in game.state.seats:
        game[code].books += [b.id for b in FACTIONS[code].books if chance.random() < 0.6]
        game[code].met += [r.id for r in FACTIONS[code].requirements]
        game.correct(
            **{f"{code}_{u.id}": chance.randint(1, u.count) for u in FACTIONS[code].units if u.id != "acolyte"}
        )
    game.play((f"action/{me}", f"battle/{game.state.enemies(me)[0]}"))
    seen: Battle | None = None
    for _ in range(200):
        item = chance.choice(game.session.prompts)
        if game.state.battle is not None:
            seen = copy.deepcopy(game.state.battle)
        elif seen is not None:
            return game, seen
        game.session.answer(item.ticket, random_answer(item.prompt, chance), source="hand")
    raise AssertionError("the battle does not end")


def doom_for(battle: Battle, loser: str) -> int:
    """Reference 3.8: the cost of what a side lost, and half of it, for what avoided a Kill, each rounded up."""
    lost = sum(ceil(worth(owner, unit)) for owner, unit, _ in battle.lost if owner == loser)
    spared = [f for f in battle.figures if f.side == loser and f.status != "gone" and KILL in f.hits]
    return lost + sum(ceil(worth(loser, f.unit) / 2) for f in spared)


@pytest.mark.parametrize("block", range(4))
def test_doom_for_losses_in_random_battles_of_two_players(block: int) -> None:
    """Reference 3.8: whoever's doing a loss is, the other gains its worth; with two factions each nobody does (D2)."""
    for seed in range(block * 15, (block + 1) * 15):
        check_doom_of_two(seed)


def check_doom_of_two(seed: int) -> None:
    """One battle in each of the two variants."""
    game, battle = war_of_two(random.Random(seed), several=False)
    for side in battle.sides:
        assert game[battle.foe(side)].doom == doom_for(battle, side), (seed, battle.lost)
    game, _ = war_of_two(random.Random(seed), several=True)
    assert not any(f.doom for f in game.state.factions.values())


def picture(battle: Skirmish) -> tuple[Any, ...]:
    """Everything that a player or a file could tell apart."""
    session = battle.session
    asked = [item.prompt.as_json() for item in session.prompts]
    for prompt in asked:
        # Dice that fell stay as they fell, so an undone roll comes back with its faces.
        prompt.pop("kept", None)
    return asked, [f.as_json() for f in battle.state.facts], session.view.as_json(), repr(battle.state.factions)


def test_undo_then_redo_is_the_identity() -> None:
    """Design, section 9: for sampled prefixes of random battles, undo gives the earlier and redo the later picture."""
    for seed in range(40):
        chance = random.Random(1000 + seed)
        battle = random_battle(chance)
        pictures = [picture(battle)]
        for _ in range(200):
            if battle.session.finished:
                break
            item = chance.choice(battle.session.prompts)
            battle.session.answer(item.ticket, random_answer(item.prompt, chance), source="hand")
            pictures.append(picture(battle))
        steps = len(pictures) - 1
        for back in {1, steps, chance.randint(1, steps)} - {0}:
            battle.session.undo(back, past_dice=True)
            assert picture(battle) == pictures[steps - back]
            battle.session.redo(back)
            assert picture(battle) == pictures[steps]
