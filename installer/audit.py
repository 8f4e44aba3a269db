"""Asks the package index for known vulnerabilities of every locked package; fails unless each got an answer.

`make audit INDEX=URL` is for people with a network, before a release and when the locks change; nothing else runs it.
Covers all locks, including those for other systems. A package that is unreadable, unknown to the index, or answered in
part counts as *not audited*, which fails like a known vulnerability: silence is no answer.
"""

import argparse
import http.client
import json
import re
import sys
import urllib.error
import urllib.request
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from installer.licences import LOCKS, normal

CLEAN, FAULTY, NOT_AUDITED = 0, 1, 2
ACCEPTED: dict[str, str] = {}
"""Advisories that do not concern Earshot, by id, each with the reason."""

_PIN = re.compile(r"([A-Za-z0-9][A-Za-z0-9._-]*)(?:\[[^\]]*\])?==([A-Za-z0-9.!+_-]+)\s*(?:;.*)?")
_PATIENCE_S = 30.0
_TRIES = 2
_GIVE_UP_AFTER = 3


@dataclass(frozen=True, slots=True, order=True)
class Pin:
    """One package in one version."""

    name: str
    version: str

    def __str__(self) -> str:
        return f"{self.name} {self.version}"


class NotAudited(Exception):
    """No reliable answer; the message says why."""


class Unreachable(NotAudited):
    """The service did not answer at all."""


def read_pins(lock: Path) -> set[Pin]:
    """Returns every package of a lock.

    Raises:
        NotAudited: a line is neither a pinned package, a hash nor a comment, or the lock has none.
    """
    try:
        text = lock.read_text(encoding="utf-8")
    except (OSError, ValueError) as err:
        raise NotAudited(f"{lock.name} cannot be read: {err}") from err
    pins = set()
    for number, line in enumerate(text.splitlines(), 1):
        words = line.split("#", 1)[0].rstrip().removesuffix("\\").strip()
        if not words or words.startswith("--hash=sha256:"):
            continue
        matched = _PIN.fullmatch(words)
        if matched is None:
            raise NotAudited(f"{lock.name}, line {number} is no pinned package: {line.strip()}")
        pins.add(Pin(normal(matched[1]), matched[2]))
    if not pins:
        raise NotAudited(f"{lock.name} pins nothing")
    return pins


def faults_of(pin: Pin, service: str) -> list[str]:
    """Returns the known vulnerabilities of a package, a line each, without accepted ones.

    Raises:
        NotAudited: no answer, one about something else, or an incomplete one.
    """
    answer = _answer(f"{service}/{pin.name}/{pin.version}/json")
    try:
        about = Pin(normal(answer["info"]["name"]), str(answer["info"]["version"]))
        faults, is_yanked, why = answer["vulnerabilities"], answer["info"]["yanked"], answer["info"]["yanked_reason"]
        known = [
            f"{fault['id']}{_aliases(fault)}: {_line(fault['summary'] or fault['details'])}"
            f" (mended in {', '.join(fault['fixed_in']) or 'no version yet'})"
            for fault in faults
            if not fault["withdrawn"] and not {fault["id"], *fault["aliases"]} & set(ACCEPTED)
        ]
    except (KeyError, TypeError, AttributeError) as err:
        raise NotAudited(f"the answer does not say what is known: {err!r}") from err
    if about.name != pin.name or not _is_same(about.version, pin.version):
        raise NotAudited(f"the answer is about {about}")
    return [*known, *([f"withdrawn by its makers: {why or 'they do not say why'}"] if is_yanked else [])]


def audit(pins: Sequence[Pin], service: str) -> int:
    """Asks about each, prints the results and returns the exit code."""
    faulty, silent, lost = 0, [], 0
    for number, pin in enumerate(pins):
        try:
            faults = faults_of(pin, service)
        except NotAudited as err:
            silent.append(f"{pin}: {err}")
            lost = lost + 1 if isinstance(err, Unreachable) else 0
            if lost == _GIVE_UP_AFTER:
                silent += [f"{rest}: not asked about" for rest in pins[number + 1 :]]
                break
            continue
        lost = 0
        faulty += bool(faults)
        for fault in faults:
            print(f"{pin}: {fault}")
    for line in silent:
        print(f"NOT AUDITED {line}")
    print(f"{len(pins) - len(silent)} of {len(pins)} locked packages audited: {faulty} with known faults.")
    return NOT_AUDITED if silent else FAULTY if faulty else CLEAN


def main(argv: Sequence[str] | None = None) -> int:
    """Returns the exit code: 0 nothing known, 1 known vulnerabilities, 2 something not audited."""
    parser = argparse.ArgumentParser(prog="python -m installer.audit", description="Looks for known faults.")
    parser.add_argument("--locks", type=Path, default=LOCKS, metavar="DIR", help="folder of the locks")
    parser.add_argument("--service", default="", metavar="URL", help="where an index answers by name and version")
    parser.add_argument("--only", action="append", default=[], metavar="NAME", help="ask about these packages alone")
    options = parser.parse_args(argv)
    try:
        if not options.service:
            raise NotAudited(
                "no index is named: say where the JSON API of the Python Package Index is (make audit INDEX=URL); "
                "its answers carry the advisories of PyPA and GitHub"
            )
        locks = sorted(options.locks.glob("*.txt"))
        if not locks:
            raise NotAudited(f"there is no lock in {options.locks}")
        pins = sorted({pin for lock in locks for pin in read_pins(lock)})
        chosen = [pin for pin in pins if not options.only or pin.name in map(normal, options.only)]
        if not chosen:
            raise NotAudited(f"no lock has {', '.join(options.only)}")
    except NotAudited as err:
        print(f"NOT AUDITED {err}")
        return NOT_AUDITED
    return audit(chosen, options.service.rstrip("/"))


def _answer(url: str) -> Any:
    for left in reversed(range(_TRIES)):
        try:
            with urllib.request.urlopen(urllib.request.Request(url), timeout=_PATIENCE_S) as response:
                return json.loads(response.read())
        except urllib.error.HTTPError as err:
            err.close()
            if err.code == 404:
                raise NotAudited("the index answered 404: it does not know this package or version") from err
            if not left:
                raise NotAudited(f"the index answered {err.code} {err.reason}") from err
        except ValueError as err:
            raise NotAudited(f"the answer cannot be read: {err}") from err
        except (OSError, http.client.HTTPException) as err:
            if not left:
                raise Unreachable(f"the index cannot be reached: {err}") from err
    raise AssertionError("every try ends in an answer or an error")


def _aliases(fault: dict[str, Any]) -> str:
    return f" ({', '.join(fault['aliases'])})" if fault["aliases"] else ""


def _line(text: str) -> str:
    return " ".join(text.split())[:120]


def _is_same(version: str, pinned: str) -> bool:
    """Tells whether two spellings are one version: `1.0` and `1.0.0` are (PEP 440), `1.0+cpu` is another."""
    return _bare(version) == _bare(pinned)


def _bare(version: str) -> str:
    return re.sub(r"(\.0)+$", "", version.lower())


if __name__ == "__main__":
    sys.exit(main())
