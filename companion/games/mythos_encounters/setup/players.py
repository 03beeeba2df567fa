"""Who sits at the table, who attacks, and whom: in the order that the attacker picks (reference 1.2)."""

from __future__ import annotations

from typing import Final

from msgspec import UNSET

from companion.games.mythos_encounters.facts import NextCombat, PlayersSat, Sequel, SidesChosen
from companion.games.mythos_encounters.model.forces import ATTACKER, DEFENDER, SEATS
from companion.games.mythos_encounters.model.setup_form import FIGHTERS, GOD, NAME
from companion.games.mythos_encounters.model.state import CALLED, LOOKS, NOBODY, CombatState, Person
from companion.games.mythos_encounters.model.steps import CombatStep
from companion.table.people import Place, Way, leaving
from companion.table.prompts import TABLE, Choose, Count, Option, Write
from companion.table.script import Script, ask, pick_one
from companion.table.state import StepReached
from companion.table.words import N_, _

TITLES: Final = (N_("Attacker"), N_("Defender"), N_("Third player"), N_("Fourth player"), N_("Fifth player"))
EMPTY: Final = "empty"
ANOTHER: Final = "another"

GODS: Final = {
    "azathoth": N_("Azathoth"),
    "cthulhu": N_("Cthulhu"),
    "dagon": N_("Dagon"),
    "hastur": N_("Hastur"),
    "ithaqua": N_("Ithaqua"),
    "nyarlathotep": N_("Nyarlathotep"),
    "shub-niggurath": N_("Shub-Niggurath"),
    "tsathoggua": N_("Tsathoggua"),
    "yog-sothoth": N_("Yog-Sothoth"),
}
"""Great Old Ones to pick from; which ones come with the game is not known, so another may be written down."""


def ask_people(state: CombatState) -> Script[None]:
    """Learn how many there are, and what they are called if anybody wants to write that down."""
    given, others = state.setup.people, state.setup.others
    if given:
        people = [Person(person.name, person.god) for person in given]
    elif others is not UNSET:
        people = [Person()] * (FIGHTERS + others)
    else:
        number = yield from ask(
            state,
            lambda: Count(
                key="players",
                who=TABLE,
                title=_("How many players are at the table?"),
                text=_("Those who do not fight may also play cards."),
                rule="cards",
                least=2,
                most=len(SEATS),
                suggested=3,
            ),
        )
        people = yield from _names(state, number)
    state.record(PlayersSat(tuple(people)))


def _names(state: CombatState, number: int) -> Script[list[Person]]:
    named = yield from pick_one(
        state,
        lambda: Choose(
            key="names",
            who=TABLE,
            title=_("Who are the players?"),
            text=_("Names and Great Old Ones stay for all combats of this game."),
            rule="names",
            options=(Option("write", _("Enter names and Great Old Ones")),),
            least=0,
            decline=_("No names"),
        ),
    )
    people = [Person()] * number
    if named is not None:
        for place, title in enumerate(map(_, TITLES[:number])):
            name = yield from _write(
                state, f"{SEATS[place]}/name", _("{who}: name").format(who=title), _("No name"), NAME
            )
            whose = _("{who}: Great Old One").format(who=name or title)
            people[place] = Person(name, (yield from _god(state, SEATS[place], whose)))
    return people


def _god(state: CombatState, seat: str, title: str) -> Script[str]:
    """Return the Great Old One of a seat: one that most tables know, or what they write; empty if it is not said."""
    picked = yield from pick_one(
        state,
        lambda: Choose(
            key=f"{seat}/great",
            who=TABLE,
            title=title,
            options=(*(Option(god, _(name)) for god, name in GODS.items()), Option(ANOTHER, _("Another"))),
            least=0,
            decline=_("Not said"),
            rule="names",
        ),
    )
    if picked == ANOTHER:
        return (yield from _write(state, f"{seat}/god", title, _("Not said"), GOD))
    return _(GODS[picked]) if picked else ""


def _write(state: CombatState, key: str, title: str, decline: str, most: int) -> Script[str]:
    words: str = yield from ask(
        state, lambda: Write(key=key, who=TABLE, title=title, decline=decline, most=most, rule="names")
    )
    return words


def places(state: CombatState) -> list[Place]:
    """Return everybody at the table, for who wants to change that."""
    return [
        Place(seat, person.god or _(CALLED[seat][0]), person.name, colour=LOOKS[seat][0])
        for seat, person in state.people.items()
    ]


def ways(state: CombatState, place: Place) -> tuple[Way, ...]:
    """Return how somebody can leave: between two combats, who is not to fight in the next one, while two stay."""
    between = not state.forces and state.step == CombatStep.NONE and place.id not in state.fighters.values()
    refused = "" if between else _("Only between combats.")
    if len(state.people) <= FIGHTERS:
        refused = _("Two must play on.")
    return (leaving(state, place, refused),)


def ask_fighters(state: CombatState) -> Script[None]:
    """Ask who attacks and whom, as far as that is not settled."""
    if ATTACKER not in state.fighters:
        seat = yield from _pick(state, ATTACKER, TABLE, _("Who attacks?"), ())
        state.record(SidesChosen(ATTACKER, seat, words=_("{who} attacks.").format(who=state.The(seat))))
    if DEFENDER not in state.fighters:
        empty = Option(EMPTY, _("Empty Node"))
        who = state.fighters[ATTACKER]
        seat = yield from _pick(state, DEFENDER, who, _("Who does {who} attack?").format(who=state.the(who)), (empty,))
        whom = _("an empty Node") if seat == EMPTY else state.the(seat)
        state.record(
            SidesChosen(
                DEFENDER,
                NOBODY if seat == EMPTY else seat,
                words=_("{who} attacks {whom}.").format(who=state.The(ATTACKER), whom=whom),
            )
        )


def _pick(state: CombatState, key: str, who: str, title: str, more: tuple[Option, ...]) -> Script[str]:
    def build() -> Choose:
        seats = [seat for seat in state.people if seat not in state.fighters.values()]
        return Choose(
            key=state.key(key),
            who=who,
            title=title,
            text=_("The attacker picks the order.") if who != TABLE else "",
            rule="targets",
            options=(*map(state.option, seats), *more),
        )

    picked = yield from pick_one(state, build)
    assert picked is not None
    return picked


def ask_next(state: CombatState) -> Script[None]:
    """Ask for the attacker's other targets, another attacker, or the end."""

    def build() -> Choose:
        held = _("{who} holds the Node now.").format(who=state.The(ATTACKER)) if state.holder == ATTACKER else ""
        return Choose(
            key=state.key("next"),
            who=TABLE,
            title=_("What comes next?"),
            rule="targets",
            options=(
                Option(Sequel.TARGET, _("Another Node")),
                Option(Sequel.GROUP, _("Another group, same Node"), refused=held),
                Option(Sequel.TURN, _("Another attacker")),
                Option(Sequel.DONE, _("That was all")),
            ),
        )

    picked = yield from pick_one(state, build)
    assert picked is not None
    state.record(NextCombat(Sequel(picked), state.number + 1))
    state.record(StepReached(CombatStep.NONE))
