"""Learns on from a start with little material: few steps at a low rate, the best of them by the val part, blended.

It differs from `runs.loop` where little material asks for it: the norms keep the statistics of the start, since those
of thirty sounds are worth nothing; the best step is kept, since a small set is soon learnt by heart, and the start
itself counts as step 0; and in the end models between start and best are tried, of which there is often one that is as
good here and has forgotten less. A stop saves everything, and a resumed run goes on as if it had not been stopped.
"""

import copy
import time
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import torch
from torch import nn

from training.data.batches import Batch, BatchConfig, Sampler
from training.data.corpus import Clip
from training.objectives.ntxent import kind_targets, mixture_weights, nt_xent
from training.retrain.journal import Journal, Stopped, StopWish
from training.retrain.looking import Looker, Score
from training.retrain.pictures import Picture, joined
from training.retrain.settings import RetrainConfig
from training.retrain.start import Start
from training.retrain.state import State, Weights, save_state
from training.runs.schedule import learning_rate


@dataclass(frozen=True, slots=True)
class Heard:
    """The parts as the learner takes them."""

    train: list[Clip]
    val: list[Clip]
    pictures: dict[str, Picture]
    """By the clip's id."""
    sentences: dict[str, torch.Tensor]
    """Sentence vector of each caption of train and val, float32 [E]."""


