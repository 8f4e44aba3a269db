"""import-clap and import-salsa on files whose arrays have the published names and shapes; what they hold is made up.

Names and shapes are in tests/golden/published-keys-1.json, whose head says where they come from and what could not be
checked: the files themselves are gigabytes that no test may fetch.
"""

import json
import struct
from collections.abc import Mapping
from pathlib import Path

import pytest
import torch
from transformers import ClapConfig, ClapModel, RobertaConfig, RobertaModel

from tests.training.export.checkpoints import make_clap, read_json
from tests.training.export.models import roberta_folder
from training.export.clap import clap_system
from training.export.clap_audio import ClapError
from training.export.salsa import salsa_system
from training.export.salsa_keys import sorted_arrays
from training.export.system import ExportError

Shapes = Mapping[str, list[int]]
FILE = Path(__file__).parents[2] / "golden" / "published-keys-1.json"
_COUNTED = ("position_ids", "token_type_ids", "relative_position_index")


@pytest.fixture(scope="module")
def published() -> dict[str, dict[str, list[int]]]:
    found: dict[str, dict[str, list[int]]] = json.loads(FILE.read_text(encoding="utf-8"))
    found["laion/clap-htsat-fused"] = found["laion/clap-htsat-unfused"] | found["laion/clap-htsat-fused adds"]
    return found


def numbers(shapes: Shapes, prefix: str = "") -> int:
    return sum(torch.Size(shape).numel() for name, shape in shapes.items() if name.startswith(prefix))


def write_hollow(path: Path, shapes: Shapes) -> None:
    """A safetensors file of noughts that takes no room on the disk: its header, and a hole."""
    header: dict[str, object] = {"__metadata__": {"format": "pt"}}
    end = 0
    for name, shape in shapes.items():
        kind, size = ("I64", 8) if name.endswith((*_COUNTED, "num_batches_tracked")) else ("F32", 4)
        begin, end = end, end + size * torch.Size(shape).numel()
        header[name] = {"dtype": kind, "shape": shape, "data_offsets": [begin, end]}
    text = json.dumps(header).encode()
    with path.open("wb") as file:
        file.write(struct.pack("<Q", len(text)) + text)
        file.truncate(8 + len(text) + end)


def clap_folder(folder: Path, shapes: Shapes, *, fused: bool = False) -> Path:
    """A folder with the published settings, the extractor that goes with them, and hollow weights."""
    make_clap(folder, fused=fused)
    config = ClapConfig()
    config.audio_config.enable_fusion = fused
    kept = read_json(folder / "config.json")
    (folder / "config.json").write_text(json.dumps(kept | config.to_dict()), encoding="utf-8")
    write_hollow(folder / "model.safetensors", shapes)
    return folder


@pytest.mark.parametrize(("name", "fused"), [("laion/clap-htsat-unfused", False), ("laion/clap-htsat-fused", True)])
def test_transformers_has_clap_under_the_published_names(published: dict[str, Shapes], name: str, fused: bool) -> None:
    config = ClapConfig()
    config.audio_config.enable_fusion = fused
    with torch.device("meta"):
        own = {key: list(value.shape) for key, value in ClapModel(config).state_dict().items()}
    assert own == published[name], "transformers calls the arrays of CLAP otherwise: mend training/export/clap.py"


def test_the_published_numbers_of_weights_are_those_of_the_names(published: dict[str, Shapes]) -> None:
    # The papers say 86.2 M of PaSST-N and 354 M of roberta-large; CLAP's count is that of transformers' own class.
    learnt = {
        name: shape
        for name, shape in published["laion/clap-htsat-unfused"].items()
        if not name.endswith((*_COUNTED, "running_mean", "running_var", "num_batches_tracked"))
    }
    assert numbers(learnt) == 153_492_890
    salsa = {name: shape for name, shape in published["salsa"].items() if not name.endswith(_COUNTED)}
    assert numbers(salsa, "sentence_embedding_model.") == 354_310_144
    assert numbers(salsa, "audio_embedding_model.") == 86_122_270


