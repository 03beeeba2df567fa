"""The words that people read, in their language. Whatever is shown, said in a log or refused passes through here.

    _("Take a spellbook")                                   words that stand alone
    _("{who} gains {power} Power").format(who=..., ...)      whole sentences with gaps, never halves joined
    n_("{n} die", "{n} dice", number).format(n=number)       where a number decides the form
    N_("Acolyte")                                           marks a constant; `_` is asked when it is shown
    NN_("Cultist", "Cultists")                               marks both forms of one; `n_` is asked

Facts, questions and labels in the log speak the language in which they were made; a game that is opened again speaks
the one in use. What is stored and read again by the program (ids, keys) never passes through here.

English is written in the code. Other languages are catalogues in `companion/languages`, see docs/contributing.md.
"""

from __future__ import annotations

import gettext
from collections.abc import Sequence
from pathlib import Path
from typing import Final

from companion.table.digest import sha256

DOMAIN: Final = "companion"
FOLDER: Final = Path(__file__).resolve().parent.parent / "languages"
ENGLISH: Final = "en"

SOFT: Final = "\u00ad"
"""Stands in a catalogue where a long word may be broken: in names on a map that has become small."""

_in_use: gettext.NullTranslations = gettext.NullTranslations()
_english: bool = True
_edition: str = ""
_soft: dict[str, str] | None = None


def use(language: str) -> None:
    """Speak a language from now on: `en`, or one of `languages()`; what it has no word for stays English."""
    # Settings are written by hand, too: what is no language must not become a path.
    found = [language] if language in languages() else []
    speak(gettext.translation(DOMAIN, FOLDER, found, fallback=True))


def speak(translations: gettext.NullTranslations) -> None:
    """Take the words from this catalogue from now on."""
    global _in_use, _english, _edition, _soft
    _in_use, _english, _edition, _soft = translations, type(translations) is gettext.NullTranslations, "", None


def edition() -> str:
    """Return a name of the catalogue in use, another one whenever a word of it is another; empty for English."""
    global _edition
    if not _english and not _edition:
        said = type(_in_use).__qualname__, sorted(getattr(_in_use, "_catalog", {}).items(), key=repr)
        _edition = sha256(repr(said).encode()).hexdigest()
    return _edition


def languages() -> list[str]:
    """Return the languages that there are, English first."""
    return [ENGLISH, *sorted(path.parent.parent.name for path in FOLDER.glob(f"*/LC_MESSAGES/{DOMAIN}.mo"))]


def name_of(language: str) -> str:
    """Return the name of a language in itself.

    It is its catalogue's word for “English”, or its code where it has none.
    """
    ours = N_("English")
    theirs = gettext.translation(DOMAIN, FOLDER, [language], fallback=True).gettext(ours)
    return theirs if language == ENGLISH or theirs != ours else language


def _(text: str) -> str:
    """Return these words in the language in use."""
    # An empty text asks gettext for the catalogue's head.
    return text if _english or not text else _in_use.gettext(text).replace(SOFT, "")


def in_parts(said: str) -> list[list[str]]:
    """Return the words of what `_` said, each in the parts it may be broken into: “Nord-” and “amerika”."""
    global _soft
    if _soft is None:
        said_so = getattr(_in_use, "_catalog", {}).values()
        _soft = {text.replace(SOFT, ""): text for text in said_so if SOFT in str(text)}
    words = (word.split(SOFT) for word in _soft.get(said, said).split(" "))
    return [[*(f"{part}-" for part in first), last] for *first, last in words]


def in_english(text: str) -> str:
    """Return the English words behind those of the language in use; nothing where they are the same."""
    return "" if _(text) == text else text


def both(text: str) -> str:
    """Say a name with the English one behind it, for people whose box is an English one: “Tor (Gate)”."""
    english = in_english(text)
    return _("{name} ({english})").format(name=_(text), english=english) if english else text


def n_(one: str, many: str, number: int) -> str:
    """Return the form that goes with a number; languages have up to six."""
    if _english:
        return one if number == 1 else many
    return _in_use.ngettext(one, many, number).replace(SOFT, "")


def percent(chance: float) -> str:
    """Say a chance from 0 to 1."""
    return _("{n}%").format(n=f"{100 * chance:.0f}")


def decimal(number: float, digits: int = 1) -> str:
    """Say a number with `digits` digits after the decimal sign of the language."""
    return f"{number:.{digits}f}".replace(".", _("."))


def and_list(things: Sequence[str]) -> str:
    """Say several things one after the other: “Ann, Bo and Cy”."""
    *others, last = things or [""]
    return _("{others} and {last}").format(others=", ".join(others), last=last) if others else last


def or_list(things: Sequence[str]) -> str:
    """Say several things of which one is enough: “Ann, or Bo, or Cy”."""
    said, *others = things or [""]
    for other in others:
        said = _("{one}, or {other}").format(one=said, other=other)
    return said


def labelled(name: str, value: object) -> str:
    """Say what a thing is and what there is to say of it: “Power: 8”; where one is empty, the other alone."""
    text = str(value)
    return _("{name}: {text}").format(name=name, text=text) if name and text else name or text


def opening(text: str) -> str:
    """Say something at the beginning of a line: what is written small within a sentence has a capital there."""
    return text[:1].upper() + text[1:]


def answered(question: str, answer: str) -> str:
    """Say a question and what was answered; after a question mark stands nothing else."""
    if question.endswith("?"):
        return _("{question} {answer}").format(question=question, answer=answer)
    return _("{question}: {answer}").format(question=question, answer=answer)


def halves(label: str) -> tuple[str, str]:
    """Return what was asked and what was answered, as far as they can be told from each other again."""
    for between in ("? ", answered("", "")):
        if between in label:
            answer = label.rpartition(between)[2]
            if answer.startswith("("):
                # Of a question that comes several times: (1 of 2).
                answer = answer.rpartition(answered("", ""))[2]
            return (label.partition(between)[0] + between).strip(" :–"), answer
    return label, label


def briefly(label: str, *, bare: bool = False) -> list[str]:
    """Return shorter words for a question and its answer, the fullest first.

    Args:
        label: both, as `answered` says them.
        bare: whether the answer means little without its question, as a number or a Yes does.
    """
    question, answer = halves(label)
    little = (_("Yes"), _("No"), _("None"), _("Done"), _("Skip"), _("nothing"))
    if not bare and any(map(str.isalpha, answer)) and answer not in little:
        return [answer, question]
    between = answered("", "")
    parts = label.split(between)
    # A question within the last part says enough.
    last = parts[-1] if "? " in parts[-1] else between.join(parts[-2:])
    # The end of a list would begin in its middle.
    return [question if ", " in last.partition(between)[0] else last, question]


def NN_(one: str, many: str) -> tuple[str, str]:  # noqa: N802
    """Mark both forms of words that are kept in English: `n_(*FORMS, number)` when they are shown."""
    return one, many


def N_(text: str) -> str:  # noqa: N802 - the name that catalogue tools know
    """Mark words that are kept in English and asked for with `_` when they are shown."""
    return text
