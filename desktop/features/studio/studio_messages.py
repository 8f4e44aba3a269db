"""Texts about a shared library: its state, values of fields, people and times. No widgets here."""

import time
from collections.abc import Sequence

from PySide6.QtCore import QDateTime, QLocale

from desktop.base import engine_words, messages
from desktop.base.translation import Phrase, phrase, translate
from desktop.features.studio.join_form import STANDARD_PORT
from engine.base.types import Colour
from engine.features.studio.messages import StudioFault
from engine.features.studio.records import (
    Conflict,
    Origin,
    Person,
    RejectedEdit,
    Role,
    ServerAddress,
    SharedField,
    SharedLibraryStatus,
    SharedState,
    SharedValue,
)

_DAY_S = 86_400.0
_ROLES: dict[Role, Phrase] = {
    Role.READER: phrase("Shared", "You may read"),
    Role.EDITOR: phrase("Shared", "You may read and edit"),
    Role.ADMIN: phrase("Shared", "You administer it"),
}
_FIELDS: dict[SharedField, Phrase] = {
    SharedField.RATING: phrase("Shared", "Rating"),
    SharedField.COLOUR: phrase("Shared", "Colour"),
    SharedField.FAVOURITE: phrase("Shared", "Favourite"),
    SharedField.TAG: phrase("Shared", "Tag"),
    SharedField.NOTE: phrase("Shared", "Note"),
    SharedField.COLLECTION: phrase("Shared", "Collection"),
    SharedField.PRIVATE: phrase("Shared", "Only for its maker"),
    SharedField.ITEM: phrase("Shared", "In a collection"),
    SharedField.POSITION: phrase("Shared", "Place of a collection"),
    SharedField.SEARCH: phrase("Shared", "Saved search"),
}
_KINDS = {
    "name": SharedField.COLLECTION,
    **{str(one): one for one in SharedField if one is not SharedField.COLLECTION},
}
"""Fields by their names on the server."""
_ASIDE_SHOWN = 3


def address(of: ServerAddress) -> str:
    """Address of a shared library: "studio on nas.local", with the port unless it is the default."""
    host = of.host if of.port == STANDARD_PORT else f"{of.host}:{of.port}"
    return translate("Shared", "%1 on %2", of.database, host)


def role(of: Role) -> str:
    """Rights of the user, in words."""
    return str(_ROLES[of])


def when(made_s: float, now_s: float) -> str:
    """A time: "14:05" today, else "12 Nov 14:05"; values from before joining have none."""
    if not made_s:
        return translate("Shared", "before joining")
    moment, today = QDateTime.fromSecsSinceEpoch(int(made_s)), QDateTime.fromSecsSinceEpoch(int(now_s))
    locale = QLocale()
    clock = locale.toString(moment.time(), QLocale.FormatType.ShortFormat)
    if moment.date() == today.date():
        return clock
    days = abs(now_s - made_s) / _DAY_S
    pattern = translate("Shared", "d MMM") if days < 300 else translate("Shared", "d MMM yyyy")
    return f"{locale.toString(moment.date(), pattern)} {clock}"


def status(state: SharedState, now_s: float, *, is_on: bool = True) -> str:
    """Text of the status bar.

    Args:
        state: state of the shared library.
        now_s: Unix time.
        is_on: whether automatic sync is on.
    """
    waiting = translate("Shared", "%n edit(s) to send", n=state.waiting) if state.waiting else ""
    match state.standing:
        case _ if lacks_packages(state):
            first = translate("Shared", "packages missing")
        case SharedLibraryStatus.REFUSED:
            first = translate("Shared", "server rejects the connection")
        case SharedLibraryStatus.FAILED:
            first = translate("Shared", "sync failed")
        case _ if not is_on:
            first = translate("Shared", "sync is off")
        case SharedLibraryStatus.OFFLINE:
            assert state.offline_since_s is not None
            since = when(state.offline_since_s, now_s)
            if state.trouble is not None and state.trouble.what is StudioFault.SERVER_HELD:
                first = translate("Shared", "waiting for another's change on the server since %1", since)
            else:
                first = translate("Shared", "server offline since %1", since)
        case SharedLibraryStatus.CONFLICTS:
            first = translate("Shared", "%n conflict(s)", n=state.conflicts)
        case SharedLibraryStatus.ASIDE:
            first = translate("Shared", "%n edit(s) set aside", n=len(state.aside))
        case SharedLibraryStatus.WAITING:
            return waiting
        case _:
            first = translate("Shared", "in sync")
    return " · ".join(filter(None, (first, waiting)))


