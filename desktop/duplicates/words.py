"""Sizes in words, for pages and dialogs of housekeeping."""

from desktop.translation import number, translate


def size(size_bytes: int) -> str:
    """A size: "640 B", "12 kB", "3.4 MB", "1.2 GB"."""
    if size_bytes < 1000:
        return translate("Sizes", "%1 B", size_bytes)
    if size_bytes < 1_000_000:
        return translate("Sizes", "%1 kB", number(size_bytes / 1000))
    if size_bytes < 1_000_000_000:
        return translate("Sizes", "%1 MB", number(size_bytes / 1_000_000, 1))
    return translate("Sizes", "%1 GB", number(size_bytes / 1_000_000_000, 1))
