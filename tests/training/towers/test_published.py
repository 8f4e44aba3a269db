"""Published checkpoints: the authors' layouts are understood, others refused by name, nothing is loaded in part."""

import argparse
import contextlib
import io
import pickle
import random
import tarfile
import zipfile
from collections.abc import Callable, Mapping
from pathlib import Path

import pytest
import torch
from torch import Tensor, nn

from training.towers.atst import AtstConfig
from training.towers.mels import PANNS_MEL, mel_bank
from training.towers.mobilenet import MobileNet, MobileNetConfig
from training.towers.panns import Cnn, PannsConfig
from training.towers.passt import ARCHITECTURES, LEFT_BEHIND, from_images, give_weights
from training.towers.published_checkpoints import (
    RELEASES,
    PublishedCheckpoint,
    PublishedError,
    checkpoint_in,
    find_checkpoint,
    load_published,
    open_checkpoint,
)
from training.towers.releases import Release

ATST = {"width": 24, "heads": 2, "depth": 1}


def drawn(network: nn.Module, seed: int = 1) -> dict[str, Tensor]:
    """The keys of a network with other numbers."""
    source = torch.Generator().manual_seed(seed)
    return {
        key: torch.rand(value.shape, generator=source) if value.is_floating_point() else value + 5
        for key, value in network.state_dict().items()
    }


def saved(content: object, path: Path) -> str:
    torch.save(content, path)
    return str(path)


def holds(network: nn.Module, state: Mapping[str, Tensor]) -> bool:
    return all(torch.equal(value, state[key]) for key, value in network.state_dict().items())


def test_an_efficientat_file_is_loaded_without_its_head(tmp_path: Path) -> None:
    state = drawn(MobileNet(0.4, classes=527))
    encoder = MobileNetConfig("mn04", checkpoint=saved(state, tmp_path / "mn04_as_mAP_432.pt")).build()
    assert holds(encoder.network, state)


def test_a_panns_file_is_loaded_out_of_its_nest_and_without_its_extractor(tmp_path: Path) -> None:
    state = drawn(Cnn("cnn10", classes=527))
    extractor = {
        "spectrogram_extractor.stft.conv_real.weight": torch.zeros(513, 1, 1024),
        "spectrogram_extractor.stft.conv_imag.weight": torch.zeros(513, 1, 1024),
        "logmel_extractor.melW": torch.tensor(mel_bank(PANNS_MEL, 50.0, 14_000.0).T, dtype=torch.float32),
    }
    content = {"iteration": 600_000, "model": {**extractor, **state}}
    encoder = PannsConfig("cnn10", checkpoint=saved(content, tmp_path / "Cnn10_mAP=0.380.pth")).build()
    assert holds(encoder.network, state)


def test_a_panns_file_for_other_mels_is_refused(tmp_path: Path) -> None:
    state = {**drawn(Cnn("cnn10", classes=527)), "logmel_extractor.melW": torch.rand(257, 64)}
    with pytest.raises(PublishedError, match="other mel bands") as caught:
        PannsConfig("cnn10", checkpoint=saved({"model": state}, tmp_path / "Cnn10_16k.pth")).build()
    assert "32 kHz" in caught.value.advice


def atst_state() -> dict[str, Tensor]:
    return drawn(AtstConfig(**ATST).build().network)


def test_the_self_supervised_atst_file_is_loaded(tmp_path: Path) -> None:
    state = atst_state()
    named = {f"model.teacher.encoder.{key.replace('norm_frame', 'norm')}": value for key, value in state.items()}
    beside = {
        "model.teacher.encoder.cls_token": torch.zeros(1, 1, 24),
        "model.teacher.encoder.mask_embed": torch.zeros(1, 1, 24),
        "model.student.encoder.cls_token": torch.zeros(1, 1, 24),
    }
    # As Lightning saves: settings as an object, which is not to be needed.
    content = {"state_dict": {**named, **beside}, "hyper_parameters": argparse.Namespace(arch="base"), "epoch": 199}
    encoder = AtstConfig(**ATST, checkpoint=saved(content, tmp_path / "atstframe_base.ckpt")).build()
    assert holds(encoder.network, state)


def test_the_atst_file_from_clip_to_frame_is_loaded_without_its_teacher(tmp_path: Path) -> None:
    state = atst_state()
    named = {f"encoder.encoder.frame_encoder.{key}": value for key, value in state.items()}
    teacher = {f"encoder.encoder.teacher_module.{key}": value + 1 for key, value in state.items()}
    content = {"state_dict": {**teacher, **named, "head.weight": torch.zeros(3)}}
    encoder = AtstConfig(**ATST, checkpoint=saved(content, tmp_path / "c2f.ckpt")).build()
    assert holds(encoder.network, state)


