"""The pages themselves: small, plain enough for an old browser, and unable to write what they are told as markup."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any, Final

import pytest
from calmjs.parse import es5
from calmjs.parse.asttypes import DotAccessor
from calmjs.parse.walkers import Walker

from companion.screens import server
from companion.screens.seen import COLOURS, page_words
from layouts.palette import THEMES

PAGES: Final = Path(server.__file__).parent / "pages"
SCRIPTS: Final = sorted(PAGES.glob("*.js"))
MARKUP: Final = {"innerHTML", "outerHTML", "insertAdjacentHTML", "write", "writeln", "setHTML", "eval", "cssText"}
PLAIN: Final = """
align-items animation background background-color border-radius bottom box-shadow box-sizing color display flex
flex-direction flex-wrap font-family font-size font-style font-weight height justify-content left line-height margin
margin-bottom margin-left margin-right margin-top max-width min-height min-width opacity order overflow padding
padding-left padding-right position right src text-align text-decoration text-overflow top transform white-space width
z-index -webkit-text-size-adjust
"""
"""Properties that browsers of ten years ago know. No grid, no gap."""


def test_all_pages_together_are_small() -> None:
    assert sum(path.stat().st_size for path in PAGES.iterdir()) < 40_000


@pytest.mark.parametrize("path", SCRIPTS, ids=lambda path: path.name)
def test_scripts_are_plain(path: Path) -> None:
    """ECMAScript 5 is a part of ECMAScript 2015: whoever knows that knows these."""
    tree = es5(path.read_text(encoding="utf-8"))
    named = {str(node.identifier) for node in Walker().filter(tree, lambda node: isinstance(node, DotAccessor))}
    assert not named & MARKUP


@pytest.mark.parametrize("newer", ["let a = 1;", "var a = () => 1;", "var a = `b`;", "async function a() {}", "a?.b;"])
def test_a_newer_script_is_refused(newer: str) -> None:
    with pytest.raises(Exception, match=r"Unexpected|Illegal|Error"):
        es5(newer)


def rules() -> list[tuple[str, str]]:
    """Each property with its value."""
    style = re.sub(r"/\*.*?\*/", "", (PAGES / "style.css").read_text(encoding="utf-8"), flags=re.DOTALL)
    inner = re.findall(r"\{([^{}]*)\}", style)
    return [tuple(map(str.strip, rule.split(":", 1))) for body in inner for rule in body.split(";") if rule.strip()]  # type: ignore[misc]


def test_the_style_uses_known_properties_only() -> None:
    assert {name for name, __ in rules() if not name.startswith("--")} <= {*PLAIN.split()}
    assert not [value for __, value in rules() if re.search(r"\b(min|max|clamp|calc|env|grid)\(|\bgrid\b", value)]


def test_every_colour_of_the_style_is_one_of_the_theme() -> None:
    known = {name.removeprefix("--") for name, __ in rules() if name.startswith("--")}
    assert known == {*COLOURS, "raised"}
    assert all(re.fullmatch(r"#[0-9a-f]{6}", getattr(theme, name)) for theme in THEMES.values() for name in COLOURS)


def test_the_page_has_no_script_and_no_style_of_its_own() -> None:
    """The policy of the page would refuse them."""
    page = (PAGES / "television.html").read_text(encoding="utf-8")
    assert re.findall(r"<script[^>]*>(.*?)</script>", page, re.DOTALL) == ["", ""]
    assert "style=" not in page
    assert not re.search(r"\bon\w+=", page)
    assert "http" not in page


def test_the_pages_use_each_of_their_words() -> None:
    script = (PAGES / "television.js").read_text(encoding="utf-8")
    by_reason = {"full", "later", "no"}
    used = set(re.findall(r"words\.(\w+)", script)) | by_reason
    assert used == set(page_words())


def test_the_code_is_taken_out_of_the_address() -> None:
    script = (PAGES / "link.js").read_text(encoding="utf-8")
    assert "history.replaceState" in script
    assert "location.search" not in script


def test_nothing_else_is_sent_than_hello() -> None:
    sent: list[Any] = re.findall(r"\.send\((.*?)\);", (PAGES / "link.js").read_text(encoding="utf-8"))
    assert len(sent) == 1
    assert "t: 'hello'" in sent[0]
    assert ".send(" not in (PAGES / "television.js").read_text(encoding="utf-8").replace("asked.send()", "")