@pytest.mark.parametrize("counted", [True, False], ids=["with what is counted", "without"])
def test_a_clap_file_of_the_published_names_and_shapes_is_taken(
    published: dict[str, Shapes], tmp_path: Path, counted: bool
) -> None:
    shapes = published["laion/clap-htsat-unfused"]
    if not counted:
        shapes = {name: shape for name, shape in shapes.items() if not name.endswith(_COUNTED)}
    system = clap_system(clap_folder(tmp_path / "clap", shapes))
    assert (system.dim, system.plan.sample_rate_hz, system.plan.segment_s) == (512, 48_000, 10.0)
    # The ear is the published model less its words: 153,492,890 less RoBERTa and its projection and scales.
    ear = sum(parameter.numel() for parameter in system.audio.parameters())
    assert ear == numbers(
        {
            name: shape
            for name, shape in shapes.items()
            if not name.endswith((*_COUNTED, "running_mean", "running_var"))
        },
        "audio_",
    ) - sum(name.startswith("audio_") and name.endswith("num_batches_tracked") for name in shapes)


def test_a_fused_clap_file_of_the_published_names_and_shapes_is_taken(
    published: dict[str, Shapes], tmp_path: Path
) -> None:
    system = clap_system(clap_folder(tmp_path / "clap", published["laion/clap-htsat-fused"], fused=True))
    assert system.dim == 512 and "feature fusion" in system.about.what[0]


def test_a_clap_file_that_lacks_a_published_array_says_which(published: dict[str, Shapes], tmp_path: Path) -> None:
    shapes = dict(published["laion/clap-htsat-unfused"])
    del shapes["audio_projection.linear2.weight"]
    with pytest.raises(ClapError, match=r"lacks 1 arrays .* audio_projection\.linear2\.weight"):
        clap_system(clap_folder(tmp_path / "clap", shapes))


def hollow(shapes: Shapes) -> dict[str, torch.Tensor]:
    """Arrays of noughts that share one number each."""
    return {
        name: torch.zeros(1, dtype=torch.int64 if name.endswith(_COUNTED) else torch.float32).expand(shape)
        for name, shape in shapes.items()
    }


def shortened(shapes: Shapes, layers: int) -> dict[str, list[int]]:
    """The names of the first layers of RoBERTa alone: the rest are of the same shapes, and a gigabyte."""
    place = "sentence_embedding_model.encoder.layer."
    return {
        name: shape
        for name, shape in shapes.items()
        if not name.startswith(place) or int(name.removeprefix(place).split(".")[0]) < layers
    }


def test_every_published_name_of_salsa_has_its_place(published: dict[str, Shapes]) -> None:
    found = sorted_arrays(hollow(published["salsa"]))
    with torch.device("meta"):
        size = RobertaConfig(
            vocab_size=50_265, hidden_size=1024, num_hidden_layers=24, num_attention_heads=16, intermediate_size=4096,
            max_position_embeddings=514, type_vocab_size=1,
        )  # fmt: skip
        own = {name: value.shape for name, value in RobertaModel(size, add_pooling_layer=False).state_dict().items()}
    assert {name: value.shape for name, value in found.text.items() if not name.endswith(_COUNTED)} == {
        name: shape for name, shape in own.items() if not name.endswith(_COUNTED)
    }
    assert len([name for name in found.passt if name.startswith("blocks.")]) == 12 * 12
    assert [list(weight.shape) for weight, _ in (*found.audio_layers, *found.text_layers)] == [
        [1024, 768],
        [1024, 1024],
    ]


def test_a_salsa_file_of_the_published_names_and_shapes_is_taken(published: dict[str, Shapes], tmp_path: Path) -> None:
    state = hollow(shortened(published["salsa"], layers=2)) | {"tau": torch.tensor([0.05])}
    torch.save({"state_dict": state}, tmp_path / "passt_roberta.ckpt")
    words = roberta_folder(tmp_path / "words")
    system = salsa_system(tmp_path / "passt_roberta.ckpt", tokenizer=str(words), licence="asked")
    assert (system.dim, system.plan.sample_rate_hz) == (1024, 32_000)
    assert system.plan.segment_s == 10.0
    del state["project_audio.0.bias"]
    torch.save({"state_dict": state}, tmp_path / "passt_roberta.ckpt")
    with pytest.raises(ExportError, match=r"project_audio\.0\.bias"):
        salsa_system(tmp_path / "passt_roberta.ckpt", tokenizer=str(words), licence="asked")