def test_the_finetuned_atst_file_is_loaded(tmp_path: Path) -> None:
    state = atst_state()
    content = {"state_dict": {f"encoder.encoder.{key}": value for key, value in state.items()}}
    encoder = AtstConfig(**ATST, checkpoint=saved(content, tmp_path / "atstframe_base_as2M.ckpt")).build()
    assert holds(encoder.network, state)


def small_passt() -> nn.Module:
    from hear21passt.models.passt import PaSST

    return PaSST(img_size=(128, 320), stride=(16, 16), embed_dim=24, depth=1, num_heads=2, distilled=True)


def headless(network: nn.Module) -> nn.Module:
    network.head, network.head_dist = nn.Identity(), None
    return network


def test_a_passt_file_is_loaded_without_its_classifiers(tmp_path: Path) -> None:
    state, network = drawn(small_passt()), headless(small_passt())
    give_weights(network, open_checkpoint(saved(state, tmp_path / "passt.pt"), "passt-n"))
    assert holds(network, state)


def test_passt_begins_from_images_as_its_authors_did(tmp_path: Path) -> None:
    network = headless(small_passt())
    passt_only = ("new_pos_embed", "freq_new_pos_embed", "time_new_pos_embed")
    state = {key: value for key, value in drawn(network).items() if key not in passt_only}
    state["patch_embed.proj.weight"] = torch.rand(24, 3, 16, 16)
    state["head.weight"], state["head_dist.weight"] = torch.rand(1000, 24), torch.rand(1000, 24)
    # A square of 8 x 8 positions whose value is its row: the same for each time, rising with frequency.
    rows = torch.arange(8.0)[:, None].expand(8, 8).reshape(1, 64, 1).expand(1, 64, 24)
    state["pos_embed"] = torch.cat([torch.full((1, 2, 24), 9.0), rows], dim=1)
    give_weights(network, open_checkpoint(saved({"model": state}, tmp_path / "deit.pth"), "passt-n"))
    # 8 rows of patches (128 / 16) are 8 rows of positions; the mean over rows, 3.5, is each column's.
    assert torch.allclose(network.freq_new_pos_embed[0, 0, :, 0], torch.arange(8.0), atol=1e-4)
    assert torch.allclose(network.time_new_pos_embed, torch.tensor(3.5), atol=1e-4)
    assert torch.all(network.new_pos_embed == 9.0)
    expected = state["patch_embed.proj.weight"].sum(dim=1, keepdim=True)
    assert torch.allclose(network.patch_embed.proj.weight, expected)


def test_positions_of_images_are_turned_as_hear21passt_turns_them() -> None:
    from hear21passt.models.passt import adapt_image_pos_embed_to_passt

    positions = torch.randn(1, 2 + 24 * 24, 8, generator=torch.Generator().manual_seed(0))
    images = PublishedCheckpoint(
        {"pos_embed": positions, "patch_embed.proj.weight": torch.rand(8, 3, 16, 16)}, "deit.pth"
    )
    turned = from_images(images, (12, 99)).state
    summaries, frequencies, times = adapt_image_pos_embed_to_passt(positions, num_tokens=2, gs_new=(12, 99))
    assert torch.equal(turned["new_pos_embed"], summaries)
    assert torch.allclose(turned["freq_new_pos_embed"], frequencies, atol=1e-6)
    assert torch.allclose(turned["time_new_pos_embed"], times, atol=1e-6)


def test_images_without_colours_are_refused() -> None:
    grey = PublishedCheckpoint(
        {"pos_embed": torch.zeros(1, 66, 8), "patch_embed.proj.weight": torch.rand(8, 1, 16, 16)}, "g.pth"
    )
    with pytest.raises(PublishedError, match=r"g\.pth is not a distilled DeiT"):
        from_images(grey, (8, 62))


def test_a_file_of_another_network_is_refused_with_the_first_keys(tmp_path: Path) -> None:
    state = drawn(MobileNet(0.4))
    state["features.0.0.weight"] = torch.zeros(24, 1, 3, 3)
    state["surplus.weight"] = state.pop("features.16.1.bias")
    network = MobileNet(0.4)
    before = {key: value.clone() for key, value in network.state_dict().items()}
    with pytest.raises(PublishedError) as caught:
        load_published(network, open_checkpoint(saved(state, tmp_path / "other.pt"), "mn04"))
    message = str(caught.value)
    assert "1 keys missing (first: features.16.1.bias)" in message
    assert "1 keys unexpected (first: surplus.weight)" in message
    assert "features.0.0.weight, [24, 1, 3, 3] instead of [8, 1, 3, 3]" in message
    assert holds(network, before), "nothing of it is loaded"


