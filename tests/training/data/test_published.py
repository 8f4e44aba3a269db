"""Published corpora in the layouts they are published in."""

import json
import unicodedata
from pathlib import Path

import pytest

from engine.base.training_messages import ExclusionReason
from tests.helpers.sounds import write_tone
from tests.training.data.layouts import (
    AUDIOCAPS_HEAD,
    BY_NC,
    CC0,
    CLOTHO_HEAD,
    make_audiocaps,
    make_clotho,
    make_macs,
    make_wavcaps,
    write_csv,
)
from training.data.corpora.audiocaps import missing_audiocaps, read_audiocaps
from training.data.corpora.clotho import missing_clotho, read_clotho
from training.data.corpora.dcase2025 import names_of, read_dcase2025
from training.data.corpora.macs import missing_macs, read_macs
from training.data.corpora.reader import CorpusReading
from training.data.corpora.wavcaps import missing_wavcaps, read_wavcaps
from training.data.corpus import CorpusError
from training.measures.caption_queries import pairs_of, queries_of


def left(reading: CorpusReading) -> dict[ExclusionReason, int]:
    """Reasons and how often."""
    return {group.reason: group.count for group in reading.groups()}


def test_clotho_gives_five_captions_keywords_and_licences(tmp_path: Path) -> None:
    reading = read_clotho(make_clotho(tmp_path), "evaluation")
    cafe, motor = reading.clips
    assert (cafe.original_path, len(cafe.captions), cafe.split) == ("Caf\u00e9 ambience.wav", 5, "test")
    assert cafe.keywords == ("caf\u00e9", "voices", "people")
    assert (cafe.licence, motor.licence) == (BY_NC, CC0)
    assert motor.duration_s == pytest.approx(0.3)
    assert left(reading) == {ExclusionReason.NO_FILE: 1}
    assert tuple(map(str, reading.notes)) == ("1 sounds are used although its licence forbids commercial use (NC)",)


def test_the_same_words_of_two_writers_stay_two_captions(tmp_path: Path) -> None:
    # 5 a sound in Clotho, so that 1,045 sounds are 5,225 queries (facts, section 5.1); likewise in AudioCaps' test part
    folder = make_clotho(tmp_path / "clotho")
    texts = ["Rain falls.", "Wind blows", "Rain falls. ", "Rain", "Rain falls."]
    write_csv(folder / "clotho_captions_evaluation.csv", CLOTHO_HEAD, [["Santa Motor.wav", *texts]])
    (motor,) = read_clotho(folder, "evaluation").clips
    assert motor.captions == ("Rain falls.", "Wind blows", "Rain falls.", "Rain", "Rain falls.")
    assert (len(pairs_of([motor])), len(queries_of([motor]))) == (5, 3)
    heard = make_audiocaps(tmp_path / "audiocaps")
    write_csv(heard / "test.csv", AUDIOCAPS_HEAD, [[str(n), "-0Gj8-vB1q4", "30", "Rain falls"] for n in range(5)])
    assert [clip.captions for clip in read_audiocaps(heard, "test").clips] == [("Rain falls",) * 5]


def test_clotho_is_found_under_the_names_of_its_archives(tmp_path: Path) -> None:
    folder = make_clotho(tmp_path, "development", audio="clotho_audio_development/development")
    assert missing_clotho(folder, "development") == []
    assert [clip.split for clip in read_clotho(folder, "development").clips] == ["train", "train"]


def test_clotho_finds_a_file_whose_accents_were_unpacked_in_two_parts(tmp_path: Path) -> None:
    folder = make_clotho(tmp_path)
    whole = folder / "evaluation" / "Caf\u00e9 ambience.wav"
    whole.rename(whole.with_name(unicodedata.normalize("NFD", whole.name)))
    assert len(read_clotho(folder, "evaluation").clips) == 2


def test_clotho_without_its_metadata_has_no_licences_and_says_so(tmp_path: Path) -> None:
    folder = make_clotho(tmp_path)
    (folder / "clotho_metadata_evaluation.csv").unlink()
    reading = read_clotho(folder, "evaluation")
    assert [clip.licence for clip in reading.clips] == ["", ""]
    assert str(reading.notes[0]).startswith("no keywords and no licences")


