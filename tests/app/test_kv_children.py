"""What modules expect of .kv rules stands in them: Kivy itself never checks that."""

from __future__ import annotations

import gc
import importlib
import pkgutil
import re
import weakref
from collections.abc import Iterator
from typing import Any

import pytest

from layouts import FOLDER

pytestmark = pytest.mark.window


def rules() -> dict[str, dict[str, str]]:
    """rule -> id -> class of the widget with this id."""
    found: dict[str, dict[str, str]] = {}
    for path in FOLDER.glob("*.kv"):
        rule = widget = ""
        for line in path.read_text(encoding="utf-8").splitlines():
            if head := re.match(r"<(\w+)>:", line):
                rule = head[1]
            elif child := re.match(r"\s+([A-Z]\w*):$", line):
                widget = child[1]
            elif name := re.match(r"\s+id: (\w+)", line):
                found.setdefault(rule, {})[name[1]] = widget
    return found


def parts() -> Iterator[tuple[type, str, Any]]:
    """Every class of the app, and what it expects."""
    import companion.app
    from companion.app.widgets.base.kv_child import KvChild

    for module in pkgutil.walk_packages(companion.app.__path__, "companion.app."):
        for owner in vars(importlib.import_module(module.name)).values():
            if isinstance(owner, type) and owner.__module__ == module.name:
                for name, part in vars(owner).items():
                    if isinstance(part, KvChild):
                        yield owner, name, part


def test_every_part_stands_in_the_rule_of_its_class(window: Any) -> None:  # noqa: ARG001 - for the imports
    known, seen = rules(), 0
    for owner, name, part in parts():
        seen += 1
        assert known[owner.__name__].get(part.id) == part.kind.__name__, f"{owner.__name__}.{name}"
    assert seen > 50


def test_texts_are_measured_as_they_are_laid_out_by_kivy(window: Any) -> None:  # noqa: ARG001
    """Words are measured once; lines that break, words that are too wide, and empty lines come out the same."""
    from kivy.core.text import Label

    from layouts.typeset import FONT, extent

    texts = (
        "Gate",
        "Move, and then move again",
        "two\nlines of it",
        "one\n\nthree",
        " led by a space ",
        "unbreakable" * 3,
    )
    for text in texts:
        for size in (20.0, 23.5):
            for width in (None, 60.0, 133.3, 400.0):
                for bold in (False, True):
                    label = Label(
                        text=text, font_name=FONT, font_size=size, bold=bold, text_size=(width, None), padding=0
                    )
                    label.refresh()
                    found = extent(text, "bold" if bold else "text", size, width or 0)
                    assert found == label.size, (text, size, width)


def test_parts_of_a_pixel_are_no_size_of_their_own(window: Any) -> None:  # noqa: ARG001
    """SDL knows none: a text at 26 and at 26.5 is the same picture, and took two fonts."""
    from kivy.graphics import Canvas

    from companion.app.widgets.rendering.sprites import TextSprite
    from layouts.typeset import extent

    one, other = TextSprite(Canvas()), TextSprite(Canvas())
    one.put("Great Old One", "text", 26, (1, 1, 1, 1), 0, 0)
    other.put("Great Old One", "text", 26.5, (1, 1, 1, 1), 0, 0)
    assert one.spot is other.spot
    other.put("Great Old One", "text", 27, (1, 1, 1, 1), 0, 0)
    assert one.spot is not other.spot
    assert extent("Great Old One", "text", 26.5) == (one.width, one.height)


def test_a_part_of_another_kind_or_name_is_an_error(window: Any) -> None:  # noqa: ARG001
    from kivy.uix.gridlayout import GridLayout

    from companion.app.widgets.base.buttons import Key
    from companion.app.widgets.base.kv_child import KvChild
    from companion.app.widgets.pages.page import Page

    class Odd(Page):
        extras = KvChild(GridLayout)
        nothing = KvChild(Key)

    page = Odd()
    with pytest.raises(TypeError, match="has no GridLayout with the id extras"):
        _ = page.extras
    with pytest.raises(TypeError, match="has no Key with the id nothing"):
        _ = page.nothing


def test_a_part_that_was_asked_for_stays_though_it_is_taken_out(window: Any) -> None:  # noqa: ARG001
    from companion.app.widgets.pages.page import Page

    page = Page()
    left = page.left_key
    seen = weakref.ref(left)
    left.parent.remove_widget(left)
    del left
    gc.collect()
    assert page.left_key is seen()


def test_a_text_is_measured_as_it_is_drawn(window: Any) -> None:  # noqa: ARG001 - fonts need it
    """Found by the picture matrix: at sizes between two halves of a pixel a line broke that was measured whole."""
    from kivy.graphics import Canvas

    from companion.app.widgets.rendering.sprites import TextSprite
    from layouts.typeset import extent

    words = TextSprite(Canvas())
    for n in range(120):
        size = 20 + n * 0.13
        for width in (0, 144, 150, 156):
            words.put("Fifth player, and all that is his", "text", size, (1, 1, 1, 1), 0, 0, wrap=width)
            assert (words.width, words.height) == extent("Fifth player, and all that is his", "text", size, width)


def test_symbols_of_the_footer_are_captioned_where_all_captions_fit(window: Any, fingers: Any) -> None:
    """A new user tapped the three symbols to learn what they are."""
    from kivy.uix.boxlayout import BoxLayout

    from companion.app.widgets.base.buttons import Key

    box = BoxLayout(size_hint=(None, None), size=(270, 62))
    keys = [Key(text="x", caption=caption, size_hint_y=1) for caption in ("Redo", "Log", "More")]
    for key in keys:
        box.add_widget(key)
    window.add_widget(box)
    try:
        fingers.frames(2)
        for key in keys:
            _x, low, _w, high = key._caption.rect
            assert key._caption.said[0] == key.caption
            assert key.y <= low + 0.2 * high
            assert low + 0.8 * high <= key._words.rect[1] + 0.3 * key._words.rect[3]
        keys[1].caption = "A word without room"
        for key in keys:
            key.later()
        fingers.frames(2)
        assert all(key._caption.spot is None for key in keys)
    finally:
        window.remove_widget(box)
