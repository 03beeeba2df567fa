"""Draws a widget once more, beside the window, to keep it as a picture."""

from __future__ import annotations

from typing import Any, Final

from kivy.graphics import ClearBuffers, ClearColor, Fbo, Scale, Translate
from kivy.graphics.opengl import glDisableVertexAttribArray, glEnableVertexAttribArray, glGetVertexAttribiv

from companion.app.widgets.rendering.sprites import follow, tint_shaders
from companion.storage.png import png
from layouts.theme import look

__all__ = ["snapshot"]

_ENABLED: Final = 0x8622
"""`GL_VERTEX_ATTRIB_ARRAY_ENABLED`, which Kivy does not name."""

_ARRAYS: Final = 8
"""Number of vertex arrays that every OpenGL ES 2 has."""


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
    arrays = [bool(glGetVertexAttribiv(number, _ENABLED)) for number in range(_ARRAYS)]
    fbo.draw()
    # The window's shader keeps by itself which arrays of corners are on, and knows nothing of another shader: one that
    # was left on would be read where there are no corners.
    for number, on in enumerate(arrays):
        (glEnableVertexAttribArray if on else glDisableVertexAttribArray)(number)
    pixels = fbo.texture.pixels
    fbo.remove(widget.canvas)
    if place >= 0:
        parent.canvas.insert(place, widget.canvas)
    return png(wide, high, pixels)
