"""What the papers' formulas give when written out again: by plain loops, and by other people's libraries.

    python -m tests.training.oracles

prints how far the product's own numbers lie from these. Nothing of `training` is used to compute what is expected but
the networks' outputs that a loss is of. docs/reproducing.md shows the table.
"""

import math
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import product

import numpy as np
import scipy.signal
import torch
import torchaudio
from numpy.typing import NDArray
from sklearn.metrics import average_precision_score
from torchmetrics.functional.retrieval import retrieval_average_precision, retrieval_recall

from engine.features.speech.features import SpeechConfig, differences, speech_features
from training.measures.abx import PhoneItem, abx, bitrate
from training.measures.metrics import average_precision, is_found
from training.measures.word_discrimination import PairRanking
from training.objectives.distillation import stage_two_loss
from training.objectives.multiview import multiview_losses
from training.objectives.ntxent import contrastive_loss
from training.papers.units.codebook import Codebook
from training.papers.units.inverter import Inverter, inverter_loss
from training.papers.units.objective import vq_loss
from training.papers.units.settings import InverterConfig, UnitsModelConfig
from training.papers.units.vqvae import VqVae
from training.towers.mels import ATST_MEL, PANNS_MEL, PASST_MEL, MelConfig, MelPower

Numbers = NDArray[np.float64]
_SMALL = 1e-5
"""eps of the codebook's counts."""


@dataclass(frozen=True, slots=True)
class Oracle:
    """A formula, and who else says what it gives."""

    what: str
    where: str
    """Paper and place."""
    by: str
    most: float
    """How far ours may be, as a share of the largest number: what it is computed in allows."""
    found: Callable[[], tuple[Numbers, Numbers]]
    """Ours and theirs."""

    def apart(self) -> float:
        """Gives the greatest difference, as a share of the largest number that is expected."""
        ours, theirs = self.found()
        assert ours.shape == theirs.shape and np.isfinite(theirs).all()
        return float(np.abs(ours - theirs).max() / max(np.abs(theirs).max(), 1e-12))


def _softmax_rows(logits: Numbers) -> Numbers:
    rows = []
    for row in logits:
        raised = [math.exp(value - max(row)) for value in row]
        rows.append([value / sum(raised) for value in raised])
    return np.array(rows)


def _drawn(*shape: int, seed: int = 1) -> Numbers:
    return np.random.default_rng(seed).normal(size=shape)


def _unit(values: Numbers) -> Numbers:
    return np.asarray(values / np.linalg.norm(values, axis=1, keepdims=True))


def _ntxent(similarity: Numbers, weights: Numbers, tau: float) -> float:
    by_row, by_column = _softmax_rows(similarity / tau), _softmax_rows(similarity.T / tau).T
    total = 0.0
    for i, j in product(range(len(similarity)), range(similarity.shape[1])):
        total += weights[i, j] * (math.log(by_row[i, j]) + math.log(by_column[i, j]))
    return -0.5 * total / weights.sum()


def nt_xent() -> tuple[Numbers, Numbers]:
    """Five sounds, four texts, two of which are of one sound."""
    similarity, weights = np.tanh(_drawn(5, 4)), np.eye(5, 4)
    weights[4, 0] = 1.0
    ours = contrastive_loss(torch.from_numpy(similarity), torch.from_numpy(weights), 0.07)
    return np.array([float(ours)]), np.array([_ntxent(similarity, weights, 0.07)])


def distillation() -> tuple[Numbers, Numbers]:
    """Three teachers, averaged before the softmax, and the true pairs beside them."""
    similarity, teachers = np.tanh(_drawn(5, 5)), np.tanh(_drawn(3, 5, 5, seed=2)).mean(axis=0)
    pairs = (torch.from_numpy(each) for each in (similarity, np.eye(5), teachers))
    ours = stage_two_loss(*pairs, temperature=0.05, supervised_weight=0.3, distill_weight=0.7)
    crosses = []
    for own, taught in ((similarity, teachers), (similarity.T, teachers.T)):
        targets, given = _softmax_rows(taught / 0.05), _softmax_rows(own / 0.05)
        crosses += [
            -sum(t * math.log(g) for t, g in zip(*pair, strict=True)) for pair in zip(targets, given, strict=True)
        ]
    taught_loss = 0.5 * (np.mean(crosses[:5]) + np.mean(crosses[5:]))
    return np.array([float(ours)]), np.array([0.3 * _ntxent(similarity, np.eye(5), 0.05) + 0.7 * taught_loss])


