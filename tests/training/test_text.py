"""The text tower: MiniLM as published, as the starter pack carries it, and the libraries that bring it."""

import numpy as np
import pytest
import torch

from engine.models.pack import default_pack, load_pack
from training.data.features import text_vectors
from training.export.graphs import TextGraph, export_tokens, worst_cosine
from training.export.precision import store
from training.export.probe import open_graph
from training.towers.dual_encoder import DualEncoder, ModelConfig
from training.towers.minilm import MiniLmConfig, MiniLmEncoder, load_minilm, load_tokenizer, minilm_folder, token_batch


@pytest.fixture(scope="module")
def encoder() -> MiniLmEncoder:
    return MiniLmConfig().build()


def test_published_similarities_come_out(encoder: MiniLmEncoder) -> None:
    # The quick start of sentence-transformers for all-MiniLM-L6-v2 prints 0.6660, 0.1046 and 0.1411 for these three.
    texts = ["The weather is lovely today.", "It's so sunny outside!", "He drove to the stadium."]
    vectors = text_vectors(encoder, texts)
    found = vectors @ vectors.T
    expected = torch.tensor([[1.0, 0.6660, 0.1046], [0.6660, 1.0, 0.1411], [0.1046, 0.1411, 1.0]])
    assert torch.allclose(found, expected, atol=2e-4)
    alone = text_vectors(encoder, texts[1:2])
    assert torch.allclose(alone, vectors[1:2], atol=1e-5)


def test_exporting_the_encoder_again_gives_the_sentence_vectors_of_the_starter_pack(encoder: MiniLmEncoder) -> None:
    pack = load_pack(default_pack())
    with np.load(pack.folder / "canonical.npz", allow_pickle=False) as canonical:
        texts, expected = [str(text) for text in canonical["texts"]], canonical["sentence"]
    ids, mask = token_batch(load_tokenizer(minilm_folder(), pack.info.max_tokens), texts)
    session = open_graph(store(export_tokens(TextGraph(DualEncoder(ModelConfig()).eval())), "int8"))
    _, rounded = session.run(None, {"ids": ids.numpy(), "mask": mask.numpy()})
    # A pack keeps the positions that its texts can have, in float32; the rest is rounded alike.
    assert worst_cosine([rounded], [expected]) >= 0.9999
    with torch.inference_mode():
        unrounded = encoder(ids, mask).numpy()
    # Matrices rounded to int8 cost some 4e-4 of cosine: the model card says 0.99963 on average.
    assert worst_cosine([unrounded], [expected]) >= 0.999


def test_loading_the_encoder_prints_nothing(capfd: pytest.CaptureFixture[str]) -> None:
    load_minilm(minilm_folder())
    assert capfd.readouterr() == ("", "")


def test_the_audio_transformer_of_the_papers_can_be_built_beside_transformers(
    capfd: pytest.CaptureFixture[str],
) -> None:
    # torch, torchaudio and transformers must be of releases that go together: see pyproject.toml.
    from hear21passt.models.passt import get_model

    passt = get_model(arch="passt_s_kd_p16_128_ap486", pretrained=False)
    capfd.readouterr()  # it prints itself
    # The published size of PaSST-S: 86.2 million.
    assert sum(value.numel() for value in passt.parameters()) == 86_153_758
