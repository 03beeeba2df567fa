"""The table: ledger, open question, undo on the left and the verb button on the right."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from itertools import chain

from kivy.clock import Clock
from kivy.uix.widget import Widget

from companion.app.hardware.station import Station
from companion.app.hardware.table_tower import roll_base
from companion.app.look.drawing import stands
from companion.app.look.numpad import NumpadPage
from companion.app.look.page import Page
from companion.app.look.reading import ReadingPage
from companion.app.look.widgets import lay_out
from companion.app.table.bars import Race, Strip
from companion.app.table.board import TableBoard, Top, Turning
from companion.app.table.ending import Ending
from companion.app.table.headline import Headline
from companion.app.table.heard import Heard
from companion.app.table.ledger import CROWDED, Ledger
from companion.app.table.log import LogPage
from companion.app.table.more import MorePage
from companion.app.table.numbers import AuditPage, NumbersPage, raced
from companion.app.table.player import PlayerPage
from companion.app.table.prompts.base import Desk, Given, remembered
from companion.app.table.question import Question
from companion.app.table.recent import LeftSide, Recent
from companion.app.table.result import ResultPage
from companion.app.table.rules_page import RulesPage
from companion.app.table.seat_sides import FAR, side_of
from companion.app.table.side_words import side_lines
from companion.app.table.sides import Sides
from companion.app.table.spaces import SpacesPage
from companion.app.table.steps import Steps
from companion.shelf.library import OpenGame
from companion.shelf.result import play
from companion.table.lookup import Entry, Explains, Reminder, Reminds, mentioned, words_of
from companion.table.prompts import TABLE, Prompt, Roll
from companion.table.state import Fact
from companion.table.view import Counter, PlayerView, SideView, View
from companion.table.words import _, halves, n_
from firmware_bridge.dice import DiceSource
from firmware_bridge.wiring import PLAYER
from layouts.colours import ink_on
from layouts.glyphs import SYMBOLS
from layouts.theme import look

HOLD = 1.0
"""Seconds that undo must be held to go past dice."""

_REMEMBERED = 8


class TablePage(Page):
    """One game in progress.

    Args:
        game: the game.
        dice: the built-in roller.
        station: what is plugged in.
    """

    def __init__(self, game: OpenGame, dice: DiceSource, station: Station) -> None:
        super().__init__()
        self.game, self.session = game, game.session
        self._dice, self._station = dice, station
        self.ledger = Ledger(self.open_player, self.open_counter)
        self.sides = Sides(self.open_side)
        self.recent = Recent()
        self.recent.bind(on_use=lambda _: self.open_log())
        self.question = Question(self.answer_all, self.open_help, self._show_verb)
        self.turning = Turning()
        self.turning.add_widget(self.question)
        self.top_bar = Top(Race(), Strip(self.open_player))
        self.left_side = LeftSide(self.ledger, self.recent, self.interject)
        self.board = TableBoard(self.top_bar, self.left_side, self.sides, Steps(), self.turning)
        self.content.add_widget(self.board)
        self.ending = Ending(lambda: self.again(), self._open_result, self._show_verb)
        self.game.times.now = lambda: Clock.time()
        self.headline = Headline(
            self,
            self.top_bar.race,
            self.game.times,
            lambda: self.open_help(self.question.title, self.question.prompt_rule),
            self.open_put_back,
            self.interject,
            self.open_counter,
        )
        self.clock = self.headline.clock
        self._asked = self._ringed = False
        self._taken_back: Sequence[tuple[str, ...]] = ()
        self.left_sign = SYMBOLS["undo"]
        self.redo_key = self.add_extra(SYMBOLS["redo"], self.redo)
        self.log_key = self.add_extra(SYMBOLS["log"], self.open_log)
        self.more_key = self.add_extra(SYMBOLS["more"], self.open_more)
        self._log = LogPage(self.session, self.undo)
        self._more = MorePage(
            self.session, self.interject, self.open_counter, self.open_rules, self.open_numbers, self._refuse
        )
        self._recent: list[str] = []
        self._drawn: object = None
        self._view = self.session.view
        self._heard = Heard.of(self.session, self._view)
        if made := len(self.session.timeline.entries):
            # A turn or two may have to be played again for it, and nobody needs it to go on: after the first picture.
            Clock.schedule_once(lambda _: self._recall(made), 0)
        self._resized = Clock.create_trigger(self._follow_size, -1)
        self.bind(size=self._resized)
        self.left_key.bind(size=self._resized)

    @property
    def _wide(self) -> bool:
        return self.question.wide or self.headline.empty

    @property
    def desk(self) -> Desk:
        """What the question's widget may use."""
        return self._desk(self.session.view)

    def _desk(self, view: View) -> Desk:
        host = self.host
        return Desk(
            view,
            host.settings,
            self._dice,
            self._station.tower,
            self.roll_base,
            host.open,
            host.back,
            lambda: host.page is self,
            self.open_counter,
            self.session.foresee,
            self._reminders,
        )

    def _reminders(self, prompt: Prompt) -> tuple[Reminder, ...]:
        game = self.session.game
        if self.host.settings.hints != "on" or not isinstance(game, Reminds):
            return ()
        return game.reminders(self.session.state, prompt)

    def roll_base(self, roll: Roll) -> str:
        """Return the name by which the tower knows this roll, whatever happens to the power."""
        return roll_base(self.game.path.name, roll.key, self.session.timeline.rolls(roll.key), roll.dice)

    def opened(self) -> None:
        # Coming back from another page must not throw away what is half picked.
        if self._drawn != self._signature():
            self.refresh()
        else:
            self.ringed(False)
        self.clock.go_on()

    def refresh(self) -> None:
        """Draw everything anew from the session."""
        self._drawn = self._signature()
        view = self.session.view
        before = self.moment
        self._draw_view(view)
        if before and before != self.moment:
            self.host.copy_games()
        self.recent.lines = tuple(self._recent)
        interjections = self.session.interjections
        self.left_side.offer(interjections)
        self.headline.offer(interjections)
        prompts = self.session.prompts
        rolls = {self.roll_base(i.prompt) for i in prompts if isinstance(i.prompt, Roll)}
        self._station.tower.forget_others(rolls)
        self.host.choices_changed()
        self._ringed = False
        timed = self.host.settings.clock == "on"
        self.game.times.ask(item.prompt.who for item in prompts if timed and item.prompt.who != TABLE)
        self.question.show(prompts, self._desk(view), view.finished or _("Nothing is left to do."))
        who = prompts[0].prompt.who if prompts else TABLE
        self.host.face(side_of(self.host.settings, who) if self.host.settings.turn == "sides" else 0)
        self._arrange(self.host.settings.turn == "180" and side_of(self.host.settings, who) == FAR)
        self._show_foot()
        self._show_ending(not prompts)

    def show_view(self, view: View) -> None:
        """Draw what everybody may see; the question stays."""
        self._draw_view(view)
        self._arrange(self.turning.turned)

    def _draw_view(self, view: View) -> None:
        self._view, self._heard = view, Heard.of(self.session, view)
        self.headline.show(view)
        self.ledger.show(view.players)
        self.sides.show(view, odds=self.host.settings.odds == "on")
        self.board.steps.show(view)

    def answer(self, ticket: int, given: Given) -> None:
        """Answer an open question."""
        self.answer_all([(ticket, given)])

    def answer_all(self, answers: Sequence[tuple[int, Given]]) -> None:
        """Answer several that were open at the same moment; they are taken back in one step, too."""

        def give() -> list[Fact]:
            facts: list[Fact] = []
            for place, (ticket, said) in enumerate(answers):
                facts += self.session.answer(
                    ticket,
                    said.value,
                    source=said.source,
                    original=said.original,
                    note=said.note,
                    joined=place > 0,
                )
            return facts

        self._do(give)

    def correct(self, counter: Counter, value: int) -> None:
        """Set a counter by hand."""
        self._do(lambda: self.session.correct({counter.key: value}))

    def open_numbers(self) -> None:
        """Correct several numbers at once."""
        self.host.open(NumbersPage(self.desk, self._correct_all))

    def _correct_all(self, numbers: Mapping[str, int]) -> None:
        while self.host.page is not self:
            self.host.back()
        if numbers:
            self._do(lambda: self.session.correct(numbers))

    def interject(self, key: str) -> None:
        """Start something that may be done at any moment."""
        self._do(lambda: self.session.interject(key))

    def _refuse(self, what: str, why: str) -> None:
        """Say why something cannot be done; several reasons have a page."""
        if "\n" in why:
            self.host.open(ReadingPage(what, why.split("\n")))
        else:
            self.host.say(f"{what}: {why}")

    def redo(self) -> None:
        """Take the last undo back."""
        self._do(lambda: self.session.redo(self.session.timeline.undone_step), self._taken_back[:-1])

    def undo(self, count: int = 1) -> None:
        """Take back the last answers, past dice too; what is to be put back on the board stands above the table until
        somebody goes on. Whoever comes from the log reads all of it."""
        at_once = count == self.session.timeline.last_step
        undone = self.host.attempt(lambda: self.session.undo(count, past_dice=True))
        if undone is None:
            return
        labels = [entry.label for entry in undone.entries]
        steps = n_("Taken back: {n} step", "Taken back: {n} steps", count)
        said = _("Taken back: {step}") if at_once else steps
        self._recent = [said.format(step=labels[-1], n=count)]
        self._taken_back = (*self._taken_back, undone.board)
        far = self.host.page is not self
        while self.host.page is not self:
            self.host.back()
        self.refresh()
        if far and undone.board:
            self.open_put_back()

    def open_put_back(self) -> None:
        """Show all that is to be put back on the board; once it was read it stands above the table no more."""
        lines = [*chain(*self._taken_back)]
        self._taken_back = ()
        self._arrange(self.turning.turned)
        self.host.open(ReadingPage(_("Put back on the board"), lines, verb=_("Done")))

    def open_log(self) -> None:
        """Show what has happened."""
        self._log.show()
        self.host.open(self._log)

    def open_more(self) -> None:
        """Show what else can be done."""
        self.host.open(self._more)

    def open_help(self, title: str, topic: str) -> None:
        """Show the help text of a question."""
        text = self.session.game.help(topic) or _("There is no help text for this step.")
        body = self.question.body
        missed = self._reminders(body.prompt) if body is not None and body.prompt.rule == topic else ()
        prompts = [item.prompt for item in self.session.prompts]
        shown = [prompt for prompt in prompts if not prompt.secret or (body is not None and prompt is body.prompt)]
        said = [*chain(*map(words_of, shown)), *chain(*map(side_lines, self.session.view.sides))]
        told = [entry for entry in self._named(said) if entry.text != text]
        self.host.open(ReadingPage(title, (text, *map(remembered, missed)), entries=told))

    def open_rules(self, whose: str = "") -> None:
        """Show what can be looked up, first what is a player's own; without one, that of whoever decides."""
        game, prompts = self.session.game, self.session.prompts
        if isinstance(game, Explains):
            first = whose or (prompts[0].prompt.who if prompts else "")
            self.host.open(RulesPage(game.chapters(self.session.state), first))

    def open_player(self, player: PlayerView) -> None:
        """Show all that is known of a player."""
        self.host.open(PlayerPage(self.session, player.id, self.open_counter, self.open_rules))

    def open_side(self, side: SideView) -> None:
        """Show all that is known of one side of the battle."""
        lines = side_lines(side)
        self.host.open(ReadingPage(side.title, lines, entries=self._named(lines)))

    def _named(self, said: Iterable[str]) -> tuple[Entry, ...]:
        """What can be looked up of all that has a name in these words."""
        game = self.session.game
        return mentioned(game.chapters(self.session.state), said) if isinstance(game, Explains) else ()

    def open_counter(self, counter: Counter, owner: str) -> None:
        """Correct a counter."""
        if not counter.key:
            self.host.say(
                _("{counter} is worked out from other numbers; correct those instead.").format(counter=counter.label)
            )
            return

        def take(value: int) -> None:
            self.host.back()
            self.correct(counter, value)

        track = next((track for track in self._view.tracks if track.key == counter.key), None)
        if track is not None:
            self.host.open(SpacesPage(track, take))
        else:
            self.host.open(NumpadPage(f"{owner}: {counter.label}".removeprefix(": "), counter.value, take))

    def act(self) -> None:
        if self.ending.turning:
            self.ending.turn_all()
        elif self.question.body is None:
            self.host.home()
        else:
            self.question.body.act()

    def go_left(self) -> None:
        if self.session.timeline.entries:
            self.undo(self.session.timeline.last_step)

    def choices(self) -> Widget:
        return self.question.holder if self.ending.parent is None else self.ending

    def beyond(self) -> Sequence[Widget]:
        return self.question.head, self.extras, self.header, self.top_bar, self.ledger, self.left_side.near, self.sides

    def turn_knob(self, clicks: int, around: bool = False) -> bool:
        body = self.question.body
        if not self.question.settled:
            # A click that was meant for the question before must not put the ring on a key of this one's number.
            return body is not None and body.numeric
        return body is not None and body.turn(clicks, around)

    def takes_button(self, job: str, held: bool) -> bool:  # noqa: ARG002
        if not self.question.settled and job != "undo":
            return True
        if job == "roll":
            return self.question.body is not None and self.question.body.roll_dice()
        return job.startswith(PLAYER) and self._not_theirs(job.removeprefix(PLAYER))

    def locked(self, locked: bool) -> None:
        (self.game.times.stop if locked else self.game.times.go_on)("lock")
        self.clock.go_on()

    def stays_lit(self) -> bool:
        rolling = any(isinstance(item.prompt, Roll) for item in self.session.prompts)
        return rolling or bool(self._view.sides)

    def tower_changed(self) -> None:
        if self.question.body is not None:
            self.question.body.tower_changed()

    def dropped(self, faces: list[int]) -> None:
        if self.question.body is not None:
            self.question.body.dropped(faces)

    def ringed(self, on: bool) -> None:
        self._ringed = on
        self._show_lamps()

    def _not_theirs(self, who: str) -> bool:
        """Bring a player's own question to the front; return whether their button is to do nothing more."""
        asked = [item.prompt.who for item in self.session.prompts]
        if who in asked and len(asked) > 1 and self.question.pick_player(who):
            self._show_lamps()
            return True
        return who not in asked and TABLE not in asked

    def _signature(self) -> object:
        """What the drawing depends on."""
        tickets = tuple(item.ticket for item in self.session.prompts)
        return tickets, len(self.session.state.facts), repr(self.host.settings)

    def _do(self, action: Callable[[], Sequence[Fact]], taken_back: Sequence[tuple[str, ...]] = ()) -> None:
        """Do something to the game; what was taken back and is still to be put back on the board is `taken_back`."""
        made = len(self.session.timeline.entries)
        facts = self.host.attempt(action)
        if facts is None:
            if len(self.session.timeline.entries) != made:
                # Of several answers the first ones count.
                self.refresh()
            return
        self._note(facts)
        self._taken_back = taken_back
        while self.host.page is not self:
            self.host.back()
        before, heard = self.moment, self._heard
        self.refresh()
        self.host.sound(heard.then(self._heard))
        if before != self.moment:
            self._audit()

    def _audit(self) -> None:
        """As another turn of the game begins, ask whether all have what the companion believes, if people want that."""
        numbers = raced(self._view.players)
        if self.host.settings.audit == "on" and self.session.prompts and any(c.value for __, c in numbers):
            self.host.open(AuditPage(numbers, self._set_right))

    def _set_right(self) -> None:
        self.host.back()
        self.open_numbers()

    def _recall(self, made: int) -> None:
        """Show what happened last before the game was opened, which had so many entries then."""
        since, self._recent = self._recent, []
        for line in self.session.lines(made - _REMEMBERED, made):
            self._note(list(line.facts))
        self._recent = [*self._recent, *since][-_REMEMBERED:]
        self.recent.lines = tuple(self._recent)

    def _note(self, facts: Sequence[Fact]) -> None:
        for fact in facts:
            lines = [fact.text(), f"{SYMBOLS['hand']} {fact.on_board()}" if fact.on_board() else ""]
            self._recent.extend(line for line in lines if line)
        self._recent = self._recent[-_REMEMBERED:]

    def _show_ending(self, over: bool) -> None:
        """What the page shows when nothing is left to ask is the end of the game, and the table again after an undo."""
        shown, other = (self.ending, self.board) if over else (self.board, self.ending)
        if other.parent is not None:
            self.content.remove_widget(other)
        if shown.parent is None:
            self.content.add_widget(shown)
        if over:
            self.ending.show(self.session, self.game.times.all(), live=self._asked)
        else:
            self.ending.leave()
        self._asked = not over

    def again(self) -> None:
        """Start another game with the same seats."""
        path, library = self.game.path, self.host.library
        self.host.play(lambda: library.again(path))

    def _open_result(self) -> None:
        path, courier = self.game.path, self.host.courier
        when = path.stat().st_mtime if path.is_file() else 0.0
        found = play(self.session.view, _(self.session.game.title), path.stem, when)
        self.host.open(ResultPage(found, lambda: courier.save_result(path, found)))

    def _arrange(self, turned: bool) -> None:
        view, wide = self._view, self._wide
        fighting = bool(view.sides)
        self.top_bar.show(view.players, strip=wide or fighting)
        counted = any(player.big for player in view.players)
        bare = not counted or not (wide or fighting or self.top_bar.race.runs)
        rows = len(view.players) if len(view.players) < CROWDED else -(-len(view.players) // 2)
        body = self.question.body
        hosted = body is not None and body.halves
        low = body is not None and body.titled
        headless = (hosted or low) and fighting and not look.portrait
        self.question.show_head(not headless)
        self.headline.help_sign.marked = self.question.help_key.marked
        self.headline.fill(
            fighting=fighting,
            bare=headless,
            timed=self._show_clock(headed=not headless),
            helpful=self.question.helpful,
            taken_back=[*chain(*self._taken_back)],
        )
        self.board.arrange(wide=wide, bare=bare, rows=rows, fighting=fighting, hosted=hosted, low=low)
        lay_out(self)
        self.turning.turned = turned
        self.verb.turned = turned

    def _show_clock(self, *, headed: bool) -> bool:
        """Show the clock of whose question is in front, beside it if it has a head; return whether there is one."""
        body = self.question.body
        who = TABLE if body is None else body.who
        timed = who in self.game.times.asked
        self.question.head.have_clock(self.clock if timed and headed else None)
        self.clock.show(who if timed else "", ink_on(self.question.colour) if headed else look.ink)
        return timed

    def _show_verb(self) -> None:
        body = self.question.body
        if self.ending.turning:
            self.verb.mean(_("Turn all at once"), True, "turning", declines=True)
        elif body is None:
            self.verb.mean(_("Home"), True, "over")
        else:
            self.verb.mean(body.verb, body.ready, self.question.token, declines=body.declines)
        self._show_lamps()
        if self.question.head.parent is not None:
            self._show_clock(headed=True)
        hosted = body is not None and body.halves
        low = body is not None and body.titled
        if (self.board.wide, self.board.hosted, self.board.low) != (self._wide, hosted, low):
            self._arrange(self.verb.turned)

    def _show_lamps(self) -> None:
        """Light up who must act, and the buttons that can do something."""
        station, body, prompts = self._station, self.question.body, self.session.prompts
        station.show_turn(self.question.colour if body else None, body.prompt.who if body else "")
        station.light("next", self._ringed or (body is not None and body.ready))
        station.light("undo", bool(self.session.timeline.entries))
        station.light("roll", any(isinstance(item.prompt, Roll) for item in prompts))
        station.tower.light("blink" if body is not None and body.awaits_tower() else "off")

    def _follow_size(self, __: float) -> None:
        self._arrange(self.verb.turned)
        self._show_foot()

    def _show_foot(self) -> None:
        undone, seen = bool(self.session.timeline.undone), self.redo_key in self.extras.children
        if undone and not seen:
            self.extras.add_widget(self.redo_key, len(self.extras.children))
        elif seen and not undone:
            self.extras.remove_widget(self.redo_key)
        left, timeline = self.left_key, self.session.timeline
        entries = timeline.entries[-timeline.last_step :] if timeline.entries else []
        dice = any(entry.kind == "roll" for entry in entries)
        verb = _("Hold to undo the dice: {step}") if dice else _("Undo: {step}")
        wide, high = left.room()
        self.left = _("Nothing to undo")
        if entries:
            label = entries[0].label
            question, answer = halves(label)
            plain = _("Hold to undo the dice") if dice else _("Undo")
            # As much as can be said whole: all of it, what was answered, what was asked, or nothing.
            ways = [*(verb.format(step=step) for step in (label, answer, question)), plain]
            room = max(80.0, 0.97 * wide)
            self.left = next((said for said in ways if stands(said, "text", look.least, room, high)), plain)
        left.disabled = not entries
        left.hold = HOLD if dice else 0.0
