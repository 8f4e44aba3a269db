"""Messages about an index that is not used; exact search answers instead, and nothing is lost."""

from engine.base.messages import MessageCode


class IndexFault(MessageCode):
    """What failed while an index was built."""

    FINDS_TOO_FEW = "the new index finds only %1 of %2 of its own vectors"
    NOTHING_TO_INDEX = "there are no vectors to index"


class IndexAdvice(MessageCode):
    """What to do about it."""

    EXACT_UNTIL_BUILT = "Until it is built again, Earshot compares every sound. Report this if it happens again."
    INDEX_SOUNDS_FIRST = "Index a folder with sounds first."


class IndexFlaw(MessageCode):
    """What is wrong with an index; the subject is "it"."""

    NO_HNSWLIB = "hnswlib is not installed"
    MANIFEST_UNREADABLE = "its manifest cannot be read"
    MANIFEST_INCOMPLETE = "its manifest is not complete"
    OTHER_INDEX_FORMAT = "its format is %1, this Earshot knows %2"
    LEADS_OUT = "its name points outside the folder"
    OTHER_DIM = "its vectors have %1 numbers, expected %2"
    OTHER_INDEX_PACK = "its pack is %1, expected %2"
    OTHER_KIND = "its kind is %1, expected %2"
    OTHER_SPACE = "its space is %1, expected %2"
    OTHER_SIZE = "it is %1 bytes long, expected %2"
    OTHER_CHECKSUM = "its checksum does not agree"
    FILE_UNREADABLE = "it cannot be read (%1)"
    NOT_LOADED = "hnswlib cannot load it (%1)"
    OTHER_SHAPE = "its parts do not fit together"
    OTHER_COUNT = "it holds %1 vectors, expected %2"
    LOADS_TOO_LONG = "loading it took more than %1 s"
    LOADER_ENDED = "the process that loaded it first ended with %1"
    BUILD_ENDED = "the build failed with status %1"
