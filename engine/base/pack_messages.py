"""Messages about model packs and devices."""

from engine.base.messages import MessageCode


class PackFault(MessageCode):
    """What happened to a pack."""

    IN_DETAIL = ("%1", "what is wrong inside a model pack, in technical words that stay English")
    # Finding it.
    NO_PACK_AT = "no pack at %1: %2"
    NO_PACK_FILE = "there is no %1"
    NO_PACK_AT_HAND = "the model pack %1 is not installed"
    NO_STARTER = "the starter pack is missing from %1"
    PACK_NOT_INSTALLED = "the library %1 was indexed with the pack %2 (%3…), which is not installed"
    OTHER_PACK = (
        "the library %1 was indexed with the pack %2 (%3…), not with %4 (%5…): their vectors cannot be compared"
    )
    SEVERAL_PACKS = "%1 model packs are named %2"
    # Reading it.
    PACK_LACKS = "the pack %1 lacks %2"
    PACK_HOLDS = "the model pack %1 contains files that are not allowed: %2"
    PACK_FILE_DAMAGED = "%1 in %2 is damaged: its hash is %3…, not %4…"
    PACK_FILE_CHANGED = "%1 changed while it was read"
    PACK_COPY_CHANGED = "%1 changed while it was copied"
    PACK_NEWER = "this pack has format %1, this Earshot reads up to %2"
    PACK_BEYOND = "this pack is of the kind %1 and format %2, which is beyond this Earshot"
    PACK_OF_NO_FEATURE = "this Earshot comes without the feature that uses packs of the kind %1"
    PACK_FOR_SPEECH = "a pack of the kind %1 only finds speech: a library needs another model pack besides it"
    PACK_OF_KIND = "the pack %1 is of the kind %2, not %3"
    # Running it.
    PACK_NOT_TAKEN = "the pack %1 is not used: %2"
    MODEL_FAILS = "the model fails while it runs: %1"
    MODEL_FAILED_ON = "the model failed on %1: %2"
    GRAPH_REFUSED = "ONNX Runtime refuses the graph: %1"
    DEVICE_UNUSABLE = "the device %1 cannot be used: %2"
    NO_DEVICE = "there is no device called %1"
    # Installing and removing it.
    CANNOT_WRITE_PACK = "cannot write the pack %1: %2"
    NO_SPACE_FOR_PACK = "no space left for the pack %1"
    NO_SPACE_TO_DOWNLOAD = "%1 MB are needed on the disk of %2, %3 are free"
    FOLDER_HAS_NO_CHECKSUM = "%1 is a folder; only a file has a checksum"
    OTHER_FILE = "%1 is not the expected file: its checksum is %2, not %3"
    NO_ZIP = "%1 is not a readable zip file: %2"
    ZIP_HOLDS = "%1 contains a file that is not allowed in a model pack: %2"
    ZIP_NO_PACK = "%1 is not a model pack: %2 is in the wrong place or too large"
    ZIP_LARGER = "%1 in %2 is larger than the zip file says"
    OWN_PACK = "this pack came with Earshot and cannot be removed"
    PACK_IN_USE = "the library uses this pack"
    PACK_IN_CHANGE = "the library is changing to this pack"
    NO_CHANGE_UNDER_WAY = "no change of packs is under way"
    # Fetching it.
    NO_ADDRESS = "%1 is not an address: %2"
    ADDRESS_REFUSED = "Earshot does not download packs from %1"
    REDIRECTED = "%1 redirects to an address without https: %2"
    ANSWERS = ("%1 answers %2 %3", "an address, and the number and words of a server's error")
    UNREACHABLE = "%1 cannot be reached: %2"
    STOPPED_ANSWERING = "%1 stopped answering: %2"
    DOWNLOAD_TOO_LARGE = "%1 is larger than the limit for model packs (%2 MB)"
    DOWNLOAD_CUT_OFF = "%1 stopped sending after %2 of %3 bytes"
    DOWNLOAD_TOO_SLOW = "%1 sends too slowly"
    NO_CHECKSUM_STATED = "%1 states no checksum, and Earshot knows none for %2"


