"""What a package says of its build, and what `earshot --version` prints."""

import json
import re
from pathlib import Path

import pytest

from engine.base import build_record
from engine.cli.main import main
from engine.models.pack import default_pack, read_info
from tests.helpers.notices import write_build


def printed(capsys: pytest.CaptureFixture[str]) -> list[str]:
    with pytest.raises(SystemExit) as ended:
        main(["--version"])
    assert ended.value.code == 0
    return capsys.readouterr().out.splitlines()


def test_a_checkout_has_no_build_and_names_its_packs(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setattr(build_record, "BUILD_FILE", tmp_path / "none.json")
    assert build_record.build().id == ""
    lines = printed(capsys)
    assert re.fullmatch(r"earshot \d+\.\d+\.\d+", lines[0])
    assert lines[1] == "build none recorded"
    assert f"pack starter {read_info(default_pack()).pack_id[:12]}" in lines


def test_a_package_names_its_commit_and_date(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setattr(build_record, "BUILD_FILE", tmp_path / "build.json")
    write_build(tmp_path / "build.json", "https://example.org/notice")
    assert printed(capsys)[1] == "build 2026-11-28, 0123456789ab"
    assert build_record.build().notice_address == "https://example.org/notice"


def test_a_field_that_no_build_has_is_our_own_error(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(build_record, "BUILD_FILE", tmp_path / "build.json")
    (tmp_path / "build.json").write_text(json.dumps({"comit": "0"}))
    with pytest.raises(TypeError, match="comit"):
        build_record.build()
