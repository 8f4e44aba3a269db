"""The window's sentences in the user's language.

`translate` takes literal strings only, so that `make translations` finds them. English needs no translation except for
plurals: in a source text, letters in brackets form the plural ("%n sound(s)", "%n match(es)"), and
resources/translations/en.ts holds the exceptions. `engine_words` words the engine's values.
"""

import logging
import re
from functools import lru_cache
from importlib import resources

from msgspec import Struct
from PySide6.QtCore import QCoreApplication, QLibraryInfo, QLocale, QTranslator

_log = logging.getLogger(__name__)

LANGUAGES = {"en": "English", "de": "Deutsch"}
"""Available languages: code to the language's own name."""
SYSTEM = "system"
"""The desktop's language if available, else English."""

_PLURAL_LETTERS = re.compile(r"(?<=\w)\((\w{1,3})\)")
_PLACE = re.compile(r"%(n|[1-9])")


class _State:
    """The current language and the translator for Qt's own dialogs."""

    code = "en"
    locale = QLocale(QLocale.Language.English, QLocale.Country.UnitedStates)
    of_qt: QTranslator | None = None


class Phrase(Struct, frozen=True):
    """A sentence translated when shown: for tables built before the language is known."""

    context: str
    text: str

    def __str__(self) -> str:
        return translate(self.context, self.text)


def phrase(context: str, text: str) -> Phrase:
    """Marks a literal sentence for translation; `str()` translates it."""
    return Phrase(context, text)


def translate(context: str, text: str, *values: object, n: int | None = None, comment: str = "") -> str:
    """Translates a sentence into the current language.

    Args:
        context: the class that says it, a literal.
        text: the English sentence, a literal, with %1 to %9 for `values` and %n for `n`.
        values: replace the placeholders; whole numbers get the language's digit grouping.
        n: selects singular or plural.
        comment: distinguishes two meanings of one text, a literal.
    """
    found = _known(_State.code).translator.translate(context, text, comment, -1 if n is None else n)
    sentence = found or (text if n is None else english_form(text, n))
    if n is None and not values:
        return sentence
    return _PLACE.sub(lambda place: _value(place, values, n), sentence)


def english_form(text: str, n: int) -> str:
    """Singular or plural of an English source text: "%n match(es)" gives "%n match" or "%n matches"."""
    return _PLURAL_LETTERS.sub("" if n == 1 else r"\1", text)


def number(value: float, places: int = 0) -> str:
    """A number in the language's format: "12,480", "0.42"; "12.480", "0,42" in German."""
    if places == 0:
        return _State.locale.toString(round(value))
    return _State.locale.toString(float(value), "f", places)


def language() -> str:
    """Code of the current language."""
    return _State.code


def use_language(wanted: str) -> None:
    """Sets the language of later texts; what is on screen stays as it is. GUI thread only.

    Args:
        wanted: a code of `LANGUAGES`, or `SYSTEM`.

    Raises:
        ValueError: there is no such language.
    """
    code = _of_system() if wanted == SYSTEM else wanted
    if code not in LANGUAGES:
        raise ValueError(f"language must be {SYSTEM} or one of {', '.join(LANGUAGES)}, not {wanted!r}")
    _State.code = code
    country = QLocale.Country.UnitedStates if code == "en" else QLocale.Country.AnyCountry
    _State.locale = QLocale(QLocale(code).language(), country)
    _State.locale.setNumberOptions(QLocale.NumberOption.DefaultNumberOptions)
    QLocale.setDefault(_State.locale)
    if QCoreApplication.instance() is not None:
        _use_for_qt(code)


def _of_system() -> str:
    for name in QLocale.system().uiLanguages():
        code = name.replace("_", "-").split("-")[0]
        if code in LANGUAGES:
            return code
    return "en"


def _use_for_qt(code: str) -> None:
    """Translates Qt's own buttons and file dialogs, if Qt ships the language."""
    if _State.of_qt is not None:
        QCoreApplication.removeTranslator(_State.of_qt)
        _State.of_qt = None
    translator = QTranslator()
    folder = QLibraryInfo.path(QLibraryInfo.LibraryPath.TranslationsPath)
    if code != "en" and translator.load(f"qtbase_{code}", folder):
        QCoreApplication.installTranslator(translator)
        _State.of_qt = translator


class _Catalogue(Struct, frozen=True):
    """A language's sentences. The translator reads `data` in place, so they share a lifetime."""

    translator: QTranslator
    data: bytes


@lru_cache(maxsize=len(LANGUAGES))
def _known(code: str) -> _Catalogue:
    file = resources.files("resources.translations").joinpath(f"{code}.qm")
    data = file.read_bytes() if file.is_file() else b""
    translator = QTranslator()
    if not translator.load(data):
        _log.warning("no compiled translation %s.qm; sentences stay English: run `make setup`", code)
    return _Catalogue(translator, data)


def _value(place: re.Match[str], values: tuple[object, ...], n: int | None) -> str:
    if place[1] == "n":
        return place[0] if n is None else number(n)
    at = int(place[1]) - 1
    if at >= len(values):
        return place[0]
    value = values[at]
    return number(value) if isinstance(value, int) and not isinstance(value, bool) else str(value)
