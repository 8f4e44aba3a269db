"""Words of captions that may stand for one another, for augmentation. Not the engine's synonyms, which widen a search.

The Universal Category System puts words of one field together (rain: deluge, drenched, monsoon), which finds more in a
search and would spoil a caption. These are the pairs and threes of one UCS category that say the same in the same place
of a sentence: candidates by the likeness of their MiniLM vectors, chosen by hand (docs/decisions/0033).
"""

from functools import cache

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


@cache
def sets() -> tuple[tuple[str, ...], ...]:
    """Gives the sets of words that may stand for one another; a word may be in several."""
    return tuple(tuple(part.split()) for part in _SETS.split(";"))


@cache
def stand_ins(word: str) -> tuple[str, ...]:
    """Gives the words that may stand for a word (lower case), in alphabetical order; none for most words."""
    return tuple(sorted({other for words in sets() if word in words for other in words if other != word}))
