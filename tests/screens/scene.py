"""The scene of a picture."""

from collections.abc import Callable
from dataclasses import dataclass

_SETTLE_MS = 900
Step = Callable[[], object]


@dataclass(frozen=True, slots=True)
class Scene:
    """A picture: steps before it, and the time to settle."""

    name: str
    steps: tuple[Step, ...]
    settle_ms: int = _SETTLE_MS
