"""The shell: root widget that hosts the pages and connects them to the outside."""

from __future__ import annotations

import logging
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any, Final

from kivy.clock import Clock
from kivy.core.window import Window

from companion.app.hardware.button_actions import ButtonActions
from companion.app.hardware.device_hub import DeviceHub
from companion.app.hardware.outputs import Outputs
from companion.app.hardware.power import PAUSE, PowerWatch
from companion.app.hardware.screen_dimmer import Backlight, ScreenDimmer
from companion.app.hardware.sounds import Sounds
from companion.app.pages.factories import (
    PageResources,
    TutorialStep,
    make_error_page,
    make_page,
    make_table_page,
    make_television,
)
from companion.app.pages.garbage_collection import collect_when_idle
from companion.app.pages.idle_clocks import IdleClocks
from companion.app.pages.stack import PageStack
from companion.app.widgets.base.canvas_widget import cancel_touches
from companion.app.widgets.pages.services import FrontPage, PageId
from companion.app.widgets.rendering.motion import motion
from companion.app.widgets.rendering.sprites import RoundedRect
from companion.screens import FILE
from companion.storage.background_jobs import BackgroundJobs, SticksFound
from companion.storage.errors import StorageError
from companion.storage.game_library import Library, OpenGame
from companion.storage.inspector import GameInspector, Inspection, seen
from companion.storage.program_approval import ProgramApproval
from companion.storage.settings import Settings, mistakes
from companion.table import words
from companion.table.file_names import spelled
from companion.table.game import Game
from companion.table.lesson import SupportsLessons
from companion.table.words import N_, _
from firmware_bridge.buttons import ButtonEvent
from firmware_bridge.dice import DiceSource
from firmware_bridge.errors import BridgeError
from layouts.corners import Corner
from layouts.theme import look

_log = logging.getLogger(__name__)

OLDER_RULES: Final = N_(
    "The companion's rules have been corrected since you began this game. Nothing is "
    "lost, but please compare the numbers with the board and correct any that differ."
)


