"""What the window remembers between runs, and how the preferences show it; `settings_file` keeps it."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, fields

from desktop.shown import check_value, shown


@dataclass(frozen=True, slots=True)
class WindowSettings:
    """Choices of the user. A field without `shown` is what the window remembers by itself."""

    autoplay: bool = field(
        default=True,
        metadata=shown("Audition", "Autoplay", "The arrow keys play the sound they reach."),
    )
    """The arrow keys play the sound they reach."""
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
    """Of the audition, as loudness is felt: half is about half as loud."""
    is_muted: bool = False
    """Whether the audition is silent."""
    level_match: bool = field(
        default=False,
        metadata=shown(
            "Audition",
            "Match levels",
            "Plays all sounds about equally loud, as far as their peaks allow. Your files are not changed.",
        ),
    )
    """Whether sounds are brought to `target_lufs` while they are heard."""
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
    """Whether what plays goes round."""
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
    """How long a loop's end overlaps its beginning."""
    preload: bool = field(
        default=True,
        metadata=shown(
            "Audition",
            "Read ahead",
            "Reads the beginnings of the sounds above and below, so that they start at once. Switch it off for "
            "slow disks.",
        ),
    )
    """Whether neighbours are decoded before they are asked for."""
    look: str = field(
        default="waveform",
        metadata=shown(
            "Audition",
            "Large view",
            "What the large view shows of a sound: its waveform, its frequencies, or both.",
            choices=(("waveform", "Waveform"), ("spectrogram", "Spectrogram"), ("both", "Both")),
        ),
    )
    """A value of `desktop.audition.waveform_scene.SceneLook`."""
    transfer_profile: str = ""
    """The name of the profile that sounds leave by; empty for none, as they are."""
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
    """Where files that are made for other programs stay; empty for `desktop.dragging.staging.music_folder`."""
    editor: str = field(
        default="",
        metadata=shown(
            "Drag out",
            "Audio editor",
            "The program in which Open in editor opens the selected sounds. Empty: it asks.",
        ),
    )
    """The path of a program, or of an application bundle."""
    output: str = ""
    """Name of the output device that was chosen, empty for the system's own."""
    microphone: str = ""
    """Name of the microphone that was chosen, empty for the system's own."""
    theme: str = field(
        default="dark",
        metadata=shown(
            "Appearance",
            "Theme",
            "The colours of the window. “As the system” follows your desktop.",
            choices=(("system", "As the system"), ("dark", "Dark"), ("light", "Light")),
        ),
    )
    """Name of a palette in resources/themes, or system."""
    density: str = field(
        default="standard",
        metadata=shown(
            "Appearance",
            "Rows",
            "Roomy rows have the description under the name, the others behind it; compact ones show the most sounds.",
            choices=(("roomy", "Roomy"), ("standard", "Standard"), ("compact", "Compact")),
        ),
    )
    """How high the rows of the results are: a value of desktop.results.density.Density."""
    thumbnails: bool = field(
        default=True,
        metadata=shown(
            "Appearance", "Waveforms in rows", "Draws every sound's waveform in its row. Switch it off for slow disks."
        ),
    )
    """Whether rows show waveforms."""
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
    """A code of desktop.translation.LANGUAGES, or system."""
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
    """Scale of the whole window."""
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
    """Whether what moves by itself does."""
    keep_query: bool = field(
        default=True,
        metadata=shown(
            "Finding", "Restore last session", "Starts with the searches of the last session, not with an empty field."
        ),
    )
    """Whether `tabs` are there again at the next start."""
    read_only: bool = field(
        default=False,
        metadata=shown(
            "Library & watching",
            "Leave my sounds alone",
            "Earshot then never writes to, renames or deletes a sound and puts no file next to one. "
            "Commands that would do so tell you.",
        ),
    )
    """Whether nothing is written into sounds or beside them, see `engine.promise`."""
    watch: bool = field(
        default=True,
        metadata=shown(
            "Library & watching",
            "Watch folders",
            "Notices new, changed and missing files within seconds. A folder's own menu switches it off for that "
            "folder.",
        ),
    )
    """Whether roots are watched."""
    look_at_start: bool = field(
        default=True,
        metadata=shown(
            "Library & watching",
            "Look for changes at startup",
            "Checks all folders for changes made while Earshot was closed. Unchanged files are not read again.",
        ),
    )
    """Whether every root is scanned at the start."""
    sync: bool = field(
        default=True,
        metadata=shown(
            "Library & watching",
            "Sync the shared library",
            "Sends your changes to the shared library and fetches those of others. When this is "
            "off, both wait; a library of your own is not affected.",
        ),
    )
    """Whether a joined library is synced by itself."""
    sync_s: int = field(
        default=10,
        metadata=shown(
            "Library & watching",
            "Fetch others' changes",
            "How often Earshot fetches changes from the server of a shared library. Your own changes are sent at once.",
            choices=((2, "Every 2 seconds"), (10, "Every 10 seconds"), (60, "Every minute"), (300, "Every 5 minutes")),
        ),
    )
    """In seconds, from the end of one sync to the next."""
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
    """Whether the tray icon tells of the end of a job."""
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
    """The device of indexing jobs, as `earshot index --device`."""
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
    """In GiB, as `earshot index --memory`; 0 for the engine's own."""
    give_up_s: int = field(
        default=60,
        metadata=shown(
            "Library & watching",
            "Wait for a drive",
            "A file or folder that does not answer for this long is skipped. After ten seconds Earshot names it.",
            choices=((20, "20 seconds"), (60, "1 minute"), (180, "3 minutes"), (600, "10 minutes")),
        ),
    )
    """In seconds, as `earshot index --give-up-after`."""

    show_scores: bool = field(
        default=False,
        metadata=shown(
            "Advanced",
            "Numbers behind a match",
            "The tooltip of a match shows its scores, so that you see why a sound ranks where it does.",
        ),
    )
    """Whether tips have the numbers of the ranking."""
    note_choices: bool = field(
        default=True,
        metadata=shown(
            "Finding",
            "Remember my choices",
            "Remembers what you drag out, star, tag, rename or pick after a search, in this library only. "
            "Search, Learn from my choices… lists all of it and can forget it.",
        ),
    )
    """Whether choices are noted, to be learnt from."""
    uses_learnt: bool = field(
        default=True,
        metadata=shown(
            "Finding",
            "Use what was learnt",
            "Ranks sounds like those you chose higher when you search for these words again.",
        ),
    )
    """Whether what was learnt from choices counts in searches."""
    fold_takes: bool = field(
        default=False,
        metadata=shown("Finding", "Fold takes", "Shows near-identical sounds as one row that you can open."),
    )
    """Whether takes are folded in a search that does not say how different its rows shall be."""
    takes_in_turn: bool = field(
        default=True,
        metadata=shown(
            "Audition",
            "Play takes in turn",
            "When a row of folded takes has played to its end, its other takes follow.",
        ),
    )
    """Whether the takes under a row are heard after it."""

    columns: str = ""
    """The columns of the results, left to right, with their widths: see desktop.results.columns; empty: the usual."""
    query: str = ""
    """What was asked last, as former versions kept it; `tabs` is read first."""
    tabs: str = ""
    """The searches side by side, as desktop.tabs.kept writes them; kept only with `keep_query`."""
    libraries: Mapping[str, str] = field(default_factory=dict)
    """The libraries that were opened: their ids, by folder. One of them that is not there is not made anew unasked."""
    keys: Mapping[str, Sequence[str]] = field(default_factory=dict)
    """Keys that the user chose, by the id of their command; commands that are not here have their own."""
    sidebar: bool = True
    """Whether the left column is open."""
    inspector: bool = False
    """Whether the right column is open."""
    tab: str = ""
    """The tab of the right column that was in front."""
    page: str = ""
    """The page in the middle, when it was not the results."""
    filters: bool = False
    """Whether the filter panel is open."""
    folded: Sequence[str] = ()
    """Sections of the left column that are folded away."""
    ucs_creator: str = field(
        default="",
        metadata=shown(
            "Library & watching",
            "CreatorID",
            "Your short name in UCS file names, as Rename for UCS suggests it. Empty: the one "
            "already in the name, or NONE.",
        ),
    )
    """Never taken from a file's metadata, where the recorder stands."""
    ucs_source: str = ""
    """The SourceID, likewise."""
    project_folder: str = ""
    """Where the last copies or lists went."""
    shared_address: str = ""
    """Where the shared library is that was opened last, as the dialog shows it; never with a password."""
    shared_database: str = ""
    """Its database, likewise."""
    shared_user: str = ""
    """As whom, likewise."""
    training_owner: str = ""
    """The user's name, as retraining was last told: sounds whose copyright is in it are the user's own."""
    training_python: str = ""
    """The interpreter that was taken for training; empty: Earshot's own environment, or the window's interpreter."""

    place: str = ""
    """Where the window was and how large, as Qt writes it, in base64; empty: its own size."""
    sides: str = ""
    """How wide the left column was, likewise."""
    deck: str = ""
    """How high the deck was, likewise, as a former Earshot kept it."""
    deck_px: int = 0
    """How high the user drew the deck; 0: its standard height."""

    def __post_init__(self) -> None:
        """Refuses values that no window can have."""
        for part in fields(self):
            check_value(part.name, getattr(self, part.name), part.default, part.metadata.get("shown"))
        if not isinstance(self.keys, Mapping) or not all(isinstance(keys, list | tuple) for keys in self.keys.values()):
            raise ValueError("keys must name lists of keys by command")
        if not isinstance(self.libraries, Mapping) or not all(isinstance(id, str) for id in self.libraries.values()):
            raise ValueError("libraries must name an id by folder")