def test_a_file_that_is_no_checkpoint_is_refused(tmp_path: Path) -> None:
    text = tmp_path / "readme.pt"
    text.write_text("no checkpoint")
    with pytest.raises(PublishedError, match=r"readme\.pt is not a checkpoint"):
        open_checkpoint(str(text), "mn04")
    with pytest.raises(PublishedError, match=r"numbers\.pt is not a checkpoint"):
        open_checkpoint(saved({"epoch": 3}, tmp_path / "numbers.pt"), "mn04")


class Trap:
    """What a harmful file would hold: unpickled, it makes a file."""

    def __init__(self, path: str) -> None:
        self.path = path

    def __reduce__(self) -> tuple[object, tuple[str, str]]:
        return open, (self.path, "w")


def test_code_in_a_checkpoint_is_not_run(tmp_path: Path) -> None:
    sprung = tmp_path / "sprung"
    content = {"state_dict": {"weight": torch.ones(2)}, "callbacks": Trap(str(sprung))}
    opened = open_checkpoint(saved(content, tmp_path / "trap.ckpt"), "mn04")
    assert torch.equal(opened.state["weight"], torch.ones(2))
    assert not sprung.exists()


def legacy(path: Path, **parts: object) -> None:
    """Writes torch's form of before 1.6: pickles of a magic number, a version, the system, the content, and keys."""
    usual = {"magic": 0x1950A86A20F9469CFC6C, "version": 1001, "system": {}, "content": {}, "keys": []}
    path.write_bytes(b"".join(pickle.dumps(part, protocol=2) for part in (usual | parts).values()))


def zipped(path: Path, **members: bytes) -> None:
    with zipfile.ZipFile(path, "w") as archive:
        for name, content in members.items():
            archive.writestr(f"archive/{name.replace('_', '.')}", content)


def tarred(path: Path, trap: object) -> None:
    with tarfile.open(path, "w") as archive:
        for name in ("sys_info", "pickle", "storages", "tensors"):
            content = pickle.dumps(trap, protocol=2)
            member = tarfile.TarInfo(name)
            member.size = len(content)
            archive.addfile(member, io.BytesIO(content))


def old_before_zip(path: Path, trap: object) -> None:
    """What looks like a zip from its end and like the old form from its beginning."""
    legacy(path, magic=trap)
    inside = io.BytesIO()
    torch.save({"weight": torch.ones(2), "callbacks": trap}, inside)
    path.write_bytes(path.read_bytes() + inside.getvalue())


def zip_in_zip(path: Path, trap: object) -> None:
    inside = io.BytesIO()
    torch.save(trap, inside)
    zipped(path, data_pkl=inside.getvalue(), version=b"3")


HARMFUL: dict[str, Callable[[Path, Trap], None]] = {
    "magic number": lambda path, trap: legacy(path, magic=trap),
    "version": lambda path, trap: legacy(path, version=trap),
    "system": lambda path, trap: legacy(path, system={"little_endian": True, "more": trap}),
    "content": lambda path, trap: legacy(path, content={"state_dict": {"weight": trap}}),
    "storage keys": lambda path, trap: legacy(path, keys=[trap]),
    "zip": lambda path, trap: torch.save({"weight": torch.ones(2), "callbacks": trap}, path),
    "name of a tensor": lambda path, trap: torch.save({"state_dict": {trap: torch.ones(2)}}, path),
    "nested": zip_in_zip,
    "tar": tarred,
    "old form before a zip": old_before_zip,
    "script": lambda path, trap: zipped(
        path, data_pkl=pickle.dumps(trap, protocol=2), constants_pkl=pickle.dumps(trap, protocol=2), version=b"3"
    ),
}


@pytest.mark.parametrize("form", HARMFUL)
def test_no_form_of_checkpoint_runs_code(tmp_path: Path, form: str) -> None:
    sprung, path = tmp_path / "sprung", tmp_path / "harmful.pth"
    HARMFUL[form](path, Trap(str(sprung)))
    with contextlib.suppress(PublishedError):
        open_checkpoint(str(path), "mn04")
    assert not sprung.exists()


def test_an_old_form_that_holds_objects_is_refused_and_one_of_tensors_alone_is_read(tmp_path: Path) -> None:
    old, mixed = tmp_path / "old.pth", tmp_path / "mixed.pth"
    torch.save({"weight": torch.ones(2)}, old, _use_new_zipfile_serialization=False)
    assert torch.equal(open_checkpoint(str(old), "mn04").state["weight"], torch.ones(2))
    content = {"weight": torch.ones(2), "settings": argparse.Namespace(rate=1)}
    torch.save(content, mixed, _use_new_zipfile_serialization=False)
    with pytest.raises(PublishedError, match=r"mixed\.pth is not a checkpoint of torch that can be read") as caught:
        open_checkpoint(str(mixed), "mn04")
    assert "torch.save(torch.load(" in caught.value.advice


