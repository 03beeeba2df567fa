"""Pick one of several maps by its picture."""

from __future__ import annotations

from companion.app.table.map.map_picture import MapPicture
from companion.app.table.prompts.shared.base import PromptContext
from companion.app.table.prompts.shared.selection import SelectionPrompt
from companion.table.session import OpenPrompt
from layouts.theme import look

__all__ = ["MapPicturesPrompt"]


class MapPicturesPrompt(SelectionPrompt):
    """Pictures of the maps, side by side or above each other; a tap answers."""

    wide = True
    silhouette = 0.0

    def __init__(self, item: OpenPrompt, context: PromptContext) -> None:
        super().__init__(item, context)
        self.spacing = look.gap
        self.orientation = "vertical" if look.portrait else "horizontal"
        self._begin()
        self.keys = {
            option.id: MapPicture(option.id, option.label, self.tap) for option in self.selection.prompt.options
        }
        for key in self.keys.values():
            self.add_widget(key)
        look.tell(self._look_changed)
        self._show()

    def _look_changed(self) -> None:
        self.orientation = "vertical" if look.portrait else "horizontal"

    def key_of(self, option: str) -> MapPicture:
        """Return the picture of an option."""
        return self.keys[option]
