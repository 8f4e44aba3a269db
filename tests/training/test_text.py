"""The text tower: our encoder with the published weights gives the published similarities."""

import torch

from training.towers.text import TextTowerConfig, load_minilm, load_tokenizer, minilm_folder, sentence_vectors


def test_published_similarities_come_out() -> None:
    # The quick start of sentence-transformers for all-MiniLM-L6-v2 prints 0.6660, 0.1046 and 0.1411 for these three.
    config = TextTowerConfig()
    encoder, tokenizer = load_minilm(config, minilm_folder()), load_tokenizer(minilm_folder(), config.max_tokens)
    texts = ["The weather is lovely today.", "It's so sunny outside!", "He drove to the stadium."]
    vectors = sentence_vectors(encoder, tokenizer, texts)
    found = vectors @ vectors.T
    expected = torch.tensor([[1.0, 0.6660, 0.1046], [0.6660, 1.0, 0.1411], [0.1046, 0.1411, 1.0]])
    assert torch.allclose(found, expected, atol=2e-4)
    alone = sentence_vectors(encoder, tokenizer, texts[1:2])
    assert torch.allclose(alone, vectors[1:2], atol=1e-5)
