"""Play random evenings and battles, hold each use of an ability against its statement, and print how often each was
used: `python -m tests.cthulhu_wars.uses 300`."""

from __future__ import annotations

import argparse
import json
import math
import time
from pathlib import Path

from companion.games.cthulhu_wars.neutral import CARDS
from companion.games.cthulhu_wars.roster import FACTIONS
from tests.cthulhu_wars.uses import awakenings, rituals, statements_bubastis, statements_expansions, statements_neutral
from tests.cthulhu_wars.uses.evenings import ENOUGH, NEUTRAL, Tally, battle, evening
from tests.cthulhu_wars.uses.statements import STATEMENTS

TABLES = (awakenings, rituals, statements_bubastis, statements_expansions, statements_neutral)
"""Statements enter themselves as their modules are imported."""


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("evenings", type=int, nargs="?", default=100)
    parser.add_argument("--battles", type=int, help="Quick Battles besides; as many as evenings if not given")
    parser.add_argument("--first", type=int, default=1, help="the first seed")
    parser.add_argument("--minutes", type=float, default=math.inf, help="stop after so long, and print what there is")
    parser.add_argument("--keep", type=Path, help="a file for the counts, so that runs add up")
    parser.add_argument("--add", type=Path, nargs="*", default=[], help="files of other runs that are counted, too")
    parser.add_argument("--go-on", action="store_true", help="print what is wrong and go on with the next one")
    given = parser.parse_args()
    tally, begun, wrong = Tally(), time.monotonic(), 0
    for file in (*given.add, *([given.keep] if given.keep and given.keep.exists() else [])):
        tally.take(json.loads(file.read_text(encoding="utf-8")))
    battles = given.evenings if given.battles is None else given.battles
    for n in range(max(given.evenings, battles)):
        if time.monotonic() - begun > 60 * given.minutes:
            break
        for play, number in ((evening, given.evenings), (battle, battles)):
            if n >= number:
                continue
            try:
                play(given.first + n, tally, rarest(tally))
            except Exception as error:
                if not given.go_on:
                    raise
                wrong += 1
                print(f"{play.__name__} {given.first + n}: {type(error).__name__}: {error}")
        if n % 50 == 49:
            print(f"{n + 1} of {given.evenings}, {time.monotonic() - begun:.0f} s", flush=True)
            keep(given.keep, tally)
    keep(given.keep, tally)
    show(tally)
    print(f"{wrong} went wrong")


def keep(file: Path | None, tally: Tally) -> None:
    """Write the counts down, if they are to be kept."""
    if file:
        file.write_text(json.dumps(vars(tally)), encoding="utf-8")


def rarest(tally: Tally) -> list[str]:
    """One of the factions with most abilities that have been used less than 20 times, each in its turn."""
    lacking = {code: sum(tally.undone[name] < ENOUGH for name in expected(code)) for code in FACTIONS}
    worst = sorted(lacking, key=lambda code: -lacking[code])[:4]
    return [worst[sum(tally.tables.values()) % len(worst)]]


def expected(code: str) -> list[str]:
    """Every ability of a faction of which the table must speak."""
    own = [name for name in STATEMENTS if name.startswith(f"{code}.")]
    card = FACTIONS[code]
    awakenings = [f"{code}.awaken/{unit.unit}" for unit in card.awakenings]
    return [*own, *awakenings, *(name for name in PASSIVES if name.startswith(f"{code}."))]


PASSIVES = (
    *("YS.passion", "SL.burrow", "SL.sorcery_ends", "AN.festival", "WW.ice_age_toll", "GC.immortal", "YS.third_eye"),
    *("OW.dragon_descending", "TT.sycophancy", "SL.demand_sacrifice_pains", "AN.extinction", "GC.regenerate"),
    *("CC.emissary", "BG.frenzy", "TT.otherworld", "YS.hastur_combat", "SL.tsathoggua_combat"),
    *("TT.ubbo_sathla_combat", "DS.synthesis_combat", "TT.hierophants", "TT.hells_banquet", "WW.herald"),
    *("AN.consecration", "TT.soulless", "YS.feast", "GC.yha_nthlei", "BG.red_sign", "AN.worship_services"),
    *("BB.cat_power", "BB.bastet", "BB.moon_left"),
)
OTHERS = (
    *("neutral.stars_are_right", "neutral.mao_ceremony", "neutral.umr_at_tawil", "neutral.great_race_of_yith"),
    *(f"neutral.{name}" for name in NEUTRAL),
    *(f"neutral.summon/{card.id}" for card in CARDS.values() if not card.independent and card.summoned),
    *(f"neutral.awaken/{card.id}" for card in CARDS.values() if card.independent),
)


def show(tally: Tally) -> None:
    """The table, and what was used less than 20 times."""
    print("\ntables:", dict(sorted(tally.tables.items())))
    print(f"{'ability':40} {'used':>7} {'battles':>8} {'undone':>7} {'reopened':>8}")
    every = dict.fromkeys([*(name for code in FACTIONS for name in expected(code)), *OTHERS])
    every |= dict.fromkeys(sorted(tally.used))
    few = []
    for name in sorted(every):
        row = (tally.used[name], tally.in_battles[name], tally.undone[name], tally.reopened[name])
        print(f"{name:40} {row[0]:7} {row[1]:8} {row[2]:7} {row[3]:8}")
        if min(row[0], row[2], row[3]) < ENOUGH:
            few.append(f"{name} ({min(row[0], row[2], row[3])})")
    print(f"\n{sum(tally.used.values())} uses of {len(tally.used)} abilities, {sum(tally.undone.values())} once more")
    print("under 20:", ", ".join(few) or "none")
    print("without a statement:", ", ".join(f"{name} ({n})" for name, n in sorted(tally.unstated.items())) or "none")


if __name__ == "__main__":
    main()
