"""What may be done at any moment: Elder Signs, claims, abilities between Actions, and what the companion believes."""

from __future__ import annotations

from typing import Final

from msgspec.structs import replace

from companion.games.cthulhu_wars.corrections.help_level import (
    LEVELS,
    change,
    change_places,
    label,
    places_label,
    tell_tokens,
)
from companion.games.cthulhu_wars.facts import FirstPlayerChosen, GateGone, GateSet, TurnBegan
from companion.games.cthulhu_wars.model import names, roster
from companion.games.cthulhu_wars.model.faction_parts import Action
from companion.games.cthulhu_wars.model.rulings import AT_SET_UP, MOST_POWER, OF_SEVERAL, rulings
from companion.games.cthulhu_wars.model.setup_form import LETTERS
from companion.games.cthulhu_wars.model.state import HELP, PLACES, CthulhuState, Phase
from companion.games.cthulhu_wars.neutral.claimed_books import claim_book, to_earn
from companion.games.cthulhu_wars.neutral.loyalty_cards import choose_neutrals
from companion.games.cthulhu_wars.neutral.unique_abilities import between_actions
from companion.games.cthulhu_wars.rules.common_questions import pick_area, pick_faction, unless_moot
from companion.games.cthulhu_wars.rules.elder_signs import reveal
from companion.games.cthulhu_wars.rules.losses import settle_gates
from companion.games.cthulhu_wars.rules.people import places
from companion.games.cthulhu_wars.rules.untracked import left_to_table
from companion.games.cthulhu_wars.setup.setup import exchange_priests
from companion.games.cthulhu_wars.turn.after_action import (
    GATES,
    abilities,
    afterwards,
    gate_afterwards,
    gate_keys,
    of_faction,
    refused_now,
)
from companion.games.cthulhu_wars.turn.doom_abilities import late_abilities, late_options, use_late
from companion.games.cthulhu_wars.turn.leaving import ways
from companion.games.cthulhu_wars.turn.palette import said
from companion.games.cthulhu_wars.turn.power_moments import after_the_last_action, at_any_time, goes_on
from companion.games.cthulhu_wars.turn.spellbooks import (
    cannot_be_met,
    claim,
    claim_met,
    claim_words,
    elder_signs_now,
    notice_requirements,
    open_requirements,
    seen_by_players,
)
from companion.games.cthulhu_wars.turn.victory import ask_whose_turn, end_triggered
from companion.table import people
from companion.table.prompts import TABLE, Choose, Option
from companion.table.script import Script, pick_one
from companion.table.state import Notice
from companion.table.words import _, labelled

SET_RIGHT: Final = (people.KEY, "neutral", "help", "places", "ruling", "gate", "tokens", "first", "active")
"""What is no moment of the game, but how the table plays and what it sets right, perhaps in several steps."""


