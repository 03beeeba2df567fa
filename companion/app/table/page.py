"""The table page: ledger, open question, undo at the left and the primary button."""

from __future__ import annotations

import time
from collections.abc import Iterable, Sequence
from functools import cached_property, partial
from itertools import chain
from typing import TYPE_CHECKING, Final

from kivy.clock import Clock
from kivy.uix.widget import Widget
from msgspec.structs import replace

from companion.app.hardware.device_hub import DeviceHub
from companion.app.hardware.tower_adapter import roll_base
from companion.app.table.battle.flights import Flights
from companion.app.table.battle.side_words import side_lines
from companion.app.table.battle.sides import BattleSides
from companion.app.table.battle.steps import BattleSteps
from companion.app.table.board import HeaderArea, RotatedBox, TableBoard
from companion.app.table.fields import table_fields
from companion.app.table.game_page import GamePage
from companion.app.table.header.bars import ScoreRace, ScoreStrip
from companion.app.table.header.sound_cues import SoundState
from companion.app.table.header.table_header import TableHeader
from companion.app.table.prompts.shared.base import DiceEntry, PromptContext, reminder_text
from companion.app.table.proportions import BROAD, MOST_NAMED, NARROW, SPINE, measures
from companion.app.table.question import Question
from companion.app.table.sidebar.ledger import Ledger
from companion.app.table.sidebar.recent import SuggestedKeys
from companion.app.table.sidebar.seat_sides import FAR, side_of
from companion.app.widgets.base.marks import player_drawing, player_mark
from companion.app.widgets.controls.palette_form import GameForm, form_of
from companion.app.widgets.pages.numpad import NumpadPage
from companion.app.widgets.pages.text_page import TextPage
from companion.app.widgets.rendering.ground import FieldPlace
from companion.app.widgets.rendering.motion import motion
from companion.storage.game_library import OpenGame
from companion.storage.known_names import known_people
from companion.table.lesson import Hint
from companion.table.lookup import ReferenceEntry, Reminder, SupportsReference, SupportsReminders, mentioned, words_of
from companion.table.palette import Palette, SupportsPalettes
from companion.table.prompts import TABLE, Option, Prompt, Roll
from companion.table.view import Counter, PlayerView, SideView, View
from companion.table.words import _, labelled
from firmware_bridge.dice import DiceSource
from firmware_bridge.wiring import PLAYER
from layouts.colours import ink_on
from layouts.glyphs import SYMBOLS
from layouts.modes import EVERYBODY, NOBODY, Backdrop, mode_look
from layouts.theme import look
from layouts.typeset import extent, parted

if TYPE_CHECKING:
    # Pages that open from here are imported when needed, or preloaded.
    from companion.app.table.pages.ending import Ending
    from companion.app.table.pages.log import LogPage
    from companion.app.table.pages.more import MorePage
    from companion.storage.evenings import Evening
    from companion.storage.statistics import GameStatistics


_NEAR: Final = 0.48
"""Maximum width of the keys beside a question, as a share of its header's."""
_AROUND_TITLE: Final = 84
"""Width of help and gaps beside the title of a question, in units."""
_SIGIL: Final = 49
"""Width of the sigil before it where the page has no field."""
_LEAST_KEY: Final = 110
"""Width that one key has there in any case."""


