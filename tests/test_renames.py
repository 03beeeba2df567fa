"""The scripts that move modules and rename what is in them."""

from __future__ import annotations

from tests.moves import rewritten
from tests.renames import in_python, renamed

NAMES = {"Desk": "PromptContext", "spoil": "invalidate"}


def test_names_in_code_and_f_strings_are_replaced() -> None:
    source = 'x: Desk = f"{desk.spoil()} spoil {{spoil}}"  # `Desk` spoil\n'
    assert in_python(source, NAMES) == (
        'x: PromptContext = f"{desk.invalidate()} spoil {{spoil}}"  # `PromptContext` spoil\n'
    )


def test_a_string_that_is_a_name_is_replaced_and_a_translated_one_is_not() -> None:
    assert in_python('setattr(a, "spoil", _("Desk"), "a Desk")\n', NAMES) == (
        'setattr(a, "invalidate", _("Desk"), "a Desk")\n'
    )


def test_a_docstring_of_several_lines_keeps_its_words() -> None:
    source = '"""One `Desk`\n\nand Desk."""\ny = Desk\n'
    assert in_python(source, NAMES) == '"""One `PromptContext`\n\nand Desk."""\ny = PromptContext\n'


def test_rules_and_pages_are_renamed() -> None:
    assert renamed("a.kv", "<Desk>:\n", NAMES) == "<PromptContext>:\n"
    assert renamed("a.md", "A desk, `Desk`, Desk\n", NAMES) == "A desk, `PromptContext`, Desk\n"


def test_imports_of_moved_modules_are_rewritten() -> None:
    modules = {"a.b": "a.c.d", "a.b.e": "a.c.e"}
    source = "from a.b import x\nfrom a import b, f\nif 1:\n    from a.b.e import (\n        y,\n    )  # why\n"
    assert rewritten(source, "a", modules) == (
        "from a.c.d import x\nfrom a.c import d as b\nfrom a import f\nif 1:\n    from a.c.e import y  # why\n"
    )
