"""Retreats (battle reference 2.5): legality from the map at that moment, and the nowhere-to-go rule."""

from __future__ import annotations

from collections.abc import Sequence

from companion.games.cthulhu_wars.battle.likely_units import likely
from companion.games.cthulhu_wars.battle.windows import table_order
from companion.games.cthulhu_wars.facts import AdjacentEnemiesTold, PieceResolved, PieceRetreated
from companion.games.cthulhu_wars.model import names, roster
from companion.games.cthulhu_wars.model.battle_state import Battle, Figure, Stage, Status
from companion.games.cthulhu_wars.model.maps import COUNTED, area_name
from companion.games.cthulhu_wars.model.neutral_cards import CACODEMON
from companion.games.cthulhu_wars.model.state import CthulhuState
from companion.games.cthulhu_wars.model.symbols import symbol
from companion.games.cthulhu_wars.model.units import Loss, Rank
from companion.games.cthulhu_wars.rules.assign import is_pained, survives
from companion.games.cthulhu_wars.rules.common_questions import pick_areas
from companion.games.cthulhu_wars.rules.figures import called, lose, off_gate
from companion.table.prompts import TABLE, Choose, Option, Place, Placing, Prompt, as_list
from companion.table.script import Script, ask, ask_together, pick_one, yes
from companion.table.state import Notice, StepReached
from companion.table.words import NN_, _, n_


def retreats(state: CthulhuState, battle: Battle) -> Script[None]:
    """Retreat the attacker's Pained units, then the defender's, unless somebody directs it."""
    state.record(StepReached(Stage.RETREAT))
    order, chooser = list(battle.sides), ""
    directors = directors_of_retreats(state, battle)
    if state.guides and not state.follows:
        for side in order:
            yield from retreat_by_hand(state, battle, side, directors)
        return
    yield from ask_cacodemon(state, battle)
    if all(pained(state, battle, side) for side in battle.sides):
        yield from ask_enemies_near(state, battle, battle.sides)
        for director in directors:
            first = yield from direct_both(state, battle, director)
            if first:
                order, chooser = [first, battle.foe(first)], director
                break
    else:
        for director in directors:
            if (yield from direct_one(state, battle, director)):
                chooser = director
                break
    for side in order:
        yield from retreat(state, battle, side, chooser or side)


def directors_of_retreats(state: CthulhuState, battle: Battle) -> list[str]:
    """Return the factions that may choose where units retreat, in any battle, in the order in which they are asked."""
    return [c for c in table_order(state, battle) if state.can_use(c, roster.card(c).directs_retreats)]


def pained(state: CthulhuState, battle: Battle, side: str) -> list[Figure]:
    """Return the units of a side that must retreat."""
    return [f for f in battle.figures if f.side == side and is_pained(state, battle, f)]


def direct_both(state: CthulhuState, battle: Battle, director: str) -> Script[str | None]:
    """Ask who retreats first; the director need not use it (D43), and if it does it places all of them."""
    book = roster.card(director).directs_retreats
    name = names.book(director, book)
    options = tuple(Option(side, names.faction(side)) for side in battle.sides)

    def build() -> Choose | None:
        if not all(pained(state, battle, side) for side in battle.sides):
            return None
        return Choose(
            key=f"battle/{book}",
            who=director,
            title=_("{book}: who retreats first?").format(book=name),
            text=_("You choose where all of them go."),
            rule="retreat",
            options=options,
            least=0,
            decline=_("No {book}").format(book=name),
        )

    return (yield from pick_one(state, build))


def direct_one(state: CthulhuState, battle: Battle, director: str) -> Script[bool]:
    """Return whether the director places the only side that retreats, if that is an enemy's."""
    side = next((side for side in battle.sides if pained(state, battle, side)), director)
    if side == director:
        return False
    yield from ask_enemies_near(state, battle, [side])
    if len(legal_areas(state, battle, side)) < 2:
        return False
    book = roster.card(director).directs_retreats
    title = _("{book}: choose where they go?").format(book=names.book(director, book))
    text = _("Retreat: {faction}.").format(faction=names.faction(side))
    return (yield from yes(state, f"battle/{book}", director, title, text=text))


