"""When abilities of the Doom Phase take effect (D32): around one's own Ritual, or after all Rituals.

Reference 3.3, item 3. The tables below hold every ability of the Doom Phase, and everything that happens by itself in a
faction's place; a new one fails here until it has its row.
"""

from __future__ import annotations

from collections.abc import Callable

import pytest

from companion.games.cthulhu_wars.factions.daemon_sultan import ChaosPlaced
from companion.games.cthulhu_wars.factions.sleeper import AbilityLearned
from companion.games.cthulhu_wars.facts import BookCovered, CounterSet
from companion.games.cthulhu_wars.model.faction_parts import Action, nothing
from companion.games.cthulhu_wars.model.roster import FACTIONS
from companion.games.cthulhu_wars.neutral.cards.eidolon import DOWN
from companion.games.cthulhu_wars.neutral.cards.registry import POWERS
from companion.table.errors import NotNowError
from companion.table.prompts import Roll
from tests.cthulhu_wars.evening import Evening, go_on, holding
from tests.cthulhu_wars.test_faction_actions import with_books

Make = Callable[[str], Evening]


def playing(*codes: str, books: tuple[str, ...] = (), **counters: int) -> Make:
    """The first of these factions has these spellbooks, and numbers are corrected."""

    def make(reading: str) -> Evening:
        game = with_books(Evening(*codes, options={"D32": reading}), codes[0], *books)
        game.correct(**counters)
        return game

    return make


def with_card(card: str, *, book: bool = True, **counters: int) -> Make:
    """Great Cthulhu has this card with its piece, and perhaps its spellbook."""

    def make(reading: str) -> Evening:
        game = holding(card, options={"D32": reading})
        if book:
            game.state.record(CounterSet("GC", f"book_{card}", 1))
        game.correct(GC_power=9, **counters)
        return game

    return make


def first_in_line(make: Make, reading: str, code: str) -> Evening:
    """`code` will be First Player, and the sums of Gather Power are waiting."""
    game = make(reading)
    on_to(game, "gather_power")
    # Whatever the others gather is less, and everybody can pay for a Ritual.
    game.correct(**{f"{c}_power": 60 if c == code else 40 for c in game.state.seats})
    return game


def on_to(game: Evening, *keys: str) -> None:
    """Decline, or take the first that there is, until something is asked whose key begins so."""
    while not game.key.startswith(keys):
        go_on_or_roll(game)


def go_on_or_roll(game: Evening) -> None:
    """Answer one question, dice too."""
    if isinstance(game.prompt, Roll):
        game.answer([1] * game.prompt.dice)
    elif game.key == "dematerialization/units":
        # To move nobody is not to use it (D78).
        game.answer(game.options()[:1])
    else:
        go_on(game)


# -- what may be used ----------------------------------------------------------------------------------------------

AROUND: dict[str, tuple[str, Make]] = {
    "ailurophobia": ("BB", playing("BB", "GC", "YS", books=("ailurophobia",))),
    "awaken_in_doom": ("TT", playing("TT", "GC", "YS", TT_high_priest=1)),
    "blood_sacrifice": ("BG", playing("BG", "GC", "YS", books=("blood_sacrifice",), BG_shub_niggurath=1)),
    "death_from_below": ("SL", playing("SL", "GC", "YS")),
    "dematerialization": ("AN", playing("AN", "GC", "YS")),
    "messenger_of_yig": ("GC", with_card("yig")),
    "temptation": ("DS", playing("DS", "GC", "YS")),
    "crypt_dweller": ("GC", with_card("wamp", book=False)),
    "from_below_free": ("GC", with_card("tsathoggua_free", book=False)),
}
"""Abilities that are used around a Ritual, by id: whose they are, and a game in which they can be used."""

INSTEAD: dict[str, tuple[str, Make]] = {"ceremony": ("GC", with_card("tulzscha"))}
"""Those that take the place of a Ritual: their own words say when, so by either reading it is there."""


def every_ability() -> list[Action]:
    """Everything that stands in the door of the Doom Phase."""
    of_factions = [a for f in FACTIONS.values() for a in (*f.doom_phase, *f.unique.doom_phase)]
    of_cards = [a for powers in POWERS.values() for a in (*powers.doom_phase, *powers.book_doom_phase)]
    return [*of_factions, *of_cards]


def test_each_ability_of_the_doom_phase_has_its_row() -> None:
    """D32 is a ruling for all of them."""
    assert {a.id for a in every_ability() if not a.instead_of_ritual} == {*AROUND}
    assert {a.id for a in every_ability() if a.instead_of_ritual} == {*INSTEAD}


def now(game: Evening, ability: str, code: str) -> bool:
    """Whether there is a key for it."""
    return any(o.id == f"{ability}/{code}" and o.near and not o.refused for o in game.session.interjections)


