r"""A batch of six learnt by as many processes as torchrun starts; what each found is left in a folder.

torchrun --rdzv-backend c10d --rdzv-endpoint 127.0.0.1:0 --local-addr 127.0.0.1 --nproc-per-node 2 \
    -m tests.training.two_ranks FOLDER

First the gradients of two small towers in float64, then two steps of a distilling run through the loop's own learner.
Its towers are plain: batch norm and dropout look at their own half of a batch, which is right and not equal.
"""

import sys
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import torch
from torch import Tensor, nn
from torch.nn.parallel import DistributedDataParallel

from training.objectives.distillation import stage_two_loss
from training.objectives.ntxent import identity_of, positives_of
from training.objectives.settings import ObjectiveConfig
from training.runs import distributed
from training.runs.items import Item
from training.runs.learners import BatchTexts, FabricLearner
from training.runs.objective import Objective
from training.runs.run_settings import RunConfig
from training.runs.steps import fabric_of
from training.runs.teachers import TeacherFacts, write_teacher
from training.towers.dual_encoder import DualEncoder, ModelConfig
from training.towers.encoders import AudioTower, TextTower
from training.towers.projection import ProjectionConfig

IDS = ("rain", "dog", "sea", "rain", "door", "bell")
"""The first sound of the first half is the first of the second half too."""
CAPTIONS = tuple(f"caption {row}" for row in range(6))


@dataclass(frozen=True, slots=True)
class PlainAudioConfig:
    """Frames of sixteen samples through one layer."""

    tower: str = "plain"
    checkpoint: str = ""

    def build(self) -> AudioTower:
        return PlainAudio()


class PlainAudio(AudioTower):
    sample_rate_hz, hop, mels, width, segment_s = 160, 16, 16, 5, None

    def __init__(self) -> None:
        super().__init__()
        self.layer = nn.Linear(16, 5)

    def power(self, waves: Tensor) -> Tensor:
        return waves.detach().reshape(len(waves), -1, 16).square()

    def features(self, power: Tensor) -> Tensor:
        features: Tensor = torch.tanh(self.layer(power))
        return features


@dataclass(frozen=True, slots=True)
class PlainTextConfig:
    """The last letter of a text through a table."""

    tower: str = "plain"
    checkpoint: str = ""
    max_tokens: int = 3
    frozen: bool = False

    def build(self) -> TextTower:
        return PlainText()


class PlainText(TextTower):
    width, max_tokens = 4, 3

    def __init__(self) -> None:
        super().__init__()
        self.table = nn.Embedding(128, 4)

    def tokens(self, texts: Sequence[str]) -> tuple[Tensor, Tensor]:
        ids = torch.tensor([[ord(text[-1])] for text in texts])
        return ids, torch.ones_like(ids)

    def forward(self, ids: Tensor, mask: Tensor) -> Tensor:
        vectors: Tensor = self.table(ids[:, 0])
        return vectors


class Pair(nn.Module):
    """Two small towers and a trained temperature."""

    def __init__(self) -> None:
        super().__init__()
        torch.manual_seed(3)
        self.audio = nn.Sequential(nn.Linear(5, 7), nn.GELU(), nn.Linear(7, 4))
        self.text = nn.Linear(3, 4)
        self.tau = nn.Parameter(torch.tensor(0.2))
        self.double()

    def forward(self, sounds: Tensor, words: Tensor) -> tuple[Tensor, Tensor, Tensor]:
        audio, text = (nn.functional.normalize(v, dim=1) for v in (self.audio(sounds), self.text(words)))
        return audio, text, self.tau


def own_part() -> slice:
    """The part of the batch that is this process's."""
    share = distributed.own_share(6)
    return slice(distributed.rank() * share, (distributed.rank() + 1) * share)


def backward(model: nn.Module) -> dict[str, object]:
    """One backward of this process's part of the batch; gives loss and gradients."""
    draw, mine = torch.Generator().manual_seed(5), own_part()
    sounds, words = (torch.randn(6, width, generator=draw, dtype=torch.float64) for width in (5, 3))
    teachers = torch.rand(6, 6, generator=draw, dtype=torch.float64)
    audio, text, tau = model(sounds[mine], words[mine])
    weights = positives_of(distributed.gather_plain(identity_of(IDS[mine]))).double()
    similarity = distributed.gather_with_gradient(audio) @ distributed.gather_with_gradient(text).T
    loss = stage_two_loss(similarity, weights, teachers, temperature=0.1, student_temperature=tau)
    loss.backward()  # type: ignore[no-untyped-call]
    return {"loss": loss.item(), "gradients": [value.grad for value in model.parameters()]}


def write_table(folder: Path) -> None:
    """One teacher of three axes that knows all sounds and captions."""
    draw, names = np.random.default_rng(4), sorted(set(IDS))
    facts = TeacherFacts("teacher", "teacher.pt", "", 3)
    audio, text = (draw.normal(size=(count, 3)).astype(np.float32) for count in (len(names), 6))
    write_teacher(folder, facts, names, audio, CAPTIONS, text)


def learn(folder: Path, devices: int) -> dict[str, object]:
    """Learns this process's part of the batch, twice; gives losses and weights."""
    torch.manual_seed(3)
    run = RunConfig(precision="32", devices=devices, gradient_norm=0.5, average_decay=0.0)
    fabric = fabric_of(run)
    config = ModelConfig(
        PlainAudioConfig(),
        PlainTextConfig(),
        text_projection=ProjectionConfig(),
        dim=8,
        temperature=0.2,
        temperature_rule="plain",
    )
    objective = Objective(ObjectiveConfig(targets="sounds", teachers=(str(folder / "teacher"),), distill_weight=0.7))
    learner = FabricLearner(DualEncoder(config), objective, BatchTexts(torch.zeros(0, 1)), run, fabric)
    sounds = torch.randn(6, 64, generator=torch.Generator().manual_seed(5))
    mine = own_part()
    item = Item(sounds[mine], torch.ones(len(IDS[mine])), CAPTIONS[mine], None, None, identity_of(IDS[mine]), IDS[mine])
    losses = [learner.step([item], 0.01) for _ in range(2)]
    return {"losses": losses, "weights": {name: value.clone() for name, value in learner.model.state_dict().items()}}


if __name__ == "__main__":
    torch.set_num_threads(1)
    found = learn(Path(sys.argv[1]), devices=2) | backward(DistributedDataParallel(Pair()))
    torch.save(found, Path(sys.argv[1]) / f"{distributed.rank()}.pt")
    torch.distributed.destroy_process_group()
