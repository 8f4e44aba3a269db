<?xml version="1.0" encoding="utf-8"?>
<!DOCTYPE TS>
<TS version="2.1" language="de" sourcelanguage="en">
<context>
    <name>About</name>
    <message>
        <source>About Earshot</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Built of</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Copies these facts, to be put in a report.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Copy</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Finds any sound by describing it: on this machine, with your files.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>GNU General Public License, version 3 or later</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Library</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Licence</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Model pack</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>System</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Version</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>none yet</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>Around</name>
    <message>
        <source>About Earshot</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Changes between the light and the dark theme.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Command palette…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Compact or comfortable rows</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Earshot crashed the last time.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Earshot was not closed properly the last time.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Keyboard shortcuts…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Light or dark</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Preferences…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Show log</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The log is %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>User guide</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Your library is safe. What happened is in %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>collection</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>folder</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>saved search</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>Cataloguing</name>
    <message numerus="yes">
        <source>%n sound(s) wait to be saved: Save metadata… (Ctrl+S)</source>
        <translation type="unfinished">
            <numerusform></numerusform>
            <numerusform></numerusform>
        </translation>
    </message>
    <message>
        <source>Compares the selected sounds with every UCS category; nothing is written</source>
        <translation type="unfinished"></translation>
    </message>
    <message numerus="yes">
        <source>Comparing %n sound(s) with every category…</source>
        <translation type="unfinished">
            <numerusform></numerusform>
            <numerusform></numerusform>
        </translation>
    </message>
    <message>
        <source>Select sounds first.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Suggest categories</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Suggestions</source>
        <translation type="unfinished"></translation>
    </message>
    <message numerus="yes">
        <source>Tagged %n sound(s).</source>
        <translation type="unfinished">
            <numerusform></numerusform>
            <numerusform></numerusform>
        </translation>
    </message>
</context>
<context>
    <name>ChipRow</name>
    <message>
        <source>Also searched, because it means the same</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Click to switch it off.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Delete takes it out.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Described words</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Filter</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Must occur in the name or description</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Off: click to use it again.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Only these sounds</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Sounds like this are pushed down</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Take it out (Delete)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Take out %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>off</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>on</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>CollectDialog</name>
    <message>
        <source>Browse…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Copies are compared with their originals. Nothing is overwritten: a name that is taken gets a number. Credits say who made each sound and under which licence, as far as the files say.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Copy</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Copy to project</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Credits</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Credits file</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Folder of the project</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Into</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>None</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Only the best moment of each sound</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Project folder</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Sounds</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Table (credits.csv)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Text (credits.txt)</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>CollectionsPanel</name>
    <message>
        <source>%1 puts the selected sounds in or takes them out</source>
        <translation type="unfinished"></translation>
    </message>
    <message numerus="yes">
        <source>%n sound(s)</source>
        <translation type="unfinished">
            <numerusform></numerusform>
            <numerusform></numerusform>
        </translation>
    </message>
    <message>
        <source>Collections</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>List its %1 sounds</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Make a collection with +, or press B with sounds selected.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Move down</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Move up</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Remove the collection (sounds stay)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Rename (F2)</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>ColourDots</name>
    <message>
        <source>Blue</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Colour %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Green</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Grey</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Orange</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Purple</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Red</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Yellow</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>Column</name>
    <message>
        <source>%1 bit</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Blue</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Brightness</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Category</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Channels</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Colour</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Date</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Depth</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Description</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Folder</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Format</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Green</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Grey</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Heard</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Key</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Length</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Loudness</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Match</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Name</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Orange</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Purple</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Rate</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Rating</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Red</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Tags</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Tempo</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Used</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Waveform</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Yellow</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>Commands</name>
    <message>
        <source>Colour</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Edit</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>File</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Help</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Library</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Pitch and gain</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Rating</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Search</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Sound</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>View</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Volume</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>CompletionList</name>
    <message>
        <source>Suggestions</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>ConfirmDialog</name>
    <message numerus="yes">
        <source>%n file(s) stay for safety.</source>
        <translation type="unfinished">
            <numerusform></numerusform>
            <numerusform></numerusform>
        </translation>
    </message>
    <message>
        <source>Another file of each group stays, with ratings, tags and collections.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Goes</source>
        <translation type="unfinished"></translation>
    </message>
    <message numerus="yes">
        <source>Move %n file(s) to the trash (%1)?</source>
        <translation type="unfinished">
            <numerusform></numerusform>
            <numerusform></numerusform>
        </translation>
    </message>
    <message>
        <source>Move to trash</source>
        <translation type="unfinished"></translation>
    </message>
    <message numerus="yes">
        <source>Remove %n sound(s) from the library?</source>
        <translation type="unfinished">
            <numerusform></numerusform>
            <numerusform></numerusform>
        </translation>
    </message>
    <message>
        <source>Remove from library</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Stays</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The files stay where they are; indexing their folder adds them again.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The first: %1: %2.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>What goes, and what stays</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>Deck</name>
    <message>
        <source>Choose a sound to see and hear it.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Play</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Stop</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>DeckControls</name>
    <message>
        <source>%1 (not connected)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 ch</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 dB</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 st</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>All %1, folded down</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Autoplay</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Autoplay: arrow keys play the sound they reach</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Channels</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Channels: %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Gain</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Gain, also of what you drag out: drag or scroll; click to reset</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Loop</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Loop the sound, or what is selected</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Match levels</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Match levels: play all sounds about equally loud</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Mute</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Only %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Output device</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Output: %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Pitch</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Pitch and speed: drag or scroll; click to reset</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Play backwards</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Reverse</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>System default</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Volume</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Which channels you hear</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>Describing</name>
    <message numerus="yes">
        <source>%n file(s) are as they were before.</source>
        <translation type="unfinished">
            <numerusform></numerusform>
            <numerusform></numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n file(s) could not be changed.</source>
        <translation type="unfinished">
            <numerusform></numerusform>
            <numerusform></numerusform>
        </translation>
    </message>
    <message>
        <source>Details</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Edit metadata</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Gives the files back as they were before the last save or renaming</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Giving files back as they were…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Metadata is being written; wait until it is done.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Names files CatID_FXName_CreatorID_SourceID; shows every name before</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>No edits to save.</source>
        <translation type="unfinished"></translation>
    </message>
    <message numerus="yes">
        <source>Reading %n file(s)…</source>
        <translation type="unfinished">
            <numerusform></numerusform>
            <numerusform></numerusform>
        </translation>
    </message>
    <message>
        <source>Rename for UCS…</source>
        <translation type="unfinished"></translation>
    </message>
    <message numerus="yes">
        <source>Renamed %n file(s).</source>
        <translation type="unfinished">
            <numerusform></numerusform>
            <numerusform></numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Renaming %n file(s)…</source>
        <translation type="unfinished">
            <numerusform></numerusform>
            <numerusform></numerusform>
        </translation>
    </message>
    <message>
        <source>Save metadata…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Select no more than %1 sounds to rename them.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Shows every difference before anything is written</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Shows the details of the selected sounds</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Stopped before the end.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The files say so already.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Undo metadata change</source>
        <translation type="unfinished"></translation>
    </message>
    <message numerus="yes">
        <source>Writing %n file(s)…</source>
        <translation type="unfinished">
            <numerusform></numerusform>
            <numerusform></numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Wrote %n file(s).</source>
        <translation type="unfinished">
            <numerusform></numerusform>
            <numerusform></numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>and %n more file(s)</source>
        <translation type="unfinished">
            <numerusform></numerusform>
            <numerusform></numerusform>
        </translation>
    </message>
