"""Card texts can change anything at any moment of a battle up to the retreat (reference 2.3, 2.9, 3)."""

from __future__ import annotations

from functools import partial
from typing import Final

from companion.games.messina.facts import CardDrawn, UnitDestroyed, UnitJoined
from companion.games.messina.model import names
from companion.games.messina.model.state import MessinaState
from companion.games.messina.model.steps import BEFORE_THE_RETREAT
from companion.games.messina.model.units import KINDS, SUPPORT, MessinaUnit
from companion.games.messina.rules.common_questions import pick_faction, unit_options
from companion.table.prompts import TABLE, Choose, Option, Write
from companion.table.script import Script, ask, pick_one
from companion.table.words import _

KEY: Final = "card_text"


def option(state: MessinaState) -> Option:
    """Return the entry under what can be done at any time."""
    refused = "" if state.step in BEFORE_THE_RETREAT else _("Only in a battle, before the retreat.")
    return Option(
        KEY, _("A card's text"), detail=_("a Unit is destroyed or joins, or a note for the log"), refused=refused
    )


def carry_out(state: MessinaState) -> Script[None]:
    """One Unit is destroyed or joins, and what counts Units goes on from there; or an exception is written down."""
    what = yield from pick_one(state, partial(_what_prompt, state))
    if what == "destroyed":
        picked = yield from pick_one(state, partial(_which_prompt, state))
        if picked is not None:
            state.record(UnitDestroyed(next(u for u in state.units if u.id == picked), _("a card's text")))
    elif what == "joins":
        faction = yield from pick_faction(state, f"{KEY}/faction", TABLE, _("Whose Unit joins?"), state.seats, KEY)
        picked = yield from pick_one(state, _kind_prompt)
        assert picked is not None
        role, __, kind = picked.rpartition(".")
        number = len(state.units) + len(state.destroyed) + len(state.retreated)
        state.record(UnitJoined(MessinaUnit(f"{faction}.card.{kind}.{number}", faction, kind, role == "support")))

    elif what == "note":
        words = yield from ask(state, _note_prompt)
        if words:
            state.record(CardDrawn(words=_("By a card's text: {words}").format(words=words)))


def _note_prompt() -> Write:
    return Write(
        key=f"{KEY}/note", who=TABLE, title=_("What does it do?"), rule=KEY, most=60, decline=_("Nothing after all")
    )


def _what_prompt(state: MessinaState) -> Choose:
    options = (
        Option("destroyed", _("A Unit is destroyed"), refused="" if state.units else _("There is none.")),
        Option("joins", _("A Unit joins")),
        Option("note", _("Something else"), detail=_("write it down for the log")),
    )
    return Choose(
        key=f"{KEY}/what",
        who=TABLE,
        title=_("What does the card do?"),
        text=_("Strength from anything but Units is corrected under More."),
        options=options,
        least=0,
        decline=_("Nothing after all"),
        rule=KEY,
    )


def _which_prompt(state: MessinaState) -> Choose:
    return Choose(
        key=f"{KEY}/which",
        who=TABLE,
        title=_("Which Unit is destroyed?"),
        options=unit_options(state.units),
        least=0,
        decline=_("None after all"),
        rule=KEY,
    )


def _kind_prompt() -> Choose:
    at_site = tuple(Option(f"site.{kind}", names.kind(kind), detail=_("at the site")) for kind in KINDS)
    support = tuple(Option(f"support.{kind}", names.kind(kind), detail=_("in support")) for kind in SUPPORT)
    return Choose(
        key=f"{KEY}/kind",
        who=TABLE,
        title=_("Which Unit joins?"),
        options=(*at_site, *support),
        automatic=False,
        rule=KEY,
    )
