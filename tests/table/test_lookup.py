"""What can be looked up, by its name in the language in use and by the one that is printed on English cards."""

from __future__ import annotations

import gettext
from collections.abc import Iterator
from typing import ClassVar

import pytest

from companion.table import words
from companion.table.lookup import Chapter, ReferenceEntry, named, names, rules_chapter


class Polish(gettext.NullTranslations):
    """A few words of it."""

    WORDS: ClassVar = {"Dreams": "Sny", "Great Cthulhu": "Wielki Cthulhu", "Ice Age": "Łuna", "Cathedral": "Świątynia"}

    def gettext(self, message: str) -> str:
        return self.WORDS.get(message, message)


@pytest.fixture
def polish() -> Iterator[None]:
    words.speak(Polish())
    yield
    words.use(words.ENGLISH)


def chapters() -> list[Chapter]:
    card = (
        named("Dreams", "A text."),
        ReferenceEntry("Units"),
        named("Cthulhu", "6 dice."),
        ReferenceEntry("1", "Do it."),
    )
    return [
        rules_chapter({"ice": "Ice Age"}, {"ice": "It is cold."}),
        Chapter("GC", words.both("Great Cthulhu"), "great-cthulhu", card, "Great Cthulhu"),
        Chapter("AN", "The Ancients", "ancients", (named("Cathedral", "A house."), named("Cthulhu", "6 dice."))),
    ]


def test_in_english_a_name_stands_once() -> None:
    assert words.both("Dreams") == "Dreams"
    assert [(n.said, n.also) for n in names(chapters())] == [
        ("Cathedral", ""),
        ("Cthulhu", ""),
        ("Dreams", ""),
        ("Great Cthulhu", ""),
        ("Ice Age", ""),
    ]


@pytest.mark.usefixtures("polish")
def test_the_english_name_stands_behind_ours_where_it_is_another() -> None:
    """People whose box is an English one read the name off the card."""
    assert [words.both(name) for name in ("Dreams", "Cthulhu")] == ["Sny (Dreams)", "Cthulhu"]
    _rules, card, _other = chapters()
    assert card.title == "Wielki Cthulhu (Great Cthulhu)"
    assert [entry.title for entry in card.entries] == ["Sny (Dreams)", "Units", "Cthulhu", "1"]


@pytest.mark.usefixtures("polish")
def test_both_names_lead_to_the_same_place() -> None:
    found = {name.said: name for name in names(chapters())}
    assert (found["Sny"].letter, found["Dreams"].letter) == ("S", "D")
    assert {(found[said].chapter, found[said].entry) for said in ("Sny", "Dreams")} == {(1, 0)}
    assert (found["Sny"].also, found["Dreams"].also) == ("Dreams", "Sny")
    assert (found["Wielki Cthulhu"].chapter, found["Wielki Cthulhu"].entry) == (1, -1)


@pytest.mark.usefixtures("polish")
def test_accents_do_not_count_for_the_letter_but_letters_of_their_own_do() -> None:
    found = {name.said: name.letter for name in names(chapters())}
    assert (found["Świątynia"], found["Łuna"]) == ("S", "Ł")


def test_what_two_chapters_tell_alike_is_found_once_and_numbers_not_at_all() -> None:
    said = [name.said for name in names(chapters())]
    assert said.count("Cthulhu") == 1
    assert "1" not in said
    assert "Units" not in said