</context>
<context>
    <name>DetailsTab</name>
    <message numerus="yes">
        <source>%n sound(s) selected</source>
        <translation type="unfinished">
            <numerusform></numerusform>
            <numerusform></numerusform>
        </translation>
    </message>
    <message>
        <source>Select a sound to see what it says of itself.</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>DifferencesModel</name>
    <message>
        <source>(nothing)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Field</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>File</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>New</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Now</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>Drag</name>
    <message numerus="yes">
        <source>%n sound(s)</source>
        <translation type="unfinished">
            <numerusform></numerusform>
            <numerusform></numerusform>
        </translation>
    </message>
</context>
<context>
    <name>Dragging</name>
    <message>
        <source>%1 is on a drive that is not connected.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Being made ready; drag it again in a moment.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Connect it and drag again.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Copied; paste in your file manager or project.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Copy files</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Copy selection as a file</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Making the file…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Making the file…  %p %</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Puts the selected sounds on the clipboard as files, with the effects that are on.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Puts the selected stretch of the waveform on the clipboard as a WAV of its own.</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>DropOverlay</name>
    <message>
        <source>Drop a sound on the search field to find sounds like it</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Drop to add to the library</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>DuplicatesModel</name>
    <message>
        <source>Alike</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Folder</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Format</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Keep</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Length</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Marks and lists</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Name</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Size</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>best</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>copy</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>goes</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>stays</source>
        <translation type="unfinished"></translation>
    </message>
    <message numerus="yes">
        <source>used %n time(s)</source>
        <translation type="unfinished">
            <numerusform></numerusform>
            <numerusform></numerusform>
        </translation>
    </message>
