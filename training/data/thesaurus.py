"""Interchangeable words in captions, checked against two taxonomies: UCS and AudioSet's ontology.

Neither taxonomy is a thesaurus: UCS groups words of one field (dog: african, alpha), and AudioSet's names join like and
unlike ("Chicken, rooster"). So the candidates are chosen by hand for precision: a pair of words holds only if one UCS
category has both, and AudioSet's alternatives only if they are not in the list of those that differ. Words are listed
once and inflected here. training.data.eda works word by word and has its own sets.
"""

import json
import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cache
from itertools import permutations
from pathlib import Path

from engine.audio.ucs import categories
from training.data.corpus import CorpusError

_NOUNS = """
aeroplane airplane plane; baby infant; bicycle bike; boat > vessel; breeze > wind; wind > breeze | gentle light soft;
car automobile; cave cavern; cloth fabric; coast shoreline; couch sofa; creature beast; cup mug; dirt soil;
elevator > lift | door doors ride moving; explosion > blast detonation; faucet > tap | water; footstep footfall;
fridge refrigerator; ghost phantom; gun firearm; handgun pistol; revolver > pistol; helicopter chopper;
highway motorway freeway; insect bug; lava magma; locomotive > train; lorry truck; man guy; monster beast;
motorbike motorcycle; ocean sea; pavement sidewalk; person > human; phone telephone; pigeon dove; purse handbag;
robot droid android; seagull gull; snake serpent; sorcerer wizard; spacecraft spaceship starship; stones rocks;
stream brook creek | flowing trickling babbling small; suitcase luggage; tune melody; violin fiddle; woman lady;
downpour > rain; kid child; flames > fire; pub tavern; axe hatchet; club cudgel | lands hits swings swung;
factory plant | industrial; keypad keyboard | computer typing; hen > chicken; chicken > hen | clucking clucks; hog pig;
kitten > cat; bin can | trash garbage rubbish; thunderstorm > storm; rainfall > rain; gunshot > shot;
engine motor | car vehicle truck boat running starting; armor armour; forest woods woodland; blizzard snowstorm;
applause > clapping; hammer mallet; rifle > firearm; pistol > firearm
"""
_VERBS = """
slam > bang; bang > slam | door; beep bleep; burp belch; clatter > rattle; clink chink; crinkle crumple;
rattle > clatter | metal dishes plates chain bottles cans pans wheels cart wagon; growl snarl; gulp swallow;
gurgle burble; munch chew; murmur mumble; rip tear; ripping tearing; rustle > swish | leaves foliage; scrape > scratch;
scream shriek; slap smack; slurp > sip; smash shatter | glass plate bottle ice window ceramic vase crystal;
spray spritz | liquid water perfume bottle; squeak creak | door hinge floor wood wooden bed chair;
squeal screech | brakes tires tire metal balloon feedback tape wheels hinge; squish squelch; stomp stamp | foot feet;
thud thump; tinkle jingle | bell bells coins keys chain metal chime chimes; vomit puke; yell shout; giggle chuckle;
whoosh swoosh swish; sob weep; bellow > roar; roar > bellow | monster creature beast giant; neigh whinny;
tweet chirp | bird birds; howl wail | wolf ghost wind; hitting striking; hits strikes; struck > hit
"""
"""Sets of words that one UCS category has, nouns and verbs in their base forms.

In "boat > vessel" only the first may be replaced. After a bar stand words of which the caption must have one.
"""

_AUDIOSET_APART = (
    "Cattle, bovinae; Chicken, rooster; Dishes, pots, and pans; Donkey, ass; Domestic animals, pets; Fly, housefly; "
    "Accelerating, revving, vroom; Air horn, truck horn; Boat, Water vehicle; Burst, pop; Canidae, dogs, wolves; "
    "Crying, sobbing; Fixed-wing aircraft, airplane; Livestock, farm animals, working animals; Marimba, xylophone; "
    "Narration, monologue; Race car, auto racing; Ratchet, pawl; Rodents, rats, mice; Rowboat, canoe, kayak; "
    "Packing tape, duct tape; Sailboat, sailing ship; Smash, crash; Splash, splatter; Vehicle horn, car horn, honking; "
    "Wail, moan; Walk, footsteps; Waves, surf; Jingle, tinkle; Trickle, dribble; Chirp, tweet; "
    "Wind instrument, woodwind instrument; "
    "Inside, small room; Inside, large room or hall; Inside, public space; Outside, urban or manmade; "
    "Outside, rural or natural; Channel, environment and background; Subway, metro, underground; Gunshot, gunfire; "
    "Heart sounds, heartbeat; Domestic sounds, home sounds; Hubbub, speech noise, speech babble; Tinnitus, ringing in "
    "the ears; Bird flight, flapping wings; Bird vocalization, bird call, bird song; Cellphone buzz, vibrating alert; "
    "Burping, eructation; Chewing, mastication; Propeller, airscrew; Crowing, cock-a-doodle-doo; Pump (liquid)"
)
"""AudioSet names whose parts differ, need more context, or are longer or rarer than everyday words."""

