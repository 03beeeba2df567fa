"""Set-ups as types: each thing that may be given is a field, beside it the sentence that refuses what does not fit."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from typing import Annotated, Any, ClassVar, Self, get_args, get_origin

import msgspec
from msgspec import Meta

from companion.table.errors import BadSetupError
from companion.table.words import N_, _

NOT_STARTED = N_("Nothing was started.")


class Setup(msgspec.Struct, frozen=True):
    """Base of a game's set-up: a subclass has a field for each thing that may be given.

    A field is `Annotated[TYPE | UnsetType, says(N_("What it may be."))] = UNSET`, or has another default; one that is
    stored under another name says so with `msgspec.field(name=...)`. What concerns several fields is checked in
    `__post_init__`, which calls `refuse`. Parts of a set-up are `msgspec.Struct` with `forbid_unknown_fields`.

    Attributes:
        thing: what is set up, for the sentence about a key that there is not (“... does not belong to a game.”); marked
            with `N_`.
    """

    thing: ClassVar[str] = N_("a game")

    @classmethod
    def read(cls, given: Mapping[str, Any]) -> Self:
        """Return the set-up that plain JSON describes. Raises `BadSetupError`."""
        fields = {field.encode_name: field for field in msgspec.structs.fields(cls)}
        for key in given:
            if key not in fields:
                refuse(_("“{key}” does not belong to {thing}.").format(key=str(key)[:40], thing=_(cls.thing)))
        found = {}
        for key, value in given.items():
            try:
                found[fields[key].name] = msgspec.convert(value, fields[key].type)
            except msgspec.ValidationError as error:
                if isinstance(error.__cause__, BadSetupError):
                    raise error.__cause__ from None
                refuse(_said(fields[key].type) or _("“{key}” does not fit.").format(key=key))
        return cls(**found)


def says(sentence: str, **gaps: object) -> Meta:
    """Return the sentence that refuses what does not fit a field.

    It says what the field may be, with a full stop.

    Args:
        sentence: marked with `N_`.
        gaps: what stands in it.
    """
    return Meta(description=sentence, extra=gaps)


def one_of(names: Iterable[str]) -> Meta:
    """Allow only these words, for a text or for the keys of an object."""
    return Meta(pattern=rf"^(?:{'|'.join(map(re.escape, names))})\Z")


def refuse(sentence: str) -> None:
    """Raise `BadSetupError` with this sentence and what is safe."""
    raise BadSetupError(f"{sentence} {_(NOT_STARTED)}")


def given(part: msgspec.Struct) -> dict[str, Any]:
    """Return the fields that are set, by name."""
    return {name: value for name, value in msgspec.structs.asdict(part).items() if value is not msgspec.UNSET}


def _said(annotation: Any) -> str:
    metas = get_args(annotation)[1:] if get_origin(annotation) is Annotated else ()
    for meta in metas:
        if isinstance(meta, Meta) and meta.description:
            return _(meta.description).format(**meta.extra or {})
    return ""
