"""One widget per kind of question. `body_for` finds it."""

from __future__ import annotations

from companion.app.table.prompts.assign import AssignBody
from companion.app.table.prompts.base import Desk, Given, PromptBody
from companion.app.table.prompts.choose import ChooseBody, ChooseOnMapBody, fits_map
from companion.app.table.prompts.count import CountBody
from companion.app.table.prompts.place import PlaceBody
from companion.app.table.prompts.roll import RollBody
from companion.app.table.prompts.tell import TellBody
from companion.app.table.prompts.write import WriteBody
from companion.table.prompts import Assign, Choose, Count, Place, Roll, Write
from companion.table.session import OpenPrompt

__all__ = ["Desk", "Given", "PromptBody", "body_for"]


def body_for(item: OpenPrompt, desk: Desk) -> PromptBody:
    """Return the widget that asks this question."""
    body = _body_for(item, desk)
    body.finished()
    return body


def _body_for(item: OpenPrompt, desk: Desk) -> PromptBody:
    prompt = item.prompt
    if isinstance(prompt, Choose):
        return ChooseOnMapBody(item, desk) if fits_map(prompt, desk.view) else ChooseBody(item, desk)
    if isinstance(prompt, Count):
        return CountBody(item, desk)
    if isinstance(prompt, Roll):
        return RollBody(item, desk)
    if isinstance(prompt, Assign):
        return AssignBody(item, desk)
    if isinstance(prompt, Place):
        return PlaceBody(item, desk)
    if isinstance(prompt, Write):
        return WriteBody(item, desk)
    return TellBody(item, desk)
