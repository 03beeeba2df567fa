"""Set-ups as types: what is read, what is refused and with which sentence."""

from __future__ import annotations

import pickle
from typing import Annotated, Any, ClassVar

import msgspec
import pytest
from msgspec import UNSET, Meta, UnsetType, field

from companion.table.errors import BadSetupError
from companion.table.setup import Setup, given, one_of, refuse, says


class Boat(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    name: str = ""
    sails: int | UnsetType = UNSET

    def __post_init__(self) -> None:
        if self.name != self.name.strip():
            refuse("A name has no blanks at its ends.")


class Voyage(Setup, frozen=True):
    thing: ClassVar[str] = "a voyage"
    rounds: Annotated[Annotated[int, Meta(ge=1, le=9)] | UnsetType, says("A voyage has 1 to 9 rounds.")] = UNSET
    boats: Annotated[list[Boat], says("Boats have a name and sails.")] = field(name="ships", default_factory=list)
    fish: Annotated[dict[Annotated[str, one_of(["cod", "eel+"])], int], says("Fish are cod and eel+.")] = field(
        default_factory=dict
    )

    def __post_init__(self) -> None:
        if self.rounds and len(self.boats) > self.rounds:
            refuse("There are as many rounds as boats.")


def test_what_is_given_is_read_and_the_rest_is_unset() -> None:
    assert Voyage.read({}) == Voyage()
    voyage = Voyage.read({"rounds": 2, "ships": [{"sails": 3}], "fish": {"eel+": 1}})
    assert (voyage.rounds, voyage.boats, voyage.fish) == (2, [Boat(sails=3)], {"eel+": 1})
    assert given(voyage.boats[0]) == {"name": "", "sails": 3}
    again = pickle.loads(pickle.dumps(Voyage()))
    assert again.rounds is UNSET


@pytest.mark.parametrize(
    ("setup", "sentence"),
    [
        ({"boats": []}, "“boats” does not belong to a voyage."),
        ({"x" * 90: 1}, f"“{'x' * 40}” does not belong to a voyage."),
        ({"rounds": 0}, "A voyage has 1 to 9 rounds."),
        ({"rounds": None}, "A voyage has 1 to 9 rounds."),
        ({"rounds": True}, "A voyage has 1 to 9 rounds."),
        ({"rounds": 1.0}, "A voyage has 1 to 9 rounds."),
        ({"ships": {}}, "Boats have a name and sails."),
        ({"ships": [{"mast": 1}]}, "Boats have a name and sails."),
        ({"ships": [{"name": "Ann "}]}, "A name has no blanks at its ends."),
        ({"fish": {"eel": 1}}, "Fish are cod and eel+."),
        ({"fish": {"cod\n": 1}}, "Fish are cod and eel+."),
        ({"rounds": 1, "ships": [{}, {}]}, "There are as many rounds as boats."),
    ],
)
def test_what_does_not_fit_is_refused_with_the_sentence_of_its_field(setup: dict[str, Any], sentence: str) -> None:
    with pytest.raises(BadSetupError) as refused:
        Voyage.read(setup)
    assert str(refused.value) == f"{sentence} Nothing was started."