def test_what_of_clotho_is_missing_is_named(tmp_path: Path) -> None:
    gone = missing_clotho(make_clotho(tmp_path), "development")
    assert [str(tmp_path / "clotho_captions_development.csv") in one for one in gone] == [True, False, False]
    assert "clotho_audio_development.7z" in gone[2]


def test_a_damaged_wave_of_clotho_is_left_out(tmp_path: Path) -> None:
    folder = make_clotho(tmp_path)
    (folder / "evaluation" / "Santa Motor.wav").write_bytes(b"RIFF")
    reading = read_clotho(folder, "evaluation")
    assert (len(reading.clips), left(reading)) == (1, {ExclusionReason.NO_FILE: 1, ExclusionReason.UNREADABLE: 1})


def test_audiocaps_groups_five_captions_of_a_stretch_into_one_sound(tmp_path: Path) -> None:
    reading = read_audiocaps(make_audiocaps(tmp_path), "test")
    (clip,) = reading.clips
    assert clip.captions == tuple(f"Rain falls, take {number}" for number in range(5))
    assert (clip.duration_s, clip.path.name) == (10.0, "Y-0Gj8-vB1q4.wav")
    assert sum(left(reading).values()) == 2


def test_a_vanished_video_of_audiocaps_is_left_out(tmp_path: Path) -> None:
    reading = read_audiocaps(make_audiocaps(tmp_path), "train")
    assert [clip.original_path for clip in reading.clips] == ["r1nicOVtvkQ_130"]
    assert [str(one) for one in reading.left_out] == ["vanished_0"]


def test_two_stretches_of_one_video_are_two_sounds_of_one_recording(tmp_path: Path) -> None:
    folder = make_audiocaps(tmp_path)
    write_csv(folder / "val.csv", AUDIOCAPS_HEAD, [["1", "v", "0", "one"], ["2", "v", "10", "two"]])
    for start in (0, 10):
        (folder / "train" / "r1nicOVtvkQ_130.flac").with_name(f"v_{start}.flac").write_bytes(b"x")
    clips = read_audiocaps(folder, "val").clips
    assert clips == ()
    (folder / "train").rename(folder / "val")
    clips = read_audiocaps(folder, "val").clips
    assert ([clip.kind for clip in clips], {clip.group for clip in clips}) == (
        ["audiocaps/val/v_0", "audiocaps/val/v_10"],
        {"youtube/v"},
    )


def test_what_of_audiocaps_is_missing_is_named(tmp_path: Path) -> None:
    assert len(missing_audiocaps(tmp_path, "val")) == 2
    assert missing_audiocaps(make_audiocaps(tmp_path), "train") == []


def test_wavcaps_without_overlap_leaves_out_what_the_lists_name(tmp_path: Path) -> None:
    reading = read_wavcaps(make_wavcaps(tmp_path), "freesound_no_clotho")
    assert [clip.original_path for clip in reading.clips] == ["FreeSound/180913"]
    assert left(reading)[ExclusionReason.EXCLUDED] == 1
    # The lists of 2024 and 2025 are not the same: it is said which one took a sound out
    (gone,) = [one for one in reading.left_out if one.reason == ExclusionReason.EXCLUDED]
    assert str(gone) == "FreeSound/2022 (dcase2025_task6_excluded_freesound_ids.csv)"


def test_wavcaps_reads_the_lists_of_aac_datasets_whose_ids_stand_second(tmp_path: Path) -> None:
    folder = make_wavcaps(tmp_path)
    (folder / "dcase2025_task6_excluded_freesound_ids.csv").unlink()
    write_csv(folder / "blacklist_clotho.full.csv", ["index", "id"], [["180913", "2022"]])
    reading = read_wavcaps(folder, "freesound_no_clotho")
    assert [clip.original_path for clip in reading.clips] == ["FreeSound/180913"]


