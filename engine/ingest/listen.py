"""A thread that hears sounds of the library again for another pack: decoded and embedded, and nothing else.

What the catalogue knows of a sound stays, so what is heard must be what it knows: of a file that was written since its
payload is compared to the last byte, and one that holds something else is left for an indexing job.
"""

import dataclasses
from collections.abc import Iterator

from engine.audio.analyse import listening
from engine.audio.content import payload_digest
from engine.errors import AudioError
from engine.ingest.work import Draft, Listened, Task, Worker, stamp_now
from engine.types import FileStamp, Vectors, Waves


class ChangedSince(AudioError):
    """The file holds something else than when it was indexed."""


@dataclasses.dataclass(frozen=True, slots=True)
class Known(Task):
    """One file to hear: `stamp` is how it looks now, content id and digest are what its row holds."""

    indexed: FileStamp | None = None
    """How it looked when it was indexed."""
    name_text: str = ""


class Listener(Worker):
    """One hearing thread. Its tasks are `Known`, its outcomes `Listened` or `Failed`."""

    def prepared(self, task: Task) -> Task:
        """Looks at the file as it is now, which need not be as it was indexed."""
        return dataclasses.replace(task, stamp=stamp_now(task.stamp.path))

    def is_retagged(self, task: Task) -> bool:
        """A file whose tags alone changed is heard like any other."""
        return False

    def windows(self, draft: Draft) -> Iterator[Waves]:
        """Yields the windows of a file that is as it was indexed.

        Raises:
            ChangedSince: it is not.
        """
        task = draft.task
        assert isinstance(task, Known)
        with listening(task.stamp.path, self.tools.plan) as (identity, segments):
            is_same = identity == task.content_id
            if is_same and task.stamp != task.indexed:
                is_same = payload_digest(task.stamp.path, between=self.between) == task.payload_digest
            if not is_same:
                raise ChangedSince(
                    f"{task.stamp.path.text} changed since it was indexed", advice="Index its folder again."
                )
            for segment in segments:
                draft.bounds.append((segment.start_s, segment.end_s))
                yield segment.wave
            name_vector = self.tools.sentence(task.name_text)

            def finish(vectors: Vectors) -> Listened:
                return Listened(task, tuple(draft.bounds), vectors, task.name_text, name_vector)

            draft.finish = finish
