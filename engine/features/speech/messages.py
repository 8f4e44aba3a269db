"""Messages about the search for spoken words and patterns."""

from engine.base.messages import MessageCode


class SpokenFault(MessageCode):
    """Why spoken words cannot be searched."""

    NO_WORD_IN = "there is no word in %1"
    NOT_IN_DICTIONARY = "%1 is not in the dictionary, and %2 is not installed"
    NOT_SPOKEN = "%1 could not read %2: %3"
    SAYS_NOTHING = "%1 prints nothing for “%2”"
    NO_ARPABET = "%1 is not ARPAbet"
    NO_PHONEME = "no ARPAbet for the phoneme %1"
    HEARD_DAMAGED = "the speech data of %1 is damaged: %2"
    NO_SKETCHES = "there are no sketches of this library's sounds"
    NO_SKETCH = (
        "there is no sketch of this sound: only speech and repeating sounds have one, if they were indexed "
        "while their file was there"
    )
    NO_UNITS_PACK = "the pack that found the units of this sound is not installed"
    NO_WORDS_PACK = "the pack %1 is of the kind %2"
    STRETCH_NO_WORD = "a section of %1 is not a single word"
    STRETCH_AT_END = "the selection is at the end of the sound"
    STRETCH_NO_PATTERN = "the selection is too short or too quiet to be a pattern"
    NO_WORDS_LISTENER = "No pack for spoken words is installed."


class SpokenAdvice(MessageCode):
    """What to search instead."""

    LETTERS_OR_DIGITS = "Use letters or digits."
    INSTALL_SPEAKER = "Install it (for example: apt install espeak-ng), or choose another word."
    OTHER_WORD = "Choose another word."
    OTHER_SPELLING = "Spell the word differently."
    KNOWN_SYMBOLS = "Known: %1."
    LISTEN_AGAIN = "`earshot verify --repair` removes it, and Earshot analyses the sounds again."
    OTHER_PLACE = "Choose another place."
    INDEX_WITH_UNITS = "Connect the drive and index its folder with a units pack: earshot index FOLDER"
    UNITS_PACK_AGAIN = "Reinstall it with `earshot pack install FOLDER`, or index again with the installed one."
    NAME_WORDS_PACK = "Choose a pack for spoken words."
    LATER_END = "Set a later end."
    ONE_WORD = "Select a single word: %1 to %2."
    INSIDE_SOUND = "Choose a section within it."
    INSTALL_WORDS = "Install one (`earshot pack install FOLDER`), then index the folders again."


class SpeechNote(MessageCode):
    """What a job notes about the search for speech."""

    SPEECH_STOPPED = "the analysis for speech stopped: %1 %2"
    SPEECH_UNHEARD = "no sound is analysed with this pack: %1 %2"
