"""The papers' text towers, read from small checkpoints and tokenizers that are made here in the published layouts."""

import json
import string
from dataclasses import replace
from pathlib import Path

import huggingface_hub.constants
import pytest
import torch
from hypothesis import given
from hypothesis import strategies as st
from tokenizers import Tokenizer, decoders, models, pre_tokenizers, processors
from transformers import BertConfig, BertModel, BertTokenizer, MPNetConfig, MPNetModel, RobertaConfig, RobertaModel

from training.towers.text_models import TEXT_MODELS, TextModel
from training.towers.transformer import TextTowerError, TransformerConfig, TransformerEncoder, cleaned

WORDS = ["[PAD]", "[UNK]", "[CLS]", "[SEP]", "[MASK]", "a", "dog", "barks", "wideopen", "rain", "falls", "##s"]
SIZES = {"hidden_size": 16, "num_hidden_layers": 2, "num_attention_heads": 2, "intermediate_size": 32}
LONG = "a dog barks rain falls " * 20


def bert_folder(folder: Path) -> Path:
    """A BERT with its pooler, as `save_pretrained` leaves it."""
    torch.manual_seed(1)
    BertModel(BertConfig(vocab_size=len(WORDS), max_position_embeddings=48, **SIZES)).save_pretrained(folder)
    (folder / "words.txt").write_text("\n".join(WORDS), encoding="utf-8")
    BertTokenizer(str(folder / "words.txt")).save_pretrained(folder)
    return folder


def roberta_folder(folder: Path) -> Path:
    """A RoBERTa with a byte-level tokenizer whose marks stand where RoBERTa has them: <s> 0, <pad> 1, </s> 2."""
    torch.manual_seed(2)
    specials = ["<s>", "<pad>", "</s>", "<unk>", "<mask>"]
    vocabulary = {word: row for row, word in enumerate([*specials, *sorted(pre_tokenizers.ByteLevel.alphabet())])}
    sizes = RobertaConfig(vocab_size=len(vocabulary), max_position_embeddings=50, type_vocab_size=1, **SIZES)
    RobertaModel(sizes).save_pretrained(folder)
    tokenizer = Tokenizer(models.BPE(vocab=vocabulary, merges=[]))
    tokenizer.pre_tokenizer = pre_tokenizers.ByteLevel(add_prefix_space=False)
    tokenizer.decoder = decoders.ByteLevel()
    tokenizer.post_processor = processors.RobertaProcessing(("</s>", 2), ("<s>", 0))
    tokenizer.add_special_tokens(specials)
    tokenizer.save(str(folder / "tokenizer.json"))
    marks = '"bos_token": "<s>", "eos_token": "</s>", "pad_token": "<pad>", "unk_token": "<unk>", "cls_token": "<s>"'
    (folder / "tokenizer_config.json").write_text(
        f'{{"tokenizer_class": "PreTrainedTokenizerFast", {marks}}}', encoding="utf-8"
    )
    return folder


@pytest.fixture(scope="module")
def bert(tmp_path_factory: pytest.TempPathFactory) -> TransformerConfig:
    return TransformerConfig(name="", checkpoint=str(bert_folder(tmp_path_factory.mktemp("bert"))))


@pytest.fixture(scope="module")
def roberta(tmp_path_factory: pytest.TempPathFactory) -> TransformerConfig:
    return TransformerConfig(name="", checkpoint=str(roberta_folder(tmp_path_factory.mktemp("roberta"))))


@pytest.mark.parametrize("model", TEXT_MODELS, ids=[model.name for model in TEXT_MODELS])
def test_a_published_encoder_is_as_large_as_the_facts_say(model: TextModel) -> None:
    with torch.device("meta"):
        encoder = replace(TransformerConfig(), name=model.name, tokenizer="installed").build()
    assert sum(value.numel() for value in encoder.parameters()) == model.parameters
    assert encoder.width == model.width


def test_a_checkpoint_reads_as_transformers_reads_it(bert: TransformerConfig) -> None:
    encoder = bert.build().eval()
    ids, mask = encoder.tokens(["A dog barks!", "rain"])
    published = BertModel.from_pretrained(bert.checkpoint).eval()
    with torch.inference_mode():
        expected = published(input_ids=ids, attention_mask=mask).last_hidden_state[:, 0]
        assert torch.allclose(encoder(ids, mask), expected, atol=1e-6)


