"""What a query's filters ask of a sound, and how that is asked of the catalogue."""

from dataclasses import dataclass, fields


@dataclass(frozen=True, slots=True)
class Filters:
    """Conditions that must all hold; the default lets everything pass that is not failed."""

    min_s: float | None = None
    """Shortest duration, inclusive."""
    max_s: float | None = None
    """Longest duration, exclusive, as in dur:<2."""
    min_channels: int | None = None
    max_channels: int | None = None
    min_rate_hz: int | None = None
    max_rate_hz: int | None = None
    formats: tuple[str, ...] = ()
    """Any of these: container (WAV, FLAC, …) or file suffix without the dot, whatever the case."""
    folders: tuple[str, ...] = ()
    """Each must occur in the folder's path as people read it, whatever the case."""
    tags: tuple[str, ...] = ()
    """Each must be on the sound, whatever the case."""
    is_favourite: bool | None = None
    is_offline: bool | None = None
    """True: only sounds whose drive or file is missing; False: only those at hand; None: both."""

    @property
    def is_empty(self) -> bool:
        """True when nothing is asked."""
        return all(getattr(self, field.name) in (None, ()) for field in fields(self))


FAVOURITE = "★"
"""The tag that marks a favourite."""


def where(filters: Filters) -> tuple[str, list[str | int | float]]:
    """The SQL condition over sound and root for `filters`, and its values."""
    clauses: list[str] = ["sound.error = ''"]
    values: list[str | int | float] = []
    ranges = (
        ("sound.duration_s >= ?", filters.min_s),
        ("sound.duration_s < ?", filters.max_s),
        ("sound.channels >= ?", filters.min_channels),
        ("sound.channels <= ?", filters.max_channels),
        ("sound.sample_rate_hz >= ?", filters.min_rate_hz),
        ("sound.sample_rate_hz <= ?", filters.max_rate_hz),
    )
    for clause, value in ranges:
        if value is not None:
            clauses.append(clause)
            values.append(value)
    if filters.formats:
        clauses.append(
            "(" + " OR ".join("sound.format = ? OR has_suffix(sound.path, ?)" for _ in filters.formats) + ")"
        )
        values += [value for form in filters.formats for value in (form.upper(), form.lower())]
    for folder in filters.folders:
        clauses.append("in_folder(sound.path, ?)")
        values.append(folder.casefold())
    for tag in filters.tags:
        clauses.append("EXISTS (SELECT 1 FROM tag WHERE sound_id = sound.id AND name = ?)")
        values.append(tag.casefold())
    if filters.is_favourite is not None:
        no = "" if filters.is_favourite else "NOT "
        clauses.append(f"{no}EXISTS (SELECT 1 FROM tag WHERE sound_id = sound.id AND name = ?)")
        values.append(FAVOURITE)
    if filters.is_offline is not None:
        no = "" if filters.is_offline else "NOT "
        clauses.append(f"{no}(sound.is_gone OR root.is_offline)")
    return " AND ".join(clauses), values


def has_suffix(path: bytes, suffix: str) -> bool:
    """Whether the file's name ends in a dot and `suffix` (lower case)."""
    return path.lower().endswith(b"." + suffix.encode())


def in_folder(path: bytes, text: str) -> bool:
    """Whether `text` (casefolded) occurs in the path of the file's folder."""
    cut = max(path.rfind(b"/"), path.rfind(b"\\"))
    return text in path[:cut].decode("utf-8", errors="replace").casefold()
