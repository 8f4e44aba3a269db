"""The file of generated captions, as it grows, is killed and is read."""

import json
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from tests.training.data.layouts import make_clotho
from training.data.captions import CaptionConfig, Captions
from training.data.corpora.clotho import read_clotho
from training.data.corpus import Clip, CorpusError
from training.data.variants import Variant, VariantFile, key_of, read_variants

HUM = Variant("a1", "A machine hums.", ("hum",), "small", ("A motor drones.", "Ein Gerät brummt leise."))


def test_what_is_appended_is_read_back(tmp_path: Path) -> None:
    with VariantFile(tmp_path / "new" / "v.jsonl") as file:
        file.append(HUM)
        assert read_variants(tmp_path / "new" / "v.jsonl").of("A machine hums.", ["hum"]) == HUM.variants


def test_an_unfinished_last_line_is_passed_over_and_cut_off(tmp_path: Path) -> None:
    path = tmp_path / "v.jsonl"
    with VariantFile(path) as file:
        file.append(HUM)
    whole = path.read_bytes()
    path.write_bytes(whole + whole[:40])
    assert read_variants(path).of("A machine hums.", ("hum",)) == HUM.variants
    with VariantFile(path) as file:
        file.append(Variant("b2", "A dog barks.", (), "small", ("A dog yaps.",)))
    assert read_variants(path).of("A dog barks.", ()) == ("A dog yaps.",)
    with VariantFile(path) as file:
        assert list(file.known) == ["a1", "b2"]


def test_variants_of_two_models_are_put_together(tmp_path: Path) -> None:
    path = tmp_path / "v.jsonl"
    with VariantFile(path) as file:
        file.append(HUM)
        file.append(Variant("c3", "A machine hums.", ("hum",), "large", ("A motor drones.", "A machine is droning.")))
    found = read_variants(path).of("A machine hums.", ("hum",))
    assert found == ("A motor drones.", "Ein Gerät brummt leise.", "A machine is droning.")


def test_a_damaged_line_is_named(tmp_path: Path) -> None:
    path = tmp_path / "v.jsonl"
    with VariantFile(path) as file:
        file.append(HUM)
    path.write_bytes(b"[]\n" + path.read_bytes())
    with pytest.raises(CorpusError, match="line 1 of"):
        read_variants(path)
    with pytest.raises(CorpusError, match="line 1 of"):
        VariantFile(path)


def test_a_later_version_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "v.jsonl"
    path.write_text('{"format": 2, "other": 1}\n', encoding="utf-8")
    with pytest.raises(CorpusError) as refused:
        read_variants(path)
    assert refused.value.advice == "Update Earshot."


def test_a_file_that_is_not_there_says_so(tmp_path: Path) -> None:
    with pytest.raises(CorpusError, match="no variants at"):
        read_variants(tmp_path / "none.jsonl")


def test_model_prompt_caption_and_tags_all_make_another_request() -> None:
    base = key_of("m", [{"role": "user", "content": "p c [t]"}])
    assert key_of("m", [{"role": "user", "content": "p c [t]"}]) == base
    assert base not in {key_of("n", [{"role": "user", "content": "p c [t]"}]), key_of("m", [{"content": "p d [t]"}])}


def variations(clips: list[Clip], count: int = 5) -> list[dict[str, object]]:
    """The public file's items: idx, path on the authors' machine, caption, and what came of the answer."""
    captions = [(clip, caption) for clip in clips for caption in clip.captions]
    return [
        {
            "idx": number,
            "path": f"/home/somebody/shared/clotho_v2/development/{clip.original_path}",
            "caption": caption,
            "query": f"… '{caption}' [{', '.join(clip.keywords)}]",
            "response": {"choices": [{"message": {"content": "1. …"}, "finish_reason": "stop"}]},
            "variations": [f"{clip.original_path} {number} {take}" for take in range(count)],
            "finish_reason": "stop",
            "usage": 120,
        }
        for number, (clip, caption) in enumerate(captions)
    ]


def test_the_published_variations_of_clotho_are_read_as_their_loader_does(tmp_path: Path) -> None:
    """Primus et al. 2023, section 2.6: an item's caption is swapped for one of its five, all as likely."""
    clips = list(read_clotho(make_clotho(tmp_path / "clotho", "development"), "development").clips)
    path = tmp_path / "variations.json"
    path.write_text(json.dumps(variations(clips, count=7)), encoding="utf-8")
    captions = Captions(clips, CaptionConfig(swap=1.0, variants=str(path)))
    assert captions.without_variants == 0
    rng, own = np.random.default_rng(3), len(clips[0].captions)
    drawn = {captions.draw(1, rng, 2) for _ in range(200)}
    name = clips[1].original_path
    assert drawn == {f"{name} {own + 2} {take}" for take in range(5)}  # the item's own, and of its lines the first five


def test_captions_that_two_sounds_share_have_variants_of_their_own(tmp_path: Path) -> None:
    clips = list(read_clotho(make_clotho(tmp_path / "clotho", "development"), "development").clips)[:2]
    clips = [replace(clip, captions=("The rain falls.",)) for clip in clips]
    path = tmp_path / "variations.json"
    path.write_text(json.dumps(variations(clips)), encoding="utf-8")
    captions = Captions(clips, CaptionConfig(swap=1.0, variants=str(path)))
    drawn = [captions.draw(row, np.random.default_rng(1), 0) for row in (0, 1)]
    assert [text.rsplit(" ", 2)[0] for text in drawn] == [clip.original_path for clip in clips]


@pytest.mark.parametrize("text", ['[{"path": "a.wav"}]', '[{"path": "a", "caption": "b", "variations": "c"}]', "[1, "])
def test_a_list_that_is_no_variations_is_refused(tmp_path: Path, text: str) -> None:
    (tmp_path / "variations.json").write_text(text, encoding="utf-8")
    with pytest.raises(CorpusError, match=r"is no variations\.json"):
        read_variants(tmp_path / "variations.json")
