"""Texts about a model pack: three sentences for everybody, and figures for those who ask."""

from msgspec import Struct

from desktop.base import engine_words
from desktop.base.translation import number, translate
from engine.library.packs import InstalledPack
from engine.models.manifest import PackInfo

_TESTED = (("after", True), ("test", False), ("val", False))
"""Prefixes of measures, most telling first, and whether they are about the user's own sounds."""
_FIRST = {"recall1": 1, "recall5": 5, "recall10": 10}


class Quality(Struct, frozen=True):
    """How well a pack finds described sounds."""

    found: float
    """Share of descriptions whose sound was among the first ten, 0 to 1."""
    queries: int
    is_own: bool
    """Measured on the user's own held-out sounds."""


class PackStatus(Struct, frozen=True):
    """A pack's relation to the library."""

    is_used: bool
    is_learnt: bool
    """The library is being analysed with it."""
    known: int
    """Number of sounds it has analysed."""
    sounds: int
    used: Quality | None = None
    """Quality of the pack in use."""


def quality_of(info: PackInfo | None) -> Quality | None:
    """Measured quality; None if unmeasured."""
    if info is None:
        return None
    for which, is_own in _TESTED:
        found, queries = info.metrics.get(f"{which}_recall10"), info.metrics.get(f"{which}_queries")
        if found is not None and queries:
            return Quality(min(1.0, max(0.0, found)), round(queries), is_own)
    return None


def what_it_is(pack: InstalledPack) -> str:
    """The first sentence: what the pack is."""
    if pack.info is None:
        return " ".join(
            [translate("PacksDialog", "This pack cannot be read."), *map(engine_words.sentence, pack.fault)]
        )
    size = translate("PacksDialog", "%1 MB", number(pack.size_bytes / 1e6))
    if not pack.is_own:
        return translate("PacksDialog", "A model that came with Earshot (%1).", size)
    quality = quality_of(pack.info)
    if quality is not None and quality.is_own:
        return translate("PacksDialog", "A model that has learnt from your own sounds (%1).", size)
    return translate("PacksDialog", "A model that you installed (%1).", size)


def how_good_it_is(quality: Quality | None) -> str:
    """The second sentence: how well it finds sounds."""
    if quality is None:
        return translate("PacksDialog", "Nobody has measured how well it finds sounds.")
    found = translate("PacksDialog", "%1%", round(quality.found * 100))
    if quality.is_own:
        return translate(
            "PacksDialog",
            "In a test with %1 descriptions of your own sounds it had not learnt, "
            "%2 of the searches found the right sound in the first ten.",
            quality.queries,
            found,
        )
    return translate(
        "PacksDialog",
        "In a test with %1 descriptions of unknown sounds, %2 of the searches found the right sound in the first ten.",
        quality.queries,
        found,
    )


def what_it_cannot(info: PackInfo | None) -> str:
    """A warning about uncalibrated scores; empty for a calibrated pack."""
    if info is None or info.calibration.fitted.sound:
        return ""
    return translate("PacksDialog", "Its scores are not calibrated: no result is called strong, fair or weak.")


def what_to_do(pack: InstalledPack, standing: PackStatus) -> str:
    """The third sentence: what to do."""
    if pack.info is None:
        return translate("PacksDialog", "Remove it, or install it again.")
    if standing.is_learnt:
        return translate("PacksDialog", "It is analysing your library now. You can keep searching.")
    if standing.is_used:
        return translate("PacksDialog", "Your library uses it: there is nothing to do.")
    own = quality_of(pack.info)
    if (
        own is not None
        and standing.used is not None
        and (own.queries, own.is_own) == (standing.used.queries, standing.used.is_own)
        and own.found < standing.used.found
    ):
        return translate("PacksDialog", "The pack you use now finds more. There is no need to switch.")
    unknown = max(0, standing.sounds - standing.known)
    if not unknown:
        return translate("PacksDialog", "It has analysed all your sounds: “Use this pack” switches at once.")
    return translate(
        "PacksDialog",
        "“Use this pack” makes it analyse %n sound(s) in the background. Until then searches use the present pack.",
        n=unknown,
    )


def figures(pack: InstalledPack) -> str:
    """All figures of a pack, as Markdown to precede its card."""
    if pack.info is None:
        return ""
    info = pack.info
    rows = [
        (translate("PacksDialog", "Size"), translate("PacksDialog", "%1 MB", number(pack.size_bytes / 1e6, 1))),
        (translate("PacksDialog", "Vectors"), translate("PacksDialog", "%1 numbers for each section", info.dim)),
        (
            translate("PacksDialog", "Input"),
            translate(
                "PacksDialog",
                "%1 kHz, sections of %2 s every %3 s",
                number(info.sample_rate_hz / 1000, 1),
                number(info.segment_s, 1),
                number(info.hop_s, 1),
            ),
        ),
        (translate("PacksDialog", "Licence"), info.licence),
        (translate("PacksDialog", "Learnt from"), info.training_data),
        (translate("PacksDialog", "Id"), f"`{info.pack_id}`"),
        (translate("PacksDialog", "Folder"), f"`{pack.folder}`"),
    ]
    lines = [f"- **{title}:** {_flat(text)}" for title, text in rows]
    if info.metrics:
        lines += ["", f"**{translate('Models', 'Measured by its maker')}**", ""]
        lines += [f"- {_named(name)}: {_figure(name, value)}" for name, value in info.metrics.items()]
    return "\n".join([*lines, "", "---", "", pack.card])


def _named(name: str) -> str:
    """A known measure in words, with its name as on the card."""
    first = _FIRST.get(name.partition("_")[2])
    if first == 1:
        return translate("PacksDialog", "right sound first (%1)", name)
    if first is not None:
        return translate("PacksDialog", "right sound among the first %1 (%2)", first, name)
    return _flat(name)


def _figure(name: str, value: float) -> str:
    if name.partition("_")[2] in _FIRST:
        return translate("PacksDialog", "%1%", number(value * 100, 1))
    return number(value, 0 if value == int(value) else 3)


def _flat(text: str) -> str:
    return " ".join(text.split())
