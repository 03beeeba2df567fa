"""How far two colours are apart, and what they look like to people who see colours less well.

CIEDE2000 after Sharma, Wu and Dalal, "The CIEDE2000 Color-Difference Formula: Implementation Notes" (2005); the
deficiencies after Machado, Oliveira and Fernandes, "A Physiologically-based Model for Simulation of Color Vision
Deficiency" (2009), their matrices of severity 1, which work on linear light.
"""

from __future__ import annotations

from math import atan2, cos, degrees, exp, hypot, radians, sin, sqrt
from typing import Final

Triple = tuple[float, float, float]

DEFICIENCIES: Final[dict[str, tuple[Triple, Triple, Triple]]] = {
    "protanopia": (
        (0.152286, 1.052583, -0.204868),
        (0.114503, 0.786281, 0.099216),
        (-0.003882, -0.048116, 1.051998),
    ),
    "deuteranopia": (
        (0.367322, 0.860646, -0.227968),
        (0.280085, 0.672501, 0.047413),
        (-0.011820, 0.042940, 0.968881),
    ),
    "tritanopia": (
        (1.255528, -0.076749, -0.178779),
        (-0.078411, 0.930809, 0.147602),
        (0.004733, 0.691367, 0.303900),
    ),
}

_TO_XYZ: Final = (
    (0.4124564, 0.3575761, 0.1804375),
    (0.2126729, 0.7151522, 0.0721750),
    (0.0193339, 0.1191920, 0.9503041),
)
_WHITE: Final = (0.95047, 1.0, 1.08883)


def _times(matrix: tuple[Triple, Triple, Triple], vector: Triple) -> Triple:
    one, two, three = (sum(a * b for a, b in zip(row, vector, strict=True)) for row in matrix)
    return one, two, three


def linear(colour: str) -> Triple:
    """Return the linear light of `#rrggbb`, 0 to 1."""
    red, green, blue = (int(colour[i : i + 2], 16) / 255 for i in (1, 3, 5))
    one, two, three = (c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in (red, green, blue))
    return one, two, three


def seen_with(colour: str, deficiency: str) -> Triple:
    """Return the linear light that a colour looks like to people with the deficiency."""
    red, green, blue = (min(1.0, max(0.0, c)) for c in _times(DEFICIENCIES[deficiency], linear(colour)))
    return red, green, blue


def lab(light: Triple) -> Triple:
    """Return CIE L*a*b* of linear light, under D65."""
    x, y, z = (
        t ** (1 / 3) if t > 216 / 24389 else (24389 / 27 * t + 16) / 116
        for t in (c / w for c, w in zip(_times(_TO_XYZ, light), _WHITE, strict=True))
    )
    return 116 * y - 16, 500 * (x - y), 200 * (y - z)


def luminance(colour: str) -> float:
    """Return the relative luminance of WCAG."""
    return _times(_TO_XYZ, linear(colour))[1]


def contrast(one: str, other: str) -> float:
    """Return the contrast of two colours, 1 to 21."""
    bright, dark = sorted((luminance(one), luminance(other)), reverse=True)
    return (bright + 0.05) / (dark + 0.05)


def difference(one: Triple, other: Triple) -> float:
    """Return CIEDE2000 between two colours given as L*a*b*."""
    (l1, a1, b1), (l2, a2, b2) = one, other
    middle = ((hypot(a1, b1) + hypot(a2, b2)) / 2) ** 7
    stretch = 1 + 0.5 * (1 - sqrt(middle / (middle + 25**7)))
    a1, a2 = a1 * stretch, a2 * stretch
    c1, c2 = hypot(a1, b1), hypot(a2, b2)
    h1, h2 = degrees(atan2(b1, a1)) % 360, degrees(atan2(b2, a2)) % 360
    turn = 0.0
    if c1 * c2:
        turn = (h2 - h1 + 180) % 360 - 180 if abs(h2 - h1) != 180 else h2 - h1
    d_l, d_c, d_h = l2 - l1, c2 - c1, 2 * sqrt(c1 * c2) * sin(radians(turn / 2))
    mean_l, mean_c = (l1 + l2) / 2, (c1 + c2) / 2
    if not c1 * c2:
        mean_h = h1 + h2
    elif abs(h1 - h2) <= 180:
        mean_h = (h1 + h2) / 2
    else:
        mean_h = (h1 + h2 + 360) / 2 if h1 + h2 < 360 else (h1 + h2 - 360) / 2
    t = (
        1
        - 0.17 * cos(radians(mean_h - 30))
        + 0.24 * cos(radians(2 * mean_h))
        + 0.32 * cos(radians(3 * mean_h + 6))
        - 0.20 * cos(radians(4 * mean_h - 63))
    )
    s_l = 1 + 0.015 * (mean_l - 50) ** 2 / sqrt(20 + (mean_l - 50) ** 2)
    s_c, s_h = 1 + 0.045 * mean_c, 1 + 0.015 * mean_c * t
    rotation = -2 * sqrt(mean_c**7 / (mean_c**7 + 25**7)) * sin(radians(60 * exp(-(((mean_h - 275) / 25) ** 2))))
    parts = d_l / s_l, d_c / s_c, d_h / s_h
    return sqrt(sum(part**2 for part in parts) + rotation * parts[1] * parts[2])
