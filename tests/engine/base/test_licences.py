"""Everything inside is listed with its licence, as what is installed says it."""

from pathlib import Path

from engine.base import licences


def test_earshot_comes_first_and_all_else_has_a_licence() -> None:
    parts = licences.part_licences()
    assert parts[0].name == "earshot"
    assert parts[0].licence == "GPL-3.0-or-later"
    by_name = {part.name: part for part in parts}
    assert len(by_name) == len(parts)
    assert by_name["Python"].licence == "PSF-2.0"
    assert "BSD" in by_name["numpy"].licence
    assert "NumPy Developers" in by_name["numpy"].text()
    assert [part.name for part in parts if not part.licence and not part.texts] == []


def test_a_licence_that_is_no_file_reads_as_nothing() -> None:
    assert licences.PartLicence("a", "1", "MIT", ()).text() == ""


def test_bytes_that_are_no_text_do_not_hide_the_rest(tmp_path: Path) -> None:
    (tmp_path / "LICENSE").write_bytes(b"Copyright \xa9 somebody")
    assert licences.PartLicence("a", "1", "MIT", (tmp_path / "LICENSE",)).text() == "Copyright \ufffd somebody"
