"""Spellbooks: requirements are noticed or claimed, and each gives one book of the player's choice (reference 3.7)."""

from __future__ import annotations

from companion.games.cthulhu_wars.boards import registry as boards
from companion.games.cthulhu_wars.facts import BookTaken, KillsNoticed, PowerGained, RequirementMet
from companion.games.cthulhu_wars.model import names, roster
from companion.games.cthulhu_wars.model.faction_parts import Progress, Requirement
from companion.games.cthulhu_wars.model.neutral_cards import BOOKS
from companion.games.cthulhu_wars.model.state import BOOKS_TO_WIN, CthulhuState, FactionState
from companion.games.cthulhu_wars.neutral.cards import registry
from companion.games.cthulhu_wars.neutral.loyalty_cards import return_cards
from companion.games.cthulhu_wars.rules.elder_signs import draw, promised
from companion.games.cthulhu_wars.rules.pool import books_left
from companion.games.cthulhu_wars.rules.untracked import left_to_table
from companion.table.prompts import Choose, Option
from companion.table.script import Script, pick_one, yes
from companion.table.words import _, and_list


def unlimited_battle(state: CthulhuState, code: str) -> bool:
    """Give Unlimited Battle to whoever has six books, and with two players to both (reference 3.8)."""
    factions = state.factions
    if len(factions[code].books) >= BOOKS_TO_WIN:
        return True
    return state.duel and any(len(faction.books) >= BOOKS_TO_WIN for faction in factions.values())


def open_requirements(state: CthulhuState, code: str) -> list[Requirement]:
    """Return the requirements not met yet.

    The one for the last spellbook counts only once the other five are owned.
    """
    faction = state.factions[code]
    return [r for r in roster.card(code).requirements if is_open(faction, r)]


def is_open(faction: FactionState, requirement: Requirement) -> bool:
    """Return whether a requirement can be met now."""
    if requirement.id in faction.met:
        return False
    return not requirement.last or len(faction.books) == BOOKS_TO_WIN - 1


def progress(state: CthulhuState, code: str) -> tuple[tuple[str, tuple[Progress, ...]], ...]:
    """Return the numbers of the requirements that are not met, with their ids."""
    met = state.factions[code].met
    return tuple((r.id, r.progress(state, code)) for r in roster.card(code).requirements if r.id not in met)


def how_far(numbers: tuple[Progress, ...]) -> str:
    """Return how far a requirement is in words: `2 of 3 Gates`; empty where nothing is counted."""
    words = _("{number} of {needed} {what}")
    return ", ".join(words.format(number=p.number, needed=p.needed, what=_(p.what)) for p in numbers)


def seen_by_players(state: CthulhuState, code: str) -> list[Requirement]:
    """Return the requirements that only the players can see to be met."""
    card, faction = roster.card(code), state.factions[code]
    told = card.unseen_requirements
    if not state.follows:
        told = tuple(r for r in card.requirements if state.by_hand or r.kind != "action")
    return [r for r in told if is_open(faction, r) and (not r.after or r.after in faction.met)]


def cannot_be_met(state: CthulhuState, code: str, requirement: Requirement) -> str:
    """Return why a requirement cannot be met by what is known to be in play, or an empty string."""
    return requirement.refused(state, code) if state.follows else ""


def elder_signs_now(state: CthulhuState, code: str, requirement: Requirement) -> int | None:
    """Return how many Elder Signs a claim gives now; None if that is not known, or if it gives none at all."""
    return None if state.by_hand or requirement.signs_now is None else requirement.signs_now(state, code)


def claim_words(state: CthulhuState, code: str, requirement: Requirement, words: str) -> str:
    """Return the words by which people say that a requirement is met.

    Args:
        words: what is claimed, as a message id; the Elder Signs that it gives are said instead.
    """
    signs, said = elder_signs_now(state, code, requirement), _(words)
    if signs is not None:
        none = _("{requirement}, gives 0 now").format(requirement=_(requirement.short))
        said = promised(state, signs) if signs else none
    return _("Claim: {requirement}").format(requirement=said)


def notice_requirements(state: CthulhuState) -> Script[None]:
    """Find what has become true by itself, for everybody, and give the books (also in another player's turn)."""
    return_cards(state)
    yield from registry.noticed(state)
    yield from boards.noticed(state)
    if state.slain:
        state.record(KillsNoticed())
    found = True
    while found:
        follows, found = state.follows, False
        for code in state.player_order():
            faction = state.factions[code]
            # Requirements paid for as Actions are met first; their books are taken here too.
            owed = len(faction.met) - len(faction.books)
            if owed > 0:
                yield from take_book(state, code, faction.met[-owed])
                found = True
                break
            # Where pieces are not followed, people say what is met.
            for requirement in roster.card(code).seen_requirements if follows else ():
                if not is_open(faction, requirement):
                    continue
                if requirement.kind == "doom-phase" and not state.doom_place_began(code):
                    continue  # From the player's own place in the order on, or after all Rituals (D32).
                if requirement.met and requirement.met(state, code):
                    yield from meet(state, code, requirement)
                    found = True
                    break
            if found:
                break


