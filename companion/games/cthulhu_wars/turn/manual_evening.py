"""The Scribe's evening: phases and turns go by, dice are rolled, and the table works out everything itself."""

from __future__ import annotations

from functools import partial
from typing import Final

from companion.games.cthulhu_wars.battle.roll import FACES, outcome
from companion.games.cthulhu_wars.corrections.corrections import MOST_DICE
from companion.games.cthulhu_wars.facts import (
    ActionPhaseBegan,
    ActionsOver,
    DoomOrderSet,
    FirstPlayerChosen,
    NumberTold,
    PhaseBegan,
    PowerSpent,
)
from companion.games.cthulhu_wars.model import names
from companion.games.cthulhu_wars.model.battle_state import KILL, PAIN
from companion.games.cthulhu_wars.model.state import CthulhuState, Phase
from companion.games.cthulhu_wars.rules.common_questions import pick_faction
from companion.games.cthulhu_wars.rules.first_player import pick_direction, switch_to_player
from companion.games.cthulhu_wars.rules.gather_unchanged import put_back
from companion.games.cthulhu_wars.rules.people import ended, player
from companion.games.cthulhu_wars.turn.common_choices import ActionChoice
from companion.games.cthulhu_wars.turn.spellbooks import last_claims
from companion.games.cthulhu_wars.turn.victory import closing_words, end_triggered
from companion.table.prompts import TABLE, Blank, Choose, Count, Form, Option, Prompt, Roll, Tell
from companion.table.script import Script, ask, ask_together, pick_some, safe_point
from companion.table.words import _, n_

MOST_PAID: Final = 6
"""Power that an Action costs by one tap; more is asked for."""
MOST: Final = 99
"""What people can write down of Power or Doom."""


def choices(state: CthulhuState, me: str) -> list[ActionChoice]:
    """Return what a faction does in its turn: it acts and pays, or rolls dice."""
    power = state.factions[me].power
    found = []
    for cost in range(min(power, MOST_PAID) + 1):
        label = n_("Action costing {n}", "Action costing {n}", cost).format(n=cost)
        option = Option(
            f"paid/{cost}", label, symbol="power", cost=cost, tile="paid", heading=_("Acted for"), short=str(cost)
        )
        found.append(ActionChoice(option, partial(pay, cost=cost)))
    if power > MOST_PAID:
        option = Option(
            "paid", _("Action costing more"), symbol="power", tile="paid", heading=_("Acted for"), short=_("More")
        )
        found.append(ActionChoice(option, pay_by_question))
    dice = Option("dice", _("Battle: roll dice"), detail=_("Do the rest yourselves"), symbol="dice", short=_("Battle"))
    found.append(ActionChoice(dice, battle, counts=False))
    return found


def pay(state: CthulhuState, me: str, cost: int) -> Script[None]:
    """Pay for an Action of which the companion knows only the cost."""
    yield from ()
    state.record(PowerSpent(me, min(cost, state.factions[me].power), _("Action")))


def pay_by_question(state: CthulhuState, me: str) -> Script[None]:
    """Ask for a cost and pay it."""
    most = state.factions[me].power
    paid = yield from ask(
        state, lambda: Count(key="paid", who=me, title=_("How much Power?"), least=min(MOST_PAID + 1, most), most=most)
    )
    yield from pay(state, me, int(paid or 0))


def battle(state: CthulhuState, me: str) -> Script[None]:
    """Roll as many dice for both sides as they say; losses are the table's business."""
    enemy = yield from pick_faction(state, "dice/enemy", me, _("Against whom?"), lambda: state.enemies(me))
    sides = (me, enemy)

    def sheet() -> Form:
        blanks = tuple(Blank(code, names.faction(code), most=MOST_DICE) for code in sides)
        return Form(key="dice/number", who=me, title=_("How many dice?"), blanks=blanks, rule="roll")

    form = sheet()
    told = form.filled((yield from ask(state, sheet)))

    def rolls() -> list[Prompt]:
        return [roll(code, told[code]) for code in sides]

    answers = yield from ask_together(state, rolls)
    lines = []
    for code in sides:
        result = roll(code, told[code]).count(answers[f"dice/roll/{code}"])
        lines.append(outcome(code, result[KILL], result[PAIN]))
    told_last = Tell(key="dice/result", who=TABLE, title=_("The dice"), lines=tuple(lines), rule="roll")
    yield from ask(state, lambda: told_last)


