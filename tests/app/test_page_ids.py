"""Every page id names a page that the shell can make."""

from __future__ import annotations

from inspect import signature
from typing import Any

import pytest

pytestmark = pytest.mark.window


@pytest.mark.usefixtures("window")
def test_every_page_id_names_a_page_and_what_it_needs() -> None:
    from importlib import import_module

    from companion.app.pages.factories import PageResources
    from companion.app.widgets.pages.page import Page
    from companion.app.widgets.pages.services import PageId

    for page in PageId:
        module, name = page.value.split(":")
        kind: Any = getattr(import_module(module), name)
        assert issubclass(kind, Page), page
        assert {*kind.NEEDS} <= {*PageResources.__struct_fields__}, page
        assert len(signature(kind.__init__).parameters) == len(kind.NEEDS) + 1, page
