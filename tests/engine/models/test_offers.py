"""The catalogue of packs: the one that comes with Earshot is whole, and one that is not is refused with its reason."""

import json
import re
import shlex
from pathlib import Path

import pytest

from engine.base.errors import PackError
from engine.cli.main import build_parser
from engine.models.offers import Offer, offer_called, read_offers

READY = {
    "name": "mine",
    "purpose": "bells",
    "page": "https://sounds.example",
    "address": "https://sounds.example/a.zip",
}


def catalogue_of(folder: Path, *entries: object, version: object = 1) -> Path:
    path = folder / "catalogue.json"
    path.write_text(json.dumps({"version": version, "packs": list(entries)}))
    return path


def test_the_checkpoints_that_earshot_imports_are_listed() -> None:
    offers = read_offers()
    assert {offer.hugging_face for offer in offers} >= {
        "laion/clap-htsat-unfused",
        "laion/clap-htsat-fused",
        "laion/larger_clap_general",
        "laion/larger_clap_music",
        "laion/larger_clap_music_and_speech",
    }
    assert any("passt_roberta.ckpt" in " ".join(offer.commands) for offer in offers)
    assert [offer.name for offer in offers if offer.hugging_face and not offer.page.endswith(offer.hugging_face)] == []
    assert [offer.name for offer in offers if offer.address and not offer.address.startswith("https://")] == []


@pytest.mark.parametrize("offer", [offer for offer in read_offers() if offer.commands], ids=lambda offer: offer.name)
def test_the_last_command_installs_what_the_one_before_makes(offer: Offer) -> None:
    *_, made, installed = (shlex.split(line) for line in offer.commands)
    assert made[0] == "earshot-train" and re.fullmatch("import-(clap|salsa)", made[1])
    assert build_parser().parse_args(installed[1:]).source == made[made.index("--out") + 1]


def test_a_ready_pack_is_read_and_found_by_either_name(tmp_path: Path) -> None:
    entry = READY | {"sha256": "0a" * 32, "size_bytes": 5, "licence": "CC0-1.0", "hugging_face": "Me/Mine"}
    (offer,) = offers = read_offers(catalogue_of(tmp_path, entry))
    assert (offer.sha256, offer.size_bytes, offer.licence, offer.commands) == ("0a" * 32, 5, "CC0-1.0", ())
    assert offer_called("MINE", offers) is offer is offer_called("me/mine", offers)
    assert offer_called("", offers) is None is offer_called("other", offers)


@pytest.mark.parametrize(
    ("change", "named"),
    [
        ({}, "sha256"),
        ({"sha256": "0a"}, "sha256"),
        ({"sha256": "0a" * 32, "commands": ["true"]}, "commands or address"),
        ({"sha256": "0a" * 32, "size": 5}, "size"),
        ({"sha256": "0a" * 32, "size_bytes": "5"}, "size_bytes"),
        ({"sha256": "0a" * 32, "size_bytes": -5}, "size_bytes"),
        ({"sha256": "0a" * 32, "licence": ""}, "licence"),
        ({"sha256": "0a" * 32, "name": "../up"}, "name"),
        ({"sha256": "0a" * 32, "page": "http://sounds.example"}, "page"),
        ({"sha256": "0a" * 32, "commands": [5]}, "commands"),
    ],
)
def test_an_offer_that_nobody_could_take_is_refused(tmp_path: Path, change: dict[str, object], named: str) -> None:
    with pytest.raises(PackError, match=named):
        read_offers(catalogue_of(tmp_path, READY | change))


@pytest.mark.parametrize("entry", ["mine", {"name": "mine"}, {"name": "mine", "purpose": "x", "commands": ["true"]}])
def test_what_is_no_offer_is_refused(tmp_path: Path, entry: object) -> None:
    with pytest.raises(PackError, match="offer"):
        read_offers(catalogue_of(tmp_path, entry))


def test_two_of_one_name_a_later_version_and_no_catalogue_are_refused(tmp_path: Path) -> None:
    entry = READY | {"sha256": "0a" * 32}
    with pytest.raises(PackError, match="two packs of one name"):
        read_offers(catalogue_of(tmp_path, entry, entry))
    with pytest.raises(PackError, match="version 2, this Earshot reads 1"):
        read_offers(catalogue_of(tmp_path, entry, version=2))
    with pytest.raises(PackError, match="cannot be read"):
        read_offers(tmp_path / "none.json")
    (tmp_path / "list.json").write_text("[]")
    with pytest.raises(PackError, match="not a catalogue"):
        read_offers(tmp_path / "list.json")
