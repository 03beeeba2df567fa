"""The look of the HTML report: the product's colours, its title face and its drawings, all inside the page."""

from __future__ import annotations

import base64
import re
from functools import lru_cache
from html import escape
from typing import Final

from companion.table.view import PlayerView
from layouts import FOLDER
from layouts.colours import drawn_in, ink_on, tint_of
from layouts.palette import THEMES, Palette

__all__ = ["Drawings", "colour_of", "isolated", "page"]

_FACE: Final = re.compile(r"url\(([a-z0-9-]+\.woff)\)")
_OUTLINE: Final = re.compile(r' d="([-0-9A-Za-z .,]+)"')


def _variables(theme: Palette) -> str:
    names = ("ground", "surface", "line", "ink", "dim", "accent", "power", "kill", "pain")
    return "".join(f"--{name}:{getattr(theme, name)};" for name in names)


@lru_cache(maxsize=1)
def _style() -> str:
    """Return the style sheet, with the title face in it."""

    def inside(found: re.Match[str]) -> str:
        return f"url(data:font/woff;base64,{base64.b64encode((FOLDER / 'faces' / found[1]).read_bytes()).decode()})"

    rules = _FACE.sub(inside, (FOLDER / "report.css").read_text(encoding="utf-8"))
    dark, light = _variables(THEMES["dark"]), _variables(THEMES["light"])
    return f"<style>:root {{ {dark} }}\n@media print {{ :root {{ {light} }} }}\n{rules}</style>"


def page(title: str, body: str, drawings: str) -> str:
    """Return a whole page.

    Args:
        title: plain text.
        body: markup.
        drawings: the drawings that the markup uses, as `Drawings.sheet` returns them.
    """
    return (
        '<!doctype html>\n<html><head><meta charset="utf-8">'
        # A browser may load nothing but what is in the page.
        '<meta http-equiv="Content-Security-Policy" '
        "content=\"default-src 'none'; style-src 'unsafe-inline'; font-src data:\">"
        f'<title>{escape(title)}</title><meta name="viewport" content="width=device-width, initial-scale=1">'
        f"{_style()}</head>\n<body>\n{drawings}<main>\n{body}\n</main></body></html>\n"
    )


def colour_of(colour: str) -> str:
    """Return a colour as `#rrggbb`; a grey for anything else, since own factions may write what they like."""
    return colour if re.fullmatch(r"#[0-9a-fA-F]{6}", colour) else "#808080"


def seen_on_surface(colour: str) -> str:
    """Return a colour for lines on the page's cards: one that is too dark there is made lighter."""
    theme = THEMES["dark"]
    tint = drawn_in(tint_of(colour_of(colour)), tint_of(theme.surface), tint_of(theme.ink))
    return "#" + "".join(f"{round(channel * 255):02x}" for channel in tint[:3])


def isolated(text: str) -> str:
    """Return plain text as markup whose direction changes nothing around it."""
    return f"<bdi>{escape(text)}</bdi>"


class Drawings:
    """The drawings that a page uses, each of them once in it."""

    def __init__(self) -> None:
        self._used: dict[str, str] = {}

    def icon(self, name: str, css: str = "icon") -> str:
        """Return the markup of a drawing; empty if there is none of that name."""
        if name not in self._used:
            found = _path(name)
            if not found:
                return ""
            self._used[name] = found
        return f'<svg class="{css}" viewBox="0 0 48 48" aria-hidden="true"><use href="#d-{name}"/></svg>'

    def tile(self, player: PlayerView, *, small: bool = False) -> str:
        """Return a player's sigil in their colour, or their glyph where there is no drawing."""
        colour = colour_of(player.colour)
        ink = "#000" if ink_on(colour)[0] == 0 else "#fff"
        mark = self.icon(player.sigil, "") or escape(player.glyph)
        size = "small" if small else "large"
        return f'<span class="tile {size}" style="background:{colour};color:{ink}">{mark}</span>'

    def sheet(self) -> str:
        """Return the markup that defines the drawings; it stands once in the page."""
        symbols = "".join(f'<symbol id="d-{n}" viewBox="0 0 48 48">{path}</symbol>' for n, path in self._used.items())
        return f'<svg width="0" height="0" style="position:absolute" aria-hidden="true">{symbols}</svg>\n'


@lru_cache(maxsize=64)
def _path(name: str) -> str:
    """Return the path of a drawing; empty if there is no such file."""
    if not re.fullmatch(r"[a-z0-9]+(-[a-z0-9]+)*", name):
        return ""
    try:
        drawn = (FOLDER / "symbols" / f"{name}.svg").read_text(encoding="utf-8")
    except OSError:
        return ""
    found = _OUTLINE.search(drawn)
    return f'<path fill-rule="evenodd" d="{found[1]}"/>' if found else ""
