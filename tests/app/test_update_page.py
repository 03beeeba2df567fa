"""The companion is brought up to date, and taken back, from the screen; the repositories are real."""

from __future__ import annotations

import json
import os
from pathlib import Path
from typing import Any

import pytest

from companion import bootstrap
from companion.installation import by_unit, place, renew
from tests.app.sizes import sized
from tests.installation.project import Project, git


@pytest.fixture
def project(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Project:
    made = Project(tmp_path / "clone")
    monkeypatch.setattr(bootstrap, "ROOT", made.here)
    monkeypatch.setattr(os, "geteuid", lambda: 1000)
    return made


def said(shell: Any) -> list[str]:
    return [part.text for part in shell.page.content.walk() if getattr(part, "text", "")]


@sized((800, 480), (720, 1280))
def test_an_update_and_back_again_from_the_screen(
    project: Project, shell: Any, fingers: Any, until: Any, tmp_path: Path, size: tuple[int, int]
) -> None:
    """Install, update and roll-back from the screen, too."""
    again: list[str] = []
    shell.bind(on_restart=lambda _: again.append("again"))
    shell.home()
    shell.open_settings()
    fingers.skip(0.4)
    shell.page.links["UPDATE"].dispatch("on_use")
    fingers.skip(0.6)
    fingers.picture(tmp_path / f"update_{size[0]}.png")
    page = shell.page
    fingers.tap(page.primary)
    until(lambda: page.primary.ready)
    assert any("You have the newest version" in text for text in said(shell))

    project.publish("two")
    fingers.skip(0.6)
    fingers.tap(page.primary)
    until(lambda: page.primary.text == "Copy all games and update")
    fingers.picture(tmp_path / f"news_{size[0]}.png")
    assert "version two" in said(shell)
    assert project.copies() == [], "not before it is confirmed"
    fingers.skip(0.6)
    fingers.tap(page.primary)
    until(lambda: page.primary.text == "Restart now")
    assert git(project.here, "log", "-1", "--format=%s") == "version one", "not while this one runs"
    fingers.tap(page.left_key)
    fingers.skip(0.4)
    shell.page.links["UPDATE"].dispatch("on_use")
    page = shell.page
    assert any("“version two (" in text and "from the next start on" in text for text in said(shell))
    assert page.primary.text == "Restart now"
    fingers.skip(0.6)
    fingers.tap(page.primary)
    assert again == ["again"]
    # What the app does once its window is closed.
    assert place.finish_update()
    assert project.set_up == "two"

    fingers.tap(page.left_key)
    fingers.skip(0.4)
    shell.page.links["UPDATE"].dispatch("on_use")
    fingers.skip(0.6)
    page = shell.page
    (back,) = [part for part in page.content.walk() if getattr(part, "label", "") == "Back to previous version"]
    assert back.detail.startswith("version one")
    fingers.tap(back)
    fingers.skip(0.6)
    fingers.picture(tmp_path / f"back_{size[0]}.png")
    fingers.tap(page.primary)
    until(lambda: page.primary.text == "Restart now")
    assert place.finish_update()
    assert project.set_up == "one"
    assert "version one" in git(project.here, "log", "-1", "--format=%s")


def test_what_goes_wrong_is_said_and_the_version_stays(project: Project, shell: Any, fingers: Any, until: Any) -> None:
    shell.home()
    shell.open_settings()
    fingers.skip(0.4)
    shell.page.links["UPDATE"].dispatch("on_use")
    project.publish("broken", works=False)
    fingers.skip(0.6)
    page = shell.page
    fingers.tap(page.primary)
    until(lambda: page.primary.text == "Copy all games and update")
    fingers.skip(0.6)
    fingers.tap(page.primary)
    # Whoever goes away now would start half a version.
    fingers.tap(page.left_key)
    until(lambda: "the one of before is in its place" in shell.banner.message)
    assert shell.page is page
    assert git(project.here, "log", "-1", "--format=%s") == "version one"
    project.origin.rename(project.origin.with_name("gone"))
    fingers.skip(0.6)
    fingers.tap(page.primary)
    until(lambda: "is not there (any more)" in shell.banner.message)
    fingers.skip(0.6)
    fingers.tap(page.left_key)
    assert shell.page is not page


def test_what_did_not_come_with_git_is_not_offered(shell: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(bootstrap, "ROOT", tmp_path)
    shell.home()
    shell.open_settings()
    assert not hasattr(shell.page, "renewal")


@sized((800, 480), (720, 1280), (1280, 720))
def test_a_version_that_gave_way_is_named(
    shell: Any, fingers: Any, until: Any, tmp_path: Path, size: tuple[int, int], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Two starts without a page, and the link went back."""
    version = tmp_path / "program" / "versions" / "0001-old"
    version.mkdir(parents=True)
    (tmp_path / "program" / "current").symlink_to("versions/0001-old")
    refused = {"version": "0002-new", "says": "Let the tower count twice as fast (2026-11-27)"}
    (tmp_path / "program" / "refused").write_text(json.dumps(refused))
    monkeypatch.setattr(bootstrap, "ROOT", version)
    shell.home()
    shell.open_settings()
    fingers.skip(0.4)
    shell.page.links["UPDATE"].dispatch("on_use")
    fingers.skip(0.6)
    fingers.picture(tmp_path / f"gave_way_{size[0]}.png")
    sentence = "“Let the tower count twice as fast (2026-11-27)” did not start here"
    assert any(sentence in text for text in said(shell))
    # What the updater answers where that is the newest version.
    monkeypatch.setattr(by_unit, "ask", lambda *_: {"news": []})
    page = shell.page
    fingers.tap(page.primary)
    until(lambda: page.primary.ready)
    fingers.picture(tmp_path / f"looked_{size[0]}.png")
    assert any(sentence in text for text in said(shell))
    assert not any("You have the newest version" in text for text in said(shell))


@sized((800, 480), (720, 1280), (1280, 720))
def test_a_version_that_waits_for_a_restart_is_named(
    shell: Any, fingers: Any, tmp_path: Path, size: tuple[int, int], monkeypatch: pytest.MonkeyPatch
) -> None:
    """It said "You have version 0.3.0", as if nothing had been done."""
    program = tmp_path / "program"
    for name, says in (("0001-old", "version one (2026-11-20)"), ("0002-new", "Let the tower count (2026-11-27)")):
        (program / "versions" / name).mkdir(parents=True)
        (program / "versions" / name / "complete").write_text(json.dumps({"id": name, "says": says}))
    (program / "current").symlink_to("versions/0002-new")
    monkeypatch.setattr(bootstrap, "ROOT", program / "versions" / "0001-old")
    again: list[str] = []
    shell.bind(on_restart=lambda _: again.append("again"))
    shell.home()
    shell.open_settings()
    fingers.skip(0.4)
    shell.page.links["UPDATE"].dispatch("on_use")
    fingers.skip(0.6)
    fingers.picture(tmp_path / f"waits_{size[0]}.png")
    assert "“Let the tower count (2026-11-27)” is set up and runs from the next start on." in said(shell)
    assert shell.page.primary.text == "Restart now"
    fingers.tap(shell.page.primary)
    assert again == ["again"]


def test_any_fault_of_a_task_is_said(
    project: Project, shell: Any, fingers: Any, until: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The page said "Please wait" for good."""
    assert project.here.exists()
    monkeypatch.setattr(renew, "news", lambda: [][0])
    shell.home()
    shell.open_settings()
    fingers.skip(0.4)
    shell.page.links["UPDATE"].dispatch("on_use")
    fingers.skip(0.6)
    page = shell.page
    fingers.tap(page.primary)
    until(lambda: "A fault of the companion stopped it" in shell.banner.message)
    assert page.primary.ready