def hinges() -> tuple[Numbers, Numbers]:
    """Twelve utterances of five words, the three worst negatives each."""
    heard, read, labels = _unit(_drawn(12, 6)), _unit(_drawn(5, 6, seed=2)), np.arange(12) % 5
    found = multiview_losses(*map(torch.from_numpy, (heard, read, labels)), margin=0.5, negatives=3)
    rows = []
    for sound, label in zip(heard, labels, strict=True):
        own = sound @ read[label]
        wrong = [word for row, word in enumerate(read) if row != label]
        sounds = [other for other, its in zip(heard, labels, strict=True) if its != label]
        for others in ([sound @ w for w in wrong], [read[label] @ w for w in wrong], [read[label] @ s for s in sounds]):
            rows.append(np.mean([max(0.0, 0.5 + other - own) for other in sorted(others)[-3:]]))
    ours = torch.stack([found.obj0, found.obj1, found.obj2], dim=1).numpy()
    return ours.ravel(), np.array(rows)


def codebook() -> tuple[Numbers, Numbers]:
    """Seven codes through four batches."""
    book = Codebook(7, 3, decay=0.9).double()
    book.begin(torch.from_numpy(_drawn(30, 3)))
    vectors, counts = book.vectors.numpy().copy(), [1.0] * 7
    sums = vectors.copy()
    for batch in range(4):
        data = _drawn(20, 3, seed=batch + 3)
        nearest = [min(range(7), key=lambda code: sum((x - vectors[code]) ** 2)) for x in data]
        book.follow(torch.from_numpy(data), book.nearest(torch.from_numpy(data)))
        counts = [0.9 * old + 0.1 * nearest.count(code) for code, old in enumerate(counts)]
        total = sum(counts)
        counts = [(count + _SMALL) / (total + 7 * _SMALL) * total for count in counts]
        for code in range(7):
            told = sum((x for x, given in zip(data, nearest, strict=True) if given == code), np.zeros(3))
            sums[code] = 0.9 * sums[code] + 0.1 * told
            vectors[code] = sums[code] / counts[code]
    return book.vectors.numpy().ravel(), vectors.ravel()


def vq_vae() -> tuple[Numbers, Numbers]:
    """Equations 7 and 10 over three stretches of 12, 9 and 5 frames."""
    torch.manual_seed(1)
    config = UnitsModelConfig(codes=6, width=8, heads=2, inner=16, code_width=4, speaker_width=2, smoothing=0.3)
    model = VqVae(config, 5, 3).double().eval()
    features, lengths, who = torch.from_numpy(_drawn(3, 12, 5)), torch.tensor([12, 9, 5]), torch.arange(3)
    with torch.no_grad():
        ours = vq_loss(model, features, lengths, who, learns=False)
        coded = model.encode(features, lengths)
        nearest = model.codebook.look_up(coded.codes)
        drawn = model.decode(nearest, coded.mask, who).numpy()
    z, e = coded.found.double().numpy(), nearest.double().numpy()
    error = held = rough = 0.0
    for row, length in enumerate(lengths.tolist()):
        codes = math.ceil(length / 4)
        error += 0.5 * sum((features[row, t].numpy() - drawn[row, t]) ** 2 @ np.ones(5) for t in range(length))
        held += sum((z[row, c] - e[row, c]) ** 2 @ np.ones(4) for c in range(codes))
        rough += sum((z[row, c + 1] - z[row, c]) ** 2 @ np.ones(4) for c in range(codes - 1))
    frames = 12 + 9 + 5
    theirs = [error / frames, held / frames, rough / frames, (error + 0.25 * held + 0.3 * rough) / frames]
    return np.array([float(x) for x in (ours.drawing, ours.commitment, ours.roughness, ours.whole)]), np.array(theirs)


def inverter() -> tuple[Numbers, Numbers]:
    """Equation 14 over two stretches of 8 and 5 frames."""
    torch.manual_seed(1)
    model = Inverter(InverterConfig(width=8, heads=2, inner=16, layers=1, kernels=(3,), dropout=0.0), 4, 9).double()
    vectors, wanted = torch.from_numpy(_drawn(2, 2, 4)), torch.from_numpy(np.abs(_drawn(2, 8, 9, seed=2)))
    counts, lengths = torch.tensor([2, 2]), torch.tensor([8, 5])
    with torch.no_grad():
        ours, drawn = inverter_loss(model, vectors, counts, wanted, lengths), model(vectors, counts).numpy()
    norms = [
        math.sqrt(sum((drawn[row, t] - wanted[row, t].numpy()) ** 2))
        for row, length in enumerate(lengths.tolist())
        for t in range(length)
    ]
    return np.array([float(ours)]), np.array([sum(norms) / len(norms)])