class Learner:
    """One retraining, from its state to weights. One thread owns it."""

    def __init__(
        self,
        start: Start,
        heard: Heard,
        config: RetrainConfig,
        state: State,
        journal: Journal,
        wish: StopWish,
        path: Path,
    ) -> None:
        self._start, self._config, self._state = start, config, state
        self._journal, self._wish, self._path = journal, wish, path
        self._rng = np.random.default_rng(config.seed)
        torch.manual_seed(config.seed)
        self._model = copy.deepcopy(start.model)
        self._average = copy.deepcopy(start.model)
        rate = config.scratch_learning_rate if start.is_scratch else config.learning_rate
        self._rate = rate
        self._optimiser = torch.optim.AdamW(self._model.parameters(), lr=rate, weight_decay=config.weight_decay)
        self._looker = Looker(
            heard.val, joined([heard.pictures[clip.id] for clip in heard.val]), heard.sentences, start.config
        )
        self._sampler, self._sentences, self._targets = self._material(heard)
        if state.step:
            self._go_back_to(state)

    def learn(self) -> Weights:
        """Takes the steps that are left and gives the weights to be exported.

        Raises:
            Stopped: the run was asked to stop; its state is saved.
        """
        state, config = self._state, self._config
        if state.looks == 0:
            self._look(self._start.model)
        begun_s = time.monotonic() - state.seconds
        while not state.is_learnt:
            if self._wish.is_asked():
                self._save()
                raise Stopped
            done = self._share(state.step, state.seconds)
            if done >= 1.0:
                break
            loss = self._step(done)
            state.step += 1
            state.seconds = time.monotonic() - begun_s
            done = self._share(state.step, state.seconds)
            self._tell(loss, done)
            if done * config.looks >= state.looks or done >= 1.0:
                self._look(self._average)
                state.seconds = time.monotonic() - begun_s
                self._save()
        state.is_learnt = True
        self._save()
        return self._blend()

    def _step(self, done: float) -> float:
        """One step; gives its loss."""
        config, batch = self._config, self._sampler.draw()
        for group in self._optimiser.param_groups:
            group["lr"] = learning_rate(self._rate, self._state.step, config.warm_up_steps, done)
        self._model.train()
        if not self._start.is_scratch:
            _freeze_norms(self._model)
        self._optimiser.zero_grad()
        loss = self._loss(batch)
        loss.backward()  # type: ignore[no-untyped-call]
        nn.utils.clip_grad_norm_(self._model.parameters(), 5.0)
        self._optimiser.step()
        _follow(self._average, self._model, min(config.average_decay, (self._state.step + 1) / (self._state.step + 10)))
        return float(loss.item())

    def _loss(self, batch: Batch) -> torch.Tensor:
        audio = self._model.hear(batch.power)
        text = self._model.read(self._sentences[batch.texts])
        weights = mixture_weights(self._targets, batch.kinds, batch.second, batch.share)
        return nt_xent(audio, text, weights, self._model.temperature())

    def _tell(self, loss: float, done: float) -> None:
        state, config = self._state, self._config
        left_s = state.seconds * (1.0 - done) / done if done > 0.0 else None
        self._journal.tell_step(
            is_last=done >= 1.0,
            step=state.step,
            steps=config.steps if config.minutes is None else None,
            loss=round(loss, 5),
            minutes=round(state.seconds / 60.0, 3),
            left_s=None if left_s is None else round(max(0.0, left_s), 1),
        )

    def _look(self, model: nn.Module) -> None:
        """Scores the weights as they are and keeps them when they are the best yet."""
        state, score = self._state, self._looker.look(model)  # type: ignore[arg-type]
        is_best = score.map10 > state.best_score
        if is_best:
            state.best_score, state.best_step, state.best = score.map10, state.step, _copy(model)
        state.looks += 1
        self._journal.tell("looked", step=state.step, **_rounded(score), best=is_best)

    def _blend(self) -> Weights:
        """Gives the best of the models between start and best step; of equals the one nearer to the start."""
        state, first = self._state, _copy(self._start.model)
        if state.best_step == 0 or self._start.is_scratch:
            return state.best
        found, score = state.best, state.best_score
        for share in sorted(self._config.blends, reverse=True):
            between = {
                name: value.lerp(state.best[name], share) if value.dtype.is_floating_point else state.best[name]
                for name, value in first.items()
            }
            self._average.load_state_dict(between)
            at = self._looker.look(self._average).map10
            if at >= score:
                found, score = between, at
        return found

    def _material(self, heard: Heard) -> tuple[Sampler, torch.Tensor, torch.Tensor]:
        """The sampler, the sentence vectors its batches count in, and the targets of each kind."""
        config, model = self._config, self._start.config
        texts = sorted({caption for clip in heard.train for caption in clip.captions})
        rows = {text: row for row, text in enumerate(texts)}
        names = sorted({clip.kind for clip in heard.train})
        captions: dict[str, set[int]] = {name: set() for name in names}
        for clip in heard.train:
            captions[clip.kind].update(rows[caption] for caption in clip.captions)
        number = {name: kind for kind, name in enumerate(names)}
        of_kind = [np.asarray(sorted(captions[name]), dtype=np.int64) for name in names]
        sentences = torch.stack([heard.sentences[text] for text in texts])
        means = torch.stack([sentences[torch.from_numpy(own)].mean(dim=0) for own in of_kind])
        sampler = Sampler(
            joined([heard.pictures[clip.id] for clip in heard.train]),
            np.asarray([number[clip.kind] for clip in heard.train], dtype=np.int64),
            of_kind,
            model.model.front_end.sample_rate_hz / model.model.front_end.hop,
            BatchConfig(
                min(config.batch, max(2, len(heard.train) // 2)), config.lengths_s, padding=model.batch.padding
            ),
            config.augment,
            self._rng,
        )
        return sampler, sentences, kind_targets(nn.functional.normalize(means, dim=1), config.softness)

    def _share(self, step: int, seconds: float) -> float:
        config = self._config
        return min(1.0, step / config.steps if config.minutes is None else seconds / (60.0 * config.minutes))

    def _save(self) -> None:
        state = self._state
        state.model, state.average = _copy(self._model), _copy(self._average)
        state.optimiser = self._optimiser.state_dict()
        state.torch_random, state.random = torch.get_rng_state(), dict(self._rng.bit_generator.state)
        save_state(self._path, state)

    def _go_back_to(self, state: State) -> None:
        self._model.load_state_dict(state.model)
        self._average.load_state_dict(state.average)
        self._optimiser.load_state_dict(state.optimiser)
        assert state.torch_random is not None
        torch.set_rng_state(state.torch_random)
        self._rng.bit_generator.state = state.random


def _freeze_norms(model: nn.Module) -> None:
    """Lets batch norms use the statistics they came with."""
    for layer in model.modules():
        if isinstance(layer, nn.modules.batchnorm._BatchNorm):
            layer.eval()


def _follow(average: nn.Module, model: nn.Module, decay: float) -> None:
    """Moves the running average towards the model; counters are copied."""
    with torch.no_grad():
        for kept, new in zip(average.state_dict().values(), model.state_dict().values(), strict=True):
            if kept.dtype.is_floating_point:
                kept.lerp_(new, 1.0 - decay)
            else:
                kept.copy_(new)


def _copy(model: nn.Module) -> Weights:
    return {name: value.detach().clone() for name, value in model.state_dict().items()}


def _rounded(score: Score) -> dict[str, float]:
    return {
        "val_map10": round(score.map10, 5),
        "val_recall1": round(score.recall1, 5),
        "val_recall10": round(score.recall10, 5),
    }
