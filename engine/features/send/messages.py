"""Messages about sending sounds to projects."""

from engine.base.messages import MessageCode


class SendFault(MessageCode):
    """Why nothing was sent."""

    NOTHING_TO_SEND = "no sound was found to send"
    NO_SESSION = "%1 is not the folder of an Ardour session"
    SESSION_FORMAT = "an Ardour session at %1 Hz takes WAV files at its rate"
    SESSION_UNREAD = "the Ardour session %1 cannot be read: %2"
    NO_ARDOUR = "no Ardour was found on this computer"
    ARDOUR_FAILED = "Ardour did not take the clips: %1"
    NO_TIMELINES = "OpenTimelineIO is not installed"
    COMMAND_UNREAD = "the command cannot be read: %1"
    NO_PROGRAM = "%1 cannot be started: %2"
    NO_FILE_ARGUMENT = "the command names no place for the files"
    NO_DAW_FOLDER = "no folder for scripts of %1 was found"
    NO_CUE_READER = "this Earshot comes without what reads cue sheets"
    NO_TIME = "%1 is not a time of the project"
    AFTER_A_DAY = "%1 would end after the 24 hours of timecode"
    EDL_EVENTS = "an EDL has 999 events at most, and these are %1"
    EDL_TRACKS = "an EDL has four audio tracks, and %1 sounds would be heard at once"
    AAF_FORMAT = "an AAF takes WAV files, and the transfer profile makes %1"


class SendAdvice(MessageCode):
    """What to do about it."""

    REWORD_CUES = "Use other words; `--weak` takes weak matches."
    SESSION_FOLDER = "Name the folder that holds the session's .ardour file."
    INSTALL_ARDOUR = "Install Ardour 7 with its program ardour7-lua, or send to a timeline instead."
    SESSION_PROFILE = "Choose a transfer profile that leaves the format and the sample rate as they are."
    SESSION_AS_IT_WAS = "The session is as it was. Close it in Ardour, then try again."
    SEND_TO_REAPER = "It is not published for Macs with Intel processors; send to a REAPER project instead."
    CHECK_COMMAND = "Check the command."
    WRITE_FILE = "Write {file} where the files belong, for example: -- audacity {file}"
    NAME_SCRIPTS = "Start the program once, or name its folder of scripts with --to."
    WITHOUT_CUES = "Install the complete Earshot, or send what a query finds."
    FILES_STAY = "Nothing was placed; the files stay in the folder. Send them to an earlier time."
    NOT_AS_EDL = "Nothing was placed; the files stay in the folder. Send fewer, or write FCPXML, AAF or OpenTimelineIO."
    WAVE_PROFILE = "Choose a transfer profile that makes WAV files, or write FCPXML."
    TIMES = "Write timecode (10:00:00:00), a clock time or seconds."
