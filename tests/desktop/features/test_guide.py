"""The user guide: in the window's language where there is one, and honest about what a translation lacks."""

from pathlib import Path

import pytest
from pytestqt.qtbot import QtBot

from desktop.base.translation import use_language
from desktop.features.help import guide
from desktop.features.help.guide import GUIDE, Guide, guide_file, lacking, name_in

ENGLISH = "# User guide\n\n## Searching\n\nType.\n\n```\n# not a heading\n```\n\n## The map\n\nLook.\n"
GERMAN = "# Handbuch <!-- User guide -->\n\n## Suchen <!-- Searching -->\n\nTippen.\n"


def _installed(monkeypatch: pytest.MonkeyPatch, folder: Path, *texts: str) -> None:
    """Puts guides, English and then German, into a folder in place of those that came with Earshot."""
    for name, text in zip((GUIDE, name_in("de")), texts, strict=False):
        (folder / name).write_text(text, encoding="utf-8")
    monkeypatch.setattr(guide, "guide_file", lambda name=GUIDE: folder / name if (folder / name).is_file() else None)


def _shown(qtbot: QtBot, code: str) -> str:
    use_language(code)
    try:
        dialog = Guide()
        qtbot.addWidget(dialog)
        return dialog.text.toPlainText()
    finally:
        use_language("en")


@pytest.mark.shows("guide-language")
def test_a_german_window_shows_the_german_guide(qtbot: QtBot, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    _installed(monkeypatch, tmp_path, ENGLISH, GERMAN)

    assert _shown(qtbot, "de").count("Tippen.") == 1
    assert "Type." in _shown(qtbot, "en") and "Tippen." not in _shown(qtbot, "en")


@pytest.mark.shows("guide-language")
def test_without_a_guide_in_the_language_the_english_one_is_shown(
    qtbot: QtBot, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    _installed(monkeypatch, tmp_path, ENGLISH)

    assert "Type." in _shown(qtbot, "de")


def test_a_guide_that_lacks_sections_says_which(qtbot: QtBot, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    _installed(monkeypatch, tmp_path, ENGLISH, GERMAN)

    text = _shown(qtbot, "de")

    assert text.startswith("Diese Abschnitte stehen nur im englischen Handbuch: The map.")
    assert "<!--" not in text and "Searching" not in text


def test_a_guide_that_has_every_section_says_nothing_of_it(
    qtbot: QtBot, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    _installed(monkeypatch, tmp_path, ENGLISH, GERMAN + "\n## Die Karte <!-- The map -->\n")

    assert _shown(qtbot, "de").startswith("Handbuch")


def test_the_german_guide_that_comes_with_earshot_tells_what_it_lacks(qtbot: QtBot) -> None:
    german, english = guide_file(name_in("de")), guide_file()
    assert german is not None and english is not None
    behind = lacking(german.read_text(encoding="utf-8"), english.read_text(encoding="utf-8"))
    print("The German guide lacks:", *behind, sep="\n  ")  # no fault: a translation may follow later

    text = _shown(qtbot, "de")

    assert "Handbuch" in text
    assert text.startswith("Diese Abschnitte") is bool(behind)