</context>
<context>
    <name>DuplicatesPage</name>
    <message>
        <source>%1 could be freed</source>
        <translation type="unfinished"></translation>
    </message>
    <message numerus="yes">
        <source>%n group(s)</source>
        <translation type="unfinished">
            <numerusform></numerusform>
            <numerusform></numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n sound(s) go</source>
        <translation type="unfinished">
            <numerusform></numerusform>
            <numerusform></numerusform>
        </translation>
    </message>
    <message>
        <source>Compare all sounds</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Compare the sounds as they are now</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Comparing all sounds…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Every sound is compared with those of about its length: by how it sounds and by its outline. With a million sounds this takes some minutes; you can go on working.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Every sound of the library is there once.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Exact copies</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Find other versions of a recording</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>How alike</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>How alike sounds must be: left finds more, right only the surest</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>How much is compared</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Keep all</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Keep best quality</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Keep in folder…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Keep oldest</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Look again</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Looking for copies…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Lossless before lossy, then the higher sample rate, more bits, more channels, the longer one, the one with more metadata, the older file</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Move to trash…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Near duplicates</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>No duplicates</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>No recording is there in two versions that are this much alike.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Nothing goes</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Nothing goes yet</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>One sound of each group stays.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Other formats, levels and lengths of one recording</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Remove from library…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Shows the list first; files can be put back from the trash</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Stop</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Stop comparing</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The file that was changed longest ago stays</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The files stay where they are</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The same audio to the last byte</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>What counts as a duplicate</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>What lies in a folder stays; groups without a sound there are left alone</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>You can go on working meanwhile.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>alike from %1</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>DuplicatesView</name>
    <message>
        <source>Arrows play · Space plays and stops · Delete lets the sound go or stay</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Duplicates</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>DuplicatesWork</name>
    <message numerus="yes">
        <source>%n file(s) could not be moved to the trash.</source>
        <translation type="unfinished">
            <numerusform></numerusform>
            <numerusform></numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n file(s) moved to the trash.</source>
        <translation type="unfinished">
            <numerusform></numerusform>
            <numerusform></numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n sound(s) removed from the library.</source>
        <translation type="unfinished">
            <numerusform></numerusform>
            <numerusform></numerusform>
        </translation>
    </message>
    <message>
        <source>Copies and other versions, side by side; you choose what goes</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Duplicates</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Keep what lies in this folder</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The first: %1: %2.</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>EarshotApp</name>
    <message>
        <source>Something went wrong: %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The log says more: Help, Show log.</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>EditForm</name>
    <message numerus="yes">
        <source>%n sound(s) with unsaved edits</source>
        <translation type="unfinished">
            <numerusform></numerusform>
            <numerusform></numerusform>
        </translation>
    </message>
    <message>
        <source>Discard</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Forget every edit that was not saved</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Look at what would change, then write it (Ctrl+S)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Save…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>several</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>EmptyPage</name>
    <message>
        <source>Add folder…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Choose a folder of sounds (Ctrl+O)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Drop a folder of sounds here</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Earshot listens to every file once, and then finds any of them by description: “rusty gate creaking”, “short metallic hit”.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Listening to your sounds…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Makes 86 sounds on this machine, in Earshot&apos;s own folder, and listens to them.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Making demo sounds…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Nothing found</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Opening the library…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Private: no account, no upload; it works without any network.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>This takes a moment.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Try it with demo sounds</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Try other words, or click a filter above to switch it off.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>You can search as soon as the first ones are in.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>You can search as soon as the first sounds are in.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Your files stay where they are. Nothing is written to them unless you say so.</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>ExportDialog</name>
    <message>
        <source>A column for every text in the files</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Choose file</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Choose file…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Export list</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>For Excel (marks the file as UTF-8)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Format</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>One row a sound with all that is known of it, in the order of the list.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Opens in players and file managers, with lengths and titles.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Paths relative to the playlist</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Playlist (M3U8)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Selected (%1)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Sounds</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Table (CSV)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The whole list (%1)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Which sounds</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>Exporting</name>
    <message numerus="yes">
        <source>%n file(s) copied to %1.</source>
        <translation type="unfinished">
            <numerusform></numerusform>
            <numerusform></numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n file(s) could not be copied.</source>
        <translation type="unfinished">
            <numerusform></numerusform>
            <numerusform></numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n sound(s) written to %1.</source>
        <translation type="unfinished">
            <numerusform></numerusform>
            <numerusform></numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n there already.</source>
        <translation type="unfinished">
            <numerusform></numerusform>
            <numerusform></numerusform>
        </translation>
    </message>
    <message>
        <source>A CSV file with everything that is known of each sound</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>An M3U8 file for players and file managers</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Copies of the sounds in a folder, with a credits file</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Copy to project…</source>
        <translation type="unfinished"></translation>
    </message>
    <message numerus="yes">
        <source>Copying %n sound(s)…</source>
        <translation type="unfinished">
            <numerusform></numerusform>
            <numerusform></numerusform>
        </translation>
    </message>
    <message>
        <source>Export list</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Export list as playlist…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Export list as table…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Playlist (*.m3u8)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Stop</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Stopped before the end.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Table (*.csv)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The first: %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The list is empty.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Wait until the last list or copy is done.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Writing %1…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>sounds</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>FacetPopover</name>
    <message>
        <source>Clear</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Clear this filter</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>Facets</name>
    <message>
        <source>1 to 5 s</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>16 bit</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>176.4 kHz and up</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>24 bit</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>30 s to 2 min</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>32 bit</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>5 to 30 s</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>88.2 kHz and up</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Bit depth</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Blue</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Category</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Channels</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Colour</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Connected</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Date</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Dragged or copied out</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Drive</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>File changed</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Format</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Green</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Grey</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Heard</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Heard before</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>In the last month</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>In the last week</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>In the last year</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Key</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Length</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Listened to</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Loops</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Loud: over −20 LUFS</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Loudness</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Medium: −36 to −20 LUFS</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Mono</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>More than two</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Never heard</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Never used</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Not connected</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Not rated</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>One-shot or loop</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>One-shots</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Online or offline</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Only sounds pass of which this is known with some certainty (confidence of 0.5 or more).</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Orange</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Over 2 min</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Purple</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Quiet: under −36 LUFS</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Rate and depth</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Rating</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Red</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Sample rate</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Stereo</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Tag</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Tempo</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Today</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>UCS category</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Under 1 s</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Used before</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Yellow</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>FactsTree</name>
    <message>
        <source>All metadata of the file</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Copy</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Ctrl+C copies the selected values</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>Failures</name>
    <message numerus="yes">
        <source>%n file(s) could not be read. The rest of the library is not affected.</source>
        <translation type="unfinished">
            <numerusform></numerusform>
            <numerusform></numerusform>
        </translation>
    </message>
    <message>
        <source>Copy list</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Every file of the library could be read.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>File</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Files that could not be read</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Reads all of them again, also those that did not change.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Reason</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Return or a double click shows the file in its folder.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The first %1 of %2 files. They are not changed.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Try again</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>What to do</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>FieldNames</name>
    <message>
        <source>A category of the Universal Category System; type a CatID or any word</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Comment</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Description</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Designer</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Keywords</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Library</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Notes that travel with the file</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The collection it was published in</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The short name of the sound; the FXName of UCS</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Title</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>UCS category</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>What can be heard, in a sentence</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Who recorded or made it</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Words to find it by, with commas between them</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>FilesModel</name>
    <message>
        <source>File</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Last try</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Size</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>FilterStrip</name>
    <message numerus="yes">
        <source>%n sound(s)</source>
        <translation type="unfinished">
            <numerusform></numerusform>
            <numerusform></numerusform>
        </translation>
    </message>
    <message>
        <source>Clear all</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Clear all filters</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Clear filter: %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Filter: %1</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>FoldersPanel</name>
    <message>
        <source>%1  ·  offline</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Add a folder of sounds</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Add a folder of sounds (Ctrl+O). You can also drag one onto the window.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Add folder…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Click to look in a folder, Ctrl+click to add it.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Folders</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Locate…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Look for changes</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Look here too</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Look only here</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>No folders yet.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Offline: its sounds stay listed; connect the drive to hear them.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Remove from library (files stay)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Show in file manager</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Watch for changes</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>Gathering</name>
    <message>
        <source>Add the folder above it instead.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Adding %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Removing %1 as soon as indexing has stopped</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The name of %1 is not UTF-8 text.</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>GroupChoices</name>
    <message>
        <source>Find in this list</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>from</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>to</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>GroupNames</name>
    <message>
        <source>BEXT</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Chunks</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Description</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>ID3</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>INFO</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Markers</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Other</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Tags</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Technical</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>iXML</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>Guide</name>
    <message>
        <source>The guide did not come with this installation.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>User guide</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>Hearing</name>
    <message>
        <source>%1 is on a drive that is not connected.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Connect it and press play again.</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>HearingCommands</name>
    <message>
        <source>Autoplay</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Gain down 1 dB</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Gain up 1 dB</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Loop</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Match levels</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Mute</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Pause, and go on from there</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Pitch down a semitone</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Pitch down an octave</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Pitch up a semitone</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Pitch up an octave</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Plain pitch and gain</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Play or stop</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Reverse</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Starts at the selection, at the place clicked last, or at the best moment.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Volume down</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Volume up</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>HearingOutput</name>
    <message>
        <source>Sound comes from %1 again.</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>Hints</name>
    <message numerus="yes">
        <source>%n good match(es) for “%1”</source>
        <translation type="unfinished">
            <numerusform></numerusform>
            <numerusform></numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n sound(s) without %1</source>
        <translation type="unfinished">
            <numerusform></numerusform>
            <numerusform></numerusform>
        </translation>
    </message>
    <message>
        <source>all conditions</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>IndexingStrip</name>
    <message>
        <source>%1× real time</source>
        <translation type="unfinished"></translation>
    </message>
    <message numerus="yes">
        <source>%n unreadable</source>
        <translation type="unfinished">
            <numerusform></numerusform>
            <numerusform></numerusform>
        </translation>
    </message>
    <message>
        <source>Cancel indexing (what is done is kept)</source>
        <translation type="unfinished"></translation>
    </message>
    <message numerus="yes">
        <source>Found %n file(s), %1 to index</source>
        <translation type="unfinished">
            <numerusform></numerusform>
            <numerusform></numerusform>
        </translation>
    </message>
    <message>
        <source>Indexing</source>
        <translation type="unfinished"></translation>
    </message>
    <message numerus="yes">
        <source>Indexing %1 of %n sound(s)</source>
        <translation type="unfinished">
            <numerusform></numerusform>
            <numerusform></numerusform>
        </translation>
    </message>
    <message>
        <source>Indexing progress</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Looking through the folder…</source>
        <translation type="unfinished"></translation>
    </message>
    <message numerus="yes">
        <source>Looking… %n file(s)</source>
        <translation type="unfinished">
            <numerusform></numerusform>
            <numerusform></numerusform>
        </translation>
    </message>
    <message>
        <source>Pause indexing</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Resume indexing</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Stopping…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>on %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>paused</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>Inspector</name>
    <message>
        <source>About the selected sounds</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>Keeping</name>
    <message numerus="yes">
        <source>%n sound(s) put in “%1”</source>
        <translation type="unfinished">
            <numerusform></numerusform>
            <numerusform></numerusform>
        </translation>
    </message>
    <message>
        <source>Add a tag…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Collection %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Collections</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Colour %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Favourite</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>In or out of collection %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>List a collection first: only sounds in it can be taken out.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>New collection</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>New collection (Ctrl+N)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>No colour</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>No rating</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Nothing to redo.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Nothing to undo.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Put in a new collection</source>
        <translation type="unfinished"></translation>
    </message>
    <message numerus="yes">
        <source>Rate %n star(s)</source>
        <translation type="unfinished">
            <numerusform></numerusform>
            <numerusform></numerusform>
        </translation>
    </message>
    <message>
        <source>Redo</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Removed “%1”; Ctrl+Z brings it back.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Take out of the collection</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Undo</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>collection</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>colour</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>favourite</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>note</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>rating</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>saved search</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>tags</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>KeysPage</name>
    <message>
        <source>%1 belongs to: %2. Using it here takes it away there.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Add as another key</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Click here, then press the new key.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Command</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Commands and their keys</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Everywhere</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Keys</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>New key: press it here</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>No key</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Reset</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Reset all</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Search commands or keys</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Use this key</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Works</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>anywhere</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>in the results</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>in the waveform</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>LibraryList</name>
    <message>
        <source>All sounds</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Favourites</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Never heard</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Recently added</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Recently heard</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>LibraryState</name>
    <message>
        <source>Files that could not be read…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Try unreadable files again</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Trying unreadable files again</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Which they are, why, and what to do.</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>Listing</name>
    <message>
        <source>Fold takes</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Near-identical sounds stand in one row, which opens to show them.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Opens a row to the moments of its sound and the takes folded under it, or closes it.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Scroll to the cursor</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Show moments and takes</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Sort as the search does</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>MapPage</name>
    <message numerus="yes">
        <source>%n sound(s) not on the map yet</source>
        <translation type="unfinished">
            <numerusform></numerusform>
            <numerusform></numerusform>
        </translation>
    </message>
    <message>
        <source>All others</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Colour by UCS category</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Colour by folder</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Colours show</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Groups on the map</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>How much of the map is made</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Lasso: drag around sounds to list them (Shift+drag)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Lay out anew</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Laying the sounds out…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Make the map</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Make the whole map again; every sound may move</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Near is alike. Click plays, Alt+hover scrubs, Shift+drag lists, double-click finds similar.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Place the sounds that came since the map was made</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Placing the others beside them…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Reading what is known of the sounds…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>See the whole library at once</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Show everything (Home)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Stop</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The map puts every sound near what sounds like it. Making it takes a few minutes for a large library; you can go on working meanwhile.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Update</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Zoom in (+)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Zoom out (−)</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>MapView</name>
    <message>
        <source>Arrow keys go to the next sound in a direction, plus and minus zoom, Return opens.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Map of the library</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>Mapping</name>
    <message numerus="yes">
        <source>%n sound(s) from the map</source>
        <translation type="unfinished">
            <numerusform></numerusform>
            <numerusform></numerusform>
        </translation>
    </message>
    <message>
        <source>Every sound as a point, near what sounds like it</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Map of the library</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The lasso holds no sound.</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>MarksPanel</name>
    <message numerus="yes">
        <source>%n day(s) ago</source>
        <translation type="unfinished">
            <numerusform></numerusform>
            <numerusform></numerusform>
        </translation>
    </message>
    <message>
        <source>A note to yourself</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Favourite (F)</source>
        <translation type="unfinished"></translation>
    </message>
    <message numerus="yes">
        <source>Heard %n time(s), last %1</source>
        <translation type="unfinished">
            <numerusform></numerusform>
            <numerusform></numerusform>
        </translation>
    </message>
    <message>
        <source>No favourite any more (F)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Note</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>today</source>
        <translation type="unfinished"></translation>
    </message>
    <message numerus="yes">
        <source>used %n time(s), last %1</source>
        <translation type="unfinished">
            <numerusform></numerusform>
            <numerusform></numerusform>
        </translation>
    </message>
    <message>
        <source>yesterday</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>MessageBar</name>
    <message>
        <source>Close this message</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>Messages</name>
    <message>
        <source>%1 could not be read: %2.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 files/s</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 match (%2%)</source>
        <translation type="unfinished"></translation>
    </message>
    <message numerus="yes">
        <source>%1 of %n sound(s) in %2 ms</source>
        <translation type="unfinished">
            <numerusform></numerusform>
            <numerusform></numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n added</source>
        <translation type="unfinished">
            <numerusform></numerusform>
            <numerusform></numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n bit</source>
        <translation type="unfinished">
            <numerusform></numerusform>
            <numerusform></numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n ch</source>
        <translation type="unfinished">
            <numerusform></numerusform>
            <numerusform></numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n file(s) could not be read</source>
        <translation type="unfinished">
            <numerusform></numerusform>
            <numerusform></numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n file(s) could not be read. The first: %1</source>
        <translation type="unfinished">
            <numerusform></numerusform>
            <numerusform></numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n missing</source>
        <translation type="unfinished">
            <numerusform></numerusform>
            <numerusform></numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n moved</source>
        <translation type="unfinished">
            <numerusform></numerusform>
            <numerusform></numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n take(s)</source>
        <translation type="unfinished">
            <numerusform></numerusform>
            <numerusform></numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n updated</source>
        <translation type="unfinished">
            <numerusform></numerusform>
            <numerusform></numerusform>
        </translation>
    </message>
    <message>
        <source>An index finds the nearest sounds without comparing them all.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Best moment: %1 to %2</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Every sound is compared with what you look for. That is fast for this many.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Every sound is compared: %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Fair</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Name and description: %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Nothing new</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Sound: %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Stopped. So far: %1; add the folder again to go on</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Strong</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The index finds the nearest sounds; those added since are all compared.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The index is being built; until it stands every sound is compared.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Weak</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Words found: %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>about %1 h left</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>about %1 min left</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>about %1 s left</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>almost done</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>building the fast index</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>estimating…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>exact search</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>fast index</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>fast index + newest sounds</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>mono</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>stereo</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>MissingPage</name>
    <message numerus="yes">
        <source>%n file(s) missing</source>
        <translation type="unfinished">
            <numerusform></numerusform>
            <numerusform></numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n sound(s) of folders that are not there</source>
        <translation type="unfinished">
            <numerusform></numerusform>
            <numerusform></numerusform>
        </translation>
    </message>
    <message>
        <source>Connect the drive and its sounds are there again. If it has another name now: Locate folder…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Every file of the library is where it was.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Folders with missing files</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Forgets the chosen files, or all of the folder; tags wait for the same audio</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>How much is compared</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>List again what is missing</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Locate file…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Locate folder…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Look again</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Missing files</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Nothing is missing</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Remove from library…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Show where one file is now; all that moved together is found with it</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Show where the folder is now; everything below it that has the same audio is found</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Stop</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Stop comparing; what was found by then stays found</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>This folder was moved, renamed or deleted. Show where it is now: Locate folder…</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>MissingWork</name>
    <message numerus="yes">
        <source>%n not found there, or not the same audio.</source>
        <translation type="unfinished">
            <numerusform></numerusform>
            <numerusform></numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n sound(s) found again.</source>
        <translation type="unfinished">
            <numerusform></numerusform>
            <numerusform></numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n sound(s) removed from the library.</source>
        <translation type="unfinished">
            <numerusform></numerusform>
            <numerusform></numerusform>
        </translation>
    </message>
    <message>
        <source>Files that are not where they were, and drives that are away</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Missing files</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Ratings, tags and collections come back when the same audio is indexed again. No file is touched.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Remove</source>
        <translation type="unfinished"></translation>
    </message>
    <message numerus="yes">
        <source>Remove %n missing sound(s) from the library?</source>
        <translation type="unfinished">
            <numerusform></numerusform>
            <numerusform></numerusform>
        </translation>
    </message>
    <message>
        <source>Remove from library</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Stopped before the end.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Where is %1 now?</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>ModelPacks</name>
    <message>
        <source>All files are whole, and it computes what its maker did (%1).</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>All files are whole, but this machine computes otherwise (%1).</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Checking %1…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Installed. “Use this pack” listens to the library with it.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Listening anew. The strip at the bottom of the window shows how far it is.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Model packs…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Verifying…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>What listens to your sounds: see, install, verify or change it.</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>Models</name>
    <message>
        <source>%1 (in use)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 MB</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 kHz, stretches of %2 s every %3 s</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 numbers for every stretch of sound</source>
        <translation type="unfinished"></translation>
    </message>
    <message numerus="yes">
        <source>%n sound(s) must be listened to again. Until that is done, a description finds those that are done; names, filters and what you keep work for all. It can be paused, and going back costs the same.</source>
        <translation type="unfinished">
            <numerusform></numerusform>
            <numerusform></numerusform>
        </translation>
    </message>
    <message>
        <source>About this pack</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Checks every file of the pack, and that this machine computes what its maker did.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Close</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Folder</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Hears</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Id</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Install a model pack</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Install a model pack: the folder that holds pack.json</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Install from a file…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Install from a folder…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Learnt from</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Licence</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Listen anew</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Listen to the whole library anew with %1?</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Measured by its maker</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Model packs</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Model packs (*.zip)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Remove</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Size</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>This pack cannot be read.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Use this pack…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Vectors</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Verify</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>Output</name>
    <message>
        <source>%1 is not connected.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Install Earshot&apos;s dependencies again, then press play again.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Install PortAudio (Debian and Ubuntu: sudo apt install libportaudio2; Fedora: sudo dnf install portaudio), then press play again.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>No sound output was found.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Plug in headphones or speakers, or start the sound server; Earshot looks for them by itself.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The PortAudio library is missing, so nothing can be played.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The sound output %1 went away (%2).</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The sound output could not be opened (%1).</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The sound system could not be started (%1).</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The sounddevice module is missing, so nothing can be played.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>it takes no sound</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>Palette</name>
    <message>
        <source>Command, folder, collection or saved search</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Do or go to…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Nothing fits.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>What fits</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>Place</name>
    <message>
        <source>drive not connected</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>files missing</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>folder missing</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>Places</name>
    <message>
        <source>Clear all filters</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Filters</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Library</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Recently heard</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Shows or hides the filters under the search field</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The sounds you listened to, last first</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>PlacesModel</name>
    <message>
        <source>Folder</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Sounds</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>State</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>Player</name>
    <message>
        <source>%1 could not be played.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Press play again; if it fails again, please send us the log.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The player failed.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Try another sound.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>You hear %1 now; Earshot goes back by itself.</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>Preferences</name>
    <message>
        <source>Preferences</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Reset this section</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Search settings</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Sections</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Some of this takes effect when Earshot starts again.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Start again now</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>PreviewDialog</name>
    <message numerus="yes">
        <source>%n difference(s)</source>
        <translation type="unfinished">
            <numerusform></numerusform>
            <numerusform></numerusform>
        </translation>
    </message>
    <message>
        <source>All</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Backups and other programs may then not see that the files changed</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Differences</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Keep the files&apos; time of change</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>What would be written</source>
        <translation type="unfinished"></translation>
    </message>
    <message numerus="yes">
        <source>Write %n file(s)</source>
        <translation type="unfinished">
            <numerusform></numerusform>
            <numerusform></numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>and %n more file(s)</source>
        <translation type="unfinished">
            <numerusform></numerusform>
            <numerusform></numerusform>
        </translation>
    </message>
