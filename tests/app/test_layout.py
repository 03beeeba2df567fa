"""What stands on the screen: nothing cut off, nothing too small to read or to hit, at every size and text size."""

from __future__ import annotations

from importlib import import_module
from pathlib import Path
from pkgutil import walk_packages
from random import Random
from typing import Any

import pytest

pytestmark = pytest.mark.window

FINGER = 47
"""Units that a finger needs: 9 mm on the display of 800x480."""


def faults(shell: Any, where: str) -> list[str]:
    """Every text that is cut off or under 20 units, and every target too small for a finger."""
    from kivy.uix.behaviors import ButtonBehavior

    from companion.app.widgets.base.buttons import Key, OptionKey
    from companion.app.widgets.base.canvas_widget import Tappable
    from companion.app.widgets.base.widgets import FitLabel, WrapLabel
    from companion.app.widgets.pages.page import PhaseLabel
    from layouts.theme import look
    from layouts.typeset import extent

    found = []
    for widget in shell.walk():
        if widget.opacity == 0 or _hidden(widget, shell):
            continue
        if isinstance(widget, Key) and widget.text.strip():
            if widget.font_size < 19.9 * look.u:
                found.append(f"{where}: {widget.text!r} is {widget.font_size / look.u:.1f} units high")
            if widget.texture_size[0] > widget.width + 1 or widget.texture_size[1] > widget.height + 1:
                found.append(f"{where}: {widget.text!r} is cut off: {widget.texture_size} in {widget.size}")
        if isinstance(widget, WrapLabel | FitLabel | PhaseLabel) and widget.text.strip():
            if widget.font_size < 19.9 * look.u:
                found.append(f"{where}: {widget.text!r} is {widget.font_size / look.u:.1f} units high")
            face: Any = "title" if isinstance(widget, PhaseLabel) else widget.face
            # A path in running text may be wider than its column, and is broken there.
            words = [] if isinstance(widget, WrapLabel) else widget.text.split()
            word = max((extent(word, face, widget.font_size)[0] for word in words), default=0)
            wide, high = widget.texture_size
            if max(wide, word) > widget.width + 1 or high > widget.height + 1:
                found.append(f"{where}: {widget.text!r} does not fit {widget.size}: {wide}x{high}, a word {word:.0f}")
        target = isinstance(widget, ButtonBehavior) and not widget.disabled
        # Chips, tracks and the like have room around them that is nobody else's; of a gap each neighbour has half.
        needed = 37 if isinstance(widget, Tappable) and not isinstance(widget, Key | OptionKey) else FINGER
        gap = getattr(widget.parent, "spacing", 0)
        across, up = gap if isinstance(gap, list | tuple) else (gap, gap)
        if target and min(widget.width + across, widget.height + up) < min(needed * look.u - 0.5, look.finger):
            size = f"{widget.width / look.u:.0f}x{widget.height / look.u:.0f}"
            found.append(f"{where}: target {type(widget).__name__} is {size} units")
        if isinstance(widget, ButtonBehavior) and not _scrolled(widget, shell):
            x, y = widget.to_window(widget.x, widget.y)
            if x < -1 or y < -1 or x + widget.width > shell.width + 1 or y + widget.height > shell.height + 1:
                found.append(f"{where}: {type(widget).__name__} {widget.pos} {widget.size} reaches out of the window")
    return found


def _hidden(widget: Any, shell: Any) -> bool:
    while widget is not shell:
        if widget.opacity == 0 or widget.width <= 0 or widget.height <= 0:
            return True
        widget = widget.parent
    return False


def _scrolled(widget: Any, shell: Any) -> bool:
    from kivy.uix.scrollview import ScrollView

    while widget is not shell:
        if isinstance(widget, ScrollView):
            return True
        widget = widget.parent
    return False