def retreat_by_hand(state: CthulhuState, battle: Battle, side: str, directors: list[str]) -> Script[None]:
    """Have the players retreat Pained units where the companion tracks no areas.

    They say which one is lost if every way is blocked.
    """

    def build() -> Choose:
        figures = pained(state, battle, side)
        said = [_("Move them on the board, to adjacent areas without enemy units.")]
        said += [
            _("{book}: {faction} may choose where.").format(
                book=names.book(code, roster.card(code).directs_retreats), faction=names.faction(code)
            )
            for code in directors
        ]
        if kept_out(state, battle, side):
            words = _("Not into the area of the Cacodemon ({faction}).")
            said += [words.format(faction=names.faction(code)) for code in cacodemons_of_others(state, battle)]
        said.append(_("If there is nowhere to retreat, tap the unit that is Eliminated; the others stay."))
        return Choose(
            key=f"battle/retreat/by_hand/{side}",
            who=side,
            title=_("Retreat: {faction}").format(faction=names.faction(side)),
            text=" ".join(said),
            rule="retreat",
            options=_one_of(figures),
            least=0,
            decline=n_("It has retreated", "All have retreated", len(figures)),
        )

    picked = yield from pick_one(state, build)
    if picked is not None:
        yield from lose_one(state, battle, side, picked)
        return
    for figure in pained(state, battle, side):
        off_gate(state, battle, figure)
        state.record(PieceRetreated(figure.owner, figure.unit, 1, COUNTED, _("retreats"), battle.area, figure.id))


def _one_of(figures: list[Figure]) -> tuple[Option, ...]:
    return tuple(Option(f.id, called(f), symbol=symbol(f.owner, f.unit)) for f in figures)


def retreat(state: CthulhuState, battle: Battle, side: str, chooser: str) -> Script[None]:
    """Move the pained units of one side out, or lose one of them if every way is blocked."""
    if not pained(state, battle, side):
        return
    yield from ask_enemies_near(state, battle, [side])
    if not legal_areas(state, battle, side):
        yield from nowhere_to_go(state, battle, side)
        return

    def build() -> Place | None:
        figures = pained(state, battle, side)
        if not figures:
            return None
        options = retreat_options(state, battle, side)
        pieces = tuple(Placing(f.id, _retreating(f), options, symbol(f.owner, f.unit), side) for f in figures)
        return Place(
            key=f"battle/retreat/{side}",
            who=chooser,
            title=_retreat_title(side, figures),
            text=_("To an adjacent area without enemy units."),
            rule="retreat",
            pieces=pieces,
        )

    places = yield from ask(state, build)
    for figure_id, area in (places or {}).items():
        figure = battle.figure(figure_id)
        off_gate(state, battle, figure)
        state.record(PieceRetreated(figure.owner, figure.unit, 1, area, _("retreats"), battle.area, figure_id))


def _retreat_title(side: str, figures: list[Figure]) -> str:
    """Return the title of a retreat, with the name of a unit that retreats alone."""
    if len(figures) > 1:
        return _("Retreat: {faction}").format(faction=names.faction(side))
    alone = figures[0]
    asked = _("{unit} (Gate): retreat where?") if alone.on_gate else _("{unit}: retreat where?")
    return asked.format(unit=called(alone))


def _retreating(figure: Figure) -> str:
    name = called(figure)
    return _("{unit} from the Gate").format(unit=name) if figure.on_gate else name


def ask_enemies_near(state: CthulhuState, battle: Battle, sides: Sequence[str]) -> Script[None]:
    """Ask which adjacent areas hold units of the enemies these sides have just fought.

    The companion does not see them.
    """
    asked = [side for side in sides if battle.foe(side) not in battle.near]

    def build() -> list[Prompt]:
        # Whoever is asked stands where the other one retreats from: so they stand in their usual order.
        prompts = [enemy_near(state, battle, side, alone=len(asked) == 1) for side in reversed(asked)]
        return [prompt for prompt in prompts if not prompt.is_moot()]

    answers = yield from ask_together(state, build)
    for foe in map(battle.foe, asked):
        state.record(AdjacentEnemiesTold(foe, tuple(as_list(answers.get(f"battle/near/{foe}")))))


def enemy_near(state: CthulhuState, battle: Battle, side: str, *, alone: bool) -> Choose:
    """Build the question where enemy units keep a side from retreating.

    Of two such questions each is put to the player whose units these are.
    """
    foe = battle.foe(side)
    near = state.ways(side, battle.area)
    enemy, both = names.faction(foe), _("Enemy units nearby?")
    asked = _("Tap where {enemy} is; {faction} cannot retreat there.")
    plain = _("Tap where they are; the other side cannot retreat there.")
    return Choose(
        key=f"battle/near/{foe}",
        who=TABLE if alone else foe,
        title=_("Units of {faction} nearby?").format(faction=enemy) if alone else both,
        brief=both,
        text=plain if alone else asked.format(enemy=enemy, faction=names.faction(side)),
        rule="retreat",
        options=tuple(Option(area, area_name(area)) for area in near),
        least=0,
        most=len(near),
        suggested=tuple(area for area in near if _believed_there(state, foe, area)),
        on_map=True,
        decline=_("Nowhere near"),
        taken=NN_("In {n} area", "In {n} areas"),
    )


