"""PortAudio's list of devices, shared by what plays and what records."""

import pytest

from desktop.deck import hold_device_list
from engine.base.errors import OutputError


@pytest.fixture(autouse=True)
def _library() -> None:
    try:
        hold_device_list.load()
    except OutputError as err:
        pytest.skip(str(err))


def test_the_list_is_not_read_anew_under_an_open_microphone() -> None:
    with hold_device_list.borrowed():
        assert hold_device_list.restart() is False
    assert hold_device_list.restart() is True


def test_a_device_that_is_not_there_is_named() -> None:
    with pytest.raises(OutputError, match="Nobody's headphones is not connected") as raised:
        hold_device_list.output_named("Nobody's headphones")
    assert raised.value.advice