class Shell(PageStack):
    """Root widget that hosts the pages. Fires `on_restart` when the app is to start again.

    Args:
        library: the stored games.
        settings: the users' settings.
        settings_path: file of the settings.
        dice: the built-in roller.
        machine: returns what a bug report says about the machine, files by name.
        programs: the users' own programs.
        hub: the connected hardware; None opens none.
        left_out: messages about users' own things that cannot be used, shown at the start.
        reader: returns the command of a process that reads games; None reads them in this process.
        asks: page that asks something before the last game can be opened.
        copies: whether games are copied to where the settings say.
    """

    def __init__(
        self,
        library: Library,
        settings: Settings,
        settings_path: Path,
        dice: DiceSource,
        machine: Callable[[], dict[str, str]],
        programs: ProgramApproval,
        hub: DeviceHub | None = None,
        left_out: Sequence[str] = (),
        asks: PageId | None = None,
        *,
        reader: Callable[[], Sequence[str]] | None = None,
        copies: bool = False,
    ) -> None:
        self.register_event_type("on_restart")
        super().__init__()
        self.library, self.settings, self.dice = library, settings, dice
        self._learning = False
        self._watcher: Callable[[FrontPage], None] | None = None
        self.hub = hub or DeviceHub()
        self._resources = PageResources(self.hub, programs)
        self._follows = hub is not None
        # Called in the thread of the jobs; triggers are the only part of Kivy that is safe to use there.
        hear = Clock.create_trigger(self._hear_jobs)
        self._found = SticksFound()
        self.jobs = BackgroundJobs(
            library,
            settings.copies if copies else "off",
            lambda: hear(),
            machine,
        )
        hear_looker = Clock.create_trigger(self._hear_looker)
        self._looker = None if reader is None else GameInspector(reader, lambda: hear_looker())
        self._asked: dict[Path, Callable[[Inspection], None]] = {}
        self._settings_path, self._language = settings_path, settings.language
        self._left_out, self._asks = left_out, asks
        self._turned = 0
        self.game: OpenGame | None = None
        self._television: Any = None
        look.choose(settings.theme, settings.text)
        self._less_motion = False
        self._set_motion()
        self.hand = ButtonActions(self, self.hub)
        self.sounds = Sounds()
        self._collect = collect_when_idle()
        backlight, outputs = (Backlight(), Outputs()) if self._follows else (None, None)
        self.rest = ScreenDimmer(backlight, lambda: bool(self.pages) and self.page.stays_lit(), outputs)
        self._idle = IdleClocks(
            lambda: self.game.times if self.game is not None else None,
            lambda: self.notify_pages(lambda page: page.clocks_changed()),
        )
        self.rest.bind(on_stirred=lambda _: self._idle.stirred(), on_woken=lambda _: self.hub.screen_woken())
        self._draw_veil()
        self.hub.bind(on_button=lambda _, event: self._take_button(event))
        self.hub.tower.bind(
            on_button=lambda _, change: self._take_tower_button(change),
            on_drop=lambda _, faces: self._take_drop(faces),
            connected=lambda *_: self.notify_pages(lambda page: page.tower_changed()),
        )
        Window.bind(size=self._resized)
        self._resized(Window, Window.size)
        self.rest.follow(settings)

    def on_restart(self) -> None:
        """Handle a request to start again; whoever runs the app binds to this."""

    def restart(self) -> None:
        """Ask for the app to start again."""
        self.dispatch("on_restart")

    @property
    def television(self) -> Any:
        """The `Television` that shows the game on other screens; made when it is asked for first."""
        if self._television is None:
            data = self.library.folder.parent
            self._television = make_television(
                data, lambda: self.settings.theme, lambda: bool(self.pages) and self.pages[0].hides_dice
            )
        return self._television

    @property
    def warning(self) -> str:
        return self.game.warning if self.game is not None else ""

    def open(self, page: FrontPage) -> None:
        """Put a page in front."""
        page.host = self
        super().open(page)

    def show(self, page: PageId) -> None:
        """Make the page with this id and put it in front."""
        self.open(make_page(page, self._resources))

    def home(self) -> None:
        """Close the game and show the home page."""
        self.show_message("")
        self.put_away()
        self.replace_all(make_page(PageId.HOME, self._resources))

    def play(self, opening: Callable[[], OpenGame]) -> None:
        """Open or start a game and show its table page."""
        self.put_away()
        game = self.attempt(opening)
        if game is None:
            return
        self.game, self._learning = game, False
        self._remember(spelled(game.path))
        self.replace_all(make_table_page(game, self.dice, self.hub))
        if self._shows_elsewhere():
            self.attempt(lambda: self.television.resume(game))
        if game.session.begun_with != game.session.game.rules_version:
            self.show_message(_(OLDER_RULES))

    def open_stored(self, path: Path) -> None:
        """Open a stored game and show its table page; set it aside if that fails twice."""
        self.library.tries(path)
        self.play(lambda: self.library.open(path))
        game = self.game
        if game is None:
            self.library.came(path)
        else:
            # The event fires after the page is drawn; if that raises, the game does not count as opened.
            Clock.schedule_once(lambda _: self.library.came(path) if self.game is game else None, 0)

    def _shows_elsewhere(self) -> bool:
        """Return whether a game was shown on other screens when the companion ended."""
        return (self.library.folder.parent / FILE).exists()

    def preview(self, path: Path, then: Callable[[Inspection], None]) -> None:
        """Read a stored game in the background, then call `then` with the result."""
        if self._looker is None:
            then(seen(path, self.library.games))
        elif (view := self._looker.known(path)) is not None:
            then(Inspection(view))
        else:
            if path not in self._asked:
                self._looker.ask(path)
            self._asked[path] = then

    def start_lesson(self, game: Game[Any], part: int = 0) -> None:
        """Start a part of a game's tutorial; after the last part, a real game."""
        if not isinstance(game, SupportsLessons):
            return
        lessons = game.lessons()
        if part == len(lessons):
            self.play(lambda: self.library.start(game, game.modes[0]))
            return
        self.put_away()
        lesson = lessons[part]
        self.game = self.attempt(lambda: self.library.practise(game, lesson.setup))
        if self.game is not None:
            # Not at once: a hint may end while a page is being opened.
            further = Clock.create_trigger(lambda _: self.start_lesson(game, part + 1), 0)
            last = part == len(lessons) - 1
            self._learning = True
            step = TutorialStep(lesson, lambda: further(), last, self._watch_front)
            self.replace_all(make_table_page(self.game, self.dice, self.hub, step))

    def _watch_front(self, watcher: Callable[[FrontPage], None]) -> None:
        self._watcher = watcher

    def put_away(self) -> None:
        """Close the game, if one is open, and forget which one it was."""
        self._watcher = None
        if self._television is not None:
            self._television.switch_off()
        if game := self._close_game():
            self.library.came(game.path)
            if self._looker is not None and not self._learning:
                self._looker.know(game.path, game.session.view)
            self._remember("")
            self.back_up()

    def resume(self) -> None:
        """Show the game that was open when the app ended, or the home page."""
        path = self.library.find(self.settings.open_game)
        if path is not None and not self.library.is_aside(path):
            try:
                self.open_stored(path)
            except Exception:  # noqa: BLE001 - the error page says what to do
                # A game that cannot be shown must not block all others.
                _log.exception("unforeseen error with the game that was on the table")
                self.show_error()
        if not self.pages:
            self.show_home()
        self.back_up()
        if not self._settings_path.exists() and not mistakes(self._settings_path):
            # Write a file that documents all settings.
            self._keep()
        if found := "\n".join(filter(None, (mistakes(self._settings_path), *self._left_out))):
            _log.warning("%s", found)
            self.warn(found)
        if self._asks is not None:
            self.show(self._asks)

    def refresh_previews(self) -> None:
        """Forget the previews of stored games, after a change of rules or language."""
        if self._looker is not None:
            self._looker.forget()

    def show_home(self) -> None:
        """Show the home page; the open game is reopened at the next start."""
        self.replace_all(make_page(PageId.HOME, self._resources))

    def open_settings(self) -> None:
        """Open the settings page."""
        self.show(PageId.SETTINGS)

    def back_up(self) -> None:
        """Copy the games to the USB stick, if there is one; called after each turn."""
        self.jobs.copy(self.game.path if self.game is not None else None)

    def focus_changed(self) -> None:
        """Reset the focus: the keys of the page in front have changed."""
        if self._watcher is not None:
            self._watcher(self.page)
        self.hand.forget()
        cancel_touches()
        if self._collect.is_triggered:
            self._collect_later()

    def apply_settings(self) -> None:
        """Save the settings and apply them."""
        look.choose(self.settings.theme, self.settings.text)
        self._set_motion()
        self.rest.follow(self.settings)
        self._turn_picture()
        if self.settings.language != self._language:
            self._change_language()
        self._keep()
        self.follow_hardware()
        if self._television is not None:
            self._television.look_changed()

    def follow_desktop(self, *, less_motion: bool) -> None:
        """Follow the desktop's setting for motion, unless the users have chosen one."""
        self._less_motion = less_motion
        self._set_motion()

    def _set_motion(self) -> None:
        motion.end()
        chosen = self.settings.motion
        less = self._less_motion or self.settings.theme == "contrast"
        motion.level = chosen if chosen != "auto" else "less" if less else "full"

    @property
    def automatic_motion(self) -> str:
        """What *Automatic* chooses for motion, and why."""
        if self.settings.theme == "contrast":
            return _("Automatic: less, for this theme")
        return _("Automatic: less, as the desktop asks") if self._less_motion else _("Automatic: full")

    def follow_hardware(self) -> None:
        """Open and close hardware as the settings say; show errors in the banner."""
        if not self._follows:
            return
        try:
            self.hub.follow(self.settings)
        except BridgeError as error:
            self.warn(str(error))

    def warn(self, message: str) -> None:
        """Add a message to the banner, unless it is there already."""
        if message not in self.banner.message:
            self.show_message("\n".join(filter(None, (self.banner.message, message))))

    def play_sound(self, name: str) -> None:
        """Play a sound by its name, unless sounds are off; ignore an empty name."""
        if name and self.settings.sound == "on":
            self.sounds.play(name)

    def rotate_to(self, degrees: int) -> None:
        """Rotate the picture by `degrees`, to face another side of the table."""
        self._turned = degrees
        self._turn_picture()

    def close(self) -> None:
        """Release everything outside this window: game, hardware, USB stick, display light."""
        motion.end()
        if self.game is not None:
            self.game.close()
            self.library.came(self.game.path)
        if self._television is not None:
            self._television.close()
        self.hub.close()
        self.jobs.close()
        if self._looker is not None:
            self._looker.close()
        self.sounds.close()
        self._collect.cancel()
        self._idle.close()
        self.rest.close()

    def watch_power(self, watch: PowerWatch) -> None:
        """Warn in the banner, from now on, of low voltage and heat."""

        def check_power(_: float) -> None:
            try:
                said = watch.news()
            except Exception:  # noqa: BLE001 - the game goes on without this warning
                _log.exception("voltage and heat cannot be asked for")
                Clock.unschedule(check_power)
                return
            if said:
                _log.warning("%s", said)
                self.show_message(said)

        Clock.schedule_interval(check_power, PAUSE)

    def show_error(self) -> None:
        """Close the game after an unexpected error, and show the page that says it is safe."""
        self.show_message("")
        if self._television is not None:
            self._television.switch_off()
        game = self._close_game()
        if game is not None and self.library.is_tried(game.path):
            self.library.put_aside(game.path)
        # Without a file the game cannot be reopened.
        self.replace_all(make_error_page(game.path if game and game.path.is_file() else None))

    def _draw_veil(self) -> None:
        veil = RoundedRect(self.canvas.after, Corner.NONE, light=0)

        def darken(*_: object) -> None:
            motion.lit = self.rest.veil < 1
            if not motion.lit:
                motion.end()
            veil.cover(self, (0, 0, 0, self.rest.veil), 1)

        self.bind(size=darken)
        self.rest.bind(veil=darken)

    def _turn_picture(self) -> None:
        wanted = (int(self.settings.rotation) + self._turned) % 360
        if Window.rotation != wanted:
            motion.end()
            Window.rotation = wanted
            look.fit(*Window.size)

    def _take_button(self, event: ButtonEvent) -> None:
        motion.end()
        # A press on a dark screen only lights it; the hand does not see it.
        if not self.rest.stirred():
            self.hand.take(event)

    def _take_tower_button(self, change: str) -> None:
        motion.end()
        self.rest.stirred()
        self.hand.tower_button(change)

    def _take_drop(self, faces: list[int]) -> None:
        self.rest.stirred()
        self.notify_pages(lambda page: page.dice_dropped(faces))

    def _hear_jobs(self, __: float) -> None:
        if self.jobs.stirred():
            self.back_up()
        for said in self.jobs.news():
            self.show_message(said)
        if self._found != self.jobs.found:
            self._found = self.jobs.found
            self.notify_pages(lambda page: page.backup_changed())

    def _hear_looker(self, __: float) -> None:
        assert self._looker is not None
        for path, found in self._looker.news():
            if (then := self._asked.pop(path, None)) is not None:
                then(found)

    def _change_language(self) -> None:
        """Switch to the language of the settings: remake the pages and ask the prompts again."""
        self._language = self.settings.language
        words.use(self._language)
        self.refresh_previews()
        # Close the hardware; when it is opened again its messages are in the new language.
        self.hub.let_go()
        if self.game is None or self._learning:
            self.put_away()
            self.show_home()
        else:
            self.game.session.rebuild_log()
            self.replace_all(make_table_page(self.game, self.dice, self.hub))
        self.open_settings()

    def _close_game(self) -> OpenGame | None:
        """Close the game file and switch off the turn lamp; return the game that was open."""
        self.hub.show_turn(None, "")
        game, self.game = self.game, None
        if game is not None:
            game.close()
        return game

    def back(self) -> None:
        if len(self.pages) > 1:
            self._collect_later()
        super().back()

    def replace_all(self, page: FrontPage) -> None:
        self.rotate_to(0)
        if self.pages:
            self._collect_later()
        super().replace_all(page)

    def _collect_later(self) -> None:
        """Collect the page that was left, once nobody has done anything for a moment."""
        self._collect.cancel()
        self._collect()

    def _remember(self, name: str) -> None:
        if self.settings.open_game != name:
            self.settings.open_game = name
            self._keep()

    def _keep(self) -> None:
        """Save the settings; if that fails, go on and say so in the banner."""
        try:
            self.settings.save(self._settings_path)
        except StorageError as error:
            _log.warning("%s", error)
            self.show_message(str(error))

    @staticmethod
    def _resized(_: Any, size: tuple[int, int]) -> None:
        motion.end()
        look.fit(*size)
