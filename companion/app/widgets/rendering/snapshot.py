"""Draws a widget once more, beside the window, to keep it as a picture."""

from __future__ import annotations

from typing import Any

from kivy.graphics import ClearBuffers, ClearColor, Fbo, Scale, Translate

from companion.app.widgets.rendering.sprites import follow, tint_shaders
from companion.storage.png import png
from layouts.theme import look

__all__ = ["snapshot"]


def snapshot(widget: Any) -> bytes:
    """Return a widget as a PNG file, upright however the window is turned."""
    place, parent = -1, widget.parent
    if parent is not None:
        place = parent.canvas.indexof(widget.canvas)
        if place >= 0:
            parent.canvas.remove(widget.canvas)
    edge = look.gap
    wide, high = round(widget.width + 2 * edge), round(widget.height + 2 * edge)
    follow()
    fbo = Fbo(size=(wide, high), with_stencilbuffer=True)
    fbo.shader.vs, fbo.shader.fs = tint_shaders()
    with fbo:
        ClearColor(*look.ground)
        ClearBuffers()
        Scale(1, -1, 1)
        Translate(edge - widget.x, -widget.y - widget.height - edge, 0)
    fbo.add(widget.canvas)
    fbo.draw()
    pixels = fbo.texture.pixels
    fbo.remove(widget.canvas)
    if place >= 0:
        parent.canvas.insert(place, widget.canvas)
    return png(wide, high, pixels)
