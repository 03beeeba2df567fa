"""Are the tower's dice fair? Counts of each face over every recorded roll, with the range in which fair dice lie."""

from __future__ import annotations

from typing import Final

from kivy.properties import ListProperty, NumericProperty, StringProperty
from kivy.uix.boxlayout import BoxLayout

from companion.app.hardware.device_hub import DeviceHub
from companion.app.widgets.base.buttons import Key
from companion.app.widgets.base.kv_child import KvChild
from companion.app.widgets.base.marks import face
from companion.app.widgets.base.widgets import WrapLabel
from companion.app.widgets.controls.scroll_list import ScrollList
from companion.table.prompts import dice_words
from companion.table.words import N_, _, decimal, n_
from firmware_bridge.errors import BridgeError
from firmware_bridge.fairness import MIN_EXPECTED, Fairness, fairness
from firmware_bridge.roll_record import RecordedTower
from layouts.theme import look

_MOST: Final = 4
_SHORT: Final = {"g": N_("made"), "r": N_("read")}
_WAYS: Final = {"g": N_("electronic"), "r": N_("real dice")}
_VERDICTS: Final = {
    "fair": N_("Nothing unusual: fair dice give results like these."),
    "unusual": N_("Unusual: fewer than 1 in 20 fair towers give results like these. Roll some more and check again."),
    "suspicious": N_(
        "Suspicious: fewer than 1 in 1,000 fair towers give results like these. Check the dice and the sensors."
    ),
}


class FaceBar(BoxLayout):
    """One face: how often it fell as a bar, and the band in which 95 of 100 fair dice end."""

    title = StringProperty("")
    count = NumericProperty(0)
    share = NumericProperty(0)
    band = ListProperty([0, 0])


class FairnessTab(BoxLayout):
    """The chart of one tower; with several, keys to choose among those that rolled most."""

    tower_row = KvChild(BoxLayout, "towers")
    bar_row = KvChild(BoxLayout, "bars")
    beside = KvChild(BoxLayout)
    words = StringProperty("")

    def __init__(self, hub: DeviceHub) -> None:
        super().__init__()
        self._record = hub.tower.record
        said, pager = WrapLabel(step="small"), ScrollList()
        self.bind(words=said.setter("text"))
        pager.add(said)
        self.beside.add_widget(pager)
        self.towers: list[RecordedTower] = []
        self.keys: list[Key] = []
        self.bars: list[FaceBar] = []
        try:
            if self._record is not None:
                self.towers = self._record.towers()[:_MOST]
        except BridgeError as error:
            self.words = str(error)
            return
        if not self.towers:
            self.words = hub.tower.trouble or _("No tower has rolled here yet.")
            return
        if len(self.towers) > 1:
            for tower in self.towers:
                key = Key(text=f"{tower.uid} {_(_SHORT.get(tower.source, ''))}", size_hint_y=1)
                key.bind(on_use=lambda _, tower=tower: self.show(tower))
                self.keys.append(key)
                self.tower_row.add_widget(key)
            self.tower_row.height = look.target
        self.show(self.towers[0])

    def show(self, tower: RecordedTower) -> None:
        """Draw the chart of a tower."""
        for key, other in zip(self.keys, self.towers, strict=False):
            key.chosen = other == tower
        try:
            faces = self._record.faces(tower) if self._record is not None else []
        except BridgeError as error:
            self.words = str(error)
            return
        found = fairness(faces)
        highest = max(*found.counts, found.count_high, 1)
        self.bar_row.clear_widgets()
        self.bars = []
        for number, count in enumerate(found.counts, start=1):
            band = [found.count_low / highest, found.count_high / highest]
            bar = FaceBar(title=face(number), count=count, share=count / highest, band=band)
            self.bars.append(bar)
            self.bar_row.add_widget(bar)
        self.words = fairness_words(found, tower)

    def close(self) -> None:
        """Nothing to stop."""


def fairness_words(found: Fairness, tower: RecordedTower) -> str:
    """Return what the figures say, the expected ranges with them."""
    need = max(0, MIN_EXPECTED * len(found.counts) - found.total)
    too_few = n_(
        "Not enough rolls to judge yet: {n} more die is needed.",
        "Not enough rolls to judge yet: {n} more dice are needed.",
        need,
    )
    verdict = too_few.format(n=need) if found.verdict == "too few" else _(_VERDICTS[found.verdict])
    figures = _(
        "Tower {tower}: {rolls}, {dice} ({way}). Chi-square {chi_square}; for 95 of 100 fair "
        "towers it lies between {low} and {high}."
    ).format(
        tower=tower.uid,
        rolls=n_("{n} roll", "{n} rolls", tower.rolls).format(n=tower.rolls),
        dice=dice_words(found.total),
        way=_(_WAYS.get(tower.source, "")),
        chi_square=decimal(found.chi_square),
        low=decimal(found.range_low),
        high=decimal(found.range_high),
    )
    return f"{verdict}\n{figures}"