_FIXED = re.compile(
    r"\b(?:bass drum|crash cymbals?|tom tom|wood blocks?|rock (?:kit|music|and roll|band|guitar)|bull ?frog|in tune|"
    r"(?:light|metal|house|hip|hi|rap|pop) (?:hat|music|hop)|duct tape|fire (?:engine|truck|alarm|hydrant)s?|tin can|"
    r"chicken wire|dust bin|baby rattle|phone booth|sheep dog|jungle music|(?:sub ?)?machine guns?|nail guns?|shot gun|"
    r"pot lids?|lid of a pot|cup of|can of|ray gun|cymbal crash|cat fish|sea (?:lion|horse|guardian)s?|plane of|"
    r"slime monster|log monster|rat monster|lady skeleton|big slime|car park|toy car|train of|stream of|man made|"
    r"wind (?:chimes?|instruments?|tunnel)|steam (?:train|engine)s?|club (?:music|beat)s?|slap bass|drill music|"
    r"strikes and misses|bird man|wolf whistl\w+|keyboard (?:instrument|chord|note)s?)\b"
)
"""Fixed phrases; nothing in them is replaced."""

_VOWEL_SPOKEN = re.compile(r"[aeio]|u(?![ns]i|fo)|hour|honest|8|x-?ray", re.IGNORECASE)
_ARTICLE_AT_END = re.compile(r"\b([Aa])n?(\s+)$")
_IRREGULAR = {
    "man": ("men",),
    "woman": ("women",),
    "lady": ("ladies",),
    "person": (),
    "human": (),
    "child": ("children",),
    "kid": ("kids",),
    "rip": ("rips", "ripping", "ripped"),
    "tear": ("tears", "tearing", "torn"),
    "weep": ("weeps", "weeping", "wept"),
    "sob": ("sobs", "sobbing", "sobbed"),
}
_ONE_FORM = frozenset(
    {
        "flames",
        "fire",
        "woods",
        "woodland",
        "forest",
        "stones",
        "rocks",
        "luggage",
        "armor",
        "armour",
        "hits",
        "strikes",
    }
    | {"struck", "applause", "clapping", "soil", "dirt"}
)
_ONLY_NOUNS = frozenset({"violin", "pigeon", "velcro", "gull"})


@dataclass(frozen=True, slots=True)
class StandIn:
    """A phrase and one that may replace it."""

    phrase: str
    """In lower case."""
    other: str
    needs: frozenset[str] = frozenset()
    """Words of which the caption must have one besides the phrase; empty for no condition."""


class Thesaurus:
    """Interchangeable phrases; rewords captions with them."""

    def __init__(self, stand_ins: Iterable[StandIn]) -> None:
        self._by_phrase: dict[str, list[StandIn]] = {}
        for one in sorted(set(stand_ins), key=lambda one: (one.phrase, one.other, sorted(one.needs))):
            if one.phrase != one.other:
                self._by_phrase.setdefault(one.phrase, []).append(one)
        longest_first = sorted(self._by_phrase, key=lambda phrase: (-len(phrase), phrase))
        self._pattern = re.compile(rf"(?<![\w-])(?:{'|'.join(map(re.escape, longest_first)) or '(?!)'})(?![\w-])")

    def stand_ins(self, phrase: str) -> tuple[StandIn, ...]:
        """Returns the stand-ins for a phrase (lower case), sorted."""
        return tuple(self._by_phrase.get(phrase, ()))

    def reword(self, caption: str) -> tuple[str, ...]:
        """Returns the captions that differ in one phrase, from left to right.

        Replaces whole words only, and adjusts "a", "an" and capitals.
        """
        lower = caption.lower()
        if len(lower) != len(caption):
            return ()
        fixed = [found.span() for found in _FIXED.finditer(lower)]
        words = set(re.findall(r"[\w'-]+", lower))
        changed: list[str] = []
        for found in self._pattern.finditer(lower):
            start, end = found.span()
            if any(start < last and first < end for first, last in fixed):
                continue
            for one in self._by_phrase[found[0]]:
                has_context = not one.needs or bool(one.needs & (words - set(found[0].split())))
                if has_context and one.other not in words:
                    changed.append(_replaced(caption, start, end, one.other))
        return tuple(dict.fromkeys(changed))