def test_wavcaps_as_the_papers_keep_it_leaves_audioset_whole(tmp_path: Path) -> None:
    folder = make_wavcaps(tmp_path)
    for subset, name in (("BBC_Sound_Effects", "bbc_final.json"), ("SoundBible", "sb_final.json")):
        (folder / "json_files" / subset).mkdir()
        (folder / "json_files" / subset / name).write_text("[]", encoding="utf-8")
    names = [clip.original_path for clip in read_wavcaps(folder, "no_overlap").clips]
    assert names == ["AudioSet_SL/YtdWhHV3X25Q", "AudioSet_SL/YgoodSound00", "FreeSound/180913"]


def test_each_part_of_wavcaps_has_its_own_list_of_freesound(tmp_path: Path) -> None:
    """fsd_final.json has sounds under two seconds, which the code of 2023 learns from; fsd_final_2s.json has none."""
    folder = make_wavcaps(tmp_path)
    for subset, name in (("BBC_Sound_Effects", "bbc_final.json"), ("SoundBible", "sb_final.json")):
        (folder / "json_files" / subset).mkdir()
        (folder / "json_files" / subset / name).write_text("[]", encoding="utf-8")
    place = folder / "json_files/FreeSound/fsd_final.json"
    whole = json.loads(place.read_text(encoding="utf-8"))
    whole["data"].append({"id": "90", "caption": "A click.", "duration": 0.4})
    place.write_text(json.dumps(whole), encoding="utf-8")
    write_tone(folder / "audio/FreeSound/90.flac", seconds=0.4)

    def freesound(part: str) -> list[str]:
        return [clip.original_path for clip in read_wavcaps(folder, part).clips if "FreeSound" in clip.source]

    assert freesound("all") == freesound("FreeSound") == ["FreeSound/180913", "FreeSound/2022", "FreeSound/90"]
    assert freesound("all_2s") == ["FreeSound/180913", "FreeSound/2022"]
    assert freesound("no_overlap") == ["FreeSound/180913"]
    place.unlink()
    assert missing_wavcaps(folder, "all", with_sounds=False) == [str(place)]  # the other never stands in for it
    with pytest.raises(CorpusError, match=r"fsd_final\.json is missing"):
        read_wavcaps(folder, "all")


@pytest.mark.parametrize(
    "place",
    [
        "audio/FreeSound_flac",
        "FreeSound_flac",
        "mnt/fast/nobackup/scratch4weeks/xm00178/WavCaps/data/waveforms/FreeSound_flac",
    ],
)
def test_sounds_of_wavcaps_are_found_as_its_archives_unpack(tmp_path: Path, place: str) -> None:
    folder = make_wavcaps(tmp_path)
    (folder / place).parent.mkdir(parents=True, exist_ok=True)
    (folder / "audio/FreeSound").rename(folder / place)
    assert missing_wavcaps(folder, "FreeSound") == []
    found = read_wavcaps(folder, "FreeSound").clips
    assert [clip.path for clip in found] == [folder / place / "180913.flac", folder / place / "2022.flac"]


def test_wavcaps_whole_keeps_them_and_says_what_its_licence_is(tmp_path: Path) -> None:
    reading = read_wavcaps(make_wavcaps(tmp_path), "FreeSound")
    assert [clip.original_path for clip in reading.clips] == ["FreeSound/180913", "FreeSound/2022"]
    assert reading.clips[0].licence == "academic use only (WavCaps)"
    assert reading.clips[0].keywords == ("dog", "bark")
    assert tuple(map(str, reading.notes)) == ("2 sounds are licensed for academic use only",)
    assert {ExclusionReason.NO_CAPTION, ExclusionReason.NO_FILE} <= left(reading).keys()


def test_the_broken_files_of_audioset_are_left_out(tmp_path: Path) -> None:
    reading = read_wavcaps(make_wavcaps(tmp_path), "audioset_no_audiocaps")
    assert [clip.original_path for clip in reading.clips] == ["AudioSet_SL/YgoodSound00"]
    assert left(reading) == {ExclusionReason.EXCLUDED: 1, ExclusionReason.UNREADABLE: 1}


