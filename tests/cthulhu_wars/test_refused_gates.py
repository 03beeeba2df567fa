"""Areas and enemies that cannot be picked say why, as in a retreat: Gates, awakenings, captures."""

from __future__ import annotations

from companion.games.cthulhu_wars.facts import GateSet, TokenPlaced
from companion.table.prompts import Choose, Tell
from tests.cthulhu_wars.battles import Skirmish
from tests.cthulhu_wars.evening import Evening


def refused(game: Evening) -> dict[str, tuple[str, str]]:
    """What cannot be picked: why not, and because of whom."""
    assert isinstance(game.prompt, Choose)
    return {o.id: (o.refused, o.refused_by) for o in game.prompt.options if o.refused}


def test_where_a_gate_stands_no_other_is_built() -> None:
    """Reference 3.4, Create Gate: one Gate in an area."""
    game = Evening("GC", "CC", "BG")
    game.play(("action/GC", "create_gate"))
    assert refused(game)["asia"] == ("There is already a Gate.", "CC")


def test_a_great_old_one_awakens_at_an_own_gate() -> None:
    """Reference 6: Nyarlathotep at a controlled Gate; those of others say whose they are."""
    game = Evening("CC", "GC", "BG", first="CC")
    game.correct(CC_power=12)
    game.state.record(GateSet("europe", "CC"))
    game.play(("action/CC", "awaken/nyarlathotep"))
    assert game.key == "awaken/area"
    assert set(game.options()) == {"asia", "europe"}
    assert refused(game)[game["GC"].start] == ("Controlled by Great Cthulhu.", "GC")


def test_shub_niggurath_awakens_at_an_own_gate() -> None:
    """Reference 6, Black Goat: at a Gate that she controls."""
    game = Evening("BG", "GC", "CC", first="BG")
    game.correct(BG_power=12)
    game.state.record(GateSet("europe", "BG"))
    game.play(("action/BG", "awaken/shub_niggurath"))
    assert game.key == "awaken/area"
    assert refused(game)[game["GC"].start] == ("Controlled by Great Cthulhu.", "GC")


def test_the_king_in_yellow_awakens_where_no_gate_is() -> None:
    """Reference 6, Yellow Sign: an area with one of its units and no Gate."""
    game = Evening("YS", "GC", "CC", first="YS")
    game.correct(YS_power=12)
    game.play(("action/YS", "awaken/king_in_yellow"))
    assert game.key == "awaken/king"
    assert refused(game)[game["GC"].start] == ("There is already a Gate.", "GC")


def test_an_area_is_desecrated_once() -> None:
    """Reference 6, Yellow Sign: one Desecration token in an area."""
    game = Evening("YS", "GC", "CC", first="YS")
    game.correct(YS_power=12, YS_king_in_yellow=1)
    game.state.record(TokenPlaced("YS", "europe"))
    game.play(("action/YS", "desecrate"))
    assert game.key == "desecrate/area"
    assert refused(game) == {"europe": ("There is already a token.", "")}


def test_a_faction_without_cultists_on_the_map_cannot_be_robbed_of_one() -> None:
    """Reference 3.4, Capture Cultist."""
    game = Evening("GC", "CC", "BG", "YS")
    game.state.record(GateSet(game["BG"].start, None))
    game.correct(GC_deep_one=1, BG_acolyte=0)
    game.play(("action/GC", "capture"))
    assert refused(game) == {"BG": ("They have no Cultist on the map.", "")}


def test_after_a_battle_a_gate_without_keeper_is_told() -> None:
    """Battle reference 5.2: it is abandoned, and anybody there may take it."""
    battle = Skirmish({"GC": {"cthulhu": 1}, "CC": {"acolyte": 1}}, gates={"europe": "CC"})
    battle.play(("battle/pre_battle/GC", [])).roll(GC=[6, 1, 1, 1, 1, 1])
    board = battle.prompt("battle/board")
    assert isinstance(board, Tell)
    assert "Gate in Europe is abandoned" in board.lines