def kept_out(state: CthulhuState, battle: Battle, side: str) -> bool:
    """Return whether a third faction's Cacodemon keeps Pained units out of its area.

    Great Old Ones, and units that go with one, are not kept out.
    """
    great = any(f.rank is Rank.GOO for f in pained(state, battle, side))
    return bool(pained(state, battle, side)) and not great


def cacodemons_of_others(state: CthulhuState, battle: Battle) -> list[str]:
    """Return who besides the two sides has one on the map."""
    return [code for code in state.seats if code not in battle.sides and state.on_map(code, CACODEMON) > 0]


def ask_cacodemon(state: CthulhuState, battle: Battle) -> Script[None]:
    """Ask whether that of somebody else is next to the battle."""
    if not cacodemons_of_others(state, battle):
        return
    ways = {way for side in battle.sides if kept_out(state, battle, side) for way in state.ways(side, battle.area)}
    near = [area for area in state.board.areas[battle.area].adjacent if area in ways]
    there = yield from pick_areas(
        state,
        f"battle/near/{CACODEMON}",
        TABLE,
        _("Cacodemon near {area}?").format(area=area_name(battle.area)),
        lambda: near,
        _("No"),
        text=_("Only a Great Old One, or units with one, can retreat there."),
        rule="retreat",
        most=1,
    )
    state.record(AdjacentEnemiesTold(CACODEMON, tuple(there)))


def _believed_there(state: CthulhuState, code: str, area: str) -> bool:
    """Return whether a faction probably has units in an area: it has the Gate, or was seen there."""
    return state.gates.get(area) == code or bool(likely(state, code, area))


def retreat_options(state: CthulhuState, battle: Battle, side: str) -> tuple[Option, ...]:
    """Return the adjacent areas as options; blocked ones have the reason."""
    foe = battle.foe(side)
    blocked = battle.near.get(foe, [])
    taken = _("Taken by {faction}.").format(faction=names.faction(foe))
    terror = battle.near.get(CACODEMON, []) if kept_out(state, battle, side) else []
    owner = next(iter(cacodemons_of_others(state, battle)), "")
    there, word = _("The Cacodemon is there."), names.unit(owner, CACODEMON) if terror and owner else ""
    return tuple(
        Option(a, area_name(a), taken, refused_by=foe)
        if a in blocked
        else Option(a, area_name(a), there, refused_by=owner, refused_word=word)
        if a in terror
        else Option(a, area_name(a))
        for a in state.ways(side, battle.area)
    )


def legal_areas(state: CthulhuState, battle: Battle, side: str) -> list[str]:
    """Return the areas to which units of a side may retreat."""
    return [o.id for o in retreat_options(state, battle, side) if not o.refused]


def nowhere_to_go(state: CthulhuState, battle: Battle, side: str) -> Script[None]:
    """Eliminate one Pained unit of the owner's choice; the others stay, no longer Pained."""

    def build() -> Choose:
        options = _one_of(pained(state, battle, side))
        return Choose(
            key=f"battle/nowhere/{side}",
            who=side,
            title=_("Nowhere to go: who is Eliminated?"),
            text=_(
                "There is nowhere to retreat. One Pained unit is Eliminated; the others stay and no "
                "longer count as Pained."
            ),
            rule="retreat",
            options=options,
        )

    picked = yield from pick_one(state, build)
    yield from lose_one(state, battle, side, picked)


def lose_one(state: CthulhuState, battle: Battle, side: str, picked: str | None) -> Script[None]:
    """Eliminate the unit that was picked because it has nowhere to go, and let the others stay."""
    if picked is not None:
        figure = battle.figure(picked)
        if by := survives(state, battle, figure):
            said = _("{unit} is not Eliminated although it cannot retreat ({ability})").format(
                unit=called(figure), ability=by
            )
            state.record(Notice(side, said))
        else:
            yield from lose(state, battle, figure, Loss.ELIMINATED, battle.foe(side))
    if stayed := tuple(f.id for f in pained(state, battle, side)):
        state.record(PieceResolved(stayed, Status.STAYED))