def test_the_files_of_bert_small_are_read_as_they_were_published(tmp_path: Path, bert: TransformerConfig) -> None:
    # prajjwal1/bert-small: a pickle of a pretraining model, its config without model names, and the bare vocabulary
    model = BertModel.from_pretrained(bert.checkpoint)
    weights = {f"bert.{name}": value for name, value in model.state_dict().items()}
    torch.save(weights | {"cls.predictions.bias": torch.zeros(len(WORDS))}, tmp_path / "pytorch_model.bin")
    sizes = {"vocab_size": len(WORDS), "max_position_embeddings": 48, "model_type": "bert", **SIZES}
    (tmp_path / "config.json").write_text(json.dumps(sizes), encoding="utf-8")
    (tmp_path / "vocab.txt").write_text("\n".join(WORDS), encoding="utf-8")
    published, saved = replace(bert, checkpoint=str(tmp_path)).build().eval(), bert.build().eval()
    texts = ["A dog barks!", "rain falls"]
    assert torch.equal(published.tokens(texts)[0], saved.tokens(texts)[0])
    with torch.inference_mode():
        assert torch.equal(published(*published.tokens(texts)), saved(*saved.tokens(texts)))


def test_a_checkpoint_in_half_precision_learns_in_float32(tmp_path: Path) -> None:
    # as gte-large and others are published; AdamW in half precision would round steps of 2e-5 away
    folder = bert_folder(tmp_path)
    model = BertModel.from_pretrained(folder)
    model.half().save_pretrained(folder)
    config = TransformerConfig(name="", checkpoint=str(folder))
    encoder = config.build()
    again = config.rebuild(encoder.description())
    assert {value.dtype for tower in (encoder, again) for value in tower.parameters()} == {torch.float32}
    halves = model.get_input_embeddings().weight.float()
    assert torch.equal(encoder.model.get_input_embeddings().weight, halves)


def test_a_bert_has_no_pooler_and_a_dropout_of_a_fifth(bert: TransformerConfig) -> None:
    encoder = bert.build()
    assert not [name for name, _ in encoder.named_parameters() if "pooler" in name]
    rates = {module.p for module in encoder.modules() if isinstance(module, torch.nn.Dropout)}
    assert rates == {0.2}


def test_a_text_reads_the_same_beside_a_longer_one(roberta: TransformerConfig) -> None:
    encoder = roberta.build().eval()
    with torch.inference_mode():
        alone = encoder(*encoder.tokens(["rain"]))[0]
        beside = encoder(*encoder.tokens(["rain", "a dog barks"]))[0]
        padded = TransformerEncoder(replace(roberta, pad_to_max=True), encoder.model, encoder._tokenizer)
        ids, mask = padded.eval().tokens(["rain"])
        full = padded(ids, mask)[0]
    assert ids.shape == (1, 32)
    assert ids[0, 5:].tolist() == [0x02] + [1] * 26  # r, a, i, n; </s>, then RoBERTa's padding id
    assert torch.allclose(alone, beside, atol=1e-6)
    assert torch.allclose(alone, full, atol=1e-6)


def test_the_mean_leaves_padding_out(bert: TransformerConfig) -> None:
    encoder = replace(bert, pooling="mean").build().eval()
    ids, mask = encoder.tokens(["rain", "a dog barks"])
    with torch.inference_mode():
        states = encoder.model(input_ids=ids, attention_mask=mask).last_hidden_state
        # [CLS] rain [SEP] and two of padding
        assert torch.allclose(encoder(ids, mask)[0], states[0, :3].mean(dim=0), atol=1e-6)


def test_a_long_text_of_system_0_loses_its_end_mark_and_of_system_1_keeps_it(bert: TransformerConfig) -> None:
    sliced, _ = replace(bert, keep_end_token=False).build().tokens([LONG])
    kept, _ = bert.build().tokens([LONG])
    assert sliced.shape == kept.shape == (1, 32)
    assert WORDS[sliced[0, -1]] == "a"
    assert WORDS[sliced[0, 0]] == "[CLS]"
    assert WORDS[kept[0, -1]] == "[SEP]"
    assert torch.equal(sliced[:, :-1], kept[:, :-1])


def test_punctuation_vanishes_without_a_space(bert: TransformerConfig) -> None:
    ids, _ = bert.build().tokens(["Wide-open, [MASK] DOG's"])
    assert [WORDS[token] for token in ids[0]] == ["[CLS]", "wideopen", "[UNK]", "dog", "##s", "[SEP]"]


@given(st.text(alphabet=string.ascii_letters + string.punctuation + " é–", max_size=40))
def test_a_pack_reads_a_text_as_training_read_it(text: str) -> None:
    tokenizer = Tokenizer(models.BPE(vocab={"é": 0}, merges=[], byte_fallback=False))
    tokenizer.pre_tokenizer = pre_tokenizers.WhitespaceSplit()
    encoder = TransformerEncoder.__new__(TransformerEncoder)
    torch.nn.Module.__init__(encoder)
    encoder.config, encoder._tokenizer = TransformerConfig(), tokenizer
    normaliser = encoder.pack_tokenizer().normalizer
    assert normaliser is not None
    assert normaliser.normalize_str(text) == cleaned(text)


