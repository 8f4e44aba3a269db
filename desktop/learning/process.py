"""The re-embedding of a library with another pack as the window sees it; searches go on with the pack they used."""

from pathlib import Path

from desktop.translation import translate
from desktop.work.event_process import EventProcess

_NICENESS = 10
"""Lower than indexing: people wait for what is new in a folder, not for the new pack."""


class LearningProcess(EventProcess):
    """Runs `earshot pack use` for the window. GUI thread only; nothing here blocks."""

    def run(self, pack: Path | None, *, without_offline: bool = False) -> None:
        """Learns a pack, None for the one that was begun; does nothing while one is being learnt.

        Args:
            pack: its folder.
            without_offline: switch even while sounds are on drives that are away.
        """
        if self.is_running or self.is_closed:
            return
        options = ["--without-offline"] if without_offline else []
        self.launch(["pack use", *options, *([] if pack is None else ["--", str(pack)])], niceness=_NICENESS)

    def cancel(self) -> None:
        """Ends the job after the files it holds."""
        self.tell("cancel")

    def stopped(self, why: str) -> tuple[str, str]:
        """What to say of a job that died."""
        return (
            translate("LearningProcess", "Learning the new model stopped: %1", why),
            translate("LearningProcess", "What was learnt is kept; it goes on at the next start."),
        )
