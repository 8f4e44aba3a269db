"""Speech said again: the measures of words and of the speaker, tried on speech of which the answer is known."""

from pathlib import Path

import numpy as np
import pytest

from engine.base.errors import EngineError
from engine.models.speech_pack import speech_pack_for
from tests.training.papers.units.small import make_fsdd, small_config
from training.papers.units.recordings import FrameRecording, hear, read_recordings
from training.papers.units.resynthesis import by_embedding, by_warping, check, embedder, pair_precision


@pytest.fixture(scope="module")
def sounds(tmp_path_factory: pytest.TempPathFactory) -> list[FrameRecording]:
    folder: Path = make_fsdd(tmp_path_factory.mktemp("fsdd"), takes=6)
    recordings = read_recordings(["fsdd"], {"fsdd": folder})
    return hear(recordings, small_config().features, print, trim=False, keep_samples=True)


def test_average_precision_by_hand() -> None:
    # Right pairs at places 1 and 3: (1 + 2/3) / 2.
    found = pair_precision(np.array([0.1, 0.2, 0.3]), np.array([True, False, True]))
    assert found == pytest.approx(5.0 / 6.0)


def test_a_perfect_conversion_is_heard_as_the_target_and_keeps_the_words(sounds: list[FrameRecording]) -> None:
    source = [each for each in sounds if each.recording.speaker == "cid"]
    target = [each for each in sounds if each.recording.speaker == "bob"]
    said = [each.samples for each in target]  # the same words and takes, by the target itself
    config = small_config().features
    found = check(source, said, target, "bob", by_warping(config), config)
    assert found.target_share > 0.9 and found.source_share < 0.1
    assert found.probe_accuracy > 0.9
    assert found.word_ap > 2.0 * found.chance_ap
    # 24 recordings of 4 words, each but with itself: 5 of 23.
    assert found.chance_ap == pytest.approx(5.0 / 23.0)


def test_no_conversion_is_heard_as_who_spoke_first(sounds: list[FrameRecording]) -> None:
    source = [each for each in sounds if each.recording.speaker == "cid"]
    target = [each for each in sounds if each.recording.speaker == "bob"]
    config = small_config().features
    said = [each.samples for each in source]
    found = check(source, said, target, "bob", by_warping(config), config)
    assert found.source_share > 0.9 and found.target_share < 0.1
    assert found.word_ap == pytest.approx(found.original_ap)


def test_an_embedder_measures_words_too() -> None:
    apart = by_embedding(lambda waves: np.array([[float(len(wave)), 1.0] for wave in waves]))
    # (3, 1) and (300, 1): 1 - 901 / sqrt(10 * 90001).
    assert apart([np.zeros(3)], [np.zeros(3), np.zeros(300)])[0] == pytest.approx([0.0, 0.050268], abs=1e-6)


def test_a_words_pack_embeds_waves_at_another_rate_and_of_any_length() -> None:
    pack = speech_pack_for("words", None)
    assert pack is not None
    embed = embedder(pack, 16_000)
    vectors = embed(
        [np.random.default_rng(1).standard_normal(seconds * 16_000).astype(np.float32) for seconds in (1, 3)]
    )
    assert np.linalg.norm(vectors, axis=1) == pytest.approx([1.0, 1.0], abs=1e-4)


def test_one_word_tells_nothing(sounds: list[FrameRecording]) -> None:
    alike = [each for each in sounds if each.recording.word == "0"]
    config = small_config().features
    with pytest.raises(EngineError, match="two or more"):
        check(alike, [each.samples for each in alike], alike, "ann", by_warping(config), config)
