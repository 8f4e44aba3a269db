"""`earshot owner`, as called from a shell."""

from pathlib import Path

import pytest

from engine.library.library import Library
from tests.engine.cli.test_cli_keeping import run
from tests.engine.features.owner.conftest import ids_of
from tests.helpers.tiny_library import earshot


def noises(stored: Path, count: int = 5) -> list[str]:
    return [str(stored / "sounds" / f"take {20 + number}.wav") for number in range(count)]


def test_a_word_is_taught_asked_and_forgotten(stored: Path, folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    code, (said,), _ = run(capsys, folder, "owner", "learn", "Zorvex", *noises(stored))
    assert code == 0
    assert (said["lessons"], said["private_words"], said["too_varied"]) == (1, ["zorvex"], [])
    (shown,) = run(capsys, folder, "owner")[1]
    assert shown == {
        "text": "zorvex",
        "source": "choices",
        "sounds": 5,
        "kinds": {"picked": 5},
        "away": 0,
        "left_out": False,
        "learnt": True,
        "private_word": True,
    }
    hits = run(capsys, folder, "search", "zorvex")[1]
    assert all("take 2" in hit["path"] and hit["why"]["chosen"] > 0.5 for hit in hits[:5])
    plain = run(capsys, folder, "search", "zorvex", "--no-owner")[1]
    assert not any("chosen" in hit["why"] for hit in plain)
    assert run(capsys, folder, "owner", "forget", "zorvex")[0] == 0
    assert run(capsys, folder, "owner")[1] == []
    assert [hit["path"] for hit in run(capsys, folder, "search", "zorvex")[1]] == [hit["path"] for hit in plain]


def test_a_list_of_cues_is_answered_with_and_without_what_was_learnt(
    stored: Path, folder: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    script = tmp_path / "script.txt"
    script.write_text("zorvex\n")
    (plain,) = run(capsys, folder, "spot", str(script))[1]
    assert run(capsys, folder, "owner", "learn", "zorvex", *noises(stored))[0] == 0
    (without,) = run(capsys, folder, "spot", str(script), "--no-owner")[1]
    assert [(hit["path"], "chosen" in hit["why"]) for hit in without["hits"]] == [
        (hit["path"], False) for hit in plain["hits"]
    ]
    taught = run(capsys, folder, "spot", str(script))[1][0]["hits"]
    assert "take 2" in taught[0]["path"] and taught[0]["why"]["chosen"] > 0.5


def test_people_read_what_was_learnt_and_how_much_better_it_finds(
    stored: Path, folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    with Library.open(folder) as opened:
        opened.keeping.add_tags(ids_of(opened, stored, range(6)), ["Our bell"])
    from engine.cli.main import main

    assert main(["owner", "learn", "zorvex", *noises(stored, 2), "--trial", "--library", str(folder)]) == 0
    out = capsys.readouterr().out
    assert "learnt: 2 texts, 1 of them private words" in out
    assert "too few to say how much better choices are found: 8 choices of 2 texts" in out
    assert main(["owner", "show", "--library", str(folder)]) == 0
    assert "zorvex: 2 sounds (2 picked), learnt\nOur bell: 6 sounds (tag), learnt\n" in capsys.readouterr().out
    assert main(["owner", "forget", "our bell", "--library", str(folder)]) == 0
    assert main(["owner", "show", "--library", str(folder)]) == 0
    assert "Our bell: 6 sounds (tag), left out" in capsys.readouterr().out
    assert main(["owner", "learn", "our bell", "--library", str(folder)]) == 0
    assert "learnt: 2 texts" in capsys.readouterr().out


def test_what_was_learnt_goes_out_and_in(
    stored: Path, folder: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    run(capsys, folder, "owner", "learn", "zorvex", *noises(stored))
    file = str(tmp_path / "mine.json")
    assert run(capsys, folder, "owner", "export", file)[0] == 0
    run(capsys, folder, "owner", "forget", "--all")
    assert "chosen" not in run(capsys, folder, "search", "zorvex")[1][0]["why"]
    code, _, told = run(capsys, folder, "owner", "import", file)
    assert (code, "1 text taken in" in told) == (0, True)
    assert run(capsys, folder, "search", "zorvex")[1][0]["why"]["chosen"] > 0.5


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (("learn",), "there are no choices to learn from yet"),
        (("learn", "zorvex"), "was given no sounds"),
        (("learn", "zorvex", "/nowhere.wav"), "/nowhere.wav is not in the library"),
        (("forget",), "say what to forget"),
        (("forget", "zorvex"), "you chose nothing for “zorvex”"),
        (("export", "/tmp/none.json"), "nothing was learnt yet"),
        (("import", "/nowhere.json"), "cannot be read"),
    ],
)
def test_what_cannot_be_done_is_said(
    words: tuple[str, ...], told: str, folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    code, _, said = run(capsys, folder, "owner", *words)
    assert code == 1
    assert told in said


def test_a_library_of_its_own_process_learns(stored: Path, folder: Path) -> None:
    (said,) = earshot("owner", "learn", "zorvex", *noises(stored), "--library", folder, "--json")
    assert said["private_words"] == ["zorvex"]
