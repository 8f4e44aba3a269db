<?xml version="1.0" encoding="utf-8"?>
<!DOCTYPE TS>
<TS version="2.1" language="en" sourcelanguage="en">
    <context>
        <name>AmbienceFeature</name>
        <message numerus="yes">
            <source>%n file(s) written to %1.</source>
            <translation>
                <numerusform>%n file written to %1.</numerusform>
                <numerusform>%n files written to %1.</numerusform>
            </translation>
        </message>
    </context>
    <context>
        <name>AnalysisTransfer</name>
        <message numerus="yes">
            <source>%n sound(s) sent.</source>
            <translation>
                <numerusform>%n sound sent.</numerusform>
                <numerusform>%n sounds sent.</numerusform>
            </translation>
        </message>
        <message numerus="yes">
            <source>%n sound(s) skipped: not analysed yet, or unreadable.</source>
            <translation>
                <numerusform>%n sound skipped: not analysed yet, or unreadable.</numerusform>
                <numerusform>%n sounds skipped: not analysed yet, or unreadable.</numerusform>
            </translation>
        </message>
        <message numerus="yes">
            <source>%n sound(s) were already analysed by others and are ready at once.</source>
            <translation>
                <numerusform>%n sound was already analysed by others and is ready at once.</numerusform>
                <numerusform>%n sounds were already analysed by others and are ready at once.</numerusform>
            </translation>
        </message>
        <message numerus="yes">
            <source>%n sound(s) were already there.</source>
            <translation>
                <numerusform>%n sound was already there.</numerusform>
                <numerusform>%n sounds were already there.</numerusform>
            </translation>
        </message>
    </context>
    <context>
        <name>BackgroundDialog</name>
        <message numerus="yes">
            <source>%n file(s) could not be read.</source>
            <translation>
                <numerusform>%n file could not be read.</numerusform>
                <numerusform>%n files could not be read.</numerusform>
            </translation>
        </message>
        <message numerus="yes">
            <source>%n section(s) with this background. Arrow keys play, Space stops; drag one into your editor.</source>
            <translation>
                <numerusform>%n section with this background. Arrow keys play, Space stops; drag one into your editor.</numerusform>
                <numerusform>%n sections with this background. Arrow keys play, Space stops; drag one into your editor.</numerusform>
            </translation>
        </message>
    </context>
    <context>
        <name>BackupsDialog</name>
        <message numerus="yes">
            <source>%n backup(s) of the library, %1.</source>
            <translation>
                <numerusform>%n backup of the library, %1.</numerusform>
                <numerusform>%n backups of the library, %1.</numerusform>
            </translation>
        </message>
    </context>
    <context>
        <name>BackupsFeature</name>
        <message numerus="yes">
            <source>%n collection(s)</source>
            <translation>
                <numerusform>%n collection</numerusform>
                <numerusform>%n collections</numerusform>
            </translation>
        </message>
        <message numerus="yes">
            <source>%n colour(s)</source>
            <translation>
                <numerusform>%n colour</numerusform>
                <numerusform>%n colours</numerusform>
            </translation>
        </message>
        <message numerus="yes">
            <source>%n choice(s) for search words</source>
            <translation>
                <numerusform>%n choice for search words</numerusform>
                <numerusform>%n choices for search words</numerusform>
            </translation>
        </message>
        <message numerus="yes">
            <source>%n entry(ies) could not be checked against a backup and were kept unchanged.</source>
            <translation>
                <numerusform>%n entry could not be checked against a backup and was kept unchanged.</numerusform>
                <numerusform>%n entries could not be checked against a backup and were kept unchanged.</numerusform>
            </translation>
        </message>
        <message numerus="yes">
            <source>%n favourite(s)</source>
            <translation>
                <numerusform>%n favourite</numerusform>
                <numerusform>%n favourites</numerusform>
            </translation>
        </message>
        <message numerus="yes">
            <source>%n folder(s)</source>
            <translation>
                <numerusform>%n folder</numerusform>
                <numerusform>%n folders</numerusform>
            </translation>
        </message>
        <message numerus="yes">
            <source>%n note(s)</source>
            <translation>
                <numerusform>%n note</numerusform>
                <numerusform>%n notes</numerusform>
            </translation>
        </message>
        <message numerus="yes">
            <source>%n rating(s)</source>
            <translation>
                <numerusform>%n rating</numerusform>
                <numerusform>%n ratings</numerusform>
            </translation>
        </message>
        <message numerus="yes">
            <source>%n saved search(es)</source>
            <translation>
                <numerusform>%n saved search</numerusform>
                <numerusform>%n saved searches</numerusform>
            </translation>
        </message>
        <message numerus="yes">
            <source>%n search(es) of the history</source>
            <translation>
                <numerusform>%n search of the history</numerusform>
                <numerusform>%n searches of the history</numerusform>
            </translation>
        </message>
        <message numerus="yes">
            <source>%n sound(s)</source>
            <translation>
                <numerusform>%n sound</numerusform>
                <numerusform>%n sounds</numerusform>
            </translation>
        </message>
        <message numerus="yes">
            <source>%n sound(s) in collections</source>
            <translation>
                <numerusform>%n sound in collections</numerusform>
                <numerusform>%n sounds in collections</numerusform>
            </translation>
        </message>
        <message numerus="yes">
            <source>%n tag(s)</source>
            <translation>
                <numerusform>%n tag</numerusform>
                <numerusform>%n tags</numerusform>
            </translation>
        </message>
        <message numerus="yes">
            <source>%n thesaurus entry(ies)</source>
            <translation>
                <numerusform>%n thesaurus entry</numerusform>
                <numerusform>%n thesaurus entries</numerusform>
            </translation>
        </message>
        <message numerus="yes">
            <source>play and use counts of %n sound(s)</source>
            <translation>
                <numerusform>play and use counts of %n sound</numerusform>
                <numerusform>play and use counts of %n sounds</numerusform>
            </translation>
        </message>
    </context>
    <context>
        <name>BatchForm</name>
        <message numerus="yes">
            <source>%1: %n file(s)</source>
            <translation>
                <numerusform>%1: %n file</numerusform>
                <numerusform>%1: %n files</numerusform>
            </translation>
        </message>
    </context>
    <context>
        <name>BatchSession</name>
        <message numerus="yes">
            <source>Change metadata of %n file(s)</source>
            <translation>
                <numerusform>Change metadata of %n file</numerusform>
                <numerusform>Change metadata of %n files</numerusform>
            </translation>
        </message>
    </context>
    <context>
        <name>CategorySuggestions</name>
        <message numerus="yes">
            <source>%n sound(s) have unsaved changes: Save metadata… (Ctrl+S)</source>
            <translation>
                <numerusform>%n sound has unsaved changes: Save metadata… (Ctrl+S)</numerusform>
                <numerusform>%n sounds have unsaved changes: Save metadata… (Ctrl+S)</numerusform>
            </translation>
        </message>
        <message numerus="yes">
            <source>%n sound(s) selected</source>
            <translation>
                <numerusform>%n sound selected</numerusform>
                <numerusform>%n sounds selected</numerusform>
            </translation>
        </message>
    </context>
    <context>
        <name>CellEdits</name>
        <message numerus="yes">
            <source>%n sound(s) with unsaved edits. Ctrl+S saves them.</source>
            <translation>
                <numerusform>%n sound with unsaved edits. Ctrl+S saves them.</numerusform>
                <numerusform>%n sounds with unsaved edits. Ctrl+S saves them.</numerusform>
            </translation>
        </message>
    </context>
    <context>
        <name>CollectionsPanel</name>
        <message numerus="yes">
            <source>%n sound(s)</source>
            <translation>
                <numerusform>%n sound</numerusform>
                <numerusform>%n sounds</numerusform>
            </translation>
        </message>
    </context>
    <context>
        <name>ConfirmDialog</name>
        <message numerus="yes">
            <source>%n file(s) are kept for safety.</source>
            <translation>
                <numerusform>%n file is kept for safety.</numerusform>
                <numerusform>%n files are kept for safety.</numerusform>
            </translation>
        </message>
        <message numerus="yes">
            <source>Move %n file(s) to the trash (%1)?</source>
            <translation>
                <numerusform>Move %n file to the trash (%1)?</numerusform>
                <numerusform>Move %n files to the trash (%1)?</numerusform>
            </translation>
        </message>
        <message numerus="yes">
            <source>Remove %n sound(s) from the library?</source>
            <translation>
                <numerusform>Remove %n sound from the library?</numerusform>
                <numerusform>Remove %n sounds from the library?</numerusform>
            </translation>
        </message>
    </context>
    <context>
        <name>DamagedCounts</name>
        <message numerus="yes">
            <source>%n sound(s) cannot be found by how they sound.</source>
            <translation>
                <numerusform>%n sound cannot be found by how it sounds.</numerusform>
                <numerusform>%n sounds cannot be found by how they sound.</numerusform>
            </translation>
        </message>
        <message numerus="yes">
            <source>%n sound(s) cannot be found by what their names mean.</source>
            <translation>
                <numerusform>%n sound cannot be found by what its name means.</numerusform>
                <numerusform>%n sounds cannot be found by what their names mean.</numerusform>
            </translation>
        </message>
    </context>
    <context>
        <name>DetailsTab</name>
        <message numerus="yes">
            <source>%n sound(s) selected</source>
            <translation>
                <numerusform>%n sound selected</numerusform>
                <numerusform>%n sounds selected</numerusform>
            </translation>
        </message>
    </context>
    <context>
        <name>DialogueFeature</name>
        <message numerus="yes">
            <source>%n sound(s) transcribed, speech in %1.</source>
            <translation>
                <numerusform>%n sound transcribed, speech in %1.</numerusform>
                <numerusform>%n sounds transcribed, speech in %1.</numerusform>
            </translation>
        </message>
    </context>
    <context>
        <name>DragOut</name>
        <message numerus="yes">
            <source>%n file(s) could not be moved to the trash.</source>
            <translation>
                <numerusform>%n file could not be moved to the trash.</numerusform>
                <numerusform>%n files could not be moved to the trash.</numerusform>
            </translation>
        </message>
        <message numerus="yes">
            <source>%n file(s) moved to the trash.</source>
            <translation>
                <numerusform>%n file moved to the trash.</numerusform>
                <numerusform>%n files moved to the trash.</numerusform>
            </translation>
        </message>
        <message numerus="yes">
            <source>%n sound(s)</source>
            <translation>
                <numerusform>%n sound</numerusform>
                <numerusform>%n sounds</numerusform>
            </translation>
        </message>
        <message numerus="yes">
            <source>Move %n file(s) to the trash (%1)?</source>
            <translation>
                <numerusform>Move %n file to the trash (%1)?</numerusform>
                <numerusform>Move %n files to the trash (%1)?</numerusform>
            </translation>
        </message>
    </context>
    <context>
        <name>DraggedDialog</name>
        <message numerus="yes">
            <source>%n file(s), %1.</source>
            <translation>
                <numerusform>%n file, %1.</numerusform>
                <numerusform>%n files, %1.</numerusform>
            </translation>
        </message>
        <message numerus="yes">
            <source>%n selected, %1.</source>
            <translation>
                <numerusform>%n selected, %1.</numerusform>
                <numerusform>%n selected, %1.</numerusform>
            </translation>
        </message>
    </context>
    <context>
        <name>Drives</name>
        <message numerus="yes">
            <source>Earshot goes on without it after %n second(s). Preferences, “Wait for a drive”, sets the time.</source>
            <translation>
                <numerusform>Earshot goes on without it after %n second. Preferences, “Wait for a drive”, sets the time.</numerusform>
                <numerusform>Earshot goes on without it after %n seconds. Preferences, “Wait for a drive”, sets the time.</numerusform>
            </translation>
        </message>
    </context>
    <context>
        <name>DuplicatesFeature</name>
        <message numerus="yes">
            <source>%n file(s) could not be moved to the trash.</source>
            <translation>
                <numerusform>%n file could not be moved to the trash.</numerusform>
                <numerusform>%n files could not be moved to the trash.</numerusform>
            </translation>
        </message>
        <message numerus="yes">
            <source>%n file(s) moved to the trash.</source>
            <translation>
                <numerusform>%n file moved to the trash.</numerusform>
                <numerusform>%n files moved to the trash.</numerusform>
            </translation>
        </message>
        <message numerus="yes">
            <source>%n sound(s) removed from the library.</source>
            <translation>
                <numerusform>%n sound removed from the library.</numerusform>
                <numerusform>%n sounds removed from the library.</numerusform>
            </translation>
        </message>
    </context>
    <context>
        <name>DuplicatesModel</name>
        <message numerus="yes">
            <source>used %n time(s)</source>
            <translation>
                <numerusform>used %n time</numerusform>
                <numerusform>used %n times</numerusform>
            </translation>
        </message>
    </context>
    <context>
        <name>DuplicatesPage</name>
        <message numerus="yes">
            <source>%n group(s)</source>
            <translation>
                <numerusform>%n group</numerusform>
                <numerusform>%n groups</numerusform>
            </translation>
        </message>
        <message numerus="yes">
            <source>%n sound(s) marked for removal</source>
            <translation>
                <numerusform>%n sound marked for removal</numerusform>
                <numerusform>%n sounds marked for removal</numerusform>
            </translation>
        </message>
    </context>
    <context>
        <name>EditForm</name>
        <message numerus="yes">
            <source>%n sound(s) with unsaved edits</source>
            <translation>
                <numerusform>%n sound with unsaved edits</numerusform>
                <numerusform>%n sounds with unsaved edits</numerusform>
            </translation>
        </message>
    </context>
    <context>
        <name>EmptyPage</name>
        <message numerus="yes">
            <source>%n minute(s)</source>
            <translation>
                <numerusform>%n minute</numerusform>
                <numerusform>%n minutes</numerusform>
            </translation>
        </message>
        <message numerus="yes">
            <source>%n second(s)</source>
            <translation>
                <numerusform>%n second</numerusform>
                <numerusform>%n seconds</numerusform>
            </translation>
        </message>
    </context>
    <context>
        <name>ExampleCommands</name>
        <message numerus="yes">
            <source>Less like %n sound(s). Ctrl+Z undoes it.</source>
            <translation>
                <numerusform>Less like %n sound. Ctrl+Z undoes it.</numerusform>
                <numerusform>Less like %n sounds. Ctrl+Z undoes it.</numerusform>
            </translation>
        </message>
        <message numerus="yes">
            <source>More like %n sound(s). Ctrl+Z undoes it.</source>
            <translation>
                <numerusform>More like %n sound. Ctrl+Z undoes it.</numerusform>
                <numerusform>More like %n sounds. Ctrl+Z undoes it.</numerusform>
            </translation>
        </message>
    </context>
    <context>
        <name>ExternalEditor</name>
        <message numerus="yes">
            <source>%n file(s) cannot be opened because they are missing.</source>
            <translation>
                <numerusform>%n file cannot be opened because it is missing.</numerusform>
                <numerusform>%n files cannot be opened because they are missing.</numerusform>
            </translation>
        </message>
        <message numerus="yes">
            <source>%n file(s) opened in %1.</source>
            <translation>
                <numerusform>%n file opened in %1.</numerusform>
                <numerusform>%n files opened in %1.</numerusform>
            </translation>
        </message>
    </context>
    <context>
        <name>Failures</name>
        <message numerus="yes">
            <source>%n file(s) could not be read. The rest of the library is not affected.</source>
            <translation>
                <numerusform>%n file could not be read. The rest of the library is not affected.</numerusform>
                <numerusform>%n files could not be read. The rest of the library is not affected.</numerusform>
            </translation>
        </message>
    </context>
    <context>
        <name>FlawedSoundsModel</name>
        <message numerus="yes">
            <source>%n click(s)</source>
            <translation>
                <numerusform>%n click</numerusform>
                <numerusform>%n clicks</numerusform>
            </translation>
        </message>
        <message numerus="yes">
            <source>%n peak(s)</source>
            <translation>
                <numerusform>%n peak</numerusform>
                <numerusform>%n peaks</numerusform>
            </translation>
        </message>
    </context>
    <context>
        <name>FoldersPanel</name>
        <message numerus="yes">
            <source>It has %n sound(s). The files stay where they are. To get the sounds back, add the folder again. Earshot then analyses all of them and restores their ratings, tags and collections.</source>
            <translation>
                <numerusform>It has %n sound. Its file stays where it is. To get the sound back, add the folder again. Earshot then analyses it and restores its rating, tags and collections.</numerusform>
                <numerusform>It has %n sounds. The files stay where they are. To get the sounds back, add the folder again. Earshot then analyses all of them and restores their ratings, tags and collections.</numerusform>
            </translation>
        </message>
    </context>
    <context>
        <name>GroupChoices</name>
        <message numerus="yes">
            <source>%n sound(s)</source>
            <translation>
                <numerusform>%n sound</numerusform>
                <numerusform>%n sounds</numerusform>
            </translation>
        </message>
    </context>
    <context>
        <name>Hints</name>
        <message numerus="yes">
            <source>%n good match(es) for “%1”</source>
            <translation>
                <numerusform>%n good match for “%1”</numerusform>
                <numerusform>%n good matches for “%1”</numerusform>
            </translation>
        </message>
        <message numerus="yes">
            <source>%n sound(s) without %1</source>
            <translation>
                <numerusform>%n sound without %1</numerusform>
                <numerusform>%n sounds without %1</numerusform>
            </translation>
        </message>
    </context>
    <context>
        <name>ImportDialog</name>
        <message numerus="yes">
            <source>%n line(s) could not be read and will be left out.</source>
            <translation>
                <numerusform>%n line could not be read and will be left out.</numerusform>
                <numerusform>%n lines could not be read and will be left out.</numerusform>
            </translation>
        </message>
        <message numerus="yes">
            <source>%n note(s), too long with the one that is here</source>
            <translation>
                <numerusform>%n note, too long with the one that is here</numerusform>
                <numerusform>%n notes, too long with the one that is here</numerusform>
            </translation>
        </message>
        <message numerus="yes">
            <source>%n old search(es): the history is full</source>
            <translation>
                <numerusform>%n old search: the history is full</numerusform>
                <numerusform>%n old searches: the history is full</numerusform>
            </translation>
        </message>
        <message numerus="yes">
            <source>%n sound(s) in the file, %1 of them in this library.</source>
            <translation>
                <numerusform>%n sound in the file, %1 of them in this library.</numerusform>
                <numerusform>%n sounds in the file, %1 of them in this library.</numerusform>
            </translation>
        </message>
    </context>
    <context>
        <name>IndexingStrip</name>
        <message numerus="yes">
            <source>%n unreadable</source>
            <translation>
                <numerusform>%n unreadable</numerusform>
                <numerusform>%n unreadable</numerusform>
            </translation>
        </message>
        <message numerus="yes">
            <source>%n waiting…</source>
            <translation>
                <numerusform>%n waiting…</numerusform>
                <numerusform>%n waiting…</numerusform>
            </translation>
        </message>
        <message numerus="yes">
            <source>Analysing speech: %1 of %n sound(s)</source>
            <translation>
                <numerusform>Analysing speech: %1 of %n sound</numerusform>
                <numerusform>Analysing speech: %1 of %n sounds</numerusform>
            </translation>
        </message>
        <message numerus="yes">
            <source>Found %n file(s), %1 to index</source>
            <translation>
                <numerusform>Found %n file, %1 to index</numerusform>
                <numerusform>Found %n files, %1 to index</numerusform>
            </translation>
        </message>
        <message numerus="yes">
            <source>Indexing %1 of %n sound(s)</source>
            <translation>
                <numerusform>Indexing %1 of %n sound</numerusform>
                <numerusform>Indexing %1 of %n sounds</numerusform>
            </translation>
        </message>
        <message numerus="yes">
            <source>Looking… %n file(s)</source>
            <translation>
                <numerusform>Looking… %n file</numerusform>
                <numerusform>Looking… %n files</numerusform>
            </translation>
        </message>
    </context>
    <context>
        <name>InstallPage</name>
        <message numerus="yes">
            <source>and %n more</source>
            <translation>
                <numerusform>and %n more</numerusform>
                <numerusform>and %n more</numerusform>
            </translation>
        </message>
    </context>
    <context>
        <name>JoinCommands</name>
        <message numerus="yes">
            <source>%n entry(ies) of this library will be shared too.</source>
            <translation>
                <numerusform>%n rating, tags and collections of this library are shared too.</numerusform>
                <numerusform>%n ratings, tags and collections of this library are shared too.</numerusform>
            </translation>
        </message>
        <message numerus="yes">
            <source>%n unsent change(s) will not reach the others.</source>
            <translation>
                <numerusform>%n unsent change will not reach the others.</numerusform>
                <numerusform>%n unsent changes will not reach the others.</numerusform>
            </translation>
        </message>
    </context>
    <context>
        <name>JournalFeature</name>
        <message numerus="yes">
            <source>%n file(s) could not be exported again.</source>
            <translation>
                <numerusform>%n file could not be exported again.</numerusform>
                <numerusform>%n files could not be exported again.</numerusform>
            </translation>
        </message>
        <message numerus="yes">
            <source>%n file(s) exported to %1.</source>
            <translation>
                <numerusform>%n file exported to %1.</numerusform>
                <numerusform>%n files exported to %1.</numerusform>
            </translation>
        </message>
        <message numerus="yes">
            <source>%n there already.</source>
            <translation>
                <numerusform>%n there already.</numerusform>
                <numerusform>%n there already.</numerusform>
            </translation>
        </message>
        <message numerus="yes">
            <source>Credits of %n file(s) copied.</source>
            <translation>
                <numerusform>Credits of %n file copied.</numerusform>
                <numerusform>Credits of %n files copied.</numerusform>
            </translation>
        </message>
    </context>
    <context>
        <name>JournalPage</name>
        <message numerus="yes">
            <source>%n file(s)</source>
            <translation>
                <numerusform>%n file</numerusform>
                <numerusform>%n files</numerusform>
            </translation>
        </message>
        <message numerus="yes">
            <source>%n selected</source>
            <translation>
                <numerusform>%n selected</numerusform>
                <numerusform>%n selected</numerusform>
            </translation>
        </message>
    </context>
    <context>
        <name>LearningStrip</name>
        <message numerus="yes">
            <source>%1 has analysed all but %n sound(s) on drives that are not connected</source>
            <translation>
                <numerusform>%1 has analysed all but %n sound on drives that are not connected</numerusform>
                <numerusform>%1 has analysed all but %n sounds on drives that are not connected</numerusform>
            </translation>
        </message>
        <message numerus="yes">
            <source>Analysing with %1: %2 of %n sound(s)</source>
            <translation>
                <numerusform>Analysing with %1: %2 of %n sound</numerusform>
                <numerusform>Analysing with %1: %2 of %n sounds</numerusform>
            </translation>
        </message>
    </context>
    <context>
        <name>MapFeature</name>
        <message numerus="yes">
            <source>%n sound(s) from the map</source>
            <translation>
                <numerusform>%n sound from the map</numerusform>
                <numerusform>%n sounds from the map</numerusform>
            </translation>
        </message>
    </context>
    <context>
        <name>MapPage</name>
        <message numerus="yes">
            <source>%n sound(s)</source>
            <translation>
                <numerusform>%n sound</numerusform>
                <numerusform>%n sounds</numerusform>
            </translation>
        </message>
        <message numerus="yes">
            <source>%n sound(s) not on the map yet</source>
            <translation>
                <numerusform>%n sound not on the map yet</numerusform>
                <numerusform>%n sounds not on the map yet</numerusform>
            </translation>
        </message>
    </context>
    <context>
        <name>MarkersFeature</name>
        <message numerus="yes">
            <source>%n marker(s)</source>
            <translation>
                <numerusform>%n marker</numerusform>
                <numerusform>%n markers</numerusform>
            </translation>
        </message>
        <message numerus="yes">
            <source>Write %n marker(s) into %1?</source>
            <translation>
                <numerusform>Write %n marker into %1?</numerusform>
                <numerusform>Write %n markers into %1?</numerusform>
            </translation>
        </message>
    </context>
    <context>
        <name>MarksPanel</name>
        <message numerus="yes">
            <source>%n day(s) ago</source>
            <translation>
                <numerusform>%n day ago</numerusform>
                <numerusform>%n days ago</numerusform>
            </translation>
        </message>
        <message numerus="yes">
            <source>Played %n time(s), last %1</source>
            <translation>
                <numerusform>Played %n time, last %1</numerusform>
                <numerusform>Played %n times, last %1</numerusform>
            </translation>
        </message>
        <message numerus="yes">
            <source>used %n time(s), last %1</source>
            <translation>
                <numerusform>used %n time, last %1</numerusform>
                <numerusform>used %n times, last %1</numerusform>
            </translation>
        </message>
    </context>
    <context>
        <name>Messages</name>
        <message numerus="yes">
            <source>%1 of %n sound(s)</source>
            <translation>
                <numerusform>%1 of %n sound</numerusform>
                <numerusform>%1 of %n sounds</numerusform>
            </translation>
        </message>
        <message numerus="yes">
            <source>%n added</source>
            <translation>
                <numerusform>%n added</numerusform>
                <numerusform>%n added</numerusform>
            </translation>
        </message>
        <message numerus="yes">
            <source>%n bit</source>
            <translation>
                <numerusform>%n bit</numerusform>
                <numerusform>%n bit</numerusform>
            </translation>
        </message>
        <message numerus="yes">
            <source>%n ch</source>
            <translation>
                <numerusform>%n ch</numerusform>
                <numerusform>%n ch</numerusform>
            </translation>
        </message>
        <message numerus="yes">
            <source>%n file(s) could not be read</source>
            <translation>
                <numerusform>%n file could not be read</numerusform>
                <numerusform>%n files could not be read</numerusform>
            </translation>
        </message>
        <message numerus="yes">
            <source>%n file(s) could not be read. The first: %1</source>
            <translation>
                <numerusform>%n file could not be read. The first: %1</numerusform>
                <numerusform>%n files could not be read. The first: %1</numerusform>
            </translation>
        </message>
        <message numerus="yes">
            <source>%n moved</source>
            <translation>
                <numerusform>%n moved</numerusform>
                <numerusform>%n moved</numerusform>
            </translation>
        </message>
        <message numerus="yes">
            <source>%n sound(s)</source>
            <translation>
                <numerusform>%n sound</numerusform>
                <numerusform>%n sounds</numerusform>
            </translation>
        </message>
        <message numerus="yes">
            <source>%n take(s)</source>
            <translation>
                <numerusform>%n take</numerusform>
                <numerusform>%n takes</numerusform>
            </translation>
        </message>
        <message numerus="yes">
            <source>%n updated</source>
            <translation>
                <numerusform>%n updated</numerusform>
                <numerusform>%n updated</numerusform>
            </translation>
        </message>
        <message numerus="yes">
            <source>the best %1 of %n sound(s)</source>
            <translation>
                <numerusform>the best %1 of %n sound</numerusform>
                <numerusform>the best %1 of %n sounds</numerusform>
            </translation>
        </message>
    </context>
    <context>
        <name>MetadataEditor</name>
        <message numerus="yes">
            <source>%n file(s) restored.</source>
            <translation>
                <numerusform>%n file restored.</numerusform>
                <numerusform>%n files restored.</numerusform>
            </translation>
        </message>
        <message numerus="yes">
            <source>%n file(s) could not be changed.</source>
            <translation>
                <numerusform>%n file could not be changed.</numerusform>
                <numerusform>%n files could not be changed.</numerusform>
            </translation>
        </message>
        <message numerus="yes">
            <source>Reading %n file(s)…</source>
            <translation>
                <numerusform>Reading %n file…</numerusform>
                <numerusform>Reading %n files…</numerusform>
            </translation>
        </message>
        <message numerus="yes">
            <source>Renamed %n file(s).</source>
            <translation>
                <numerusform>Renamed %n file.</numerusform>
                <numerusform>Renamed %n files.</numerusform>
            </translation>
        </message>
        <message numerus="yes">
            <source>Renaming %n file(s)…</source>
            <translation>
                <numerusform>Renaming %n file…</numerusform>
                <numerusform>Renaming %n files…</numerusform>
            </translation>
        </message>
        <message numerus="yes">
            <source>Writing %n file(s)…</source>
            <translation>
                <numerusform>Writing %n file…</numerusform>
                <numerusform>Writing %n files…</numerusform>
            </translation>
        </message>
        <message numerus="yes">
            <source>Wrote %n file(s).</source>
            <translation>
                <numerusform>Wrote %n file.</numerusform>
                <numerusform>Wrote %n files.</numerusform>
            </translation>
        </message>
        <message numerus="yes">
            <source>and %n more file(s)</source>
            <translation>
                <numerusform>and %n more file</numerusform>
                <numerusform>and %n more files</numerusform>
            </translation>
        </message>
    </context>
    <context>
        <name>MissingFeature</name>
        <message numerus="yes">
            <source>%n not found there, or not the same audio.</source>
            <translation>
                <numerusform>%n not found there, or not the same audio.</numerusform>
                <numerusform>%n not found there, or not the same audio.</numerusform>
            </translation>
        </message>
        <message numerus="yes">
            <source>%n sound(s) found again.</source>
            <translation>
                <numerusform>%n sound found again.</numerusform>
                <numerusform>%n sounds found again.</numerusform>
            </translation>
        </message>
        <message numerus="yes">
            <source>%n sound(s) removed from the library.</source>
            <translation>
                <numerusform>%n sound removed from the library.</numerusform>
                <numerusform>%n sounds removed from the library.</numerusform>
            </translation>
        </message>
        <message numerus="yes">
            <source>Remove %n missing sound(s) from the library?</source>
            <translation>
                <numerusform>Remove %n missing sound from the library?</numerusform>
                <numerusform>Remove %n missing sounds from the library?</numerusform>
            </translation>
        </message>
    </context>
    <context>
        <name>MissingPage</name>
        <message numerus="yes">
            <source>%n file(s) missing</source>
            <translation>
                <numerusform>%n file missing</numerusform>
                <numerusform>%n files missing</numerusform>
            </translation>
        </message>
        <message numerus="yes">
            <source>%n sound(s) in folders that are missing or offline</source>
            <translation>
                <numerusform>%n sound in folders that are missing or offline</numerusform>
                <numerusform>%n sounds in folders that are missing or offline</numerusform>
            </translation>
        </message>
    </context>
    <context>
        <name>Owner</name>
        <message numerus="yes">
            <source>%n dragged out</source>
            <translation>
                <numerusform>%n dragged out</numerusform>
                <numerusform>%n dragged out</numerusform>
            </translation>
        </message>
        <message numerus="yes">
            <source>%n not here now</source>
            <translation>
                <numerusform>%n not here now</numerusform>
                <numerusform>%n not here now</numerusform>
            </translation>
        </message>
        <message numerus="yes">
            <source>%n picked</source>
            <translation>
                <numerusform>%n picked</numerusform>
                <numerusform>%n picked</numerusform>
            </translation>
        </message>
        <message numerus="yes">
            <source>%n renamed</source>
            <translation>
                <numerusform>%n renamed</numerusform>
                <numerusform>%n renamed</numerusform>
            </translation>
        </message>
        <message numerus="yes">
            <source>%n starred</source>
            <translation>
                <numerusform>%n starred</numerusform>
                <numerusform>%n starred</numerusform>
            </translation>
        </message>
        <message numerus="yes">
            <source>%n tagged</source>
            <translation>
                <numerusform>%n tagged</numerusform>
                <numerusform>%n tagged</numerusform>
            </translation>
        </message>
        <message numerus="yes">
            <source>Learnt from %n text(s).</source>
            <translation>
                <numerusform>Learnt from %n text.</numerusform>
                <numerusform>Learnt from %n texts.</numerusform>
            </translation>
        </message>
    </context>
    <context>
        <name>OwnerDialog</name>
        <message numerus="yes">
            <source>%n from a file</source>
            <translation>
                <numerusform>%n from a file</numerusform>
                <numerusform>%n from a file</numerusform>
            </translation>
        </message>
        <message numerus="yes">
            <source>%n learnt</source>
            <translation>
                <numerusform>%n learnt</numerusform>
                <numerusform>%n learnt</numerusform>
            </translation>
        </message>
        <message numerus="yes">
            <source>%n text(s) to learn from</source>
            <translation>
                <numerusform>%n text to learn from</numerusform>
                <numerusform>%n texts to learn from</numerusform>
            </translation>
        </message>
    </context>
    <context>
        <name>PackExport</name>
        <message numerus="yes">
            <source>%n file(s) copied to %1.</source>
            <translation>
                <numerusform>%n file copied to %1.</numerusform>
                <numerusform>%n files copied to %1.</numerusform>
            </translation>
        </message>
        <message numerus="yes">
            <source>%n file(s) could not be copied.</source>
            <translation>
                <numerusform>%n file could not be copied.</numerusform>
                <numerusform>%n files could not be copied.</numerusform>
            </translation>
        </message>
        <message numerus="yes">
            <source>%n sound(s) written to %1.</source>
            <translation>
                <numerusform>%n sound written to %1.</numerusform>
                <numerusform>%n sounds written to %1.</numerusform>
            </translation>
        </message>
        <message numerus="yes">
            <source>%n there already.</source>
            <translation>
                <numerusform>%n there already.</numerusform>
                <numerusform>%n there already.</numerusform>
            </translation>
        </message>
        <message numerus="yes">
            <source>Copying %n sound(s)…</source>
            <translation>
                <numerusform>Copying %n sound…</numerusform>
                <numerusform>Copying %n sounds…</numerusform>
            </translation>
        </message>
    </context>
    <context>
        <name>PacksDialog</name>
        <message numerus="yes">
            <source>Analysing with the new model: %1 of %n sound(s).</source>
            <translation>
                <numerusform>Analysing with the new model: %1 of %n sound.</numerusform>
                <numerusform>Analysing with the new model: %1 of %n sounds.</numerusform>
            </translation>
        </message>
        <message numerus="yes">
            <source>Earshot analyses %n sound(s) again, in the background. Until that is done, searches use the present model, even after a restart. You can pause or stop it, and switch back in a moment.</source>
            <translation>
                <numerusform>Earshot analyses %n sound again, in the background. Until that is done, searches use the present model, even after a restart. You can pause or stop it, and switch back in a moment.</numerusform>
                <numerusform>Earshot analyses %n sounds again, in the background. Until that is done, searches use the present model, even after a restart. You can pause or stop it, and switch back in a moment.</numerusform>
            </translation>
        </message>
        <message numerus="yes">
            <source>The pack is kept. To use it again, Earshot must analyse %n sound(s) again.</source>
            <translation>
                <numerusform>The pack is kept. To use it again, Earshot must analyse %n sound again.</numerusform>
                <numerusform>The pack is kept. To use it again, Earshot must analyse %n sounds again.</numerusform>
            </translation>
        </message>
        <message numerus="yes">
            <source>“Use this pack” makes it analyse %n sound(s) in the background. Until then searches use the present pack.</source>
            <translation>
                <numerusform>“Use this pack” makes it analyse %n sound in the background. Until then searches use the present pack.</numerusform>
                <numerusform>“Use this pack” makes it analyse %n sounds in the background. Until then searches use the present pack.</numerusform>
            </translation>
        </message>
    </context>
    <context>
        <name>PacksFeature</name>
        <message numerus="yes">
            <source>Analysing your %n sound(s) takes about %1.</source>
            <translation>
                <numerusform>Analysing your %n sound takes about %1.</numerusform>
                <numerusform>Analysing your %n sounds takes about %1.</numerusform>
            </translation>
        </message>
    </context>
    <context>
        <name>PickExport</name>
        <message numerus="yes">
            <source>%n file(s) could not be copied.</source>
            <translation>
                <numerusform>%n file could not be copied.</numerusform>
                <numerusform>%n files could not be copied.</numerusform>
            </translation>
        </message>
        <message numerus="yes">
            <source>%n sound(s) that were picked are no longer in the library.</source>
            <translation>
                <numerusform>%n sound that was picked is no longer in the library.</numerusform>
                <numerusform>%n sounds that were picked are no longer in the library.</numerusform>
            </translation>
        </message>
        <message numerus="yes">
            <source>%n sound(s) written to %1.</source>
            <translation>
                <numerusform>%n sound written to %1.</numerusform>
                <numerusform>%n sounds written to %1.</numerusform>
            </translation>
        </message>
        <message numerus="yes">
            <source>Writing %n sound(s)…</source>
            <translation>
                <numerusform>Writing %n sound…</numerusform>
                <numerusform>Writing %n sounds…</numerusform>
            </translation>
        </message>
    </context>
    <context>
        <name>PickListFeature</name>
        <message numerus="yes">
            <source>%n file(s) written to %1.</source>
            <translation>
                <numerusform>%n file written to %1.</numerusform>
                <numerusform>%n files written to %1.</numerusform>
            </translation>
        </message>
        <message numerus="yes">
            <source>%n moment(s) in the pick list.</source>
            <translation>
                <numerusform>%n moment in the pick list.</numerusform>
                <numerusform>%n moments in the pick list.</numerusform>
            </translation>
        </message>
    </context>
    <context>
        <name>PreviewDialog</name>
        <message numerus="yes">
            <source>%n difference(s)</source>
            <translation>
                <numerusform>%n difference</numerusform>
                <numerusform>%n differences</numerusform>
            </translation>
        </message>
        <message numerus="yes">
            <source>Write %n file(s)</source>
            <translation>
                <numerusform>Write %n file</numerusform>
                <numerusform>Write %n files</numerusform>
            </translation>
        </message>
        <message numerus="yes">
            <source>and %n more file(s)</source>
            <translation>
                <numerusform>and %n more file</numerusform>
                <numerusform>and %n more files</numerusform>
            </translation>
        </message>
    </context>
    <context>
        <name>ProposedTexts</name>
        <message numerus="yes">
            <source>%1: %n letter(s) at the end left out.</source>
            <translation>
                <numerusform>%1: %n letter at the end left out.</numerusform>
                <numerusform>%1: %n letters at the end left out.</numerusform>
            </translation>
        </message>
    </context>
    <context>
        <name>QualityFeature</name>
        <message numerus="yes">
            <source>%n sound(s) measured, %1 with a flaw.</source>
            <translation>
                <numerusform>%n sound measured, %1 with a flaw.</numerusform>
                <numerusform>%n sounds measured, %1 with a flaw.</numerusform>
            </translation>
        </message>
    </context>
    <context>
        <name>QualityPage</name>
        <message numerus="yes">
            <source>%n could not be read</source>
            <translation>
                <numerusform>%n could not be read</numerusform>
                <numerusform>%n could not be read</numerusform>
            </translation>
        </message>
        <message numerus="yes">
            <source>%n sound(s) measured</source>
            <translation>
                <numerusform>%n sound measured</numerusform>
                <numerusform>%n sounds measured</numerusform>
            </translation>
        </message>
        <message numerus="yes">
            <source>%n to do</source>
            <translation>
                <numerusform>%n to do</numerusform>
                <numerusform>%n to do</numerusform>
            </translation>
        </message>
        <message numerus="yes">
            <source>%n with a flaw</source>
            <translation>
                <numerusform>%n with a flaw</numerusform>
                <numerusform>%n with a flaw</numerusform>
            </translation>
        </message>
    </context>
    <context>
        <name>ReembeddingProgress</name>
        <message numerus="yes">
            <source>%n sound(s) are found by name alone now.</source>
            <translation>
                <numerusform>%n sound is found by name alone now.</numerusform>
                <numerusform>%n sounds are found by name alone now.</numerusform>
            </translation>
        </message>
    </context>
    <context>
        <name>RegionExport</name>
        <message numerus="yes">
            <source>%n region(s) exported to %1.</source>
            <translation>
                <numerusform>%n region exported to %1.</numerusform>
                <numerusform>%n regions exported to %1.</numerusform>
            </translation>
        </message>
    </context>
    <context>
        <name>RelatedWords</name>
        <message numerus="yes">
            <source>%1 of %n related word(s)</source>
            <translation>
                <numerusform>%1 of %n related word</numerusform>
                <numerusform>%1 of %n related words</numerusform>
            </translation>
        </message>
        <message numerus="yes">
            <source>%n related word(s)</source>
            <translation>
                <numerusform>%n related word</numerusform>
                <numerusform>%n related words</numerusform>
            </translation>
        </message>
    </context>
    <context>
        <name>RenameDialog</name>
        <message numerus="yes">
            <source>%n file(s) skipped: no CatID.</source>
            <translation>
                <numerusform>%n file skipped: no CatID.</numerusform>
                <numerusform>%n files skipped: no CatID.</numerusform>
            </translation>
        </message>
        <message numerus="yes">
            <source>Rename %n file(s)</source>
            <translation>
                <numerusform>Rename %n file</numerusform>
                <numerusform>Rename %n files</numerusform>
            </translation>
        </message>
        <message numerus="yes">
            <source>Rename %n file(s) for UCS</source>
            <translation>
                <numerusform>Rename %n file for UCS</numerusform>
                <numerusform>Rename %n files for UCS</numerusform>
            </translation>
        </message>
    </context>
    <context>
        <name>RepeatDialog</name>
        <message numerus="yes">
            <source>%n part(s) to export again, each with its effects, from the sounds as they are now.</source>
            <translation>
                <numerusform>%n part to export again, each with its effects, from the sounds as they are now.</numerusform>
                <numerusform>%n parts to export again, each with its effects, from the sounds as they are now.</numerusform>
            </translation>
        </message>
    </context>
    <context>
        <name>Reread</name>
        <message numerus="yes">
            <source>Read again %n sound(s) without a true peak</source>
            <translation>
                <numerusform>Read again %n sound without a true peak</numerusform>
                <numerusform>Read again %n sounds without a true peak</numerusform>
            </translation>
        </message>
        <message numerus="yes">
            <source>The true peak of %n sound(s) is not measured yet: choose Read again.</source>
            <translation>
                <numerusform>The true peak of %n sound is not measured yet: choose Read again.</numerusform>
                <numerusform>The true peak of %n sounds is not measured yet: choose Read again.</numerusform>
            </translation>
        </message>
    </context>
    <context>
        <name>RoundRobinDialog</name>
        <message numerus="yes">
            <source>%n more much like it.</source>
            <translation>
                <numerusform>%n more much like it.</numerusform>
                <numerusform>%n more much like it.</numerusform>
            </translation>
        </message>
        <message numerus="yes">
            <source>%n take(s) in the library.</source>
            <translation>
                <numerusform>%n take in the library.</numerusform>
                <numerusform>%n takes in the library.</numerusform>
            </translation>
        </message>
    </context>
    <context>
        <name>RoundRobins</name>
        <message numerus="yes">
            <source>%n file(s) could not be read.</source>
            <translation>
                <numerusform>%n file could not be read.</numerusform>
                <numerusform>%n files could not be read.</numerusform>
            </translation>
        </message>
        <message numerus="yes">
            <source>%n take(s) copied to %1.</source>
            <translation>
                <numerusform>%n take copied to %1.</numerusform>
                <numerusform>%n takes copied to %1.</numerusform>
            </translation>
        </message>
    </context>
    <context>
        <name>SelfTestDialog</name>
        <message numerus="yes">
            <source>%1 of %n kind(s) of your names found by sound alone</source>
            <translation>
                <numerusform>%1 of %n kind of your names found by sound alone</numerusform>
                <numerusform>%1 of %n kinds of your names found by sound alone</numerusform>
            </translation>
        </message>
    </context>
    <context>
        <name>SendDialog</name>
        <message numerus="yes">
            <source>%n sound(s)</source>
            <translation>
                <numerusform>%n sound</numerusform>
                <numerusform>%n sounds</numerusform>
            </translation>
        </message>
    </context>
    <context>
        <name>SendFeature</name>
        <message numerus="yes">
            <source>%n clip(s) placed in %1.</source>
            <translation>
                <numerusform>%n clip placed in %1.</numerusform>
                <numerusform>%n clips placed in %1.</numerusform>
            </translation>
        </message>
        <message numerus="yes">
            <source>%n clip(s) sent to the program.</source>
            <translation>
                <numerusform>%n clip sent to the program.</numerusform>
                <numerusform>%n clips sent to the program.</numerusform>
            </translation>
        </message>
        <message numerus="yes">
            <source>%n sound(s) could not be sent.</source>
            <translation>
                <numerusform>%n sound could not be sent.</numerusform>
                <numerusform>%n sounds could not be sent.</numerusform>
            </translation>
        </message>
    </context>
    <context>
        <name>Shared</name>
        <message numerus="yes">
            <source>%n conflict(s)</source>
            <translation>
                <numerusform>%n conflict</numerusform>
                <numerusform>%n conflicts</numerusform>
            </translation>
        </message>
        <message numerus="yes">
            <source>%n edit(s) kept here alone: the sound could not be read.</source>
            <translation>
                <numerusform>%n edit kept here alone: the sound could not be read.</numerusform>
                <numerusform>%n edits kept here alone: the sound could not be read.</numerusform>
            </translation>
        </message>
        <message numerus="yes">
            <source>%n edit(s) set aside</source>
            <translation>
                <numerusform>%n edit set aside</numerusform>
                <numerusform>%n edits set aside</numerusform>
            </translation>
        </message>
        <message numerus="yes">
            <source>%n edit(s) to send</source>
            <translation>
                <numerusform>%n edit to send</numerusform>
                <numerusform>%n edits to send</numerusform>
            </translation>
        </message>
        <message numerus="yes">
            <source>%n more: earshot server status lists them.</source>
            <translation>
                <numerusform>%n more: earshot server status lists them.</numerusform>
                <numerusform>%n more: earshot server status lists them.</numerusform>
            </translation>
        </message>
    </context>
    <context>
        <name>SharedPage</name>
        <message numerus="yes">
            <source>%n volume(s) without a folder on this machine</source>
            <translation>
                <numerusform>%n volume without a folder on this machine</numerusform>
                <numerusform>%n volumes without a folder on this machine</numerusform>
            </translation>
        </message>
    </context>
    <context>
        <name>SidecarFeature</name>
        <message numerus="yes">
            <source>%n sound(s) left out: their data is damaged.</source>
            <translation>
                <numerusform>%n sound left out: its data is damaged.</numerusform>
                <numerusform>%n sounds left out: their data is damaged.</numerusform>
            </translation>
        </message>
        <message numerus="yes">
            <source>%n sound(s) written beside them as %1, %2.</source>
            <translation>
                <numerusform>%n sound written beside them as %1, %2.</numerusform>
                <numerusform>%n sounds written beside them as %1, %2.</numerusform>
            </translation>
        </message>
    </context>
    <context>
        <name>SilenceSplit</name>
        <message numerus="yes">
            <source>%n proposed region(s)</source>
            <translation>
                <numerusform>%n proposed region</numerusform>
                <numerusform>%n proposed regions</numerusform>
            </translation>
        </message>
    </context>
    <context>
        <name>SoundRemoval</name>
        <message numerus="yes">
            <source>%n sound(s) removed from the library.</source>
            <translation>
                <numerusform>%n sound removed from the library.</numerusform>
                <numerusform>%n sounds removed from the library.</numerusform>
            </translation>
        </message>
        <message numerus="yes">
            <source>Remove %n sound(s) from the library?</source>
            <translation>
                <numerusform>Remove %n sound from the library?</numerusform>
                <numerusform>Remove %n sounds from the library?</numerusform>
            </translation>
        </message>
    </context>
    <context>
        <name>SpeechStretches</name>
        <message numerus="yes">
            <source>%n star(s)</source>
            <translation>
                <numerusform>%n star</numerusform>
                <numerusform>%n stars</numerusform>
            </translation>
        </message>
        <message numerus="yes">
            <source>played %n time(s)</source>
            <translation>
                <numerusform>played %n time</numerusform>
                <numerusform>played %n times</numerusform>
            </translation>
        </message>
    </context>
    <context>
        <name>SpottingFeature</name>
        <message numerus="yes">
            <source>%n line(s) left out, or only their times.</source>
            <translation>
                <numerusform>%n line left out, or only its time.</numerusform>
                <numerusform>%n lines left out, or only their times.</numerusform>
            </translation>
        </message>
    </context>
    <context>
        <name>Stars</name>
        <message numerus="yes">
            <source>Rating: %n of 5 star(s)</source>
            <translation>
                <numerusform>Rating: %n of 5 star</numerusform>
                <numerusform>Rating: %n of 5 stars</numerusform>
            </translation>
        </message>
    </context>
    <context>
        <name>StatusBar</name>
        <message numerus="yes">
            <source>%n sound(s), newest first</source>
            <translation>
                <numerusform>%n sound, newest first</numerusform>
                <numerusform>%n sounds, newest first</numerusform>
            </translation>
        </message>
    </context>
    <context>
        <name>StatusFacts</name>
        <message numerus="yes">
            <source>%1 of %n re-analysed</source>
            <translation>
                <numerusform>%1 of %n re-analysed</numerusform>
                <numerusform>%1 of %n re-analysed</numerusform>
            </translation>
        </message>
        <message numerus="yes">
            <source>%n missing</source>
            <translation>
                <numerusform>%n missing</numerusform>
                <numerusform>%n missing</numerusform>
            </translation>
        </message>
        <message numerus="yes">
            <source>%n offline</source>
            <translation>
                <numerusform>%n offline</numerusform>
                <numerusform>%n offline</numerusform>
            </translation>
        </message>
        <message numerus="yes">
            <source>%n sound(s)</source>
            <translation>
                <numerusform>%n sound</numerusform>
                <numerusform>%n sounds</numerusform>
            </translation>
        </message>
        <message numerus="yes">
            <source>%n unreadable</source>
            <translation>
                <numerusform>%n unreadable</numerusform>
                <numerusform>%n unreadable</numerusform>
            </translation>
        </message>
    </context>
    <context>
        <name>StrayKeysFeature</name>
        <message numerus="yes">
            <source>Did you mean to search? %n key(s) changed something.</source>
            <translation>
                <numerusform>Did you mean to search? %n key changed something.</numerusform>
                <numerusform>Did you mean to search? %n keys changed something.</numerusform>
            </translation>
        </message>
    </context>
    <context>
        <name>StudioFeature</name>
        <message numerus="yes">
            <source>%n conflict(s) settled. Ctrl+Z undoes it.</source>
            <translation>
                <numerusform>%n conflict settled. Ctrl+Z undoes it.</numerusform>
                <numerusform>%n conflicts settled. Ctrl+Z undoes it.</numerusform>
            </translation>
        </message>
        <message numerus="yes">
            <source>%n value(s) restored. Ctrl+Z undoes it.</source>
            <translation>
                <numerusform>%n value restored. Ctrl+Z undoes it.</numerusform>
                <numerusform>%n values restored. Ctrl+Z undoes it.</numerusform>
            </translation>
        </message>
        <message numerus="yes">
            <source>The server rejected %n edit(s); they are undone here.</source>
            <translation>
                <numerusform>The server rejected %n edit; it is undone here.</numerusform>
                <numerusform>The server rejected %n edits; they are undone here.</numerusform>
            </translation>
        </message>
    </context>
    <context>
        <name>SuggestionsTab</name>
        <message numerus="yes">
            <source>Comparing %n sound(s) with every category…</source>
            <translation>
                <numerusform>Comparing %n sound with every category…</numerusform>
                <numerusform>Comparing %n sounds with every category…</numerusform>
            </translation>
        </message>
    </context>
    <context>
        <name>TrainingWords</name>
        <message numerus="yes">
            <source>%n description(s)</source>
            <translation>
                <numerusform>%n description</numerusform>
                <numerusform>%n descriptions</numerusform>
            </translation>
        </message>
        <message numerus="yes">
            <source>%n held out to measure on</source>
            <translation>
                <numerusform>%n held out to measure on</numerusform>
                <numerusform>%n held out to measure on</numerusform>
            </translation>
        </message>
        <message numerus="yes">
            <source>%n left out:</source>
            <translation>
                <numerusform>%n left out:</numerusform>
                <numerusform>%n left out:</numerusform>
            </translation>
        </message>
        <message numerus="yes">
            <source>%n sound(s) to learn from</source>
            <translation>
                <numerusform>%n sound to learn from</numerusform>
                <numerusform>%n sounds to learn from</numerusform>
            </translation>
        </message>
        <message numerus="yes">
            <source>%n to choose the best state by</source>
            <translation>
                <numerusform>%n to choose the best state by</numerusform>
                <numerusform>%n to choose the best state by</numerusform>
            </translation>
        </message>
        <message numerus="yes">
            <source>Earshot looked for %n description(s) of held-out sounds with the model in use. The right sound was among the first ten for %1 of them.</source>
            <translation>
                <numerusform>Earshot looked for %n description of held-out sounds with the model in use. The right sound was among the first ten for %1 of them.</numerusform>
                <numerusform>Earshot looked for %n descriptions of held-out sounds with the model in use. The right sound was among the first ten for %1 of them.</numerusform>
            </translation>
        </message>
        <message numerus="yes">
            <source>Earshot looked for %n description(s) that neither model had seen. The right sound was among the first ten for %1 of them before, and for %2 now.</source>
            <translation>
                <numerusform>Earshot looked for %n description that neither model had seen. The right sound was among the first ten for %1 of them before, and for %2 now.</numerusform>
                <numerusform>Earshot looked for %n descriptions that neither model had seen. The right sound was among the first ten for %1 of them before, and for %2 now.</numerusform>
            </translation>
        </message>
    </context>
    <context>
        <name>UserData</name>
        <message numerus="yes">
            <source>%1 (%n sound(s))</source>
            <translation>
                <numerusform>%1 (%n sound)</numerusform>
                <numerusform>%1 (%n sounds)</numerusform>
            </translation>
        </message>
        <message numerus="yes">
            <source>%1 changed on %n sound(s). Ctrl+Z undoes it.</source>
            <translation>
                <numerusform>%1 changed on %n sound. Ctrl+Z undoes it.</numerusform>
                <numerusform>%1 changed on %n sounds. Ctrl+Z undoes it.</numerusform>
            </translation>
        </message>
        <message numerus="yes">
            <source>%n sound(s) added to “%1”</source>
            <translation>
                <numerusform>%n sound added to “%1”</numerusform>
                <numerusform>%n sounds added to “%1”</numerusform>
            </translation>
        </message>
        <message numerus="yes">
            <source>%n sound(s) removed from “%1”</source>
            <translation>
                <numerusform>%n sound removed from “%1”</numerusform>
                <numerusform>%n sounds removed from “%1”</numerusform>
            </translation>
        </message>
        <message numerus="yes">
            <source>Rate %n star(s)</source>
            <translation>
                <numerusform>Rate %n star</numerusform>
                <numerusform>Rate %n stars</numerusform>
            </translation>
        </message>
    </context>
    <context>
        <name>UserDataFeature</name>
        <message numerus="yes">
            <source>%n more wait(s) to be indexed.</source>
            <translation>
                <numerusform>%n more wait to be indexed.</numerusform>
                <numerusform>%n more waits to be indexed.</numerusform>
            </translation>
        </message>
        <message numerus="yes">
            <source>%n sound(s) cannot be found again elsewhere. The first: %1</source>
            <translation>
                <numerusform>%n sound cannot be found again elsewhere. The first: %1</numerusform>
                <numerusform>%n sounds cannot be found again elsewhere. The first: %1</numerusform>
            </translation>
        </message>
        <message numerus="yes">
            <source>Ratings, tags and collections of %n sound(s) imported.</source>
            <translation>
                <numerusform>Ratings, tags and collections of %n sound imported.</numerusform>
                <numerusform>Ratings, tags and collections of %n sounds imported.</numerusform>
            </translation>
        </message>
        <message numerus="yes">
            <source>What you gave %n sound(s) is in %1.</source>
            <translation>
                <numerusform>What you gave %n sound is in %1.</numerusform>
                <numerusform>What you gave %n sounds is in %1.</numerusform>
            </translation>
        </message>
    </context>
    <context>
        <name>Variety</name>
        <message numerus="yes">
            <source>%n take(s) folded</source>
            <translation>
                <numerusform>%n take folded</numerusform>
                <numerusform>%n takes folded</numerusform>
            </translation>
        </message>
        <message numerus="yes">
            <source>Different, %n folded</source>
            <translation>
                <numerusform>Different, %n folded</numerusform>
                <numerusform>Different, %n folded</numerusform>
            </translation>
        </message>
    </context>
</TS>
