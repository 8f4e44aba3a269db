"""The deck's four knobs of effects: pitch with speed, length alone, pitch alone, gain."""

from PySide6.QtWidgets import QWidget

from desktop.base import messages
from desktop.base.theme import Theme
from desktop.base.translation import number, translate
from desktop.deck.deck_knobs import ValueKnob
from engine.audio.effects import MAX_GAIN_DB, MAX_PITCH_SEMITONES, STRETCH_PERCENT

_SEMITONES = (-MAX_PITCH_SEMITONES, MAX_PITCH_SEMITONES)


def pitch_knob(theme: Theme, parent: QWidget) -> ValueKnob:
    """Pitch and speed together, in semitones. GUI thread only."""
    return _semitones(theme, translate("DeckControls", "Pitch"), parent)


def tune_knob(theme: Theme, parent: QWidget) -> ValueKnob:
    """Pitch at the same length, in semitones. GUI thread only."""
    return _semitones(theme, translate("DeckControls", "Pitch shift"), parent)


def stretch_knob(theme: Theme, parent: QWidget) -> ValueKnob:
    """Length at the same pitch, in percent. GUI thread only."""
    low, high = (number(percent) for percent in STRETCH_PERCENT)
    return ValueKnob(
        theme,
        STRETCH_PERCENT,
        _stretch_text,
        name=translate("DeckControls", "Time stretch"),
        label=translate("DeckControls", "Time stretch"),
        unit="%",
        widest=("399.5 %", "399.5"),
        accepted=translate("DeckControls", "Type percent of the length, from %1 to %2.", low, high),
        large_step=25.0,
        at_rest=100.0,
        bare=_percent,
        parent=parent,
    )


def gain_knob(theme: Theme, parent: QWidget) -> ValueKnob:
    """Gain in dB. GUI thread only."""
    return ValueKnob(
        theme,
        (-MAX_GAIN_DB, MAX_GAIN_DB),
        _gain_text,
        name=translate("DeckControls", "Gain"),
        label=translate("DeckControls", "Gain"),
        unit="dB",
        widest=("−36.5 dB", "−36.5"),
        accepted=translate("DeckControls", "Type decibels from −%1 to +%1.", number(MAX_GAIN_DB)),
        large_step=6.0,
        parent=parent,
    )


def _semitones(theme: Theme, name: str, parent: QWidget) -> ValueKnob:
    return ValueKnob(
        theme,
        _SEMITONES,
        _pitch_text,
        name=name,
        label=name,
        unit=translate("DeckControls", "st", comment="semitones"),
        widest=("−24.5 st", "−24.5"),
        accepted=translate("DeckControls", "Type semitones from −%1 to +%1.", number(MAX_PITCH_SEMITONES)),
        large_step=12.0,
        parent=parent,
    )


def _pitch_text(semitones: float) -> str:
    return translate("DeckControls", "%1 st", messages.signed(semitones))


def _gain_text(gain_db: float) -> str:
    return translate("DeckControls", "%1 dB", messages.signed(gain_db))


def _stretch_text(percent: float) -> str:
    return translate("DeckControls", "%1 %", _percent(percent))


def _percent(value: float) -> str:
    return number(value, 0 if value == round(value) else 1)
