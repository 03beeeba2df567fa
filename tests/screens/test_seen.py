"""Nothing secret is seen: games that differ only in secrets look the same, and whatever leaks would be found."""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from typing import Any, cast

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from companion.games.cthulhu_wars.game import CTHULHU_WARS
from companion.games.messina.game import MESSINA
from companion.games.mythos_encounters.game import MYTHOS_ENCOUNTERS
from companion.screens import seen as seens
from companion.screens.seen import Seen, seen
from companion.table.autoplay import play
from companion.table.prompts import Choose, Count
from companion.table.session import Session, new_session

Look = Callable[[Session[Any]], bytes]
CODES = ["GC", "CC", "BG", "YS"]


def look(session: Session[Any]) -> bytes:
    """What goes to a television."""
    return msgspec.json.encode(seen(session, "dark"))


def evening(sign: int) -> Session[Any]:
    """An evening whose Elder Signs all have this value."""
    setup = CTHULHU_WARS.prepare({"factions": CODES, "signs": "app", "direction": 1})
    setup["bag"] = [sign] * len(setup["bag"])
    return Session(CTHULHU_WARS, setup)


def differ(look: Look, seed: int, steps: int) -> tuple[int, int, int]:
    """Play two evenings alike that differ in their Elder Signs alone; nobody turns one.

    Returns:
        At how many moments they were looked at, at how many they looked different, and the most signs held.
    """
    one, two = evening(1), evening(3)
    rng = Random(seed)
    looked = found = held = 0
    for _step in range(steps):
        if one.finished or one.state.phase.name in ("END", "OVER"):
            break
        able = [option.id for option in one.interjections if not (option.refused or option.setting)]
        if able and rng.random() < 0.1:
            what = rng.choice(able)
            one.interject(what)
            two.interject(what)
        else:
            place = rng.randrange(len(one.prompts))
            prompt = one.prompts[place].prompt
            turned = prompt.secret and isinstance(prompt, Choose)
            answer = [] if turned else prompt.any_answer(rng)
            one.answer(one.prompts[place].ticket, answer)
            two.answer(two.prompts[place].ticket, answer)
        looked += 1
        found += look(one) != look(two)
        held = max(held, sum(len(faction.signs) for faction in one.state.factions.values()))
    return looked, found, held


@given(st.integers(0, 2**32))
@settings(max_examples=4, deadline=None)
def test_games_that_differ_in_elder_signs_look_the_same(seed: int) -> None:
    looked, found, _held = differ(look, seed, 150)
    assert looked
    assert found == 0


def test_signs_were_held_while_it_was_looked() -> None:
    looked, found, held = differ(look, 7, 400)
    assert (looked > 300, found, held > 5) == (True, 0, True)


def whole_questions(session: Session[Any]) -> bytes:
    return look(session) + msgspec.json.encode([item.as_json() for item in session.prompts])


def set_up(session: Session[Any]) -> bytes:
    return look(session) + msgspec.json.encode(session.setup)


def own_secrets(session: Session[Any]) -> bytes:
    return look(session) + msgspec.json.encode([session.own(code) for code in CODES])


def their_sum(session: Session[Any]) -> bytes:
    total = sum(secret.value for code in CODES for secret in session.own(code))
    return look(session) + str(total).encode()


@pytest.mark.parametrize("leak", [whole_questions, set_up, own_secrets, their_sum])
def test_a_planted_leak_is_found(leak: Look) -> None:
    __, found, ___ = differ(leak, 7, 400)
    assert found > 0


def test_messina_shows_no_card_that_is_in() -> None:
    """Two tables give other secret answers as long as one is open: nobody else sees a difference."""
    compared = 0
    for seed in range(12):
        one, two = (new_session(MESSINA, {}) for _copy in range(2))
        rng = Random(seed)
        for _step in range(150):
            if one.finished:
                break
            place = rng.randrange(len(one.prompts))
            prompt, open_ones = one.prompts[place].prompt, len(one.prompts)
            answer = prompt.any_answer(rng)
            other = cast(Count, prompt).least if prompt.secret and open_ones > 1 else answer
            one.answer(one.prompts[place].ticket, answer)
            two.answer(two.prompts[place].ticket, other)
            if prompt.secret and open_ones > 1:
                compared += 1
                assert look(one) == look(two)
                one.undo(1)
                two.undo(1)
                one.answer(one.prompts[place].ticket, answer)
                two.answer(two.prompts[place].ticket, answer)
    assert compared > 3


def test_mythos_asks_nothing_secret() -> None:
    for seed in range(12):
        session, rng = new_session(MYTHOS_ENCOUNTERS, {}), Random(seed)
        for _step in range(120):
            if session.finished:
                break
            assert not any(item.prompt.secret for item in session.prompts)
            play(session, rng, 1)


def test_a_secret_question_is_told_without_its_words() -> None:
    session = evening(2)
    rng = Random(1)
    while not session.own("GC"):
        prompt = session.prompts[0]
        session.answer(prompt.ticket, prompt.prompt.any_answer(rng))
    session.interject("signs/GC")
    (asked,) = seen(session, "dark").asked
    assert session.prompts[0].prompt.secret
    assert (asked.who, "Great Cthulhu" in asked.words) == ("GC", True)
    assert session.prompts[0].prompt.title not in asked.words


def test_each_field_that_is_seen_is_named_here() -> None:
    """A new one is an own decision: whoever adds it has looked whether everybody may see it."""
    fields = {
        Seen: "title header players tracks sides place asked news map areas links finished colours falling",
        seens.SeenPlayer: "id name person colour ink sign big small active first done won",
        seens.SeenSide: "player title number unit faces marks results pieces",
        seens.SeenPieces: "sign label number stamps gone",
        seens.SeenArea: "id name x y signs",
        seens.SeenAsked: "who words",
        seens.SeenNumber: "label value most sign",
        seens.SeenTrack: "label cells at",
    }
    for kind, names in fields.items():
        assert [*kind.__struct_fields__] == names.split(), kind


@pytest.mark.parametrize("game", [CTHULHU_WARS, MESSINA, MYTHOS_ENCOUNTERS])
def test_every_moment_of_every_game_can_be_shown(game: Any) -> None:
    for seed in range(3):
        session, rng = new_session(game, {}), Random(seed)
        for _step in range(80):
            assert len(look(session)) < 30_000
            if session.finished:
                break
            play(session, rng, 1)
