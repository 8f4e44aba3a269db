"""What a picture is of."""

from collections.abc import Callable
from dataclasses import dataclass

_SETTLE_MS = 900
Step = Callable[[], object]


@dataclass(frozen=True, slots=True)
class Scene:
    """A picture: what is done before it is taken, and how long it takes to come."""

    name: str
    steps: tuple[Step, ...]
    settle_ms: int = _SETTLE_MS
