"""Every setting of a training run: typed dataclasses, with the starter's recipe as defaults, changed by a TOML file.

The TOML's tables mirror the fields: `[model.audio] dim = 128`. An unknown key is an error, never ignored.
"""

import dataclasses
import tomllib
import typing
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, TypeVar

from engine.audio.segments import SegmentPlan
from engine.errors import EngineError
from training.data.augment import AugmentConfig
from training.data.batches import BatchConfig
from training.towers.dual_encoder import ModelConfig

_T = TypeVar("_T")


class ConfigError(EngineError):
    """A settings file that cannot be read, or a value that cannot be used."""


@dataclass(frozen=True, slots=True)
class RunConfig:
    """How long and how fast to learn."""

    seed: int = 1
    """Decides the first weights and every batch. The dropout of several threads draws from one generator in the order
    they come: only a run with `threads` = 1 and without `minutes` is repeatable to the bit."""
    steps: int = 1500
    minutes: float | None = None
    """When set, the schedule is stretched or cut to this much time instead of `steps`; such a run is not repeatable."""
    learning_rate: float = 1.5e-3
    warm_up_steps: int = 200
    weight_decay: float = 0.03
    """On matrices and kernels only."""
    gradient_norm: float = 5.0
    """Longer gradients are cut to this."""
    average_decay: float = 0.999
    """Of the running average of the weights, which is what is kept."""
    softness: float = 0.2
    """Share of a sound's target that goes to kinds of like meaning."""
    validate_every: int = 100
    """Steps between two looks at the val split."""
    threads: int = 2
    """Shards of a step that are learnt side by side; each is one draw of `batch.size` clips."""
    reduced_precision: bool = True
    """Convolutions in bfloat16: twice as fast on CPUs that have it."""

    def __post_init__(self) -> None:
        """Refuses a run without steps or time."""
        if self.steps < 1 or self.validate_every < 1 or self.threads < 1:
            raise ValueError("steps, validate_every and threads must be at least 1")
        if self.minutes is not None and self.minutes <= 0.0:
            raise ValueError(f"minutes must be more than 0, found {self.minutes}")


@dataclass(frozen=True, slots=True)
class PlanConfig:
    """How the pack wants sounds cut, see engine.audio.segments."""

    segment_s: float = 5.0
    hop_s: float = 2.5
    ladder_s: tuple[float, ...] = (0.5, 1.0, 2.0, 5.0)

    def plan(self, sample_rate_hz: int, padding: str) -> SegmentPlan:
        """Gives the engine's plan."""
        return SegmentPlan(sample_rate_hz, self.segment_s, self.hop_s, self.ladder_s, padding)


@dataclass(frozen=True, slots=True)
class Config:
    """One training run."""

    name: str = "starter"
    version: str = "1"
    model: ModelConfig = field(default_factory=ModelConfig)
    batch: BatchConfig = field(default_factory=BatchConfig)
    augment: AugmentConfig = field(default_factory=AugmentConfig)
    run: RunConfig = field(default_factory=RunConfig)
    cut: PlanConfig = field(default_factory=PlanConfig)

    @property
    def plan(self) -> SegmentPlan:
        """How the pack cuts sounds."""
        return self.cut.plan(self.model.front_end.sample_rate_hz, self.batch.padding)


def load_config(path: Path | None) -> Config:
    """Gives the starter's recipe with what a TOML file changes.

    Raises:
        ConfigError: no such file, no TOML, an unknown key, or a value that is refused.
    """
    if path is None:
        return Config()
    try:
        return from_mapping(Config, tomllib.loads(path.read_text(encoding="utf-8")))
    except (OSError, UnicodeDecodeError, tomllib.TOMLDecodeError) as err:
        raise ConfigError(f"settings {path}: {err}", advice="Give a TOML file.") from err


def from_mapping(kind: type[_T], values: Mapping[str, Any], where: str = "") -> _T:
    """Builds a settings dataclass from nested mappings, what is not named keeping its default.

    Raises:
        ConfigError: an unknown key, a value of the wrong type, or one that the dataclass refuses.
    """
    types = typing.get_type_hints(kind)
    unknown = sorted(values.keys() - types.keys())
    if unknown:
        raise ConfigError(f"unknown setting {where}{unknown[0]}", advice=f"Known here: {', '.join(sorted(types))}.")
    try:
        return kind(**{name: _value(types[name], value, f"{where}{name}") for name, value in values.items()})
    except ValueError as err:
        raise ConfigError(f"setting {where.rstrip('.') or 'file'}: {err}", advice="Correct the value.") from err


def _value(kind: Any, value: Any, where: str) -> Any:
    if dataclasses.is_dataclass(kind) and isinstance(value, Mapping):
        return from_mapping(typing.cast(type[Any], kind), value, f"{where}.")
    options = typing.get_args(kind) if typing.get_origin(kind) is not tuple else ()
    wanted = options or (kind,)
    if typing.get_origin(kind) is tuple and isinstance(value, list | tuple):
        element = typing.get_args(kind)[0]
        return tuple(_value(element, part, where) for part in value)
    if float in wanted and isinstance(value, int) and not isinstance(value, bool):
        return float(value)
    if type(value) in wanted or (value is None and type(None) in wanted):
        return value
    raise ConfigError(f"setting {where} is {value!r}", advice=f"It must be of type {kind}.")
