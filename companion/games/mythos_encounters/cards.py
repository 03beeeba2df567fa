"""The windows in which everybody at the table may play cards, and what the six effects do (reference 1.6)."""

from __future__ import annotations

from typing import Final, NamedTuple

from companion.games.mythos_encounters.facts import Done, Played, Pooled, pieces
from companion.games.mythos_encounters.options import ruling
from companion.games.mythos_encounters.state import NAMES, SIDES, Card, CombatState
from companion.table.prompts import TABLE, Choose, Count, Option, Roll, Write, dice_words
from companion.table.script import Script, ask, pick_one


class Kind(NamedTuple):
    """A card that can be played.

    Args:
        name: its own, or what it does.
        detail: what it does, in a few words more.
        effect: one of the six.
        price: Cultists that it usually costs.
        named: whether `name` is its own; else the table may write it down.
    """

    name: str
    detail: str
    effect: str
    price: int = 0
    named: bool = False


MONSTER: Final = "adds the dice of a Monster"
BEFORE: Final = {
    "weapons": Kind("Automatic Weapons", "one more die for each Cultist", "dice", named=True),
    "dhole": Kind("Dhole", MONSTER, "dice", 2, named=True),
    "shuggoth": Kind("Shuggoth", MONSTER, "dice", 2, named=True),
    "star_vampire": Kind("Star Vampire", MONSTER, "dice", named=True),
    "monster": Kind("Another Monster", MONSTER, "dice", 2),
    "bind": Kind("Bind Servitors", "a side's Servitors take no part", "exclude", named=True),
    "exclude": Kind("Keep other pieces out", "a side's Cultists or Monsters take no part", "exclude"),
    "more": Kind("More dice", "another card that adds dice", "dice"),
    "fewer": Kind("Fewer dice", "another card that takes dice away", "dice"),
}
LOSSES: Final = {"deflect": Kind("Deflect Harm", "somebody else takes a side's losses", "redirect", named=True)}
AFTER: Final = {
    "west": Kind("Herbert West", "Cultists come back", "recover", named=True),
    "recover": Kind("Another recovery", "Cultists come back", "recover"),
}
CANCEL: Final = Kind("Cancel a card", "Elder Sign, or another card that cancels", "cancel")
MOST: Final = 40
MONSTERS: Final = ("dhole", "shuggoth", "star_vampire", "monster")


def window(state: CombatState, name: str, title: str, kinds: dict[str, Kind]) -> Script[None]:
    """Let everybody play cards until all pass."""
    if ruling(state.options, "card_order") == "turns":
        yield from _in_turns(state, name, title, kinds)
        return
    while (player := (yield from pick_one(state, lambda: _who(state, _key(state, name), title)))) is not None:
        yield from _play(state, name, player, kinds)


def _in_turns(state: CombatState, name: str, title: str, kinds: dict[str, Kind]) -> Script[None]:
    """Round the table, until everybody has passed in a row."""
    passes = place = 0
    while passes < len(state.players):
        player = state.players[place % len(state.players)]
        plays = yield from _turn(state, f"{_key(state, name)}/{place}", title, player)
        played = plays and (yield from _play(state, name, player, kinds))
        passes = 0 if played else passes + 1
        place += 1


def _key(state: CombatState, name: str) -> str:
    """The key of the next card of a window."""
    return f"{name}/{len(state.cards) + 1}"


def _who(state: CombatState, key: str, title: str) -> Choose:
    options = tuple(Option(player, NAMES[player]) for player in state.players)
    return Choose(
        key=key,
        who=TABLE,
        title=title,
        text="Who plays a card? Everybody may, also those who do not fight.",
        rule="cards",
        options=options,
        least=0,
        decline="Everybody passes",
    )


def _turn(state: CombatState, key: str, title: str, player: str) -> Script[bool]:
    picked = yield from pick_one(
        state,
        lambda: Choose(
            key=key,
            who=player,
            title=title,
            rule="cards",
            options=(Option("play", "Play a card"),),
            least=0,
            decline="Pass",
            automatic=False,
        ),
    )
    return picked is not None


