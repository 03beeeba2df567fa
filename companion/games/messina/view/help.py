"""Short help for each step, in our own words; prompts name their topic in `rule`."""

from __future__ import annotations

from typing import Final

from companion.table import people
from companion.table.words import N_

TITLES: Final = {
    "seats": N_("Seats"),
    "trigger": N_("When there is a battle"),
    "units": N_("Units"),
    "strengths": N_("Strength of Units"),
    "sides": N_("Sides"),
    "strength": N_("What adds strength"),
    "skill": N_("Skill Cards"),
    "chance": N_("Chance Cards"),
    "card_text": N_("Texts of cards"),
    "tie": N_("Equal totals"),
    "routed": N_("Routed Units"),
    "overwhelming": N_("Overwhelming victory"),
    "pairs": N_("Pairs"),
    "card": N_("Casualty cards"),
    "order": N_("Names before Civ"),
    "victor_cards": N_("Cards that name the victor"),
    "support": N_("Supporting Units"),
    "dealing": N_("Dealing cards to a side"),
    "territory": N_("Location Card"),
    "retreat": N_("Retreat"),
    "pole": N_("North Pole"),
    "stacking": N_("Stacking"),
    "board": N_("On the board"),
    "round": N_("Until the Round ends"),
    "rulings": N_("Own rulings"),
    people.KEY: people.TOPIC,
}
"""What the topics are called, in the order in which they are looked up."""

TOPICS: Final = {
    "rulings": N_("The rules leave this open, or groups play it differently. The first choice is our recommendation."),
    "strengths": N_("Civilian and Worker are certainly 1; the other strengths come from the published list."),
    "card_text": N_(
        "Most card texts are not known here. What they do to Units is entered by hand; everything after "
        "it counts the Units that are left. Whatever else they do you carry out, and may write down for "
        "the log."
    ),
    "seats": N_(
        "Seats are asked once a Round. Every faction with Units at the site, or lending strength from "
        "elsewhere, takes part in the battle."
    ),
    "trigger": N_("If one of them will not share the space, there is a battle. If all are willing, there is none."),
    "units": N_(
        "Civilian and Worker 1, Infantry 2, Bomber 3, Fighter 4, Mech 5. A Worker is a Civilian on a "
        "Utility, which it keeps unless it must retreat. Supporting Units stand elsewhere and lend their "
        "strength."
    ),
    "routed": N_("A routed Unit has strength 0 and does nothing. If its side loses again it is destroyed."),
    "sides": N_(
        "Any two of three may pool; four or five agree on two sides. Without agreement each "
        "is asked in turn, starting with whoever marched, whether to face all the others "
        "alone. If nobody will, all of them take damage."
    ),
    "strength": N_(
        "Shields add 6 each in their own space. Enter whatever else counts; it can be corrected under More."
    ),
    "skill": N_("Each player may put one Skill Card face down. Nobody may wait to see another's card."),
    "chance": N_(
        "Each side draws one Chance Card face down after all Skill Cards are in. Then everything is turned up."
    ),
    "tie": N_(
        "Equal totals: first the Location Card of the site decides, then the Military Track, then the "
        "Crypto Track. On the Military Track several may have the same place. A pooled side counts by "
        "its best-placed faction."
    ),
    "overwhelming": N_(
        "One kill for every 5 points of difference: a Civilian, Worker or Infantry at the site. "
        "Supporting Units are safe."
    ),
    "pairs": N_(
        "Two Infantry destroy a Civilian or Worker; two Mechs these or Infantry; two Fighters anything "
        "but a Fighter. They do it by themselves; the victor chooses which, at the site only."
    ),
    "card": N_(
        "The name is at the bottom right. It costs one Military Unit; in a red box it "
        "costs any Unit and damages a Utility. A Civ box costs a Civilian or Worker. Names "
        "count before Civ: a Civilian given up to a name is no longer there for Civ."
    ),
    "order": N_("A Civilian given up to a name card is no longer there for a Civ card."),
    "victor_cards": N_("Each card that names the victor costs it one Military Unit of its own choice."),
    "support": N_("A losing faction draws one card for all its supporting Units together. Utilities are safe here."),
    "territory": N_("If a combatant held the Location Card, it goes to the victor."),
    "retreat": N_(
        "Units that marched in go back where they came from. All others of a faction go to "
        "one neighbouring space on the map: not hostile, not one that victors came from. "
        "Ground Units cannot cross cliffs, not even with Secret Routes. Nobody may be "
        "disbanded while there is such a space."
    ),
    "pole": N_("Humans cannot enter the North Pole. Mechs are never human; of the AI faction only Civilians are."),
    "stacking": N_("At most 5 Military Units in a space, Workers not counted. Units that do not fit are destroyed."),
    "dealing": N_(
        "Cards against a pooled side go round its factions, whatever each of them brought. A card counts "
        "only if it names the faction it was dealt to."
    ),
    "board": N_(
        "Everything that this battle has changed. Routed Units have no strength until the Round ends, "
        "and a Move ordered into their space is blocked."
    ),
    "round": N_(
        "Routed markers stay on until the Round ends. In another battle at this site the Units that are "
        "still there carry on."
    ),
    people.KEY: people.HELP,
}
