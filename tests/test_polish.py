"""Polish has three forms for a number of things, which no rule of the other languages tells: one for 1, one for 2 to 4
(also 22 to 24, not 12 to 14), one for all others. The forms are those of the glossary."""

from __future__ import annotations

import re
from collections.abc import Iterator
from random import Random
from typing import Final

import pytest

from companion.games import GAMES
from companion.games.cthulhu_wars.battle.chances import both_outlooks
from companion.games.cthulhu_wars.facts import PiecesEntered, Rolled
from companion.games.cthulhu_wars.model import names, roster
from companion.games.messina.model import names as messina
from companion.games.mythos_encounters.facts import pieces
from companion.table import words
from companion.table.autoplay import play
from companion.table.prompts import dice_words
from companion.table.session import new_session
from companion.table.words import decimal, n_, percent
from tests.cthulhu_wars.battles import Skirmish

ONE: Final = (1,)
FEW: Final = (2, 3, 4, 22, 23, 24, 32, 102, 104)
MANY: Final = (0, 5, 6, 10, 11, 12, 13, 14, 15, 20, 21, 25, 31, 100, 101, 112, 113)

NOUNS: Final = {
    ("{n} die", "{n} dice"): "kość kości kości",
    ("{n} roll", "{n} rolls"): "rzut rzuty rzutów",
    ("{n} Kill", "{n} Kills"): "Zabicie Zabicia Zabić",
    ("{n} Pain", "{n} Pains"): "Ból Bóle Bólów",
    ("{n} battle", "{n} battles"): "bitwa bitwy bitew",
    ("{n} piece", "{n} pieces"): "figurka figurki figurek",
    ("Undone: {n} step", "Undone: {n} steps"): "krok kroki kroków",
    ("Move {n} unit", "Move {n} units"): "jednostkę jednostki jednostek",
    ("{number} controlled Gate", "{number} controlled Gates"): "Brama Bramy Bram",
    ("{n} Elder Sign", "{n} Elder Signs"): "Znak Znaki Znaków",
    ("Player {player}: pick {n} faction", "Player {player}: pick {n} factions"): "frakcję frakcje frakcji",
    ("This game needs {n} area.", "This game needs {n} areas."): "obszaru obszarów obszarów",
    ("{n} card against {faction}", "{n} cards against {faction}"): "karta karty kart",
    ("Cultist", "Cultists"): "kultysta kultyści kultystów",
    ("Monster", "Monsters"): "potwór potwory potworów",
    ("Servitor", "Servitors"): "sługa słudzy sług",
    ("Acolyte", "Acolytes"): "Akolita Akolici Akolitów",
    ("Ghoul", "Ghouls"): "Ghul Ghule Ghuli",
    ("High Priest", "High Priests"): "Arcykapłan Arcykapłani Arcykapłanów",
    ("Hunting Horror", "Hunting Horrors"): "Łowca Łowcy Łowców",
    ("Mech", "Mechs"): "Mech Mechy Mechów",
}
"""English words, and the noun in the Polish ones for 1, for 2 and for 5."""


@pytest.fixture(autouse=True)
def polish() -> Iterator[None]:
    words.use("pl")
    yield
    words.use(words.ENGLISH)


@pytest.mark.parametrize(("english", "forms"), NOUNS.items(), ids=lambda part: str(part[0]))
def test_the_form_goes_with_the_number(english: tuple[str, str], forms: str) -> None:
    for form, numbers in zip(forms.split(), (ONE, FEW, MANY), strict=True):
        for number in numbers:
            said = n_(*english, number).format(n=number, number=number, player=1, faction="X")
            assert form in said.replace(".", "").split(), (number, said)


def test_dice_and_pieces_are_counted() -> None:
    assert [dice_words(n) for n in (1, 2, 5, 12, 22)] == ["1 kość", "2 kości", "5 kości", "12 kości", "22 kości"]
    assert [names.pieces("BG", "ghoul", n) for n in (1, 2, 5)] == ["Ghul", "2 Ghule", "5 Ghuli"]
    assert [messina.kind("mech", n) for n in (1, 2, 5)] == ["Mech", "Mechy", "Mechów"]
    assert [pieces("cultists", n) for n in (1, 2, 5, 12, 22)] == [
        "1 kultysta",
        "2 kultyści",
        "5 kultystów",
        "12 kultystów",
        "22 kultyści",
    ]


