"""The state of combat after combat: who sits at the table, and the combat that is fought now."""

from __future__ import annotations

from typing import Final

from msgspec import Struct
from msgspec.structs import replace

from companion.games.mythos_encounters.model.cards import Effect
from companion.games.mythos_encounters.model.forces import ATTACKER, DEFENDER, VALUES, Force, Outcome
from companion.games.mythos_encounters.model.setup_form import GOD, NAME, CombatSetup
from companion.table.names import held_to
from companion.table.prompts import Option
from companion.table.rulings import RuledState
from companion.table.words import N_, _

SIDES: Final = (ATTACKER, DEFENDER)
ROLES: Final = {ATTACKER: N_("attacker"), DEFENDER: N_("defender")}
CALLED: Final = {
    ATTACKER: (N_("Attacker"), N_("the attacker"), N_("The attacker")),
    DEFENDER: (N_("Defender"), N_("the defender"), N_("The defender")),
    "first": (N_("First player"), N_("the first player"), N_("The first player")),
    "second": (N_("Second player"), N_("the second player"), N_("The second player")),
    "third": (N_("Third player"), N_("the third player"), N_("The third player")),
    "fourth": (N_("Fourth player"), N_("the fourth player"), N_("The fourth player")),
    "fifth": (N_("Fifth player"), N_("the fifth player"), N_("The fifth player")),
}
"""What people are called who have no name: alone, within a sentence, at its beginning."""

LOOKS: Final = {
    "first": ("#c0392b", "▲"),
    "second": ("#2f7fd0", "◈"),
    "third": ("#e0b050", "◆"),
    "fourth": ("#3f8f4f", "★"),
    "fifth": ("#8e5bb5", "●"),
}
"""Colour and mark of each place at the table; they stay with the player from combat to combat."""

NOBODY: Final = ""
"""Who defends an empty Node."""


class Person(Struct, frozen=True):
    """Who sits at a place of the table; both may be left out.

    Args:
        name: of the player.
        god: the Great Old One that is played.
    """

    name: str = ""
    god: str = ""


class PlayedCard(Struct, frozen=True):
    """A card that was played.

    Args:
        number: counts from 1 in each combat.
        player: seat of who played it.
        name: what people call it.
        effect: what it does.
        window: when: `cards/1`, `losses/1`, `cards/2`, `losses/2` or `post`.
        side: whose dice or losses it is about.
        amount: dice that it adds, or takes away if negative; Cultists that it brings back.
        target: number of the card that it cancels.
        victim: seat of who takes the losses.
        price: Cultists that were paid from outside the fight.
        kind: what `amount` counts: `monsters`, `cultists`, `servitors` or nothing.
        bound: pieces that it keeps out of the fight.
        place: where Cultists come back: `origin`, `spawning` or `node`, the one that is fought for.
    """

    number: int
    player: str
    name: str
    effect: Effect
    window: str
    side: str = ""
    amount: int = 0
    target: int = 0
    victim: str = ""
    price: int = 0
    kind: str = ""
    bound: int = 0
    place: str = ""