@pytest.mark.usefixtures("size")
@pytest.mark.parametrize(
    ("size", "text"),
    [((800, 480), "M"), ((800, 480), "XL"), ((720, 1280), "M"), ((1280, 720), "L")],
    ids=lambda v: v if isinstance(v, str) else f"{v[0]}x{v[1]}",
    indirect=["size"],
)
def test_every_screen_is_readable_and_every_target_large(
    shell: Any, fingers: Any, start: Any, tmp_path: Path, text: str
) -> None:
    from companion.app.demo.autopilot import Autopilot, screen_kind
    from companion.app.table.prompts.shared.hand_over import HandOverPrompt

    shell.settings.text = text
    shell.settings.odds = "on"
    shell.apply_settings()
    found: list[str] = []
    seen: set[str] = set()

    def look_at(name: str) -> None:
        fingers.skip(0.4)
        if name not in seen:
            seen.add(name)
            found.extend(faults(shell, name))
            fingers.picture(tmp_path / f"{name}.png")

    look_at("home")
    fingers.tap(shell.page.ids.left)
    look_at("settings")
    shell.back()
    table = start()
    pilot = Autopilot(fingers, Random(3))
    while not table.session.finished:
        look_at(screen_kind(table))
        body = table.question.body
        if isinstance(body, HandOverPrompt):
            fingers.tap(table.primary)
            look_at("secret")
        elif screen_kind(table) == "count":
            fingers.tap(body.stepper.ids.number)
            look_at("numpad")
            fingers.tap(shell.page.ids.left)
        elif screen_kind(table) == "write":
            fingers.tap(body.line)
            look_at("keyboard")
            fingers.tap(shell.page.board.ids.swap)
            look_at("keyboard_letters")
            fingers.tap(shell.page.board.ids.swap)
            look_at("keyboard_figures")
            fingers.tap(shell.page.ids.left)
        elif screen_kind(table) == "both_roll":
            fingers.tap(body.cards[0].typing_key)
            look_at("dice_symbols")
            fingers.tap(shell.page.ids.extras.children[0])
            look_at("dice_faces")
            fingers.tap(shell.page.ids.left)
        elif screen_kind(table) == "assign_battle":
            fingers.tap(table.sides.halves[0])
            look_at("side")
            fingers.tap(shell.page.primary)
        pilot.step(table)
    look_at("finished")
    _redo, log, more = reversed(table.ids.extras.children)
    fingers.tap(log)
    look_at("log")
    fingers.tap(next(iter(shell.page.keys.values())))
    look_at("preview")
    shell.back()
    shell.back()
    fingers.frames(2)
    fingers.tap(more)
    look_at("more")
    shell.back()
    fingers.frames(2)
    fingers.tap(table.ledger.cards[0].zone)
    look_at("player")
    shell.back()
    shell.show_message("The last step could not be saved (disk full). It was not taken; everything before it is safe.")
    look_at("banner")
    shell.show_message("")
    start("choose", players=8)
    look_at("eight")
    shell.show_error()
    look_at("show_error")
    assert not found, "\n".join(found)
    assert len(seen) >= 24


def test_numerals_can_be_read_across_the_table(start: Any) -> None:
    from layouts.theme import look

    for players, least in ((4, look.across), (8, 30 * look.u)):
        table = start("choose", players=players)
        sizes = [n.font_size for card in table.ledger.cards for n in card.numerals]
        assert len(sizes) == 2 * players
        assert min(sizes) >= least


def test_ink_is_readable_on_every_theme() -> None:
    """Contrast of at least 4.5 for text, as WCAG asks."""
    from layouts.palette import THEMES

    def light(colour: str) -> float:
        channels = [int(colour[i : i + 2], 16) / 255 for i in (1, 3, 5)]
        red, green, blue = (c / 12.92 if c <= 0.03928 else ((c + 0.055) / 1.055) ** 2.4 for c in channels)
        return 0.2126 * red + 0.7152 * green + 0.0722 * blue

    def contrast(one: str, other: str) -> float:
        bright, dark = sorted((light(one), light(other)), reverse=True)
        return (bright + 0.05) / (dark + 0.05)

    for name, p in THEMES.items():
        pairs = [
            (p.ink, p.ground),
            (p.ink, p.surface),
            (p.ink, p.raised),
            (p.dim, p.ground),
            (p.dim, p.surface),
        ]
        pairs += [(p.dim, p.raised), (p.accent_ink, p.accent), (p.alert_ink, p.alert)]
        for one, other in pairs:
            assert contrast(one, other) >= 4.5, (name, one, other, contrast(one, other))
        # Symbols and results are large and bold.
        for colour in (p.power, p.kill, p.pain, p.ritual):
            assert min(contrast(colour, p.ground), contrast(colour, p.surface), contrast(colour, p.raised)) >= 3, name


