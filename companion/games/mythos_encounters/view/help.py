"""Short help for each step, in our own words; prompts name their topic in `rule`."""

from __future__ import annotations

from typing import Final

from companion.table import people
from companion.table.words import N_

TITLES: Final = {
    "pieces": N_("Pieces and dice"),
    "names": N_("Names"),
    "targets": N_("Order of combats"),
    "ring": N_("The owner's ring"),
    "insane": N_("Insane Cultists"),
    "gate": N_("Unstable Gates"),
    "mishap": N_("Mishaps"),
    "cards": N_("Cards"),
    "effects": N_("What a card does"),
    "roll": N_("The roll"),
    "match": N_("Ranks"),
    "off": N_("Pieces lost"),
    "bound": N_("Pieces kept out"),
    "retreat": N_("Retreat"),
    "victor": N_("Who wins"),
    "recover": N_("What comes back"),
    "reform": N_("Forming pieces again"),
    "board": N_("On the board"),
    "rulings": N_("Own rulings"),
    people.KEY: people.TOPIC,
}
"""What the topics are called, in the order in which they are looked up."""

TOPICS: Final = {
    "rulings": N_("The rules leave this open, or groups play it differently. The first choice is our recommendation."),
    "pieces": N_(
        "A Cultist brings 1 die, a Servitor 2, a Monster 3. Groups from different Nodes fight separate "
        "combats, in the order that the attacker picks."
    ),
    "names": N_("Names are for this screen and its log. The Great Old One tells whose ring a Node lies in."),
    "targets": N_(
        "The attacker picks the order: of the Nodes that are attacked, and of the groups that come to "
        "the same Node from different ones. Each of them is a combat of its own. An empty Node is taken "
        "without a roll."
    ),
    "insane": N_("It is not clear whether Insane Cultists bring 2 dice each or 2 together: the table says."),
    "ring": N_("In the owner's own ring each Cultist and each Servitor brings one more die. Monsters get no bonus."),
    "gate": N_(
        "Every Cultist that crosses an unstable Gate rolls a die; Servitors do not. A 1 is a mishap. "
        "Moving between two Nodes that you hold needs no roll."
    ),
    "mishap": N_(
        "One die for each Cultist that rolled a 1: 1 insane, 2 next door, 3 changes sides, 4 lost, 5 "
        "elsewhere in the ring, 6 becomes a Servitor."
    ),
    "cards": N_("Anybody at the table may play cards, for either side or against it, until all pass."),
    "effects": N_(
        "Say what the card does; the companion counts the dice. A card that was cancelled counts for "
        "nothing, unless the cancel is cancelled too."
    ),
    "roll": N_("Each side rolls its whole pool once. Both rolls count at the same moment."),
    "match": N_(
        "Both rolls are ranked from high to low and stand against each other. In each column the lower "
        "die is lost; equal dice are both lost. Dice without an opposite are safe and hit nothing. Lost "
        "dice are struck through."
    ),
    "retreat": N_(
        "After the first roll the attacker alone may leave for the Node it came from. Whoever stays "
        "rolls what is left once more."
    ),
    "off": N_(
        "Dice that are lost take pieces with them, on both sides at the same moment. At the "
        "end you keep as many pieces as your remaining dice could buy."
    ),
    "bound": N_("Pieces that a card keeps out have no dice in this combat, but they are not lost with the others."),
    "recover": N_(
        "Roll what the card says and enter what it brings back. The Cultists come back to the Node of "
        "Origin, or to the Spawning Node if that Node was lost."
    ),
    "victor": N_(
        "Whoever has dice left when the other has none wins. If both survive the second "
        "roll, the defender holds the Node and the attacker goes back."
    ),
    "board": N_("Everything this combat changes on the board, including what you have already done."),
    "reform": N_(
        "Each remaining die becomes a Cultist, or two become a Servitor, in any mix; every "
        "die that can be spent is spent."
    ),
    people.KEY: people.HELP,
}
