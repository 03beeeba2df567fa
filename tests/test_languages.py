"""The languages that there are: each catalogue can be used, fits on the screen, and is nearly whole."""

from __future__ import annotations

import io
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from string import Formatter
from typing import Any, Final

import pytest
from babel.core import Locale
from babel.messages.catalog import Catalog, Message
from babel.messages.mofile import read_mo
from babel.messages.plurals import get_plural
from babel.numbers import format_decimal
from fontTools.ttLib import TTFont

from companion.table import words
from companion.table.words import DOMAIN, FOLDER, _, decimal, n_
from layouts import FONTS
from layouts.build_fonts import MADE_OF
from tests.instruments import catalogues
from tests.instruments.catalogues import forms

LANGUAGES: Final = sorted(path.parent.parent.name for path in FOLDER.glob(f"*/LC_MESSAGES/{DOMAIN}.po"))

WHOLE: Final = 0.97
"""Share of the words in the code that a language must have. Not all of them: what somebody has just written stands in
English until it is translated, and that must not keep them from going on."""

TIMES: Final = 1.6
MORE: Final = 8
"""A text has so many times the letters of the English one and so many more, at most: keys and tiles have that room."""

LONGER: Final = {
    "fr": {"2 Doom", "Doomsday now?", "{faction} to act", "in any area"},
}
"""English words of which a language needs more letters, and where that has been looked at."""


def catalogue(code: str) -> Catalog:
    return catalogues.load(path_of(code))


def path_of(code: str) -> Path:
    return FOLDER / code / "LC_MESSAGES" / f"{DOMAIN}.po"


@cache
def asked() -> frozenset[Any]:
    """The words in the code; a catalogue may still hold some of yesterday."""
    return frozenset(message.id for message in catalogues.collect() if message.id)


def said(code: str) -> Iterator[tuple[Message, str, str]]:
    """Each message of the code that is translated, with each of its forms: message, English, translation."""
    for message in catalogue(code):
        english = forms(message.id) if message.id in asked() else ()
        for place, text in enumerate(forms(message.string) if english else ()):
            if text:
                yield message, english[min(place, len(english) - 1)], text


def test_there_are_four_at_least_besides_english_each_by_its_own_name() -> None:
    assert words.languages() == ["en", *LANGUAGES]
    assert {"de", "es", "fr", "pl"} <= {*LANGUAGES}
    for code in words.languages():
        assert words.name_of(code) == str(Locale(code).get_display_name(code)).capitalize()


@pytest.mark.parametrize("code", LANGUAGES)
def test_it_loads_and_speaks(code: str) -> None:
    try:
        words.use(code)
        assert _("Done") != "Done"
        assert decimal(1.5) == format_decimal(1.5, locale=code)
        assert n_("{n} die", "{n} dice", 2) != "{n} dice"
    finally:
        words.use(words.ENGLISH)


@pytest.mark.parametrize("code", LANGUAGES)
def test_what_is_read_is_what_was_written(code: str) -> None:
    """`make words` was run after the last change; which Babel did it is no matter."""
    read = read_mo(io.BytesIO(path_of(code).with_suffix(".mo").read_bytes()))
    compiled = read_mo(io.BytesIO(catalogues.compiled(catalogue(code))))
    assert [(message.id, message.string) for message in read] == [(m.id, m.string) for m in compiled], (
        "run `make words`"
    )
    assert read.plural_forms == compiled.plural_forms


@pytest.mark.parametrize("code", LANGUAGES)
def test_each_translation_was_looked_at_since_its_english_text_changed(code: str) -> None:
    """One that was not is shown to nobody: the companion speaks English there."""
    unchecked = list(catalogues.unchecked(catalogue(code)))
    assert not unchecked, "\n".join(unchecked)


@pytest.mark.parametrize("code", LANGUAGES)
def test_its_gaps_are_those_of_the_english_words(code: str) -> None:
    """With what is said about the number in them, too, and with the spaces around the words."""
    made = catalogue(code)
    assert list(catalogues.strange_gaps(made)) == []
    wrong = []
    for message, english, text in said(code):
        known = {gap for form in forms(message.id) for gap in gaps(form)}
        given = set(gaps(text))
        lost = {name for name, _spec in gaps(english)} - {name for name, _spec in given} - {"n", "number"}
        if given - known or lost or edges(english) != edges(text):
            wrong.append((english, text))
    assert wrong == []


def gaps(text: str) -> Iterator[tuple[str, str]]:
    """Each gap's name, and how what comes into it is written."""
    yield from ((name, spec or "") for _before, name, spec, _way in Formatter().parse(text) if name is not None)


def edges(text: str) -> tuple[bool, bool, int]:
    return text[:1].isspace(), text[-1:].isspace(), text.count("\n")


@pytest.mark.parametrize("code", LANGUAGES)
def test_plural_forms_are_as_many_as_the_language_has(code: str) -> None:
    made, number = catalogue(code), get_plural(code).num_plurals
    assert made.num_plurals == number
    many = [message for message in made if isinstance(message.id, tuple | list) and any(forms(message.string))]
    assert [message.id for message in many if len(forms(message.string)) != number] == []
    assert [message.id for message in many if not all(forms(message.string))] == [], "some forms only"


@pytest.mark.parametrize("code", LANGUAGES)
def test_it_is_nearly_whole(code: str) -> None:
    """At least 97 of 100 of the words in the code: those of the last days may be missing, and are English till then."""
    known = {message.id for message in catalogue(code) if all(forms(message.string))}
    missing = asked() - known
    assert len(missing) <= (1 - WHOLE) * len(asked()), missing


@pytest.mark.parametrize("code", LANGUAGES)
def test_no_sentence_is_left_in_english(code: str) -> None:
    """Names may be the same; three small words in a row are no name."""
    small = re.compile(r"\b[a-z]{2,} [a-z]{2,} [a-z]{2,}\b")
    assert [text for _message, english, text in said(code) if text == english and small.search(text)] == []


@pytest.mark.parametrize("code", LANGUAGES)
def test_its_texts_have_room_where_the_english_ones_have(code: str) -> None:
    """By letters, gaps counted as two; whether it fits is seen by `tests.instruments.outside.pictures`."""
    longer = {
        english for _message, english, text in said(code) if len(plain(text)) > TIMES * len(plain(english)) + MORE
    }
    assert longer <= LONGER.get(code, set())


def plain(text: str) -> str:
    return "".join(before + ("00" if gap is not None else "") for before, gap, _spec, _way in Formatter().parse(text))


@pytest.mark.parametrize("file", MADE_OF)
def test_each_face_has_every_letter_of_every_language(file: str) -> None:
    known = TTFont(FONTS / file).getBestCmap()
    letters = {letter for code in LANGUAGES for _message, _english, text in said(code) for letter in text} - {
        "\n",
        words.SOFT,
    }
    assert sorted(letter for letter in letters - {"\n", words.SOFT} if ord(letter) not in known) == []