class PackAdvice(MessageCode):
    """What to do about it."""

    INSTALL_AGAIN = "Reinstall the model pack."
    COMPLETE_EARSHOT = "Install the complete Earshot to use it."
    INSTALL_OR_REINSTALL = "Reinstall the model pack. If it came with Earshot, reinstall Earshot."
    INSTALL_OR_OTHER = "Reinstall the model pack or use another one; `earshot doctor` checks the one in use."
    INSTALL_OR_LISTEN = (
        "Install it with `earshot pack install FOLDER`, or re-analyse all sounds with another one: `earshot "
        "pack use starter`."
    )
    WITHOUT_PACK_OPTION = "Leave --pack out, or index the library again with that pack."
    REINSTALL = "Reinstall Earshot, or name another pack with --pack."
    REINSTALL_RUNTIME = "Reinstall ONNX Runtime."
    UPDATE_FOR_PACK = "Update Earshot to use this pack."
    NAME_PACK_FOLDER = "Choose a folder that contains a pack.json."
    NAME_FOLDER_OR_ZIP = "Choose the folder of a model pack, or a zip file of one."
    NAME_SPEECH_PACK = "Choose a pack for speech."
    NAME_OTHER_PACK = "Choose another model pack."
    NAME_BY_ID = "Give the beginning of its id: %1"
    NAME_PACK = "Name the pack: earshot pack use PACK"
    SEE_PACKS = "`earshot pack list` shows the installed ones."
    ONLY_INSTALLED = "Only packs you installed can be removed."
    SWITCH_FIRST = "Switch to another model pack first."
    CANCEL_FIRST = "Cancel the re-analysis first."
    BESIDE_IT = "`earshot pack install` puts it beside the pack that searches."
    REMOVE_THEM = "Remove it, then try again."
    THESE_FILES = "Give exactly these files."
    WAIT_FOR_WRITER = "Wait until no program writes to it, then try again."
    TRY_AGAIN = "Try again."
    CHECK_FOLDER = "Check the folder and its permissions."
    EXPORT_WHOLE = "Export the model with its weights inside the file."
    EXPORT_PLAIN = "Export the model with ONNX's own operators or ONNX Runtime's (com.microsoft)."
    ASK_FOR_A_PACK = "Ask its author for an Earshot model pack: a folder, or a zip file of one."
    ASK_FOR_CHECKSUM = "Try again. If this happens again, do not use the file, and ask whoever gave you the checksum."
    ASK_MAKER = "Ask its author for another version. Nothing was changed."
    NO_CHECKSUM = "Leave the checksum out, or name a zip file."
    GIVE_ADDRESS = "Give the https address of a zip file."
    GIVE_PLAIN_ADDRESS = "Give an https address, without a name or a password."
    OTHER_ADDRESS = "Ask for another address."
    CHECK_ADDRESS = "Check the address."
    CHECK_CONNECTION = "Check the address and the connection, then try again. The partial download was deleted."
    DOWNLOAD_GOES_ON = "Check the connection, then try again: the download goes on where it stopped."
    GET_FROM_FOLDER = "Download the files yourself and name their folder: earshot pack get NAME --from FOLDER"
    FREE_AND_DOWNLOAD = "Free some space and run the same command again."
    USE_DEVICE = "Use one of %1."
    OTHER_DEVICE = "Use --device auto or cpu, or install the %1 extra; see `earshot doctor`."
    ON_PROCESSOR = "Try again with --device cpu; if that fails too, run `earshot doctor`."


class PackRefusal(MessageCode):
    """Why a pack is refused after its trial."""

    ENDLESS = "it did not finish within %1 s"
    TOO_MUCH_MEMORY = "it needs more than %1 GiB of memory"
    TRIAL_CRASHED = "the program that tried it crashed or ran out of memory"
    OTHER_RESULTS = "it computes other results on this machine than on its author's (%1)"