@pytest.mark.parametrize("ability", AROUND)
def test_printed_it_is_offered_in_ones_own_place(ability: str) -> None:
    """D32, printed: around one's own Ritual, once per Doom Phase, and no key for it before or after that."""
    code, make = AROUND[ability]
    game = first_in_line(make, "printed", code)
    on_to(game, f"doom_phase/{code}")
    assert ability in game.options()
    assert not now(game, ability, code)
    game.answer(ability)
    on_to(game, "doom_phase/")
    assert game.key == f"doom_phase/{code}"
    assert ability not in game.ids()
    game.answer([])
    on_to(game, "doom_phase/")
    assert game.key != f"doom_phase/{code}"
    assert not now(game, ability, code)


@pytest.mark.parametrize("ability", AROUND)
def test_printed_who_has_answered_no_ritual_may_still_use_it(ability: str) -> None:
    """D32, printed: until the phase ends, by a key and without a question; once, and not in the Action Phase."""
    code, make = AROUND[ability]
    game = first_in_line(make, "printed", code)
    on_to(game, f"doom_phase/{code}")
    game.answer([])
    on_to(game, "doom_phase/")
    waiting = game.key
    assert now(game, ability, code)
    game.session.interject(f"{ability}/{code}")
    on_to(game, "doom_phase/")
    assert game.key == waiting, "whoever was asked is asked again"
    assert not now(game, ability, code)
    on_to(game, "action/")
    assert not any(o.id == f"{ability}/{code}" for o in game.session.interjections)


@pytest.mark.parametrize("ability", AROUND)
def test_after_all_rituals_it_comes_after_the_last_one(ability: str) -> None:
    """D32, the other reading: not in one's own place, from the First Player on when all Rituals are over, then by a
    key until the phase ends for those who come later."""
    code, make = AROUND[ability]
    game = first_in_line(make, "other", code)
    on_to(game, "doom_phase/")
    while game.key.startswith("doom_phase/"):
        assert ability not in game.ids()
        with pytest.raises(NotNowError):
            game.session.interject(f"{ability}/{code}")
        game.answer([])
        on_to(game, "doom_phase/", "doom_abilities/")
    assert game.key == f"doom_abilities/{code}"
    assert "All Rituals are over: Doom Phase abilities" in game.log()
    game.answer(ability)
    on_to(game, "doom_abilities/", "action/")
    assert not game.key.startswith("doom_abilities") or ability not in game.ids()


@pytest.mark.parametrize("reading", ["printed", "other"])
@pytest.mark.parametrize("ability", INSTEAD)
def test_what_takes_the_place_of_a_ritual_stays_where_that_is(ability: str, reading: str) -> None:
    """D32: its own words say when it takes effect. Whoever has answered "No ritual" has done without it, too."""
    code, make = INSTEAD[ability]
    game = first_in_line(make, reading, code)
    on_to(game, f"doom_phase/{code}")
    assert ability in game.options()
    game.answer([])
    on_to(game, "doom_phase/")
    assert not any(o.id == f"{ability}/{code}" for o in game.session.interjections)
    game.session.undo()
    on_to(game, f"doom_phase/{code}")
    game.answer(ability)
    on_to(game, "doom_phase/")
    assert game.key != f"doom_phase/{code}" or "ritual" not in game.ids()


def test_after_all_rituals_only_who_has_one_to_use_is_asked() -> None:
    """D32, the other reading: no question for everybody."""
    game = first_in_line(playing("GC", "CC", "BG"), "other", "GC")
    on_to(game, "action/")
    assert not any(key.startswith("doom_abilities") for key in asked(game))


def asked(game: Evening) -> list[str]:
    """The keys of all that was answered."""
    return [entry.key for entry in game.session.timeline.entries]


def test_two_with_abilities_come_from_the_first_player_on() -> None:
    """D32, the other reading: in a dispute the First Player first, then around the table; who is done has a key."""
    make = playing("SL", "AN", "GC")
    game = first_in_line(make, "other", "AN")
    on_to(game, "doom_abilities/")
    assert game.key == "doom_abilities/AN"
    game.answer([])
    on_to(game, "doom_abilities/")
    assert game.key == "doom_abilities/SL"
    assert now(game, "dematerialization", "AN")
    assert game.state.active == "SL"


def test_a_reading_changed_in_mid_phase_holds_from_the_next_doom_phase() -> None:
    """D32: nobody loses a place by it, and nobody has two."""
    code, make = AROUND["death_from_below"]
    game = first_in_line(make, "printed", code)
    on_to(game, f"doom_phase/{code}")
    game.session.interject("ruling")
    game.play(("ruling", "D32"), ("ruling/D32", "other"))
    assert "death_from_below" in game.options()
    game.answer([])
    on_to(game, "action/")
    assert not any(key.startswith("doom_abilities") for key in asked(game))
    game = first_in_line(lambda _: game, "other", code)
    on_to(game, "doom_abilities/", "action/")
    assert game.key == f"doom_abilities/{code}"


def test_it_can_be_undone_and_opened_again() -> None:
    """A key that was used late is an entry like any other."""
    code, make = AROUND["temptation"]
    game = first_in_line(make, "printed", code)
    on_to(game, f"doom_phase/{code}")
    game.answer([])
    on_to(game, "doom_phase/")
    game.session.interject(f"temptation/{code}")
    on_to(game, "doom_phase/")
    assert "temptation" in game[code].met
    last = next(n for n, entry in enumerate(reversed(game.session.timeline.entries), 1) if entry.kind == "interject")
    game.session.undo(last)
    assert "temptation" not in game[code].met
    assert now(game, "temptation", code)
    game.session.redo(last)
    assert "temptation" in game[code].met


