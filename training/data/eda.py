"""Changes some words of a caption by synonyms, insertions, swaps or deletions, without a model or network.

The four operations of EDA (Wei and Zou 2019). The released code of Primus et al. 2023 has them but switches them off
(synonyms 0.3, deletion 0.2), so `share` is 0 by default.
"""

import re
from dataclasses import dataclass
from functools import cache

import numpy as np

_SETS = """
aircraft airplane plane; airplane aeroplane; applause clapping; babies infants; baby infant; bag sack; bang slam;
beep bleep; beeps bleeps; bicycle bike; big large; boat vessel; boats vessels; breathing panting; breeze wind;
burp belch; burping belching; buzz hum drone; car automobile vehicle; cars vehicles; cave cavern; cellphone smartphone;
child kid; children kids; chime toll; chirping tweeting; choir chorus; church chapel; clock timepiece; cloth fabric;
coast shoreline; concrete cement; conversation dialogue discussion chat; couch sofa; coughing hacking; crash smash;
creak squeak; creaks squeaks; crow raven; crying weeping sobbing; cup mug; cupboard cabinet; dishes plates;
door doorway; drinking sipping; drip trickle; dripping leaking; eating chewing munching; engine motor;
explosions blasts; fire flame blaze; footstep footfall; forest woodland woods; gasp pant; gasping panting;
ghost phantom spirit; grass lawn; groans moans; guns firearms; gunshot shot; gurgle burble; hammer mallet;
helicopter chopper; highway freeway motorway expressway; hiss sizzle; hissing sizzling; hit strike; hitting striking;
honk toot; house home; houses homes; howl wail; howling wailing; hurricane cyclone typhoon; insect bug;
keyboard keypad; kitten kitty; knocking pounding; lake pond; lamb sheep; laugh chuckle giggle;
laughing giggling chuckling; man guy; motorcycle motorbike; murmur mumble mutter; ocean sea; pavement sidewalk;
person human; phone telephone; pigeon dove; pub tavern; quiet silent; rain rainfall; rattle clatter;
rattling clattering; refrigerator fridge; road street; roar bellow; rocket missile; rooster cockerel;
rubbing scraping; rumble roar; rustle swish; scrape scratch; scraping scratching; scream shriek;
screaming yelling shouting; screams shrieks; seagull gull; sip slurp; siren alarm; slurping sipping; snake serpent;
soil dirt; song tune melody; spaceship spacecraft; squeal screech; static interference; stomp stamp;
stones pebbles rocks; storm tempest; stream brook creek; suitcase luggage; tap knock rap; tapping knocking rapping;
temple shrine; thud thump; tinkle jingle; toad frog; train locomotive; truck lorry; tweeting twittering; violin fiddle;
vomit puke; walk stroll; walking strolling; whisper murmur; whistle toot; woman lady
"""
_WORD = re.compile(r"[^\W\d_]+(?:['’][^\W\d_]+)*")
_SMALL = frozenset(
    re.findall(
        r"\w+",
        "a an the and or but while as of in on at to from by with into onto over under near "
        "is are was were be been being has have had it its this that then followed",
    )
)
"""Function words: never deleted, and no stand-in is inserted for them."""
_ARTICLE_AT_END = re.compile(r"\b([Aa])n?(\s+)$")


@cache
def sets() -> tuple[tuple[str, ...], ...]:
    """Returns the sets of interchangeable words; a word may be in several."""
    return tuple(tuple(part.split()) for part in _SETS.split(";"))


@cache
def stand_ins(word: str) -> tuple[str, ...]:
    """Returns the words that may replace a word (lower case), sorted; none for most words."""
    return tuple(sorted({other for words in sets() if word in words for other in words if other != word}))