def roll(code: str, dice: int) -> Roll:
    """Roll the dice of one side."""
    title = _("Dice: {faction}").format(faction=names.faction(code))
    return Roll(key=f"dice/roll/{code}", who=code, title=title, rule="roll", dice=dice, symbols=FACES)


def blank(state: CthulhuState, code: str, counter: str) -> Blank:
    """Return the blank for a number of a faction, filled in as it stands."""
    held = {"power": state.factions[code].power, "doom": state.factions[code].doom}[counter]
    label, column = names.faction(code), _(names.COUNTERS[counter])
    return Blank(f"{code}.{counter}", label, column, most=max(MOST, held), suggested=held)


def write_down(state: CthulhuState, key: str, title: str, text: str, counters: tuple[str, ...]) -> Script[None]:
    """Ask for what everybody has now of these counters, as it stands already."""

    def sheet() -> Form:
        blanks = tuple(blank(state, code, name) for code in state.seats for name in counters)
        return Form(key=key, who=TABLE, title=title, text=text, blanks=blanks, rule="help_level")

    answer = yield from ask(state, sheet)
    before = {blank.id: blank.suggested for blank in sheet().blanks}
    for name, number in sheet().filled(answer).items():
        if number != before[name]:
            state.record(NumberTold(name, number))


def gather(state: CthulhuState) -> Script[None]:
    """Ask for everybody's Power in Gather Power."""
    yield from safe_point()
    yield from write_down(
        state, "gather_power/by_hand", _("Gather Power"), _("The Power each faction has now."), ("power",)
    )
    state.record(ActionsOver())
    put_back(state)
    state.record(PhaseBegan(Phase.FIRST_PLAYER, state.turn, words=_("Determine First Player")))


def first_player(state: CthulhuState) -> Script[None]:
    """Ask who is First Player."""
    yield from safe_point()
    first = yield from switch_to_player(
        state, "first_player/by_hand", state.first, _("Who becomes First Player?"), lambda: state.players
    )
    state.record(
        FirstPlayerChosen(first, words=_("First Player: {player}").format(player=player(state, state.hand(first))))
    )
    yield from pick_direction(state)
    state.record(PhaseBegan(Phase.DOOM, state.turn, words=_("Doom Phase")))


def doom(state: CthulhuState) -> Script[None]:
    """Ask for everybody's Doom, and for the Power that is left after Rituals."""
    yield from safe_point()
    yield from write_down(
        state,
        "doom_phase/by_hand",
        _("Doom Phase"),
        _("What each faction has after the Rituals. Tap the Ritual track to move its marker."),
        ("doom", "power"),
    )
    state.record(DoomOrderSet(()))
    if end_triggered(state):
        state.record(PhaseBegan(Phase.END, state.turn, words=_("The game ends")))
    else:
        state.record(ActionPhaseBegan(state.turn + 1))


def end(state: CthulhuState) -> Script[None]:
    """Ask who has won."""
    yield from safe_point()
    yield from last_claims(state)
    barred = _("You have said that it cannot win.")
    options = tuple(
        Option(hand[0], player(state, hand), barred if set(hand) & set(state.barred) else "") for hand in state.players
    )

    def build() -> Choose:
        return Choose(
            key="end/by_hand",
            who=TABLE,
            title=_("Who has won?"),
            text=_("Reveal all Elder Signs first."),
            rule="victory",
            options=options,
            least=0,
            most=len(options),
            decline=_("Nobody: everybody loses"),
        )

    won = yield from pick_some(state, build)
    hands = [hand for hand in state.players if hand[0] in won]
    yield from ask(state, lambda: Tell(key="end", who=TABLE, title=closing_words(state, hands), verb=_("End the game")))
    state.record(ended(state, hands))


PHASES: Final = {
    Phase.GATHER: gather,
    Phase.FIRST_PLAYER: first_player,
    Phase.DOOM: doom,
    Phase.END: end,
}
"""The phases of which the rest of the companion works something out."""
