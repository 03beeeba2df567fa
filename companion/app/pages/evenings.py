"""Page of all evenings: wins, factions, lengths and luck, and what everybody likes to play."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import partial
from typing import Final

from kivy.uix.boxlayout import BoxLayout

from companion.app.widgets.base.buttons import Key, OptionKey
from companion.app.widgets.base.widgets import WrapLabel
from companion.app.widgets.controls.scroll_list import ScrollList
from companion.app.widgets.pages.page import Page
from companion.storage.evenings import Evening, Evenings, choose_seat, erase, profiles, read
from companion.storage.totals import Total, by_faction, by_group, by_person
from companion.table.words import N_, _, decimal, n_, percent
from layouts.theme import look

__all__ = ["EveningsPage"]

HOLD: Final = 1.0
"""Seconds for which the key must be held to delete everything."""

_PARTS: Final[dict[str, tuple[str, Callable[[Iterable[Evening]], list[Total]]]]] = {
    "people": (N_("People"), by_person),
    "factions": (N_("Factions"), by_faction),
    "groups": (N_("Groups"), by_group),
}


class EveningsPage(Page):
    """The statistics of all games that are over, by person, by faction and by group."""

    def __init__(self) -> None:
        super().__init__(_("Over the evenings"))
        self.keys: dict[str, OptionKey] = {}
        self.tabs: dict[str, Key] = {}
        self.pager = ScrollList()
        self._part = "people"
        self._row, self._board = BoxLayout(size_hint_y=None), BoxLayout(orientation="vertical")
        for name, (words, __) in _PARTS.items():
            self.tabs[name] = Key(text=_(words), size_hint_y=1, use=partial(self._show, name))
            self._row.add_widget(self.tabs[name])
        for widget in (self._row, self.pager):
            self._board.add_widget(widget)
        self.content.add_widget(self._board)
        self.export_key = OptionKey(
            label=_("Export"),
            detail=_("All of it as one file: to a USB stick, or next to the games."),
            use=lambda: self.host.jobs.export_evenings(),
        )
        self.delete_key = self.add_extra(_("Hold to delete"), self._delete)
        self.delete_key.hold = HOLD
        self.primary.set_action(_("Done"), True)
        look.tell(self._lay)
        self._lay()

    def opened(self) -> None:
        self._show(self._part)

    def _lay(self) -> None:
        self._board.spacing = self._row.spacing = look.gap
        self._row.height = look.target

    def _delete(self) -> None:
        if self.host.attempt(self._erase):
            self.host.jobs.forget_evenings()
            self.host.back()

    def _erase(self) -> bool:
        erase(self.host.jobs.evenings)
        return True

    def _show(self, part: str) -> None:
        """List the people, the factions or the groups."""
        self._part = part
        for name, tab in self.tabs.items():
            tab.chosen = name == part
        known = read(self.host.jobs.evenings) or Evenings()
        self.pager.clear()
        self.keys = {}
        likes = {one.name: one.seat for one in profiles(known)}
        labels = seats_of(known)
        totals = _PARTS[part][1](known.evenings)
        if part == "people":
            totals += [Total(name) for name in likes if all(total.name != name for total in totals)]
        for total in totals:
            detail = said(total)
            use = None
            if part == "people":
                if seat := labels.get(likes.get(total.name, "")):
                    detail = "\n".join((detail, _("Favourite: {seat} (tap to change)").format(seat=seat)))
                use = partial(self._choose, total.name)
            key = OptionKey(name=total.name, label=total.name, detail=detail, use=use)
            self.keys[total.name] = key
            self.pager.add(key)
        if not totals:
            words = _("No game with names is over yet.") if part != "factions" else _("No game is over yet.")
            self.pager.add(WrapLabel(text=words))
        self.pager.add(self.export_key)

    def _choose(self, name: str) -> None:
        known = read(self.host.jobs.evenings) or Evenings()
        self.host.open(FavouritePage(name, seats_of(known), partial(self._chosen, name)))

    def _chosen(self, name: str, seat: str) -> None:
        self.host.attempt(lambda: choose_seat(self.host.jobs.evenings, name, seat))
        self.host.back()


class FavouritePage(Page):
    """Page to choose a person's favourite faction, with which they sit down when their name is picked.

    Args:
        name: of the person.
        seats: to choose from, by id.
        take: called with the id.
    """

    def __init__(self, name: str, seats: dict[str, str], take: Callable[[str], None]) -> None:
        super().__init__(_("What does {name} like to play?").format(name=name))
        self.keys: dict[str, OptionKey] = {}
        pager = ScrollList()
        self.content.add_widget(pager)
        for seat, label in seats.items():
            self.keys[seat] = OptionKey(name=seat, label=label, use=partial(take, seat))
            pager.add(self.keys[seat])
        self.primary.set_action(_("Tap a faction"), False)


def seats_of(known: Evenings) -> dict[str, str]:
    """Return the names of all that was played, by id."""
    return {player.seat: player.label or player.seat for one in known.evenings for player in one.players}


def said(total: Total) -> str:
    """Return what games come to, in a few sentences."""
    if not total.games:
        return ""
    games = n_("{n} game", "{n} games", total.games).format(n=total.games)
    wins = n_("{n} win", "{n} wins", total.wins).format(n=total.wins)
    lines = [f"{games}, {wins} ({percent(total.wins / total.games)})"]
    if total.expected:
        luck = _("luck {n} ({fell} against {expected} expected)")
        share = percent(total.fell / total.expected)
        lines.append(luck.format(n=share, fell=total.fell, expected=decimal(total.expected)))
    if total.timed:
        minutes = max(1, round(total.seconds / total.timed / 60))
        lines.append(n_("{n} minute on average", "{n} minutes on average", minutes).format(n=minutes))
    if len(total.seats) > 1:
        most = ", ".join(f"{seat} {times}" for seat, times in total.seats.most_common(3))
        lines.append(_("most often {seats}").format(seats=most))
    return "; ".join(lines)
