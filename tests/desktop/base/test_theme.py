"""Colours that can be read."""

import re
from importlib import resources

import pytest
from PySide6.QtGui import QPalette
from PySide6.QtWidgets import QApplication, QLineEdit, QPlainTextEdit, QTextEdit
from pytestqt.qtbot import QtBot

from desktop.base.theme import Theme, apply_theme, load_theme, style_sheet


def luminance(colour: str) -> float:
    """Relative luminance, WCAG 2.2."""
    parts = [int(colour[at : at + 2], 16) / 255 for at in (1, 3, 5)]
    linear = [part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


def contrast(one: str, other: str) -> float:
    """Contrast ratio, WCAG 2.2, 1 to 21."""
    light, dark = sorted((luminance(one), luminance(other)), reverse=True)
    return (light + 0.05) / (dark + 0.05)


@pytest.fixture(params=["dark", "light"])
def theme(request: pytest.FixtureRequest) -> Theme:
    return load_theme(request.param)


@pytest.mark.parametrize("text", ["text", "text_soft", "text_faint", "accent_text", "danger"])
@pytest.mark.parametrize("ground", ["window", "panel", "field"])
def test_every_text_reads_on_every_ground(theme: Theme, text: str, ground: str) -> None:
    assert contrast(getattr(theme, text), getattr(theme, ground)) >= 4.5  # WCAG 2.2, 1.4.3 AA


@pytest.mark.parametrize("text", ["text", "text_soft", "text_faint", "accent_text"])
def test_text_reads_on_the_selected_row(theme: Theme, text: str) -> None:
    assert contrast(getattr(theme, text), theme.accent_soft) >= 4.5


def test_text_reads_on_the_accent(theme: Theme) -> None:
    assert contrast(theme.on_accent, theme.accent) >= 4.5


def test_the_style_sheet_names_no_colour_that_is_missing(theme: Theme) -> None:
    assert "@" not in style_sheet(theme)


def test_every_icon_takes_the_colour_it_is_given() -> None:
    folder = resources.files("resources.icons")
    drawn = [file for file in folder.iterdir() if file.name.endswith(".svg") and file.name != "earshot.svg"]
    assert drawn
    assert [file.name for file in drawn if not re.search("currentColor", file.read_text())] == []


@pytest.mark.parametrize("text", ["text", "text_soft", "text_faint", "accent_text"])
@pytest.mark.parametrize("ground", ["raised", "hover"])
def test_text_reads_on_menus_buttons_and_what_the_pointer_is_over(theme: Theme, text: str, ground: str) -> None:
    assert contrast(getattr(theme, text), getattr(theme, ground)) >= 4.5


@pytest.mark.parametrize("ground", ["window", "panel", "raised", "field"])
def test_focus_rings_stand_out(theme: Theme, ground: str) -> None:
    assert contrast(theme.accent_text, getattr(theme, ground)) >= 3.0  # WCAG 2.2, 1.4.11


@pytest.mark.parametrize("ground", ["window", "panel"])
def test_marks_and_waves_stand_out(theme: Theme, ground: str) -> None:
    marks = ("red", "orange", "yellow", "green", "blue", "purple", "grey")
    weak = [name for name in marks if contrast(getattr(theme, f"mark_{name}"), getattr(theme, ground)) < 3.0]
    assert weak == []
    assert contrast(theme.wave, getattr(theme, ground)) >= 3.0


def test_a_rule_that_names_text_and_ground_gives_text_that_reads(theme: Theme) -> None:
    sheet = re.sub(r"/\*.*?\*/", "", style_sheet(theme), flags=re.DOTALL)
    weak = []
    for selector, body in re.findall(r"([^{}]+)\{([^}]*)\}", sheet):
        named = dict(re.findall(r"(?:^|[;\s])(color|background):\s*(#[0-9a-f]{6})", body))
        if len(named) == 2 and ":disabled" not in selector and contrast(named["color"], named["background"]) < 4.5:
            weak.append(selector.strip())
    assert weak == []


@pytest.mark.parametrize("mark", ["accent", "wave_soft"])
@pytest.mark.parametrize("ground", ["window", "panel", "raised", "field", "accent_soft"])
def test_what_is_drawn_in_the_accent_and_soft_waves_stand_out(theme: Theme, mark: str, ground: str) -> None:
    """Bars of a match, stars, hearts, moments, what is lit; and waves beside what is chosen of them."""
    assert contrast(getattr(theme, mark), getattr(theme, ground)) >= 3.0


@pytest.mark.parametrize("ground", ["accent_soft", "raised"])
def test_marks_and_waves_stand_out_in_a_selected_row_and_under_the_pointer(theme: Theme, ground: str) -> None:
    marks = [f"mark_{name}" for name in ("red", "orange", "yellow", "green", "blue", "purple", "grey")]
    drawn = [*marks, "wave", "wave_low", "wave_high"]
    assert [name for name in drawn if contrast(getattr(theme, name), getattr(theme, ground)) < 3.0] == []


@pytest.mark.parametrize(("text", "ground"), [("text_soft", "line"), ("danger", "raised"), ("danger", "hover")])
def test_badges_and_dangerous_buttons_read(theme: Theme, text: str, ground: str) -> None:
    assert contrast(getattr(theme, text), getattr(theme, ground)) >= 4.5


_WITHOUT_TEXT = ("::handle", "::chunk", "::indicator", "page", "::groove", "QSplitter", "#deckLine", ":disabled")


def test_text_reads_in_every_state_of_a_control(theme: Theme) -> None:
    """A rule for a state, such as :hover, takes from the rule without it what it does not say itself."""
    sheet = re.sub(r"/\*.*?\*/", "", style_sheet(theme), flags=re.DOTALL)
    rules: dict[str, dict[str, str]] = {}
    for selectors, body in re.findall(r"([^{}]+)\{([^}]*)\}", sheet):
        said = dict(re.findall(r"(?:^|[;\s])(color|background):\s*(#[0-9a-f]{6}(?![0-9a-f])|transparent)", body))
        for selector in selectors.split(","):
            rules.setdefault(" ".join(selector.split()), {}).update(said)
    weak = []
    for selector in rules:
        if any(part in selector for part in _WITHOUT_TEXT):
            continue
        states, known = selector, {"color": theme.text}
        found: dict[str, str] = dict(rules[selector])
        while (less := re.sub(r"(?<!:):[a-z-]+$", "", states)) != states:
            states = less
            found = {**rules.get(states, {}), **found}
        found = {**known, **found}
        ground = found.get("background", "transparent")
        if ground != "transparent" and contrast(found["color"], ground) < 4.5:
            weak.append(f"{selector}: {found['color']} on {ground}")
    assert weak == []


@pytest.mark.parametrize("kind", [QLineEdit, QPlainTextEdit, QTextEdit])
def test_what_an_empty_field_says_reads(
    qtbot: QtBot, qapp: QApplication, theme: Theme, kind: type[QLineEdit | QPlainTextEdit | QTextEdit]
) -> None:
    former = qapp.styleSheet()
    apply_theme(qapp, theme)
    field = kind()
    qtbot.addWidget(field)
    field.setPlaceholderText("A note to yourself")
    field.show()
    qtbot.waitExposed(field)
    said = field.palette().color(QPalette.ColorRole.PlaceholderText)
    qapp.setStyleSheet(former)
    assert said.alpha() == 255  # Qt halves it where a style sheet names the colour of text alone
    assert contrast(said.name(), theme.field) >= 4.5