def test_lines_of_the_log_have_the_form() -> None:
    """What a fact says of 1, 2, 5, 12 and 22."""
    said = [PiecesEntered("BG", "acolyte", n, "", "europe").text() for n in (1, 2, 5)]
    assert [line.partition(" (")[0] for line in said] == [
        "Czarna Koza: Akolita",
        "Czarna Koza: 2 Akolici",
        "Czarna Koza: 5 Akolitów",
    ]
    rolled = [Rolled("BG", (), kills, pains, 0, "").text() for kills, pains in ((1, 22), (2, 12), (5, 1), (12, 3))]
    assert [line.partition(": ")[2].removesuffix(" (bitwa)") for line in rolled] == [
        "1 Zabicie, 22 Bóle",
        "2 Zabicia, 12 Bólów",
        "5 Zabić, 1 Ból",
        "12 Zabić, 3 Bóle",
    ]


def test_chances_and_means_are_written_as_in_polish() -> None:
    """A comma, not a point, wherever a number is not whole; the gaps of a sentence know nothing of that."""
    battle = Skirmish({"GC": {"cthulhu": 1}, "CC": {"flying_polyp": 1, "acolyte": 1}}, books={"GC": ["absorb"]})
    first, second = both_outlooks(battle.state, battle.state.running_battle).splitlines()
    assert re.fullmatch(r"Wielki Cthulhu, 6 kości: Zabicie \d+%, Ból \d+%, średnio \d,\d i \d,\d", first)
    assert re.fullmatch(r"Pełzający Chaos, 1 kość: Zabicie 17%, Ból 33%, średnio 0,\d i 0,\d", second)
    assert [decimal(1.3), decimal(3.5, 2), percent(0.5)] == ["1,3", "3,50", "50%"]


@pytest.mark.parametrize("code", roster.FACTIONS)
def test_a_label_before_a_number_has_the_form_of_several(code: str) -> None:
    """“Akolici: 6”, not “Akolitów: 6”, whatever a faction has of them: in English both are the same."""
    for unit in roster.card(code).units:
        label = names.unit_label(code, unit.id)
        assert label == (names.unit(code, unit.id, 2) if unit.count > 1 else names.unit(code, unit.id))


def test_numbers_in_real_games_have_their_form() -> None:
    """Each number before a counted noun in the log, the questions and the views of random games."""
    forms = {form: place for said in NOUNS.values() for place, form in enumerate(said.split())}
    # Nouns of which two forms are the same, or whose case a sentence may change, cannot be told apart here.
    unsure = {form for said in NOUNS.values() for form in said.split() if said.split().count(form) > 1}
    unsure |= {"Zabicia", "frakcji", "kultystów", "jednostek", "obszarów", "kart"}
    seen = set()
    for game in GAMES:
        session, chance = new_session(game, game.modes[0].setup), Random(11)
        play(session, chance, 150)
        said = [fact.text() for line in session.history for fact in line.facts]
        said += [line.entry.label for line in session.history]
        said += [f"{item.prompt.title} {item.prompt.text}" for item in session.prompts]
        for number, noun in counted(said):
            if noun in forms and noun not in unsure:
                seen.add(forms[noun])
                assert forms[noun] == place_of(number), (number, noun)
    assert seen >= {1, 2}


def counted(said: list[str]) -> Iterator[tuple[int, str]]:
    """Each number with the word after it."""
    for text in said:
        for number, noun in re.findall(r"\b(\d+) ([^\W\d_]+)", text):
            yield int(number), noun


def place_of(number: int) -> int:
    return 0 if number == 1 else 1 if number % 10 in (2, 3, 4) and number % 100 not in (12, 13, 14) else 2
