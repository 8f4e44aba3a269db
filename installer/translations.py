"""Updates resources/translations with the sentences in desktop/; run by `make translations`.

PySide6's lupdate reads Python, but drops calls with a keyword argument (`n=`) and marks no plurals. So Python's own
parser reads the calls of `translate`, `phrase` and `shown` here and hands them to lupdate as C++; it keeps existing
translations. English needs only plurals, by the rule of desktop/base/translation.py.
"""

import ast
import json
import subprocess
import sys
import tempfile
import xml.etree.ElementTree as ElementTree
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from desktop.base.engine_words import CONTEXT
from desktop.base.translation import LANGUAGES, english_form
from desktop.search.filters import facets
from engine.base.messages import kinds
from resources.translations import compile_all

REPOSITORY = Path(__file__).resolve().parents[1]
SOURCES = REPOSITORY / "desktop"
TRANSLATIONS = REPOSITORY / "resources" / "translations"
SETTINGS = "Settings"
"""Context of the texts of settings."""

_SHOWING = frozenset(
    {
        "QAction", "QCheckBox", "QGroupBox", "QLabel", "QMenu", "QPushButton", "QRadioButton", "QToolButton",
        "addAction", "addButton", "addItem", "addMenu", "addRow", "addTab", "insertItem",
        "setAccessibleDescription", "setAccessibleName", "setHeaderLabels", "setInformativeText",
        "setPlaceholderText", "setPrefix",
        "setStatusTip", "setSuffix", "setText", "setTitle", "setToolTip", "setWhatsThis", "setWindowTitle",
        "showMessage",
    }
)  # fmt: skip
"""Calls whose text the user reads."""
_KEPT = frozenset({"Earshot"})
"""Names that are the same in every language."""


@dataclass(frozen=True, slots=True, order=True)
class Sentence:
    """One text to translate."""

    context: str
    text: str
    comment: str = ""
    is_plural: bool = False


def sentences(folder: Path = SOURCES) -> set[Sentence]:
    """Returns every sentence to translate in `folder`; with the window's own sources, also the engine's.

    Raises:
        ValueError: a call whose context or text is no literal, and thus cannot be translated.
    """
    found: set[Sentence] = set()
    for file in _files(folder):
        for call in _calls(file):
            where = f"{file.relative_to(folder.parent)}:{call.lineno}"
            match call.func.id if isinstance(call.func, ast.Name) else "":  # a painter's translate is a method
                case "translate":
                    found.add(_translated(call, where))
                case "phrase":
                    found.add(Sentence(_literal(call, 0, where), _literal(call, 1, where)))
                case "shown":
                    found |= {Sentence(SETTINGS, text) for text in _texts_of_setting(call, where)}
    if folder == SOURCES:
        found |= {Sentence(CONTEXT, saying.text, saying.comment) for kind in kinds() for saying in kind}
        found |= {Sentence(facets.CONTEXT, text) for text in facets.words()}
    return found


def unwrapped(folder: Path = SOURCES) -> list[str]:
    """Returns literal sentences shown untranslated, such as "desktop/deck/deck.py:31: Play"."""
    found: list[str] = []
    for file in _files(folder):
        for call in _calls(file):
            found += [
                f"{file.relative_to(folder.parent)}:{call.lineno}: {text}"
                for value in _said(call)
                if (text := _spoken(value)) and text not in _KEPT
            ]
    return found


def in_file(path: Path) -> dict[Sentence, tuple[str, ...]]:
    """Returns the sentences of a TS file with their translations; unfinished ones have none."""
    known: dict[Sentence, tuple[str, ...]] = {}
    for context in ElementTree.parse(path).getroot().iter("context"):
        for message in context.iter("message"):
            is_plural = message.get("numerus") == "yes"
            sentence = Sentence(
                context.findtext("name", ""), message.findtext("source", ""), message.findtext("comment", ""), is_plural
            )
            translation = message.find("translation")
            assert translation is not None, f"{path}: {sentence.text!r} has no translation element"
            if is_plural:
                forms = tuple(form.text or "" for form in translation.iter("numerusform"))
            else:
                forms = (translation.text or "",)
            known[sentence] = forms if translation.get("type") is None and all(forms) else ()
    return known


def update() -> None:
    """Rewrites the TS files and compiles them."""
    lines = ["void all() {"]
    for sentence in sorted(sentences()):
        plural = ", n" if sentence.is_plural else ""
        texts = ", ".join(_quoted(text) for text in (sentence.context, sentence.text, sentence.comment))
        lines.append(f"QCoreApplication::translate({texts}{plural});")
    with tempfile.TemporaryDirectory() as work:
        source = Path(work) / "sentences.cpp"
        source.write_text("\n".join([*lines, "}"]), encoding="utf-8")
        for code in LANGUAGES:
            target = TRANSLATIONS / f"{code}.ts"
            options = ["-locations", "none", "-no-obsolete", "-silent", "-source-language", "en"]
            if code == "en":
                options.append("-pluralonly")
            _run("lupdate", source, *options, "-target-language", code, "-ts", target)
            if code == "en":
                _fill_english(target)
    compile_all()