@cache
def thesaurus(ontology: Path | None = None) -> Thesaurus:
    """Returns the stand-ins that the taxonomies support.

    Args:
        ontology: AudioSet's ontology.json; None for UCS alone, which comes with the engine.

    Raises:
        CorpusError: the ontology cannot be read.
    """
    found = list(_of_ucs())
    if ontology is not None:
        found += _of_audioset(_names(ontology))
    return Thesaurus(found)


def _of_ucs() -> Iterator[StandIn]:
    """The chosen pairs of which one category has both words."""
    held = [
        frozenset({*one.synonyms, *one.subcategory.lower().split(), *one.category.lower().split()})
        for one in categories()
    ]
    for sets, is_verb in ((_NOUNS, False), (_VERBS, True)):
        for line in sets.replace("\n", " ").split(";"):
            chosen, _, needs = line.partition("|")
            before, directed, after = chosen.partition(">")
            words = before.split() + after.split()
            forms = {word: frozenset(forms_of(word, is_verb=True)) for word in words}
            for word, other in permutations(words, 2):
                is_wanted = not directed or (word in before.split() and other in after.split())
                if is_wanted and any(forms[word] & there and forms[other] & there for there in held):
                    yield from _inflected(word, other, frozenset(needs.split()), is_verb=is_verb)


def _of_audioset(names: Iterable[str]) -> Iterator[StandIn]:
    """Alternatives in names such as "Thump, thud"."""
    apart = {part.strip() for part in _AUDIOSET_APART.split(";")}
    for name in names:
        parts = [part.strip().lower() for part in name.split(",")]
        if (
            name in apart
            or len(parts) < 2
            or "(" in name
            or any(part.startswith("and ") or part == "etc." for part in parts)
        ):
            continue
        for word, other in permutations(parts, 2):
            yield from _inflected(word, other, frozenset(), is_verb=not set(parts) & _ONLY_NOUNS)


def _names(path: Path) -> list[str]:
    try:
        return [str(row["name"]) for row in json.loads(path.read_text(encoding="utf-8"))]
    except (OSError, ValueError, KeyError, TypeError) as err:
        raise CorpusError(
            f"{path} is no AudioSet ontology: {err!r}", advice="Give the ontology.json that AudioSet publishes."
        ) from err


def _inflected(word: str, other: str, needs: frozenset[str], *, is_verb: bool) -> Iterator[StandIn]:
    """A pair in every form that both have."""
    for form, with_form in zip(forms_of(word, is_verb), forms_of(other, is_verb), strict=False):
        yield StandIn(form, with_form, needs)


def forms_of(phrase: str, is_verb: bool) -> tuple[str, ...]:
    """Returns a phrase, its plural or third person, and for verbs the -ing and -ed forms; may include non-words."""
    head, _, last = phrase.rpartition(" ")
    if phrase in _ONE_FORM or last.endswith(("ing", "ed")):
        return (phrase,)
    if phrase in _IRREGULAR:
        return (phrase, *_IRREGULAR[phrase])
    if last.endswith(("s", "sh", "ch", "x", "z")):
        plural = f"{last}es"
    elif last.endswith("y") and last[-2] not in "aeiou":
        plural = f"{last[:-1]}ies"
    else:
        plural = f"{last}s"
    if head or not is_verb:
        return phrase, f"{head} {plural}".strip()
    if last.endswith("e") and not last.endswith("oe"):
        return phrase, plural, f"{last[:-1]}ing", f"{last}d"
    if re.fullmatch(r"[^aeiou]*[aeiou][bdgmnpt]", last):
        return phrase, plural, f"{last}{last[-1]}ing", f"{last}{last[-1]}ed"
    past = f"{last[:-1]}ied" if last.endswith("y") and last[-2] not in "aeiou" else f"{last}ed"
    return phrase, plural, f"{last}ing", past


def is_fixed(lower: str, start: int, end: int) -> bool:
    """Whether a stretch of a caption (lower case) overlaps a fixed phrase ("wind" of "wind chime")."""
    return any(start < last and first < end for first, last in (found.span() for found in _FIXED.finditer(lower)))


def replaced(caption: str, word: str, other: str) -> Iterator[str]:
    """Yields the caption with the first occurrence of a word (lower case) replaced, adjusting "a" and "an"."""
    found = re.search(rf"(?<![\w-]){re.escape(word)}(?![\w-])", caption.lower())
    if found is not None and len(caption.lower()) == len(caption):
        yield _replaced(caption, *found.span(), other)


def _replaced(caption: str, start: int, end: int, other: str) -> str:
    word = other[0].upper() + other[1:] if caption[start].isupper() else other
    article = r"\1n\2" if _VOWEL_SPOKEN.match(word) else r"\1\2"
    return _ARTICLE_AT_END.sub(article, caption[:start]) + word + caption[end:]