@dataclass(frozen=True, slots=True)
class EdaConfig:
    """How many captions change, and how."""

    share: float = 0.0
    """Share of drawn captions that change, each by one random operation whose amount is above 0."""
    replace: float = 0.3
    """Share of the words with a stand-in that are replaced, at least one."""
    insert: float = 0.0
    """Stand-ins inserted at random places, as a share of the caption's words, at least one."""
    swap: float = 0.0
    """Pairs of words swapped, as a share of the words, at least one."""
    delete: float = 0.2
    """Chance to delete each word other than a function word; one always stays."""

    def __post_init__(self) -> None:
        for name in ("share", "replace", "insert", "swap", "delete"):
            if not 0.0 <= getattr(self, name) <= 1.0:
                raise ValueError(f"{name} must be within 0 and 1, found {getattr(self, name)}")
        if self.share > 0.0 and not self.replace + self.insert + self.swap + self.delete > 0.0:
            raise ValueError("share is above 0 and replace, insert, swap and delete are all 0")


def change(caption: str, config: EdaConfig, rng: np.random.Generator) -> str:
    """Returns the caption, or in `share` of the calls a changed one; never an empty one.

    The same generator state gives the same text.
    """
    if rng.random() >= config.share:
        return caption
    operations = [
        (operation, amount)
        for operation, amount in (
            (replace_words, config.replace),
            (insert_words, config.insert),
            (swap_words, config.swap),
            (delete_words, config.delete),
        )
        if amount > 0.0
    ]
    operation, amount = operations[int(rng.integers(len(operations)))]
    return operation(caption, amount, rng)


def replace_words(caption: str, share: float, rng: np.random.Generator) -> str:
    """Replaces a share of the words that have a stand-in, and adjusts "a" and "an"."""
    places = [found for found in _WORD.finditer(caption) if stand_ins(found[0].lower())]
    if not places:
        return caption
    chosen = rng.choice(len(places), _at_least_one(share, len(places)), replace=False)
    changed = caption
    for place in sorted(chosen.tolist(), reverse=True):
        found = places[place]
        other = _stand_in(found[0], rng)
        before = _ARTICLE_AT_END.sub(_article(other), changed[: found.start()])
        changed = before + other + changed[found.end() :]
    return changed


def insert_words(caption: str, share: float, rng: np.random.Generator) -> str:
    """Inserts stand-ins for words of the caption at random places."""
    words = caption.split()
    others = sorted({other for word in words for other in stand_ins(_bare(word))})
    if not others:
        return caption
    for _ in range(_at_least_one(share, len(words))):
        words.insert(int(rng.integers(len(words))), others[int(rng.integers(len(others)))])
    return " ".join(words)


def swap_words(caption: str, share: float, rng: np.random.Generator) -> str:
    """Swaps pairs of words."""
    words = caption.split()
    if len(words) < 2:
        return caption
    for _ in range(_at_least_one(share, len(words))):
        first, second = rng.choice(len(words), 2, replace=False).tolist()
        words[first], words[second] = words[second], words[first]
    return " ".join(words)


def delete_words(caption: str, share: float, rng: np.random.Generator) -> str:
    """Deletes words at random; keeps function words and at least one other."""
    words = caption.split()
    telling = [place for place, word in enumerate(words) if _bare(word) not in _SMALL]
    gone = {place for place in telling if rng.random() < share}
    if telling and len(gone) == len(telling):
        gone.discard(telling[int(rng.integers(len(telling)))])
    return " ".join(word for place, word in enumerate(words) if place not in gone)


def _stand_in(word: str, rng: np.random.Generator) -> str:
    others = stand_ins(word.lower())
    other = others[int(rng.integers(len(others)))]
    return other.capitalize() if word[0].isupper() else other


def _article(word: str) -> str:
    """The pattern of the article before a stand-in; no stand-in begins with a vowel letter spoken as a consonant."""
    return r"\1n\2" if word[0].lower() in "aeiou" else r"\1\2"


def _at_least_one(share: float, count: int) -> int:
    return max(1, round(share * count))


def _bare(word: str) -> str:
    return word.strip(".,;:!?\"'()").lower()
