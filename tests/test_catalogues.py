"""`make words`: an English text that is reworded takes its translations with it, to be looked at."""

from __future__ import annotations

import gettext
import shutil
import subprocess
from collections.abc import Callable
from pathlib import Path

import pytest
from babel.messages.catalog import Catalog, Message

from tests.instruments import catalogues

CLOSES, CLOSED = "The Gate of {who} closes.", "The Gate of {who} is closed."
GERMAN = "Das Tor von {who} schließt sich."
DICE, THROWN = ("{n} die falls", "{n} dice fall"), ("{n} die falls", "{n} dice are thrown")

MakeWords = Callable[..., None]


@pytest.fixture
def path(tmp_path: Path) -> Path:
    path = tmp_path / "de" / "LC_MESSAGES" / "companion.po"
    path.parent.mkdir(parents=True)
    catalogue = Catalog(locale="de")
    catalogue.add(CLOSES, GERMAN)
    catalogue.add(DICE, ("{n} Würfel fällt", "{n} Würfel fallen"))
    catalogue.add("Done", "Fertig")
    catalogues.save(catalogue, path)
    return path


@pytest.fixture
def make_words(path: Path, monkeypatch: pytest.MonkeyPatch) -> MakeWords:
    """`make words` for code that has the given texts, having run for those in the catalogue."""
    monkeypatch.setattr(catalogues, "FOLDER", path.parent.parent.parent)

    def run(*texts: str | tuple[str, str]) -> None:
        template = Catalog()
        for text in texts:
            template.add(text, locations=[("companion/cli.py", 1)])
        monkeypatch.setattr(catalogues, "collect", lambda: template)
        assert catalogues.main([]) == 0

    run(CLOSES, DICE, "Done")
    return run


def entry(path: Path, text: str | tuple[str, str]) -> Message:
    message = catalogues.load(path)[text]
    assert message is not None
    return message


def shown(path: Path, text: str) -> str:
    with path.with_suffix(".mo").open("rb") as file:
        return gettext.GNUTranslations(file).gettext(text)


def edit(path: Path, old: str, new: str) -> None:
    words = path.read_text("utf-8")
    assert old in words
    path.write_text(words.replace(old, new), "utf-8")


def look_at(path: Path) -> None:
    """Take the flag away as an editor does it that knows nothing of the line with the former text."""
    edit(path, "#, fuzzy, ", "#, ")


def test_a_reworded_text_keeps_its_translation_unchecked_and_unseen(
    path: Path, make_words: MakeWords, capsys: pytest.CaptureFixture[str]
) -> None:
    make_words(CLOSED, DICE, "Done")
    message = entry(path, CLOSED)
    assert message.fuzzy
    assert message.string == GERMAN
    assert message.previous_id == [CLOSES]
    assert f'#| msgid "{CLOSES}"\nmsgid "{CLOSED}"' in path.read_text("utf-8")
    assert shown(path, CLOSED) == CLOSED
    assert f"“{CLOSED}” in companion.po of de" in capsys.readouterr().out


def test_a_translation_that_was_looked_at_is_shown_again(path: Path, make_words: MakeWords) -> None:
    make_words(CLOSED, DICE, "Done")
    look_at(path)
    make_words(CLOSED, DICE, "Done")
    assert not entry(path, CLOSED).fuzzy
    assert "#|" not in path.read_text("utf-8")
    assert shown(path, CLOSED) == GERMAN


def test_it_is_noticed_where_catalogue_and_code_were_edited_together(path: Path, make_words: MakeWords) -> None:
    edit(path, CLOSES, CLOSED)
    make_words(CLOSED, DICE, "Done")
    assert entry(path, CLOSED).previous_id == [CLOSES]
    assert shown(path, CLOSED) == CLOSED


def test_a_translation_that_changed_with_its_text_was_looked_at(path: Path, make_words: MakeWords) -> None:
    edit(path, CLOSES, CLOSED)
    edit(path, GERMAN, "Das Tor von {who} ist zu.")
    make_words(CLOSED, DICE, "Done")
    assert shown(path, CLOSED) == "Das Tor von {who} ist zu."


@pytest.mark.parametrize("together", [False, True])
def test_a_reworded_plural_is_noticed(path: Path, make_words: MakeWords, *, together: bool) -> None:
    if together:
        edit(path, DICE[1], THROWN[1])
    make_words(CLOSES, THROWN, "Done")
    assert entry(path, THROWN).fuzzy
    assert entry(path, THROWN).previous_id == [*DICE]


def test_a_text_reworded_twice_is_still_unchecked(path: Path, make_words: MakeWords) -> None:
    make_words(CLOSED, DICE, "Done")
    again = "The Gate of {who} has been closed."
    make_words(again, DICE, "Done")
    assert entry(path, again).fuzzy
    assert entry(path, again).string == GERMAN


def test_what_is_new_beside_a_text_that_stays_has_no_translation(path: Path, make_words: MakeWords) -> None:
    make_words(CLOSES, CLOSED, DICE, "Done")
    assert not entry(path, CLOSED).fuzzy
    assert not entry(path, CLOSED).string


def test_an_emptied_translation_is_missing_and_not_unchecked(path: Path, make_words: MakeWords) -> None:
    make_words(CLOSED, DICE, "Done")
    edit(path, GERMAN, "")
    make_words(CLOSED, DICE, "Done")
    assert not entry(path, CLOSED).fuzzy
    assert shown(path, CLOSED) == CLOSED


def test_a_long_former_text_is_kept_as_it_was(path: Path, make_words: MakeWords) -> None:
    long = f"{'It is said that nobody ever came back from there. ' * 5}\n“{{who}}” knows more."
    make_words(long, DICE, "Done")
    edit(path, 'knows more."\nmsgstr ""', 'knows more."\nmsgstr "Niemand kam zurück."')
    make_words(long, DICE, "Done")
    make_words(long.replace("ever", "yet"), DICE, "Done")
    made = path.read_bytes()
    make_words(long.replace("ever", "yet"), DICE, "Done")
    assert path.read_bytes() == made
    assert entry(path, long.replace("ever", "yet")).previous_id == [long]


@pytest.mark.skipif(not shutil.which("make"), reason="needs make")
def test_make_words_says_what_to_do_where_nothing_is_set_up(tmp_path: Path) -> None:
    shutil.copy(catalogues.ROOT / "Makefile", tmp_path)
    made = subprocess.run(["make", "words"], cwd=tmp_path, capture_output=True, text=True, check=False)
    assert made.returncode
    assert "`python3 -m companion.bootstrap test`" in made.stderr
    assert "127" not in made.stderr