def _warped(one: Numbers, two: Numbers) -> float:
    """The cheapest path's cost over its length, found forwards with the length beside the cost."""
    cost = {}
    for i, j in product(range(len(one)), range(len(two))):
        cosine = one[i] @ two[j] / math.sqrt((one[i] @ one[i]) * (two[j] @ two[j]))
        apart = math.acos(max(-1.0, min(1.0, cosine))) / math.pi
        before = [cost[p] for p in ((i - 1, j - 1), (i - 1, j), (i, j - 1)) if p in cost]
        so_far, length = min(before) if before else (0.0, 0)
        cost[i, j] = (so_far + apart, length + 1)
    total, length = cost[len(one) - 1, len(two) - 1]
    return total / length


def triples() -> tuple[Numbers, Numbers]:
    """ABX of two phones by three speakers, three times each, in two contexts; every triple by itself."""
    rng = np.random.default_rng(5)
    speakers, phones, contexts = ("s", "t", "u"), ("a", "b"), (("x", "y"), ("y", "x"))
    items, features, said = [], {}, {}
    for speaker, phone, context, take in product(speakers, phones, contexts, range(3)):
        name = "".join((speaker, phone, *context, str(take)))
        features[name] = rng.normal(size=(int(rng.integers(3, 6)), 4)) + phones.index(phone) * 0.4
        items.append(PhoneItem(name, 0.0, (len(features[name]) + 1) / 100.0, phone, context, speaker))
        said.setdefault((speaker, phone, context), []).append(features[name])
    found = abx(items, features, 100.0)
    theirs = []
    for is_across in (False, True):
        pairs = []
        for one, two in (("a", "b"), ("b", "a")):
            by_speaker = []
            for speaker in speakers:
                cells = []
                for context, other in product(contexts, [s for s in speakers if (s != speaker) == is_across]):
                    wrong = []
                    own, probes = said[speaker, one, context], said[other, one, context]
                    for (a, first), (x, probe), third in product(
                        enumerate(own), enumerate(probes), said[speaker, two, context]
                    ):
                        if is_across or a != x:
                            near, far = _warped(first, probe), _warped(third, probe)
                            wrong.append(1.0 if near > far else 0.5 if near == far else 0.0)
                    cells.append(np.mean(wrong))
                by_speaker.append(np.mean(cells))
            pairs.append(np.mean(by_speaker))
        theirs.append(np.mean(pairs))
    assert found.within is not None and found.across is not None
    return np.array([found.within, found.across]), np.array(theirs)


def entropy() -> tuple[Numbers, Numbers]:
    """Bits a second of three coded sounds."""
    sounds = [np.random.default_rng(row).integers(0, 9, 40 + row).tolist() for row in range(3)]
    counts = Counter(code for sound in sounds for code in sound)
    number = sum(counts.values())
    bits = -sum(count / number * math.log2(count / number) for count in counts.values())
    return np.array([bitrate(sounds, 4.9).bits_per_s]), np.array([number * bits / 4.9])


def pairs_ap() -> tuple[Numbers, Numbers]:
    """Average precision of 300 pairs, some at one distance."""
    distances, same = np.round(_drawn(300), 1), np.random.default_rng(2).random(300) < 0.2
    return np.array([PairRanking(distances, same).average_precision()]), np.array(
        [average_precision_score(same, -distances)]
    )


def ranked() -> tuple[Numbers, Numbers]:
    """AP@10 with one right answer, and R@5, of forty queries among thirty sounds."""
    ours, theirs = [], []
    for row in range(40):
        scores = torch.from_numpy(_drawn(30, seed=row))
        target = torch.zeros(30, dtype=torch.bool)
        target[row % 30] = True
        order = scores.argsort(descending=True).tolist()
        ours += [average_precision(order, {row % 30}, 10), is_found(order, {row % 30}, 5)]
        theirs += [
            float(retrieval_average_precision(scores, target, top_k=10)),
            float(retrieval_recall(scores, target, 5)),
        ]
    return np.array(ours), np.array(theirs)