def lacks_packages(state: SharedState) -> bool:
    """Whether this machine lacks the packages to connect to any server."""
    return state.trouble is not None and state.trouble.what is StudioFault.NO_POSTGRES_PACKAGES


def explained(state: SharedState, people: Sequence[Person], now_s: float, *, is_on: bool = True) -> str:
    """The state in sentences, for the tip and the page."""
    told = []
    if state.trouble is not None:
        what = engine_words.note(state.trouble).rstrip(".")
        begins_with_name = state.trouble.what.text.startswith("%1")
        told.append(f"{what if begins_with_name else what[:1].upper() + what[1:]}.")
    if state.to_do is not None and state.trouble is not None:
        told.append(engine_words.note(state.to_do))
    if not is_on:
        told.append(translate("Shared", "Syncing is switched off in the preferences."))
    elif state.synced_s is None:
        told.append(translate("Shared", "Not synced yet."))
    else:
        told.append(translate("Shared", "Last synced: %1.", when(state.synced_s, now_s)))
    if state.unshared:
        told.append(translate("Shared", "%n edit(s) kept here alone: the sound could not be read.", n=state.unshared))
    others = [person.who for person in people if not person.is_me]
    if others and state.offline_since_s is None:
        told.append(translate("Shared", "Here too: %1.", ", ".join(dict.fromkeys(others))))
    lines = [" ".join(told), *(set_aside(one) for one in state.aside[:_ASIDE_SHOWN])]
    if len(state.aside) > _ASIDE_SHOWN:
        more = len(state.aside) - _ASIDE_SHOWN
        lines.append(translate("Shared", "%n more: earshot server status lists them.", n=more))
    return "\n".join(lines)


def set_aside(of: RejectedEdit) -> str:
    """An edit that cannot be applied: its number, author, subject, and the reason."""
    kind, _, detail = of.field.partition(":")
    name = str(_FIELDS[_KINDS[kind]]) if kind in _KINDS else of.field
    what = translate("Shared", "%1 “%2”", name, detail) if detail else name
    reason = engine_words.note(of.reason)
    return translate("Shared", "Set aside: edit %1 by %2 (%3, %4): %5.", of.sequence, of.who, what, of.about, reason)


def field(of: Conflict) -> str:
    """Name of a conflict's field, with its tag or other detail."""
    name = str(_FIELDS[of.field])
    return translate("Shared", "%1 “%2”", name, of.detail) if of.detail else name


def value(of: SharedField, given: SharedValue) -> str:
    """A field's value in a word or two."""
    match of:
        case SharedField.RATING:
            stars = int(given or 0)
            return "★" * stars if stars else translate("Shared", "no rating")
        case SharedField.COLOUR:
            return messages.colour(Colour(str(given))) if given else translate("Shared", "no colour")
        case SharedField.FAVOURITE:
            return translate("Shared", "a favourite") if given else translate("Shared", "no favourite")
        case SharedField.TAG:
            return translate("Shared", "has it") if given else translate("Shared", "taken off")
        case SharedField.ITEM:
            return translate("Shared", "in it") if given else translate("Shared", "taken out")
        case SharedField.PRIVATE:
            return translate("Shared", "only for its maker") if given else translate("Shared", "for everybody")
        case SharedField.NOTE:
            return translate("Shared", "“%1”", " ".join(str(given).split())) if given else translate("Shared", "empty")
        case SharedField.COLLECTION | SharedField.SEARCH:
            return str(given) if given is not None else translate("Shared", "removed")
        case _:
            return str(given)


def origins(found: Sequence[Origin], now_s: float) -> str:
    """Who set the marks of a sound, one per line: "Rating: anna, 14:05"."""
    lines = []
    for one in found:
        name = str(_FIELDS[one.field])
        what = translate("Shared", "%1 “%2”", name, one.detail) if one.detail else name
        lines.append(translate("Shared", "%1: %2, %3", what, one.who, when(one.made_s, now_s)))
    return "\n".join(lines)


def origins_in_short(found: Sequence[Origin], now_s: float) -> str:
    """Who set a mark last, and when, in one line."""
    if not found:
        return ""
    last = max(found, key=lambda one: one.made_s)
    what = str(_FIELDS[last.field])
    if last.detail:
        what = translate("Shared", "%1 “%2”", what, last.detail)
    return translate("Shared", "%1: %2, %3", what, last.who, when(last.made_s, now_s))


def told(found: Sequence[Origin]) -> tuple[str, str]:
    """Origins in short and in full, as of now."""
    now_s = time.time()
    return origins_in_short(found, now_s), origins(found, now_s)