class TablePage(GamePage):
    """Page of one game in progress.

    Args:
        game: the open game.
        dice: the built-in roller.
        hub: the connected hardware.
    """

    def __init__(self, game: OpenGame, dice: DiceSource, hub: DeviceHub) -> None:
        super().__init__(game)
        self._dice, self._hub, self._entry = dice, hub, DiceEntry()
        first = next(iter(game.session.game.modes), None)
        self._mode = mode_look(first.symbol if first else "")
        self._drawing = SYMBOLS.get((first.drawing or first.symbol) if first else "", "")
        self._interjections: tuple[Option, ...] = ()
        self._palettes: tuple[Palette, ...] = ()
        self._formed: tuple[object, GameForm] | None = None
        self._keyed = False
        self.ledger = Ledger(self.open_player, self.open_counter)
        self.sides = BattleSides(self.open_side)
        self.flights = Flights(self.sides)
        self.recent.bind(on_use=lambda _: self.open_log())
        self.question = Question(self.answer_all, self.open_help, self._update_primary)
        self.rotated = RotatedBox()
        self.rotated.add_widget(self.question)
        self.top_bar = HeaderArea(ScoreRace(), ScoreStrip(self.open_player))
        self.near = SuggestedKeys(self._use_near)
        self.board = TableBoard(self.top_bar, self.ledger, self.sides, BattleSteps(), self.rotated)
        self.content.add_widget(self.board)
        self.game.times.now = lambda: Clock.time()
        self.headline = TableHeader(
            self,
            self.top_bar.race,
            self.game.times,
            lambda: self.open_help(self.question.title, self.question.prompt_rule),
            self.open_put_back,
            self.interject,
            self.open_counter,
            self.near,
            self.recent,
        )
        self.clock = self.headline.clock
        self.clock.bind(told=lambda _, told: self.host.play_sound("turn" if told else ""))
        self._asked = self._renewed = False
        self._arranged_as = False, False, False, False
        self._evening: Evening | None = None
        self.log_key = self.add_extra(SYMBOLS["log"], self.open_log, _("Log"))
        self.more_key = self.add_extra(SYMBOLS["more"], self.open_more, _("More"))
        self._drawn: object = None
        self._resized = Clock.create_trigger(self._follow_size, -1)
        self.bind(size=self._resized)
        self.left_key.bind(size=self._resized)
        look.tell(self._look_changed)
        self.sides.bind(thrown=self._dice_fall)
        for part in (self.rotated, self.sides, self.top_bar):
            part.bind(pos=self.ground_later, size=self.ground_later)

    def fields(self) -> Sequence[FieldPlace]:
        if self._over:
            return super().fields()
        return table_fields(self, self.board, self.question, self._view)

    def spine(self) -> float:
        return SPINE * look.u if self.board.spine and not self._over else 0.0

    @cached_property
    def ending(self) -> Ending:
        """The widget shown when nothing is left to ask."""
        from companion.app.table.pages.ending import Ending

        again = partial(self.dispatch, "on_rematch")
        made = Ending(again, self._open_result, self._update_primary, self._note_evening)
        made.bind(revealing=self._revealed)
        return made

    def _revealed(self, _: Ending, revealing: bool) -> None:
        if not revealing and self._over:
            self.show_late_moment()

    @property
    def _over(self) -> bool:
        """True if the ending is shown."""
        return "ending" in self.__dict__ and self.ending.parent is not None

    @cached_property
    def _log(self) -> LogPage:
        from companion.app.table.pages.log import LogPage

        return LogPage(self.session, self.undo)

    @cached_property
    def _more(self) -> MorePage:
        from companion.app.table.pages.more import MorePage

        return MorePage(
            self.session,
            self.interject,
            self.open_counter,
            self.open_rules,
            self.open_numbers,
            partial(self.dispatch, "on_home"),
        )

    @property
    def _form(self) -> tuple[bool, bool, bool, bool]:
        """Return whether the question is wide, shows a battle's halves and its title, and needs no header."""
        body = self.question.body
        wide = self.question.wide or self.headline.empty
        if body is None:
            # The last page has no ledger beside it.
            return wide or not self.session.prompts, False, False, False
        return wide, body.shows_halves, body.shows_title, body.bare and not wide

    @property
    def form(self) -> GameForm | None:
        """Where the keys of the players' Actions stand in this game; None in a game without such keys."""
        if not self._palettes:
            return None
        needed = measures(*self.size)
        if self._formed is None or self._formed[0] != (id(self._palettes), needed):
            self._formed = (id(self._palettes), needed), form_of(self._palettes, needed)
        return self._formed[1]

    @property
    def _narrow(self) -> bool:
        """True if the ledger of this game has no names."""
        form = self.form
        return form.step.narrow if form is not None else len(self._view.players) > MOST_NAMED

    def _take_palettes(self) -> None:
        """Learn which keys the game can bring; say so if a changed table has given them other places."""
        found = self._naming.palettes(self.session.state) if self._naming is not None else ()
        if found is self._palettes:
            return
        form = self.form
        self._palettes = found
        if self._keyed and found and form is not None and self.form != form:
            self.host.show_message(_("The table has changed: some Actions stand at other places now."))

    @cached_property
    def _naming(self) -> SupportsPalettes | None:
        """The game, if it names its keys beforehand; to ask it each time is dear."""
        game = self.session.game
        return game if isinstance(game, SupportsPalettes) else None

    def _use_near(self, name: str) -> None:
        """Pick what stands beside the question: an option of its own, or what may be done at any moment."""
        body = self.question.body
        if body is not None and body.pick_around(name):
            return
        self.interject(name)

    @property
    def context(self) -> PromptContext:
        """What the prompt widget may use."""
        host = self.host
        return PromptContext(
            view=self._view,
            settings=host.settings,
            dice=self._dice,
            tower=self._hub.tower,
            roll_base=self.roll_base,
            open_page=host.open,
            close_page=host.back,
            in_front=lambda: host.page is self,
            correct=self.open_counter,
            foresee=self.session.foresee,
            reminders=self._reminders,
            known_people=partial(known_people, host.library, host.jobs.evenings),
            flights=self.flights,
            answered=self.session.answered,
            entry=self._entry,
            typed=self.session.timeline.last_source == "hand",
            form=self.form,
            interjections=self._interjections,
            interject=self.interject,
            key_beside=lambda name: self.near.chips.get(name),
        )

    @cached_property
    def _reminding(self) -> SupportsReminders | None:
        """The game, if it knows what is often missed; to ask it each time is dear."""
        game = self.session.game
        return game if isinstance(game, SupportsReminders) else None

    def _reminders(self, prompt: Prompt) -> tuple[Reminder, ...]:
        if self.host.settings.hints != "on" or self._reminding is None:
            return ()
        return self._reminding.reminders(self.session.state, prompt)

    def roll_base(self, roll: Roll) -> str:
        """Return the name by which the tower knows this roll, also after a power cut."""
        return roll_base(self.game.path.name, roll.key, self.session.timeline.rolls(roll.key), roll.dice)

    def opened(self) -> None:
        # Keep a partial selection when people come back from another page.
        if self._drawn != self._signature():
            self.refresh()
        self.clock.update()
        self.dispatch("on_shown", "")

    def refresh(self) -> None:
        """Redraw everything from the session."""
        motion.end()
        self.sides.set_stage(self.rotated, self.host.layer)
        self.dispatch("on_question")
        self._drawn = self._signature()
        view = self.session.view
        before = self.moment
        self._draw_view(view)
        if before and before != self.moment:
            self.host.back_up()
        self._interjections = self.session.interjections
        self.headline.offer(self._interjections)
        self._take_palettes()
        prompts = self.session.prompts
        rolls = {self.roll_base(i.prompt) for i in prompts if isinstance(i.prompt, Roll)}
        self._hub.tower.forget_others(rolls)
        self.host.focus_changed()
        limit = self.host.settings.turn_limit
        timed = self.host.settings.clock == "on" or limit != "off"
        self.game.times.ask(item.prompt.who for item in prompts if timed and item.prompt.who != TABLE)
        turn = next((player.id for player in view.players if player.active), "")
        self.clock.limit_turn(turn, 0.0 if limit == "off" else 60.0 * int(limit))
        # The layout is updated once, below, and not for each change of the question.
        self._renewed = True
        self.question.show(prompts, self.context, view.finished or _("Nothing is left to do."))
        self._renewed = False
        self._offer_near()
        who = prompts[0].prompt.who if prompts else TABLE
        self.host.rotate_to(side_of(self.host.settings, who) if self.host.settings.turn == "sides" else 0)
        self._arrange(self.host.settings.turn == "180" and side_of(self.host.settings, who) == FAR)
        self.sides.end_unseen()
        self._dice_fall()
        self._show_ending(not prompts)
        self.dispatch("on_shown", "")

    def _offer_near(self) -> None:
        """Offer what stands beside the question: options without a place among its keys, and what is likely now."""
        body = self.question.body
        keyed = body.keyed if body is not None else frozenset()
        self._keyed = self._keyed or bool(keyed)
        options = [option for option in self._interjections if option.id not in keyed]
        self.near.offer(options, body.around if body is not None else ())

    @property
    def hides_dice(self) -> bool:
        return bool(self.sides.thrown)

    def answer_taken(self, taken: bool) -> None:
        self.flights.show_leaving(answered=taken)

    def _dice_fall(self, *_: object) -> None:
        """Tell what dice show when they have landed, not before."""
        self.update_footer()
        self.question.hide_results(self.hides_dice)
        self._show_steps()
        if self.question.body is not None:
            self._update_primary()

    def show_view(self, view: View) -> None:
        """Draw the public view; the question stays."""
        self._draw_view(view)
        self._arrange(self.rotated.turned)

    def _draw_view(self, view: View) -> None:
        self._view, self.sound_state = view, SoundState.of(self.session, view)
        self.headline.show(view)
        self.ledger.show(view.players)
        self.recent.name(view.players)
        self.sides.show(view, odds=self.host.settings.odds == "on")
        self._show_steps()

    def _show_steps(self) -> None:
        """Show the stage of the battle, which tells what dice have come to, when they lie."""
        if not self.hides_dice:
            for steps in (self.headline.steps, self.board.steps):
                steps.show(self._view)

    def open_numbers(self) -> None:
        """Open the page that corrects several numbers at once."""
        from companion.app.table.pages.correct_numbers import NumbersPage

        self.host.open(NumbersPage(self.context, self.correct_all))

    def open_put_back(self) -> None:
        lines, self._taken_back = self.put_back, ()
        self._arrange(self.rotated.turned)
        self.host.open(TextPage(_("Put back on the board"), lines, action=_("Done")))

    def open_log(self) -> None:
        """Open the log."""
        self._log.show()
        self.host.open(self._log)
        self.dispatch("on_shown", "log")

    def open_more(self) -> None:
        """Open the page of further actions."""
        self.host.open(self._more)

    def open_help(self, title: str, topic: str) -> None:
        """Open the help of a question."""
        text = self.session.game.help(topic) or _("There is no help for this step.")
        body = self.question.body
        asked = body if body is not None and body.prompt.rule == topic else None
        missed = self._reminders(asked.prompt) if asked is not None else ()
        # Without a header the note is shown here only.
        noted = (asked.note,) if asked is not None and asked.shows_title and asked.note else ()
        why = asked.prompt.why.splitlines() if asked is not None else ()
        prompts = [item.prompt for item in self.session.prompts]
        shown = [prompt for prompt in prompts if not prompt.secret or (body is not None and prompt is body.prompt)]
        said = [*chain(*map(words_of, shown)), *chain(*map(side_lines, self.session.view.sides))]
        told = [entry for entry in self._named(said) if entry.text != text]
        self.host.open(TextPage(title, (*noted, *why, text, *map(reminder_text, missed)), entries=told))

    def open_rules(self, whose: str = "") -> None:
        """Open the rules at a player's own chapter; by default that of the player asked."""
        from companion.app.table.pages.rules_page import RulesPage

        game, prompts = self.session.game, self.session.prompts
        if isinstance(game, SupportsReference):
            first = whose or (prompts[0].prompt.who if prompts else "")
            to_game = None if self.host.page is self else self.come_to_front
            self.host.open(RulesPage(game.chapters(self.session.state), first, to_game))
            self.dispatch("on_shown", "rules")

    def open_player(self, player: PlayerView) -> None:
        """Open the page of a player."""
        from companion.app.table.pages.player import PlayerPage

        self.host.open(PlayerPage(self.session, player.id, self.open_counter, self.open_rules))

    def open_side(self, side: SideView) -> None:
        """Open the details of one side of the battle."""
        lines = [*side_lines(side), *self._view.notes]
        self.host.open(TextPage(side.title, lines, entries=self._named(lines)))

    def _named(self, said: Iterable[str]) -> tuple[ReferenceEntry, ...]:
        """Return the entries of everything that these lines mention by name."""
        game = self.session.game
        return mentioned(game.chapters(self.session.state), said) if isinstance(game, SupportsReference) else ()

    def open_counter(self, counter: Counter, owner: str) -> None:
        """Open the page that corrects a counter."""
        if not counter.key:
            self.host.show_message(
                _("{counter} is calculated from other numbers; correct those instead.").format(counter=counter.label)
            )
            return

        def take(value: int) -> None:
            self.host.back()
            self.correct(counter, value)

        track = next((track for track in self._view.tracks if track.key == counter.key), None)
        if track is not None:
            from companion.app.table.pages.correct_track import SpacesPage

            self.host.open(SpacesPage(track, take))
        else:
            page = NumpadPage(labelled(owner, counter.label), counter.value, take)
            player = next((player for player in self._view.players if player.name == owner), None)
            if player is not None:
                page.whose, page.heading = player.colour, f"{player_mark(player)}  {page.heading}"
            self.host.open(page)

    def act(self) -> None:
        if self._over and self.ending.revealing:
            self.ending.reveal_all()
        elif self.question.body is None:
            self.host.home()
        else:
            self.question.body.act()

    def focus_area(self) -> Widget:
        return self.ending if self._over else self.question.holder

    def extra_focus(self) -> Sequence[Widget]:
        coach = [self.coach] if self.coach is not None else []
        return *coach, self.question.head, self.extras, self.header, self.top_bar, self.ledger, self.sides

    def widget_for_hint(self, hint: Hint, who: str) -> Widget | None:
        body = self.question.body
        if hint.option and body is not None:
            return body.key_of(hint.option)
        cards = (card for card in self.ledger.cards if card.player is not None and card.player.id == who)
        places: dict[str, Widget | None] = {
            "question": self.question,
            "verb": self.primary,
            "undo": self.left_key,
            "log": self.log_key,
            "more": self.more_key,
            "ledger": next(cards, None),
        }
        return places.get(hint.at)

    def turn_knob(self, clicks: int, around: bool = False) -> bool:
        body = self.question.body
        if not self.question.settled:
            # A late click for the question before must not move the focus.
            return body is not None and body.numeric
        return body is not None and body.turn(clicks, around)

    def handle_button(self, job: str, held: bool) -> bool:  # noqa: ARG002
        if job == "roll":
            return self.question.body is not None and self.question.body.roll_dice()
        return job.startswith(PLAYER) and self._not_theirs(job.removeprefix(PLAYER))

    def lock_changed(self, locked: bool) -> None:
        (self.game.times.stop if locked else self.game.times.go_on)("lock")
        self.clock.update()

    def clocks_changed(self) -> None:
        self.clock.update()

    def stays_lit(self) -> bool:
        rolling = any(isinstance(item.prompt, Roll) for item in self.session.prompts)
        return rolling or bool(self._view.sides)

    def tower_changed(self) -> None:
        if self.question.body is not None:
            self.question.body.tower_changed()

    def dice_dropped(self, faces: list[int]) -> None:
        if self.question.body is not None:
            self.question.body.dice_dropped(faces)

    def can_roll(self) -> bool:
        return self.question.body is not None and self.question.body.can_roll()

    def can_roll_in_tower(self) -> bool:
        return self.question.body is not None and self.question.body.can_roll_in_tower()

    def _not_theirs(self, who: str) -> bool:
        """Bring a player's own question to the front; return whether their button is used up."""
        asked = [item.prompt.who for item in self.session.prompts]
        if who in asked and len(asked) > 1 and self.question.switch_to_player(who):
            self._show_turn()
            return True
        return who not in asked and TABLE not in asked

    def _signature(self) -> object:
        """Return what the drawing depends on."""
        tickets = tuple(item.ticket for item in self.session.prompts)
        return tickets, len(self.session.state.facts), repr(self.host.settings)

    def turn_started(self) -> None:
        # Ask whether the numbers are right, if that is switched on.
        if self.host.settings.audit != "on" or not self.session.prompts:
            return
        from companion.app.table.pages.correct_numbers import AuditPage, race_numbers

        numbers = race_numbers(self._view.players)
        if any(counter.value for _player, counter in numbers):
            self.host.open(AuditPage(numbers, self._set_right))

    def _set_right(self) -> None:
        self.host.back()
        self.open_numbers()

    def _show_ending(self, over: bool) -> None:
        """Show the ending when nothing is left to ask, and the table again after an undo."""
        if over != self._over:
            shown, other = (self.ending, self.board) if over else (self.board, self.ending)
            self.content.remove_widget(other)
            self.content.add_widget(shown)
        if over:
            self.ending.show(self.session, self.game.times.all(), live=self._asked)
        elif "ending" in self.__dict__:
            self.ending.leave()
        self._asked = not over
        self.ground_later()

    def _note_evening(self, found: GameStatistics) -> None:
        """Keep how the game ended for the statistics of all evenings; of one that is kept nowhere nothing is."""
        from companion.storage.totals import evening_of

        path, seconds = self.game.path, sum(self.game.times.all().values())
        if path.is_file():
            when = self.host.library.played_on(path)
            evening = self._evening = evening_of(found, path.stem, self.session.game.name, when, seconds)
            if evening is not None:
                self.host.jobs.note_evening(evening)

    def _open_result(self) -> None:
        from companion.app.table.pages.result_code import ResultPage
        from companion.storage.bgstats_export import play
        from companion.storage.evenings import day_noted

        path, jobs = self.game.path, self.host.jobs

        def picture() -> bytes:
            return self.ending.picture(self.fields()[0])

        if self.session.view.outcome:
            # A battle alone is no play that other apps keep.
            jobs.save_result(path, None, picture())
            return

        def show(when: float) -> None:
            found = play(self.session.view, _(self.session.game.title), path.stem, when)
            self.host.open(ResultPage(found, lambda: jobs.save_result(path, found, picture())))

        def show_of(day: float) -> None:
            if self._evening is not None:
                jobs.note_evening(replace(self._evening, when=day))
            show(day)

        if when := self.host.library.played_on(path) or day_noted(jobs.evenings, path.stem):
            show(when)
        else:
            from companion.app.table.pages.day import DayPage

            self.host.open(DayPage(time.time(), show_of))

    def _arrange(self, turned: bool) -> None:
        self._arranged_as = wide, hosted, low, brief = self._form
        view = self._view
        fighting, form, narrow = bool(view.sides), self.form, self._narrow
        beside = not (wide or fighting)
        self.top_bar.show(view.players, strip=not beside, race=look.portrait)
        counted = any(player.big for player in view.players)
        bare = not counted or (beside and not self.top_bar.race.runs)
        headless = (fighting and (low or (hosted and not look.portrait))) or (brief and beside)
        self.question.show_header(not headless)
        self.headline.help_sign.marked = self.question.help_key.marked
        near = None
        if beside and not headless and self.near.stand(self._room_of_keys, look.finger):
            near = self.near
        self.question.head.set_keys(near)
        self.headline.fill(
            wide=wide,
            fighting=fighting,
            bare=headless,
            narrow=narrow,
            timed=self._show_clock(headed=not headless),
            helpful=self.question.helpful,
            taken_back=self.put_back,
        )
        self.board.arrange(
            wide=wide,
            bare=bare,
            fighting=fighting,
            hosted=hosted,
            low=low,
            narrow=narrow,
            rows=7 if form is not None and form.step.narrow else 6 if form is not None else 0,
            head=self.header.height if self.header.parent is not None else 0.0,
        )
        self.rotated.turned = turned
        self.primary.turned = turned

    @property
    def _room_of_keys(self) -> float:
        """Width that keys may have beside the title of a question, in pixels."""
        taken = 2 * look.gap if look.portrait else ((NARROW if self._narrow else BROAD) + SPINE) * look.u
        wide = self.width - taken
        # The title may take two lines.
        words = parted(self.question.title)
        halves = [(" ".join(words[:n]), " ".join(words[n:])) for n in range(1, len(words))] or [
            (self.question.title, "")
        ]
        title = min(max(extent(half, "bold", look.least)[0] for half in pair if half) for pair in halves)
        beside = wide - title - (_AROUND_TITLE + (0 if look.fielded else _SIGIL)) * look.u
        return float(min(_NEAR * wide, max(_LEAST_KEY * look.u, beside)))

    def _show_clock(self, *, headed: bool) -> bool:
        """Show the clock of the player asked, in the question's header if it has one.

        Returns:
            Whether there is a clock.
        """
        body = self.question.body
        who = TABLE if body is None else body.who
        timed = who in self.game.times.asked
        self.question.head.set_clock(self.clock if timed and headed else None)
        self.clock.show(who if timed else "", ink_on(self.question.colour) if headed and not look.fielded else look.ink)
        return timed

    def _update_primary(self) -> None:
        body = self.question.body
        if self._over and self.ending.revealing:
            self.primary.set_action(_("Reveal all now"), True, "turning", declines=True)
        elif body is None:
            self.primary.set_action(_("Home"), True, "over")
        elif body.reason and not self.primary.holds(body.reason):
            # It stays until it is tapped away.
            self.host.show_message(body.reason)
            body.end_reason()
            return
        elif body.opacity == 0:
            # The touch that ends the dice is none on a page that nobody has seen.
            self.primary.set_action(_("Confirm"), False, "falling")
        else:
            self.primary.set_action(body.action_label, body.ready, self.question.token, declines=body.declines)
            if self.hides_dice:
                # Only the label: another action would ignore touches for a moment.
                self.primary.text = _("Confirm")
        self._show_turn()
        if self.question.head.parent is not None:
            self._show_clock(headed=True)
        if not self._renewed and self._form != self._arranged_as:
            self._arrange(self.primary.turned)

    def _show_turn(self) -> None:
        """Light the lamp of the player who must act."""
        body = self.question.body
        self._hub.show_turn(self.question.colour if body else None, body.prompt.who if body else "")
        self.backdrop = self._backdrop()

    def _backdrop(self) -> Backdrop:
        """Return the field of who decides; where that is everybody, that of the game."""
        who = next((player for player in self._view.players if player.id == self.question.asked), None)
        if self.question.body is None:
            who = next((player for player in self._view.players if player.won), None)
        if who is not None:
            own = player_drawing(who)
            return Backdrop(who.colour, own if who.silhouette or not self._mode.own else self._drawing)
        if self._mode.own:
            return Backdrop(self._mode.colour, self._drawing)
        return Backdrop(EVERYBODY, SYMBOLS[NOBODY])

    def _look_changed(self) -> None:
        self._resized()

    def _follow_size(self, __: float) -> None:
        body = self.question.body
        if body is not None and body.context.form != self.form:
            body.show_form(self.context)
        self._arrange(self.primary.turned)
        self.update_footer()
