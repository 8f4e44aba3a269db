"""The record of the feature."""

from __future__ import annotations

from typing import TYPE_CHECKING

from engine.base.feature import Feature, ShellCommand

if TYPE_CHECKING:
    from engine.ingest.extensions import SecondPass
    from engine.models.pack_kinds import PackKind
    from engine.search.extensions import MakesSpeechSense
    from engine.store.feature_files import FeatureFiles


def _second_pass() -> SecondPass:
    from engine.features.speech.speech_phase import hear_speech

    return hear_speech


def _pack_kind() -> PackKind:
    from engine.features.speech.speech_check import SpeechPacks

    return SpeechPacks()


def _speech_sense() -> MakesSpeechSense:
    from engine.features.speech.sense import UnitsAndWords

    return UnitsAndWords


def _files() -> FeatureFiles:
    from engine.features.speech.heard_check import HeardFiles

    return HeardFiles()


FEATURE = Feature(
    commands=(ShellCommand("sketch", "sketch a sound from its units, even if its file is away"),),
    second_pass=_second_pass,
    pack_kind=_pack_kind,
    speech_sense=_speech_sense,
    files=_files,
)
