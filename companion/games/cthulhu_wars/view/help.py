"""Short help for each step, in our own words; prompts name their topic in `rule`."""

from __future__ import annotations

from typing import Final

from companion.games.cthulhu_wars.boards.registry import RULES
from companion.games.cthulhu_wars.model.neutral_cards import PRIESTS, UNIQUE_PRIESTS
from companion.games.cthulhu_wars.model.roster import loaded_first
from companion.table import people
from companion.table.words import N_, _, both, in_english, labelled

TITLES: Final = {
    "gather_power": N_("Gather Power"),
    "first_player": N_("First Player"),
    "action": N_("The Action Phase"),
    "move": N_("Move"),
    "battle": N_("Battle"),
    "pre_battle": N_("Before the dice"),
    "roll": N_("The roll"),
    "kills": N_("Kills"),
    "pains": N_("Pains"),
    "retreat": N_("Retreat"),
    "summon": N_("Summon"),
    "awaken": N_("Awaken"),
    "gates": N_("Gates"),
    "capture": N_("Capture"),
    "spellbooks": N_("Spellbooks"),
    "ritual": N_("Ritual of Annihilation"),
    "elder_signs": N_("Elder Signs"),
    "loyalty": N_("Loyalty Cards"),
    "toll": N_("Actions that cost more"),
    "victory": N_("Victory"),
    "two_players": N_("Two players"),
    "setup": N_("Set-up"),
    "boards": N_("Other boards"),
    "rulings": N_("Own rulings"),
    "help_level": N_("How much help"),
    people.KEY: people.TOPIC,
}
"""What the topics are called, in the order in which they are looked up."""