def _mels(config: MelConfig) -> tuple[Numbers, Numbers]:
    """Two noises of a second."""
    waves = torch.from_numpy(_drawn(2, config.sample_rate_hz) * 0.1)
    ours = MelPower(config).eval()(waves.float())
    if config.pre_emphasis:
        waves = waves[:, 1:] - config.pre_emphasis * waves[:, :-1]
    window = torch.hann_window(config.window, periodic=config.is_periodic, dtype=torch.float64)
    spectrum = torch.stft(waves, 1024, config.hop, config.window, window, center=True, return_complex=True).abs() ** 2
    if config.scale == "kaldi":
        bank, _ = torchaudio.compliance.kaldi.get_mel_banks(
            config.mels, 1024, config.sample_rate_hz, config.low_hz, config.high_hz, 100.0, -500.0, 1.0
        )
        filters = torch.nn.functional.pad(bank, (0, 1)).T.double()
    else:
        filters = torchaudio.functional.melscale_fbanks(
            513, config.low_hz, config.high_hz, config.mels, config.sample_rate_hz,
            norm="slaney" if config.scale == "slaney" else None, mel_scale=config.scale,
        ).double()  # fmt: skip
    theirs = spectrum.transpose(1, 2) @ filters
    return ours.double().numpy(), theirs.numpy()[:, : ours.shape[1]]


def mfccs() -> tuple[Numbers, Numbers]:
    """Thirteen MFCCs of a second at 8 kHz."""
    config, wave = SpeechConfig(coefficients=13, deltas=0, normalise="none"), _drawn(8000).astype(np.float32) * 0.1
    mel = {"n_fft": 256, "win_length": 200, "hop_length": 80, "n_mels": 40, "norm": "slaney", "mel_scale": "slaney"}
    other = torchaudio.transforms.MFCC(8000, 13, melkwargs={**mel, "pad_mode": "constant"}).double()
    theirs = other(torch.from_numpy(wave.astype(np.float64))).T.numpy()
    return speech_features(wave, config).astype(np.float64), theirs


def slopes() -> tuple[Numbers, Numbers]:
    """First and second differences of forty frames."""
    values = _drawn(40, 3)
    fitted = [scipy.signal.savgol_filter(values, 9, polyorder=n, deriv=n, axis=0, mode="interp") for n in (1, 2)]
    return np.stack([differences(values, 1), differences(values, 2)]), np.stack(fitted)


_LOOPS = "plain loops"
ORACLES = (
    Oracle("NT-Xent", "Primus et al. 2023, section 2", _LOOPS, 1e-12, nt_xent),
    Oracle("distillation from three teachers", "Primus & Widmer 2024, section 3", _LOOPS, 1e-12, distillation),
    Oracle("obj0, obj1, obj2", "He et al. 2016, as Rhodes & Bains use them", _LOOPS, 1e-12, hinges),
    Oracle("VQ-EMA", "Tjandra et al. 2020, after Kaiser et al. 2018", _LOOPS, 1e-12, codebook),
    Oracle("VQ-VAE's loss", "Tjandra et al. 2020, eq. 7 and 10", _LOOPS, 1e-6, vq_vae),
    Oracle("the inverter's loss", "Tjandra et al. 2020, eq. 14", _LOOPS, 1e-6, inverter),
    Oracle("ABX within and across", "libri-light's", _LOOPS, 1e-12, triples),
    Oracle("bitrate", "ZeroSpeech 2019's", _LOOPS, 1e-12, entropy),
    Oracle("AP of pairs", "Carlin et al. 2011", "scikit-learn", 1e-12, pairs_ap),
    Oracle("AP@10 and R@5", "DCASE task 8", "torchmetrics", 1e-6, ranked),
    Oracle(
        "mels of PaSST and MobileNet", "their code", "torch.stft and Kaldi's filters", 1e-5, lambda: _mels(PASST_MEL)
    ),
    Oracle("mels of PANNs", "their code", "torch.stft and Slaney's filters", 1e-5, lambda: _mels(PANNS_MEL)),
    Oracle("mels of ATST", "their code", "torch.stft and HTK's filters", 1e-5, lambda: _mels(ATST_MEL)),
    Oracle("MFCCs", "Rhodes & Bains, section 4", "torchaudio", 1e-5, mfccs),
    Oracle("their differences", "librosa's", "scipy's Savitzky and Golay", 1e-10, slopes),
)


def table(oracles: Sequence[Oracle] = ORACLES) -> list[str]:
    """Gives the rows of the page."""
    rows = [f"| {one.what} | {one.where} | {one.by} | {one.apart():.0e} |" for one in oracles]
    return ["| what | after | compared with | greatest difference |", "| --- | --- | --- | ---: |", *rows]


if __name__ == "__main__":
    print("\n".join(table()))