def interjections(state: CthulhuState) -> tuple[Option, ...]:
    """Return everything that is possible now, by id; those of a faction begin with its code."""
    if state.phase is Phase.QUICK_BATTLE or (state.skirmish and state.phase is Phase.OVER):
        return ()
    if state.phase is Phase.OVER:
        return (people.option(),)
    if state.phase is Phase.SETUP:
        seated = (people.option(),) if state.players else ()
        # Programs that give the factions give the neutral cards, too.
        cards = (neutral_cards(near=True),) if state.seats and state.given.seating else ()
        return (*levels(state), *cards, *seated)
    # First, so that they are in sight whatever else has a key.
    found: list[Option] = gate_keys(state)
    for code, action in () if state.by_hand else abilities(state):
        refused = refused_now(state, code, action)
        short, when = _(action.short or action.name), _("After any player's Action")
        found.append(of_faction(action.id, code, named(code, action), short, when, refused, near=True))
    found += late_options(state)
    # Who has just acted is asked nothing more, and is the first to say that something is met.
    for code in sorted(state.seats, key=lambda code: code != state.last_active):
        found += claims(state, code)
    for code in state.seats:
        found += [
            of_faction(
                a.id,
                code,
                named(code, a),
                _(a.short or a.name),
                said(state, code, a) if a.great else _(a.text),
                a.refused(state, code),
            )
            for a in (() if state.by_hand else at_any_time(state, code))
            if not a.book or state.can_use(code, a.book)
        ]
        name, held = names.faction(code), len(state.factions[code].signs)
        if held:
            words, look = _("{faction}: Elder Signs").format(faction=name), _("View your {number}; reveal any")
            found.append(of_faction("signs", code, words, _("Elder Signs"), look.format(number=held)))
        if open_requirements(state, code):
            refused = _("A spellbook earned in a battle is taken after it.") if state.battle else ""
            words = _("{faction}: requirement met").format(faction=name)
            found.append(of_faction("claim", code, words, _("Requirement met"), _("Take a spellbook"), refused))
        if to_earn(state, code):
            words, of = _("{faction}: card spellbook").format(faction=name), _("Of an independent Great Old One")
            found.append(of_faction("card_book", code, words, _("Card spellbook"), of))
    found += [people.option(), neutral_cards()]
    found.append(Option("ruling", _("Change a ruling"), detail=_("From now on; noted in the log")))
    found += levels(state)
    if state.follows:
        found.append(Option("gate", _("Correct a Gate"), detail=_("Set who controls it, or remove it"), symbol="gate"))
    if holders(state) and state.follows:
        found.append(Option("tokens", _("Correct tokens"), detail=_("Set where a faction's tokens are")))
    found.append(Option("first", _("Correct First Player"), detail=_("Set the marker"), symbol="first-player"))
    if state.phase is Phase.ACTION:
        refused = "" if state.between_actions else _("Only between Actions.")
        if not any(map(state.can_act, state.seats)):
            refused = _("Nobody can act.")
        found.append(Option("active", _("Correct whose turn it is"), refused, symbol="rotate"))
    return tuple(found)


def neutral_cards(*, near: bool = False) -> Option:
    """Return the option to say which neutral cards there are; while the board is set up it is beside the question."""
    found = Option("neutral", _("Neutral pieces"), detail=_("Which cards and spellbooks are in use"))
    return replace(found, symbol="neutral", near=True, short=found.label) if near else found


def named(code: str, action: Action) -> str:
    """Return an Action with the faction whose it is."""
    return labelled(names.faction(code), _(action.name))


def levels(state: CthulhuState) -> tuple[Option, ...]:
    """Return the choices of how much the companion helps."""
    title, level = _(LEVELS[HELP].title), label(state)
    near = state.phase is Phase.SETUP
    found = [Option("help", title, detail=level, symbol="help", setting=True, near=near, short=level)]
    if state.guides:
        point = _(LEVELS[PLACES].title)
        found.append(Option("places", point, detail=places_label(state), symbol="map", setting=True))
    return tuple(found)


def claims(state: CthulhuState, code: str) -> list[Option]:
    """Return the requirements that only the players can see to be met.

    In its turn a faction has them among its Actions.
    """
    if state.battle or (state.phase is Phase.ACTION and state.active == code):
        return []
    return [
        of_faction(
            "claim",
            f"{code}/{r.id}",
            labelled(names.faction(code), claim_words(state, code, r, r.claim or r.short or r.text)),
            claim_words(state, code, r, r.short or r.text),
            _("Take a spellbook"),
            cannot_be_met(state, code, r),
            near=elder_signs_now(state, code, r) != 0,
        )
        for r in seen_by_players(state, code)
    ]


