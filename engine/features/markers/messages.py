"""Messages about markers and regions."""

from engine.base.messages import MessageCode


class MarkerFault(MessageCode):
    """Why markers cannot be kept or written."""

    MARKER_NOWHERE = "A marker needs a time within the sound; a region or loop needs a later end."
    MARKER_BEHIND = "%1 ends at %2 s; there is no marker at %3 s."
    LABEL_LONG = "The name of a marker has %1 letters; %2 are possible."
    LOOP_NAMED = "A loop has no name."
    MARKERS_MANY = "A sound has at most %1 markers."
    MARKER_NOT_NAMED = "Name the markers to remove by their numbers, or say --all."
    NO_MARKER = "%1 has no marker %2."
    NO_REGION = "These sounds have no regions."
    SPLIT_ODD = "A threshold is -96 to 0 dBFS, a silence .01 to 600 s; sounds and margins are 0 to 600 s."
    REGIONS_MANY = "%1 stretches of sound were found; a sound has at most %2 markers."
    MARKER_GONE = "This marker was changed or removed meanwhile."
    NO_MARKER_CHANGE = "%1 has no change of markers to undo."
    MARKERS_AIFF = "AIFF files hold markers and up to two loops; %1 has a region or more loops"
    NAME_BYTES = "The name of a marker has more than %1 bytes, the most of an AIFF file: %2"
    MARKERS_OTHER_KIND = "This kind of file cannot take markers: %1"
    MARKERS_PLACES_ONLY = "FLAC, Ogg and MP3 files name places only; %1 has a region or loop"
    CHAPTERS_MANY = "FLAC, Ogg and MP3 files hold at most %1 markers; %2 has %3"
    MARKER_FAR = "This kind of file has no room for a marker this far into the sound: %1"
    LOOP_SHORT = "A loop of %1 is shorter than two samples."
    MARKER_CHUNKS_ODD = "the markers in %1 cannot be changed safely: %2 is damaged"


class MarkerAdvice(MessageCode):
    """What to do about it."""

    MARKER_TIMES = "Give times in seconds: earshot markers add FILE --at S [--to S] [--name TEXT]"
    ADD_REGION = "Set one: earshot markers add FILE --at S --to S --name TEXT"
    LABEL_SHORTER = "Use a shorter name."
    MARKERS_FEWER = "Remove some first."
    SPLIT_RANGES = "Change the value that is outside of its range."
    SPLIT_COARSER = "Raise the threshold, the shortest silence or the shortest sound."
    LIST_MARKERS = "List them: earshot markers list FILE"
    LOOK_AGAIN = "Look at the sound again, then repeat the change."
    MARKERS_STAY = "They stay in the library. WAV files take all, AIFF markers and loops, FLAC, Ogg and MP3 markers."
    LOOP_LONGER = "Make it longer, or remove it."
    MARKERS_AS_WAV = "They stay in the library. WAV files take them."