def test_wavcaps_without_overlap_is_refused_without_a_list(tmp_path: Path) -> None:
    folder = make_wavcaps(tmp_path)
    (folder / "dcase2025_task6_excluded_freesound_ids.csv").unlink()
    assert "dcase2024_task6_excluded" in missing_wavcaps(folder, "freesound_no_clotho")[0]
    with pytest.raises(CorpusError, match="excluded_freesound_ids"):
        read_wavcaps(folder, "freesound_no_clotho")


def test_macs_gives_the_sentences_of_every_annotator(tmp_path: Path) -> None:
    reading = read_macs(make_macs(tmp_path), "full")
    first = reading.clips[0]
    assert first.captions == ("a crowd of people indoors talking: loudly", "people are chatting")
    assert (first.keywords, first.category) == (("adults talking", "footsteps"), "airport")
    assert sum(left(reading).values()) == 2
    assert "non-commercial" in str(reading.notes[0])


def test_sounds_of_one_place_of_macs_are_never_parted(tmp_path: Path) -> None:
    clips = read_macs(make_macs(tmp_path), "full").clips
    assert len({clip.split for clip in clips}) == 1
    assert len(missing_macs(tmp_path / "none", "full")) == 2


def make_dcase2025(folder: Path) -> Path:
    make_clotho(folder)
    rows = [
        ["an engine", "['Santa Motor.wav', 'Caf\u00e9 ambience.wav']"],
        ["voices in a caf\u00e9", "['Caf\u00e9 ambience.wav']"],
        ["harmful", "__import__('os').getcwd()"],
    ]
    write_csv(folder / "resources" / "metadata_eval.csv", ["query", "audio_filenames"], rows)
    return folder


def test_dcase_2025_queries_have_exactly_the_judged_sounds(tmp_path: Path) -> None:
    reading = read_dcase2025(make_dcase2025(tmp_path), "evaluation")
    found = {
        query.text: {reading.clips[row].original_path for row in query.relevant} for query in queries_of(reading.clips)
    }
    assert found == {
        "an engine": {"Santa Motor.wav", "Caf\u00e9 ambience.wav"},
        "voices in a caf\u00e9": {"Caf\u00e9 ambience.wav"},
    }


def test_an_apostrophe_that_the_relevance_file_writes_in_html_is_found(tmp_path: Path) -> None:
    folder = make_clotho(tmp_path)
    (folder / "evaluation" / "Santa Motor.wav").rename(folder / "evaluation" / "owl's call.wav")
    text = (folder / "clotho_captions_evaluation.csv").read_text(encoding="utf-8")
    text = text.replace("Santa Motor.wav,", "owl&#39;s call.wav,")
    (folder / "clotho_captions_evaluation.csv").write_text(text, encoding="utf-8")
    write_csv(folder / "metadata_eval.csv", ["query", "audio_filenames"], [["an owl", '["owl\'s call.wav"]']])
    clips = read_dcase2025(folder, "evaluation").clips
    assert [clip.captions for clip in clips if clip.captions] == [("an owl",)]


def test_a_list_of_names_is_read_and_never_run() -> None:
    assert names_of("['a.wav', \"b's.wav\"]") == ["a.wav", "b's.wav"]
    assert names_of("__import__('os').getcwd()") is None
    assert names_of("[1, 2]") is None
    assert names_of("('a',)") is None


def test_audiocaps_is_read_under_the_names_that_tools_give_its_sounds(tmp_path: Path) -> None:
    rows = [["11", "vzceMbklWc", "180", "Oink"], ["12", "-qDDsDoJpQ", "0", "Hum"]]
    write_csv(tmp_path / "val.csv", AUDIOCAPS_HEAD, rows)
    write_tone(tmp_path / "val" / "vzceMbklWc_180.0_190.0.wav", seconds=0.3)
    write_tone(tmp_path / "val" / "Y-qDDsDoJpQ_0.000_10.000.wav", seconds=0.3)
    found = read_audiocaps(tmp_path, "val").clips
    assert [clip.path.name for clip in found] == ["vzceMbklWc_180.0_190.0.wav", "Y-qDDsDoJpQ_0.000_10.000.wav"]
