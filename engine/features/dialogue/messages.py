"""Messages about dialogue packs and transcripts."""

from engine.base.messages import MessageCode


class DialogueFault(MessageCode):
    """Why nothing can be transcribed, or a pack cannot be had."""

    NO_RECOGNISER = "The speech recogniser is not installed."
    NO_RECOGNISER_HERE = "there is no speech recogniser for %1 on %2 with Python %3"
    RECOGNISER_PACKAGE_DAMAGED = "the package %1 of the speech recogniser is damaged: %2"
    NO_DIALOGUE_PACK = "No dialogue pack is installed."
    DIALOGUE_PACK_UNKNOWN = "%1 is neither a known dialogue pack nor a folder with one"
    DIALOGUE_PACK_LACKS = "the folder %1 is no dialogue pack: it lacks %2"
    DIALOGUE_FILE_DAMAGED = "%1 of the dialogue pack is damaged or another version: its checksum is %2, not %3"
    DIALOGUE_PACK_UNREAD = "the dialogue pack in %1 cannot be read: %2"
    LANGUAGE_UNKNOWN = "No language has the code “%1”."
    PACK_ENGLISH_ONLY = "The dialogue pack %1 knows English only, and cannot transcribe the language “%2”."
    LANGUAGE_MISSING = "What is spoken in the folder?"
    LANGUAGE_FOLDERS = "More than %1 folders cannot have a language."
    RECOGNISER_ENDS = "The program that transcribes ends before it has read a sound: %1"
    NOTHING_TRANSCRIBED = "No sound has a transcript yet."
    EDIT_NOWHERE = "A correction needs a stretch of the sound, and its words."
    EDIT_LONG = "The correction has %1 letters; %2 are possible."
    EDIT_UNHEARD = "%1 has no transcript yet."
    NO_EDIT = "%1 has no correction to take back."
    NO_TRANSCRIPT_FIELD = "A transcript cannot be written into the field %1."
    NO_METADATA_EDITS = "This Earshot cannot write metadata."
    TRANSCRIPT_FORMAT = "%1 is not a format of transcripts"


class DialogueAdvice(MessageCode):
    """What to do about it."""

    GET_RECOGNISER = "Get it by Library, Transcripts…, or by `earshot dialogue get-recogniser`."
    KNOWN_SYSTEMS = "It runs with Python 3.11 to 3.13 on Linux and Windows (x86-64), and on macOS (Apple silicon)."
    GET_DIALOGUE_PACK = "Get one: earshot dialogue get tiny.en"
    KNOWN_PACKS = "Choose one of these, or give the folder of a Whisper model in CTranslate2's format: %1."
    GET_AGAIN = "Get the pack again: earshot dialogue get NAME."
    LANGUAGE_CODE = "Give a code such as de or es, or leave the language out."
    LANGUAGE_OF_FOLDER = "Give a code, or take the folder's back: earshot dialogue language FOLDER de, or --forget"
    LANGUAGE_ABOVE = "Give it to a folder above them."
    GET_MULTILINGUAL = "Get a multilingual Whisper model in CTranslate2's format: earshot dialogue get FOLDER"
    TRANSCRIBE = "Transcribe the library first: earshot dialogue listen"
    EDIT_STRETCH = "Give its start and its end in seconds: earshot dialogue edit FILE --from S --to S --text WORDS"
    EDIT_SHORTER = "Correct a line at a time."
    GET_RECOGNISER_AGAIN = "Check that there is memory for it, or get it again: earshot dialogue get-recogniser"
    EXPORT_INSTEAD = "Export the transcripts as files: earshot dialogue export"