def _fill_english(path: Path) -> None:
    tree = ElementTree.parse(path)
    for message in tree.getroot().iter("message"):
        translation = message.find("translation")
        if translation is None or translation.get("type") != "unfinished":
            continue
        source = message.findtext("source", "")
        for form, count in zip(translation.iter("numerusform"), (1, 2), strict=True):
            form.text = english_form(source, count)
        del translation.attrib["type"]
    ElementTree.indent(tree, "    ")
    text = ElementTree.tostring(tree.getroot(), encoding="unicode")
    path.write_text(f'<?xml version="1.0" encoding="utf-8"?>\n<!DOCTYPE TS>\n{text}\n', encoding="utf-8")


def _run(tool: str, *arguments: str | Path) -> None:
    program = Path(sys.executable).with_name(f"pyside6-{tool}")
    subprocess.run([program, *arguments], check=True)


def _files(folder: Path) -> list[Path]:
    """Returns the sources without the module that translates, which has no sentence of its own."""
    return sorted(file for file in folder.rglob("*.py") if file != folder / "base" / "translation.py")


def _calls(file: Path) -> Iterator[ast.Call]:
    tree = ast.parse(file.read_text(encoding="utf-8"), str(file))
    return (node for node in ast.walk(tree) if isinstance(node, ast.Call))


def _name(call: ast.Call) -> str:
    return call.func.id if isinstance(call.func, ast.Name) else getattr(call.func, "attr", "")


def _translated(call: ast.Call, where: str) -> Sentence:
    named = {keyword.arg: keyword.value for keyword in call.keywords}
    comment = named.get("comment")
    if comment is not None and not (isinstance(comment, ast.Constant) and isinstance(comment.value, str)):
        raise ValueError(f"{where}: the comment is no literal")
    return Sentence(
        _literal(call, 0, where),
        _literal(call, 1, where),
        "" if comment is None else str(comment.value),
        "n" in named,
    )


def _literal(call: ast.Call, at: int, where: str) -> str:
    value = call.args[at] if len(call.args) > at else None
    if isinstance(value, ast.Constant) and isinstance(value.value, str):
        return value.value
    raise ValueError(f"{where}: what is to be translated is no literal text")


def _texts_of_setting(call: ast.Call, where: str) -> set[str]:
    """Returns section, title, explanation, unit, and the names of the choices (pairs of value and name)."""
    texts = {_literal(call, at, where) for at in range(3)}
    for keyword in call.keywords:
        if keyword.arg == "choices":
            pairs = keyword.value.elts if isinstance(keyword.value, ast.Tuple) else []
            names = [pair.elts[1] for pair in pairs if isinstance(pair, ast.Tuple)]
            texts |= {str(name.value) for name in names if isinstance(name, ast.Constant)}
        elif keyword.arg == "unit" and isinstance(keyword.value, ast.Constant):
            texts.add(str(keyword.value.value))
    return texts


def _said(call: ast.Call) -> list[ast.expr]:
    """Returns the arguments of a call that the user reads."""
    named = {keyword.arg: keyword.value for keyword in call.keywords}
    match _name(call):
        case "say":  # what happened and what to do; the third value is an item
            starred = any(isinstance(value, ast.Starred) for value in call.args)
            return [] if starred else [*call.args[:2], *named.values()]
        case "add" if len(call.args) > 2:  # a command: its id, its text and its explanation
            return [call.args[1], *(named[name] for name in ("text", "tip") if name in named)]
        case "add_section" | "add_tab":
            return call.args[1:2]
        case "emit":  # a signal carries ids too: a sentence has more than one word
            return [value for value in call.args if " " in _spoken(value)]
        case name if name in _SHOWING:
            return [*call.args, *named.values()]
        case _:
            return []


def _spoken(value: ast.expr) -> str:
    """Returns a literal, or the fixed part of an f-string, if it has a word in it; else nothing."""
    if isinstance(value, ast.JoinedStr):
        text = "".join(str(part.value) for part in value.values if isinstance(part, ast.Constant))
    elif isinstance(value, ast.Constant) and isinstance(value.value, str):
        text = value.value
    else:
        return ""
    return text if any(letter.isalpha() for letter in text) else ""


def _quoted(text: str) -> str:
    return json.dumps(text, ensure_ascii=False)


if __name__ == "__main__":
    update()
    for language in LANGUAGES:
        texts = in_file(TRANSLATIONS / f"{language}.ts").values()
        if missing := sum(not forms for forms in texts):
            print(f"{language}: {missing} of {len(texts)} sentences stay English: not translated", file=sys.stderr)