def interjection(state: CthulhuState, key: str) -> Script[None]:
    """Run one of them."""
    name, __, code = key.partition("/")
    if name == "signs":
        over = end_triggered(state)
        yield from reveal(state, code)
        if end_triggered(state) and not over:
            yield from ask_whose_turn(state, code)
    elif name == GATES:
        code, __, way = code.partition("/")
        yield from gate_afterwards(state, code, way) if way else afterwards(state, code)
    elif name == "claim":
        code, __, requirement = code.partition("/")
        if requirement:
            yield from claim_met(state, code, next(r for r in seen_by_players(state, code) if r.id == requirement))
        else:
            yield from claim(state, code)
    elif name == "card_book":
        yield from left_to_table(state, _("Card spellbook"), "", claim_book(state, code), who=code)
    elif name == "neutral":
        yield from choose_neutrals(state)
        if state.phase is Phase.SETUP:
            exchange_priests(state)
    elif name == people.KEY:
        yield from people.change_people(
            state, lambda: places(state), LETTERS, lambda place: ways(state, place) if running(state) else ()
        )
    elif name == "help":
        yield from change(state)
    elif name == "places":
        yield from change_places(state)
    elif name == "ruling":
        yield from change_ruling(state)
    elif name == "gate":
        yield from set_gate(state)
    elif name == "tokens":
        yield from set_tokens(state)
    elif name == "first":
        first = yield from pick_faction(state, "first", TABLE, _("Who is First Player?"), lambda: state.seats)
        state.record(
            FirstPlayerChosen(
                first, words=_("First Player: {faction} (corrected by hand)").format(faction=names.faction(first))
            )
        )
    elif name == "active":
        active = yield from pick_faction(
            state, "active", TABLE, _("Whose turn is it?"), lambda: [c for c in state.seats if state.can_act(c)]
        )
        words = _("Turn: {faction} (corrected by hand)").format(faction=names.faction(active))
        state.record(Notice(TABLE, words) if active == state.active else TurnBegan(active, words))
    elif late := [a for who, a in late_abilities(state) if (who, a.id) == (code, name)]:
        yield from use_late(state, code, late[0])
    else:
        action = next(a for a in (*between_actions(state, code), *at_any_time(state, code)) if a.id == name)
        steps = left_to_table(state, _(action.name), action.text and _(action.text), action.script(state, code))
        last, before = after_the_last_action(state), state.factions[code].power
        yield from unless_moot(state, code, steps)
        if settled(state):
            # It is asked with what has taken the Cultist, not with whatever somebody does next.
            yield from settle_gates(state)
        if last and before < state.factions[code].power and state.can_act(code):
            yield from goes_on(state, code, _(action.name))
    if name not in SET_RIGHT and settled(state):
        yield from notice_requirements(state)


def running(state: CthulhuState) -> bool:
    """Return whether the board is laid out and the game is not over, so that somebody can leave it."""
    return state.phase not in (Phase.SETUP, Phase.OVER)


def settled(state: CthulhuState) -> bool:
    """Return whether nothing is half done.

    What has become true then gives its spellbook at once, and not only after the next Action (reference 3.7).
    """
    if state.phase is Phase.ACTION:
        return state.between_actions
    return state.phase in (Phase.GATHER, Phase.FIRST_PLAYER, Phase.DOOM)


def change_ruling(state: CthulhuState) -> Script[None]:
    """Take another reading of a point on which sources disagree from now on."""
    points = rulings(state.seats, state.neutral_in_use).without(*AT_SET_UP)
    if MOST_POWER in state.rulings:
        points.update(OF_SEVERAL)

    def build() -> Choose:
        options = tuple(
            Option(key, _(point.title), detail=_(point.readings[points.in_force(state.rulings, key)]))
            for key, point in points.items()
        )
        title = _("Which rule?")
        text = _("Each shows the ruling in force.")
        return Choose(
            key="ruling", who=TABLE, title=title, text=text, options=options, least=0, decline=_("None"), rule="rulings"
        )

    key = yield from pick_one(state, build)
    if key is not None:
        yield from points.choose(state, key, "ruling", again=True)


def set_gate(state: CthulhuState) -> Script[None]:
    """Set right what the companion believes of one Gate."""
    area = yield from pick_area(state, "gate/area", TABLE, _("Which area?"), lambda: state.board.on_map)

    def build() -> Choose:
        options = [Option(c, _("Controlled by {faction}").format(faction=names.faction(c))) for c in state.seats]
        options += [Option("abandoned", _("Abandoned")), Option("none", _("No Gate there"))]
        return Choose(
            key="gate/owner",
            who=TABLE,
            title=_("Gate in {area}").format(area=state.board.areas[area].name),
            options=tuple(options),
        )

    picked = yield from pick_one(state, build)
    if picked == "none":
        if area in state.gates:
            state.record(GateGone(area))
    else:
        state.record(GateSet(area, None if picked == "abandoned" else picked, built=area not in state.gates))


def holders(state: CthulhuState) -> list[str]:
    """Return the factions that place tokens of their own in areas."""
    return [code for code in state.seats if roster.card(code).token]


def set_tokens(state: CthulhuState) -> Script[None]:
    """Set right where the companion believes the tokens of a faction."""
    code = yield from pick_faction(state, "tokens", TABLE, _("Whose tokens?"), lambda: holders(state))
    yield from tell_tokens(state, code)
