"""The command that compares two folders of pictures."""

from __future__ import annotations

from tests.instruments.outside.compare import difference
from tests.x11.screen import Picture


def picture(*rows: str) -> Picture:
    """Draw a picture from rows of letters; each letter is a colour."""
    return Picture(len(rows[0]), len(rows), b"".join(letter.encode() * 3 + b"\0" for row in rows for letter in row))


def test_the_same_picture_does_not_differ() -> None:
    assert difference(picture("ab", "cd"), picture("ab", "cd")) is None


def test_what_differs_is_counted_and_shown_beside_both() -> None:
    found = difference(picture("abc", "def", "ghi"), picture("abc", "dEf", "ghI"))
    assert found is not None
    assert (found.pixels, found.box) == (2, (1, 1, 3, 3))
    shown = found.side_by_side
    assert (shown.width, shown.height) == (9, 3)
    assert [shown.at(x, 1) for x in (1, 4, 7)] == [(101,) * 3, (69,) * 3, (255,) * 3]
    assert shown.at(6, 1) == (0, 0, 0)


def test_pictures_of_two_sizes_differ() -> None:
    found = difference(picture("a"), picture("a", "a"))
    assert found is not None
    assert found.box == (0, 1, 1, 2)
