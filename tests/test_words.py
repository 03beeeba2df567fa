"""The words of people: catalogues, plural forms, and whether every word passes through one of them."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from random import Random
from typing import Any, Final

import pytest
from babel.messages.catalog import Catalog

from companion.games import OURS
from companion.table import words
from companion.table.autoplay import play
from companion.table.errors import CompanionError
from companion.table.game import Game, Mode
from companion.table.prompts import Prompt, Write
from companion.table.session import new_session
from companion.table.words import N_, _, and_list, decimal, in_parts, labelled, n_, or_list, percent
from tests.instruments import catalogues
from tests.marked import left_in_english, marked, unmarked
from tests.unspoken import looked_up, not_literal, unspoken, unspoken_in_layout

SPOKEN: Final = ("messina", "mythos_encounters", "cthulhu_wars")
"""Games of which every word passes through a catalogue."""

ROOMS: Final = (
    "companion/table",
    "companion/storage",
    *(f"companion/games/{name}" for name in SPOKEN),
    *(f"companion/app/{floor}" for floor in ("start", "pages", "table", "hardware", "widgets")),
)
"""Folders of which the same is true."""

WRONG: Final = (
    None,
    3.5,
    -1,
    999,
    True,
    "nonsense",
    "x" * 99,
    " x ",
    ["x", 7],
    ["x", "x"],
    [7] * 50,
    {"x": 1},
    {"x": ["y"]},
)
"""Answers that fit no question, or hardly one."""

FIELDS: Final = ("options", "rulings", "values", "seats", "initiator", "units", "players", "others", "gate", "nonsense")
"""Of the set-ups of all games, and one that there is not."""


def test_without_a_catalogue_the_words_are_those_in_the_code() -> None:
    assert _("Take a spellbook") == N_("Take a spellbook") == "Take a spellbook"
    assert [n_("{n} die", "{n} dice", n).format(n=n) for n in (1, 2)] == ["1 die", "2 dice"]
    assert _("") == ""


@pytest.mark.parametrize("name", ["nowhere", "", "../en", "a\0b", "x" * 5000])
def test_a_language_that_there_is_not_is_english(name: str) -> None:
    words.use(name)
    assert _("Done") == "Done"
    assert words.name_of(words.ENGLISH) == "English"


@pytest.fixture
def polish(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Any:
    """A catalogue of two messages, compiled as `make words` does it."""
    catalogue = Catalog(locale="pl")
    catalogue.add("Done", "Gotowe")
    catalogue.add(("{n} die", "{n} dice"), ("{n} kość", "{n} kości", "{n} kostek"))
    path = tmp_path / "pl" / "LC_MESSAGES" / "companion.mo"
    path.parent.mkdir(parents=True)
    path.write_bytes(catalogues.compiled(catalogue))
    monkeypatch.setattr(words, "FOLDER", tmp_path)
    yield
    words.use(words.ENGLISH)


@pytest.mark.usefixtures("polish")
def test_a_catalogue_gives_words_and_all_plural_forms() -> None:
    assert words.languages() == ["en", "pl"]
    words.use("pl")
    assert _("Done") == "Gotowe"
    assert _("Undo") == "Undo"
    said = [n_("{n} die", "{n} dice", n).format(n=n) for n in (1, 2, 5, 22)]
    assert said == ["1 kość", "2 kości", "5 kostek", "22 kości"]


def test_a_name_says_where_it_may_be_broken(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """For a small map; everywhere else it is whole."""
    catalogue = Catalog(locale="de")
    catalogue.add("North America West", "Nord\u00adamerika West")
    catalogue.add(
        ("{n} Proto-Shoggoth", "{n} Proto-Shoggoths"), ("{n} Proto\u00adschoggothe", "{n} Proto\u00adschoggothen")
    )
    path = tmp_path / "de" / "LC_MESSAGES" / "companion.mo"
    path.parent.mkdir(parents=True)
    path.write_bytes(catalogues.compiled(catalogue))
    monkeypatch.setattr(words, "FOLDER", tmp_path)
    try:
        words.use("de")
        assert _("North America West") == "Nordamerika West"
        assert n_("{n} Proto-Shoggoth", "{n} Proto-Shoggoths", 2) == "{n} Protoschoggothen"
        assert in_parts("Nordamerika West") == [["Nord-", "amerika"], ["West"]]
        assert in_parts("Europa") == [["Europa"]]
    finally:
        words.use(words.ENGLISH)
    assert in_parts("North Pole") == [["North"], ["Pole"]]


def test_words_of_python_and_of_layouts_are_collected(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(catalogues, "ROOT", tmp_path)
    for part in catalogues.PARTS:
        (tmp_path / part).mkdir()
    (tmp_path / "companion" / "x.py").write_text(
        'a = _("One"), N_("Two"), n_("{n} a", "{n} b", 3), NN_("c", "d")\n'
        "b = f\"{a} {_('Five').lower()} {c:{_('Six')}}\", _(a)\n"
    )
    (tmp_path / "layouts" / "x.kv").write_text('<Key>:\n    text: _("Three") if self.on else _("Four")\n')
    found = {message.id for message in catalogues.collect() if message.id}
    assert found == {"One", "Two", ("{n} a", "{n} b"), ("c", "d"), "Three", "Four", "Five", "Six"}


def test_a_language_is_begun_and_kept(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(catalogues, "ROOT", tmp_path)
    monkeypatch.setattr(catalogues, "FOLDER", tmp_path / "languages")
    monkeypatch.setattr(words, "FOLDER", tmp_path / "languages")
    for part in catalogues.PARTS:
        (tmp_path / part).mkdir()
    (tmp_path / "companion" / "x.py").write_text('a = _("Done"), n_("{n} die", "{n} dice", 3)\n')
    assert catalogues.main(["pl"]) == 0
    assert capsys.readouterr().out == "pl: 0 of 2\n"
    path = tmp_path / "languages" / "pl" / "LC_MESSAGES" / "companion.po"
    read = path.with_suffix(".mo").read_bytes()
    assert read == catalogues.compiled(catalogues.load(path)), "once is enough"
    path.write_text(path.read_text().replace('msgid "Done"\nmsgstr ""', 'msgid "Done"\nmsgstr "Gotowe"'))
    assert catalogues.main([]) == 0
    assert capsys.readouterr().out == "pl: 1 of 2\n"
    words.use("pl")
    assert [_("Done"), n_("{n} die", "{n} dice", 5)] == ["Gotowe", "{n} dice"]
    words.use(words.ENGLISH)
    path.write_text(path.read_text().replace('"Gotowe"', '"{gotowe}"'))
    assert catalogues.main([]) == 1


def test_a_translation_with_a_gap_that_there_is_not_is_named() -> None:
    """It would end a game with a KeyError in the middle of an evening."""
    catalogue = Catalog(locale="pl")
    catalogue.add("{who} pays {power} Power", "{who} płaci {moc}")
    catalogue.add(("A pair of {units}", "{n} pairs of {units}"), ("{n} para {units}", "{n} pary {units}", "{units"))
    catalogue.add("Done", "")
    found = list(catalogues.strange_gaps(catalogue))
    assert [words.partition("”")[0] for words in found] == ["“{who} płaci {moc}", "“{units"]


def test_all_forms_of_english_words_have_the_same_gaps_but_the_number() -> None:
    messages = [message.id for message in catalogues.collect() if isinstance(message.id, tuple)]
    assert messages
    for one, many in messages:
        assert set(catalogues.gaps(many)) - set(catalogues.gaps(one)) <= {"n"}
        assert set(catalogues.gaps(one)) <= set(catalogues.gaps(many))


def test_numbers_are_said_as_a_language_says_them() -> None:
    assert [percent(0.5), percent(1), decimal(1.25), decimal(3)] == ["50%", "100%", "1.2", "3.0"]
    assert [and_list(list("abc")), and_list(["a"]), and_list([])] == ["a, b and c", "a", ""]
    assert [or_list(list("abc")), or_list(["a"]), or_list([])] == ["a, or b, or c", "a", ""]
    with marked():
        assert not any(map(unmarked, (percent(0.5), decimal(1.25), and_list(["⟦a⟧", "⟦b⟧"]), or_list(["⟦a⟧", "⟦b⟧"]))))


def test_a_name_and_what_is_said_of_it() -> None:
    assert [labelled("Power", 8), labelled("", "alone"), labelled("alone", "")] == ["Power: 8", "alone", "alone"]
    words.use("fr")
    assert labelled("Pouvoir", 8) == "Pouvoir\u00a0: 8"
    words.use(words.ENGLISH)


@pytest.mark.parametrize(("question", "said"), [("Who defends?", "Who defends? Ann"), ("Dice", "Dice: Ann")])
def test_after_a_question_mark_stands_nothing_else(question: str, said: str) -> None:
    assert words.answered(question, "Ann") == said
    assert words.halves(said) == (question, "Ann")
    assert words.halves("Undone") == ("Undone", "Undone")
    of_two = words.answered("Was that Cultist on a Gate? (1 of 2)", "Not on a Gate")
    assert words.halves(of_two) == ("Was that Cultist on a Gate?", "Not on a Gate")


@pytest.mark.parametrize(
    ("said", "shorter"),
    [
        ("Great Cthulhu to act: Move 2 units", ["Move 2 units", "Great Cthulhu to act"]),
        ("Passion: gain 1 Power? Yes", ["gain 1 Power? Yes", "Passion: gain 1 Power?"]),
        ("Cultists lost: Great Cthulhu: 1", ["Great Cthulhu: 1", "Cultists lost"]),
        ("Battle over: update the board: Done", ["update the board: Done", "Battle over"]),
    ],
)
def test_a_short_answer_takes_words_of_its_question_with_it(said: str, shorter: list[str]) -> None:
    """Undo said "Yes", "1", "Done" or "kill" alone."""
    assert words.briefly(said) == shorter


def test_results_are_said_with_who_takes_them() -> None:
    said = "Black Goat: 1 Kill: Fungi from Yuggoth: kill"
    assert words.briefly(said, bare=True)[0] == "Fungi from Yuggoth: kill"


def test_a_word_outside_the_brackets_is_seen() -> None:
    assert unmarked("⟦Great Cthulhu⟧ +3") == ""
    assert unmarked("⟦{who} pays⟧: Devour") == ": Devour"
    assert unmarked("⟦⟦Ann⟧ pays 3⟧") == ""
    with marked():
        sentence = _("{who} gains {doom} Doom: {why}")
    assert unmarked(sentence.format(who="⟦Ann⟧", doom=1, why="⟦Devour⟧")) == ""
    assert "Devour" in unmarked(sentence.format(who="⟦Ann⟧", doom=1, why="Devour"))


def test_words_that_pass_through_no_function_are_seen_in_the_sources(tmp_path: Path) -> None:
    module = tmp_path / "x.py"
    module.write_text(
        '"""A page."""\n'
        'a = Fact("key/x", _("One more"), f"{n} dice", " in support", "Done", n_("a b", "c d", n), rule="some_rule")\n'
        'raise Refused(f"{who} pays")\n'
        'b = _(f"{who} pays"), _("{x} pays".format(x=1)), _(CONSTANT), N_("a" + b)\n'
    )
    assert [text for _line, text in unspoken(module)] == ["0 dice", " in support", "Done", "0 pays"]
    assert [line for line, _text in not_literal(module)] == [4, 4, 4]
    layout = tmp_path / "x.kv"
    layout.write_text('<Key>:\n    text: _("Go on") if root.on else "Hold still"\n    font_name: "Strong"\n')
    assert [*unspoken_in_layout(layout)] == [(2, "Hold still")]


@pytest.mark.parametrize("room", ROOMS)
def test_no_words_stand_in_the_sources_that_no_translator_would_see(room: str) -> None:
    found = [(path.name, *place) for path in sorted((catalogues.ROOT / room).rglob("*.py")) for place in unspoken(path)]
    assert found == []


def test_no_sentence_of_the_bridge_is_one_that_no_translator_would_see() -> None:
    """Its other words are those of its protocol."""
    paths = [p for p in sorted((catalogues.ROOT / "firmware_bridge").glob("*.py")) if p.name != "simulator.py"]
    assert [(p.name, *place) for p in paths for place in unspoken(p) if place[1].endswith(".")] == []


def test_no_words_stand_in_the_layouts_that_no_translator_would_see() -> None:
    paths = sorted((catalogues.ROOT / "layouts").glob("*.kv"))
    assert [(p.name, *place) for p in paths for place in unspoken_in_layout(p)] == []


def test_words_are_put_together_after_they_were_looked_up() -> None:
    paths = sorted(path for part in catalogues.PARTS for path in (catalogues.ROOT / part).rglob("*.py"))
    assert [(path.name, *place) for path in paths for place in not_literal(path)] == []


def test_all_words_that_are_looked_up_are_collected() -> None:
    """The collector reads neither calls in an f-string nor a mark within another call: no catalogue had those words."""
    collected = {words for message in catalogues.collect() for words in catalogues.forms(message.id)}
    paths = sorted(path for part in catalogues.PARTS for path in (catalogues.ROOT / part).rglob("*.py"))
    said = {(path.name, words) for path in paths for words in looked_up(path)}
    assert len(said) > 2000
    assert {(name, words) for name, words in said if words not in collected} == set()


@pytest.mark.parametrize("game", [game for game in OURS if game.name in SPOKEN], ids=lambda game: str(game.name))
def test_every_refusal_comes_from_a_catalogue(game: Game[Any]) -> None:
    """Answers, corrections, set-ups and undo that do not fit, in the made-up language."""
    with marked(whole=True):
        chance, session = Random(1), new_session(game, game.modes[0].setup)
        refused = [said(game.prepare, {name: wrong}) for name in FIELDS for wrong in ("nonsense", {"x": 1}, ["x"], -1)]
        while not session.finished and len(session.timeline.entries) < 60:
            item, entries = session.prompts[0], session.timeline.entries
            counter = next(iter(game.counters(session.state)), "")
            refused += [said(item.prompt.check, wrong) for wrong in WRONG]
            refused += [said(session.correct, wrong) for wrong in ({"nonsense": 1}, {counter: 9999}, {counter: "x"})]
            refused += [said(session.answer, -1, 0), said(session.interject, "nonsense"), said(session.redo, 999)]
            refused.append(said(session.undo, len(entries) if any(e.kind == "roll" for e in entries) else 999))
            play(session, chance, 1)
    assert len(set(refused)) > 20
    assert set(filter(None, map(unmarked, refused))) == set()


def said(wrong: Callable[..., object], *what: object) -> str:
    """What is said to something that does not fit; nothing if it did."""
    try:
        wrong(*what)
    except CompanionError as error:
        return str(error)
    return ""


@pytest.mark.parametrize(
    ("game", "mode"),
    [(game, mode) for game in OURS if game.name in SPOKEN for mode in game.modes],
    ids=lambda part: getattr(part, "name", getattr(part, "id", "")),
)
def test_every_word_of_a_game_comes_from_a_catalogue(game: Game[Any], mode: Mode) -> None:
    """Random games in a made-up language whose words stand in brackets."""
    for seed in range(6):
        with marked():
            chance, seen = Random(seed), 0
            session = new_session(game, mode.setup)
            while not session.finished and len(session.timeline.entries) < 250:
                item = session.prompts[0]
                if isinstance(item.prompt, Write):
                    # No words of the players' own, which no catalogue could know.
                    session.answer(item.ticket, chance.choice(["", "1926"]))
                else:
                    play(session, chance, 1, interject=0.1)
                assert left_in_english(session, seen) == set()
                seen = len(session.state.facts)


@pytest.mark.parametrize("game", [game for game in OURS if game.name in SPOKEN], ids=lambda game: str(game.name))
def test_no_language_changes_what_is_asked_and_answered(game: Game[Any]) -> None:
    """Keys, options and the numbers that can be corrected are the same in every language: a game goes on in another."""

    def course() -> list[object]:
        found: list[object] = []
        for mode in game.modes:
            session, chance = new_session(game, mode.setup), Random(2)
            while not session.finished and len(session.timeline.entries) < 120:
                found.append([(p.who, p.key, p.kind, names_in(p)) for p in (item.prompt for item in session.prompts)])
                found.append((sorted(game.counters(session.state)), [i.id for i in session.interjections]))
                play(session, chance, 1, interject=0.1)
            found += [(entry.key, entry.value) for entry in session.timeline.entries]
        return found

    in_english = course()
    with marked():
        assert course() == in_english


def names_in(prompt: Prompt) -> list[str]:
    """The names by which a question's options, pieces and places are answered."""
    parts = (*getattr(prompt, "options", ()), *getattr(prompt, "pieces", ()))
    return [name for part in parts for name in (part.id, *(o.id for o in getattr(part, "options", ())))]


def test_the_end_of_a_list_is_not_said_without_its_beginning() -> None:
    """“Undo: pain, Acolyte: pain” said neither whose pieces they are nor how many."""
    said = words.answered("Great Cthulhu suffers 2 Pains", "Acolyte: pain, Acolyte: pain")
    assert words.briefly(said, bare=True)[0] == "Great Cthulhu suffers 2 Pains"