def _play(state: CombatState, name: str, player: str, kinds: dict[str, Kind]) -> Script[bool]:
    """Ask what the card does and let it count; return whether one was played after all."""
    number, key = len(state.cards) + 1, _key(state, name)
    targets = [card for card in state.in_force(name) if card.window == name]
    options = [Option(id_, kind.name, detail=kind.detail) for id_, kind in kinds.items()]
    no_target = "" if targets else "Nothing has been played that could be cancelled."
    options.append(Option("cancel", CANCEL.name, refused=no_target, detail=CANCEL.detail))
    picked = yield from pick_one(
        state,
        lambda: Choose(
            key=f"{key}/effect",
            who=player,
            title=f"{NAMES[player]}: which card?",
            rule="effects",
            options=tuple(options),
            least=0,
            decline="None after all",
        ),
    )
    if picked is None:
        return False
    kind = kinds.get(picked, CANCEL)
    called = kind.name if kind.named else ((yield from _name(state, key, player, kind)) or kind.name)
    card, words = yield from _details(state, key, Card(number, player, called, kind.effect, name), picked, targets)
    price = yield from _price(state, key, card, picked, kind)
    card = Card(**{**vars(card), "price": price})
    state.record(Played(card, f"{NAMES[player]} plays {called}: {words}."))
    if name.startswith("cards/"):
        recount(state, name)
    return True


def _name(state: CombatState, key: str, player: str, kind: Kind) -> Script[str]:
    written: str = yield from ask(
        state,
        lambda: Write(
            key=f"{key}/name",
            who=player,
            title="What is the card called?",
            text=f"{kind.name}. The name is for the log only.",
            rule="effects",
            decline="No name",
        ),
    )
    return written


def _details(state: CombatState, key: str, card: Card, picked: str, targets: list[Card]) -> Script[tuple[Card, str]]:
    values = vars(card)
    if card.effect == "cancel":
        choices = tuple(Option(str(c.number), c.name, detail=f"played by {NAMES[c.player]}") for c in targets)
        target = yield from _one(state, f"{key}/target", card.player, "Cancel which card?", choices)
        found = next(c for c in targets if str(c.number) == target)
        return Card(**{**values, "target": found.number}), f"{found.name} is cancelled"
    if card.effect == "recover":
        back = yield from _recover(state, key, card.player)
        return Card(**{**values, "amount": back}), f"{pieces('cultists', back)} come back"
    sides = tuple(Option(side, NAMES[side]) for side in SIDES)
    title = "Whose losses?" if card.effect == "redirect" else "For which side?"
    side = yield from _one(state, f"{key}/side", card.player, title, sides)
    if card.effect == "redirect":
        who = tuple(Option(player, NAMES[player]) for player in state.players if player != side)
        victim = yield from _one(state, f"{key}/victim", card.player, "Who takes them instead?", who)
        words = f"{NAMES[victim]} is to take the losses of the {NAMES[side].lower()}"
        return Card(**{**values, "side": side, "victim": victim}), words
    amount, counted = yield from _amount(state, key, card, picked, side)
    words = f"{NAMES[side]} {'gets' if amount >= 0 else 'loses'} {dice_words(abs(amount))}"
    return Card(**{**values, "side": side, "amount": amount, "kind": counted}), words


def _amount(state: CombatState, key: str, card: Card, picked: str, side: str) -> Script[tuple[int, str]]:
    """How many dice a card is worth, and of what kind they are."""
    force = state.forces[side]
    if picked in MONSTERS:
        number = yield from _count(state, f"{key}/amount", card.player, "Dice of this Monster", state.values["monster"])
        return number, "monster"
    if picked == "weapons":
        number = yield from _count(state, f"{key}/amount", card.player, "Dice: one for each Cultist", force.cultists)
        return number, "cultist"
    if card.effect == "exclude":
        kind = "servitor"
        if picked == "exclude":
            kinds = (Option("cultist", "Cultists"), Option("monster", "Monsters"))
            kind = yield from _one(state, f"{key}/kind", card.player, "Which pieces take no part?", kinds)
        number = yield from _count(
            state, f"{key}/amount", card.player, "How many of their dice leave?", bound_dice(state, side, kind)
        )
        return -number, kind
    number = yield from _count(state, f"{key}/amount", card.player, "How many dice?", 1)
    return number if picked == "more" else -number, ""


