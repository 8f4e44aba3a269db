"""The window's persistent state and how the preferences present it; `settings_file` stores it."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, fields

from desktop.base.preference import check_value, shown


@dataclass(frozen=True, slots=True)
class WindowSettings:
    """The user's choices. Fields without `shown` are remembered without a preference."""

    autoplay: bool = field(
        default=True,
        metadata=shown("Audition", "Autoplay", "The arrow keys play the sound they reach."),
    )
    volume: int = field(
        default=100,
        metadata=shown(
            "Audition",
            "Volume",
            "How loud Earshot itself plays; files and your system stay as they are.",
            low=0,
            high=100,
            step=5,
            unit="%",
        ),
    )
    """Perceived loudness of the audition: 50 sounds about half as loud as 100."""
    is_muted: bool = False
    level_match: bool = field(
        default=False,
        metadata=shown(
            "Audition",
            "Match levels",
            "Plays all sounds about equally loud, as far as their peaks allow. Your files are not changed.",
        ),
    )
    """Whether playback normalises sounds to `target_lufs`."""
    target_lufs: float = field(
        default=-23.0,
        metadata=shown(
            "Audition",
            "Matched level",
            "The loudness that Match levels brings sounds to.",
            low=-40,
            high=-10,
            step=1,
            unit="LUFS",
        ),
    )
    """Integrated loudness, ITU-R BS.1770-4."""
    loop: bool = field(
        default=False,
        metadata=shown("Audition", "Loop", "Repeats the sound, or the selected part of it."),
    )
    loop_fade_ms: int = field(
        default=0,
        metadata=shown(
            "Audition",
            "Loop crossfade",
            "Blends the end of a loop into its beginning. At 0 nothing is blended, and you hear "
            "the loop as it is in the file.",
            low=0,
            high=50,
            step=1,
            unit="ms",
        ),
    )
    """Overlap of a loop's end with its beginning."""
    preload: bool = field(
        default=True,
        metadata=shown(
            "Audition",
            "Read ahead",
            "Reads the beginnings of the sounds above and below, so that they start at once. Switch it off for "
            "slow disks.",
        ),
    )
    """Whether to decode neighbours in advance."""
    look: str = field(
        default="waveform",
        metadata=shown(
            "Audition",
            "Large view",
            "What the large view shows of a sound: its waveform, its frequencies, or both.",
            choices=(("waveform", "Waveform"), ("spectrogram", "Spectrogram"), ("both", "Both")),
        ),
    )
    """A value of `desktop.deck.waveform_scene.SceneLook`."""
    transfer_profile: str = ""
    """Name of the profile applied to outgoing sounds; empty for none."""
    drag_folder: str = field(
        default="",
        metadata=shown(
            "Drag out",
            "Folder for dragged files",
            "Where Earshot puts the files it makes when you drag or copy a part, or a sound with effects. It never "
            "deletes them by itself: a project may use them. Empty: Earshot drags in your music folder.",
            is_folder=True,
        ),
    )
    """Folder of files made for other programs; empty for `desktop.controllers.drag_out.staging.music_folder`."""
    editor: str = field(
        default="",
        metadata=shown(
            "Drag out",
            "Audio editor",
            "The program in which Open in editor opens the selected sounds. Empty: it asks.",
        ),
    )
    """Path of a program or application bundle."""
    output: str = ""
    """Name of the output device; empty for the system's default."""
    microphone: str = ""
    """Name of the microphone; empty for the system's default."""
    theme: str = field(
        default="dark",
        metadata=shown(
            "Appearance",
            "Theme",
            "The colours of the window. “As the system” follows your desktop.",
            choices=(("system", "As the system"), ("dark", "Dark"), ("light", "Light")),
        ),
    )
    """A palette in resources/themes, or system."""
    density: str = field(
        default="standard",
        metadata=shown(
            "Appearance",
            "Rows",
            "Roomy rows have the description under the name, the others behind it; compact ones show the most sounds.",
            choices=(("roomy", "Roomy"), ("standard", "Standard"), ("compact", "Compact")),
        ),
    )
    """Row height: a value of desktop.results.density.Density."""
    thumbnails: bool = field(
        default=True,
        metadata=shown(
            "Appearance", "Waveforms in rows", "Draws every sound's waveform in its row. Switch it off for slow disks."
        ),
    )
    language: str = field(
        default="system",
        metadata=shown(
            "Appearance",
            "Language",
            "The language of menus and messages.",
            choices=(("system", "As the system"), ("en", "English"), ("de", "Deutsch")),
            is_late=True,
        ),
    )
    """A code of desktop.base.translation.LANGUAGES, or system."""
    scale_percent: int = field(
        default=100,
        metadata=shown(
            "Appearance",
            "Interface scale",
            "Makes text, rows and buttons smaller or larger, on top of what your system does.",
            low=75,
            high=200,
            step=5,
            unit="%",
            is_late=True,
        ),
    )
    motion: str = field(
        default="system",
        metadata=shown(
            "Appearance",
            "Motion",
            "Reduced: nothing moves by itself. Progress bars without a percentage stand still, and "
            "the cursor does not blink.",
            choices=(("system", "As the system"), ("full", "Full"), ("reduced", "Reduced")),
        ),
    )
    """Whether to animate: system, full or reduced."""
    keep_query: bool = field(
        default=True,
        metadata=shown(
            "Finding", "Restore last session", "Starts with the searches of the last session, not with an empty field."
        ),
    )
    """Whether to restore `tabs` at the next start."""
    read_only: bool = field(
        default=False,
        metadata=shown(
            "Library & watching",
            "Leave my sounds alone",
            "Earshot then never writes to, renames or deletes a sound and puts no file next to one. "
            "Commands that would do so tell you.",
        ),
    )
    """Never write into or beside sounds; see `engine.base.read_only_mode`."""
    watch: bool = field(
        default=True,
        metadata=shown(
            "Library & watching",
            "Watch folders",
            "Notices new, changed and missing files within seconds. A folder's own menu switches it off for that "
            "folder.",
        ),
    )
    look_at_start: bool = field(
        default=True,
        metadata=shown(
            "Library & watching",
            "Look for changes at startup",
            "Checks all folders for changes made while Earshot was closed. Unchanged files are not read again.",
        ),
    )
    measures_quality: bool = field(
        default=True,
        metadata=shown(
            "Library & watching",
            "Measure quality when nothing else happens",
            "Reads every sound once more, for What to mend and its filters. No file is changed.",
        ),
    )
    sync: bool = field(
        default=True,
        metadata=shown(
            "Library & watching",
            "Sync the shared library",
            "Sends your changes to the shared library and fetches those of others. When this is "
            "off, both wait; a library of your own is not affected.",
        ),
    )
    """Whether a joined library syncs automatically."""
    sync_s: int = field(
        default=10,
        metadata=shown(
            "Library & watching",
            "Fetch others' changes",
            "How often Earshot fetches changes from the server of a shared library. Your own changes are sent at once.",
            choices=((2, "Every 2 seconds"), (10, "Every 10 seconds"), (60, "Every minute"), (300, "Every 5 minutes")),
        ),
    )
    """Seconds from the end of one sync to the next."""
    tray: bool = field(
        default=False,
        metadata=shown(
            "Library & watching",
            "Stay in the tray",
            "When you close the window, Earshot keeps watching and indexing in the tray. Quit ends it.",
        ),
    )
    """Whether closing the window only hides it."""
    notify: bool = field(
        default=True,
        metadata=shown(
            "Library & watching",
            "Notify when indexing is done",
            "Shows a notification when a long job ends and the window is not in front.",
        ),
    )
    """Whether the tray icon announces the end of a job."""
    device: str = field(
        default="auto",
        metadata=shown(
            "Models",
            "Analyse with",
            "Which processor analyses your sounds. Automatic uses the fastest one that works.",
            choices=(
                ("auto", "Automatic"),
                ("cpu", "Processor"),
                ("cuda", "NVIDIA graphics card"),
                ("coreml", "Apple Neural Engine"),
                ("directml", "DirectML graphics card"),
            ),
        ),
    )
    """Device for indexing jobs, as in `earshot index --device`."""
    memory_gib: int = field(
        default=0,
        metadata=shown(
            "Library & watching",
            "Memory for indexing",
            "A file that needs more than this is left out, and indexing goes on. Automatic is half of the memory of "
            "this machine, at least 3 GB. A sound that is played or drawn may take 1 GB.",
            choices=(
                (0, "Automatic"),
                (2, "2 GB"),
                (4, "4 GB"),
                (8, "8 GB"),
                (16, "16 GB"),
                (32, "32 GB"),
                (64, "64 GB"),
            ),
        ),
    )
    """GiB, as in `earshot index --memory`; 0 for the engine's default."""
    give_up_s: int = field(
        default=60,
        metadata=shown(
            "Library & watching",
            "Wait for a drive",
            "A file or folder that does not answer for this long is skipped. After ten seconds Earshot names it.",
            choices=((20, "20 seconds"), (60, "1 minute"), (180, "3 minutes"), (600, "10 minutes")),
        ),
    )
    """Seconds, as in `earshot index --give-up-after`."""

    show_scores: bool = field(
        default=False,
        metadata=shown(
            "Advanced",
            "Numbers behind a match",
            "The tooltip of a match shows its scores, so that you see why a sound ranks where it does.",
        ),
    )
    note_choices: bool = field(
        default=True,
        metadata=shown(
            "Finding",
            "Remember my choices",
            "Remembers what you drag out, star, tag, rename or pick after a search, in this library only. "
            "Search, Learn from my choices… lists all of it and can forget it.",
        ),
    )
    uses_learnt: bool = field(
        default=True,
        metadata=shown(
            "Finding",
            "Use what was learnt",
            "Ranks sounds like those you chose higher when you search for these words again.",
        ),
    )
    """Whether lessons from choices affect searches."""
    searches_transcripts: bool = field(
        default=True,
        metadata=shown(
            "Finding",
            "Search what is said",
            "Plain words also find the sounds whose transcripts have all of them. The chip under the search field "
            "switches it too.",
        ),
    )
    transcript_percent: int = field(
        default=70,
        metadata=shown(
            "Finding",
            "Weight of what is said",
            "How high a sound that says the words ranks among those that sound like them.",
            low=5,
            high=100,
            step=5,
            unit="%",
        ),
    )
    fold_takes: bool = field(
        default=False,
        metadata=shown("Finding", "Fold takes", "Shows near-identical sounds as one row that you can open."),
    )
    """Whether to fold takes in searches without a variety of their own."""
    takes_in_turn: bool = field(
        default=True,
        metadata=shown(
            "Audition",
            "Play takes in turn",
            "When a row of folded takes has played to its end, its other takes follow.",
        ),
    )
    """Whether the folded takes of a row play after it."""

    columns: str = ""
    """Columns of the results, left to right, with widths: see desktop.results.columns; empty for the default."""
    query: str = ""
    """The last query as earlier versions stored it; `tabs` takes precedence."""
    tabs: str = ""
    """Open searches as desktop.features.tabs.stored_tabs writes them; only with `keep_query`."""
    libraries: Mapping[str, str] = field(default_factory=dict)
    """Opened libraries: folder to id. A missing one is not created again without asking."""
    keys: Mapping[str, Sequence[str]] = field(default_factory=dict)
    """User-defined keys by command id; other commands keep their defaults."""
    sidebar: bool = True
    """Whether the left column is open."""
    inspector: bool = False
    """Whether the right column is open."""
    tab: str = ""
    """The front tab of the right column."""
    page: str = ""
    """The page in the middle, unless it was the results."""
    filters: bool = False
    folded: Sequence[str] = ()
    """Folded sections of the left column."""
    ucs_creator: str = field(
        default="",
        metadata=shown(
            "Library & watching",
            "CreatorID",
            "Your short name in UCS file names, as Rename for UCS suggests it. Empty: the one "
            "already in the name, or NONE.",
        ),
    )
    """Never taken from a file's metadata, which names the recordist."""
    ucs_source: str = ""
    """The SourceID, likewise."""
    project_folder: str = ""
    """Target of the last copies or lists."""
    send_target: str = "otio"
    """The last target of Send to…: a value of `engine.features.send.project_sending.ProjectTarget`."""
    send_session: str = ""
    """Folder of the Ardour session that last received clips."""
    send_command: str = ""
    """The command line that last received clips."""
    send_at: str = "01:00:00:00"
    """Place of the first clip, as typed."""
    send_rate: str = "25"
    """Frames per second of that timecode: a value of `engine.base.clocks.Rate`."""
    send_at_end: bool = True
    """Whether clips go to the end of the track, where the target has one."""
    send_handles_ms: int = -1
    """Handles of clips; negative for those of the transfer profile."""
    shared_address: str = ""
    """Address of the last shared library, as the dialog shows it; never with a password."""
    shared_database: str = ""
    shared_user: str = ""
    training_owner: str = ""
    """Owner name last given for retraining: sounds with it in their copyright are the user's own."""
    training_python: str = ""
    """Python interpreter for training; empty for Earshot's own environment or the window's interpreter."""

    place: str = ""
    """Window geometry as Qt saves it, base64; empty for the default."""
    sides: str = ""
    """Width of the left column, likewise."""
    deck: str = ""
    """Deck height as earlier versions stored it, likewise."""
    deck_px: int = 0
    """Deck height set by the user; 0 for the standard height."""

    def __post_init__(self) -> None:
        for part in fields(self):
            check_value(part.name, getattr(self, part.name), part.default, part.metadata.get("shown"))
        if not isinstance(self.keys, Mapping) or not all(isinstance(keys, list | tuple) for keys in self.keys.values()):
            raise ValueError("keys must name lists of keys by command")
        if not isinstance(self.libraries, Mapping) or not all(isinstance(id, str) for id in self.libraries.values()):
            raise ValueError("libraries must name an id by folder")