class CombatState(RuledState):
    """A table's combats.

    `former` are the names of those who sat at a place before somebody else took it over, oldest first.
    `fighters` names the seats of those who fight, as far as that is settled. `left` is what the defender still has in
    the Node after a combat, `standing` the same for another group that attacks it then. `holder` is the side that holds
    the Node at the end. `board` gathers what there is to do on the board, for the combat's last page.
    """

    setup: CombatSetup
    values: dict[str, int]
    people: dict[str, Person]
    former: dict[str, list[str]]
    number: int
    over: bool
    results: list[str]
    tales: list[str]
    fighters: dict[str, str]
    standing: Force | None
    forces: dict[str, Force]
    pools: dict[str, int]
    bases: dict[str, int]
    cards: list[PlayedCard]
    segment: int
    faces: dict[str, tuple[int, ...]]
    losses: dict[str, int]
    outcome: Outcome | None
    holder: str
    left: Force | None
    board: list[str]

    def hold_to_setup(self) -> None:
        self.people = {
            seat: Person(held_to(person.name, NAME), held_to(person.god, GOD)) for seat, person in self.people.items()
        }
        self.former = {seat: [held_to(one, NAME) for one in people] for seat, people in self.former.items()}

    def __init__(self, setup: CombatSetup) -> None:
        super().__init__()
        self.setup = setup
        self.rulings = dict(setup.rulings)
        self.values = {**VALUES, **setup.values}
        self.people = {}
        self.former = {}
        self.number = 1
        self.over = False
        self.results = []
        self.tales = []
        self.fighters = {}
        self.standing = None
        self.clear()

    def rename(self, place: str, name: str) -> None:
        """Call whoever sits at a place something else; only facts call this."""
        self.people[place] = replace(self.people[place], name=name)

    def hand_over(self, place: str, name: str) -> None:
        """Have somebody else play on at a place; only facts call this."""
        self.former.setdefault(place, []).append(self.people[place].name)
        self.rename(place, name)

    def leave(self, place: str) -> None:
        """Have nobody at a place any more; only facts call this."""
        del self.people[place]

    def clear(self) -> None:
        """Forget the combat that was fought; only facts call this."""
        self.forces = {}
        self.pools = dict.fromkeys(SIDES, 0)
        self.bases = dict.fromkeys(SIDES, 0)
        self.cards = []
        self.segment = 1
        self.faces = {}
        self.losses = {}
        self.outcome = None
        self.holder = ""
        self.left = None
        self.board = []

    @property
    def seats(self) -> list[str]:
        """Everybody at the table, the fighters first."""
        fighting = [self.fighters[side] for side in SIDES if self.fighters.get(side)]
        return fighting + [seat for seat in self.people if seat not in fighting]

    def key(self, *parts: str | int) -> str:
        """Return the key of a question of this combat."""
        return "/".join(map(str, (self.number, *parts)))

    def side_of(self, seat: str) -> str:
        """Return the side that somebody fights for, or an empty string."""
        return next((side for side in SIDES if seat and self.fighters.get(side) == seat), "")

    def person(self, who: str) -> Person:
        """Return the player on a side, or at a place of the table."""
        return self.people.get(self.fighters.get(who, NOBODY) if who in SIDES else who, Person())

    def label(self, who: str) -> str:
        """Return the name of a side or a player where it stands alone.

        Without a name it is the role or the place.
        """
        return self._called(who, 0)

    def option(self, who: str, id_: str = "") -> Option:
        """Return a side or a player as something to pick, in their colour; the id is their name here by default."""
        seat = self.fighters.get(who, NOBODY) if who in SIDES else who
        colour, mark = LOOKS.get(seat, ("", ""))
        return Option(id_ or who, self.label(who), colour=colour, sigil=mark)

    def the(self, who: str) -> str:
        """Return the name of a side or a player within a sentence."""
        return self._called(who, 1)

    def The(self, who: str) -> str:  # noqa: N802 - it is the same word at the beginning of a sentence
        """Return the name of a side or a player at the beginning of a sentence."""
        words = self._called(who, 2)
        return words[0].upper() + words[1:]

    def _called(self, who: str, form: int) -> str:
        person = self.person(who)
        seat = self.fighters.get(who, NOBODY) if who in SIDES else who
        return person.name or person.god or _(CALLED[self.side_of(seat) or who][form])

    def change_force(self, side: str, kind: str, change: int) -> None:
        """Give a side more or fewer pieces of a kind; only facts call this."""
        force = self.forces[side]
        counts = {kind: max(0, int(getattr(force, kind)) + change)}
        self.forces[side] = replace(force, **counts)

    def in_force(self, window: str = "") -> list[PlayedCard]:
        """Return the cards that nobody cancelled, of one window or of all.

        A cancel may be cancelled itself.
        """
        cancelled: set[int] = set()
        for card in reversed(self.cards):
            if card.effect is Effect.CANCEL and card.number not in cancelled:
                cancelled.add(card.target)
        return [c for c in self.cards if c.number not in cancelled and window in ("", c.window)]

    def bound(self, side: str) -> dict[str, int]:
        """Pieces of a side, by kind, that a card keeps out of this combat: they are not lost."""
        found: dict[str, int] = {}
        for card in self.in_force():
            if card.effect is Effect.EXCLUDE and card.side == side and card.bound:
                found[card.kind] = found.get(card.kind, 0) + card.bound
        return found

    def monsters(self, side: str) -> int:
        """Monsters of a side, those of cards that stand included."""
        cards = [card for card in self.in_force() if card.side == side and card.effect is Effect.DICE]
        return self.forces[side].monsters + sum(card.kind == "monsters" for card in cards)

    def fighting(self, side: str) -> Force:
        """Return a side's pieces in the fight, without those kept out and the Monsters of cards."""
        force, bound = self.forces[side], self.bound(side)
        kinds = ("cultists", "servitors", "monsters")
        counts = {kind: max(0, int(getattr(force, kind)) - bound.get(kind, 0)) for kind in kinds}
        return replace(force, **counts)