def test_every_role_of_type_grows_from_s_to_xl(shell: Any, resize: Any, start: Any) -> None:
    """Numerals, map, badges and symbols with it: what is drawn, not what is meant."""
    from companion.app.widgets.base.buttons import Key
    from layouts.glyphs import SYMBOLS
    from layouts.theme import ROLES, SCALES, look

    assert len(ROLES) == 9
    resize(720, 1280)
    roles: dict[str, list[float]] = {name: [] for name in ROLES}
    drawn: dict[str, list[float]] = {}
    symbol = Key(text=SYMBOLS["log"], step="sign", size_hint=(None, None))
    for text in SCALES:
        shell.settings.text = text
        shell.apply_settings()
        for name, sizes in roles.items():
            sizes.append(getattr(look, name) / look.u)
        table = start("count")
        signs = list(table.ids.extras.children)
        symbol.size = signs[0].size
        symbol.draw()
        seen = {"numeral": table.question.body.stepper.ids.number, "symbol": symbol}
        for name, widget in seen.items():
            drawn.setdefault(name, []).append(widget.font_size)
        seen = {"map": next(iter(start("map").question.body.map.keys.values()))}
        for name, widget in seen.items():
            drawn.setdefault(name, []).append(widget.font_size)
    # A symbol fills its key before the largest step, where it has one of the sizes that symbols are drawn in.
    *symbols, largest = drawn.pop("symbol")
    assert symbols == sorted(symbols), symbols
    assert symbols[0] < symbols[1] < largest, (symbols, largest)
    for name, sizes in (roles | drawn).items():
        assert sizes == sorted(set(sizes)), (name, sizes)
    assert min(roles["small"]) >= 20


def test_texts_take_their_step_of_the_scale_and_follow_the_look(shell: Any) -> None:
    from companion.app.widgets.base.widgets import WrapLabel
    from layouts.theme import look

    heading, note = WrapLabel(text="a", step="title"), WrapLabel(text="b", step="small", quiet=True)
    for theme, size in (("dark", "M"), ("light", "XL")):
        shell.settings.theme, shell.settings.text = theme, size
        shell.apply_settings()
        assert heading.font_size == look.title > look.body > look.small == note.font_size
        assert (heading.colour(), note.colour()) == (look.ink, look.dim)


def test_what_does_not_fill_its_column_stands_at_the_top(shell: Any, fingers: Any, resize: Any) -> None:
    """Also if the column was longer a moment ago, and its end in sight."""
    resize(720, 1280)
    pager = shell.page.pager
    assert not pager.overflow
    pager.ids.scroll.scroll_y = 0
    fingers.frames(2)
    assert pager.column.to_window(0, pager.column.top)[1] == pytest.approx(pager.ids.scroll.to_window(0, pager.top)[1])


def test_dice_that_lie_there_follow_the_window(fingers: Any, resize: Any, start: Any) -> None:
    """They stand in their row as large as the window makes everything else, and no pixel of them is lost."""
    from companion.app.widgets.controls.dice import DiceRow
    from layouts.theme import look

    resize(800, 480)
    card = start("roll").question.body.card
    assert card.offer_dice([6] * card.prompt.dice)
    fingers.frames(2)
    (row,) = [widget for widget in card.walk() if isinstance(widget, DiceRow) and widget.text == card.shown]
    shares = []
    for size in ((1280, 720), (800, 480)):
        resize(*size)
        fingers.frames(3)
        assert row.height > 0.9 * look.sign
        shares.append(round(row.height / look.u))
    assert shares[0] == shares[1]


def test_no_rule_gives_a_text_a_size_of_its_own(window: Any) -> None:  # noqa: ARG001 - Kivy needs its window
    """It would be overruled at the next resize; `step` says which size it takes."""
    from kivy.factory import Factory

    from companion.app import hardware, pages, table, widgets
    from companion.app.widgets.base.widgets import WrapLabel
    from layouts import FOLDER

    # Their widgets are known once imported.
    for floor in (hardware, widgets, pages, table):
        for module in walk_packages(floor.__path__, f"{floor.__name__}."):
            import_module(module.name)
    found, texts = [], 0
    for path in sorted(FOLDER.glob("*.kv")):
        owners: list[tuple[int, str]] = []
        for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1):
            indent, said = len(line) - len(line.lstrip()), line.strip()
            while said and owners and owners[-1][0] >= indent:
                owners.pop()
            if said.startswith("<") or (said[:1].isupper() and said.endswith(":")):
                owners.append((indent, said.rstrip(":")))
                continue
            owner = owners[-1][1] if owners else ""
            # The rule of Text itself is where its size comes from.
            made = getattr(Factory, owner.strip("<->")) if owner not in ("", "<Text>") else None
            if not isinstance(made, type) or not issubclass(made, WrapLabel):
                continue
            texts += 1
            if said.startswith("font_size:"):
                found.append(f"{path.name}:{number}: {said}")
    assert texts > 20
    assert not found, "\n".join(found)
