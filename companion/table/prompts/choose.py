"""Pick some of the options."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Mapping
from typing import Any

import msgspec
from msgspec import field

from companion.table.errors import BadAnswerError
from companion.table.prompts.prompt import Answer, Chance, Option, Prompt
from companion.table.words import _, n_


class Choose(Prompt, frozen=True, kw_only=True, gc=False):
    """Pick `least` to `most` of the options.

    `suggested` options are filled in by what the companion believes; `on_map` says that the ids are areas, and `maps`
    that they are maps, which screens draw.
    `decline` is the label of picking nothing, where that is allowed. `any_of` says how many of one of these groups
    (or which option without a group) must be among those picked, and `lacking` what is wrong without them.
    `taken` is what picking some means, for one and for several (such as `NN_("This one fights", "These {n} fight")`).
    `done` is what such an answer has done, for the log and the undo button, where question and options say it badly.
    `onward` is the id of the option that goes on without doing anything more: a screen has it on its way on.
    `former` are ids of options that earlier versions offered: nobody can pick them any more, but stored games did, and
    the script still knows what they mean.
    """

    kind = "choose"

    options: tuple[Option, ...]
    least: int = 1
    most: int = 1
    suggested: tuple[str, ...] = ()
    on_map: bool = False
    maps: bool = False
    decline: str = field(default_factory=lambda: _("None"))
    any_of: Mapping[str, int] = field(default_factory=dict)
    lacking: str = ""
    former: tuple[str, ...] = ()
    onward: str = ""
    taken: tuple[str, str] = ("", "")
    done: tuple[str, str] = ("", "")

    @property
    def optional(self) -> bool:
        return self.least == 0

    def open_options(self) -> list[Option]:
        """Return the options that can be picked."""
        return [o for o in self.options if not o.refused]

    def lacks(self, picked: Collection[str]) -> str:
        """Return why these options are refused although their number is right; empty if they are not."""
        if not self.any_of or not picked:
            return ""
        groups = Counter(o.group or o.id for o in self.options if o.id in picked)
        return "" if any(groups[g] >= n for g, n in self.any_of.items()) else self.lacking

    def check(self, value: Answer) -> None:
        picked = [value] if isinstance(value, str) else value
        if not isinstance(picked, list):
            raise BadAnswerError(_("That is not a list of options. Nothing has changed; pick from the list."))
        for name in picked:
            if not isinstance(name, str):
                raise BadAnswerError(_("That is not a list of options. Nothing has changed; pick from the list."))
        for name in picked:
            for option in self.options:
                if option.id == name:
                    break
            else:
                raise BadAnswerError(
                    _("“{name}” is not among the options. Nothing has changed; pick from the list.").format(
                        name=name[:60]
                    )
                )
            if option.refused:
                raise BadAnswerError(
                    _("{label} is not possible: {refused}").format(label=option.label, refused=option.refused)
                )
        if len(picked) > 1 and len(set(picked)) != len(picked):
            raise BadAnswerError(_("The same option was picked twice. Nothing has changed; pick each once."))
        if not self.least <= len(picked) <= self.most:
            wanted = (
                _("Pick {most}; you picked {n}.")
                if self.least == self.most
                else _("Pick {least} to {most}; you picked {n}.")
            )
            raise BadAnswerError(wanted.format(least=self.least, most=self.most, n=len(picked)))
        if lacking := self.lacks(picked):
            raise BadAnswerError(_("{lacking}. Nothing has changed; pick others.").format(lacking=lacking))

    def check_stored(self, value: Answer) -> None:
        picked = value if isinstance(value, str) else value[0] if isinstance(value, list) and len(value) == 1 else None
        if picked is None or picked not in self.former:
            self.check(value)

    def is_moot(self) -> bool:
        return not self.options

    def forced(self) -> Answer | None:
        if self.least != self.most:
            return None
        found = self.open_options()
        return [o.id for o in found] if found and len(found) == self.least else None

    def still_possible(self, half: Answer) -> tuple[Answer, Answer]:
        able = {option.id for option in self.open_options()}
        kept = [name for name in half if name in able][: self.most]
        return kept, [name for name in half if name not in kept]

    def any_answer(self, chance: Chance) -> Answer:
        able = [option.id for option in self.open_options()]
        picked = chance.sample(able, chance.randint(self.least, min(self.most, len(able))))
        return able[: self.most] if self.lacks(picked) else picked

    def summary(self, value: Answer) -> str:
        picked = [value] if isinstance(value, str) else value
        if len(picked) == 1:
            return next(o.label for o in self.options if o.id == picked[0])
        labels = {o.id: o.label for o in self.options}
        alike = Counter(labels[p] for p in picked)
        return ", ".join(f"{label} ×{n}" if n > 1 else label for label, n in alike.items()) or self.decline

    def label(self, value: Answer) -> str:
        number = len(as_list(value))
        return n_(*self.done, number).format(n=number) if number and any(self.done) else super().label(value)

    def as_json(self) -> dict[str, Any]:
        more = {"any_of": dict(self.any_of), "lacking": self.lacking} if self.any_of else {}
        return super().as_json() | {
            "options": list(msgspec.to_builtins(self.options)),
            "least": self.least,
            "most": self.most,
            "decline": self.decline,
            "suggested": list(self.suggested),
            "on_map": self.on_map,
            **more,
        }


def as_list(answer: Answer | None) -> list[str]:
    """Return what is picked; one option may be given as such."""
    return [answer] if isinstance(answer, str) else list(answer or [])