# -- what happens by itself ----------------------------------------------------------------------------------------


def abandoned_chaos_gate(reading: str) -> Evening:
    game = playing("DS", "GC", "YS")(reading)
    game.state.record(ChaosPlaced("DS", next(a for a in game.state.board.areas if a not in game.state.gates)))
    return game


def serpent_away(reading: str) -> Evening:
    game = playing("SL", "GC", "YS", SL_serpent_man=1)(reading)
    game.state.record(AbilityLearned("SL", "GC"))
    return game


def ubbo_was_awake(reading: str) -> Evening:
    game = playing("TT", "GC", "YS")(reading)
    game.state.record(CounterSet("TT", "awakened", 1))
    return game


def eidolon_down(reading: str) -> Evening:
    game = with_card("eidolon", book=False)(reading)
    game.state.record(CounterSet("GC", DOWN, 1))
    return game


def moonbeast_on_a_book(reading: str) -> Evening:
    game = with_card("moonbeast", book=False, GC_moonbeast=0)(reading)
    with_books(game, "CC", "emissary")
    game.state.record(BookCovered("GC", "CC", "emissary", 1))
    return game


BY_ITSELF: dict[str, tuple[str, Make, Callable[[Evening], bool]]] = {
    "DS": ("DS", abandoned_chaos_gate, lambda game: not game["DS"].own_gates),
    "SL": ("SL", serpent_away, lambda game: game["SL"].in_play["serpent_man"] == 1),
    "TT": ("TT", ubbo_was_awake, lambda game: bool(game["TT"].marks.get("banquet"))),
    "eidolon": ("GC", eidolon_down, lambda game: not game["GC"].marks.get(DOWN)),
    "moonbeast": ("GC", moonbeast_on_a_book, lambda game: game["GC"].in_play.get("moonbeast") == 1),
    "byatis": ("GC", with_card("byatis", book=False), lambda game: "byatis/GC" in asked(game)),
    "father_dagon": ("GC", with_card("father_dagon"), lambda game: game["GC"].away == {"acolyte": 1}),
    "ygolonac": ("GC", with_card("ygolonac"), lambda game: len(game["CC"].signs) == 1),
    "eihort": ("GC", with_card("eihort"), lambda game: game["GC"].in_play.get("brood") == 6),
    "cthulhu_free": ("GC", with_card("cthulhu_free", book=False), lambda game: "cthulhu_free/glyph" in asked(game)),
    "hastur_free": ("GC", with_card("hastur_free", book=False), lambda game: "hastur_free/glyph" in asked(game)),
}
"""What happens as a faction's place comes, by faction or card: whose it is, a game before, whether it has happened."""


def test_everything_that_happens_in_a_faction_s_place_has_its_row() -> None:
    """Two hooks lead there: that of factions and that of cards."""
    doors = {code for code, faction in FACTIONS.items() if faction.doom_begins is not nothing}
    doors |= {card for card, powers in POWERS.items() if powers.doom_begins is not nothing}
    assert doors == {*BY_ITSELF}


@pytest.mark.parametrize("name", BY_ITSELF)
def test_printed_it_happens_before_ones_own_ritual(name: str) -> None:
    """D32, printed: as one's own place comes."""
    code, make, happened = BY_ITSELF[name]
    game = first_in_line(make, "printed", code)
    on_to(game, "doom_phase/")
    assert happened(game)


@pytest.mark.parametrize("name", BY_ITSELF)
def test_after_all_rituals_it_happens_once_and_then(name: str) -> None:
    """D32, the other reading: what takes effect in the Doom Phase comes after all Rituals."""
    code, make, happened = BY_ITSELF[name]
    game = first_in_line(make, "other", code)
    on_to(game, "doom_phase/")
    while game.key.startswith("doom_phase/"):
        assert not happened(game)
        game.answer([])
        while not game.key.startswith(("doom_phase/", "action/")) and not happened(game):
            go_on_or_roll(game)
    on_to(game, "action/")
    assert happened(game)


# -- requirements --------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("reading", "before"), [("printed", True), ("other", False)])
def test_the_first_doom_phase_book(reading: str, before: bool) -> None:
    """D32 with Great Cthulhu's requirement: in its own place, or after all Rituals."""
    game = first_in_line(playing("GC", "CC", "BG"), reading, "GC")
    on_to(game, "doom_phase/GC")
    assert ("first_doom" in game["GC"].met) is before
    on_to(game, "action/")
    assert "first_doom" in game["GC"].met


def test_each_requirement_of_the_doom_phase_is_known_here() -> None:
    """`first_doom` and `five_books` by the same line of code; `temptation` is an ability above."""
    found = {r.id for f in FACTIONS.values() for r in f.requirements if r.kind == "doom-phase"}
    assert found == {"first_doom", "five_books", "temptation"}
