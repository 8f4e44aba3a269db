"""Errors of features that ask for what is not there, or make what is there already."""

import re

import pytest
from PySide6.QtCore import QObject
from PySide6.QtWidgets import QWidget
from pytestqt.qtbot import QtBot

from desktop.controllers.feature import FeaturePart, ObjectRegistry
from tests.helpers.tiny_library import REPOSITORY


class Lamp(QObject):
    def __init__(self) -> None:
        super().__init__()


class Shade(QObject):
    def __init__(self, lamp: Lamp) -> None:
        super().__init__()
        self.lamp = lamp


def spare_lamp() -> Lamp:
    return Lamp()


@pytest.fixture()
def registry(qtbot: QtBot) -> ObjectRegistry:
    window = QWidget()
    qtbot.addWidget(window)
    return ObjectRegistry(window)


def test_a_part_gets_what_was_made_before_it(registry: ObjectRegistry) -> None:
    registry.make([FeaturePart(2, Shade), FeaturePart(1, Lamp)])
    assert registry[Shade].lamp is registry[Lamp]


def test_a_class_made_twice_names_both_makers(registry: ObjectRegistry) -> None:
    with pytest.raises(TypeError, match=r"test_object_registry\.Lamp and \S*spare_lamp both make \S*Lamp$"):
        registry.make([FeaturePart(1, Lamp), FeaturePart(2, spare_lamp)])


def test_a_port_is_not_made_again(qtbot: QtBot) -> None:
    window = QWidget()
    qtbot.addWidget(window)
    with pytest.raises(TypeError, match=r"a port and .*spare_lamp both make"):
        ObjectRegistry(window, Lamp()).make([FeaturePart(1, spare_lamp)])


def test_a_part_that_asks_too_early_is_named_with_what_it_lacks(registry: ObjectRegistry) -> None:
    with pytest.raises(TypeError, match=r"\.Shade asks for \S*\.Lamp: not a port, nor made before 1"):
        registry.make([FeaturePart(1, Shade), FeaturePart(2, Lamp)])


def test_asking_for_what_was_not_made_names_it(registry: ObjectRegistry) -> None:
    with pytest.raises(KeyError, match=r"\.Lamp was not made"):
        registry[Lamp]


def test_no_feature_reaches_through_the_window() -> None:
    reach = re.compile(
        r"\bwindow\.(search_bar|sidebar|folders|inspector|message|note|notices|results|empty|deck|strip)\b"
    )
    files = (REPOSITORY / "desktop" / "features").rglob("*.py")
    assert [file.name for file in files if reach.search(file.read_text("utf-8"))] == []