TOPICS: Final = {
    "help_level": N_(
        "The Referee guides you through everything. The Clerk works out totals, costs, "
        "Rituals, the First Player and victory, but asks nothing about places: where units "
        "stand, which are lost and where they retreat is up to you; tap the numbers that "
        "change. “Gates and neighbours” turns off just those questions of the Referee. The "
        "Scribe keeps turns, phases and dice, and you enter the numbers."
    ),
    people.KEY: people.HELP,
    "rulings": N_(
        "The printed sources differ here. The first choice is the printed rule. What is no printed rule at all, but a "
        "table's own, says so; its first choice is without it. By the summary sheet of 2015 two people play two "
        "factions each; the game ends at once when somebody reaches 30 Doom in the Action Phase; an area has one "
        "battle per Action Phase; a Ritual gives an Elder Sign for each independent Great Old One, too; at 0 Power "
        "there are no Unlimited Actions; abilities of the Doom Phase come after all Rituals. Who takes losses first, "
        "and whose ability comes first after an Action, stays as printed."
    ),
    "boards": N_(
        "The Library at Celaeno has its areas here. Of the other boards no source tells which areas touch: you "
        "describe them once, and they are kept. What a board adds is guided; what no source tells is asked, or left to "
        "you."
    ),
    "setup": N_("Each faction starts in its own area with a controlled Gate, 6 Acolytes and 8 Power."),
    "two_players": N_(
        "One faction each: the small map, no Doom for Gates, but for every unit lost by the other, and a "
        "Decay marker. Two factions each: the rules and the map of four; in your turn both of your factions act, "
        "in either order. They do not help each other. Their Doom is added up, and six spellbooks of one of them will "
        "do. By a ruling of the table's own the same holds for each of more than two people."
    ),
    "action": N_(
        "Take any number of Unlimited Actions and exactly one other Action. While you have "
        "Power you must act or drop to 0. At 0 Power you are skipped until you gain some."
    ),
    "summon": N_("Place a Monster from your Pool in an area where you control a Gate. One per Action."),
    "awaken": N_("A Great Old One needs the steps printed on its card; together they are one Action."),
    "gates": N_(
        "One Gate per area. A Cultist on it controls it: 2 Power and 1 Doom each turn. "
        "If the Cultist leaves, dies or is captured, the Gate is abandoned at once. Control Gate and Abandon Gate are "
        "Unlimited Actions of your turn: also after your Action, until the next player acts, but not after a Pass."
    ),
    "move": N_("Each unit moves at most once per Action, to an adjacent area, for 1 Power each."),
    "capture": N_(
        "You need a Monster or Great Old One in the area, and the Cultist's faction must "
        "have no protector there of the same or a higher rank. The captive gives 1 Power in "
        "Gather Power, then goes home."
    ),
    "gather_power": N_(
        "Gain 1 Power per Cultist in play, 2 per Gate you control, 1 per captured Cultist, "
        "and what abilities add. Each abandoned Gate gives everybody 1. Nobody ends below "
        "half the leader's Power, rounded up."
    ),
    "unspeakable_oath": N_(
        "A High Priest goes back to the pool for 2 Power: after any Action, in Gather Power or the Doom Phase. Before "
        "the First Player is determined he has given 1 Power like every Cultist. A Gate that he leaves is abandoned."
    ),
    "goes_on": N_(
        "The Action Phase ends when nobody can act. Power that comes after the last Action, as by an Oath, lets its "
        "player act again. Used in Gather Power instead, it is added to what is gathered."
    ),
    "first_player": N_(
        "The faction with the most Power is First Player. If tied, the previous First Player "
        "decides, and may keep the marker if it is one of those tied. The First Player sets "
        "the direction of play."
    ),
    "ritual": N_(
        "Pay the cost under the marker, then move it one step. Gain 1 Doom per Gate you "
        "control and 1 Elder Sign per Great Old One of your own. One Ritual per player in "
        "each Doom Phase. A Ritual at 10 brings Instant Death."
    ),
    "doom_abilities": N_(
        "Each ability for the Doom Phase works once in it. By your ruling they come after all Rituals, from the First "
        "Player on. Who is done may still use one until the phase ends: a key beside the question."
    ),
    "loyalty": N_(
        "On your turn in the Doom Phase you may take one Loyalty Card of a Monster or a "
        "Terror: 2 Doom, and 2 Power as well for a Terror. Its units are yours and are "
        "summoned like your own. You awaken an independent Great Old One with an Action, at "
        "a Gate of yours with a Great Old One of yours. What the companion does not do, do "
        "by hand."
    ),
    "elder_signs": N_(
        "An Elder Sign is worth 1 to 3 Doom and hidden from the others. Reveal it whenever you like; then "
        "it leaves the game. When all are handed out, each further one is 1 Doom instead."
    ),
    "toll": N_(
        "An Action that ends in this area or affects it costs its faction more Power, once "
        "per Action. Leaving it, passing over it, and anything that is not an Action cost "
        "nothing extra."
    ),
    "spellbooks": N_("Each requirement counts once and gives one spellbook of your choice. A spellbook is never lost."),
    "victory": N_(
        "Of those with six spellbooks, the one with the most Doom wins; if tied, they share "
        "the victory. If nobody has six spellbooks, everybody loses."
    ),
    "battle": N_(
        "Choose an area where your units have a total Combat of at least 1, and one enemy "
        "there. It costs 1 Power; one battle per area on your turn."
    ),
    "pre_battle": N_(
        "First the attacker uses any pre-battle abilities, then the defender. If one side "
        "has no units left, the battle ends at once, without dice."
    ),
    "roll": N_("Roll one die per point of Combat: 6 is a Kill, 4 and 5 are Pains, the rest miss."),
    "kills": N_("The owner picks which units are Killed, one Kill each. Kills beyond the number of units are lost."),
    "pains": N_("Assign Pains to units without a result; those units retreat. Pains that cannot be assigned are lost."),
    "retreat": N_(
        "Retreat to an adjacent area without a unit of the faction you just fought. The "
        "attacker goes first, and its units then block the defender. With nowhere to go, one "
        "Pained unit is Eliminated and the others stay."
    ),
}

KEPT: Final = N_(
    "The companion keeps Gates, tokens, captives and how many units are in play, but not where they stand: "
    "look at the board, and say so when the companion asks."
)
"""Stands below the topics of `KEPT_IN`, where people meet the map first."""

KEPT_IN: Final = ("setup", "battle")


def topic(name: str) -> str:
    """Return the help for a step, or an empty string.

    A faction's own help stands in its file.
    """
    if name == UNIQUE_PRIESTS:
        check = _("Check your card.")
        said = (labelled(_(card.unit.name), _(card.text)) for card in PRIESTS.values())
        return "\n".join((*said, check))
    if name in RULES:
        return _(RULES[name].text)
    if name in TOPICS:
        return "\n".join((_(TOPICS[name]), *[_(KEPT)] * (name in KEPT_IN)))
    faction = next((faction for faction in loaded_first() if name in faction.help), None)
    if faction is None:
        return ""
    text, book = _(faction.help[name]), next((book.name for book in faction.books if book.id == name), "")
    return _("{book}: {text}").format(book=both(book), text=text) if in_english(book) else text