def bound_dice(state: CombatState, side: str, kind: str) -> int:
    """Dice that leave when a kind of piece is kept out: all it brought, or in segment two what the pool still has."""
    force, values = state.forces[side], state.values
    ring = values["ring"] if force.ring else 0
    own = {
        "cultist": force.cultists * (values["cultist"] + ring),
        "servitor": force.servitors * (values["servitor"] + (ring if state.segment == 1 else 0)),
        "monster": force.monsters * values["monster"],
    }[kind]
    cards = sum(c.amount for c in state.in_force() if c.side == side and c.kind == kind and c.effect == "dice")
    return min(own + cards, state.pools[side])


def recount(state: CombatState, name: str) -> None:
    """Work the pools out anew from what they were when the window opened and the cards that stand (1.3)."""
    for side in SIDES:
        cards = [card for card in state.in_force(name) if card.side == side]
        total = max(0, state.bases[side] + sum(card.amount for card in cards))
        if total != state.pools[side]:
            parts = "".join(f" {'+' if c.amount >= 0 else '−'} {c.name} {abs(c.amount)}" for c in cards)
            state.record(Pooled(side, total, f"{state.bases[side]}{parts} = {dice_words(total)}"))


def _price(state: CombatState, key: str, card: Card, picked: str, kind: Kind) -> Script[int]:
    if picked not in MONSTERS and card.effect != "cancel":
        return 0
    usual = state.values["summon_price"] if kind.price else 0
    title = "Cultists paid for it, from outside this fight"
    number: int = yield from _count(state, f"{key}/price", card.player, title, usual)
    return number


def _recover(state: CombatState, key: str, player: str) -> Script[int]:
    number = yield from _count(state, f"{key}/dice", player, "How many dice does the card roll?", 3)
    faces = yield from ask(
        state,
        lambda: Roll(key=f"{key}/roll", who=player, title="Recovery", rule="recover", dice=number),
    )
    back: int = yield from ask(
        state,
        lambda: Count(
            key=f"{key}/back",
            who=player,
            title="How many Cultists come back?",
            text=f"The dice show {sum(faces)}. What that brings back stands on the card.",
            rule="recover",
            least=0,
            most=MOST,
            suggested=0,
        ),
    )
    return back


def bring_back(state: CombatState) -> None:
    """Once all have passed, the Cultists of every recovery that nobody cancelled are put on the board."""
    for card in state.in_force("post"):
        if card.effect == "recover" and card.amount:
            many = pieces("cultists", card.amount)
            state.record(
                Done(
                    f"{many} of {NAMES[card.player]} come back.",
                    f"{NAMES[card.player]}: put {many} on the Spawning Node.",
                    f"{NAMES[card.player]}: take {many} off the Spawning Node.",
                )
            )


def _one(state: CombatState, key: str, who: str, title: str, options: tuple[Option, ...]) -> Script[str]:
    picked = yield from pick_one(state, lambda: Choose(key=key, who=who, title=title, options=options, rule="effects"))
    assert picked is not None
    return picked


def _count(state: CombatState, key: str, who: str, title: str, usual: int) -> Script[int]:
    number: int = yield from ask(
        state,
        lambda: Count(
            key=key, who=who, title=title, rule="effects", least=0, most=MOST, suggested=min(MOST, max(0, usual))
        ),
    )
    return number


def redirected(state: CombatState, name: str) -> dict[str, str]:
    """Who takes whose losses: the last redirect that stands counts for each side."""
    return {card.side: card.victim for card in state.in_force(name) if card.effect == "redirect"}
