"""The file of generated captions, as it grows, is killed and is read."""

from pathlib import Path

import pytest

from training.data.corpus import CorpusError
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
