"""Sentences in the user's language, and that none is forgotten."""

import subprocess
from collections.abc import Iterator
from pathlib import Path

import pytest
from PySide6.QtCore import QTranslator
from PySide6.QtWidgets import QDialogButtonBox
from pytestqt.qtbot import QtBot

from desktop.base import translation
from desktop.base.translation import english_form, language, number, phrase, translate, use_language
from installer.translations import TRANSLATIONS, Sentence, in_file, sentences, unwrapped


@pytest.fixture(autouse=True)
def english_again() -> Iterator[None]:
    yield
    use_language("en")


@pytest.mark.parametrize(
    ("text", "count", "said"),
    [
        ("%n sound(s)", 1, "%n sound"),
        ("%n sound(s)", 0, "%n sounds"),
        ("%n match(es) in %n file(s)", 2, "%n matches in %n files"),
        ("Length (s)", 2, "Length (s)"),  # a unit, not a plural
    ],
)
def test_letters_in_brackets_belong_to_the_plural(text: str, count: int, said: str) -> None:
    assert english_form(text, count) == said


def test_numbers_and_values_take_their_places() -> None:
    assert translate("Test", "%n sound(s)", n=12480) == "12,480 sounds"
    assert translate("Test", "%1 of %2", 1200, "a%1.wav") == "1,200 of a%1.wav"  # a name is not looked into
    assert translate("Test", "%1%", 40) == "40%"


@pytest.mark.parametrize(
    ("context", "text", "said"),
    [
        ("Describing", "%n file(s) restored.", "1 file restored."),
        ("ReembeddingProgress", "%n sound(s) are found by name alone now.", "1 sound is found by name alone now."),
        ("RenameDialog", "%n file(s) skipped: no CatID.", "1 file skipped: no CatID."),
    ],
)
def test_english_verbs_go_with_one(context: str, text: str, said: str) -> None:
    # The catalogue has what the rule of brackets cannot say.
    assert translate(context, text, n=1) == said


def test_german_writes_numbers_its_own_way() -> None:
    use_language("de")
    assert language() == "de"
    assert number(12480) == "12.480"
    assert number(0.42, 2) == "0,42"


def test_without_compiled_translations_sentences_are_english(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr("desktop.base.translation.resources.files", lambda package: tmp_path)
    translation._known.cache_clear()
    try:
        use_language("de")
        assert translate("MainWindow", "Search") == "Search"
        assert translate("Test", "%n sound(s)", n=1) == "1 sound"
        assert "de.qm" in caplog.text
    finally:
        translation._known.cache_clear()


def test_compiled_translations_are_not_in_git() -> None:
    listed = subprocess.run(["git", "ls-files", "*.qm"], cwd=TRANSLATIONS, capture_output=True, text=True, check=False)
    if listed.returncode != 0:
        pytest.skip("not a git checkout")
    assert listed.stdout == ""


def test_an_unknown_language_is_refused() -> None:
    with pytest.raises(ValueError, match="'xx'"):
        use_language("xx")


def test_qts_own_buttons_speak_german_too(qtbot: QtBot) -> None:
    use_language("de")
    box = QDialogButtonBox(QDialogButtonBox.StandardButton.Cancel)
    qtbot.addWidget(box)
    assert box.button(QDialogButtonBox.StandardButton.Cancel).text().replace("&", "") == "Abbrechen"


def test_the_catalogues_hold_no_sentence_that_is_gone() -> None:
    assert set(in_file(TRANSLATIONS / "de.ts")) <= sentences(), "run `make translations`"


def test_english_plurals_are_complete() -> None:
    plurals = {sentence for sentence in sentences() if sentence.is_plural}
    known = in_file(TRANSLATIONS / "en.ts")
    assert set(known) == plurals, "run `make translations`"
    assert [sentence for sentence, forms in known.items() if len(forms) != 2] == []


def test_a_sentence_without_german_stays_english() -> None:
    use_language("de")
    assert translate("Test", "Nobody translated %1.", "this") == "Nobody translated this."
    assert translate("Test", "%n untranslated sound(s)", n=1) == "1 untranslated sound"


@pytest.mark.parametrize("code", ["de", "en"])
def test_what_is_compiled_is_what_was_translated(code: str) -> None:
    data = (TRANSLATIONS / f"{code}.qm").read_bytes()
    translator = QTranslator()
    assert translator.load(data)
    for sentence, forms in in_file(TRANSLATIONS / f"{code}.ts").items():
        counts = (1, 2) if sentence.is_plural else (-1,)
        found = tuple(translator.translate(sentence.context, sentence.text, sentence.comment, n) for n in counts)
        assert found == (forms or ("",) * len(counts)) or not forms, "run `make translations`"


def test_no_sentence_goes_to_the_screen_untranslated() -> None:
    found = unwrapped()
    assert found == [], f"{len(found)} literals to wrap in translate(...)"


def test_calls_are_read_whatever_their_shape(tmp_path: Path) -> None:
    (tmp_path / "part.py").write_text(
        'a = translate("A", "one " "two", value)\n'
        "b = f\"{translate('A', 'inside')}\"\n"
        'c = translate("B", "%n row(s)", n=len(rows))\n'
        'd = phrase("B", "Open", )\n'
        'e = shown("Look", "Theme", "The colours.", choices=(("dark", "Dark"),), unit="ms")\n'
    )
    settings = {Sentence("Settings", text) for text in ("Look", "Theme", "The colours.", "Dark", "ms")}
    assert sentences(tmp_path) == settings | {
        Sentence("A", "one two"),
        Sentence("A", "inside"),
        Sentence("B", "%n row(s)", is_plural=True),
        Sentence("B", "Open"),
    }


def test_a_sentence_that_is_no_literal_is_named(tmp_path: Path) -> None:
    (tmp_path / "part.py").write_text('translate("A", text)\n')
    with pytest.raises(ValueError, match=r"part\.py:1"):
        sentences(tmp_path)


def test_a_bare_sentence_is_found_and_a_name_is_not(tmp_path: Path) -> None:
    (tmp_path / "part.py").write_text('QLabel("Play now", self)\nlabel.setText(f"{n} sounds")\nlabel.setText("·")\n')
    assert [line.split(": ", 1)[1] for line in unwrapped(tmp_path)] == ["Play now", " sounds"]


def test_a_bare_command_section_or_signal_is_found(tmp_path: Path) -> None:
    (tmp_path / "part.py").write_text(
        'commands.add("sound.play", "Play", self._play, menu="Sound", tip="Plays it")\n'
        'sidebar.add_section("folders", "Folders", tree)\n'
        'self.failed.emit("It broke down.", "")\n'
        'self.chosen.emit("folder")\n'
        'known.add("Folders")\n'
    )
    assert [line.split(": ", 1)[1] for line in unwrapped(tmp_path)] == ["Play", "Plays it", "Folders", "It broke down."]


def test_a_phrase_is_translated_when_it_is_shown() -> None:
    assert str(phrase("Test", "Play")) == "Play"