def meet(state: CthulhuState, code: str, requirement: Requirement, book: str = "") -> Script[None]:
    """Meet a requirement: give its own reward, then one spellbook.

    Args:
        book: the one that has been picked already; by default it is asked for.
    """
    state.record(RequirementMet(code, requirement.id))
    gained = promised(state, requirement.signs) if requirement.signs else ""
    if requirement.signs:
        draw(state, code, _(requirement.text), requirement.signs)
    if requirement.power_per_enemy:
        # Per player, not per faction: one person may play several (D2).
        power = power_of(state, requirement)
        state.record(PowerGained(code, power, _(requirement.text)))
        gained = gained or _("{number} Power").format(number=power)
    yield from left_to_table(state, _(requirement.text), "", requirement.also(state, code), who=code)
    if book:
        yield from give_book(state, code, book, requirement.id)
    else:
        yield from take_book(state, code, requirement.id, gained)


def power_of(state: CthulhuState, requirement: Requirement) -> int:
    """Return how much Power a requirement gives: per enemy player, for one person may play several factions (D2)."""
    return requirement.power_per_enemy * (len(state.players) - 1)


def claim_met(state: CthulhuState, code: str, requirement: Requirement) -> Script[None]:
    """Have a book picked for a requirement that people say is met; nothing counts before that."""
    if registry.picks_book(state, code, requirement.id):
        # Somebody else picks, and so cannot say that it was none after all.
        yield from meet(state, code, requirement)
        return
    gained = [promised(state, requirement.signs)] if requirement.signs else []
    gained += [_("{number} Power").format(number=power_of(state, requirement))] if requirement.power_per_enemy else []

    def build() -> Choose:
        words = _("{requirement}: you gain {gain}.") if gained else "{requirement}"
        return Choose(
            key=f"book/{code}",
            who=code,
            title=_("Take a spellbook"),
            text=words.format(requirement=names.requirement(code, requirement.id), gain=and_list(gained)),
            rule="spellbooks",
            options=book_options(state, code),
            least=0,
            decline=_("Not yet"),
            automatic=False,
        )

    book = yield from pick_one(state, build)
    if book is not None:
        yield from meet(state, code, requirement, book)


def last_claims(state: CthulhuState) -> Script[None]:
    """Ask, as the game ends, for requirements that may be met at any moment."""
    for code in state.player_order():
        for requirement in open_requirements(state, code):
            if requirement.kind != "anytime":
                continue
            title = _("{faction}: take your spellbook now?").format(faction=names.faction(code))
            if (yield from yes(state, f"last_claim/{code}", code, title, text=_(requirement.text))):
                yield from meet(state, code, requirement)


def take_book(state: CthulhuState, code: str, requirement: str, gained: str = "") -> Script[None]:
    """Take any one unclaimed book; the pairing is free. None is due if it was taken meanwhile.

    Args:
        gained: what the requirement has given besides.
    """

    def build() -> Choose | None:
        if len(state.factions[code].books) >= len(state.factions[code].met):
            return None
        picker = registry.picks_book(state, code, requirement)
        words = _("{requirement}: you gain {gain}.") if gained else _("Requirement met: {requirement}.")
        return Choose(
            key=f"book/{code}",
            who=picker or code,
            title=_("Pick a spellbook for {faction}").format(faction=names.faction(code))
            if picker
            else _("Take a spellbook"),
            text=words.format(requirement=names.requirement(code, requirement), gain=gained),
            rule="spellbooks",
            options=book_options(state, code, own=bool(picker)),
        )

    book = yield from pick_one(state, build)
    if book is not None:
        yield from give_book(state, code, book, requirement)


def book_options(state: CthulhuState, code: str, *, own: bool = False) -> tuple[Option, ...]:
    """Return the unclaimed books of a faction and the neutral ones.

    Args:
        own: whether only the faction's own ones may be picked.
    """
    options = tuple(Option(b.id, _(b.name), detail=_(b.text)) for b in books_left(state, code))
    neutral = () if own else (BOOKS[name] for name in state.neutral if name in BOOKS)
    said = _("Neutral: {text}")
    return options + tuple(Option(b.id, _(b.name), detail=said.format(text=_(b.text))) for b in neutral)


def give_book(state: CthulhuState, code: str, book: str, requirement: str) -> Script[None]:
    """Give a faction the book that was picked, with what the faction and cards do then."""
    state.record(BookTaken(code, book, requirement))
    yield from left_to_table(state, names.book(code, book), "", roster.card(code).book_earned(state, code), who=code)
    yield from registry.book_picked(state, code, requirement)


def claim(state: CthulhuState, code: str) -> Script[None]:
    """Let a player say that a requirement is met; the board is the truth."""

    def build() -> Choose:
        options = tuple(
            Option(r.id, _(r.text), detail=how_far(r.progress(state, code))) for r in open_requirements(state, code)
        )
        return Choose(
            key=f"claim/{code}",
            who=code,
            title=_("Which requirement is met?"),
            text=_("The companion takes your word for it."),
            rule="spellbooks",
            options=options,
            least=0,
            decline=_("None after all"),
        )

    picked = yield from pick_one(state, build)
    if picked is not None:
        yield from claim_met(state, code, next(r for r in roster.card(code).requirements if r.id == picked))