@pytest.mark.parametrize("form", ["zip", "old"])
def test_a_damaged_checkpoint_is_read_or_refused_but_never_a_traceback(tmp_path: Path, form: str) -> None:
    whole, damaged, draw = tmp_path / "whole.pt", tmp_path / "damaged.pt", random.Random(1)
    content = {"state_dict": {"weight": torch.ones(3)}, "settings": argparse.Namespace(rate=1) if form == "zip" else 1}
    torch.save(content, whole, _use_new_zipfile_serialization=form == "zip")
    refused = 0
    for _ in range(300):
        changed = bytearray(whole.read_bytes())
        for _ in range(draw.choice((1, 2, 4))):
            changed[draw.randrange(min(len(changed), 900))] = draw.randrange(256)
        damaged.write_bytes(changed)
        try:
            open_checkpoint(str(damaged), "mn04")
        except PublishedError:
            refused += 1
    assert refused > 100


def test_an_unknown_name_lists_the_known_ones() -> None:
    with pytest.raises(PublishedError, match="passt_x") as caught:
        open_checkpoint("passt_x", "passt-s")
    assert "passt_s_kd_p16_128_ap486" in caught.value.advice
    with pytest.raises(PublishedError) as caught:
        open_checkpoint("hub", "mn12")
    assert "none" in caught.value.advice


def test_a_release_is_taken_from_the_cache_once_it_is_there(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(torch.hub, "get_dir", lambda: str(tmp_path))
    (tmp_path / "checkpoints").mkdir()
    state = drawn(MobileNet(0.5, classes=527))
    saved(state, tmp_path / "checkpoints" / "mn05_as_mAP_443.pt")
    assert holds(MobileNetConfig("mn05", checkpoint="hub").build().network, state)
    assert holds(MobileNetConfig("mn05", checkpoint="mn05_as").build().network, state)


def test_a_file_whose_name_states_its_digits_is_checked_by_them(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    # torch.hub: the eight letters before .pth are the first of the file's sha256, here sha256("abc"), FIPS 180-4.
    monkeypatch.setattr(torch.hub, "get_dir", lambda: str(tmp_path))
    release = Release("a", "passt-n", "https://example.org/a-ba7816bf.pth", False)
    monkeypatch.setattr("training.towers.published_checkpoints.RELEASES", (release,))
    (tmp_path / "checkpoints").mkdir()
    file = tmp_path / "checkpoints" / "a-ba7816bf.pth"
    file.write_bytes(b"abc")
    assert find_checkpoint("a", "passt-n") == checkpoint_in(tmp_path, "a", "passt-n") == file
    file.write_bytes(b"abd")
    with pytest.raises(PublishedError, match="not one that begins with ba7816bf"):
        find_checkpoint("a", "passt-n")
    with pytest.raises(PublishedError, match="not one that begins with ba7816bf"):
        checkpoint_in(tmp_path, "a", "passt-n")


def test_of_a_file_whose_sum_nobody_published_it_is_said(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr(torch.hub, "get_dir", lambda: str(tmp_path))
    (tmp_path / "checkpoints").mkdir()
    (tmp_path / "checkpoints" / "Cnn10_mAP=0.380.pth").write_bytes(b"abc")
    find_checkpoint("hub", "cnn10")
    assert "Cnn10_mAP=0.380.pth is not checked: nobody has published its sha256" in caplog.text


def test_without_network_the_message_says_where_to_put_the_file(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(torch.hub, "get_dir", lambda: str(tmp_path))
    monkeypatch.setenv("https_proxy", "http://127.0.0.1:9")
    with pytest.raises(PublishedError, match=r"Cnn14_mAP=0\.431 could not be fetched from https") as caught:
        open_checkpoint("hub", "cnn14")
    assert str(tmp_path / "checkpoints" / "Cnn14_mAP=0.431.pth") in caught.value.advice
    assert not list((tmp_path / "checkpoints").iterdir()), "no half of a file stays"


def test_a_release_that_a_person_must_fetch_says_from_where(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(torch.hub, "get_dir", lambda: str(tmp_path))
    with pytest.raises(PublishedError, match="atstframe_base_as2M") as caught:
        AtstConfig(**ATST, checkpoint="hub").build()
    assert "https://drive.google.com/" in caught.value.advice
    assert str(tmp_path / "checkpoints" / "atstframe_base_as2M.ckpt") in caught.value.advice


def test_every_architecture_has_its_release_under_hear21passts_name() -> None:
    from hear21passt.models import passt

    names = {release.name: release.url for release in RELEASES}
    assert all(architecture.name in names for architecture in ARCHITECTURES.values())
    urls = {config["url"] for config in passt.default_cfgs.values()}
    ours = {release.url for release in RELEASES if release.tower.startswith("passt")}
    assert ours <= urls
    assert LEFT_BEHIND == ("head.", "head_dist.")
