"""Registry of prompt widgets by kind of prompt; each module registers its own."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from importlib import import_module
from typing import TypeAlias, TypeVar

from companion.app.table.prompts import KINDS
from companion.app.table.prompts.shared.base import PromptContext, PromptWidget
from companion.app.widgets.base.buttons import Key
from companion.app.widgets.base.kv_child import load_layout
from companion.app.widgets.base.widgets import FitLabel, WrapLabel
from companion.table.errors import CompanionError
from companion.table.prompts import Prompt
from companion.table.session import OpenPrompt
from companion.table.words import _

__all__ = ["UnknownKindError", "WidgetPool", "joint_widget_for", "make_joint_widget", "make_widget", "widget_for"]

WidgetChooser: TypeAlias = Callable[[OpenPrompt, PromptContext], type[PromptWidget]]
WidgetMaker: TypeAlias = type[PromptWidget] | WidgetChooser
WidgetPool: TypeAlias = Mapping[int, dict[type[PromptWidget], PromptWidget]]
"""Pooled widgets by class: of single prompts (0), and of several at once by place (1, 2)."""
JointWidgetMaker: TypeAlias = Callable[[Sequence[OpenPrompt], PromptContext, WidgetPool], PromptWidget | None]
Maker = TypeVar("Maker", bound=WidgetMaker)
JointMaker = TypeVar("JointMaker", bound=JointWidgetMaker)

_MAKERS: dict[type[Prompt], WidgetMaker] = {}
_JOINT_MAKERS: dict[type[Prompt], JointWidgetMaker] = {}


class UnknownKindError(CompanionError):
    """There is no widget for a prompt of a game. The game is safe."""

    code = "unknown_kind"

    def __init__(self, prompt: Prompt) -> None:
        super().__init__(
            _(
                "This version cannot show the question “{question}” ({kind}). The game is saved up "
                "to here. Undo the last step, or go home and open the game with a newer companion."
            ).format(question=prompt.title, kind=prompt.kind or type(prompt).__name__)
        )


def widget_for(kind: type[Prompt]) -> Callable[[Maker], Maker]:
    """Register a widget class for this kind of prompt, or a function that returns the class."""

    def register(make: Maker) -> Maker:
        _MAKERS[kind] = make
        return make

    return register


def joint_widget_for(kind: type[Prompt]) -> Callable[[JointMaker], JointMaker]:
    """Register a function that makes one widget for several open prompts of this kind.

    It returns None where they cannot be asked together.
    """

    def register(make: JointMaker) -> JointMaker:
        _JOINT_MAKERS[kind] = make
        return make

    return register


def make_widget(
    item: OpenPrompt, context: PromptContext, pool: dict[type[PromptWidget], PromptWidget] | None = None
) -> PromptWidget:
    """Return the widget of a prompt.

    Args:
        item: the open prompt.
        context: what the widget may use.
        pool: pooled widgets; one that is made is added.

    Raises:
        UnknownKindError: no widget is registered for the kind.
    """
    _load(item.prompt.kind)
    found = _MAKERS.get(type(item.prompt))
    if found is None:
        raise UnknownKindError(item.prompt)
    kind: type[PromptWidget] = found if isinstance(found, type) else found(item, context)
    body = pool.get(kind) if pool is not None and kind.pooled else None
    if body is not None:
        body.rebind(item, context)
        return body
    body = kind(item, context)
    body.finished()
    if pool is not None and kind.pooled:
        pool[kind] = body
    return body


def make_joint_widget(items: Sequence[OpenPrompt], context: PromptContext, pool: WidgetPool) -> PromptWidget | None:
    """Return one widget for all of these prompts, if there is one."""
    kinds = {type(item.prompt) for item in items}
    if len(items) < 2 or len(kinds) > 1:
        return None
    _load(items[0].prompt.kind)
    make = _JOINT_MAKERS.get(kinds.pop())
    return make(items, context, pool) if make is not None else None


def _load(kind: str) -> None:
    """Import the module of a kind, which registers its widgets; others register by themselves."""
    if kind in KINDS:
        import_module(f"companion.app.table.prompts.{kind}")


load_layout("prompts", FitLabel, Key, WrapLabel)
