"""The content check: all that is in the game holds together, and whatever does not is seen."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace

from companion.cli import main
from companion.games.cthulhu_wars.factions import FILES
from companion.games.cthulhu_wars.model.maps import BOARDS, BY_PLAYERS, RITUAL_TRACKS, board
from companion.games.cthulhu_wars.model.neutral_cards import CARDS
from companion.games.cthulhu_wars.model.roster import FACTIONS
from companion.games.cthulhu_wars.model.units import Rank
from companion.games.cthulhu_wars.setup import content_check
from tests.cthulhu_wars.home_made import LAMPLIGHTERS


def test_the_command_finds_nothing_wrong_and_says_what_rests_on_one_source(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["--data", str(tmp_path), "check"]) == 0
    said = capsys.readouterr().out
    assert "wrong" not in said
    assert "Everything holds together" in said
    assert f"{len(FACTIONS)} factions" in said
    assert "sources differ on Bering Sea – North Asia" in said
    assert "The Ritual track for 6 players: 5 6 6 7 7 7 8 8 8 9 9 10" in said
    assert f"{len(CARDS)} Loyalty Cards" in said
    assert "check   Neutral, The Prophetess: " in said
    for faction in FACTIONS.values():
        assert said.count(f"check   {faction.name}: ") == len(faction.one_source)


def test_a_faction_of_ones_own_is_looked_over_too(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    folder = tmp_path / "own" / "cthulhu_wars" / "factions"
    folder.mkdir(parents=True)
    (folder / "broken.py").write_text("FACTION = 1", encoding="utf-8")
    main(["--data", str(tmp_path), "check", "--allow-own-factions"])
    assert "broken.py: It has no FACTION" in capsys.readouterr().err


ACOLYTE, MOTH, BEARER, LORD = LAMPLIGHTERS.units
OIL, PROMISE, *OTHERS = LAMPLIGHTERS.requirements


@pytest.mark.parametrize("code", FILES)
def test_a_faction_of_the_box_is_the_one_of_its_line_and_lacks_nothing(code: str) -> None:
    assert FACTIONS[code].code == code
    assert list(content_check.wrong_with(FACTIONS[code])) == []


@pytest.mark.parametrize(
    ("change", "said"),
    [
        ({"units": (replace(ACOLYTE, count=5), MOTH, BEARER, LORD)}, "its Acolytes are not 6 of cost 1"),
        ({"units": (ACOLYTE, replace(MOTH, count=0), BEARER, LORD)}, "unit moth has an impossible number"),
        ({"units": (ACOLYTE, MOTH, BEARER, replace(LORD, rank=Rank.MONSTER))}, "a Great Old One without an awakening"),
        ({"awakenings": ()}, "Lord of Lamps is a Great Old One without an awakening"),
        ({"books": LAMPLIGHTERS.books[:5]}, "it has 5 spellbooks, not 6"),
        ({"books": (*LAMPLIGHTERS.books[:5], replace(LAMPLIGHTERS.books[5], text=""))}, "flare says nothing"),
        ({"actions": LAMPLIGHTERS.actions[:2]}, "nothing meets the requirement “Promise, as an Action”"),
        ({"actions": (*LAMPLIGHTERS.actions, LAMPLIGHTERS.actions[0])}, "light has 2 moments, not one"),
        ({"battle": (*LAMPLIGHTERS.battle, LAMPLIGHTERS.battle[0])}, "has 2 moments, not one"),
        ({"requirements": (replace(OIL, kind="often"), PROMISE, *OTHERS)}, "of no kind that there is"),
        ({"requirements": (replace(OIL, last=True), PROMISE, *OTHERS)}, "only one requirement can be the last one"),
        ({"start": {}, "place": None}, "it has no start area"),
        ({"colour": FACTIONS["GC"].colour}, "it has the colour of Great Cthulhu"),
    ],
)
def test_what_is_wrong_with_a_faction_is_seen(change: dict[str, Any], said: str) -> None:
    assert list(content_check.wrong_with(LAMPLIGHTERS)) == []
    assert any(said in words for words in content_check.wrong_with(replace(LAMPLIGHTERS, **change)))


@pytest.mark.parametrize(
    ("adjacent", "said"),
    [
        (("europe",), "north_asia touches scandinavia, but not the other way round"),
        (("europe", "atlantis"), "touches atlantis, which is not on it"),
        ((), "touches scandinavia, but not the other way round"),
    ],
)
def test_what_is_wrong_with_a_map_is_seen(adjacent: tuple[str, ...], said: str) -> None:
    laid = board("earth55")
    assert list(content_check.wrong_with_map(laid)) == []
    area = replace(laid.areas["scandinavia"], adjacent=adjacent)
    assert any(
        said in words for words in content_check.wrong_with_map(replace(laid, areas={**laid.areas, area.id: area}))
    )


def test_an_area_that_cannot_be_reached_is_seen() -> None:
    laid = board("earth33")
    cut = {n: replace(a, adjacent=tuple(b for b in a.adjacent if "asia" not in (b, n))) for n, a in laid.areas.items()}
    assert list(content_check.wrong_with_map(replace(laid, areas=cut))) == ["not all areas can be reached"]


def test_what_is_wrong_with_neutral_pieces_is_seen(monkeypatch: pytest.MonkeyPatch) -> None:
    assert list(content_check.wrong_with_neutrals()) == []
    monkeypatch.setitem(CARDS, "deep_one", replace(CARDS["gug"], placed=3))
    assert list(content_check.wrong_with_neutrals()) == [
        "Great Cthulhu: deep_one, which is neutral",
        "The Loyalty Card gug has an impossible number",
    ]


def test_every_number_of_factions_has_map_and_track(monkeypatch: pytest.MonkeyPatch) -> None:
    assert content_check.wrong_with_tracks() == []
    assert set(BY_PLAYERS) == set(RITUAL_TRACKS)
    assert {layout for layouts in BY_PLAYERS.values() for layout in layouts} == set(BOARDS)
    monkeypatch.setitem(RITUAL_TRACKS, 5, (5, 7, 6, 10))
    assert content_check.wrong_with_tracks() == ["5 players have no whole Ritual track, or no map"]