def test_a_packs_tokenizer_cuts_where_training_cut(bert: TransformerConfig) -> None:
    encoder = bert.build()
    assert encoder.pack_tokenizer().encode(f"{LONG} Wide-open").ids == encoder.tokens([LONG])[0][0].tolist()


def test_a_frozen_encoder_never_learns_nor_drops(bert: TransformerConfig) -> None:
    encoder = replace(bert, frozen=True).build().train()
    assert not encoder.training
    assert not encoder.model.training
    assert not any(value.requires_grad for value in encoder.parameters())


def test_a_trained_encoder_can_be_loaded_where_its_first_weights_are_not(bert: TransformerConfig) -> None:
    encoder = bert.build().eval()
    gone = replace(bert, checkpoint="/nowhere")
    again = gone.rebuild(encoder.description())
    again.load_state_dict(encoder.state_dict())
    texts = ["a dog barks", "rain falls"]
    assert torch.equal(again.tokens(texts)[0], encoder.tokens(texts)[0])
    with torch.inference_mode():
        assert torch.equal(again.eval()(*again.tokens(texts)), encoder(*encoder.tokens(texts)))


def test_mpnet_and_random_weights_of_a_folder_can_be_had(tmp_path: Path, bert: TransformerConfig) -> None:
    sizes = MPNetConfig(vocab_size=len(WORDS), max_position_embeddings=50, pad_token_id=1, **SIZES)
    MPNetModel(sizes).save_pretrained(tmp_path)
    encoder = TransformerConfig(name=str(tmp_path), tokenizer=bert.checkpoint).build().eval()
    assert encoder(*encoder.tokens(["a dog", "rain falls a dog barks"])).shape == (2, 16)
    assert not [name for name, _ in encoder.named_parameters() if "pooler" in name]


def test_a_folder_that_is_another_model_is_refused(bert: TransformerConfig) -> None:
    with pytest.raises(TextTowerError, match=r"'bert', 16, 2.*'roberta', 768, 12"):
        replace(bert, name="roberta-base").build()


@pytest.mark.parametrize("part", ["model", "tokenizer"])
def test_code_in_a_model_folder_is_not_run_nor_asked_about(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, bert: TransformerConfig, part: str
) -> None:
    folder, ran = tmp_path / "own", tmp_path / "ran"
    monkeypatch.setattr("builtins.input", lambda *_: "y")  # what a hurried user answers to transformers' question
    monkeypatch.setattr("transformers.dynamic_module_utils.HF_MODULES_CACHE", str(tmp_path / "modules"))
    folder.mkdir()
    (folder / "own.py").write_text(f"open({str(ran)!r}, 'w')\n\nclass Own:\n    pass\n", encoding="utf-8")
    told: dict[str, object] = {"model_type": "strange", "auto_map": {"AutoConfig": "own.Own"}}
    if part == "tokenizer":
        told = {"tokenizer_class": "OwnTokenizer", "auto_map": {"AutoTokenizer": ["own.Own", None]}}
    (folder / ("config.json" if part == "model" else "tokenizer_config.json")).write_text(json.dumps(told))
    asked = replace(bert, tokenizer=str(folder)) if part == "tokenizer" else replace(bert, checkpoint=str(folder))
    with pytest.raises(TextTowerError, match="no usable encoder"):
        asked.build()
    assert not ran.exists()


def test_a_checkpoint_with_missing_weights_is_refused(tmp_path: Path) -> None:
    folder = bert_folder(tmp_path)
    model = BertModel.from_pretrained(folder)
    weights = {name: value for name, value in model.state_dict().items() if "layer.1.output.dense" not in name}
    model.save_pretrained(folder, state_dict=weights)
    with pytest.raises(TextTowerError, match=r"lacks 2 weights .*encoder.layer.1.output.dense.bias"):
        TransformerConfig(name="", checkpoint=str(folder)).build()


def test_without_network_the_message_says_how_to_bring_the_model(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setattr(huggingface_hub.constants, "HF_HUB_OFFLINE", True)
    monkeypatch.setattr(huggingface_hub.constants, "HF_HUB_CACHE", str(tmp_path))
    with pytest.raises(TextTowerError) as told:
        TransformerConfig(name="bert-small", checkpoint="hub").build()
    assert "prajjwal1/bert-small" in str(told.value)
    assert "hf download prajjwal1/bert-small" in told.value.advice


def test_random_weights_without_a_vocabulary_say_what_to_set() -> None:
    with torch.device("meta"), pytest.raises(TextTowerError) as told:
        TransformerConfig(name="roberta-large").build()
    assert "installed" in told.value.advice


def test_more_tokens_than_places_are_refused(roberta: TransformerConfig) -> None:
    # 50 rows, of which RoBERTa leaves two
    replace(roberta, max_tokens=48).build()
    with pytest.raises(TextTowerError, match="max_tokens 49"):
        replace(roberta, max_tokens=49).build()