</context>
<context>
    <name>Recorder</name>
    <message>
        <source>Allow Earshot to use it in your system&apos;s privacy settings, then record again.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Connect it again, then record again.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Connect one, choose it in your system&apos;s sound settings, then start again.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>No microphone was found.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Record again; if it fails again, please send us the log.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Recording failed.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The PortAudio library is missing, so nothing can be recorded.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The microphone could not be opened (%1).</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The microphone went away.</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>RecordingStrip</name>
    <message>
        <source>Cancel</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Drop the recording (Esc)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Find sounds like this (Return)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Listening… %1 of %2 s. Hum it, imitate it, play it.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Microphone level</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Opening the microphone…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Recording</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Search</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>ReferenceChip</name>
    <message>
        <source>%1: how much it counts</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1; remove</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Brightness</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Choose what has to be alike</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Go back to the words (Esc)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Length</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Loudness</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Play what is searched with</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Sound</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Sounds like %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Tempo</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>What has to be alike</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>RenameDialog</name>
    <message numerus="yes">
        <source>%n file(s) left out: they have no CatID.</source>
        <translation type="unfinished">
            <numerusform></numerusform>
            <numerusform></numerusform>
        </translation>
    </message>
    <message>
        <source>(has no CatID)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>CatID</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>CreatorID</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>FXName</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>New</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>New names</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Now</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Rename</source>
        <translation type="unfinished"></translation>
    </message>
    <message numerus="yes">
        <source>Rename %n file(s)</source>
        <translation type="unfinished">
            <numerusform></numerusform>
            <numerusform></numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Rename %n file(s) for UCS</source>
        <translation type="unfinished">
            <numerusform></numerusform>
            <numerusform></numerusform>
        </translation>
    </message>
    <message>
        <source>SourceID</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>UserData</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>each sound&apos;s own</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>none</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>ResultsHeader</name>
    <message>
        <source>Click to sort, drag to move, right click to choose columns</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Columns</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Order of the search</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Usual columns</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>ResultsModel</name>
    <message>
        <source>Moment %1</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>ResultsView</name>
    <message>
        <source>Results</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>SavedPanel</name>
    <message>
        <source>Press the star in the search field to keep a search here.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Remove (Delete)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Rename (F2)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Saved searches</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Search</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>SearchBar</name>
    <message>
        <source>Back (Alt+Left)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Clear</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Filters (Ctrl+Shift+F)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Forward (Alt+Right)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Record a sound and find ones like it (Ctrl+M)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Save this search (Ctrl+D)</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>SearchField</name>
    <message>
        <source>Describe a sound: heavy wooden door slam, rain on a tin roof, short bright click</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Drop to find sounds like this one</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Search</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>Searching</name>
    <message>
        <source>Back</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Clear search history</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Earlier searches</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Forward</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Keeps words and filters in the left column; again takes them out</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Lists how the words may go on; the arrow keys choose, Tab or Return takes one</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Lists what you searched before; the arrow keys choose, Return searches</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Nothing was searched yet.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Save this search</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Saved searches</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Saved “%1”; rename it in the left column with F2.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Show suggestions</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The search history is empty now.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>To the search before this one</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>To the search you came back from</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Type something to find, or set a filter, to save it.</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>SearchingBySound</name>
    <message>
        <source>Find similar to the selection</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Finds what sounds like the selected stretch of the waveform</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Goes to any row of the results and plays it</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Hum or imitate a sound and find ones like it</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Random sound</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Record and find similar</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Recordings</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>There is no sound to choose from.</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>SearchingCompletion</name>
    <message>
        <source>category</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>collection</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>filter</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>idea</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>saved search</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>searched before</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>tag</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>value</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>word</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>SettingRow</name>
    <message>
        <source>Takes effect at the next start.</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>Settings</name>
    <message>
        <source>%</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Appearance</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Apple Neural Engine</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>As the system</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Audition</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Automatic</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Autoplay</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Begin where I left</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Blends the end of a loop into its beginning. 0 joins them as they are, so that a loop is heard as it is.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Both</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Closing the window keeps Earshot in the tray, watching and indexing; Quit ends it.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Comfortable</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Comfortable rows are easier to read; compact ones show more sounds at a time.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Compact</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Dark</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Decodes the first moments of the rows above and below, so that they start at once. Off spares slow disks.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Deutsch</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>DirectML graphics card</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Draws every sound&apos;s waveform in its row. Off saves time on slow disks.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>English</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Finding</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Fold takes</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>How long files made for other programs (selections, sounds with effects) stay in the cache folder, also after Earshot ends. Projects that copy what is dropped on them need them only for a moment.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>How loud Earshot itself plays; files and your system stay as they are.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Keep dragged files</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>LUFS</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Language</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Large view</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Library &amp; watching</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Light</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Listen with</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Look for changes at the start</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Looks through all folders for what changed while Earshot was closed. Unchanged files are not read again.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Loop</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Loop crossfade</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Makes text, rows and buttons smaller or larger, on top of what your system does.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Match levels</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Matched level</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Models</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>NVIDIA graphics card</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Near-identical sounds stand in one row, which opens to show them.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Plays all sounds about equally loud, as far as their peaks allow. Only heard, never written to a file.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Plays the sound, or what is selected of it, over and over.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Processor</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Read ahead</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Rows</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Say when indexing is done</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Shows a notification when a long job ends and the window is not in front.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Size of everything</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Spectrogram</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Starts with the words of the last search, not an empty field.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Stay in the tray</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Takes in new, changed and missing files within seconds. Off for a single folder: its menu in the sidebar.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The arrow keys play the sound they reach.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The colours of the window. As the system: dark or light with your desktop.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The language of menus and messages.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The loudness that Match levels brings sounds to.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Volume</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Watch folders</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Waveform</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Waveforms in rows</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>What computes when sounds are indexed. Automatic takes the fastest that works.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>What the large view shows of a sound: its waveform, its frequencies, or both.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>days</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>ms</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Theme</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>ShortcutSheet</name>
    <message>
        <source>Earshot: keyboard shortcuts</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Keyboard shortcuts</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Print keyboard shortcuts</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Print…</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>Sizes</name>
    <message>
        <source>%1 B</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 GB</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 MB</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 kB</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>Stars</name>
    <message>
        <source>No rating</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Rating (Ctrl+1 to Ctrl+5, Ctrl+0 for none)</source>
        <translation type="unfinished"></translation>
    </message>
    <message numerus="yes">
        <source>Rating: %n of 5 star(s)</source>
        <translation type="unfinished">
            <numerusform></numerusform>
            <numerusform></numerusform>
        </translation>
    </message>
    <message>
        <source>Rating: several</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>StatusBar</name>
    <message>
        <source>Newest sounds</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Nothing found</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The sound output</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>What the last search gave</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>plays on %1</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>StatusFacts</name>
    <message numerus="yes">
        <source>%n offline</source>
        <translation type="unfinished">
            <numerusform></numerusform>
            <numerusform></numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n sound(s)</source>
        <translation type="unfinished">
            <numerusform></numerusform>
            <numerusform></numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n unreadable</source>
        <translation type="unfinished">
            <numerusform></numerusform>
            <numerusform></numerusform>
        </translation>
    </message>
    <message>
        <source>Click to see which files, and why.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>How searches are answered</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Sounds in the library</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The model pack that listens. Click to see it.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Their drives are not connected. Click to list them.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>What is being done</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>indexing %1 of %2</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>looking through folders: %1 files</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>Suggesting</name>
    <message>
        <source>category</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>collection</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>filter</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>idea</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>saved search</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>searched before</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>tag</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>value</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>word</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>SuggestionsTab</name>
    <message>
        <source>Accept all from</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Accept selected</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Accept the selected suggestions; or double-click one</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Accepts each sound&apos;s first suggestion where it is at least this sure</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Category in the file</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Compares the sounds with every UCS category. Nothing is written.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>How often one this sure was right in a test.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Least confidence</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Name: %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>No suggestion is that sure.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Not listened to yet</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Sound: %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Suggest categories</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Suggested categories</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Tag in the library</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The files stay as they are</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Waits in the details until you save it; you see every change before</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Words: %1</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>TagEditor</name>
    <message>
        <source>Add a tag</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Click to take the tag off.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Not on all of them.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Several tags are parted by commas; Return adds them (T)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Tag %1; take it off</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>TakesPanel</name>
    <message>
        <source>Click to search by it.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Delete this recording</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Play this recording</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Recordings</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>TechnicalFacts</name>
    <message>
        <source>%1 bytes</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Bit depth</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Channels</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Format</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Key</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Length</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Loudness</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Notes</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Path</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Peak</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Sample rate</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Size</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Tempo</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>Tray</name>
    <message>
        <source>Earshot: indexing, %1 %</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Indexing is done</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Open Earshot</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Pause indexing</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Quit</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Resume indexing</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>UcsField</name>
    <message>
        <source>Type a CatID, a category or any word that belongs to one</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>WatchingFolders</name>
    <message>
        <source>Look for changes in all folders</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>No longer watching %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Reads only what is new or different.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Watching %1</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>WaveCommands</name>
    <message>
        <source>Clear the selection</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>End selection here</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Select the best moment</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Select the whole sound</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Show the whole sound</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Start selection here</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Waveform, spectrogram or both</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Zoom in</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Zoom out</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Zoom to selection</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>WaveformView</name>
    <message>
        <source>Selected from %1 to %2</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Waveform</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>WaysRow</name>
    <message>
        <source>Try instead:</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>Welcome</name>
    <message>
        <source>Add demo sounds</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Free some space, or add a folder of your own.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Makes 86 sounds on this machine to try Earshot with.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Making demo sounds</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The demo sounds cannot be written to %1: %2</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>WritingStrip</name>
    <message>
        <source>Cancel</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Close this message</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Give the files back as they were, to the last byte (Ctrl+Alt+Z)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Progress</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Stop here; what is done stays and can be undone</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Undo</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>What failed…</source>
        <translation type="unfinished"></translation>
    </message>
</context>
</TS>
