"""Messages about a self-test."""

from engine.base.messages import MessageCode


class SelfTestFault(MessageCode):
    """Why there is no self-test."""

    NOTHING_TO_TEST = "the library %1 has no sounds that could be tested"
    NO_SCRIPT_READER = "this Earshot comes without what reads scripts"


class SelfTestAdvice(MessageCode):
    """What to do about it."""

    WITHOUT_SCRIPT = "Install the complete Earshot, or test without a script."


class SelfTestMessage(MessageCode):
    """Messages of a self-test."""

    TITLE = "How well Earshot finds your sounds"
    SUMMARY = "%1 of %2 sounds have names that say what they are. These were tested with the model pack %3."
    FIRST_RIGHT = (
        "By sound alone, the first result was right for %1 of %2 kinds. For %3 a right one was in the first ten."
    )
    OVERALL = "Score by sound alone: %1 (mean average precision, 95 % confidence: %2 to %3) over %4 kinds."
    NO_KINDS = (
        "Too few names say what the sounds are. The test needs at least 30, and five of a kind. Rename "
        "some, or give them UCS categories."
    )
    KINDS = "Kinds, by sound alone"
    KINDS_ABOUT = (
        "Earshot searched for each kind's words and ignored all names. The bar is the share of its sounds "
        "found in the first rows; the mark shows what chance would find."
    )
    WELL = "found"
    PARTLY = "partly found"
    HARDLY = "rarely found"
    KIND = "Kind"
    BY_UCS = "%1 (UCS %2)"
    FOUND = "Found"
    FOUND_OF = "%1 of %2"
    MORE = "More"
    PRECISION = "Average precision"
    MEAN_RANK = "Mean place"
    INSTEAD = "Found instead"
    BEST = "First found"
    MISSED = "Not found"
    AT_RANK = "%1, place %2"
    AT_MOMENT = "%1, place %2, at %3"
    ALONE = "Outliers"
    ALONE_ABOUT = (
        "These sounds have fewer similar sounds than any others, takes aside. The usual similarity here is %1. "
        "Such a sound may be rare, damaged, or in the wrong folder."
    )
    NO_ALONE = "There are too few sounds to compare."
    CLOSENESS = "Closeness"
    NEAREST = "Nearest"
    SOUND = "File"
    THIN = "Gaps in the library"
    THIN_ABOUT = (
        "Earshot searched for each line, by name and by sound. In a test, 4 of 100 lines that had a match were "
        "wrongly listed as missing, and of 100 lines without a match only 13 were found. So a line that is not "
        "listed may be missing too."
    )
    ALL_THERE = "Every line has a possible match."
    LINE = "Line"
    NOTHING_ANSWERS = "nothing answers"
    NEARLY = "answered badly"
    ANSWERED = "answered"
    NOT_KNOWN = "not known"
    CANNOT_TELL = "This model's scores are not calibrated, so it cannot tell which lines have no match."
    SCORE = "Score"
    PACKS = "Other packs"
    NO_PACKS = "No other pack is installed."
    PACK_BETTER = (
        "%1 finds your kinds of sound better. Its first result was right for %2 of %3 kinds, that of the pack in "
        "use for %4."
    )
    PACK_WORSE = (
        "%1 does not find your kinds of sound better. Its first result was right for %2 of %3 kinds, that of the "
        "pack in use for %4."
    )
    PACK_SCORE = (
        "Score of %1: %2, of the pack in use: %3 (mean average precision over %4 kinds; difference with 95 % "
        "confidence: %5 to %6)."
    )
    PACK_SAMPLED = "%1 Measured on %2 sounds that were read for it."
    PACK_NOT = "%1 was not measured: it has not analysed this library. earshot self-test --pack NAME measures it."
    PACK_FEW = "%1 was not measured: too few of your kinds are among the sounds it has analysed."
    PACK_GONE = "%1 was not measured: this model pack is not installed any more."
