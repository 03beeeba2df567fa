"""Exports a result to the app BG Stats: as a link that a phone reads off the screen, or as a file."""

from __future__ import annotations

import time
from collections import Counter as Counted
from typing import Any, Final
from urllib.parse import quote

import msgspec

from companion.table.view import Counter, PlayerView, View
from companion.table.words import _

SOURCE: Final = "table-companion"
LINK: Final = "https://app.bgstatsapp.com/createPlay.html?data="
"""What BG Stats opens; https://www.bgstatsapp.com/support/push-plays-to-bg-stats-from-other-apps-or-websites/."""


def score(player: PlayerView) -> Counter | None:
    """Return the number that decides: the one drawn as a race, or else the last of the big ones; none that passes."""
    counted = [counter for counter in player.big if not counter.passing]
    return next((c for c in counted if c.most), counted[-1] if counted else None)


def ranked(view: View) -> list[tuple[int, PlayerView]]:
    """Return the players and their ranks, the best first; who is level shares a rank, and who has won is first."""

    def worth(player: PlayerView) -> tuple[bool, int]:
        counted = score(player)
        return player.won, counted.value if counted else 0

    players = sorted(view.players, key=worth, reverse=True)
    return [(1 + sum(worth(other) > worth(player) for other in players), player) for player in players]


def play(view: View, game: str, id: str, when: float) -> dict[str, Any]:  # noqa: A002 - as the companion calls it
    """Return the fields of a play.

    Args:
        view: of the finished game.
        game: its title.
        id: by which the play is known again.
        when: it was played last, in seconds.
    """
    players = []
    scored = any(score(player) is not None for player in view.players)
    # Two of one name are two people.
    names = Counted(player.person for player in view.players)
    for rank, player in ranked(view):
        counted = score(player)
        name = player.person or player.name
        players.append(
            {
                "name": name,
                "sourcePlayerId": player.person if names[player.person] == 1 and player.person else player.short,
                **({"role": player.name} if player.person else {}),
                "rank": rank,
                **({"score": str(counted.value)} if counted else {}),
                "winner": player.won,
                # BG Stats wants the word; who began is not known any more.
                "startPlayer": False,
            }
        )
    return {
        "sourceName": SOURCE,
        "sourcePlayId": id,
        "playDate": time.strftime("%Y-%m-%d %H:%M:%S", time.gmtime(when)),
        "game": {"name": game, "sourceGameId": game, "highestWins": True, "noPoints": not scored},
        "players": players,
        "comments": " ".join(
            (
                _("{result} Played with the table companion.").format(result=" ".join(view.told) or view.finished),
                *view.changes,
            )
        ),
    }


_WAYS: Final = ((False, ()), (True, ()), (True, ("role",)))
"""Whether names are written short, and the fields of players that a code leaves out: the fullest way first.

BG Stats knows people by `sourcePlayerId` and wants `startPlayer`, so these stay.
"""


def link(play: dict[str, Any], leaves_out: tuple[str, ...] = (), *, brief: bool = False) -> str:
    """Return the address that hands a play to BG Stats, without fields that it can work out: a code has little room.

    Args:
        play: the result, as `play` returns it.
        leaves_out: fields of players that it goes without, too.
        brief: whether of names only the first words are written where these tell people apart.
    """
    first = Counted(player["name"].split()[0] for player in play["players"])

    def kept(player: dict[str, Any]) -> dict[str, Any]:
        told = "rank" if "score" in player else ""
        found = {key: value for key, value in player.items() if key != told and key not in leaves_out}
        if brief and first[word := player["name"].split()[0]] == 1:
            found["name"] = word
        return found

    players = [kept(player) for player in play["players"]]
    short = {key: value for key, value in play.items() if key != "comments"} | {"players": players}
    return LINK + quote(msgspec.json.encode(short).decode(), safe=":,")


def links(play: dict[str, Any]) -> list[str]:
    """Return such addresses, the fullest first, each shorter than the one before it."""
    return list(dict.fromkeys(link(play, leaves_out, brief=brief) for brief, leaves_out in _WAYS))
