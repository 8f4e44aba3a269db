<?xml version="1.0" encoding="utf-8"?>
<!DOCTYPE TS>
<TS version="2.1" language="de" sourcelanguage="en">
<context>
    <name>About</name>
    <message>
        <source>About Earshot</source>
        <translation>Über Earshot</translation>
    </message>
    <message>
        <source>Build</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Components</source>
        <translation>Bestandteile</translation>
    </message>
    <message>
        <source>Copies these details for a bug report.</source>
        <translation>Kopiert diese Angaben für einen Fehlerbericht.</translation>
    </message>
    <message>
        <source>Copy</source>
        <translation>Kopieren</translation>
    </message>
    <message>
        <source>Describe a sound and find it: on this computer, in your own files.</source>
        <translation>Beschreibe einen Sound und finde ihn: auf diesem Rechner, in deinen Dateien.</translation>
    </message>
    <message>
        <source>GNU General Public License, version 3 or later</source>
        <translation>GNU General Public License, Version 3 oder neuer</translation>
    </message>
    <message>
        <source>Library</source>
        <translation>Bibliothek</translation>
    </message>
    <message>
        <source>Licence</source>
        <translation>Lizenz</translation>
    </message>
    <message>
        <source>Licences…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Model pack</source>
        <translation>Modellpaket</translation>
    </message>
    <message>
        <source>System</source>
        <translation>System</translation>
    </message>
    <message>
        <source>Version</source>
        <translation>Version</translation>
    </message>
    <message>
        <source>What everything inside is, and under which licence</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>none recorded</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>none yet</source>
        <translation>noch keins</translation>
    </message>
</context>
<context>
    <name>Actions</name>
    <message>
        <source>Add folder…</source>
        <translation>Ordner hinzufügen…</translation>
    </message>
    <message>
        <source>Copy path</source>
        <translation>Pfad kopieren</translation>
    </message>
    <message>
        <source>Details</source>
        <translation>Details</translation>
    </message>
    <message>
        <source>Find similar</source>
        <translation>Ähnliche finden</translation>
    </message>
    <message>
        <source>Go to the search field</source>
        <translation>Zum Suchfeld</translation>
    </message>
    <message>
        <source>Left column</source>
        <translation>Linke Spalte</translation>
    </message>
    <message>
        <source>Play from best moment</source>
        <translation>Ab dem besten Moment abspielen</translation>
    </message>
    <message>
        <source>Quit</source>
        <translation>Beenden</translation>
    </message>
    <message>
        <source>Show in folder</source>
        <translation>Im Ordner zeigen</translation>
    </message>
    <message>
        <source>Stop, clear, go back</source>
        <translation>Stoppen, leeren, zurück</translation>
    </message>
</context>
<context>
    <name>AmbienceFeature</name>
    <message numerus="yes">
        <source>%n file(s) written to %1.</source>
        <translation>
            <numerusform>%n Datei nach %1 geschrieben.</numerusform>
            <numerusform>%n Dateien nach %1 geschrieben.</numerusform>
        </translation>
    </message>
    <message>
        <source>Finds sections with the same ambience as the selection and loops them to any length</source>
        <translation>Findet Abschnitte mit derselben Atmosphäre wie die Auswahl und wiederholt sie auf jede Länge</translation>
    </message>
    <message>
        <source>Level: %1.</source>
        <translation>Pegel: %1.</translation>
    </message>
    <message>
        <source>Same background…</source>
        <translation>Gleicher Hintergrund…</translation>
    </message>
    <message>
        <source>Select a sound first, or part of its waveform.</source>
        <translation>Wähle zuerst einen Sound aus, oder einen Teil seiner Wellenform.</translation>
    </message>
    <message>
        <source>Wait until all sounds are analysed, then save.</source>
        <translation>Warte, bis alle Sounds analysiert sind, und speichere dann.</translation>
    </message>
    <message>
        <source>The background of %1</source>
        <translation>Der Hintergrund von %1</translation>
    </message>
    <message>
        <source>The background of %1, %2–%3 s</source>
        <translation>Der Hintergrund von %1, %2–%3 s</translation>
    </message>
    <message>
        <source>Wait until the last background is done.</source>
        <translation>Warte, bis der letzte Hintergrund fertig ist.</translation>
    </message>
</context>
<context>
    <name>AnalysisTransfer</name>
    <message numerus="yes">
        <source>%n sound(s) were already analysed by others and are ready at once.</source>
        <translation>
            <numerusform>%n Sound haben andere schon analysiert; er ist sofort bereit.</numerusform>
            <numerusform>%n Sounds haben andere schon analysiert; sie sind sofort bereit.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n sound(s) skipped: not analysed yet, or unreadable.</source>
        <translation>
            <numerusform>%n Sound übersprungen: noch nicht analysiert oder nicht lesbar.</numerusform>
            <numerusform>%n Sounds übersprungen: noch nicht analysiert oder nicht lesbar.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n sound(s) sent.</source>
        <translation>
            <numerusform>%n Sound gesendet.</numerusform>
            <numerusform>%n Sounds gesendet.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n sound(s) were already there.</source>
        <translation>
            <numerusform>%n Sound war schon da.</numerusform>
            <numerusform>%n Sounds waren schon da.</numerusform>
        </translation>
    </message>
    <message>
        <source>Add</source>
        <translation>Hinzufügen</translation>
    </message>
    <message>
        <source>Add a volume</source>
        <translation>Laufwerk hinzufügen</translation>
    </message>
    <message>
        <source>Fetching analyses from others…</source>
        <translation>Analysen der anderen werden geholt…</translation>
    </message>
    <message>
        <source>Folder that everyone can reach</source>
        <translation>Ordner, den alle erreichen</translation>
    </message>
    <message>
        <source>Name of the volume</source>
        <translation>Name des Laufwerks</translation>
    </message>
    <message>
        <source>Sending analyses…</source>
        <translation>Analysen werden gesendet…</translation>
    </message>
    <message>
        <source>Stopped. Everything transferred so far is kept.</source>
        <translation>Angehalten. Bisher Übertragenes bleibt erhalten.</translation>
    </message>
    <message>
        <source>Name of this folder for everyone:</source>
        <translation>Name dieses Ordners für alle:</translation>
    </message>
</context>
<context>
    <name>BackgroundDialog</name>
    <message>
        <source> s</source>
        <translation> s</translation>
    </message>
    <message numerus="yes">
        <source>%n file(s) could not be read.</source>
        <translation>
            <numerusform>%n Datei konnte nicht gelesen werden.</numerusform>
            <numerusform>%n Dateien konnten nicht gelesen werden.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n section(s) with this background. Arrow keys play, Space stops; drag one into your editor.</source>
        <translation>
            <numerusform>%n Abschnitt mit diesem Hintergrund. Pfeiltasten spielen ab, Leertaste stoppt; zieh ihn in deinen Editor.</numerusform>
            <numerusform>%n Abschnitte mit diesem Hintergrund. Pfeiltasten spielen ab, Leertaste stoppt; zieh einen in deinen Editor.</numerusform>
        </translation>
    </message>
    <message>
        <source>Alike</source>
        <translation>Ähnlich</translation>
    </message>
    <message>
        <source>As loud as the selected background</source>
        <translation>So laut wie der ausgewählte Hintergrund</translation>
    </message>
    <message>
        <source>Folder</source>
        <translation>Ordner</translation>
    </message>
    <message>
        <source>Where only the background is audible</source>
        <translation>Wo nur der Hintergrund zu hören ist</translation>
    </message>
    <message>
        <source>How similar the spectra of the backgrounds are</source>
        <translation>Wie ähnlich die Spektren der Hintergründe sind</translation>
    </message>
    <message>
        <source>Length of the section; a longer file repeats it</source>
        <translation>Länge des Abschnitts; eine längere Datei wiederholt ihn</translation>
    </message>
    <message>
        <source>How much louder or quieter it is than the selected background</source>
        <translation>Wie viel lauter oder leiser er ist als der ausgewählte Hintergrund</translation>
    </message>
    <message>
        <source>How much its level varies; steady noise varies by 5 dB</source>
        <translation>Wie stark der Pegel schwankt; gleichmäßiges Rauschen schwankt um 5 dB</translation>
    </message>
    <message>
        <source>To</source>
        <translation>Nach</translation>
    </message>
    <message>
        <source>Length</source>
        <translation>Länge</translation>
    </message>
    <message>
        <source>Level</source>
        <translation>Pegel</translation>
    </message>
    <message>
        <source>Progress of the analysis</source>
        <translation>Fortschritt der Analyse</translation>
    </message>
    <message>
        <source>Analysing the background…</source>
        <translation>Der Hintergrund wird analysiert…</translation>
    </message>
    <message>
        <source>Analysing: %1 of %2 sounds…</source>
        <translation>%1 von %2 Sounds analysiert…</translation>
    </message>
    <message>
        <source>No other sound in the library has this background. Extend the selection, or select another part.</source>
        <translation>Kein anderer Sound der Bibliothek hat diesen Hintergrund. Verlängere die Auswahl, oder wähle eine andere Stelle.</translation>
    </message>
    <message>
        <source>Same background</source>
        <translation>Gleicher Hintergrund</translation>
    </message>
    <message>
        <source>Sound</source>
        <translation>Sound</translation>
    </message>
    <message>
        <source>Section</source>
        <translation>Abschnitt</translation>
    </message>
    <message>
        <source>Sections with the same background</source>
        <translation>Abschnitte mit dem gleichen Hintergrund</translation>
    </message>
    <message>
        <source>Same file</source>
        <translation>Dieselbe Datei</translation>
    </message>
    <message>
        <source>Varies by</source>
        <translation>Schwankt um</translation>
    </message>
    <message>
        <source>Location</source>
        <translation>Ort</translation>
    </message>
    <message>
        <source>Target length</source>
        <translation>Gewünschte Länge</translation>
    </message>
    <message>
        <source>Save as files</source>
        <translation>Als Dateien speichern</translation>
    </message>
</context>
<context>
    <name>BackupsDialog</name>
    <message numerus="yes">
        <source>%n backup(s) of the library, %1.</source>
        <translation>
            <numerusform>%n Sicherung der Bibliothek, %1.</numerusform>
            <numerusform>%n Sicherungen der Bibliothek, %1.</numerusform>
        </translation>
    </message>
    <message>
        <source>Back up now</source>
        <translation>Jetzt sichern</translation>
    </message>
    <message>
        <source>Backups</source>
        <translation>Sicherungen</translation>
    </message>
    <message>
        <source>Comparing with the library…</source>
        <translation>Wird mit der Bibliothek verglichen…</translation>
    </message>
    <message>
        <source>Earshot closes and reopens. The present library is kept as a backup. Your sound files are not changed.</source>
        <translation>Earshot schließt sich und öffnet sich wieder. Die jetzige Bibliothek bleibt als Sicherung erhalten. Deine Sounddateien bleiben unverändert.</translation>
    </message>
    <message>
        <source>It failed the check and is kept for inspection.</source>
        <translation>Sie hat die Prüfung nicht bestanden und bleibt zur Untersuchung erhalten.</translation>
    </message>
    <message>
        <source>Created</source>
        <translation>Angelegt</translation>
    </message>
    <message>
        <source>Restore</source>
        <translation>Wiederherstellen</translation>
    </message>
    <message>
        <source>Restore a backup</source>
        <translation>Sicherung wiederherstellen</translation>
    </message>
    <message>
        <source>Size</source>
        <translation>Größe</translation>
    </message>
    <message>
        <source>No backups yet. Earshot makes one on each day you use the library.</source>
        <translation>Noch keine Sicherungen. Earshot legt an jedem Tag, an dem du die Bibliothek verwendest, eine an.</translation>
    </message>
    <message>
        <source>Why</source>
        <translation>Grund</translation>
    </message>
</context>
<context>
    <name>BackupsFeature</name>
    <message numerus="yes">
        <source>%n collection(s)</source>
        <translation>
            <numerusform>%n Sammlung</numerusform>
            <numerusform>%n Sammlungen</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n colour(s)</source>
        <translation>
            <numerusform>%n Farbe</numerusform>
            <numerusform>%n Farben</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n entry(ies) could not be checked against a backup and were kept unchanged.</source>
        <translation>
            <numerusform>%n Eintrag ließ sich mit keiner Sicherung vergleichen und blieb unverändert.</numerusform>
            <numerusform>%n Einträge ließen sich mit keiner Sicherung vergleichen und blieben unverändert.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n favourite(s)</source>
        <translation>
            <numerusform>%n Favorit</numerusform>
            <numerusform>%n Favoriten</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n folder(s)</source>
        <translation>
            <numerusform>%n Ordner</numerusform>
            <numerusform>%n Ordner</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n note(s)</source>
        <translation>
            <numerusform>%n Notiz</numerusform>
            <numerusform>%n Notizen</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n rating(s)</source>
        <translation>
            <numerusform>%n Bewertung</numerusform>
            <numerusform>%n Bewertungen</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n saved search(es)</source>
        <translation>
            <numerusform>%n gespeicherte Suche</numerusform>
            <numerusform>%n gespeicherte Suchen</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n search(es) of the history</source>
        <translation>
            <numerusform>%n Suche im Verlauf</numerusform>
            <numerusform>%n Suchen im Verlauf</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n sound(s)</source>
        <translation>
            <numerusform>%n Sound</numerusform>
            <numerusform>%n Sounds</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n sound(s) in collections</source>
        <translation>
            <numerusform>%n Sound in Sammlungen</numerusform>
            <numerusform>%n Sounds in Sammlungen</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n tag(s)</source>
        <translation>
            <numerusform>%n Tag</numerusform>
            <numerusform>%n Tags</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n thesaurus entry(ies)</source>
        <translation>
            <numerusform>%n Eintrag des Thesaurus</numerusform>
            <numerusform>%n Einträge des Thesaurus</numerusform>
        </translation>
    </message>
    <message>
        <source>Before an update of Earshot</source>
        <translation>Vor einem Update von Earshot</translation>
    </message>
    <message>
        <source>Before a repair</source>
        <translation>Vor der Reparatur</translation>
    </message>
    <message>
        <source>Check and repair the library?</source>
        <translation>Bibliothek prüfen und reparieren?</translation>
    </message>
    <message>
        <source>Checking and repairing the library…</source>
        <translation>Die Bibliothek wird geprüft und repariert …</translation>
    </message>
    <message>
        <source>Checks everything Earshot knows about your sounds and repairs what it can</source>
        <translation>Prüft alles, was Earshot über deine Sounds weiß, und repariert, was sich reparieren lässt</translation>
    </message>
    <message>
        <source>Copies of what Earshot knows about your sounds, and what restoring one would lose</source>
        <translation>Kopien dessen, was Earshot über deine Sounds weiß, und was beim Wiederherstellen verloren ginge</translation>
    </message>
    <message>
        <source>Daily</source>
        <translation>Täglich</translation>
    </message>
    <message>
        <source>Damaged library</source>
        <translation>Beschädigte Bibliothek</translation>
    </message>
    <message>
        <source>Earshot closes, checks everything it knows about your sounds, repairs what it can, and reopens. It makes a backup first. Your sound files are not changed.</source>
        <translation>Earshot schließt sich, prüft alles, was es über deine Sounds weiß, repariert, was sich reparieren lässt, und öffnet sich wieder. Zuerst legt es eine Sicherung an. Deine Sounddateien bleiben unverändert.</translation>
    </message>
    <message>
        <source>Restore a backup: Library, Restore a backup. Your sound files are not affected.</source>
        <translation>Stell eine Sicherung wieder her: Bibliothek, Sicherung wiederherstellen. Deine Sounddateien sind nicht betroffen.</translation>
    </message>
    <message>
        <source>The library is damaged and cannot be repaired.</source>
        <translation>Die Bibliothek ist beschädigt und lässt sich nicht reparieren.</translation>
    </message>
    <message>
        <source>The library is damaged. You can search and play sounds, but changes are not saved.</source>
        <translation>Die Bibliothek ist beschädigt. Du kannst suchen und abspielen, aber Änderungen werden nicht gespeichert.</translation>
    </message>
    <message>
        <source>The library is intact. There was nothing to repair.</source>
        <translation>Die Bibliothek ist unversehrt. Es gab nichts zu reparieren.</translation>
    </message>
    <message>
        <source>Made on request</source>
        <translation>Von Hand angelegt</translation>
    </message>
    <message numerus="yes">
        <source>%n choice(s) for search words</source>
        <translation>
            <numerusform>%n Entscheidung zu Suchwörtern</numerusform>
            <numerusform>%n Entscheidungen zu Suchwörtern</numerusform>
        </translation>
    </message>
    <message>
        <source>The backup failed: %1</source>
        <translation>Die Sicherung ist fehlgeschlagen: %1</translation>
    </message>
    <message>
        <source>Nothing would be lost.</source>
        <translation>Nichts ginge verloren.</translation>
    </message>
    <message>
        <source>Restoring the backup…</source>
        <translation>Sicherung wird wiederhergestellt…</translation>
    </message>
    <message>
        <source>Repair</source>
        <translation>Reparieren</translation>
    </message>
    <message>
        <source>Repair the library…</source>
        <translation>Bibliothek reparieren …</translation>
    </message>
    <message>
        <source>Repair…</source>
        <translation>Reparieren …</translation>
    </message>
    <message>
        <source>Replaced by a backup</source>
        <translation>Durch eine Sicherung ersetzt</translation>
    </message>
    <message>
        <source>Restore a backup…</source>
        <translation>Sicherung wiederherstellen…</translation>
    </message>
    <message>
        <source>Earshot may read some sounds again now. Tags and notes are kept.</source>
        <translation>Earshot liest jetzt vielleicht einige Sounds neu ein. Tags und Notizen bleiben.</translation>
    </message>
    <message>
        <source>The library cannot be read, so it cannot be compared with the backup.</source>
        <translation>Die Bibliothek ist nicht lesbar und lässt sich darum nicht mit der Sicherung vergleichen.</translation>
    </message>
    <message>
        <source>The library is damaged</source>
        <translation>Die Bibliothek ist beschädigt</translation>
    </message>
    <message>
        <source>The library is repaired.</source>
        <translation>Die Bibliothek ist repariert.</translation>
    </message>
    <message>
        <source>The library cannot be read. Newest backup: %1. Your sound files are not affected.</source>
        <translation>Die Bibliothek ist nicht lesbar. Neueste Sicherung: %1. Deine Sounddateien sind nicht betroffen.</translation>
    </message>
    <message>
        <source>You would lose: %1.</source>
        <translation>Verloren ginge: %1.</translation>
    </message>
    <message>
        <source>You would get back: %1.</source>
        <translation>Zurück käme: %1.</translation>
    </message>
    <message numerus="yes">
        <source>play and use counts of %n sound(s)</source>
        <translation>
            <numerusform>Zähler für Abspielen und Verwendung von %n Sound</numerusform>
            <numerusform>Zähler für Abspielen und Verwendung von %n Sounds</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>Bars</name>
    <message>
        <source>%1: before %2, after %3</source>
        <translation>%1: vorher %2, nachher %3</translation>
    </message>
    <message>
        <source>Before and after</source>
        <translation>Vorher und nachher</translation>
    </message>
    <message>
        <source>after</source>
        <translation>nachher</translation>
    </message>
    <message>
        <source>before</source>
        <translation>vorher</translation>
    </message>
</context>
<context>
    <name>BatchEdit</name>
    <message>
        <source>Batch edit metadata…</source>
        <translation>Metadaten stapelweise ändern…</translation>
    </message>
    <message>
        <source>Finds and replaces, appends, numbers, or fills fields from file names or a table</source>
        <translation>Ersetzt, hängt an, nummeriert oder füllt Felder aus Dateinamen oder einer Tabelle</translation>
    </message>
    <message>
        <source>Select at most %1 sounds to edit them.</source>
        <translation>Wähle höchstens %1 Sounds aus, um sie zu ändern.</translation>
    </message>
</context>
<context>
    <name>BatchForm</name>
    <message numerus="yes">
        <source>%1: %n file(s)</source>
        <translation>
            <numerusform>%1: %n Datei</numerusform>
            <numerusform>%1: %n Dateien</numerusform>
        </translation>
    </message>
    <message>
        <source>UPPER CASE</source>
        <translation>GROSSBUCHSTABEN</translation>
    </message>
    <message>
        <source>Append</source>
        <translation>Anhängen</translation>
    </message>
    <message>
        <source>Change</source>
        <translation>Änderung</translation>
    </message>
    <message>
        <source>Change case</source>
        <translation>Groß- und Kleinschreibung ändern</translation>
    </message>
    <message>
        <source>Choose…</source>
        <translation>Wählen…</translation>
    </message>
    <message>
        <source>Title Case</source>
        <translation>Jedes Wort Groß</translation>
    </message>
    <message>
        <source>Field</source>
        <translation>Feld</translation>
    </message>
    <message>
        <source>Find</source>
        <translation>Suchen</translation>
    </message>
    <message>
        <source>Find and replace</source>
        <translation>Suchen und ersetzen</translation>
    </message>
    <message>
        <source>First number</source>
        <translation>Erste Nummer</translation>
    </message>
    <message>
        <source>Insert</source>
        <translation>Einfügen</translation>
    </message>
    <message>
        <source>Letters</source>
        <translation>Buchstaben</translation>
    </message>
    <message>
        <source>Match case</source>
        <translation>Groß- und Kleinschreibung beachten</translation>
    </message>
    <message>
        <source>No table chosen</source>
        <translation>Keine Tabelle gewählt</translation>
    </message>
    <message>
        <source>Pattern</source>
        <translation>Muster</translation>
    </message>
    <message>
        <source>Prepend</source>
        <translation>Voranstellen</translation>
    </message>
    <message>
        <source>Inserts a placeholder for part of the file name, a number or a field</source>
        <translation>Fügt einen Platzhalter für einen Teil des Dateinamens, eine Nummer oder ein Feld ein</translation>
    </message>
    <message>
        <source>Read from a table (CSV)</source>
        <translation>Aus einer Tabelle lesen (CSV)</translation>
    </message>
    <message>
        <source>Read from the file name</source>
        <translation>Aus dem Dateinamen lesen</translation>
    </message>
    <message>
        <source>Replace with</source>
        <translation>Ersetzen durch</translation>
    </message>
    <message>
        <source>Sentence case</source>
        <translation>Satzanfang groß</translation>
    </message>
    <message>
        <source>Set the text</source>
        <translation>Text setzen</translation>
    </message>
    <message>
        <source>Table</source>
        <translation>Tabelle</translation>
    </message>
    <message>
        <source>Text</source>
        <translation>Text</translation>
    </message>
    <message>
        <source>lower case</source>
        <translation>kleinbuchstaben</translation>
    </message>
</context>
<context>
    <name>BatchSession</name>
    <message numerus="yes">
        <source>Change metadata of %n file(s)</source>
        <translation>
            <numerusform>Metadaten von %n Datei ändern</numerusform>
            <numerusform>Metadaten von %n Dateien ändern</numerusform>
        </translation>
    </message>
    <message>
        <source>Choose a table</source>
        <translation>Tabelle wählen</translation>
    </message>
    <message>
        <source>Tables (*.csv *.tsv *.txt)</source>
        <translation>Tabellen (*.csv *.tsv *.txt)</translation>
    </message>
</context>
<context>
    <name>Buttons</name>
    <message>
        <source>Cancel</source>
        <translation>Abbrechen</translation>
    </message>
    <message>
        <source>Close</source>
        <translation>Schließen</translation>
    </message>
</context>
<context>
    <name>CandidatesModel</name>
    <message>
        <source>Length</source>
        <translation>Länge</translation>
    </message>
    <message>
        <source>Match</source>
        <translation>Treffer</translation>
    </message>
    <message>
        <source>Moment</source>
        <translation>Moment</translation>
    </message>
    <message>
        <source>Sound</source>
        <translation>Sound</translation>
    </message>
</context>
<context>
    <name>CandidatesView</name>
    <message>
        <source>Arrows play · 1–5 choose · Enter picks, next cue · Tab next cue · F2 edits the cue</source>
        <translation>Pfeile spielen ab · 1–5 wählen · Eingabe nimmt, weiter · Tab weiter · F2 ändert den Cue</translation>
    </message>
    <message>
        <source>Sounds for the cue</source>
        <translation>Sounds für den Cue</translation>
    </message>
</context>
<context>
    <name>CategorySuggestions</name>
    <message numerus="yes">
        <source>%n sound(s) have unsaved changes: Save metadata… (Ctrl+S)</source>
        <translation>
            <numerusform>%n Sound mit ungespeicherten Änderungen: Metadaten speichern… (Strg+S)</numerusform>
            <numerusform>%n Sounds mit ungespeicherten Änderungen: Metadaten speichern… (Strg+S)</numerusform>
        </translation>
    </message>
    <message>
        <source>Compares the selected sounds with every UCS category. Files are not changed.</source>
        <translation>Vergleicht die ausgewählten Sounds mit jeder UCS-Kategorie. Dateien werden nicht geändert.</translation>
    </message>
    <message numerus="yes">
        <source>%n sound(s) selected</source>
        <translation>
            <numerusform>%n Sound ausgewählt</numerusform>
            <numerusform>%n Sounds ausgewählt</numerusform>
        </translation>
    </message>
    <message>
        <source>Select sounds first.</source>
        <translation>Wähle zuerst Sounds aus.</translation>
    </message>
    <message>
        <source>Stopped after %1 of %2 sounds.</source>
        <translation>Nach %1 von %2 Sounds angehalten.</translation>
    </message>
    <message>
        <source>Stopped. Suggest categories continues from here.</source>
        <translation>Angehalten. „Kategorien vorschlagen“ macht von hier weiter.</translation>
    </message>
    <message>
        <source>Suggest categories</source>
        <translation>Kategorien vorschlagen</translation>
    </message>
    <message>
        <source>Suggestions</source>
        <translation>Vorschläge</translation>
    </message>
    <message>
        <source>This model&apos;s scores are not calibrated, so it suggests no categories.</source>
        <translation>Die Werte dieses Modells sind nicht kalibriert, darum schlägt es keine Kategorien vor.</translation>
    </message>
</context>
<context>
    <name>CellEdits</name>
    <message numerus="yes">
        <source>%n sound(s) with unsaved edits. Ctrl+S saves them.</source>
        <translation>
            <numerusform>%n Sound mit ungespeicherten Änderungen. Strg+S speichert sie.</numerusform>
            <numerusform>%n Sounds mit ungespeicherten Änderungen. Strg+S speichert sie.</numerusform>
        </translation>
    </message>
    <message>
        <source>Edit the cell, or rename</source>
        <translation>Zelle bearbeiten oder umbenennen</translation>
    </message>
    <message>
        <source>Edits the selected cell; without one, renames for UCS</source>
        <translation>Bearbeitet die ausgewählte Zelle; ohne eine wird nach UCS umbenannt</translation>
    </message>
    <message>
        <source>Select at most %1 sounds to edit them together.</source>
        <translation>Wähle höchstens %1 Sounds aus, um sie zusammen zu bearbeiten.</translation>
    </message>
</context>
<context>
    <name>ChecksDialog</name>
    <message>
        <source>Check this installation</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Checking…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Checks</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Copy</source>
        <translation type="unfinished">Kopieren</translation>
    </message>
    <message>
        <source>Nothing needs repair.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Something needs repair: the lines in red say what to do.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>in order</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>needs repair</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>works, with less</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>ChipRow</name>
    <message>
        <source>Alt+wheel, dragging up or down, or + and − change its weight.</source>
        <translation>Alt+Mausrad, Ziehen nach oben oder unten oder + und − ändern das Gewicht.</translation>
    </message>
    <message>
        <source>Click to correct it.</source>
        <translation>Klick berichtigt es.</translation>
    </message>
    <message>
        <source>Click to search for that instead (Ctrl+.).</source>
        <translation>Klick sucht stattdessen danach (Strg+.).</translation>
    </message>
    <message>
        <source>Click to turn it off.</source>
        <translation>Klick schaltet ab.</translation>
    </message>
    <message>
        <source>Delete removes it.</source>
        <translation>Entf entfernt es.</translation>
    </message>
    <message>
        <source>Described words</source>
        <translation>Beschreibende Wörter</translation>
    </message>
    <message>
        <source>Dutch</source>
        <translation>Niederländisch</translation>
    </message>
    <message>
        <source>Filter</source>
        <translation>Filter</translation>
    </message>
    <message>
        <source>Also finds: %1. Type %2 to find only this word.</source>
        <translation>Findet auch: %1. Mit %2 findest du nur dieses Wort.</translation>
    </message>
    <message>
        <source>French</source>
        <translation>Französisch</translation>
    </message>
    <message>
        <source>German</source>
        <translation>Deutsch</translation>
    </message>
    <message>
        <source>Italian</source>
        <translation>Italienisch</translation>
    </message>
    <message>
        <source>Must occur in the name or description</source>
        <translation>Muss in Name oder Beschreibung stehen</translation>
    </message>
    <message>
        <source>Off. Click to turn it on again.</source>
        <translation>Abgeschaltet. Klick schaltet wieder ein.</translation>
    </message>
    <message>
        <source>Only these sounds</source>
        <translation>Nur diese Sounds</translation>
    </message>
    <message>
        <source>Portuguese</source>
        <translation>Portugiesisch</translation>
    </message>
    <message>
        <source>Remove %1</source>
        <translation>%1 entfernen</translation>
    </message>
    <message>
        <source>Remove (Delete)</source>
        <translation>Entfernen (Entf)</translation>
    </message>
    <message>
        <source>So many sounds say these words by their transcripts, and rank higher</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Someone says this</source>
        <translation>Das sagt jemand</translation>
    </message>
    <message>
        <source>Sounds like this rank lower</source>
        <translation>Ähnliche Sounds rücken nach hinten</translation>
    </message>
    <message>
        <source>Sounds like this rank higher</source>
        <translation>Ähnliche Sounds rücken nach vorn</translation>
    </message>
    <message>
        <source>Sounds like those you chose for these words rank higher. Click to turn it off.</source>
        <translation>Sounds wie die, die du zu solchen Wörtern gewählt hast, rücken nach vorn. Klick schaltet das ab.</translation>
    </message>
    <message>
        <source>Spanish</source>
        <translation>Spanisch</translation>
    </message>
    <message>
        <source>Translated from %1</source>
        <translation>Übersetzt aus: %1</translation>
    </message>
    <message>
        <source>weight %1</source>
        <translation>Gewicht %1</translation>
    </message>
    <message>
        <source>off</source>
        <translation>aus</translation>
    </message>
    <message>
        <source>on</source>
        <translation>an</translation>
    </message>
</context>
<context>
    <name>CollectDialog</name>
    <message>
        <source>Each copy is checked against its original. Nothing is overwritten: a name that exists gets a number. The credits list the author and licence of each sound, where the file states them.</source>
        <translation>Jede Kopie wird mit dem Original verglichen. Nichts wird überschrieben: Ein vergebener Name bekommt eine Nummer. Die Credits nennen Urheber und Lizenz jedes Sounds, soweit die Datei sie angibt.</translation>
    </message>
    <message>
        <source>Copy</source>
        <translation>Kopieren</translation>
    </message>
    <message>
        <source>Choose another in the deck, or with its key.</source>
        <translation>Wähle ein anderes im Deck oder mit seiner Taste.</translation>
    </message>
    <message>
        <source>Copy to project</source>
        <translation>In Projekt kopieren</translation>
    </message>
    <message>
        <source>Credits</source>
        <translation>Credits</translation>
    </message>
    <message>
        <source>Credits file</source>
        <translation>Credits-Datei</translation>
    </message>
    <message>
        <source>To</source>
        <translation>Nach</translation>
    </message>
    <message>
        <source>Transfer profile</source>
        <translation>Transferprofil</translation>
    </message>
    <message>
        <source>None</source>
        <translation>Keine</translation>
    </message>
    <message>
        <source>Only the best moment of each sound</source>
        <translation>Nur den besten Moment jedes Sounds</translation>
    </message>
    <message>
        <source>Project folder</source>
        <translation>Projektordner</translation>
    </message>
    <message>
        <source>Sounds</source>
        <translation>Sounds</translation>
    </message>
    <message>
        <source>Table (credits.csv)</source>
        <translation>Tabelle (credits.csv)</translation>
    </message>
    <message>
        <source>Text (credits.txt)</source>
        <translation>Text (credits.txt)</translation>
    </message>
</context>
<context>
    <name>CollectionsPanel</name>
    <message>
        <source>%1 adds or removes the selected sounds</source>
        <translation>%1 fügt die ausgewählten Sounds hinzu oder entfernt sie</translation>
    </message>
    <message numerus="yes">
        <source>%n sound(s)</source>
        <translation>
            <numerusform>%n Sound</numerusform>
            <numerusform>%n Sounds</numerusform>
        </translation>
    </message>
    <message>
        <source>Collections</source>
        <translation>Sammlungen</translation>
    </message>
    <message>
        <source>Show its %1 sounds</source>
        <translation>Die %1 Sounds zeigen</translation>
    </message>
    <message>
        <source>Click + to create a collection, or select sounds and press B.</source>
        <translation>Klick auf + legt eine Sammlung an, oder wähle Sounds aus und drück B.</translation>
    </message>
    <message>
        <source>Move down</source>
        <translation>Nach unten</translation>
    </message>
    <message>
        <source>Move up</source>
        <translation>Nach oben</translation>
    </message>
    <message>
        <source>Only for me</source>
        <translation>Nur für mich</translation>
    </message>
    <message>
        <source>Only you see it.</source>
        <translation>Nur du siehst sie.</translation>
    </message>
    <message>
        <source>Add the selected sounds</source>
        <translation>Ausgewählte Sounds hinzufügen</translation>
    </message>
    <message>
        <source>Delete the collection (its sounds are kept)</source>
        <translation>Sammlung löschen (die Sounds bleiben)</translation>
    </message>
    <message>
        <source>Rename (F2)</source>
        <translation>Umbenennen (F2)</translation>
    </message>
    <message>
        <source>Remove the selected sounds</source>
        <translation>Ausgewählte Sounds entfernen</translation>
    </message>
</context>
<context>
    <name>ColourDots</name>
    <message>
        <source>Blue</source>
        <translation>Blau</translation>
    </message>
    <message>
        <source>Colour %1</source>
        <translation>Farbe %1</translation>
    </message>
    <message>
        <source>Green</source>
        <translation>Grün</translation>
    </message>
    <message>
        <source>Grey</source>
        <translation>Grau</translation>
    </message>
    <message>
        <source>Orange</source>
        <translation>Orange</translation>
    </message>
    <message>
        <source>Purple</source>
        <translation>Violett</translation>
    </message>
    <message>
        <source>Red</source>
        <translation>Rot</translation>
    </message>
    <message>
        <source>Yellow</source>
        <translation>Gelb</translation>
    </message>
</context>
<context>
    <name>Column</name>
    <message>
        <source>%1 bit</source>
        <translation>%1 bit</translation>
    </message>
    <message>
        <source>%1ch</source>
        <translation>%1ch</translation>
    </message>
    <message>
        <source>Blue</source>
        <translation>Blau</translation>
    </message>
    <message>
        <source>Brightness</source>
        <translation>Helligkeit</translation>
    </message>
    <message>
        <source>Category</source>
        <translation>Kategorie</translation>
    </message>
    <message>
        <source>Channels</source>
        <translation>Kanäle</translation>
    </message>
    <message>
        <source>Colour</source>
        <translation>Farbe</translation>
    </message>
    <message>
        <source>Date</source>
        <translation>Datum</translation>
    </message>
    <message>
        <source>Depth</source>
        <translation>Bittiefe</translation>
    </message>
    <message>
        <source>Description</source>
        <translation>Beschreibung</translation>
    </message>
    <message>
        <source>Designer</source>
        <translation>Designer</translation>
    </message>
    <message>
        <source>File type</source>
        <translation>Dateityp</translation>
    </message>
    <message>
        <source>Folder</source>
        <translation>Ordner</translation>
    </message>
    <message>
        <source>Format</source>
        <translation>Format</translation>
    </message>
    <message>
        <source>Green</source>
        <translation>Grün</translation>
    </message>
    <message>
        <source>Grey</source>
        <translation>Grau</translation>
    </message>
    <message>
        <source>Played</source>
        <translation>Gespielt</translation>
    </message>
    <message>
        <source>Key</source>
        <translation>Tonart</translation>
    </message>
    <message>
        <source>Keywords</source>
        <translation>Stichwörter</translation>
    </message>
    <message>
        <source>Length</source>
        <translation>Länge</translation>
    </message>
    <message>
        <source>Library</source>
        <translation>Bibliothek</translation>
    </message>
    <message>
        <source>Similar: brightness</source>
        <translation>Ähnlich: Helligkeit</translation>
    </message>
    <message>
        <source>Similar: keywords</source>
        <translation>Ähnlich: Stichwörter</translation>
    </message>
    <message>
        <source>Similar: length</source>
        <translation>Ähnlich: Länge</translation>
    </message>
    <message>
        <source>Similar: loudness</source>
        <translation>Ähnlich: Lautheit</translation>
    </message>
    <message>
        <source>Similar: name</source>
        <translation>Ähnlich: Name</translation>
    </message>
    <message>
        <source>Similar: sound</source>
        <translation>Ähnlich: Klang</translation>
    </message>
    <message>
        <source>Similar: tempo</source>
        <translation>Ähnlich: Tempo</translation>
    </message>
    <message>
        <source>Loudness</source>
        <translation>Lautheit</translation>
    </message>
    <message>
        <source>Custom field</source>
        <translation>Eigenes Feld</translation>
    </message>
    <message>
        <source>Match</source>
        <translation>Treffer</translation>
    </message>
    <message>
        <source>Name</source>
        <translation>Name</translation>
    </message>
    <message>
        <source>Note</source>
        <translation>Notiz</translation>
    </message>
    <message>
        <source>Orange</source>
        <translation>Orange</translation>
    </message>
    <message>
        <source>Originator</source>
        <translation>Urheber</translation>
    </message>
    <message>
        <source>Purple</source>
        <translation>Violett</translation>
    </message>
    <message>
        <source>Rate</source>
        <translation>Abtastrate</translation>
    </message>
    <message>
        <source>Rating</source>
        <translation>Bewertung</translation>
    </message>
    <message>
        <source>Red</source>
        <translation>Rot</translation>
    </message>
    <message>
        <source>Sample peak</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Scene</source>
        <translation>Szene</translation>
    </message>
    <message>
        <source>Tags</source>
        <translation>Tags</translation>
    </message>
    <message>
        <source>Take</source>
        <translation>Take</translation>
    </message>
    <message>
        <source>Tape</source>
        <translation>Band</translation>
    </message>
    <message>
        <source>Tempo</source>
        <translation>Tempo</translation>
    </message>
    <message>
        <source>Timecode</source>
        <translation>Timecode</translation>
    </message>
    <message>
        <source>Title</source>
        <translation>Titel</translation>
    </message>
    <message>
        <source>To mend</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Tracks</source>
        <translation>Spuren</translation>
    </message>
    <message>
        <source>True peak</source>
        <translation>True Peak</translation>
    </message>
    <message>
        <source>Used</source>
        <translation>Verwendet</translation>
    </message>
    <message>
        <source>Waveform</source>
        <translation>Wellenform</translation>
    </message>
    <message>
        <source>Yellow</source>
        <translation>Gelb</translation>
    </message>
</context>
<context>
    <name>Commands</name>
    <message>
        <source>By sound</source>
        <translation>Nach Klang</translation>
    </message>
    <message>
        <source>Colour</source>
        <translation>Farbe</translation>
    </message>
    <message>
        <source>Edit</source>
        <translation>Bearbeiten</translation>
    </message>
    <message>
        <source>File</source>
        <translation>Datei</translation>
    </message>
    <message>
        <source>Help</source>
        <translation>Hilfe</translation>
    </message>
    <message>
        <source>History</source>
        <translation>Verlauf</translation>
    </message>
    <message>
        <source>Library</source>
        <translation>Bibliothek</translation>
    </message>
    <message>
        <source>Pitch and gain</source>
        <translation>Tonhöhe und Gain</translation>
    </message>
    <message>
        <source>Rating</source>
        <translation>Bewertung</translation>
    </message>
    <message>
        <source>Search</source>
        <translation>Suche</translation>
    </message>
    <message>
        <source>Select a sound first.</source>
        <translation>Wähle zuerst einen Sound aus.</translation>
    </message>
    <message>
        <source>Sound</source>
        <translation>Sound</translation>
    </message>
    <message>
        <source>Tabs</source>
        <translation>Tabs</translation>
    </message>
    <message>
        <source>View</source>
        <translation>Ansicht</translation>
    </message>
    <message>
        <source>Volume</source>
        <translation>Lautstärke</translation>
    </message>
</context>
<context>
    <name>CompletionList</name>
    <message>
        <source>Suggestions</source>
        <translation>Vorschläge</translation>
    </message>
</context>
<context>
    <name>ConfirmDialog</name>
    <message numerus="yes">
        <source>%n file(s) are kept for safety.</source>
        <translation>
            <numerusform>%n Datei bleibt zur Sicherheit.</numerusform>
            <numerusform>%n Dateien bleiben zur Sicherheit.</numerusform>
        </translation>
    </message>
    <message>
        <source>One file of each group is kept, with its ratings, tags and collections.</source>
        <translation>Eine Datei jeder Gruppe bleibt, mit Bewertungen, Tags und Sammlungen.</translation>
    </message>
    <message>
        <source>Remove</source>
        <translation>Entfernen</translation>
    </message>
    <message numerus="yes">
        <source>Move %n file(s) to the trash (%1)?</source>
        <translation>
            <numerusform>%n Datei in den Papierkorb verschieben (%1)?</numerusform>
            <numerusform>%n Dateien in den Papierkorb verschieben (%1)?</numerusform>
        </translation>
    </message>
    <message>
        <source>Move to trash</source>
        <translation>In den Papierkorb</translation>
    </message>
    <message numerus="yes">
        <source>Remove %n sound(s) from the library?</source>
        <translation>
            <numerusform>%n Sound aus der Bibliothek entfernen?</numerusform>
            <numerusform>%n Sounds aus der Bibliothek entfernen?</numerusform>
        </translation>
    </message>
    <message>
        <source>Remove from library</source>
        <translation>Aus Bibliothek entfernen</translation>
    </message>
    <message>
        <source>Keep</source>
        <translation>Behalten</translation>
    </message>
    <message>
        <source>The files stay where they are. To get the sounds back, index their folder again.</source>
        <translation>Die Dateien bleiben, wo sie sind. Indiziere ihren Ordner neu, um die Sounds zurückzuholen.</translation>
    </message>
    <message>
        <source>First error: %1: %2.</source>
        <translation>Erster Fehler: %1: %2.</translation>
    </message>
    <message>
        <source>What is removed and what is kept</source>
        <translation>Was entfernt wird und was bleibt</translation>
    </message>
</context>
<context>
    <name>ConflictsTab</name>
    <message>
        <source>%1, %2</source>
        <translation>%1, %2</translation>
    </message>
    <message>
        <source>Restore the lost value</source>
        <translation>Verlorenes wiederherstellen</translation>
    </message>
    <message>
        <source>Conflicts</source>
        <translation>Konflikte</translation>
    </message>
    <message>
        <source>Set by</source>
        <translation>Gesetzt von</translation>
    </message>
    <message>
        <source>Current value</source>
        <translation>Jetziger Wert</translation>
    </message>
    <message>
        <source>Current value: %1
Lost: %2</source>
        <translation>Jetziger Wert: %1
Verloren: %2</translation>
    </message>
    <message>
        <source>K keeps the current value, T restores the lost one. Ctrl+Z undoes it.</source>
        <translation>K behält den jetzigen Wert, T stellt den verlorenen wieder her. Strg+Z macht es rückgängig.</translation>
    </message>
    <message>
        <source>Keep theirs</source>
        <translation>Fremden Wert behalten</translation>
    </message>
    <message>
        <source>Keep current value</source>
        <translation>Jetzigen Wert behalten</translation>
    </message>
    <message>
        <source>Lost</source>
        <translation>Verloren</translation>
    </message>
    <message>
        <source>No conflicts</source>
        <translation>Keine Konflikte</translation>
    </message>
    <message>
        <source>Sound or list</source>
        <translation>Sound oder Sammlung</translation>
    </message>
    <message>
        <source>Restore mine</source>
        <translation>Meinen wiederherstellen</translation>
    </message>
    <message>
        <source>What</source>
        <translation>Was</translation>
    </message>
    <message>
        <source>Keeps the current value and settles the conflict for everyone (K)</source>
        <translation>Behält den jetzigen Wert; der Konflikt ist für alle gelöst (K)</translation>
    </message>
    <message>
        <source>Restores the lost value for everyone (T)</source>
        <translation>Stellt den verlorenen Wert für alle wieder her (T)</translation>
    </message>
    <message>
        <source>When two people change the same value at the same time, the later change counts. The other one is listed here until someone decides.</source>
        <translation>Wenn zwei denselben Wert zugleich ändern, gilt die spätere Änderung. Die andere steht hier, bis jemand entscheidet.</translation>
    </message>
</context>
<context>
    <name>CuesModel</name>
    <message>
        <source>Cue</source>
        <translation>Cue</translation>
    </message>
    <message>
        <source>Match</source>
        <translation>Treffer</translation>
    </message>
    <message>
        <source>No.</source>
        <translation>Nr.</translation>
    </message>
    <message>
        <source>Picked</source>
        <translation>Gewählt</translation>
    </message>
    <message>
        <source>Time</source>
        <translation>Zeit</translation>
    </message>
</context>
<context>
    <name>CuesView</name>
    <message>
        <source>Cues</source>
        <translation>Cues</translation>
    </message>
</context>
<context>
    <name>Curves</name>
    <message>
        <source>Loss</source>
        <translation>Verlust (Loss)</translation>
    </message>
    <message>
        <source>Right sound in the first ten</source>
        <translation>Richtiger Sound unter den ersten zehn</translation>
    </message>
    <message>
        <source>Steps</source>
        <translation>Schritte</translation>
    </message>
    <message>
        <source>The best state is the one that ranks the right sounds highest on average.</source>
        <translation>Der beste Stand ist der, bei dem die richtigen Sounds im Mittel am weitesten oben stehen.</translation>
    </message>
    <message>
        <source>no value yet</source>
        <translation>noch kein Wert</translation>
    </message>
</context>
<context>
    <name>CustomFields</name>
    <message>
        <source>Custom fields…</source>
        <translation>Eigene Felder…</translation>
    </message>
    <message>
        <source>Fields of your own: columns, inputs and filters</source>
        <translation>Deine eigenen Felder: Spalten, Eingaben und Filter</translation>
    </message>
</context>
<context>
    <name>CustomFieldsDialog</name>
    <message>
        <source>Add field</source>
        <translation>Feld hinzufügen</translation>
    </message>
    <message>
        <source>Custom fields</source>
        <translation>Eigene Felder</translation>
    </message>
    <message>
        <source>Fields</source>
        <translation>Felder</translation>
    </message>
    <message>
        <source>Fields of your own, such as Show or Perspective: columns of the list, inputs in Details, and field:show=… in the search. What you write is kept in the file: in iXML under USER, or as a tag.</source>
        <translation>Deine eigenen Felder, etwa Show oder Perspektive: Spalten der Liste, Eingaben in den Details und field:show=… in der Suche. Was du schreibst, steht in der Datei: in iXML unter USER oder als Tag.</translation>
    </message>
    <message>
        <source>Name of a new field</source>
        <translation>Name eines neuen Felds</translation>
    </message>
    <message>
        <source>No other fields in your files</source>
        <translation>Keine weiteren Felder in deinen Dateien</translation>
    </message>
    <message>
        <source>Remove field</source>
        <translation>Feld entfernen</translation>
    </message>
    <message>
        <source>Takes the column and the input away; what files say in it stays</source>
        <translation>Nimmt Spalte und Eingabe weg; was in den Dateien steht, bleibt</translation>
    </message>
    <message>
        <source>The list has fields that your files have already</source>
        <translation>Die Liste nennt Felder, die deine Dateien schon haben</translation>
    </message>
</context>
<context>
    <name>DamagedCounts</name>
    <message numerus="yes">
        <source>%n sound(s) cannot be found by how they sound.</source>
        <translation>
            <numerusform>%n Sound ist nicht über den Klang zu finden.</numerusform>
            <numerusform>%n Sounds sind nicht über den Klang zu finden.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n sound(s) cannot be found by what their names mean.</source>
        <translation>
            <numerusform>%n Sound ist nicht über die Bedeutung seines Namens zu finden.</numerusform>
            <numerusform>%n Sounds sind nicht über die Bedeutung ihrer Namen zu finden.</numerusform>
        </translation>
    </message>
    <message>
        <source>Stored data is damaged: press F5 to have these sounds read again.</source>
        <translation>Gespeicherte Daten sind beschädigt: F5 lässt diese Sounds neu lesen.</translation>
    </message>
</context>
<context>
    <name>DbScale</name>
    <message>
        <source>Scale of the waveform in dB</source>
        <translation>Skala der Wellenform in dB</translation>
    </message>
    <message>
        <source>The waveform&apos;s height in dB: 0 is full scale</source>
        <translation>Höhe der Wellenform in dB: 0 ist Vollaussteuerung</translation>
    </message>
</context>
<context>
    <name>Deck</name>
    <message>
        <source>Click a sound, or press ↓, to see and play it.</source>
        <translation>Klick auf einen Sound oder drück ↓, um ihn zu sehen und abzuspielen.</translation>
    </message>
    <message>
        <source>Play</source>
        <translation>Abspielen</translation>
    </message>
    <message>
        <source>Sketch</source>
        <translation>Skizze</translation>
    </message>
    <message>
        <source>Stop</source>
        <translation>Stopp</translation>
    </message>
    <message>
        <source>The file is missing. This is a rough sketch, not the sound itself.</source>
        <translation>Die Datei fehlt. Das ist eine grobe Skizze, nicht der Sound selbst.</translation>
    </message>
    <message>
        <source>Time</source>
        <translation>Zeit</translation>
    </message>
</context>
<context>
    <name>DeckControls</name>
    <message>
        <source>%1 (not connected)</source>
        <translation>%1 (nicht verbunden)</translation>
    </message>
    <message>
        <source>%1 ch</source>
        <translation>%1 Kan.</translation>
    </message>
    <message>
        <source>%1 dB</source>
        <translation>%1 dB</translation>
    </message>
    <message>
        <source>%1 st</source>
        <translation>%1 HT</translation>
    </message>
    <message>
        <source>All %1, mixed down</source>
        <translation>Alle %1, zusammengemischt</translation>
    </message>
    <message>
        <source>Autoplay</source>
        <translation>Autoplay</translation>
    </message>
    <message>
        <source>Autoplay: arrow keys play the sound you move to</source>
        <translation>Autoplay: Pfeiltasten spielen den Sound ab, zu dem du gehst</translation>
    </message>
    <message>
        <source>Channels</source>
        <translation>Kanäle</translation>
    </message>
    <message>
        <source>Channels: %1</source>
        <translation>Kanäle: %1</translation>
    </message>
    <message>
        <source>Gain</source>
        <translation>Gain</translation>
    </message>
    <message>
        <source>Gain, also for what you drag out: drag, scroll or type; double-click to reset</source>
        <translation>Gain, auch für Herausgezogenes: ziehen, scrollen oder tippen; Doppelklick setzt zurück</translation>
    </message>
    <message>
        <source>Pitch and speed: drag, scroll or type; double-click to reset</source>
        <translation>Tonhöhe und Tempo: ziehen, scrollen oder tippen; Doppelklick setzt zurück</translation>
    </message>
    <message>
        <source>mono</source>
        <translation>mono</translation>
    </message>
    <message>
        <source>st</source>
        <comment>semitones</comment>
        <translation>HT</translation>
    </message>
    <message>
        <source>stereo</source>
        <translation>stereo</translation>
    </message>
    <message>
        <source>Loop</source>
        <translation>Loop</translation>
    </message>
    <message>
        <source>%1 %</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Length at the same pitch: drag, scroll or type; double-click to reset</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Loop the sound, or the selection</source>
        <translation>Den Sound oder die Auswahl als Loop abspielen</translation>
    </message>
    <message>
        <source>Match levels</source>
        <translation>Lautheit angleichen</translation>
    </message>
    <message>
        <source>Match levels: play all sounds about equally loud</source>
        <translation>Lautheit angleichen: alle Sounds etwa gleich laut abspielen</translation>
    </message>
    <message>
        <source>Mute</source>
        <translation>Stumm</translation>
    </message>
    <message>
        <source>Only %1</source>
        <translation>Nur %1</translation>
    </message>
    <message>
        <source>Output device</source>
        <translation>Ausgabegerät</translation>
    </message>
    <message>
        <source>Output: %1</source>
        <translation>Ausgabe: %1</translation>
    </message>
    <message>
        <source>Pitch</source>
        <translation>Tonhöhe</translation>
    </message>
    <message>
        <source>Pitch at the same length: drag, scroll or type; double-click to reset</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Pitch shift</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Play backwards</source>
        <translation>Rückwärts abspielen</translation>
    </message>
    <message>
        <source>Reverse</source>
        <translation>Rückwärts</translation>
    </message>
    <message>
        <source>System default</source>
        <translation>Systemstandard</translation>
    </message>
    <message>
        <source>Time stretch</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Type decibels from −%1 to +%1.</source>
        <translation>Gib Dezibel von −%1 bis +%1 ein.</translation>
    </message>
    <message>
        <source>Type percent of the length, from %1 to %2.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Type semitones from −%1 to +%1.</source>
        <translation>Gib Halbtöne von −%1 bis +%1 ein.</translation>
    </message>
    <message>
        <source>Volume</source>
        <translation>Lautstärke</translation>
    </message>
    <message>
        <source>Which channels are played</source>
        <translation>Welche Kanäle abgespielt werden</translation>
    </message>
</context>
<context>
    <name>DetailsTab</name>
    <message numerus="yes">
        <source>%n sound(s) selected</source>
        <translation>
            <numerusform>%n Sound ausgewählt</numerusform>
            <numerusform>%n Sounds ausgewählt</numerusform>
        </translation>
    </message>
    <message>
        <source>Details of the selected sounds</source>
        <translation>Details der ausgewählten Sounds</translation>
    </message>
    <message>
        <source>Select a sound to see its details.</source>
        <translation>Wähle einen Sound aus, um seine Details zu sehen.</translation>
    </message>
</context>
<context>
    <name>Diagnostics</name>
    <message>
        <source>Copy</source>
        <translation type="unfinished">Kopieren</translation>
    </message>
    <message>
        <source>Copy diagnostics</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Copy diagnostics…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Diagnostics copied</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>For a report of a fault. Nothing is sent: Copy puts this text on the clipboard.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Helps to find faults with certain files. Look through it first.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Text of the report</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Version, system, settings and the log, for a report of a fault</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>With names of files, folders and searches</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>DialogueFeature</name>
    <message numerus="yes">
        <source>%n sound(s) transcribed, speech in %1.</source>
        <translation type="unfinished">
            <numerusform></numerusform>
            <numerusform></numerusform>
        </translation>
    </message>
    <message>
        <source>Correction of what is said in %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Folder for the transcript</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Nobody speaks in this sound.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Saved: %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Select a sound to read what is said in it.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>This sound has no transcript yet.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Transcript</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Transcripts…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Writes down what is said in your sounds, so that you can search for it</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>the speech recogniser</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>DifferencesModel</name>
    <message>
        <source>(empty)</source>
        <translation>(leer)</translation>
    </message>
    <message>
        <source>Field</source>
        <translation>Feld</translation>
    </message>
    <message>
        <source>File</source>
        <translation>Datei</translation>
    </message>
    <message>
        <source>New</source>
        <translation>Neu</translation>
    </message>
    <message>
        <source>Now</source>
        <translation>Jetzt</translation>
    </message>
</context>
<context>
    <name>DisclosureButton</name>
    <message>
        <source>More</source>
        <translation>Mehr</translation>
    </message>
</context>
<context>
    <name>DownloadDialog</name>
    <message>
        <source>%1 MB of this file</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 of %2 MB of this file</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Close</source>
        <translation type="unfinished">Schließen</translation>
    </message>
    <message>
        <source>Download</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Download a model</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Download: %1 MB from %2</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Each file is compared with the checksum that the server states for it.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>From a folder…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Languages: %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Licence: %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Progress of the download</source>
        <translation type="unfinished">Fortschritt des Ladens</translation>
    </message>
    <message>
        <source>Published models</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Stop</source>
        <translation type="unfinished">Stopp</translation>
    </message>
    <message>
        <source>The folder that holds the model&apos;s files</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Trying it on the demo sounds and yours…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Uses files that you have downloaded yourself. Nothing goes online.</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>DragOut</name>
    <message numerus="yes">
        <source>%n file(s) could not be moved to the trash.</source>
        <translation>
            <numerusform>%n Datei ließ sich nicht in den Papierkorb verschieben.</numerusform>
            <numerusform>%n Dateien ließen sich nicht in den Papierkorb verschieben.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n file(s) moved to the trash.</source>
        <translation>
            <numerusform>%n Datei in den Papierkorb verschoben.</numerusform>
            <numerusform>%n Dateien in den Papierkorb verschoben.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n sound(s)</source>
        <translation>
            <numerusform>%n Sound</numerusform>
            <numerusform>%n Sounds</numerusform>
        </translation>
    </message>
    <message>
        <source>Another folder…</source>
        <translation>Anderer Ordner…</translation>
    </message>
    <message>
        <source>Copied. Paste into your file manager or project.</source>
        <translation>Kopiert. Füge es im Dateimanager oder im Projekt ein.</translation>
    </message>
    <message>
        <source>Copy files</source>
        <translation>Dateien kopieren</translation>
    </message>
    <message>
        <source>Copy selection as a file</source>
        <translation>Auswahl als Datei kopieren</translation>
    </message>
    <message>
        <source>Dragged files go to %1.</source>
        <translation>Herausgezogene Dateien kommen nach %1.</translation>
    </message>
    <message>
        <source>Dragged files…</source>
        <translation>Herausgezogene Dateien…</translation>
    </message>
    <message>
        <source>Folder for dragged files</source>
        <translation>Ordner für Gezogenes</translation>
    </message>
    <message>
        <source>The file is being made. Drag again in a moment.</source>
        <translation>Die Datei wird erstellt. Zieh gleich noch einmal.</translation>
    </message>
    <message>
        <source>What was dragged or copied is not in the journal.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Keep this folder</source>
        <translation>Diesen Ordner behalten</translation>
    </message>
    <message>
        <source>Library, Missing files shows where they were.</source>
        <translation>Bibliothek, Fehlende Dateien zeigt, wo sie waren.</translation>
    </message>
    <message>
        <source>Lists the files that Earshot made for other programs, with their sizes</source>
        <translation>Zeigt die Dateien, die Earshot für andere Programme erstellt hat, mit ihrer Größe</translation>
    </message>
    <message>
        <source>Making the file…</source>
        <translation>Datei wird erstellt…</translation>
    </message>
    <message>
        <source>Making the file…  %p %</source>
        <translation>Datei wird erstellt…  %p %</translation>
    </message>
    <message numerus="yes">
        <source>Move %n file(s) to the trash (%1)?</source>
        <translation>
            <numerusform>%n Datei in den Papierkorb verschieben (%1)?</numerusform>
            <numerusform>%n Dateien in den Papierkorb verschieben (%1)?</numerusform>
        </translation>
    </message>
    <message>
        <source>Move to trash</source>
        <translation>In den Papierkorb</translation>
    </message>
    <message>
        <source>Projects that use these files will not find them until you restore them from the trash.</source>
        <translation>Projekte, die diese Dateien verwenden, finden sie erst wieder, wenn du sie aus dem Papierkorb zurückholst.</translation>
    </message>
    <message>
        <source>Copies the selected sounds to the clipboard as files, with pitch, gain and direction as set.</source>
        <translation>Kopiert die ausgewählten Sounds als Dateien in die Zwischenablage, mit Tonhöhe, Gain und Richtung wie eingestellt.</translation>
    </message>
    <message>
        <source>Copies the selection of the waveform to the clipboard as a WAV file.</source>
        <translation>Kopiert die Auswahl der Wellenform als WAV-Datei in die Zwischenablage.</translation>
    </message>
    <message>
        <source>First error: %1: %2.</source>
        <translation>Erster Fehler: %1: %2.</translation>
    </message>
    <message>
        <source>These sounds are missing or offline, so their files cannot be copied or dragged.</source>
        <translation>Diese Sounds fehlen oder sind offline, darum lassen sich ihre Dateien nicht kopieren oder herausziehen.</translation>
    </message>
    <message>
        <source>Dragged files stay in %1 until you delete them.</source>
        <translation>Herausgezogene Dateien bleiben in %1, bis du sie löschst.</translation>
    </message>
</context>
<context>
    <name>DraggedDialog</name>
    <message numerus="yes">
        <source>%n file(s), %1.</source>
        <translation>
            <numerusform>%n Datei, %1.</numerusform>
            <numerusform>%n Dateien, %1.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n selected, %1.</source>
        <translation>
            <numerusform>%n ausgewählt, %1.</numerusform>
            <numerusform>%n ausgewählt, %1.</numerusform>
        </translation>
    </message>
    <message>
        <source>Another folder…</source>
        <translation>Anderer Ordner…</translation>
    </message>
    <message>
        <source>Dragged files</source>
        <translation>Herausgezogene Dateien</translation>
    </message>
    <message>
        <source>Earshot never deletes files you dragged or copied out, because a project may use them.</source>
        <translation>Earshot löscht nie Dateien, die du herausgezogen oder kopiert hast, denn ein Projekt kann sie verwenden.</translation>
    </message>
    <message>
        <source>Folder</source>
        <translation>Ordner</translation>
    </message>
    <message>
        <source>Move to trash…</source>
        <translation>In den Papierkorb…</translation>
    </message>
    <message>
        <source>Name</source>
        <translation>Name</translation>
    </message>
    <message>
        <source>New files go to %1.</source>
        <translation>Neue Dateien kommen nach %1.</translation>
    </message>
    <message>
        <source>You have not dragged or copied out any files yet.</source>
        <translation>Du hast noch keine Dateien herausgezogen oder kopiert.</translation>
    </message>
    <message>
        <source>Show folder</source>
        <translation>Ordner zeigen</translation>
    </message>
    <message>
        <source>Size</source>
        <translation>Größe</translation>
    </message>
    <message>
        <source>Created</source>
        <translation>Angelegt</translation>
    </message>
</context>
<context>
    <name>Drives</name>
    <message>
        <source>%1 does not answer.</source>
        <translation>%1 antwortet nicht.</translation>
    </message>
    <message numerus="yes">
        <source>Earshot goes on without it after %n second(s). Preferences, “Wait for a drive”, sets the time.</source>
        <translation>
            <numerusform>Nach %n Sekunde macht Earshot ohne diese Datei weiter. Die Zeit legst du unter „Auf ein Laufwerk warten“ in den Einstellungen fest.</numerusform>
            <numerusform>Nach %n Sekunden macht Earshot ohne diese Datei weiter. Die Zeit legst du unter „Auf ein Laufwerk warten“ in den Einstellungen fest.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>DropOverlay</name>
    <message>
        <source>Drop a sound on the search field to find similar sounds</source>
        <translation>Leg einen Sound auf dem Suchfeld ab, um ähnliche zu finden</translation>
    </message>
    <message>
        <source>Drop to add to the library</source>
        <translation>Ablegen fügt zur Bibliothek hinzu</translation>
    </message>
</context>
<context>
    <name>DuplicatesFeature</name>
    <message numerus="yes">
        <source>%n file(s) could not be moved to the trash.</source>
        <translation>
            <numerusform>%n Datei ließ sich nicht in den Papierkorb verschieben.</numerusform>
            <numerusform>%n Dateien ließen sich nicht in den Papierkorb verschieben.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n file(s) moved to the trash.</source>
        <translation>
            <numerusform>%n Datei in den Papierkorb verschoben.</numerusform>
            <numerusform>%n Dateien in den Papierkorb verschoben.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n sound(s) removed from the library.</source>
        <translation>
            <numerusform>%n Sound aus der Bibliothek entfernt.</numerusform>
            <numerusform>%n Sounds aus der Bibliothek entfernt.</numerusform>
        </translation>
    </message>
    <message>
        <source>Shows copies and other versions side by side. You choose which to remove.</source>
        <translation>Zeigt Kopien und andere Fassungen nebeneinander. Du wählst, welche entfernt werden.</translation>
    </message>
    <message>
        <source>Duplicates</source>
        <translation>Duplikate</translation>
    </message>
    <message>
        <source>Keep the sounds in this folder</source>
        <translation>Sounds in diesem Ordner behalten</translation>
    </message>
    <message>
        <source>Search finished: nothing new.</source>
        <translation>Suche beendet: nichts Neues.</translation>
    </message>
    <message>
        <source>Search finished: the list has changed.</source>
        <translation>Suche beendet: Die Liste hat sich geändert.</translation>
    </message>
    <message>
        <source>First error: %1: %2.</source>
        <translation>Erster Fehler: %1: %2.</translation>
    </message>
</context>
<context>
    <name>DuplicatesModel</name>
    <message>
        <source>Alike</source>
        <translation>Ähnlich</translation>
    </message>
    <message>
        <source>Folder</source>
        <translation>Ordner</translation>
    </message>
    <message>
        <source>Format</source>
        <translation>Format</translation>
    </message>
    <message>
        <source>Keep</source>
        <translation>Behalten</translation>
    </message>
    <message>
        <source>Length</source>
        <translation>Länge</translation>
    </message>
    <message>
        <source>Ratings and collections</source>
        <translation>Bewertungen und Sammlungen</translation>
    </message>
    <message>
        <source>Name</source>
        <translation>Name</translation>
    </message>
    <message>
        <source>Size</source>
        <translation>Größe</translation>
    </message>
    <message>
        <source>best</source>
        <translation>beste</translation>
    </message>
    <message>
        <source>copy</source>
        <translation>Kopie</translation>
    </message>
    <message>
        <source>remove</source>
        <translation>entfernen</translation>
    </message>
    <message>
        <source>pattern, %1</source>
        <translation>Muster, %1</translation>
    </message>
    <message>
        <source>keep</source>
        <translation>behalten</translation>
    </message>
    <message numerus="yes">
        <source>used %n time(s)</source>
        <translation>
            <numerusform>%n-mal verwendet</numerusform>
            <numerusform>%n-mal verwendet</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>DuplicatesPage</name>
    <message>
        <source>%1 can be freed</source>
        <translation>%1 lassen sich freigeben</translation>
    </message>
    <message numerus="yes">
        <source>%n group(s)</source>
        <translation>
            <numerusform>%n Gruppe</numerusform>
            <numerusform>%n Gruppen</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n sound(s) marked for removal</source>
        <translation>
            <numerusform>%n Sound zum Entfernen markiert</numerusform>
            <numerusform>%n Sounds zum Entfernen markiert</numerusform>
        </translation>
    </message>
    <message>
        <source>Compare all sounds</source>
        <translation>Alle Sounds vergleichen</translation>
    </message>
    <message>
        <source>Compares the sounds as they are now</source>
        <translation>Vergleicht die Sounds auf dem jetzigen Stand</translation>
    </message>
    <message>
        <source>Comparing all sounds…</source>
        <translation>Alle Sounds werden verglichen…</translation>
    </message>
    <message>
        <source>Earshot compares each sound with those of similar length, by sound and by envelope. With a million sounds this takes a few minutes; you can keep working.</source>
        <translation>Earshot vergleicht jeden Sound mit denen ähnlicher Länge, nach Klang und Hüllkurve. Bei einer Million Sounds dauert das einige Minuten; du kannst weiterarbeiten.</translation>
    </message>
    <message>
        <source>Every sound is in the library only once.</source>
        <translation>Jeder Sound ist nur einmal in der Bibliothek.</translation>
    </message>
    <message>
        <source>Exact copies</source>
        <translation>Exakte Kopien</translation>
    </message>
    <message>
        <source>Finds other versions of a recording</source>
        <translation>Findet andere Fassungen einer Aufnahme</translation>
    </message>
    <message>
        <source>Similarity</source>
        <translation>Ähnlichkeit</translation>
    </message>
    <message>
        <source>How similar sounds must be: left finds more, right only the most certain</source>
        <translation>Wie ähnlich sich Sounds sein müssen: links findet mehr, rechts nur die sichersten</translation>
    </message>
    <message>
        <source>Progress of the comparison</source>
        <translation>Fortschritt des Vergleichs</translation>
    </message>
    <message>
        <source>Keep all</source>
        <translation>Alle behalten</translation>
    </message>
    <message>
        <source>Keep best quality</source>
        <translation>Beste Qualität behalten</translation>
    </message>
    <message>
        <source>Keep those in folder…</source>
        <translation>In Ordner behalten…</translation>
    </message>
    <message>
        <source>Keep oldest</source>
        <translation>Älteste behalten</translation>
    </message>
    <message>
        <source>Look again</source>
        <translation>Neu suchen</translation>
    </message>
    <message>
        <source>Looking for copies…</source>
        <translation>Kopien werden gesucht…</translation>
    </message>
    <message>
        <source>Prefers lossless, then higher sample rate, bit depth and channel count, then the longer file, more metadata, the older file</source>
        <translation>Bevorzugt verlustfrei, dann höhere Abtastrate, Bittiefe und Kanalzahl, dann die längere Datei, mehr Metadaten, die ältere Datei</translation>
    </message>
    <message>
        <source>Move to trash…</source>
        <translation>In den Papierkorb…</translation>
    </message>
    <message>
        <source>Near duplicates</source>
        <translation>Ähnliche Fassungen</translation>
    </message>
    <message>
        <source>No duplicates</source>
        <translation>Keine Duplikate</translation>
    </message>
    <message>
        <source>No recording has two versions this similar.</source>
        <translation>Keine Aufnahme hat zwei so ähnliche Fassungen.</translation>
    </message>
    <message>
        <source>Nothing marked for removal</source>
        <translation>Nichts zum Entfernen markiert</translation>
    </message>
    <message>
        <source>One sound of each group is kept.</source>
        <translation>Ein Sound jeder Gruppe bleibt.</translation>
    </message>
    <message>
        <source>Other formats, levels and lengths of one recording</source>
        <translation>Andere Formate, Pegel und Längen einer Aufnahme</translation>
    </message>
    <message>
        <source>Remove from library…</source>
        <translation>Aus Bibliothek entfernen…</translation>
    </message>
    <message>
        <source>Shows the list first. You can restore files from the trash.</source>
        <translation>Zeigt zuerst die Liste. Dateien lassen sich aus dem Papierkorb zurückholen.</translation>
    </message>
    <message>
        <source>Stop</source>
        <translation>Stopp</translation>
    </message>
    <message>
        <source>Stop comparing</source>
        <translation>Vergleich anhalten</translation>
    </message>
    <message>
        <source>Keeps the file that was changed longest ago</source>
        <translation>Behält die Datei, die am längsten unverändert ist</translation>
    </message>
    <message>
        <source>The files stay where they are</source>
        <translation>Die Dateien bleiben, wo sie sind</translation>
    </message>
    <message>
        <source>Byte-for-byte the same audio</source>
        <translation>Dasselbe Audio, Byte für Byte</translation>
    </message>
    <message>
        <source>What counts as a duplicate</source>
        <translation>Was als Duplikat gilt</translation>
    </message>
    <message>
        <source>Keeps the sounds in a folder you choose; groups without a sound there are not changed</source>
        <translation>Behält die Sounds in einem gewählten Ordner; Gruppen ohne Sound darin bleiben unverändert</translation>
    </message>
    <message>
        <source>You can keep working.</source>
        <translation>Du kannst weiterarbeiten.</translation>
    </message>
    <message>
        <source>at least %1</source>
        <translation>mindestens %1</translation>
    </message>
</context>
<context>
    <name>DuplicatesView</name>
    <message>
        <source>Arrows play · Space plays and stops · Delete marks the sound to remove or keep</source>
        <translation>Pfeile spielen ab · Leertaste spielt und stoppt · Entf markiert den Sound zum Entfernen oder Behalten</translation>
    </message>
    <message>
        <source>Duplicates</source>
        <translation>Duplikate</translation>
    </message>
</context>
<context>
    <name>EarshotApp</name>
    <message>
        <source>Something went wrong: %1</source>
        <translation>Etwas ist schiefgegangen: %1</translation>
    </message>
    <message>
        <source>For details: Help, Show log.</source>
        <translation>Mehr dazu: Hilfe, Protokoll zeigen.</translation>
    </message>
</context>
<context>
    <name>EditForm</name>
    <message numerus="yes">
        <source>%n sound(s) with unsaved edits</source>
        <translation>
            <numerusform>%n Sound mit ungespeicherten Änderungen</numerusform>
            <numerusform>%n Sounds mit ungespeicherten Änderungen</numerusform>
        </translation>
    </message>
    <message>
        <source>Discard</source>
        <translation>Verwerfen</translation>
    </message>
    <message>
        <source>Discards all unsaved changes</source>
        <translation>Verwirft alle nicht gespeicherten Änderungen</translation>
    </message>
    <message>
        <source>Shows every change, then writes it (Ctrl+S)</source>
        <translation>Zeigt jede Änderung und schreibt sie dann (Strg+S)</translation>
    </message>
    <message>
        <source>Save…</source>
        <translation>Speichern…</translation>
    </message>
    <message>
        <source>Your own field; in iXML it is USER/%1</source>
        <translation>Dein eigenes Feld; in iXML ist es USER/%1</translation>
    </message>
    <message>
        <source>multiple values</source>
        <translation>verschiedene Werte</translation>
    </message>
</context>
<context>
    <name>EmptyPage</name>
    <message>
        <source>Add folder…</source>
        <translation>Ordner hinzufügen…</translation>
    </message>
    <message>
        <source>Choose a folder of sounds (Ctrl+O)</source>
        <translation>Einen Ordner mit Sounds wählen (Strg+O)</translation>
    </message>
    <message>
        <source>Drag sounds onto it in the left column, or select sounds and press its number: 1 for the first collection, 2 for the second.</source>
        <translation>Zieh Sounds in der linken Spalte darauf, oder wähle Sounds aus und drück ihre Nummer: 1 für die erste Sammlung, 2 für die zweite.</translation>
    </message>
    <message>
        <source>Drop a folder of sounds here</source>
        <translation>Leg einen Ordner mit Sounds hier ab</translation>
    </message>
    <message>
        <source>Earshot analyses every file once. Then you find any of them by description: “rusty gate creaking”, “short metallic hit”.</source>
        <translation>Earshot analysiert jede Datei einmal. Danach findest du jede durch eine Beschreibung: „rostiges Tor quietscht“, „kurzer metallischer Schlag“.</translation>
    </message>
    <message>
        <source>Analysing your sounds…</source>
        <translation>Deine Sounds werden analysiert…</translation>
    </message>
    <message>
        <source>Creating demo sounds…</source>
        <translation>Demo-Sounds werden erzeugt…</translation>
    </message>
    <message>
        <source>No favourites yet</source>
        <translation>Noch keine Favoriten</translation>
    </message>
    <message>
        <source>Nothing found</source>
        <translation>Nichts gefunden</translation>
    </message>
    <message>
        <source>Nothing played yet</source>
        <translation>Noch nichts abgespielt</translation>
    </message>
    <message>
        <source>Opening your library…</source>
        <translation>Deine Bibliothek wird geöffnet…</translation>
    </message>
    <message>
        <source>“%1” is empty</source>
        <translation>„%1“ ist leer</translation>
    </message>
    <message>
        <source>Private: no account, no upload, no network needed.</source>
        <translation>Privat: kein Konto, kein Hochladen, kein Netz nötig.</translation>
    </message>
    <message numerus="yes">
        <source>%n minute(s)</source>
        <translation type="unfinished">
            <numerusform></numerusform>
            <numerusform></numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n second(s)</source>
        <translation type="unfinished">
            <numerusform></numerusform>
            <numerusform></numerusform>
        </translation>
    </message>
    <message>
        <source>1,000 short sounds need about %1 MB of disk.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>1,000 short sounds take about %1 on this computer, and %2 MB of its disk.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Bringing the library up to date… %1</source>
        <translation>Die Bibliothek wird aktualisiert … %1</translation>
    </message>
    <message>
        <source>Creates 86 sounds in Earshot&apos;s own folder and analyses them.</source>
        <translation>Erzeugt 86 Sounds in Earshots eigenem Ordner und analysiert sie.</translation>
    </message>
    <message>
        <source>Select a sound and press F, or click the heart in its details.</source>
        <translation>Wähle einen Sound aus und drück F, oder klick auf das Herz in seinen Details.</translation>
    </message>
    <message>
        <source>Sounds you play are listed here, the latest first.</source>
        <translation>Hier stehen die Sounds, die du abspielst, der letzte zuerst.</translation>
    </message>
    <message>
        <source>This happens once after an update of Earshot. If you close the window, it starts again next time.</source>
        <translation>Das geschieht einmal nach einer Aktualisierung von Earshot. Schließt du das Fenster, beginnt es beim nächsten Start von vorn.</translation>
    </message>
    <message>
        <source>This search cannot be answered</source>
        <translation>Diese Suche lässt sich nicht beantworten</translation>
    </message>
    <message>
        <source>This takes a moment.</source>
        <translation>Das dauert einen Moment.</translation>
    </message>
    <message>
        <source>Try it with demo sounds</source>
        <translation>Mit Demo-Sounds ausprobieren</translation>
    </message>
    <message>
        <source>Try other words, or click a filter above to turn it off.</source>
        <translation>Versuch andere Wörter, oder schalte oben einen Filter mit einem Klick ab.</translation>
    </message>
    <message>
        <source>You can search as soon as the first ones are analysed.</source>
        <translation>Du kannst suchen, sobald die ersten analysiert sind.</translation>
    </message>
    <message>
        <source>You can search as soon as the first sounds are analysed.</source>
        <translation>Du kannst suchen, sobald die ersten Sounds analysiert sind.</translation>
    </message>
    <message>
        <source>Your files stay where they are. Earshot writes to them only when you ask it to.</source>
        <translation>Deine Dateien bleiben, wo sie sind. Earshot schreibt nur hinein, wenn du es verlangst.</translation>
    </message>
</context>
<context>
    <name>EngineWords</name>
    <message>
        <source>%1</source>
        <translation>%1</translation>
    </message>
    <message>
        <source>%1 channels</source>
        <translation>%1 Kanäle</translation>
    </message>
    <message>
        <source>%1 or more</source>
        <translation>%1 oder mehr</translation>
    </message>
    <message>
        <source>%1 to %2</source>
        <translation>%1 bis %2</translation>
    </message>
    <message>
        <source>%1 to %2 bright</source>
        <translation>Helligkeit %1 bis %2</translation>
    </message>
    <message>
        <source>%1 to %2 channels</source>
        <translation>%1 bis %2 Kanäle</translation>
    </message>
    <message>
        <source>No sound has the quoted words in its name, folder or metadata.</source>
        <translation>Kein Sound hat die Wörter in Anführungszeichen in Name, Ordner oder Metadaten.</translation>
    </message>
    <message>
        <source>No sound matches the filters.</source>
        <translation>Kein Sound passt zu den Filtern.</translation>
    </message>
    <message>
        <source>This pattern occurs nowhere else.</source>
        <translation>Dieses Muster kommt nirgends sonst vor.</translation>
    </message>
    <message>
        <source>Wait until it is done, or stop it, then try again.</source>
        <translation>Warte, bis es fertig ist, oder halt es an, und versuch es noch einmal.</translation>
    </message>
    <message>
        <source>Wait until no program writes to it, then try again.</source>
        <translation>Warte, bis kein Programm mehr hineinschreibt, und versuch es noch einmal.</translation>
    </message>
    <message>
        <source>Write it again, or delete it. Earshot then analyses the sounds.</source>
        <translation>Schreib sie neu, oder lösch sie. Dann analysiert Earshot die Sounds.</translation>
    </message>
    <message>
        <source>Write one cue per line.</source>
        <translation>Schreib einen Cue je Zeile.</translation>
    </message>
    <message>
        <source>`earshot pack list` shows the installed ones.</source>
        <translation>Welche installiert sind, zeigt Bibliothek, Modellpakete….</translation>
    </message>
    <message>
        <source>`earshot thesaurus` lists all entries.</source>
        <translation>`earshot thesaurus` zeigt alle Einträge.</translation>
    </message>
    <message>
        <source>`earshot verify --repair` removes it, and Earshot analyses the sounds again.</source>
        <translation>`earshot verify --repair` entfernt es, und Earshot analysiert die Sounds neu.</translation>
    </message>
    <message>
        <source>a newer Earshot made this shared library (version %1; this one knows %2)</source>
        <translation>diese gemeinsame Bibliothek stammt von einem neueren Earshot (Version %1; dieses kennt %2)</translation>
    </message>
    <message>
        <source>a pack of the kind %1 only finds speech: a library needs another model pack besides it</source>
        <translation>Ein Modellpaket der Art %1 findet nur Sprache: Eine Bibliothek braucht daneben ein anderes Modellpaket</translation>
    </message>
    <message>
        <source>a section of %1 is not a single word</source>
        <translation>Ein Abschnitt von %1 ist kein einzelnes Wort</translation>
    </message>
    <message>
        <source>a section of %1 is too short to recognise its background</source>
        <translation>Ein Abschnitt von %1 ist zu kurz, um seinen Hintergrund zu erkennen</translation>
    </message>
    <message>
        <source>an older Earshot made this shared library (version %1; this one needs %2)</source>
        <translation>diese gemeinsame Bibliothek stammt von einem älteren Earshot (Version %1; dieses braucht %2)</translation>
    </message>
    <message>
        <source>another Earshot is analysing this library with another model: %1</source>
        <translation>Ein anderes Earshot analysiert diese Bibliothek gerade mit einem anderen Modell: %1</translation>
    </message>
    <message>
        <source>another program has changed %1 since</source>
        <translation>%1 wurde inzwischen von einem anderen Programm geändert</translation>
    </message>
    <message>
        <source>any brightness</source>
        <translation>Helligkeit beliebig</translation>
    </message>
    <message>
        <source>any channels</source>
        <translation>Kanäle beliebig</translation>
    </message>
    <message>
        <source>any depth</source>
        <translation>Bittiefe beliebig</translation>
    </message>
    <message>
        <source>any length</source>
        <translation>Länge beliebig</translation>
    </message>
    <message>
        <source>any rate</source>
        <translation>Abtastrate beliebig</translation>
    </message>
    <message>
        <source>any size</source>
        <translation>Größe beliebig</translation>
    </message>
    <message>
        <source>any tempo</source>
        <translation>Tempo beliebig</translation>
    </message>
    <message>
        <source>at any level</source>
        <translation>Pegel beliebig</translation>
    </message>
    <message>
        <source>blue</source>
        <translation>blau</translation>
    </message>
    <message>
        <source>brighter than %1</source>
        <translation>heller als %1</translation>
    </message>
    <message>
        <source>bytes</source>
        <translation>Byte</translation>
    </message>
    <message>
        <source>category %1</source>
        <translation>Kategorie %1</translation>
    </message>
    <message>
        <source>darker than %1</source>
        <translation>dunkler als %1</translation>
    </message>
    <message>
        <source>faster than %1</source>
        <translation>schneller als %1</translation>
    </message>
    <message>
        <source>favourites</source>
        <translation>Favoriten</translation>
    </message>
    <message>
        <source>from %1</source>
        <translation>ab %1</translation>
    </message>
    <message>
        <source>from %1 channels</source>
        <translation>ab %1 Kanälen</translation>
    </message>
    <message>
        <source>green</source>
        <translation>grün</translation>
    </message>
    <message>
        <source>grey</source>
        <translation>grau</translation>
    </message>
    <message>
        <source>in a major key</source>
        <translation>in Dur</translation>
    </message>
    <message>
        <source>in a minor key</source>
        <translation>in Moll</translation>
    </message>
    <message>
        <source>in collection %1</source>
        <translation>in Sammlung %1</translation>
    </message>
    <message>
        <source>it cannot be saved here: %1</source>
        <translation>sie lässt sich hier nicht speichern: %1</translation>
    </message>
    <message>
        <source>it comes after the first %1 cues, the most a list can have</source>
        <translation>sie kommt nach den ersten %1 Cues, mehr fasst eine Liste nicht</translation>
    </message>
    <message>
        <source>it computes other results on this machine than on its author&apos;s (%1)</source>
        <translation>Es berechnet auf diesem Rechner etwas anderes als beim Hersteller (%1)</translation>
    </message>
    <message>
        <source>it contains nothing to search for</source>
        <translation>sie enthält nichts, wonach sich suchen ließe</translation>
    </message>
    <message>
        <source>it did not finish within %1 s</source>
        <translation>Es wurde in %1 s nicht fertig</translation>
    </message>
    <message>
        <source>it ends too early</source>
        <translation>sie bricht zu früh ab</translation>
    </message>
    <message>
        <source>it has a document type declaration</source>
        <translation>Es hat eine Dokumenttyp-Deklaration</translation>
    </message>
    <message>
        <source>its audio is garbled</source>
        <translation>ihr Ton ist verstümmelt</translation>
    </message>
    <message>
        <source>its header is invalid</source>
        <translation>ihr Header ist ungültig</translation>
    </message>
    <message>
        <source>its name points outside the folder</source>
        <translation>sein Name führt aus dem Ordner hinaus</translation>
    </message>
    <message>
        <source>its number of channels is invalid</source>
        <translation>ihre Kanalzahl ist ungültig</translation>
    </message>
    <message>
        <source>its sample rate is invalid</source>
        <translation>ihre Abtastrate ist ungültig</translation>
    </message>
    <message>
        <source>larger than %1</source>
        <translation>größer als %1</translation>
    </message>
    <message>
        <source>learnt from your choices for “%1” (%2)</source>
        <translation>gelernt aus deinen Entscheidungen für „%1“ (%2)</translation>
    </message>
    <message>
        <source>longer than %1</source>
        <translation>länger als %1</translation>
    </message>
    <message>
        <source>loops</source>
        <translation>Loops</translation>
    </message>
    <message>
        <source>louder than %1</source>
        <translation>lauter als %1</translation>
    </message>
    <message>
        <source>marked %1</source>
        <translation>Farbe %1</translation>
    </message>
    <message>
        <source>missing</source>
        <translation>fehlt</translation>
    </message>
    <message>
        <source>never used</source>
        <translation>nie verwendet</translation>
    </message>
    <message>
        <source>no favourites</source>
        <translation>keine Favoriten</translation>
    </message>
    <message>
        <source>not missing</source>
        <translation>fehlt nicht</translation>
    </message>
    <message>
        <source>not offline</source>
        <translation>nicht offline</translation>
    </message>
    <message>
        <source>not rated</source>
        <translation>ohne Bewertung</translation>
    </message>
    <message>
        <source>note says “%1”</source>
        <translation>Notiz enthält „%1“</translation>
    </message>
    <message>
        <source>offline</source>
        <translation>offline</translation>
    </message>
    <message>
        <source>one-shots</source>
        <translation>One-Shots</translation>
    </message>
    <message>
        <source>%1 alternatives</source>
        <translation>%1 Alternativen</translation>
    </message>
    <message>
        <source>%1</source>
        <comment>what is wrong inside a model pack, in technical words that stay English</comment>
        <translation>Das Modellpaket ist fehlerhaft: %1</translation>
    </message>
    <message>
        <source>%1</source>
        <comment>what to do, as an earlier version worded it</comment>
        <translation>%1</translation>
    </message>
    <message>
        <source>%1 (UCS %2)</source>
        <translation>%1 (UCS: %2)</translation>
    </message>
    <message>
        <source>%1 MB are needed on the disk of %2, %3 are free</source>
        <translation>Auf der Platte von %2 werden %1 MB gebraucht, frei sind %3</translation>
    </message>
    <message>
        <source>%1 Measured on %2 sounds that were read for it.</source>
        <translation>%1 Gemessen an %2 Sounds, die dafür gelesen wurden.</translation>
    </message>
    <message>
        <source>%1 and %2</source>
        <translation>%1 und %2</translation>
    </message>
    <message>
        <source>%1 answers %2 %3</source>
        <comment>an address, and the number and words of a server&apos;s error</comment>
        <translation>%1 antwortet mit %2 %3</translation>
    </message>
    <message>
        <source>%1 asks for the password of %2</source>
        <translation>%1 verlangt das Passwort von %2</translation>
    </message>
    <message>
        <source>%1 belongs to another program</source>
        <translation>%1 gehört einem anderen Programm</translation>
    </message>
    <message>
        <source>%1 cannot be a file name</source>
        <translation>%1 kann kein Dateiname sein</translation>
    </message>
    <message>
        <source>%1 cannot be deleted: %2</source>
        <translation>%1 lässt sich nicht löschen: %2</translation>
    </message>
    <message>
        <source>%1 cannot be opened: %2</source>
        <translation>%1 lässt sich nicht öffnen: %2</translation>
    </message>
    <message>
        <source>%1 cannot be reached: %2</source>
        <translation>%1 ist nicht zu erreichen: %2</translation>
    </message>
    <message>
        <source>%1 cannot be read from %2 on: %3</source>
        <translation>%1 lässt sich ab %2 nicht lesen: %3</translation>
    </message>
    <message>
        <source>%1 cannot be read: %2</source>
        <translation>%1 lässt sich nicht lesen: %2</translation>
    </message>
    <message>
        <source>%1 cannot be written: %2</source>
        <translation>%1 lässt sich nicht schreiben: %2</translation>
    </message>
    <message>
        <source>%1 changed since it was indexed</source>
        <translation>%1 hat sich seit dem Indizieren geändert</translation>
    </message>
    <message>
        <source>%1 changed while it was copied</source>
        <translation>%1 hat sich beim Kopieren geändert</translation>
    </message>
    <message>
        <source>%1 changed while it was read</source>
        <translation>%1 hat sich beim Lesen geändert</translation>
    </message>
    <message>
        <source>%1 could not be read</source>
        <translation>%1 konnte nicht gelesen werden</translation>
    </message>
    <message>
        <source>%1 could not read %2: %3</source>
        <translation>%1 konnte „%2“ nicht lesen: %3</translation>
    </message>
    <message>
        <source>%1 does not answer: %2</source>
        <translation>%1 antwortet nicht: %2</translation>
    </message>
    <message>
        <source>%1 does not encrypt the connection, and an unencrypted one is not allowed</source>
        <translation>%1 verschlüsselt die Verbindung nicht, und unverschlüsselt ist sie nicht erlaubt</translation>
    </message>
    <message>
        <source>%1 does not find your kinds of sound better. Its first result was right for %2 of %3 kinds, that of the pack in use for %4.</source>
        <translation>%1 findet deine Arten von Sounds nicht besser. Sein erstes Ergebnis war bei %2 von %3 Arten richtig, das des verwendeten Modellpakets bei %4.</translation>
    </message>
    <message>
        <source>%1 does not have pgvector</source>
        <translation>%1 hat kein pgvector</translation>
    </message>
    <message>
        <source>%1 filters</source>
        <translation>%1 Filter</translation>
    </message>
    <message>
        <source>%1 finds your kinds of sound better. Its first result was right for %2 of %3 kinds, that of the pack in use for %4.</source>
        <translation>%1 findet deine Arten von Sounds besser. Sein erstes Ergebnis war bei %2 von %3 Arten richtig, das des verwendeten Modellpakets bei %4.</translation>
    </message>
    <message>
        <source>%1 has changed since it was indexed</source>
        <translation>%1 hat sich seit dem Indizieren geändert</translation>
    </message>
    <message>
        <source>%1 has format %2, this Earshot knows up to %3</source>
        <translation>%1 hat Format %2, dieses Earshot kennt nur Formate bis %3</translation>
    </message>
    <message>
        <source>%1 has format %2, which no Earshot ever wrote</source>
        <translation>%1 hat Format %2, das kein Earshot je geschrieben hat</translation>
    </message>
    <message>
        <source>%1 has no database “%2”</source>
        <translation>%1 hat keine Datenbank „%2“</translation>
    </message>
    <message>
        <source>%1 has no role in this shared library</source>
        <translation>%1 hat in dieser gemeinsamen Bibliothek keine Rolle</translation>
    </message>
    <message>
        <source>%1 has no samples between %2 and %3</source>
        <translation>%1 enthält zwischen %2 und %3 keinen Ton</translation>
    </message>
    <message>
        <source>%1 has no samples from %2 on</source>
        <translation>%1 enthält ab %2 keinen Ton</translation>
    </message>
    <message>
        <source>%1 has no sound in it</source>
        <translation>%1 enthält keinen Ton</translation>
    </message>
    <message>
        <source>%1 has pgvector %2; version %3 or later is needed</source>
        <translation>%1 hat pgvector %2; nötig ist Version %3 oder neuer</translation>
    </message>
    <message>
        <source>%1 hours</source>
        <translation>%1 Stunden</translation>
    </message>
    <message>
        <source>%1 in %2 is damaged: its hash is %3…, not %4…</source>
        <translation>%1 in %2 ist beschädigt: Die Prüfsumme ist %3… statt %4…</translation>
    </message>
    <message>
        <source>%1 in %2 is larger than the zip file says</source>
        <translation>%1 in %2 ist größer, als die Zip-Datei angibt</translation>
    </message>
    <message>
        <source>%1 is %2, not a file</source>
        <translation>%1 ist %2, keine Datei</translation>
    </message>
    <message>
        <source>%1 is damaged</source>
        <translation>%1 ist beschädigt</translation>
    </message>
    <message>
        <source>%1 is damaged: %2</source>
        <translation>%1 ist beschädigt, denn %2</translation>
    </message>
    <message>
        <source>%1 is empty</source>
        <translation>%1 ist leer</translation>
    </message>
    <message>
        <source>%1 is not a UCS CatID</source>
        <translation>%1 ist keine CatID von UCS</translation>
    </message>
    <message>
        <source>%1 is not a readable zip file: %2</source>
        <translation>%1 ist keine lesbare Zip-Datei: %2</translation>
    </message>
    <message>
        <source>%1 is not a recording of this library</source>
        <translation>%1 ist keine Aufnahme dieser Bibliothek</translation>
    </message>
    <message>
        <source>%1 is not a sound file Earshot can read</source>
        <translation>%1 ist keine Sounddatei, die Earshot lesen kann</translation>
    </message>
    <message>
        <source>%1 is not a sound file Earshot can read (%2)</source>
        <translation>%1 ist keine Sounddatei, die Earshot lesen kann (%2)</translation>
    </message>
    <message>
        <source>%1 is not an address: %2</source>
        <translation>%1 ist keine Adresse: %2</translation>
    </message>
    <message>
        <source>%1 is not in the dictionary, and %2 is not installed</source>
        <translation>„%1“ steht nicht im Wörterbuch, und %2 ist nicht installiert</translation>
    </message>
    <message>
        <source>%1 is not in the library</source>
        <translation>%1 ist nicht in der Bibliothek</translation>
    </message>
    <message>
        <source>%1 is reserved for favourites</source>
        <translation>%1 ist für Favoriten vergeben</translation>
    </message>
    <message>
        <source>%1 is write-protected</source>
        <translation>%1 ist schreibgeschützt</translation>
    </message>
    <message>
        <source>%1 letters</source>
        <translation>%1 Zeichen</translation>
    </message>
    <message>
        <source>%1 letters of a description</source>
        <translation>%1 Zeichen einer Beschreibung</translation>
    </message>
    <message>
        <source>%1 needs a name</source>
        <translation>Es fehlt ein Name für %1</translation>
    </message>
    <message>
        <source>%1 of %2</source>
        <translation>%1 von %2</translation>
    </message>
    <message>
        <source>%1 or %2</source>
        <translation>%1 oder %2</translation>
    </message>
    <message>
        <source>%1 quoted phrases</source>
        <translation>%1 Ausdrücke in Anführungszeichen</translation>
    </message>
    <message>
        <source>%1 redirects to an address without https: %2</source>
        <translation>%1 leitet auf eine Adresse ohne https um: %2</translation>
    </message>
    <message>
        <source>%1 runs PostgreSQL %2; version %3 or later is needed</source>
        <translation>Auf %1 läuft PostgreSQL %2; nötig ist Version %3 oder neuer</translation>
    </message>
    <message>
        <source>%1 sends too slowly</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 sounds are licensed for academic use only</source>
        <translation>%1 Sounds sind nur für akademische Zwecke lizenziert</translation>
    </message>
    <message>
        <source>%1 sounds are licensed for non-commercial scientific use only</source>
        <translation>%1 Sounds sind nur für nichtkommerzielle wissenschaftliche Zwecke lizenziert</translation>
    </message>
    <message>
        <source>%1 spoken phrases</source>
        <translation>%1 gesprochenen Ausdrücke</translation>
    </message>
    <message>
        <source>%1 stopped answering: %2</source>
        <translation>%1 antwortet nicht mehr: %2</translation>
    </message>
    <message>
        <source>%1 stretches of sound were found; a sound has at most %2 markers.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 was changed by another program just now</source>
        <translation>%1 wurde gerade von einem anderen Programm geändert</translation>
    </message>
    <message>
        <source>%1 words</source>
        <translation>%1 Wörter</translation>
    </message>
    <message>
        <source>%1 → %2</source>
        <comment>a word of another language, and what it says in English</comment>
        <translation>%1 → %2</translation>
    </message>
    <message>
        <source>%1, place %2</source>
        <translation>%1, Platz %2</translation>
    </message>
    <message>
        <source>%1, place %2, at %3</source>
        <translation>%1, Platz %2, bei %3</translation>
    </message>
    <message>
        <source>%1: %2</source>
        <translation>%1: %2</translation>
    </message>
    <message>
        <source>%2</source>
        <comment>why a file could not be read, as an earlier version worded it</comment>
        <translation>%2</translation>
    </message>
    <message>
        <source>A threshold is -96 to 0 dBFS, a silence .01 to 600 s; sounds and margins are 0 to 600 s.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>AIFF files hold markers and up to two loops; %1 has a region or more loops</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Ask for another address.</source>
        <translation>Frag nach einer anderen Adresse.</translation>
    </message>
    <message>
        <source>Average precision</source>
        <translation>Mittlere Genauigkeit</translation>
    </message>
    <message>
        <source>By sound alone, the first result was right for %1 of %2 kinds. For %3 a right one was in the first ten.</source>
        <translation>Allein nach dem Klang war das erste Ergebnis bei %1 von %2 Arten richtig. Bei %3 stand ein richtiges unter den ersten zehn.</translation>
    </message>
    <message>
        <source>Change the value that is outside of its range.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Check that it is switched on and not muted, then record again.</source>
        <translation>Prüf, ob es eingeschaltet und nicht stumm ist, und nimm noch einmal auf.</translation>
    </message>
    <message>
        <source>Check that it still exists and that you may read it, then index again.</source>
        <translation>Prüf, ob es sie noch gibt und du sie lesen darfst, und indiziere noch einmal.</translation>
    </message>
    <message>
        <source>Check that there is memory for it, or get it again: earshot dialogue get-recogniser</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Check the address, and that `ray status` answers with the same token (RAY_AUTH_TOKEN).</source>
        <translation>Prüf die Adresse, und ob `ray status` mit demselben Token (RAY_AUTH_TOKEN) antwortet.</translation>
    </message>
    <message>
        <source>Check the address.</source>
        <translation>Prüf die Adresse.</translation>
    </message>
    <message>
        <source>Check the folder and its permissions.</source>
        <translation>Prüf den Ordner und seine Zugriffsrechte.</translation>
    </message>
    <message>
        <source>Check the library&apos;s drive.</source>
        <translation>Prüf das Laufwerk der Bibliothek.</translation>
    </message>
    <message>
        <source>Check the name and type the password again.</source>
        <translation>Prüf den Namen und gib das Passwort noch einmal ein.</translation>
    </message>
    <message>
        <source>Check the path.</source>
        <translation>Prüf den Pfad.</translation>
    </message>
    <message>
        <source>Check the spelling, and that its drive is connected.</source>
        <translation>Prüf die Schreibweise, und ob das Laufwerk angeschlossen ist.</translation>
    </message>
    <message>
        <source>Check the spelling.</source>
        <translation>Prüf die Schreibweise.</translation>
    </message>
    <message>
        <source>Choose a file that Earshot exported.</source>
        <translation>Wähle eine Datei, die Earshot exportiert hat.</translation>
    </message>
    <message>
        <source>Choose a folder you may write to.</source>
        <translation>Wähle einen Ordner, in den du schreiben darfst.</translation>
    </message>
    <message>
        <source>Choose a library folder you may write to.</source>
        <translation>Wähle für die Bibliothek einen Ordner, in den du schreiben darfst.</translation>
    </message>
    <message>
        <source>Choose a sound file.</source>
        <translation>Wähle eine Sounddatei.</translation>
    </message>
    <message>
        <source>Choose a sound that was recorded several times, or index the folder with its takes.</source>
        <translation>Wähle einen Sound, der mehrmals aufgenommen wurde, oder indiziere den Ordner mit seinen Takes.</translation>
    </message>
    <message>
        <source>Choose another backup: earshot backups</source>
        <translation>Wähle eine andere Sicherung: Bibliothek, Sicherung wiederherstellen.</translation>
    </message>
    <message>
        <source>Choose another library folder.</source>
        <translation>Wähle für die Bibliothek einen anderen Ordner.</translation>
    </message>
    <message>
        <source>Choose another name.</source>
        <translation>Wähle einen anderen Namen.</translation>
    </message>
    <message>
        <source>Choose another place with --out.</source>
        <translation>Wähle mit --out einen anderen Ort.</translation>
    </message>
    <message>
        <source>Choose another place.</source>
        <translation>Wähle einen anderen Ort.</translation>
    </message>
    <message>
        <source>Choose another tag.</source>
        <translation>Wähle ein anderes Tag.</translation>
    </message>
    <message>
        <source>Choose another word.</source>
        <translation>Wähle ein anderes Wort.</translation>
    </message>
    <message>
        <source>Choose another: earshot backups</source>
        <translation>Wähle eine andere: Bibliothek, Sicherung wiederherstellen.</translation>
    </message>
    <message>
        <source>Choose one from the list, such as DOORWood.</source>
        <translation>Wähle eine aus der Liste, etwa DOORWood.</translation>
    </message>
    <message>
        <source>Choose the folder where these sounds are now.</source>
        <translation>Wähle den Ordner, in dem diese Sounds jetzt liegen.</translation>
    </message>
    <message>
        <source>Close other programs that have it open.</source>
        <translation>Schließ andere Programme, in denen sie offen ist.</translation>
    </message>
    <message>
        <source>Close other programs that use it (a backup, a virus scanner, a second Earshot) and try again.</source>
        <translation>Schließ andere Programme, die sie verwenden (Datensicherung, Virenscanner, ein zweites Earshot), und versuch es noch einmal.</translation>
    </message>
    <message>
        <source>Close other programs, or use fewer --workers, and run the same command again.</source>
        <translation>Schließ andere Programme und versuch es noch einmal.</translation>
    </message>
    <message>
        <source>Close other programs, then index again.</source>
        <translation>Schließ andere Programme und indiziere noch einmal.</translation>
    </message>
    <message>
        <source>Closeness</source>
        <translation>Nähe</translation>
    </message>
    <message>
        <source>Convert it to WAV or FLAC, or leave it out.</source>
        <translation>Wandle sie in WAV oder FLAC um, oder lass sie weg.</translation>
    </message>
    <message>
        <source>Convert it with another program. If it plays elsewhere, please report it.</source>
        <translation>Wandle sie mit einem anderen Programm um. Lässt sie sich anderswo abspielen, melde uns das bitte.</translation>
    </message>
    <message>
        <source>Copy it again from where it came from, or open it in an audio editor and save it again.</source>
        <translation>Kopiere sie noch einmal von ihrer Quelle, oder öffne sie in einem Audioeditor und speichere sie neu.</translation>
    </message>
    <message>
        <source>Copy it or export it again.</source>
        <translation>Kopiere oder exportiere sie noch einmal.</translation>
    </message>
    <message>
        <source>Copy the folder to a disk you may write to, and open that copy once.</source>
        <translation>Kopiere den Ordner auf ein Laufwerk, auf das du schreiben darfst, und öffne diese Kopie einmal.</translation>
    </message>
    <message>
        <source>Delete it in your file manager.</source>
        <translation>Lösch es im Dateimanager.</translation>
    </message>
    <message>
        <source>Earshot cannot write into this kind of file: %1</source>
        <translation>In Dateien dieser Art kann Earshot nicht schreiben: %1</translation>
    </message>
    <message>
        <source>Earshot does not download packs from %1</source>
        <translation>Von %1 lädt Earshot keine Modellpakete</translation>
    </message>
    <message>
        <source>Export it again.</source>
        <translation>Exportiere sie noch einmal.</translation>
    </message>
    <message>
        <source>Export the model with ONNX&apos;s own operators or ONNX Runtime&apos;s (com.microsoft).</source>
        <translation>Exportiere das Modell mit Operatoren von ONNX oder ONNX Runtime (com.microsoft).</translation>
    </message>
    <message>
        <source>Export the model with its weights inside the file.</source>
        <translation>Exportiere das Modell mit den Gewichten in der Datei.</translation>
    </message>
    <message>
        <source>FLAC, Ogg and MP3 files hold at most %1 markers; %2 has %3</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>FLAC, Ogg and MP3 files name places only; %1 has a region or loop</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>File</source>
        <translation>Datei</translation>
    </message>
    <message>
        <source>File name too long</source>
        <translation>Dateiname zu lang</translation>
    </message>
    <message>
        <source>First found</source>
        <translation>Zuerst gefunden</translation>
    </message>
    <message>
        <source>Found</source>
        <translation>Gefunden</translation>
    </message>
    <message>
        <source>Free some space and run the same command again.</source>
        <translation>Schaff Platz und versuch es noch einmal.</translation>
    </message>
    <message>
        <source>Free some space and run the same command again: everything done so far is kept.</source>
        <translation>Schaff Platz und versuch es noch einmal: Alles bisher Erledigte bleibt.</translation>
    </message>
    <message>
        <source>Free some space and try again.</source>
        <translation>Schaff Platz und versuch es noch einmal.</translation>
    </message>
    <message>
        <source>Free some space, or choose another disk.</source>
        <translation>Schaff Platz, oder wähle ein anderes Laufwerk.</translation>
    </message>
    <message>
        <source>Get it by Library, Transcripts…, or by `earshot dialogue get-recogniser`.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Give a start of 0 or more and an end after it, in seconds.</source>
        <translation>Gib einen Anfang ab 0 und ein späteres Ende an, in Sekunden.</translation>
    </message>
    <message>
        <source>Give an https address, without a name or a password.</source>
        <translation>Gib eine https-Adresse ohne Namen und Passwort an.</translation>
    </message>
    <message>
        <source>Give exactly these files.</source>
        <translation>Gib genau diese Dateien an.</translation>
    </message>
    <message>
        <source>Give the beginning of its id: %1</source>
        <translation>Gib den Anfang der Kennung an: %1</translation>
    </message>
    <message>
        <source>Give the https address of a zip file.</source>
        <translation>Gib die https-Adresse einer Zip-Datei an.</translation>
    </message>
    <message>
        <source>Give the path or the file: address of a sound, as search gives it.</source>
        <translation>Gib den Pfad oder die file:-Adresse eines Sounds an, wie die Suche sie nennt.</translation>
    </message>
    <message>
        <source>Give yourself permission to read it.</source>
        <translation>Gib dir das Recht, sie zu lesen.</translation>
    </message>
    <message>
        <source>In Earshot&apos;s folder run: sh installer/start.sh setup-cluster</source>
        <translation>Im Ordner von Earshot ausführen: sh installer/start.sh setup-cluster</translation>
    </message>
    <message>
        <source>In Earshot&apos;s folder run: sh installer/start.sh setup-mcp</source>
        <translation>Im Ordner von Earshot ausführen: sh installer/start.sh setup-mcp</translation>
    </message>
    <message>
        <source>In Earshot&apos;s folder run: sh installer/start.sh setup-studio</source>
        <translation>Rufe in Earshots Ordner auf: sh installer/start.sh setup-studio</translation>
    </message>
    <message>
        <source>Index a folder first.</source>
        <translation>Füge zuerst einen Ordner hinzu.</translation>
    </message>
    <message>
        <source>Index a folder with sounds first.</source>
        <translation>Füge zuerst einen Ordner mit Sounds hinzu.</translation>
    </message>
    <message>
        <source>Index its folder again.</source>
        <translation>Indiziere ihren Ordner noch einmal.</translation>
    </message>
    <message>
        <source>Index the folder first, then write its sidecar.</source>
        <translation>Indiziere zuerst den Ordner, dann schreib seine Begleitdatei.</translation>
    </message>
    <message>
        <source>Index the sound again.</source>
        <translation>Indiziere den Sound neu.</translation>
    </message>
    <message>
        <source>Input/output error</source>
        <translation>Ein-/Ausgabefehler</translation>
    </message>
    <message>
        <source>Install a newer Earshot.</source>
        <translation>Installiere ein neueres Earshot.</translation>
    </message>
    <message>
        <source>Install apsw 3.51.3 or later.</source>
        <translation>Installiere apsw 3.51.3 oder neuer.</translation>
    </message>
    <message>
        <source>Install it, or name another with --pack.</source>
        <translation>Installiere es, oder nenn mit --pack ein anderes.</translation>
    </message>
    <message>
        <source>Install one (`earshot pack install FOLDER`), then index the folders again.</source>
        <translation>Installiere eines (`earshot pack install ORDNER`), dann indiziere die Ordner neu.</translation>
    </message>
    <message>
        <source>Install the complete Earshot, or test without a script.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Install the newer Earshot that made it, or choose another library folder. Nothing was changed.</source>
        <translation>Installiere das neuere Earshot, das sie angelegt hat, oder wähle für die Bibliothek einen anderen Ordner. Geändert wurde nichts.</translation>
    </message>
    <message>
        <source>Install the newer Earshot that made it.</source>
        <translation>Installiere das neuere Earshot, das sie angelegt hat.</translation>
    </message>
    <message>
        <source>Install the newer Earshot that wrote it.</source>
        <translation>Installiere das neuere Earshot, das es geschrieben hat.</translation>
    </message>
    <message>
        <source>Install the newer Earshot that wrote it. Nothing was changed.</source>
        <translation>Installiere das neuere Earshot, das sie geschrieben hat. Geändert wurde nichts.</translation>
    </message>
    <message>
        <source>Install the same Earshot on every machine.</source>
        <translation>Installiere auf jedem Rechner dasselbe Earshot.</translation>
    </message>
    <message>
        <source>Is a directory</source>
        <translation>ist ein Ordner</translation>
    </message>
    <message>
        <source>It belongs to another user of this computer. Log in as that user, or choose another library.</source>
        <translation>Er gehört jemand anderem an diesem Rechner. Melde dich dort an, oder wähle eine andere Bibliothek.</translation>
    </message>
    <message>
        <source>It knows dur, ch, sr, ext, rating, tag and fav. Search the joined library for the others.</source>
        <translation>Er kennt dur, ch, sr, ext, rating, tag und fav. Für die anderen durchsuche die verbundene Bibliothek.</translation>
    </message>
    <message>
        <source>It runs with Python 3.11 to 3.13 on Linux and Windows (x86-64), and on macOS (Apple silicon).</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>It was moved or deleted, or its drive is not connected.</source>
        <translation>Sie wurde verschoben oder gelöscht, oder ihr Laufwerk ist nicht angeschlossen.</translation>
    </message>
    <message>
        <source>It was moved, renamed or deleted.</source>
        <translation>Sie wurde verschoben, umbenannt oder gelöscht.</translation>
    </message>
    <message>
        <source>Its metadata is too large or damaged. Repair it in the program that wrote it.</source>
        <translation>Ihre Metadaten sind zu groß oder beschädigt. Repariere sie in dem Programm, das sie geschrieben hat.</translation>
    </message>
    <message>
        <source>Join it first: earshot server join.</source>
        <translation>Verbinde sie zuerst: earshot server join.</translation>
    </message>
    <message>
        <source>Kind</source>
        <translation>Art</translation>
    </message>
    <message>
        <source>Kinds, by sound alone</source>
        <translation>Arten, allein nach dem Klang</translation>
    </message>
    <message>
        <source>Known: %1.</source>
        <translation>Bekannt: %1.</translation>
    </message>
    <message>
        <source>Leave --pack out, or index the library again with that pack.</source>
        <translation>Lass --pack weg, oder indiziere die Bibliothek neu mit diesem Modellpaket.</translation>
    </message>
    <message>
        <source>Leave it out: it has no audio track.</source>
        <translation>Lass sie weg: Sie hat keine Tonspur.</translation>
    </message>
    <message>
        <source>Leave the checksum out, or name a zip file.</source>
        <translation>Lass die Prüfsumme weg, oder nenn eine Zip-Datei.</translation>
    </message>
    <message>
        <source>Line</source>
        <translation>Zeile</translation>
    </message>
    <message>
        <source>Loop whose seam may not fit</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Make the folder writable, or choose another with --library.</source>
        <translation>Mach den Ordner beschreibbar, oder wähle mit --library einen anderen.</translation>
    </message>
    <message>
        <source>Mean place</source>
        <translation>Mittlerer Platz</translation>
    </message>
    <message>
        <source>More</source>
        <translation>Mehr</translation>
    </message>
    <message>
        <source>Name that pack with --pack, or give these results a folder of their own.</source>
        <translation>Nenne jenes Modellpaket mit --pack, oder gib diesen Ergebnissen einen eigenen Ordner.</translation>
    </message>
    <message>
        <source>Name the pack: earshot pack use PACK</source>
        <translation>Nenne das Modellpaket: earshot pack use PAKET</translation>
    </message>
    <message>
        <source>Nearest</source>
        <translation>Am nächsten</translation>
    </message>
    <message>
        <source>Network shares often cannot hold a library: choose a folder on a local disk with --library.</source>
        <translation>Netzlaufwerke taugen oft nicht für eine Bibliothek. Wähle mit --library einen Ordner auf einem Laufwerk dieses Rechners.</translation>
    </message>
    <message>
        <source>No other pack is installed.</source>
        <translation>Kein anderes Modellpaket ist installiert.</translation>
    </message>
    <message>
        <source>No space left on device</source>
        <translation>kein Platz mehr auf dem Laufwerk</translation>
    </message>
    <message>
        <source>No such file or directory</source>
        <translation>Datei oder Ordner nicht vorhanden</translation>
    </message>
    <message>
        <source>Not a directory</source>
        <translation>ist kein Ordner</translation>
    </message>
    <message>
        <source>Nothing is lost: searches take a little longer until the index is built again.</source>
        <translation>Nichts ist verloren. Suchen dauern etwas länger, bis der Index neu gebaut ist.</translation>
    </message>
    <message>
        <source>Nothing was done.</source>
        <translation>Es wurde nichts getan.</translation>
    </message>
    <message>
        <source>ONNX Runtime refuses the graph: %1</source>
        <translation>ONNX Runtime lehnt den Graphen ab: %1</translation>
    </message>
    <message>
        <source>On the server install pgvector 0.8 or later, then run earshot server init again.</source>
        <translation>Installiere auf dem Server pgvector 0.8 oder neuer, dann noch einmal earshot server init.</translation>
    </message>
    <message>
        <source>Only packs you installed can be removed.</source>
        <translation>Nur selbst installierte Modellpakete lassen sich entfernen.</translation>
    </message>
    <message>
        <source>Operation not permitted</source>
        <translation>nicht erlaubt</translation>
    </message>
    <message>
        <source>Other packs</source>
        <translation>Andere Modellpakete</translation>
    </message>
    <message>
        <source>Parts are: %1.</source>
        <translation>Bestandteile sind: %1.</translation>
    </message>
    <message>
        <source>Permission denied</source>
        <translation>keine Berechtigung</translation>
    </message>
    <message>
        <source>Pick a sound for a cue first: Enter.</source>
        <translation>Zuerst einen Sound für einen Cue wählen: Eingabetaste.</translation>
    </message>
    <message>
        <source>Plan again: earshot embed plan FOLDER --out PLAN</source>
        <translation>Neu planen: earshot embed plan ORDNER --out PLAN</translation>
    </message>
    <message>
        <source>Play it from the start.</source>
        <translation>Spiel sie von Anfang an ab.</translation>
    </message>
    <message>
        <source>Please send us this file or one like it.</source>
        <translation>Bitte schick uns diese oder eine ähnliche Datei.</translation>
    </message>
    <message>
        <source>Possible clicks</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Put the password into the file that PGPASSFILE names, or ~/.pgpass, readable by you alone.</source>
        <translation>Lege das Passwort in die Datei, die PGPASSFILE nennt, oder in ~/.pgpass, nur für dich lesbar.</translation>
    </message>
    <message>
        <source>Raise the threshold, the shortest silence or the shortest sound.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Ray has no package for this system</source>
        <translation>für dieses System gibt es kein Paket von Ray</translation>
    </message>
    <message>
        <source>Read-only file system</source>
        <translation>Das Laufwerk ist schreibgeschützt</translation>
    </message>
    <message>
        <source>Reinstall Earshot, or name another pack with --pack.</source>
        <translation>Installiere Earshot neu, oder nenne mit --pack ein anderes Modellpaket.</translation>
    </message>
    <message>
        <source>Reinstall ONNX Runtime.</source>
        <translation>Installiere ONNX Runtime neu.</translation>
    </message>
    <message>
        <source>Remove it, then try again.</source>
        <translation>Entfern sie und versuch es noch einmal.</translation>
    </message>
    <message>
        <source>Repair it in the program that wrote it.</source>
        <translation>In dem Programm reparieren, das sie geschrieben hat.</translation>
    </message>
    <message>
        <source>Repair them in the program that wrote them.</source>
        <translation>In dem Programm reparieren, das sie geschrieben hat.</translation>
    </message>
    <message>
        <source>Run `earshot doctor` and free some memory. What was indexed so far is kept.</source>
        <translation>Starte `earshot doctor`, und gib Arbeitsspeicher frei. Was indiziert ist, bleibt erhalten.</translation>
    </message>
    <message>
        <source>Run `earshot index`: it reads again the sounds whose vectors were lost. Tags are kept.</source>
        <translation>Indiziere die Ordner neu: Dabei werden die Sounds neu gelesen, deren Vektoren verloren sind. Tags bleiben erhalten.</translation>
    </message>
    <message>
        <source>Run `earshot index`: it reads the sounds again.</source>
        <translation>Indiziere die Ordner neu: Dabei werden die Sounds neu gelesen.</translation>
    </message>
    <message>
        <source>Run the plan first: earshot embed run PLAN --out RESULTS</source>
        <translation>Zuerst den Plan ausführen: earshot embed run PLAN --out ERGEBNISSE</translation>
    </message>
    <message>
        <source>SQLite %1 can damage a catalogue in WAL mode</source>
        <translation>SQLite %1 kann einen Katalog im WAL-Modus beschädigen</translation>
    </message>
    <message>
        <source>Score</source>
        <translation>Wertung</translation>
    </message>
    <message>
        <source>Score of %1: %2, of the pack in use: %3 (mean average precision over %4 kinds; difference with 95 % confidence: %5 to %6).</source>
        <translation>Wertung von %1: %2, des verwendeten Modellpakets: %3 (mittlere Genauigkeit über %4 Arten; Unterschied mit 95 % Sicherheit: %5 bis %6).</translation>
    </message>
    <message>
        <source>Search again.</source>
        <translation>Such noch einmal.</translation>
    </message>
    <message>
        <source>See the list of tools and what each of them takes.</source>
        <translation>Sieh in die Liste der Werkzeuge und ihrer Angaben.</translation>
    </message>
    <message>
        <source>See the volumes that there are: earshot server volume.</source>
        <translation>Welche Laufwerke es gibt, zeigt: earshot server volume.</translation>
    </message>
    <message>
        <source>See which there are: earshot backups</source>
        <translation>Welche es gibt, zeigt Bibliothek, Sicherung wiederherstellen.</translation>
    </message>
    <message>
        <source>See who has a role: earshot server user.</source>
        <translation>Wer eine Rolle hat, zeigt: earshot server user.</translation>
    </message>
    <message>
        <source>See with `ray status` whether a machine has a free processor.</source>
        <translation>Mit `ray status` nachsehen, ob ein Rechner einen freien Prozessor hat.</translation>
    </message>
    <message>
        <source>Send {&quot;token&quot;: …} as the first line, with the token that was printed at the start.</source>
        <translation>Sende {&quot;token&quot;: …} als erste Zeile, mit dem Token, das beim Start ausgegeben wurde.</translation>
    </message>
    <message>
        <source>Split it: a list has at most %1 cues.</source>
        <translation>Aufteilen: Eine Liste hat höchstens %1 Cues.</translation>
    </message>
    <message>
        <source>Start it again.</source>
        <translation>Starte es neu.</translation>
    </message>
    <message>
        <source>Start it with --allow-changes, or with --out FOLDER for exports alone.</source>
        <translation>Starte es mit --allow-changes, oder mit --out ORDNER nur für Exporte.</translation>
    </message>
    <message>
        <source>The disk or its connection may be failing: try another one.</source>
        <translation>Vielleicht versagt die Platte oder ihre Verbindung: Versuch es mit einer anderen.</translation>
    </message>
    <message>
        <source>The folder&apos;s log.txt says where.</source>
        <translation>Wo, steht in log.txt im Ordner.</translation>
    </message>
    <message>
        <source>The header may be damaged. If not, resample the file.</source>
        <translation>Vielleicht ist der Header beschädigt. Wenn nicht, rechne die Datei auf eine andere Abtastrate um.</translation>
    </message>
    <message>
        <source>The header may be damaged. If not, split the file into fewer channels.</source>
        <translation>Vielleicht ist der Header beschädigt. Wenn nicht, teile die Datei in solche mit weniger Kanälen auf.</translation>
    </message>
    <message>
        <source>The name of a marker has more than %1 bytes, the most of an AIFF file: %2</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The query was too long: only the first %1 were used.</source>
        <translation>Die Suche war zu lang: Nur die ersten %1 wurden verwendet.</translation>
    </message>
    <message>
        <source>The speech recogniser is not installed.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Their stored data is damaged: `earshot index` reads them again.</source>
        <translation>Ihre gespeicherten Daten sind beschädigt: `earshot index` liest sie neu ein.</translation>
    </message>
    <message>
        <source>There are too few sounds to compare.</source>
        <translation>Es sind zu wenige Sounds für einen Vergleich.</translation>
    </message>
    <message>
        <source>They stay in the library. WAV files take all, AIFF markers and loops, FLAC, Ogg and MP3 markers.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>This kind of file has no room for a marker this far into the sound: %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Try again when it is done.</source>
        <translation>Versuch es noch einmal, wenn es fertig ist.</translation>
    </message>
    <message>
        <source>Try again with --device cpu; if that fails too, run `earshot doctor`.</source>
        <translation>Versuch es noch einmal mit --device cpu; misslingt auch das, starte `earshot doctor`.</translation>
    </message>
    <message>
        <source>Try again, or make one by hand: earshot backups make</source>
        <translation>Noch einmal versuchen, oder eine von Hand machen: earshot backups make</translation>
    </message>
    <message>
        <source>Try again.</source>
        <translation>Versuch es noch einmal.</translation>
    </message>
    <message>
        <source>Try again. If this happens again, do not use the file, and ask whoever gave you the checksum.</source>
        <translation>Versuch es noch einmal. Geschieht es wieder, verwende die Datei nicht, und frag dort nach, woher die Prüfsumme kam.</translation>
    </message>
    <message>
        <source>Type it, or put it into the file that PGPASSFILE names.</source>
        <translation>Gib es ein, oder lege es in die Datei, die PGPASSFILE nennt.</translation>
    </message>
    <message>
        <source>Update Earshot to use this pack.</source>
        <translation>Aktualisiere Earshot, um dieses Modellpaket zu verwenden.</translation>
    </message>
    <message>
        <source>Update Earshot.</source>
        <translation>Aktualisiere Earshot.</translation>
    </message>
    <message>
        <source>Use --device auto or cpu, or install the %1 extra; see `earshot doctor`.</source>
        <translation>Verwende --device auto oder cpu, oder installiere das Extra %1; siehe `earshot doctor`.</translation>
    </message>
    <message>
        <source>Use 1 to 100 letters, without / and \.</source>
        <translation>Nimm 1 bis 100 Zeichen, ohne / und \.</translation>
    </message>
    <message>
        <source>Use --engine local.</source>
        <translation>Verwende --engine local.</translation>
    </message>
    <message>
        <source>%1 answers, but %2 has a change under way there that does not end</source>
        <translation>%1 antwortet, aber %2 hat dort eine Änderung begonnen, die nicht endet</translation>
    </message>
    <message>
        <source>%1 is of a kind that has no names of tracks</source>
        <translation>%1 ist von einer Art, die keine Namen von Spuren hat</translation>
    </message>
    <message>
        <source>%1 stands for nothing</source>
        <translation>%1 steht für nichts</translation>
    </message>
    <message>
        <source>Check the path. `earshot index FOLDER` makes a library and says so; with --create any command makes an empty one.</source>
        <translation>Prüfe, ob der Pfad stimmt. Mit --create wird dort eine angelegt.</translation>
    </message>
    <message>
        <source>Earshot gives that field no such value</source>
        <translation>Earshot gibt diesem Feld keinen solchen Wert</translation>
    </message>
    <message>
        <source>Earshot knows no such field</source>
        <translation>Earshot kennt kein solches Feld</translation>
    </message>
    <message>
        <source>Earshot leaves your sounds alone, and wrote nothing</source>
        <translation>Earshot lässt deine Sounds in Ruhe und hat nichts geschrieben</translation>
    </message>
    <message>
        <source>Nothing was written. Put it back where it was, or close Earshot and open it where it is now.</source>
        <translation>Nichts wurde geschrieben. Leg sie dorthin zurück, wo sie war, oder schließ Earshot und öffne sie dort, wo sie jetzt ist.</translation>
    </message>
    <message>
        <source>Save it as CSV, in parts of at most 256 MB, and check that you may read it.</source>
        <translation>Speichere sie als CSV, in Teilen von höchstens 256 MB, und prüfe, ob du sie lesen darfst.</translation>
    </message>
    <message>
        <source>Somebody removed it meanwhile. Choose another, or make a new one.</source>
        <translation>Jemand hat sie inzwischen entfernt. Wähle eine andere, oder leg eine neue an.</translation>
    </message>
    <message>
        <source>Titles that are read: %1.</source>
        <translation>Titel, die gelesen werden: %1.</translation>
    </message>
    <message>
        <source>To allow it, switch off “Leave my sounds alone” in Preferences, or start without --read-only.</source>
        <translation>Schalte „Meine Sounds in Ruhe lassen“ in den Einstellungen aus, oder starte ohne --read-only, um es zu erlauben.</translation>
    </message>
    <message>
        <source>Use letters that it has, or convert the file&apos;s iXML to UTF-8.</source>
        <translation>Verwende Zeichen, die sie hat, oder wandle das iXML der Datei in UTF-8 um.</translation>
    </message>
    <message>
        <source>Use one of %1.</source>
        <translation>Verwende eines davon: %1.</translation>
    </message>
    <message>
        <source>Use one of these: %1.</source>
        <translation>Nimm eines von diesen: %1.</translation>
    </message>
    <message>
        <source>Use small letters, digits and _, 40 at most, and begin with a letter.</source>
        <translation>Nimm Kleinbuchstaben, Ziffern und _, höchstens 40, und beginne mit einem Buchstaben.</translation>
    </message>
    <message>
        <source>Use that version of Earshot, or embed again with this one.</source>
        <translation>Verwende jene Version von Earshot, oder lies mit dieser neu ein.</translation>
    </message>
    <message>
        <source>WAV files have them, in iXML. Leave the tracks out for other files.</source>
        <translation>WAV-Dateien haben sie, in iXML. Lass die Spuren bei anderen Dateien weg.</translation>
    </message>
    <message>
        <source>WAV, AIFF, FLAC, Ogg, MP3 and M4A can be written; others keep their tags in the library only.</source>
        <translation>Geschrieben werden WAV, AIFF, FLAC, Ogg, MP3 und M4A; bei anderen bleiben Tags nur in der Bibliothek.</translation>
    </message>
    <message>
        <source>Write a word.</source>
        <translation>Schreib ein Wort.</translation>
    </message>
    <message>
        <source>Write at least one letter.</source>
        <translation>Schreib mindestens einen Buchstaben.</translation>
    </message>
    <message>
        <source>Write at most %1 letters.</source>
        <translation>Schreib höchstens %1 Zeichen.</translation>
    </message>
    <message>
        <source>Write one JSON object a line: {&quot;id&quot;: 1, &quot;tool&quot;: &quot;search&quot;, &quot;arguments&quot;: {&quot;query&quot;: &quot;rain&quot;}}</source>
        <translation>Schreib ein JSON-Objekt je Zeile: {&quot;id&quot;: 1, &quot;tool&quot;: &quot;search&quot;, &quot;arguments&quot;: {&quot;query&quot;: &quot;rain&quot;}}</translation>
    </message>
    <message>
        <source>Write one for each folder in it.</source>
        <translation>Schreib eine für jeden Ordner darin.</translation>
    </message>
    <message>
        <source>Write postgresql://USER@HOST/DATABASE.</source>
        <translation>Schreibe postgresql://NAME@SERVER/DATENBANK.</translation>
    </message>
    <message>
        <source>`earshot pack install` puts it beside the pack that searches.</source>
        <translation>`earshot pack install` legt es neben das Modellpaket, mit dem gesucht wird.</translation>
    </message>
    <message>
        <source>a backup of this library is being made: %1</source>
        <translation>Gerade wird eine Sicherung dieser Bibliothek gemacht: %1</translation>
    </message>
    <message>
        <source>a collection</source>
        <translation>eine Sammlung</translation>
    </message>
    <message>
        <source>a copyright is stated and no licence that allows training</source>
        <translation>ein Copyright ist angegeben und keine Lizenz, die Training erlaubt</translation>
    </message>
    <message>
        <source>a device</source>
        <translation>ein Gerät</translation>
    </message>
    <message>
        <source>a folder</source>
        <translation>ein Ordner</translation>
    </message>
    <message>
        <source>a pipe</source>
        <translation>eine Pipe</translation>
    </message>
    <message>
        <source>a saved search</source>
        <translation>eine gespeicherte Suche</translation>
    </message>
    <message>
        <source>a socket</source>
        <translation>ein Socket</translation>
    </message>
    <message>
        <source>a tag</source>
        <translation>ein Tag</translation>
    </message>
    <message>
        <source>a vector that was asked for is not there any more</source>
        <translation>Ein gesuchter Vektor ist nicht mehr da</translation>
    </message>
    <message>
        <source>a waveform overview is damaged</source>
        <translation>Eine Wellenform-Übersicht ist beschädigt</translation>
    </message>
    <message>
        <source>added %1</source>
        <translation>hinzugefügt %1</translation>
    </message>
    <message>
        <source>after %1</source>
        <translation>nach %1</translation>
    </message>
    <message>
        <source>all rights are reserved</source>
        <translation>alle Rechte sind vorbehalten</translation>
    </message>
    <message>
        <source>all sounds to learn from have the same description</source>
        <translation>alle Sounds, aus denen gelernt würde, haben dieselbe Beschreibung</translation>
    </message>
    <message>
        <source>an entry of the thesaurus</source>
        <translation>ein Wort des Thesaurus</translation>
    </message>
    <message>
        <source>an exclusion list names it</source>
        <translation>eine Ausschlussliste nennt ihn</translation>
    </message>
    <message>
        <source>another Earshot answers at %1</source>
        <translation>unter %1 antwortet ein anderes Earshot</translation>
    </message>
    <message>
        <source>another Earshot is syncing this library: %1</source>
        <translation>ein anderes Earshot gleicht diese Bibliothek gerade ab: %1</translation>
    </message>
    <message>
        <source>another Earshot is writing this library: %1</source>
        <translation>Ein anderes Earshot schreibt gerade in diese Bibliothek: %1</translation>
    </message>
    <message>
        <source>another library lies in %1 now</source>
        <translation>in %1 liegt jetzt eine andere Bibliothek</translation>
    </message>
    <message>
        <source>another process is building this index: %1</source>
        <translation>Ein anderer Prozess baut gerade diesen Index: %1</translation>
    </message>
    <message>
        <source>another program has kept the library %1 locked for %2 s</source>
        <translation>Ein anderes Programm hält die Bibliothek %1 seit %2 s gesperrt</translation>
    </message>
    <message>
        <source>another program has the library %1 open</source>
        <translation>Ein anderes Programm hat die Bibliothek %1 offen</translation>
    </message>
    <message>
        <source>answered</source>
        <translation>beantwortet</translation>
    </message>
    <message>
        <source>answered badly</source>
        <translation>schlecht beantwortet</translation>
    </message>
    <message>
        <source>artist</source>
        <translation>Designer</translation>
    </message>
    <message>
        <source>before %1</source>
        <translation>vor %1</translation>
    </message>
    <message>
        <source>cannot write the pack %1: %2</source>
        <translation>Das Modellpaket %1 lässt sich nicht schreiben: %2</translation>
    </message>
    <message>
        <source>changed %1</source>
        <translation>geändert %1</translation>
    </message>
    <message>
        <source>comment</source>
        <translation>Kommentar</translation>
    </message>
    <message>
        <source>damaged after %1: %2</source>
        <translation>beschädigt ab %1: %2</translation>
    </message>
    <message>
        <source>description</source>
        <translation>Beschreibung</translation>
    </message>
    <message>
        <source>designer “%1”</source>
        <translation>Designer „%1“</translation>
    </message>
    <message>
        <source>ends %1 early: the header says %2</source>
        <translation>endet %1 zu früh: Laut Header wären es %2</translation>
    </message>
    <message>
        <source>found</source>
        <translation>gefunden</translation>
    </message>
    <message>
        <source>hnswlib cannot load it (%1)</source>
        <translation>hnswlib kann ihn nicht laden (%1)</translation>
    </message>
    <message>
        <source>hnswlib is not installed</source>
        <translation>hnswlib ist nicht installiert</translation>
    </message>
    <message>
        <source>in %1</source>
        <comment>a folder</comment>
        <translation>in %1</translation>
    </message>
    <message>
        <source>in %1</source>
        <comment>a month, a year or a day</comment>
        <translation>in %1</translation>
    </message>
    <message>
        <source>in %1</source>
        <comment>musical keys</comment>
        <translation>in %1</translation>
    </message>
    <message>
        <source>in the last %1 days</source>
        <translation>in den letzten %1 Tagen</translation>
    </message>
    <message>
        <source>indexing needs more than the %1 GiB of memory it may have, whatever file it reads</source>
        <translation>Das Indizieren braucht mehr als die erlaubten %1 GiB Arbeitsspeicher, gleich bei welcher Datei</translation>
    </message>
    <message>
        <source>indexing stopped %1 times (exit status %2) and no single file is to blame</source>
        <translation>Das Indizieren ist %1-mal abgebrochen (Status %2), und keine einzelne Datei ist schuld</translation>
    </message>
    <message>
        <source>it</source>
        <comment>a file that the same sentence has named</comment>
        <translation>sie</translation>
    </message>
    <message>
        <source>it cannot be read (%1)</source>
        <translation>er ist nicht lesbar (%1)</translation>
    </message>
    <message>
        <source>it ends before the first sample</source>
        <translation>sie endet vor dem ersten Sample</translation>
    </message>
    <message>
        <source>it has no content</source>
        <translation>Es hat keinen Inhalt</translation>
    </message>
    <message>
        <source>it holds %1 vectors, expected %2</source>
        <translation>er enthält %1 Vektoren statt %2</translation>
    </message>
    <message>
        <source>it holds more than one sound</source>
        <translation>Sie enthält mehr als einen Ton</translation>
    </message>
    <message>
        <source>it holds no sound, or more than one</source>
        <translation>Sie enthält keinen oder mehr als einen Ton</translation>
    </message>
    <message>
        <source>it holds vectors of another pack or size (%1, expected %2)</source>
        <translation>Sie enthält Vektoren eines anderen Modellpakets oder anderer Größe (%1, erwartet %2)</translation>
    </message>
    <message>
        <source>it is %1 bytes long, expected %2</source>
        <translation>er ist %1 Bytes lang statt %2</translation>
    </message>
    <message>
        <source>it is another sound</source>
        <translation>ein anderer Sound</translation>
    </message>
    <message>
        <source>it is coded in a way Earshot does not know</source>
        <translation>sie ist auf eine Art codiert, die Earshot nicht kennt</translation>
    </message>
    <message>
        <source>it is missing</source>
        <translation>Sie fehlt</translation>
    </message>
    <message>
        <source>it is no %1</source>
        <translation>Es ist kein %1</translation>
    </message>
    <message>
        <source>it is no event of an EDL</source>
        <translation>sie ist kein Event einer EDL</translation>
    </message>
    <message>
        <source>it is not a vector file</source>
        <translation>Es ist keine Vektordatei</translation>
    </message>
    <message>
        <source>it is not marked as a sound, and other lines are</source>
        <translation>sie ist nicht als Sound gekennzeichnet, andere Zeilen sind es</translation>
    </message>
    <message>
        <source>it is not there</source>
        <translation>nicht vorhanden</translation>
    </message>
    <message>
        <source>it is of a vendor&apos;s library</source>
        <translation>er gehört zur Bibliothek eines Anbieters</translation>
    </message>
    <message>
        <source>it is shorter than a twentieth of a second</source>
        <translation>er ist kürzer als eine Zwanzigstelsekunde</translation>
    </message>
    <message>
        <source>it is the same file as the one that stays, under another name</source>
        <translation>dieselbe Datei wie die, die bleibt, unter anderem Namen</translation>
    </message>
    <message>
        <source>it is under a vendor&apos;s terms</source>
        <translation>für ihn gelten Bedingungen eines Anbieters</translation>
    </message>
    <message>
        <source>it needs more than %1 GiB of memory</source>
        <translation>Es braucht mehr als %1 GiB Arbeitsspeicher</translation>
    </message>
    <message>
        <source>it starts from %1 instead of %2</source>
        <translation>es geht von %1 aus statt von %2</translation>
    </message>
    <message>
        <source>it was indexed without a checksum; index it anew</source>
        <translation>ohne Prüfsumme indiziert; neu indizieren</translation>
    </message>
    <message>
        <source>its %1 would not be written as it is</source>
        <translation>%1 würde nicht so geschrieben, wie es dasteht</translation>
    </message>
    <message>
        <source>its checksum does not agree</source>
        <translation>seine Prüfsumme stimmt nicht</translation>
    </message>
    <message>
        <source>its drive is not connected</source>
        <translation>sein Laufwerk ist nicht angeschlossen</translation>
    </message>
    <message>
        <source>its encoding %1 is unknown</source>
        <translation>Die Codierung %1 ist unbekannt</translation>
    </message>
    <message>
        <source>its format is %1, this Earshot knows %2</source>
        <translation>er hat das Format %1, dieses Earshot kennt %2</translation>
    </message>
    <message>
        <source>its header does not say where the sound ends, or says more than there is</source>
        <translation>Der Header sagt nicht, wo der Ton endet, oder gibt mehr an, als da ist</translation>
    </message>
    <message>
        <source>its header is cut off</source>
        <translation>Der Header ist abgeschnitten</translation>
    </message>
    <message>
        <source>its kind is %1, expected %2</source>
        <translation>er ist von der Art %1 statt %2</translation>
    </message>
    <message>
        <source>its licence allows academic, personal or test use only</source>
        <translation>seine Lizenz erlaubt nur Forschung, Privates oder Erproben</translation>
    </message>
    <message>
        <source>its licence forbids changes (ND)</source>
        <translation>seine Lizenz verbietet Änderungen (ND)</translation>
    </message>
    <message>
        <source>its licence forbids commercial use (NC)</source>
        <translation>seine Lizenz verbietet kommerzielle Nutzung (NC)</translation>
    </message>
    <message>
        <source>its licence is not known here</source>
        <translation>die Lizenz hier nicht bekannt ist</translation>
    </message>
    <message>
        <source>its manifest cannot be read</source>
        <translation>sein Verzeichnis ist nicht lesbar</translation>
    </message>
    <message>
        <source>its manifest is not complete</source>
        <translation>sein Verzeichnis ist unvollständig</translation>
    </message>
    <message>
        <source>its pack is %1, expected %2</source>
        <translation>er gehört zum Modellpaket %1 statt zu %2</translation>
    </message>
    <message>
        <source>its parts do not fit together</source>
        <translation>seine Teile passen nicht zusammen</translation>
    </message>
    <message>
        <source>its row in the list cannot be read</source>
        <translation>seine Zeile in der Liste ist nicht lesbar</translation>
    </message>
    <message>
        <source>its space is %1, expected %2</source>
        <translation>er misst in %1 statt in %2</translation>
    </message>
    <message>
        <source>its terms forbid training</source>
        <translation>seine Bedingungen verbieten Training</translation>
    </message>
    <message>
        <source>its time %1 does not exist at %2 frames a second</source>
        <translation>ihre Zeit %1 gibt es bei %2 Bildern je Sekunde nicht</translation>
    </message>
    <message>
        <source>its value has %1 letters, more than any that Earshot gives</source>
        <translation>ihr Wert hat %1 Zeichen, mehr als jeder, den Earshot gibt</translation>
    </message>
    <message>
        <source>its value is nested too deep, or has too long a number, to be read</source>
        <translation>ihr Wert ist zu tief verschachtelt oder hat eine zu lange Zahl, um gelesen zu werden</translation>
    </message>
    <message>
        <source>its vectors have %1 numbers, expected %2</source>
        <translation>seine Vektoren haben %1 Zahlen statt %2</translation>
    </message>
    <message>
        <source>keyword %1</source>
        <translation>Stichwort %1</translation>
    </message>
    <message>
        <source>keywords</source>
        <translation>Stichwörter</translation>
    </message>
    <message>
        <source>library</source>
        <comment>a text of a file: where it was published</comment>
        <translation>Bibliothek</translation>
    </message>
    <message>
        <source>library “%1”</source>
        <translation>Bibliothek „%1“</translation>
    </message>
    <message>
        <source>like %1</source>
        <translation>wie %1</translation>
    </message>
    <message>
        <source>like %1, %2 to %3</source>
        <translation>wie %1, %2 bis %3</translation>
    </message>
    <message>
        <source>line %2 of %1 has more than %3 letters</source>
        <translation>Zeile %2 von %1 hat mehr als %3 Zeichen</translation>
    </message>
    <message>
        <source>loading it took more than %1 s</source>
        <translation>das Laden dauerte länger als %1 s</translation>
    </message>
    <message>
        <source>metadata is being written already for this library: %1</source>
        <translation>Für diese Bibliothek werden schon Metadaten geschrieben: %1</translation>
    </message>
    <message>
        <source>mono</source>
        <translation>mono</translation>
    </message>
    <message>
        <source>never played</source>
        <translation>nie gespielt</translation>
    </message>
    <message>
        <source>no ARPAbet for the phoneme %1</source>
        <translation>Für das Phonem %1 gibt es kein ARPAbet</translation>
    </message>
    <message>
        <source>no change was given</source>
        <translation>es wurde keine Änderung angegeben</translation>
    </message>
    <message>
        <source>no line has a match, so nothing was written</source>
        <translation>Keine Zeile hat einen Treffer, daher wurde nichts geschrieben</translation>
    </message>
    <message>
        <source>no machine of the Ray cluster accepted work within %1 seconds</source>
        <translation>kein Rechner des Ray-Verbunds hat innerhalb von %1 Sekunden Arbeit angenommen</translation>
    </message>
    <message>
        <source>no other take of %1 and no very similar sound was found</source>
        <translation>kein anderer Take von %1 und kein sehr ähnlicher Sound wurde gefunden</translation>
    </message>
    <message>
        <source>no sound is analysed with this pack: %1 %2</source>
        <translation>Mit diesem Modellpaket wird kein Sound analysiert: %1. %2</translation>
    </message>
    <message>
        <source>no weights could be read: training starts from scratch, and a small library is not enough for that</source>
        <translation>es ließen sich keine Gewichte lesen: Das Training beginnt von vorn, und dafür reicht eine kleine Bibliothek nicht</translation>
    </message>
    <message>
        <source>nothing describes what it contains</source>
        <translation>nichts beschreibt, was darin zu hören ist</translation>
    </message>
    <message>
        <source>nothing was written: some sounds could not be compared with the lines and might fit better: %1</source>
        <translation>Nichts wurde geschrieben: Einige Sounds ließen sich nicht mit den Zeilen vergleichen und könnten besser passen: %1</translation>
    </message>
    <message>
        <source>sounds cannot be read: the decoder does not start</source>
        <translation>Sounds lassen sich nicht lesen: Der Decoder startet nicht</translation>
    </message>
    <message>
        <source>the analysis for speech stopped: %1 %2</source>
        <translation>Die Analyse auf Sprache wurde abgebrochen: %1. %2</translation>
    </message>
    <message>
        <source>the audio file does not exist</source>
        <translation>die Sounddatei existiert nicht</translation>
    </message>
    <message>
        <source>the backup failed: %1</source>
        <translation>Die Sicherung ist fehlgeschlagen: %1</translation>
    </message>
    <message>
        <source>no backup is called %1 in %2</source>
        <translation>In %2 heißt keine Sicherung %1</translation>
    </message>
    <message>
        <source>no change of packs is under way</source>
        <translation>Es ist kein Paketwechsel im Gang</translation>
    </message>
    <message>
        <source>no column of %1 is a field that can be written</source>
        <translation>keine Spalte von %1 ist ein Feld, das geschrieben werden kann</translation>
    </message>
    <message>
        <source>no column of %1 names files</source>
        <translation>keine Spalte von %1 nennt Dateien</translation>
    </message>
    <message>
        <source>no cue has a sound picked for it</source>
        <translation>für keinen Cue ist ein Sound gewählt</translation>
    </message>
    <message>
        <source>no keywords and no licences: %1</source>
        <translation>keine Schlüsselwörter und keine Lizenzen: %1</translation>
    </message>
    <message>
        <source>no licence is stated</source>
        <translation>keine Lizenz angegeben ist</translation>
    </message>
    <message>
        <source>no pack at %1: %2</source>
        <translation>Kein Modellpaket in %1: %2</translation>
    </message>
    <message>
        <source>no space left for the pack %1</source>
        <translation>Kein Platz mehr für das Modellpaket %1</translation>
    </message>
    <message>
        <source>no space left on the disk of %1</source>
        <translation>Kein Platz mehr auf der Platte von %1</translation>
    </message>
    <message>
        <source>no space left to write %1</source>
        <translation>Kein Platz mehr, um %1 zu schreiben</translation>
    </message>
    <message>
        <source>no space to write %1; it is as it was</source>
        <translation>Kein Platz, um %1 zu schreiben; die Datei ist, wie sie war</translation>
    </message>
    <message>
        <source>no track in it can be found</source>
        <translation>darin ist keine Spur zu finden</translation>
    </message>
    <message>
        <source>nothing answers</source>
        <translation>nichts antwortet</translation>
    </message>
    <message>
        <source>nothing is described</source>
        <translation>es ist nichts beschrieben</translation>
    </message>
    <message>
        <source>nothing was learnt yet</source>
        <translation>es wurde noch nichts gelernt</translation>
    </message>
    <message>
        <source>offline, its sounds are kept: %1</source>
        <translation>offline, die Sounds darin bleiben erhalten: %1</translation>
    </message>
    <message>
        <source>only %1 of %2 bytes of the index fit on the disk of %3</source>
        <translation>Nur %1 von %2 Byte des Index passen auf die Platte von %3</translation>
    </message>
    <message>
        <source>only the first %1 hours were read</source>
        <translation>nur die ersten %1 Stunden wurden gelesen</translation>
    </message>
    <message>
        <source>open licence</source>
        <translation>freie Lizenz</translation>
    </message>
    <message>
        <source>orange</source>
        <translation>orange</translation>
    </message>
    <message>
        <source>originator</source>
        <translation>Urheber</translation>
    </message>
    <message>
        <source>originator “%1”</source>
        <translation>Urheber „%1“</translation>
    </message>
    <message>
        <source>partly found</source>
        <translation>teils gefunden</translation>
    </message>
    <message>
        <source>peaks %1</source>
        <translation>Spitzen %1</translation>
    </message>
    <message>
        <source>peaks %1 to %2</source>
        <translation>Spitzen %1 bis %2</translation>
    </message>
    <message>
        <source>peaks at any level</source>
        <translation>Spitzen beliebig</translation>
    </message>
    <message>
        <source>peaks over %1</source>
        <translation>Spitzen über %1</translation>
    </message>
    <message>
        <source>peaks under %1</source>
        <translation>Spitzen unter %1</translation>
    </message>
    <message>
        <source>played before</source>
        <translation>schon gespielt</translation>
    </message>
    <message>
        <source>purple</source>
        <translation>violett</translation>
    </message>
    <message>
        <source>quieter than %1</source>
        <translation>leiser als %1</translation>
    </message>
    <message>
        <source>rarely found</source>
        <translation>kaum gefunden</translation>
    </message>
    <message>
        <source>rated</source>
        <translation>bewertet</translation>
    </message>
    <message>
        <source>rated %1</source>
        <translation>Bewertung %1</translation>
    </message>
    <message>
        <source>rated %1 or less</source>
        <translation>Bewertung bis %1</translation>
    </message>
    <message>
        <source>rated %1 or less, or not rated</source>
        <translation>Bewertung bis %1 oder keine</translation>
    </message>
    <message>
        <source>rated %1 or more</source>
        <translation>Bewertung ab %1</translation>
    </message>
    <message>
        <source>rated %1 to %2</source>
        <translation>Bewertung %1 bis %2</translation>
    </message>
    <message>
        <source>red</source>
        <translation>rot</translation>
    </message>
    <message>
        <source>rows of segments in %1 are damaged: %2</source>
        <translation>Zeilen von Segmenten in %1 sind beschädigt: %2</translation>
    </message>
    <message>
        <source>says “%1”</source>
        <translation>sagt „%1“</translation>
    </message>
    <message>
        <source>scene</source>
        <translation>Szene</translation>
    </message>
    <message>
        <source>scene %1</source>
        <translation>Szene %1</translation>
    </message>
    <message>
        <source>shorter than %1</source>
        <translation>kürzer als %1</translation>
    </message>
    <message>
        <source>since %1</source>
        <translation>seit %1</translation>
    </message>
    <message>
        <source>slower than %1</source>
        <translation>langsamer als %1</translation>
    </message>
    <message>
        <source>smaller than %1</source>
        <translation>kleiner als %1</translation>
    </message>
    <message>
        <source>something else</source>
        <translation>etwas anderes</translation>
    </message>
    <message>
        <source>stereo</source>
        <translation>stereo</translation>
    </message>
    <message>
        <source>tagged %1</source>
        <translation>Tag %1</translation>
    </message>
    <message>
        <source>take</source>
        <translation>Take</translation>
    </message>
    <message>
        <source>take %1</source>
        <translation>Take %1</translation>
    </message>
    <message>
        <source>tape</source>
        <translation>Band</translation>
    </message>
    <message>
        <source>tape %1</source>
        <translation>Band %1</translation>
    </message>
    <message>
        <source>that sound is no longer in the library</source>
        <translation>Dieser Sound ist nicht mehr in der Bibliothek</translation>
    </message>
    <message>
        <source>the %1 has %2 letters</source>
        <translation>Das Feld „%1“ hat %2 Zeichen</translation>
    </message>
    <message>
        <source>the address holds a password</source>
        <translation>in der Adresse steht ein Passwort</translation>
    </message>
    <message>
        <source>the Ray cluster cannot be reached: %1</source>
        <translation>der Ray-Verbund ist nicht erreichbar: %1</translation>
    </message>
    <message>
        <source>%1 already exists and is not a plan</source>
        <translation>%1 gibt es schon, und es ist kein Plan</translation>
    </message>
    <message>
        <source>%1 answers but is not ready: %2</source>
        <translation>%1 antwortet, ist aber nicht bereit: %2</translation>
    </message>
    <message>
        <source>%1 answers with status %2</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 cannot be read: it crashes the decoder</source>
        <translation>%1 lässt sich nicht lesen: Der Decoder stürzt dabei ab</translation>
    </message>
    <message>
        <source>%1 cannot be read: it needs more memory than allowed</source>
        <translation>%1 lässt sich nicht lesen: Dafür wäre mehr Speicher nötig als erlaubt</translation>
    </message>
    <message>
        <source>%1 cannot be read: the decoder did not finish</source>
        <translation>%1 lässt sich nicht lesen: Der Decoder wird damit nicht fertig</translation>
    </message>
    <message>
        <source>%1 cannot be started: %2</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 cannot be used to accept connections: %2</source>
        <translation>Unter %1 lassen sich keine Verbindungen annehmen: %2</translation>
    </message>
    <message>
        <source>%1 caused an unexpected error: %2</source>
        <translation>%1 hat einen unerwarteten Fehler ausgelöst: %2</translation>
    </message>
    <message>
        <source>%1 clients are connected already</source>
        <translation>%1 Programme sind schon verbunden</translation>
    </message>
    <message>
        <source>%1 comes with Earshot and cannot be changed or removed</source>
        <translation>%1 gehört zu Earshot und kann nicht geändert oder entfernt werden</translation>
    </message>
    <message>
        <source>%1 contains a file that is not allowed in a model pack: %2</source>
        <translation>%1 enthält eine Datei, die in keinem Modellpaket erlaubt ist: %2</translation>
    </message>
    <message>
        <source>%1 contains no library</source>
        <translation>%1 enthält keine Bibliothek</translation>
    </message>
    <message>
        <source>%1 contains no profile</source>
        <translation>%1 enthält kein Profil</translation>
    </message>
    <message>
        <source>%1 contains no results from Earshot</source>
        <translation>%1 enthält keine Ergebnisse von Earshot</translation>
    </message>
    <message>
        <source>%1 could not be encoded: %2</source>
        <translation>%1 konnte nicht kodiert werden: %2</translation>
    </message>
    <message>
        <source>%1 crashed the decoder</source>
        <translation>%1 hat den Decoder zum Absturz gebracht</translation>
    </message>
    <message>
        <source>%1 did not send its notice within %2</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 does not answer: nothing came of it for %2</source>
        <translation>%1 antwortet nicht: %2 lang kam nichts</translation>
    </message>
    <message>
        <source>%1 does not exist</source>
        <translation>%1 existiert nicht</translation>
    </message>
    <message>
        <source>%1 does not exist or is empty</source>
        <translation>%1 existiert nicht oder ist leer</translation>
    </message>
    <message>
        <source>%1 does not say what channels are to be written</source>
        <translation>%1 sagt nicht, welche Kanäle geschrieben werden sollen</translation>
    </message>
    <message>
        <source>%1 does not say what happens when a file of that name is there</source>
        <translation>%1 sagt nicht, was geschieht, wenn es eine Datei dieses Namens schon gibt</translation>
    </message>
    <message>
        <source>%1 does not say what level is wanted</source>
        <translation>%1 sagt nicht, welcher Pegel gewünscht ist</translation>
    </message>
    <message>
        <source>%1 does not say what metadata goes along</source>
        <translation>%1 sagt nicht, welche Metadaten mitgehen</translation>
    </message>
    <message>
        <source>%1 ends at %2 s; there is no marker at %3 s.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 example sounds</source>
        <translation>%1 Beispielsounds</translation>
    </message>
    <message>
        <source>%1 excluded terms</source>
        <translation>%1 Ausschlüsse</translation>
    </message>
    <message>
        <source>%1 files cannot hold a bit depth of %2</source>
        <translation>%1-Dateien können keine Bittiefe von %2 haben</translation>
    </message>
    <message>
        <source>%1 files cannot hold a sample rate of %2 Hz</source>
        <translation>%1-Dateien können keine Abtastrate von %2 Hz haben</translation>
    </message>
    <message>
        <source>%1 files hold at most %2 channels, this sound has %3</source>
        <translation>%1-Dateien haben höchstens %2 Kanäle, dieser Sound hat %3</translation>
    </message>
    <message>
        <source>%1 files hold at most 4 GiB, this one would be larger</source>
        <translation>%1-Dateien sind höchstens 4 GiB groß, diese wäre größer</translation>
    </message>
    <message>
        <source>%1 has %2 sounds; a sidecar can hold at most %3</source>
        <translation>%1 hat %2 Sounds; eine Begleitdatei fasst höchstens %3</translation>
    </message>
    <message>
        <source>%1 has child elements</source>
        <translation>%1 enthält Unterelemente</translation>
    </message>
    <message>
        <source>%1 has damaged or missing pages, so a change could not be undone</source>
        <translation>In %1 sind Seiten beschädigt oder fehlen; eine Änderung ließe sich nicht rückgängig machen</translation>
    </message>
    <message>
        <source>%1 has lyrics (Lyrics3) between its tags, which a change would damage, so nothing was written</source>
        <translation>%1 hat zwischen seinen Tags einen Liedtext (Lyrics3), den eine Änderung beschädigen würde; es wurde nichts geschrieben</translation>
    </message>
    <message>
        <source>%1 has more than 64 MB of data besides its audio</source>
        <translation>%1 enthält neben dem Ton mehr als 64 MB andere Daten</translation>
    </message>
    <message>
        <source>%1 has no change of markers to undo.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 has no correction to take back.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 has no marker %2.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 has no transcript yet.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 invalid samples set to zero</source>
        <translation>%1 ungültige Samples auf null gesetzt</translation>
    </message>
    <message>
        <source>%1 is a folder; only a file has a checksum</source>
        <translation>%1 ist ein Ordner; nur eine Datei hat eine Prüfsumme</translation>
    </message>
    <message>
        <source>%1 is already as large as its format allows</source>
        <translation>%1 ist schon so groß, wie das Format erlaubt</translation>
    </message>
    <message>
        <source>%1 is larger than the limit for model packs (%2 MB)</source>
        <translation>%1 ist größer als für Modellpakete erlaubt (%2 MB)</translation>
    </message>
    <message>
        <source>%1 is missing</source>
        <translation>%1 fehlt</translation>
    </message>
    <message>
        <source>%1 is neither a known dialogue pack nor a folder with one</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 is no name for a field</source>
        <translation>%1 ist kein Name für ein Feld</translation>
    </message>
    <message>
        <source>%1 is no timecode</source>
        <translation>%1 ist kein Timecode</translation>
    </message>
    <message>
        <source>%1 is not ARPAbet</source>
        <translation>%1 ist kein ARPAbet</translation>
    </message>
    <message>
        <source>%1 is not a bit depth that profiles know</source>
        <translation>%1 ist keine Bittiefe, die Profile kennen</translation>
    </message>
    <message>
        <source>%1 is not a format of transcripts</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 is not a format that profiles know</source>
        <translation>%1 ist kein Format, das Profile kennen</translation>
    </message>
    <message>
        <source>%1 is not a model pack: %2 is in the wrong place or too large</source>
        <translation>%1 ist kein Modellpaket: %2 liegt am falschen Ort oder ist zu groß</translation>
    </message>
    <message>
        <source>%1 is not a placeholder for file names</source>
        <translation>%1 ist kein Platzhalter für Dateinamen</translation>
    </message>
    <message>
        <source>%1 is not a text file</source>
        <translation>%1 ist keine Textdatei</translation>
    </message>
    <message>
        <source>%1 is not a time of the project</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 is not allowed to do that on the server</source>
        <translation>%1 darf das auf dem Server nicht</translation>
    </message>
    <message>
        <source>%1 is not an Earshot export of learnt choices</source>
        <translation>%1 ist kein Earshot-Export von Gelerntem</translation>
    </message>
    <message>
        <source>%1 is not an Earshot export of ratings, tags and collections</source>
        <translation>%1 ist kein Earshot-Export von Bewertungen, Tags und Sammlungen</translation>
    </message>
    <message>
        <source>%1 is not an Earshot plan</source>
        <translation>%1 ist kein Plan von Earshot</translation>
    </message>
    <message>
        <source>%1 is not an Earshot sidecar</source>
        <translation>%1 ist keine Begleitdatei von Earshot</translation>
    </message>
    <message>
        <source>%1 is not the expected file: its checksum is %2, not %3</source>
        <translation>%1 ist nicht die erwartete Datei: Die Prüfsumme ist %2 statt %3</translation>
    </message>
    <message>
        <source>%1 is not the folder of an Ardour session</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 is of a kind that has no timecode</source>
        <translation>%1 ist von einer Art, die keinen Timecode hat</translation>
    </message>
    <message>
        <source>%1 is there already</source>
        <translation>%1 ist schon da</translation>
    </message>
    <message>
        <source>%1 is too large for a list of cues</source>
        <translation>%1 ist zu groß für eine Cue-Liste</translation>
    </message>
    <message>
        <source>%1 is too large for a sidecar</source>
        <translation>%1 ist zu groß für eine Begleitdatei</translation>
    </message>
    <message>
        <source>%1 model packs are named %2</source>
        <translation>%1 Modellpakete heißen %2</translation>
    </message>
    <message>
        <source>%1 needs more memory than indexing may use</source>
        <translation>%1 braucht mehr Speicher, als das Indizieren belegen darf</translation>
    </message>
    <message>
        <source>%1 of %2 sounds have names that say what they are. These were tested with the model pack %3.</source>
        <translation>%1 von %2 Sounds haben Namen, die sagen, was sie sind. Diese wurden mit dem Modellpaket %3 getestet.</translation>
    </message>
    <message>
        <source>%1 of %2 sounds have no transcript yet.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 of %2 sounds have not been analysed for spoken words yet.</source>
        <translation>%1 von %2 Sounds wurden noch nicht auf gesprochene Wörter analysiert.</translation>
    </message>
    <message>
        <source>%1 of %2 without an event are too short to loop</source>
        <translation>%1 aus %2 ohne Ereignis sind zu kurz für einen Loop</translation>
    </message>
    <message>
        <source>%1 of the dialogue pack is damaged or another version: its checksum is %2, not %3</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 overlaps the folder of the volume “%2”</source>
        <translation>%1 überschneidet sich mit dem Ordner des Laufwerks „%2“</translation>
    </message>
    <message>
        <source>%1 prints nothing for “%2”</source>
        <translation>%1 gibt zu „%2“ nichts aus</translation>
    </message>
    <message>
        <source>%1 quieter than asked, or its peaks would be clipped</source>
        <translation>%1 leiser als verlangt, sonst würden Spitzen abgeschnitten</translation>
    </message>
    <message>
        <source>%1 rejected %2: the user name or the password is wrong</source>
        <translation>%1 hat %2 abgewiesen: Name oder Passwort ist falsch</translation>
    </message>
    <message>
        <source>%1 samples were clipped</source>
        <translation>%1 Abtastwerte wurden abgeschnitten (Clipping)</translation>
    </message>
    <message>
        <source>%1 sounds are too few to calibrate the scores: no result will be called strong, fair or weak</source>
        <translation>%1 Sounds sind zu wenige, um die Werte zu kalibrieren: Kein Ergebnis wird stark, mittel oder schwach genannt</translation>
    </message>
    <message>
        <source>%1 sounds are too few to calibrate the scores; the calibration of %2 is kept</source>
        <translation>%1 Sounds sind zu wenige, um die Wertung zu kalibrieren; die Kalibrierung von %2 bleibt</translation>
    </message>
    <message>
        <source>%1 sounds are too few to set some aside for testing</source>
        <translation>%1 Sounds sind zu wenige, um einige zum Testen zurückzuhalten</translation>
    </message>
    <message>
        <source>%1 sounds are used although %2</source>
        <translation>%1 Sounds werden verwendet, obwohl %2</translation>
    </message>
    <message>
        <source>%1 sounds were read from this sidecar and not analysed again</source>
        <translation>%1 Sounds wurden aus dieser Begleitdatei übernommen und nicht neu analysiert</translation>
    </message>
    <message>
        <source>%1 states %2 channels; Earshot reads 1 to %3</source>
        <translation>%1 gibt %2 Kanäle an; Earshot liest 1 bis %3</translation>
    </message>
    <message>
        <source>%1 states a sample rate of %2 Hz; Earshot reads 8 to 384 kHz</source>
        <translation>%1 gibt eine Abtastrate von %2 Hz an; Earshot liest 8 bis 384 kHz</translation>
    </message>
    <message>
        <source>%1 states no checksum, and Earshot knows none for %2</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 states no frame rate</source>
        <translation>%1 nennt keine Bildrate</translation>
    </message>
    <message>
        <source>%1 stopped sending after %2 of %3 bytes</source>
        <translation>%1 hat nach %2 von %3 Byte aufgehört zu senden</translation>
    </message>
    <message>
        <source>%1 to %2 % silent</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 was learnt with the model pack %2 (%3…), but this library uses %4 (%5…)</source>
        <translation>%1 wurde mit dem Modellpaket %2 (%3…) gelernt, aber diese Bibliothek verwendet %4 (%5…)</translation>
    </message>
    <message>
        <source>%1 was made from the background of %2; make it again there, by Same background</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 was not measured: it has not analysed this library. earshot self-test --pack NAME measures it.</source>
        <translation>%1 wurde nicht gemessen: Es hat diese Bibliothek nicht analysiert. earshot self-test --pack NAME misst es.</translation>
    </message>
    <message>
        <source>%1 was not measured: this model pack is not installed any more.</source>
        <translation>%1 wurde nicht gemessen: Dieses Modellpaket ist nicht mehr installiert.</translation>
    </message>
    <message>
        <source>%1 was not measured: too few of your kinds are among the sounds it has analysed.</source>
        <translation>%1 wurde nicht gemessen: Zu wenige deiner Arten sind unter den Sounds, die es analysiert hat.</translation>
    </message>
    <message>
        <source>%1 was only partly written: %2</source>
        <translation>%1 wurde nur teilweise geschrieben: %2</translation>
    </message>
    <message>
        <source>%1 was planned by a newer Earshot (format %2)</source>
        <translation>%1 wurde von einem neueren Earshot geplant (Format %2)</translation>
    </message>
    <message>
        <source>%1 was written by a newer Earshot (format %2)</source>
        <translation>%1 wurde von einem neueren Earshot geschrieben (Format %2)</translation>
    </message>
    <message>
        <source>%1 was written by a newer Earshot: format %2, this one reads up to %3</source>
        <translation>%1 stammt von einem neueren Earshot: Format %2, dieses liest bis %3</translation>
    </message>
    <message>
        <source>%1 would end after the 24 hours of timecode</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 “%2”</source>
        <comment>a field that the user made, and its text</comment>
        <translation>%1 „%2“</translation>
    </message>
    <message>
        <source>%1% of the way from the start to step %2 gave the best result and is used</source>
        <translation>%1 % des Weges vom Ausgangspunkt zu Schritt %2 ergaben das beste Ergebnis und werden verwendet</translation>
    </message>
    <message>
        <source>%1, by ear</source>
        <comment>a category</comment>
        <translation>%1, nach Gehör</translation>
    </message>
    <message>
        <source>A correction needs a stretch of the sound, and its words.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>A loop has no name.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>A loop of %1 is shorter than two samples.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>A marker needs a time within the sound; a region or loop needs a later end.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>A pick list holds at most %1 moments.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>A picked moment needs a start, and an end behind it; its name has at most %1 letters.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>A sound has at most %1 markers.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>A spoken word or a pattern cannot be combined with other sounds.</source>
        <translation>Ein gesprochenes Wort oder ein Muster lässt sich nicht mit anderen Sounds kombinieren.</translation>
    </message>
    <message>
        <source>A transcript cannot be written into the field %1.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Add a folder of sounds and index it.</source>
        <translation>Füge einen Ordner mit Sounds hinzu und indiziere ihn.</translation>
    </message>
    <message>
        <source>Add its folder to the library first.</source>
        <translation>Füge zuerst seinen Ordner zur Bibliothek hinzu.</translation>
    </message>
    <message>
        <source>Add one: earshot picks add FILE --at S --to S</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Allow it more memory (Preferences, or --memory), or use fewer --workers. What was indexed is kept.</source>
        <translation>Erlaube in den Einstellungen mehr Speicher. Was indiziert ist, bleibt erhalten.</translation>
    </message>
    <message>
        <source>Ardour did not take the clips: %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Ask an administrator of the shared library for the role you need.</source>
        <translation>Bitte jemanden, der die gemeinsame Bibliothek verwaltet, um die nötige Rolle.</translation>
    </message>
    <message>
        <source>Ask an administrator to update it: earshot server init.</source>
        <translation>Bitte jemanden, der sie verwaltet, sie zu aktualisieren: earshot server init.</translation>
    </message>
    <message>
        <source>Ask its author for an Earshot model pack: a folder, or a zip file of one.</source>
        <translation>Frag den Hersteller nach einem Modellpaket für Earshot: einem Ordner oder einer Zip-Datei davon.</translation>
    </message>
    <message>
        <source>Ask its author for another version. Nothing was changed.</source>
        <translation>Frag den Hersteller nach einer anderen Version. Geändert wurde nichts.</translation>
    </message>
    <message>
        <source>Ask whoever runs the server to install a newer version.</source>
        <translation>Bitte die Person, die den Server betreibt, um eine neuere Version.</translation>
    </message>
    <message>
        <source>Cancel the re-analysis first.</source>
        <translation>Brich zuerst die Neuanalyse ab.</translation>
    </message>
    <message>
        <source>Check its drive for errors.</source>
        <translation>Prüf das Laufwerk auf Fehler.</translation>
    </message>
    <message>
        <source>Check that its drive is connected and has no errors.</source>
        <translation>Prüf, ob das Laufwerk angeschlossen ist und keine Fehler hat.</translation>
    </message>
    <message>
        <source>Check that its drive is connected and healthy, then have the files that failed read again.</source>
        <translation>Prüfe, ob das Laufwerk verbunden und in Ordnung ist, und lass dann die gescheiterten Dateien noch einmal lesen.</translation>
    </message>
    <message>
        <source>Check that its drive is connected and that you may read the file.</source>
        <translation>Prüf, ob das Laufwerk angeschlossen ist und du die Datei lesen darfst.</translation>
    </message>
    <message>
        <source>Check that the drive is connected and that you may read the file.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Check that the file exists and that you may read it.</source>
        <translation>Prüf, ob es die Datei gibt und du sie lesen darfst.</translation>
    </message>
    <message>
        <source>Check that you may write to the library&apos;s folder.</source>
        <translation>Prüf, ob du in den Ordner der Bibliothek schreiben darfst.</translation>
    </message>
    <message>
        <source>Check the address and the connection, then try again. The partial download was deleted.</source>
        <translation>Prüf Adresse und Verbindung, dann versuch es noch einmal. Der unvollständige Download wurde gelöscht.</translation>
    </message>
    <message>
        <source>Check the address, the network and whether the server is running. Your changes are kept here until then.</source>
        <translation>Prüf Adresse, Netz und ob der Server läuft. Deine Änderungen bleiben bis dahin hier.</translation>
    </message>
    <message>
        <source>Check the command.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Check the connection and try again, or look at Earshot&apos;s page yourself.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Check the connection, then try again: the download goes on where it stopped.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Check the list of choices to learn from.</source>
        <translation>Sieh in der Liste nach, woraus gelernt werden kann.</translation>
    </message>
    <message>
        <source>Check the name, or ask an administrator to create it: createdb, then earshot server init.</source>
        <translation>Prüf den Namen, oder lass sie anlegen: createdb, dann earshot server init.</translation>
    </message>
    <message>
        <source>Choose a file made with Library, Export my ratings, tags and collections…, or with `earshot export-data`.</source>
        <translation>Wähle eine Datei, die mit Bibliothek, „Meine Bewertungen, Tags und Sammlungen exportieren…“ oder mit `earshot export-data` entstanden ist.</translation>
    </message>
    <message>
        <source>Choose a file of learnt choices that Earshot exported.</source>
        <translation>Wähle eine Datei mit Gelerntem, die Earshot exportiert hat.</translation>
    </message>
    <message>
        <source>Choose a folder that contains a pack.json.</source>
        <translation>Wähle einen Ordner mit einer pack.json.</translation>
    </message>
    <message>
        <source>Choose a later place, or shorter handles.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Choose a longer section.</source>
        <translation>Wähle einen längeren Abschnitt.</translation>
    </message>
    <message>
        <source>Choose a name that does not end like a sound file.</source>
        <translation>Wähle einen Namen ohne die Endung einer Sounddatei.</translation>
    </message>
    <message>
        <source>Choose a pack for speech.</source>
        <translation>Wähle ein Modellpaket für Sprache.</translation>
    </message>
    <message>
        <source>Choose a pack for spoken words.</source>
        <translation>Wähle ein Modellpaket für gesprochene Wörter.</translation>
    </message>
    <message>
        <source>Choose a section within it.</source>
        <translation>Wähle einen Abschnitt innerhalb davon.</translation>
    </message>
    <message>
        <source>Choose a shorter one.</source>
        <translation>Wähle etwas Kürzeres.</translation>
    </message>
    <message>
        <source>Choose a text, a CSV table, an EDL, subtitles (SRT) or a list of markers.</source>
        <translation>Wähle einen Text, eine CSV-Tabelle, eine EDL, Untertitel (SRT) oder eine Markerliste.</translation>
    </message>
    <message>
        <source>Choose a transfer profile that leaves the format and the sample rate as they are.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Choose a transfer profile that makes WAV files, or write FCPXML.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Choose a value in that range.</source>
        <translation>Wähle einen Wert in diesem Bereich.</translation>
    </message>
    <message>
        <source>Choose another folder, or forget the other volume&apos;s folder first.</source>
        <translation>Wähle einen anderen Ordner, oder vergiss zuerst den des anderen Laufwerks.</translation>
    </message>
    <message>
        <source>Choose another format, or another value for it.</source>
        <translation>Wähle ein anderes Format oder einen anderen Wert dafür.</translation>
    </message>
    <message>
        <source>Choose another format, or mono, stereo or split.</source>
        <translation>Wähle ein anderes Format oder mono, stereo oder split.</translation>
    </message>
    <message>
        <source>Choose another model pack.</source>
        <translation>Wähle ein anderes Modellpaket.</translation>
    </message>
    <message>
        <source>Choose another one, or quit the other program.</source>
        <translation>Wähle einen anderen Ort, oder beende das andere Programm.</translation>
    </message>
    <message>
        <source>Choose another sound, or a longer section.</source>
        <translation>Wähle einen anderen Sound oder einen längeren Abschnitt.</translation>
    </message>
    <message>
        <source>Choose one of these, or give the folder of a Whisper model in CTranslate2&apos;s format: %1.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Choose one of: %1.</source>
        <translation>Wähle eines davon: %1.</translation>
    </message>
    <message>
        <source>Choose the file of the authority that signed it, or ask whoever runs the server.</source>
        <translation>Wähle die Datei der Stelle, die es unterschrieben hat, oder frag die Person, die den Server betreibt.</translation>
    </message>
    <message>
        <source>Choose the file of this sound.</source>
        <translation>Wähle die Datei dieses Sounds.</translation>
    </message>
    <message>
        <source>Choose the folder of a model pack, or a zip file of one.</source>
        <translation>Wähle den Ordner eines Modellpakets oder eine Zip-Datei davon.</translation>
    </message>
    <message>
        <source>Clipped</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Close every Earshot window and command that uses the library, then restore again. Nothing was changed.</source>
        <translation>Schließ alle Fenster und Befehle von Earshot, die die Bibliothek verwenden, und stell sie dann noch einmal wieder her. Geändert wurde nichts.</translation>
    </message>
    <message>
        <source>Close every Earshot window and start again. Two versions may be running.</source>
        <translation>Schließ alle Fenster von Earshot und starte es neu. Vielleicht laufen zwei Versionen.</translation>
    </message>
    <message>
        <source>Close it in other programs, and check that you may write to the file and its folder.</source>
        <translation>Schließ die Datei in anderen Programmen, und prüf, ob du in sie und ihren Ordner schreiben darfst.</translation>
    </message>
    <message>
        <source>Close other programs and index again. If it happens again, reinstall Earshot.</source>
        <translation>Schließ andere Programme und indiziere noch einmal. Geschieht es wieder, installiere Earshot neu.</translation>
    </message>
    <message>
        <source>Close other programs, or restart Earshot.</source>
        <translation>Schließ andere Programme, oder starte Earshot neu.</translation>
    </message>
    <message>
        <source>Connect the drive and index its folder with a units pack: earshot index FOLDER</source>
        <translation>Schließ das Laufwerk an und indiziere den Ordner mit einem Modellpaket für Einheiten: earshot index ORDNER</translation>
    </message>
    <message>
        <source>Connect when there is something to ask, and send whole lines.</source>
        <translation>Verbinde dich, wenn es etwas zu fragen gibt, und sende ganze Zeilen.</translation>
    </message>
    <message>
        <source>Convert it to RF64 or FLAC, then edit its metadata.</source>
        <translation>Wandle die Datei in RF64 oder FLAC um, dann ändere ihre Metadaten.</translation>
    </message>
    <message>
        <source>Convert it with another program, then edit the new file&apos;s metadata.</source>
        <translation>Wandle die Datei mit einem anderen Programm um, dann ändere die Metadaten der neuen.</translation>
    </message>
    <message>
        <source>Convert it with another program. Earshot skips it until it changes.</source>
        <translation>Wandle sie mit einem anderen Programm um. Earshot überspringt sie, bis sie sich ändert.</translation>
    </message>
    <message>
        <source>Correct a line at a time.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Correct the file, or save the profile again.</source>
        <translation>Korrigiere die Datei oder speichere das Profil neu.</translation>
    </message>
    <message>
        <source>Create a collection of your own and copy the sounds there.</source>
        <translation>Lege eine eigene Sammlung an und kopiere die Sounds dorthin.</translation>
    </message>
    <message>
        <source>Create one: earshot server init.</source>
        <translation>Leg eine an: earshot server init.</translation>
    </message>
    <message>
        <source>Cut off at the end</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>DC offset</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>DC offset in percent: %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Describe a sound in words. You can add filters.</source>
        <translation>Beschreibe einen Sound in Worten. Du kannst Filter dazusetzen.</translation>
    </message>
    <message>
        <source>Describe more sounds (descriptions, notes, tags, meaningful names), or use a folder with captions.</source>
        <translation>Beschreibe mehr Sounds (Beschreibungen, Notizen, Tags, sprechende Namen), oder nimm einen Ordner mit Beschreibungen.</translation>
    </message>
    <message>
        <source>Do not change it.</source>
        <translation>Ändere sie nicht.</translation>
    </message>
    <message>
        <source>Do not install anything from there. Look at Earshot&apos;s page yourself.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Download the files yourself and name their folder: earshot pack get NAME --from FOLDER</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Earshot cannot change %1 safely: %2</source>
        <translation>Earshot kann %1 nicht sicher ändern: %2</translation>
    </message>
    <message>
        <source>Earshot did not change it. Edit it by hand.</source>
        <translation>Earshot hat es nicht geändert. Bearbeite es von Hand.</translation>
    </message>
    <message>
        <source>Earshot ended before it answered</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Earshot is closing and stops reading sounds</source>
        <translation>Earshot wird gerade beendet und liest keine Sounds mehr</translation>
    </message>
    <message>
        <source>Earshot makes a backup on each day you use the library.</source>
        <translation>Earshot legt an jedem Tag, an dem du die Bibliothek verwendest, eine Sicherung an.</translation>
    </message>
    <message>
        <source>Earshot searched for each kind&apos;s words and ignored all names. The bar is the share of its sounds found in the first rows; the mark shows what chance would find.</source>
        <translation>Earshot hat nach den Wörtern jeder Art gesucht und dabei alle Namen ignoriert. Der Balken ist der Anteil ihrer Sounds, die in den ersten Zeilen stehen; der Strich zeigt, was der Zufall fände.</translation>
    </message>
    <message>
        <source>Earshot searched for each line, by name and by sound. In a test, 4 of 100 lines that had a match were wrongly listed as missing, and of 100 lines without a match only 13 were found. So a line that is not listed may be missing too.</source>
        <translation>Earshot hat nach jeder Zeile gesucht, nach Namen und nach Klang. In einem Test wurden von 100 Zeilen mit Treffer 4 zu Unrecht als fehlend gemeldet, und von 100 Zeilen ohne Treffer nur 13 erkannt. Auch eine Zeile, die hier nicht steht, kann also fehlen.</translation>
    </message>
    <message>
        <source>Equal channels</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Every line has a possible match.</source>
        <translation>Jede Zeile hat einen möglichen Treffer.</translation>
    </message>
    <message>
        <source>Export it again from the library where it was learnt.</source>
        <translation>Exportiere es noch einmal aus der Bibliothek, in der es gelernt wurde.</translation>
    </message>
    <message>
        <source>Export it again. This copy has a header but no audio.</source>
        <translation>Exportiere sie noch einmal. Diese Kopie hat einen Header, aber keinen Ton.</translation>
    </message>
    <message>
        <source>Export the transcripts as files: earshot dialogue export</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Forget some of your choices, then learn again.</source>
        <translation>Vergiss einige Entscheidungen, dann lern noch einmal.</translation>
    </message>
    <message>
        <source>Found instead</source>
        <translation>Stattdessen gefunden</translation>
    </message>
    <message>
        <source>Free some space on its drive. The new file is written next to the old one before it replaces it.</source>
        <translation>Schaff auf dem Laufwerk Platz. Die neue Datei wird neben die alte geschrieben, ehe sie sie ersetzt.</translation>
    </message>
    <message>
        <source>Free some space, or let Earshot read and write there, then try again.</source>
        <translation>Schaff Platz, oder lass Earshot dort lesen und schreiben, dann versuch es noch einmal.</translation>
    </message>
    <message>
        <source>Free some space. Until then searches are exact but slower.</source>
        <translation>Schaff Platz. Bis dahin sind Suchen genau, aber langsamer.</translation>
    </message>
    <message>
        <source>Gaps in the library</source>
        <translation>Lücken der Bibliothek</translation>
    </message>
    <message>
        <source>Get a multilingual Whisper model in CTranslate2&apos;s format: earshot dialogue get FOLDER</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Get one: earshot dialogue get tiny.en</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Get the pack again: earshot dialogue get NAME.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Give a code such as de or es, or leave the language out.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Give a code, or take the folder&apos;s back: earshot dialogue language FOLDER de, or --forget</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Give it to a folder above them.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Give its start and its end in seconds: earshot dialogue edit FILE --from S --to S --text WORDS</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Give times in seconds: earshot markers add FILE --at S [--to S] [--name TEXT]</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Give times in seconds: earshot picks add FILE --at S --to S</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Hand some out and remove them first.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>How well Earshot finds your sounds</source>
        <translation>Wie gut Earshot deine Sounds findet</translation>
    </message>
    <message>
        <source>Index again when no program writes to it.</source>
        <translation>Indiziere noch einmal, wenn kein Programm mehr hineinschreibt.</translation>
    </message>
    <message>
        <source>Install Ardour 7 with its program ardour7-lua, or send to a timeline instead.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Install it (for example: apt install espeak-ng), or choose another word.</source>
        <translation>Installiere es (etwa: apt install espeak-ng), oder wähle ein anderes Wort.</translation>
    </message>
    <message>
        <source>Install it (pip install opentimelineio), or export the list as CSV.</source>
        <translation>Installiere es (pip install opentimelineio), oder exportiere die Liste als CSV.</translation>
    </message>
    <message>
        <source>Install it with `earshot pack install FOLDER`, or re-analyse all sounds with another one: `earshot pack use starter`.</source>
        <translation>Installiere es unter Bibliothek, Modellpakete… (oder mit `earshot pack install ORDNER`), oder analysiere alle Sounds mit einem anderen neu: `earshot pack use starter`.</translation>
    </message>
    <message>
        <source>Install it, or ask an administrator to share analyses made with your model pack.</source>
        <translation>Installiere es, oder bitte jemanden, der verwaltet, Analysen mit deinem Modellpaket zu teilen.</translation>
    </message>
    <message>
        <source>Install the Earshot that wrote it, or a newer one, to import it.</source>
        <translation>Installiere zum Importieren das Earshot, das sie geschrieben hat, oder ein neueres.</translation>
    </message>
    <message>
        <source>Install the complete Earshot to use it.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Install the complete Earshot, or send what a query finds.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Install the newest Earshot, or make the profile again.</source>
        <translation>Installiere das neueste Earshot oder lege das Profil neu an.</translation>
    </message>
    <message>
        <source>It contains no backup. Restore a backup of your own, or move the folder away and index again. Your sound files are not affected.</source>
        <translation>Sie enthält keine Sicherung. Stell eine eigene wieder her, oder leg den Ordner beiseite und indiziere neu. Deine Sounddateien sind nicht betroffen.</translation>
    </message>
    <message>
        <source>It has been moved or deleted.</source>
        <translation>Sie wurde inzwischen verschoben oder gelöscht.</translation>
    </message>
    <message>
        <source>It is damaged. Export it again. Earshot does not open it again in this session until it changes.</source>
        <translation>Sie ist beschädigt. Exportiere sie noch einmal. Earshot öffnet sie in dieser Sitzung erst wieder, wenn sie sich ändert.</translation>
    </message>
    <message>
        <source>It is not published for Macs with Intel processors; send to a REAPER project instead.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Leave it out. Earshot asks for it and keeps it in the keyring.</source>
        <translation>Lass es weg. Earshot fragt danach und verwahrt es im Schlüsselbund.</translation>
    </message>
    <message>
        <source>Let Earshot learn from your choices first.</source>
        <translation>Lass Earshot zuerst aus deinen Entscheidungen lernen.</translation>
    </message>
    <message>
        <source>List the collections without a name to see them all.</source>
        <translation>Frag ohne Namen nach den Sammlungen, um alle zu sehen.</translation>
    </message>
    <message>
        <source>List them: earshot markers list FILE</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>List them: earshot picks list</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Look at Earshot&apos;s page yourself.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Look at the sound again, then repeat the change.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Make it longer, or remove it.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>More than %1 folders cannot have a language.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Move this file away, and pick anew.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Name the field with letters from A to Z.</source>
        <translation>Benenne das Feld mit Buchstaben von A bis Z.</translation>
    </message>
    <message>
        <source>Name the folder that holds the session&apos;s .ardour file.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Name the markers to remove by their numbers, or say --all.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>No clear match for this pattern. Showing the closest.</source>
        <translation>Kein klarer Treffer für dieses Muster. Gezeigt wird, was am nächsten kommt.</translation>
    </message>
    <message>
        <source>No clear match for those words. Showing the closest.</source>
        <translation>Kein klarer Treffer für diese Wörter. Gezeigt wird, was am nächsten kommt.</translation>
    </message>
    <message>
        <source>No dialogue pack is installed.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>No good match. Showing the closest.</source>
        <translation>Kein guter Treffer. Gezeigt wird, was am nächsten kommt.</translation>
    </message>
    <message>
        <source>No language has the code “%1”.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>No pack for spoken words is installed.</source>
        <translation>Es ist kein Modellpaket für gesprochene Wörter installiert.</translation>
    </message>
    <message>
        <source>No sound has a transcript yet.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>No sound has a transcript yet. Get a dialogue pack to transcribe the library.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>No sound has been analysed for patterns yet. Index the folders again.</source>
        <translation>Noch kein Sound wurde auf Muster analysiert. Indiziere die Ordner neu.</translation>
    </message>
    <message>
        <source>No sound has been analysed for spoken words yet. Index the folders again.</source>
        <translation>Noch kein Sound wurde auf gesprochene Wörter analysiert. Indiziere die Ordner neu.</translation>
    </message>
    <message>
        <source>No speech was found in these sounds.</source>
        <translation>In diesen Sounds wurde keine Sprache gefunden.</translation>
    </message>
    <message>
        <source>No transcript has these words.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Not found</source>
        <translation>Nicht gefunden</translation>
    </message>
    <message>
        <source>Nothing is lost, and Earshot tries again. If it keeps happening, report it with the log.</source>
        <translation>Nichts ist verloren, und Earshot versucht es wieder. Geschieht es weiter, melde es mit dem Protokoll.</translation>
    </message>
    <message>
        <source>Nothing is lost. The next sync continues where this one stopped.</source>
        <translation>Nichts ist verloren. Der nächste Abgleich macht dort weiter, wo dieser aufhörte.</translation>
    </message>
    <message>
        <source>Nothing was placed; the files stay in the folder. Send fewer, or write FCPXML, AAF or OpenTimelineIO.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Nothing was placed; the files stay in the folder. Send them to an earlier time.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Nothing was written over it. Choose another folder or another rule for names that are taken.</source>
        <translation>Sie wurde nicht überschrieben. Wähle einen anderen Ordner oder eine andere Regel für vergebene Namen.</translation>
    </message>
    <message>
        <source>Open it in an audio editor and save it again. You can find it in searches anyway.</source>
        <translation>Öffne die Datei in einem Audioeditor und speichere sie neu. In Suchen findest du sie auch so.</translation>
    </message>
    <message>
        <source>Open the cue sheet again. The damaged list was not deleted.</source>
        <translation>Öffne das Cue Sheet neu. Die beschädigte Liste wurde nicht gelöscht.</translation>
    </message>
    <message>
        <source>OpenTimelineIO is not installed</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Out of phase</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Outliers</source>
        <translation>Ausreißer</translation>
    </message>
    <message>
        <source>Placeholders are: %1.</source>
        <translation>Platzhalter sind: %1.</translation>
    </message>
    <message>
        <source>Put a separator between them, such as _.</source>
        <translation>Setz ein Trennzeichen dazwischen, etwa _.</translation>
    </message>
    <message>
        <source>Put titles in the first line, one of them “path” or “name”.</source>
        <translation>Setz Titel in die erste Zeile, einer davon „path“ oder „name“.</translation>
    </message>
    <message>
        <source>Reconnect its drive and start Earshot, which then repairs the file. Its audio is not affected.</source>
        <translation>Schließ das Laufwerk wieder an und starte Earshot: Dann wird die Datei repariert. Ihr Ton ist nicht betroffen.</translation>
    </message>
    <message>
        <source>Reinstall it with `earshot pack install FOLDER`, or index again with the installed one.</source>
        <translation>Installiere es neu mit `earshot pack install ORDNER`, oder indiziere neu mit dem vorhandenen.</translation>
    </message>
    <message>
        <source>Reinstall the model pack or use another one; `earshot doctor` checks the one in use.</source>
        <translation>Installiere das Modellpaket neu oder verwende ein anderes; `earshot doctor` prüft das verwendete.</translation>
    </message>
    <message>
        <source>Reinstall the model pack.</source>
        <translation>Installiere das Modellpaket neu.</translation>
    </message>
    <message>
        <source>Reinstall the model pack. If it came with Earshot, reinstall Earshot.</source>
        <translation>Installiere das Modellpaket neu. Kam es mit Earshot, installiere Earshot neu.</translation>
    </message>
    <message>
        <source>Remove one first; what files say in it stays.</source>
        <translation>Entferne erst eins; was in den Dateien steht, bleibt.</translation>
    </message>
    <message>
        <source>Remove some first.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Remove the lyrics, or its APE tag, in the program that wrote them, then try again.</source>
        <translation>Entferne den Liedtext oder das APE-Tag mit dem Programm, das sie geschrieben hat, und versuche es noch einmal.</translation>
    </message>
    <message>
        <source>Remove the other sounds from the search, or search for the word with say: instead.</source>
        <translation>Entfern die anderen Sounds aus der Suche, oder such das Wort stattdessen mit say:.</translation>
    </message>
    <message>
        <source>Remove the write protection, then try again.</source>
        <translation>Heb den Schreibschutz auf, und versuch es noch einmal.</translation>
    </message>
    <message>
        <source>Remove “said:” from the search, or install the complete Earshot.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Remove “say:” from the search, or install the complete Earshot.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Rename the file that has this name now, then try again.</source>
        <translation>Benenn die Datei um, die jetzt so heißt, und versuch es noch einmal.</translation>
    </message>
    <message>
        <source>Results are in order, but none is called strong, fair or weak: this model&apos;s scores are not calibrated.</source>
        <translation>Die Ergebnisse sind geordnet, aber keines wird stark, mittel oder schwach genannt: Die Werte dieses Modells sind nicht kalibriert.</translation>
    </message>
    <message>
        <source>Reword the lines, use fewer filters, or index more sounds.</source>
        <translation>Formuliere die Zeilen um, nimm weniger Filter, oder indiziere mehr Sounds.</translation>
    </message>
    <message>
        <source>Run the plan again. Intact shards are kept and this one is made again.</source>
        <translation>Führ den Plan noch einmal aus. Unversehrte Portionen bleiben, diese wird neu gemacht.</translation>
    </message>
    <message>
        <source>Save your own profile under another name.</source>
        <translation>Speichere dein eigenes Profil unter einem anderen Namen.</translation>
    </message>
    <message>
        <source>Score by sound alone: %1 (mean average precision, 95 % confidence: %2 to %3) over %4 kinds.</source>
        <translation>Wertung allein nach dem Klang: %1 (mittlere Genauigkeit, mit 95 % Sicherheit: %2 bis %3) über %4 Arten.</translation>
    </message>
    <message>
        <source>Search, then drag out, star or tag sounds. Earshot learns the name of a tag from five sounds.</source>
        <translation>Such, und zieh Sounds heraus, gib ihnen Sterne oder Tags. Den Namen eines Tags lernt Earshot aus fünf Sounds.</translation>
    </message>
    <message>
        <source>Select a section in which the room itself is audible.</source>
        <translation>Wähle einen Abschnitt aus, in dem der Raum selbst zu hören ist.</translation>
    </message>
    <message>
        <source>Select a single word: %1 to %2.</source>
        <translation>Wähle ein einzelnes Wort aus: %1 bis %2.</translation>
    </message>
    <message>
        <source>Set a later end.</source>
        <translation>Setz ein späteres Ende.</translation>
    </message>
    <message>
        <source>Set a rating, tags, a note or the favourite mark.</source>
        <translation>Setz eine Bewertung, Tags, eine Notiz oder den Favoriten.</translation>
    </message>
    <message>
        <source>Set one: earshot markers add FILE --at S --to S --name TEXT</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Set up TLS on the server, or, in a network you trust, allow it with --encryption prefer.</source>
        <translation>Richte TLS auf dem Server ein, oder erlaube es in einem Netz, dem du vertraust, mit --encryption prefer.</translation>
    </message>
    <message>
        <source>Silence at the end</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Silence at the start</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Spell the word differently.</source>
        <translation>Schreib das Wort anders.</translation>
    </message>
    <message>
        <source>Start again, without --resume.</source>
        <translation>Beginn neu, ohne --resume.</translation>
    </message>
    <message>
        <source>Start it again; it continues where it stopped.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Start it in a terminal: earshot serve --out FOLDER</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Start the program once, or name its folder of scripts with --to.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Switch this library to that model pack first, or let it learn from your own choices.</source>
        <translation>Wechsle zuerst zu jenem Modellpaket, oder lass die Bibliothek aus deinen eigenen Entscheidungen lernen.</translation>
    </message>
    <message>
        <source>Switch to another model pack first.</source>
        <translation>Wechsle zuerst zu einem anderen Modellpaket.</translation>
    </message>
    <message>
        <source>Tell whoever runs the server.</source>
        <translation>Sag es der Person, die den Server betreibt.</translation>
    </message>
    <message>
        <source>The correction has %1 letters; %2 are possible.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The dialogue pack %1 knows English only, and cannot transcribe the language “%2”.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The library has no sounds yet.</source>
        <translation>Die Bibliothek hat noch keine Sounds.</translation>
    </message>
    <message>
        <source>The microphone recorded silence.</source>
        <translation>Das Mikrofon hat nur Stille aufgenommen.</translation>
    </message>
    <message>
        <source>The name of a marker has %1 letters; %2 are possible.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The notice from %1 cannot be understood: %2</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The notice from %1 is not signed by the makers of this Earshot, so it was thrown away</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The pick list is empty.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The program that measures sounds ended before it was done.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The program that transcribes ends before it has read a sound: %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The session is as it was. Close it in Ardour, then try again.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The sound is %1 long. Choose a section within it.</source>
        <translation>Der Sound ist %1 lang. Wähle einen Abschnitt darin.</translation>
    </message>
    <message>
        <source>There is a backup of %1. To restore it: Library, Restore a backup, or `earshot restore %2`, which first shows what would be lost.</source>
        <translation>Es gibt eine Sicherung von %1. Zum Wiederherstellen: Bibliothek, Sicherung wiederherstellen, oder `earshot restore %2`; beides zeigt zuerst, was verloren ginge.</translation>
    </message>
    <message>
        <source>There is no pick %1.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>These sounds have fewer similar sounds than any others, takes aside. The usual similarity here is %1. Such a sound may be rare, damaged, or in the wrong folder.</source>
        <translation>Zu diesen Sounds gibt es, Takes ausgenommen, am wenigsten Ähnliches. Üblich ist hier eine Ähnlichkeit von %1. So ein Sound kann selten sein, beschädigt, oder im falschen Ordner.</translation>
    </message>
    <message>
        <source>These sounds have no regions.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>These sounds were analysed with another pack for spoken words. Index the folders again.</source>
        <translation>Diese Sounds wurden mit einem anderen Modellpaket für gesprochene Wörter analysiert. Indiziere die Ordner neu.</translation>
    </message>
    <message>
        <source>They stay in the library. WAV files take them.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>This Earshot cannot write metadata.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>This Earshot comes without the search for spoken words and patterns.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>This Earshot comes without transcripts.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>This is an error in Earshot. The program that started it shows where.</source>
        <translation>Das ist ein Fehler in Earshot. Das Programm, das es gestartet hat, zeigt, wo.</translation>
    </message>
    <message>
        <source>This kind of file cannot take markers: %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>This marker was changed or removed meanwhile.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>This model&apos;s scores are not calibrated, so it cannot tell which lines have no match.</source>
        <translation>Die Werte dieses Modells sind nicht kalibriert, darum lässt sich nicht sagen, welchen Zeilen ein Treffer fehlt.</translation>
    </message>
    <message>
        <source>To repair it: Library, Repair the library, or `earshot verify --repair`. To return to a backup: Library, Restore a backup, or `earshot restore`. You can go on searching and playing sounds.</source>
        <translation>Zum Reparieren: Bibliothek, „Bibliothek reparieren“, oder `earshot verify --repair`. Zurück zu einer Sicherung: Bibliothek, Sicherung wiederherstellen, oder `earshot restore`. Suchen und Abspielen gehen weiter.</translation>
    </message>
    <message>
        <source>Too few names say what the sounds are. The test needs at least 30, and five of a kind. Rename some, or give them UCS categories.</source>
        <translation>Zu wenige Namen sagen, was die Sounds sind. Der Test braucht mindestens 30, und fünf von einer Art. Benenne einige um, oder gib ihnen UCS-Kategorien.</translation>
    </message>
    <message>
        <source>Transcribe the library first: earshot dialogue listen</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Transcripts were not searched: they cannot be read. Run earshot verify.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Until it is built again, Earshot compares every sound. Report this if it happens again.</source>
        <translation>Bis er neu gebaut ist, vergleicht Earshot jeden Sound. Melde es, wenn es wieder geschieht.</translation>
    </message>
    <message>
        <source>Use a shorter name.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Use a single word of letters and digits.</source>
        <translation>Nimm ein einzelnes Wort aus Buchstaben und Ziffern.</translation>
    </message>
    <message>
        <source>Use another library, or leave that one first: earshot server leave.</source>
        <translation>Nimm eine andere Bibliothek, oder verlass die eine zuerst: earshot server leave.</translation>
    </message>
    <message>
        <source>Use at most %1 letters.</source>
        <translation>Nimm höchstens %1 Zeichen.</translation>
    </message>
    <message>
        <source>Use at most %1.</source>
        <translation>Nimm höchstens %1.</translation>
    </message>
    <message>
        <source>Use it on one side of the entry only.</source>
        <translation>Nimm es nur auf einer Seite des Eintrags.</translation>
    </message>
    <message>
        <source>Use letters or digits.</source>
        <translation>Nimm Buchstaben oder Ziffern.</translation>
    </message>
    <message>
        <source>Use letters, digits, - and _, at most %1, and no name that Earshot has a field for.</source>
        <translation>Nimm Buchstaben, Ziffern, - und _, höchstens %1, und keinen Namen, für den Earshot ein Feld hat.</translation>
    </message>
    <message>
        <source>Use other words; `--weak` takes weak matches.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>WAV files have one, in bext and iXML. Leave the timecode out for other files.</source>
        <translation>WAV-Dateien haben einen, in bext und iXML. Lass den Timecode bei anderen Dateien weg.</translation>
    </message>
    <message>
        <source>What %1 sends is larger than a notice may be: %2</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>What is spoken in the folder?</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Write a frame that its rate has; drop-frame leaves out the first of most minutes.</source>
        <translation>Schreibe ein Bild, das es bei dieser Rate gibt; Drop-Frame lässt die ersten der meisten Minuten aus.</translation>
    </message>
    <message>
        <source>Write asis, peak:DB, tp:DB or lufs:DB, for example lufs:-23.</source>
        <translation>Schreibe asis, peak:DB, tp:DB oder lufs:DB, zum Beispiel lufs:-23.</translation>
    </message>
    <message>
        <source>Write hh:mm:ss or hh:mm:ss.mmm for it.</source>
        <translation>Schreibe dafür hh:mm:ss oder hh:mm:ss.mmm.</translation>
    </message>
    <message>
        <source>Write hh:mm:ss:ff, such as 10:02:15:00.</source>
        <translation>Schreibe hh:mm:ss:ff, etwa 10:02:15:00.</translation>
    </message>
    <message>
        <source>Write keep, mono, stereo, split or pick:1,2.</source>
        <translation>Schreibe keep, mono, stereo, split oder pick:1,2.</translation>
    </message>
    <message>
        <source>Write the sidecar without --transcripts, or transcribe first: earshot dialogue listen</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Write them like this: {&quot;query&quot;: &quot;rain&quot;}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Write timecode (10:00:00:00), a clock time or seconds.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Write {file} where the files belong, for example: -- audacity {file}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>`earshot journal list` shows what was exported.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>`earshot profile list` shows all profiles.</source>
        <translation>`earshot profile list` zeigt alle Profile.</translation>
    </message>
    <message>
        <source>a profile needs a name of 1 to %1 letters on one line</source>
        <translation>ein Profil braucht einen Namen aus 1 bis %1 Zeichen in einer Zeile</translation>
    </message>
    <message>
        <source>a stretch must be between %1 and %2 %, not %3</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>an AAF takes WAV files, and the transfer profile makes %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>an Ardour session at %1 Hz takes WAV files at its rate</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>an EDL has 999 events at most, and these are %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>an EDL has four audio tracks, and %1 sounds would be heard at once</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>any share of silence</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>any value</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>cannot read the pick list %1: %2</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>channel %1 was asked for, and this sound has %2</source>
        <translation>Kanal %1 wurde verlangt, dieser Sound hat %2</translation>
    </message>
    <message>
        <source>clicks: %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>clipped</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>clipped peaks: %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>correlation: %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>cut off at the end</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>different channels</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>equal channels</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>fades must be between 0 and %1 s long, not %2</source>
        <translation>Blenden müssen zwischen 0 und %1 s lang sein, nicht %2</translation>
    </message>
    <message>
        <source>handles must be between 0 and %1 s long, not %2</source>
        <translation>Überhänge müssen zwischen 0 und %1 s lang sein, nicht %2</translation>
    </message>
    <message>
        <source>in phase</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>it is silent or too short to be measured, so its level stays as it is</source>
        <translation>still oder zu kurz zum Messen, deshalb bleibt der Pegel, wie er ist</translation>
    </message>
    <message>
        <source>its end does not run into its start</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>its end runs into its start</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>its first handle would begin before the project does</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>less than %1 % silent</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>more than %1 % silent</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>no Ardour was found on this computer</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>no Earshot answers for this library</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>no file was made of %1: %2</source>
        <translation>aus %1 wurde keine Datei gemacht: %2</translation>
    </message>
    <message>
        <source>no folder for scripts of %1 was found</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>no sound was found to send</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>not clipped</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>not cut off at the end</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>not known</source>
        <translation>nicht bekannt</translation>
    </message>
    <message>
        <source>not silent at the end</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>not silent at the start</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>out of phase</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>said in %1</source>
        <comment>the query&apos;s words, in so many sounds by their transcripts</comment>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>silence at the end: %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>silence at the start: %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>silent at the end</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>silent at the start</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>the Ardour session %1 cannot be read: %2</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>the arguments are not a JSON object</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>the build failed with status %1</source>
        <translation>der Bau schlug mit Status %1 fehl</translation>
    </message>
    <message>
        <source>the catalogue %1 is empty; the vectors of its sounds are still there</source>
        <translation>Der Katalog %1 ist leer; die Vektoren seiner Sounds sind noch da</translation>
    </message>
    <message>
        <source>the catalogue %1 is missing; the vectors of its sounds are still there</source>
        <translation>Der Katalog %1 fehlt; die Vektoren seiner Sounds sind noch da</translation>
    </message>
    <message>
        <source>the catalogue %1 is missing; there are backups of it in the same folder</source>
        <translation>Der Katalog %1 fehlt; im selben Ordner liegen Sicherungen von ihm</translation>
    </message>
    <message>
        <source>the catalogue of %1 is damaged; a copy of it was saved as %2</source>
        <translation>Der Katalog von %1 ist beschädigt; eine Kopie davon wurde als %2 gesichert</translation>
    </message>
    <message>
        <source>the command cannot be read: %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>the command names no place for the files</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>the copy of %1 differs from the original</source>
        <translation>Die Kopie von %1 weicht vom Original ab</translation>
    </message>
    <message>
        <source>the decoder cannot be loaded: %1</source>
        <translation>der Decoder lässt sich nicht laden: %1</translation>
    </message>
    <message>
        <source>the dialogue pack in %1 cannot be read: %2</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>the folder %1 is no dialogue pack: it lacks %2</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>the journal has no export %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>the journal has no such exports</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>the journal of exports %1 is damaged: %2</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>the journal of exports has format %1, this Earshot knows up to %2</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>the library has no transcripts</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>the library is no longer in %1: its folder was renamed or deleted, or its drive is not connected</source>
        <translation>die Bibliothek ist nicht mehr in %1: ihr Ordner wurde umbenannt oder gelöscht, oder ihr Laufwerk ist nicht angeschlossen</translation>
    </message>
    <message>
        <source>the list lacks a train, val or test part: all sounds are divided again</source>
        <translation>der Liste fehlt ein Teil train, val oder test: alle Sounds werden neu aufgeteilt</translation>
    </message>
    <message>
        <source>the markers in %1 cannot be changed safely: %2 is damaged</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>the originator is longer than %1 bytes</source>
        <translation>der Urheber (Originator) ist länger als %1 Bytes</translation>
    </message>
    <message>
        <source>the pack %1 is not used: %2</source>
        <translation>Das Modellpaket %1 wird nicht verwendet: %2</translation>
    </message>
    <message>
        <source>the pattern for file names is longer than %1 bytes</source>
        <translation>das Muster für Dateinamen ist länger als %1 Bytes</translation>
    </message>
    <message>
        <source>the pick list %1 has format %2; this Earshot knows %3</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>the pick list %1 is damaged</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>the pitch must be between %1 and %2 semitones, not %3</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>the profile %1 cannot be read: %2</source>
        <translation>das Profil %1 kann nicht gelesen werden: %2</translation>
    </message>
    <message>
        <source>the profile %1 has format %2, this Earshot knows up to %3</source>
        <translation>das Profil %1 hat das Format %2, dieses Earshot kennt nur Formate bis %3</translation>
    </message>
    <message>
        <source>the profile&apos;s stretch or pitch, on top of what is set for listening, goes too far</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>the program that tried it crashed or ran out of memory</source>
        <translation>Das Programm, das es ausprobiert hat, ist abgestürzt, oder der Speicher reichte nicht</translation>
    </message>
    <message>
        <source>the sample rate must be between %1 and %2 Hz, not %3</source>
        <translation>die Abtastrate muss zwischen %1 und %2 Hz liegen, nicht bei %3</translation>
    </message>
    <message>
        <source>the scores are no better than chance, so they could not be calibrated: no result will be called strong, fair or weak</source>
        <translation>Die Werte sind nicht besser als Zufall und ließen sich darum nicht kalibrieren: Kein Ergebnis wird stark, mittel oder schwach genannt</translation>
    </message>
    <message>
        <source>the speech data of %1 is damaged: %2</source>
        <translation>Die Sprachdaten von %1 sind beschädigt: %2</translation>
    </message>
    <message>
        <source>the sync failed because of an error in Earshot: %1</source>
        <translation>der Abgleich scheiterte an einem Fehler in Earshot: %1</translation>
    </message>
    <message>
        <source>the transcripts of this sidecar were made with another dialogue pack; they are not used</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>there are more sounds than fit into one training</source>
        <translation>es gibt mehr Sounds, als in ein Training passen</translation>
    </message>
    <message>
        <source>there are no choices to learn from yet</source>
        <translation>es gibt noch keine Entscheidungen, aus denen sich lernen ließe</translation>
    </message>
    <message>
        <source>there is no %1 at the frame rate that %2 states</source>
        <translation>%1 gibt es bei der Bildrate nicht, die %2 nennt</translation>
    </message>
    <message>
        <source>there is no profile called %1</source>
        <translation>es gibt kein Profil namens %1</translation>
    </message>
    <message>
        <source>there is no section from %1 to %2</source>
        <translation>Es gibt keinen Abschnitt von %1 bis %2</translation>
    </message>
    <message>
        <source>there is no section from %1 to the end</source>
        <translation>Es gibt keinen Abschnitt von %1 bis zum Ende</translation>
    </message>
    <message>
        <source>there is no sketch of this sound: only speech and repeating sounds have one, if they were indexed while their file was there</source>
        <translation>Von diesem Sound gibt es keine Skizze: Eine haben nur Sprache und sich wiederholende Sounds, die indiziert wurden, als ihre Datei noch da war</translation>
    </message>
    <message>
        <source>there is not enough memory to analyse sounds</source>
        <translation>Der Arbeitsspeicher reicht nicht, um Sounds zu analysieren</translation>
    </message>
    <message>
        <source>this Earshot comes without the feature that uses packs of the kind %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>this Earshot comes without what reads cue sheets</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>this Earshot comes without what reads scripts</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>this sidecar was made with another model pack, %1; its sounds are analysed again</source>
        <translation>diese Begleitdatei wurde mit einem anderen Modellpaket erstellt, %1; ihre Sounds werden neu analysiert</translation>
    </message>
    <message>
        <source>timecode</source>
        <translation>Timecode</translation>
    </message>
    <message>
        <source>timecode %1</source>
        <translation>Timecode %1</translation>
    </message>
    <message>
        <source>timecode %1 to %2</source>
        <translation>Timecode %1 bis %2</translation>
    </message>
    <message>
        <source>timecode after %1</source>
        <translation>Timecode nach %1</translation>
    </message>
    <message>
        <source>timecode before %1</source>
        <translation>Timecode vor %1</translation>
    </message>
    <message>
        <source>timecode from %1</source>
        <translation>Timecode ab %1</translation>
    </message>
    <message>
        <source>timecode until %1</source>
        <translation>Timecode bis %1</translation>
    </message>
    <message>
        <source>transcript: “%1”</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>transcripts of %1 sounds were taken from this sidecar</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>used %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>used for “%1”</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>what Earshot knows about %1 cannot be saved: %2</source>
        <translation>was Earshot über %1 weiß, lässt sich nicht speichern: %2</translation>
    </message>
    <message>
        <source>with DC offset</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>with a flaw</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>with clicks</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>without DC offset</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>without a flaw</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>without clicks</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>without speech</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>written at %1, the next rate that this format can hold</source>
        <translation>geschrieben mit %1, der nächsten Abtastrate dieses Formats</translation>
    </message>
    <message>
        <source>you chose nothing for “%1”, and no tag or collection has that name</source>
        <translation>für „%1“ hast du nichts gewählt, und kein Tag und keine Sammlung heißt so</translation>
    </message>
    <message>
        <source>you may not read %1</source>
        <translation>du darfst %1 nicht lesen</translation>
    </message>
    <message>
        <source>“%1” is listed both as searched and as not searched for “%2”</source>
        <translation>„%1“ steht für „%2“ zugleich unter gesucht und nicht gesucht</translation>
    </message>
    <message>
        <source>a field</source>
        <translation>ein Feld</translation>
    </message>
    <message>
        <source>`earshot verify --repair` restores it from the newest backup, and keeps the damaged one.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>a library has at most %1 fields of your own</source>
        <translation>eine Bibliothek hat höchstens %1 eigene Felder</translation>
    </message>
    <message>
        <source>a line was begun, and not ended within %1</source>
        <translation>eine Zeile wurde begonnen und nicht innerhalb von %1 beendet</translation>
    </message>
    <message>
        <source>category by ear: %1</source>
        <translation>Kategorie nach Gehör: %1</translation>
    </message>
    <message>
        <source>nothing was asked within %1</source>
        <translation>innerhalb von %1 wurde nichts gefragt</translation>
    </message>
    <message>
        <source>the audio cannot be read</source>
        <translation>der Ton ist nicht lesbar</translation>
    </message>
    <message>
        <source>the backup %1 is damaged; nothing was changed</source>
        <translation>Die Sicherung %1 ist beschädigt; geändert wurde nichts</translation>
    </message>
    <message>
        <source>the catalogue of %1 is damaged: %2</source>
        <translation>Der Katalog von %1 ist beschädigt: %2</translation>
    </message>
    <message>
        <source>the certificate of %1 cannot be trusted: %2</source>
        <translation>dem Zertifikat von %1 ist nicht zu trauen: %2</translation>
    </message>
    <message>
        <source>the checksum of the frame at byte %1 does not agree</source>
        <translation>Die Prüfsumme des Blocks bei Byte %1 stimmt nicht</translation>
    </message>
    <message>
        <source>the collection is not in this library</source>
        <translation>die Sammlung ist nicht in dieser Bibliothek</translation>
    </message>
    <message>
        <source>the connection to %1 broke: %2</source>
        <translation>die Verbindung zu %1 riss ab: %2</translation>
    </message>
    <message>
        <source>the device %1 cannot be used: %2</source>
        <translation>Das Gerät %1 lässt sich nicht verwenden: %2</translation>
    </message>
    <message>
        <source>the disk cannot read it</source>
        <translation>das Laufwerk kann sie nicht lesen</translation>
    </message>
    <message>
        <source>the disk of %1 cannot hold a catalogue in WAL mode</source>
        <translation>Die Platte von %1 taugt nicht für einen Katalog im WAL-Modus</translation>
    </message>
    <message>
        <source>the disk of %1 cannot hold a catalogue: %2</source>
        <translation>Die Platte von %1 taugt nicht für einen Katalog: %2</translation>
    </message>
    <message>
        <source>the disk of %1 has %2 MB left and %3 MB are needed</source>
        <translation>Auf der Platte von %1 sind noch %2 MB frei, gebraucht werden %3 MB</translation>
    </message>
    <message>
        <source>the entry for “%1” has too many words</source>
        <translation>Der Eintrag für „%1“ hat zu viele Wörter</translation>
    </message>
    <message>
        <source>the file</source>
        <comment>begins a sentence about a file that is named beside it</comment>
        <translation>die Datei</translation>
    </message>
    <message>
        <source>the file %1 with what was learnt cannot be read: %2</source>
        <translation>die Datei %1 mit Gelerntem kann nicht gelesen werden: %2</translation>
    </message>
    <message>
        <source>the file&apos;s ID3 tag cannot be read: %1</source>
        <translation>Das ID3-Tag der Datei lässt sich nicht lesen: %1</translation>
    </message>
    <message>
        <source>the file&apos;s iXML cannot be changed safely: %1</source>
        <translation>Das iXML der Datei lässt sich nicht sicher ändern: %1</translation>
    </message>
    <message>
        <source>the file&apos;s iXML is written in %1, which lacks some of these letters</source>
        <translation>Das iXML der Datei ist in %1 geschrieben, und dieser Codierung fehlen einige der Zeichen</translation>
    </message>
    <message>
        <source>the first line does not have the token</source>
        <translation>die erste Zeile enthält nicht das Token</translation>
    </message>
    <message>
        <source>the folder is empty: its drive is probably not mounted</source>
        <translation>Der Ordner ist leer: Vermutlich ist das Laufwerk nicht eingehängt</translation>
    </message>
    <message>
        <source>the index %1 was refused: %2</source>
        <translation>Der Index %1 wurde abgelehnt: %2</translation>
    </message>
    <message>
        <source>the journal holds a session of format %1, this Earshot knows up to %2</source>
        <translation>Das Journal enthält eine Sitzung im Format %1, dieses Earshot kennt nur Formate bis %2</translation>
    </message>
    <message>
        <source>the learnt choices are too large to write to %1</source>
        <translation>Gelerntes ist zu groß, um nach %1 geschrieben zu werden</translation>
    </message>
    <message>
        <source>the learnt choices in %1 are damaged: the checksum or a value is wrong</source>
        <translation>Gelerntes in %1 ist beschädigt: Die Prüfsumme oder ein Wert ist falsch</translation>
    </message>
    <message>
        <source>the library %1 cannot be read or written: %2</source>
        <translation>Die Bibliothek %1 lässt sich nicht lesen oder schreiben: %2</translation>
    </message>
    <message>
        <source>the library %1 cannot be written</source>
        <translation>In die Bibliothek %1 lässt sich nicht schreiben</translation>
    </message>
    <message>
        <source>the library %1 has format %2, this Earshot knows up to %3</source>
        <translation>Die Bibliothek %1 hat Format %2, dieses Earshot kennt nur Formate bis %3</translation>
    </message>
    <message>
        <source>the library %1 has no sounds that could be tested</source>
        <translation>Die Bibliothek %1 hat keine Sounds, die sich testen ließen</translation>
    </message>
    <message>
        <source>the library %1 is damaged, and nothing was written into it</source>
        <translation>Die Bibliothek %1 ist beschädigt, und es wurde nichts hineingeschrieben</translation>
    </message>
    <message>
        <source>the library %1 was indexed with the pack %2 (%3…), not with %4 (%5…): their vectors cannot be compared</source>
        <translation>Die Bibliothek %1 wurde mit dem Modellpaket %2 (%3…) indiziert, nicht mit %4 (%5…): Deren Vektoren lassen sich nicht vergleichen</translation>
    </message>
    <message>
        <source>the library %1 was indexed with the pack %2 (%3…), which is not installed</source>
        <translation>Die Bibliothek %1 wurde mit dem Modellpaket %2 (%3…) indiziert, das nicht installiert ist</translation>
    </message>
    <message>
        <source>the library %1 was made by an earlier Earshot and cannot be written, so it cannot be updated</source>
        <translation>Die Bibliothek %1 stammt von einem früheren Earshot und lässt sich nicht schreiben, also auch nicht aktualisieren</translation>
    </message>
    <message>
        <source>the library has no sounds to learn from</source>
        <translation>die Bibliothek hat keine Sounds, aus denen gelernt werden kann</translation>
    </message>
    <message>
        <source>the library has no sounds with vectors in %1</source>
        <translation>die Bibliothek hat keine Sounds mit Vektoren in %1</translation>
    </message>
    <message>
        <source>the library is changing to this pack</source>
        <translation>Die Bibliothek wechselt gerade zu diesem Modellpaket</translation>
    </message>
    <message>
        <source>the library uses this pack</source>
        <translation>Die Bibliothek verwendet dieses Modellpaket</translation>
    </message>
    <message>
        <source>the library&apos;s pack %1 is not installed</source>
        <translation>das Modellpaket %1 der Bibliothek ist nicht installiert</translation>
    </message>
    <message>
        <source>the list %1 cannot be read: %2</source>
        <translation>die Liste %1 ist nicht lesbar: %2</translation>
    </message>
    <message>
        <source>the machine %1 has %2, and this one %3: their vectors could differ</source>
        <translation>auf dem Rechner %1 ist %2 installiert, auf diesem %3: die Vektoren könnten sich unterscheiden</translation>
    </message>
    <message>
        <source>the model failed on %1: %2</source>
        <translation>Das Modell hat auf %1 versagt: %2</translation>
    </message>
    <message>
        <source>the model fails while it runs: %1</source>
        <translation>Das Modell versagt beim Rechnen: %1</translation>
    </message>
    <message>
        <source>the model pack %1 contains files that are not allowed: %2</source>
        <translation>das Modellpaket %1 enthält unerlaubte Dateien: %2</translation>
    </message>
    <message>
        <source>the model pack %1 is not installed</source>
        <translation>Das Modellpaket %1 ist nicht installiert</translation>
    </message>
    <message>
        <source>the model pack of the shared library is not installed</source>
        <translation>das Modellpaket der gemeinsamen Bibliothek ist nicht installiert</translation>
    </message>
    <message>
        <source>the name of %1 is %2 letters long</source>
        <translation>Der Name für %1 ist %2 Zeichen lang</translation>
    </message>
    <message>
        <source>the new index finds only %1 of %2 of its own vectors</source>
        <translation>der neue Index findet nur %1 von %2 eigenen Vektoren</translation>
    </message>
    <message>
        <source>the note is %1 letters long</source>
        <translation>Die Notiz ist %1 Zeichen lang</translation>
    </message>
    <message>
        <source>the pack %1 is of the kind %2</source>
        <translation>Das Modellpaket %1 ist von der Art %2</translation>
    </message>
    <message>
        <source>the pack %1 is of the kind %2, not %3</source>
        <translation>Das Modellpaket %1 ist von der Art %2, nicht %3</translation>
    </message>
    <message>
        <source>the pack %1 lacks %2</source>
        <translation>Dem Modellpaket %1 fehlt %2</translation>
    </message>
    <message>
        <source>the pack that found the units of this sound is not installed</source>
        <translation>Das Modellpaket, das die Einheiten dieses Sounds gefunden hat, ist nicht installiert</translation>
    </message>
    <message>
        <source>the package %1 of the speech recogniser is damaged: %2</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>the packages for PostgreSQL are not installed</source>
        <translation>die Pakete für PostgreSQL sind nicht installiert</translation>
    </message>
    <message>
        <source>the packages for embedding on many machines are not installed</source>
        <translation>die Pakete zum Einlesen auf vielen Rechnern sind nicht installiert</translation>
    </message>
    <message>
        <source>the packages for the Model Context Protocol are not installed</source>
        <translation>die Pakete für das Model Context Protocol sind nicht installiert</translation>
    </message>
    <message>
        <source>the part with the sound is missing</source>
        <translation>der Teil mit dem Ton fehlt</translation>
    </message>
    <message>
        <source>the pasted text</source>
        <translation>dem eingefügten Text</translation>
    </message>
    <message>
        <source>the plan %1 is damaged: %2</source>
        <translation>der Plan %1 ist beschädigt: %2</translation>
    </message>
    <message>
        <source>the process that loaded it first ended with %1</source>
        <translation>der Prozess, der ihn zuerst lud, endete mit %1</translation>
    </message>
    <message>
        <source>the process that makes backups ended with %1</source>
        <translation>Der Prozess, der Sicherungen macht, endete mit %1</translation>
    </message>
    <message>
        <source>the result of shard %1 is damaged: %2</source>
        <translation>das Ergebnis der Portion %1 ist beschädigt: %2</translation>
    </message>
    <message>
        <source>the result of shard %1 was made with another pack</source>
        <translation>das Ergebnis der Portion %1 wurde mit einem anderen Modellpaket gemacht</translation>
    </message>
    <message>
        <source>the results in %1 were made by a newer Earshot (format %2)</source>
        <translation>die Ergebnisse in %1 stammen von einem neueren Earshot (Format %2)</translation>
    </message>
    <message>
        <source>the results in %1 were made with the pack %2, and not with %3</source>
        <translation>die Ergebnisse in %1 wurden mit dem Modellpaket %2 gemacht und nicht mit %3</translation>
    </message>
    <message>
        <source>the sample rate or the channels change in the middle</source>
        <translation>Abtastrate oder Kanäle ändern sich mittendrin</translation>
    </message>
    <message>
        <source>the selection is at the end of the sound</source>
        <translation>Die Auswahl liegt am Ende des Sounds</translation>
    </message>
    <message>
        <source>the selection is too short or too quiet to be a pattern</source>
        <translation>Die Auswahl ist zu kurz oder zu leise für ein Muster</translation>
    </message>
    <message>
        <source>the server at this address now holds another shared library</source>
        <translation>der Server unter dieser Adresse hat jetzt eine andere gemeinsame Bibliothek</translation>
    </message>
    <message>
        <source>the server cannot be asked for “%1”</source>
        <translation>der Server lässt sich nicht nach „%1“ fragen</translation>
    </message>
    <message>
        <source>the server cannot filter by “%1”</source>
        <translation>der Server kann nicht nach „%1“ filtern</translation>
    </message>
    <message>
        <source>the server refused: %1</source>
        <translation>der Server lehnt ab: %1</translation>
    </message>
    <message>
        <source>the spotting list %1 has format %2, this Earshot knows up to %3</source>
        <translation>die Spotting-Liste %1 hat Format %2, dieses Earshot kennt sie bis %3</translation>
    </message>
    <message>
        <source>the spotting list %1 is damaged</source>
        <translation>die Spotting-Liste %1 ist beschädigt</translation>
    </message>
    <message>
        <source>the starter pack is missing from %1</source>
        <translation>In %1 fehlt das Modellpaket starter</translation>
    </message>
    <message>
        <source>the table %1 cannot be read: %2</source>
        <translation>die Tabelle %1 lässt sich nicht lesen: %2</translation>
    </message>
    <message>
        <source>the table %1 is larger than 256 MB</source>
        <translation>die Tabelle %1 ist größer als 256 MB</translation>
    </message>
    <message>
        <source>the tags of %1 can hold no field named %2</source>
        <translation>die Tags von %1 können kein Feld namens %2 enthalten</translation>
    </message>
    <message>
        <source>the tags of %1 cannot be changed safely: %2</source>
        <translation>Die Tags von %1 lassen sich nicht sicher ändern: %2</translation>
    </message>
    <message>
        <source>the thesaurus has no entry for “%1”</source>
        <translation>Der Thesaurus hat keinen Eintrag für „%1“</translation>
    </message>
    <message>
        <source>the token did not come within %1</source>
        <translation>das Token kam nicht innerhalb von %1</translation>
    </message>
    <message>
        <source>the training in %1 is of version %2</source>
        <translation>das Training in %1 ist von Version %2</translation>
    </message>
    <message>
        <source>the user&apos;s own</source>
        <translation>dein eigener</translation>
    </message>
    <message>
        <source>the vectors in %1 are damaged: %2</source>
        <translation>Die Vektoren in %1 sind beschädigt: %2</translation>
    </message>
    <message>
        <source>the vectors of %1 are missing</source>
        <translation>Die Vektoren von %1 fehlen</translation>
    </message>
    <message>
        <source>there are no sketches of this library&apos;s sounds</source>
        <translation>Von den Sounds dieser Bibliothek gibt es keine Skizzen</translation>
    </message>
    <message>
        <source>there are no vectors to index</source>
        <translation>es gibt keine Vektoren für einen Index</translation>
    </message>
    <message>
        <source>there are only %1 sounds to learn from; at least %2 are needed</source>
        <translation>es gibt nur %1 Sounds zum Lernen; mindestens %2 sind nötig</translation>
    </message>
    <message>
        <source>there is already %1 named “%2”</source>
        <translation>Es gibt schon %1 mit dem Namen „%2“</translation>
    </message>
    <message>
        <source>there is already a file named %1</source>
        <translation>Es gibt schon eine Datei namens %1</translation>
    </message>
    <message>
        <source>there is no %1</source>
        <translation>%1 gibt es nicht</translation>
    </message>
    <message>
        <source>there is no backup in %1</source>
        <translation>In %1 ist keine Sicherung</translation>
    </message>
    <message>
        <source>there is no collection “%1”</source>
        <translation>es gibt keine Sammlung „%1“</translation>
    </message>
    <message>
        <source>there is no cue in %1</source>
        <translation>in %1 steht kein Cue</translation>
    </message>
    <message>
        <source>there is no device called %1</source>
        <translation>Es gibt kein Gerät namens %1</translation>
    </message>
    <message>
        <source>there is no file %1</source>
        <translation>Eine Datei %1 gibt es nicht</translation>
    </message>
    <message>
        <source>there is no file or folder %1</source>
        <translation>Eine Datei oder einen Ordner %1 gibt es nicht</translation>
    </message>
    <message>
        <source>there is no folder %1</source>
        <translation>Einen Ordner %1 gibt es nicht</translation>
    </message>
    <message>
        <source>there is no frame at byte %1</source>
        <translation>Bei Byte %1 steht kein Block</translation>
    </message>
    <message>
        <source>there is no library in %1</source>
        <translation>In %1 ist keine Bibliothek</translation>
    </message>
    <message>
        <source>there is no metadata change to undo</source>
        <translation>Es gibt keine Änderung von Metadaten, die sich rückgängig machen ließe</translation>
    </message>
    <message>
        <source>there is no shared library in the database “%1”</source>
        <translation>in der Datenbank „%1“ ist keine gemeinsame Bibliothek</translation>
    </message>
    <message>
        <source>there is no speech recogniser for %1 on %2 with Python %3</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>there is no tool “%1”</source>
        <translation>es gibt kein Werkzeug „%1“</translation>
    </message>
    <message>
        <source>there is no training to resume in %1: %2</source>
        <translation>in %1 liegt kein Training, das fortgesetzt werden kann: %2</translation>
    </message>
    <message>
        <source>there is no user “%1” in this shared library</source>
        <translation>in dieser gemeinsamen Bibliothek gibt es niemanden namens „%1“</translation>
    </message>
    <message>
        <source>there is no volume “%1”</source>
        <translation>es gibt kein Laufwerk „%1“</translation>
    </message>
    <message>
        <source>there is no word in %1</source>
        <translation>In %1 steht kein Wort</translation>
    </message>
    <message>
        <source>there is not enough memory to read it</source>
        <translation>zum Lesen reicht der Speicher nicht</translation>
    </message>
    <message>
        <source>there is nothing between two placeholders of the pattern</source>
        <translation>zwischen zwei Platzhaltern des Musters steht nichts</translation>
    </message>
    <message>
        <source>there was not enough memory left to read %1</source>
        <translation>Der freie Speicher reicht nicht, um %1 zu lesen</translation>
    </message>
    <message>
        <source>this Earshot does not know the job: %1</source>
        <translation>Diesen Auftrag kennt dieses Earshot nicht: %1</translation>
    </message>
    <message>
        <source>this cannot be undone: its former name is taken now</source>
        <translation>Das lässt sich nicht rückgängig machen: Der frühere Name ist jetzt vergeben</translation>
    </message>
    <message>
        <source>this collection is not there any more</source>
        <translation>diese Sammlung gibt es nicht mehr</translation>
    </message>
    <message>
        <source>this library is joined to another shared library</source>
        <translation>diese Bibliothek ist mit einer anderen gemeinsamen verbunden</translation>
    </message>
    <message>
        <source>this library is not joined to a shared one</source>
        <translation>diese Bibliothek ist mit keiner gemeinsamen verbunden</translation>
    </message>
    <message>
        <source>this line is longer than %1 bytes</source>
        <translation>diese Zeile ist länger als %1 Bytes</translation>
    </message>
    <message>
        <source>this line is not a request</source>
        <translation>diese Zeile ist keine Anfrage</translation>
    </message>
    <message>
        <source>this pack came with Earshot and cannot be removed</source>
        <translation>Dieses Modellpaket kam mit Earshot und lässt sich nicht entfernen</translation>
    </message>
    <message>
        <source>this pack has format %1, this Earshot reads up to %2</source>
        <translation>Dieses Modellpaket hat Format %1, dieses Earshot liest nur Formate bis %2</translation>
    </message>
    <message>
        <source>this pack is of the kind %1 and format %2, which is beyond this Earshot</source>
        <translation>Dieses Modellpaket ist von der Art %1 und hat Format %2: Das kann dieses Earshot nicht lesen</translation>
    </message>
    <message>
        <source>this section of %1 is silent: it has no background</source>
        <translation>Dieser Abschnitt von %1 ist still: Er hat keinen Hintergrund</translation>
    </message>
    <message>
        <source>this sidecar does not match the sounds and is ignored from now on (%1 sounds were read from it)</source>
        <translation>diese Begleitdatei stimmt nicht mit den Sounds überein und wird ab jetzt ignoriert (%1 Sounds wurden aus ihr übernommen)</translation>
    </message>
    <message>
        <source>this sidecar is not used: %1</source>
        <translation>diese Begleitdatei wird nicht verwendet: %1</translation>
    </message>
    <message>
        <source>timelines cannot be written here: OpenTimelineIO is not installed</source>
        <translation>Timelines lassen sich hier nicht schreiben: OpenTimelineIO ist nicht installiert</translation>
    </message>
    <message>
        <source>title</source>
        <translation>Titel</translation>
    </message>
    <message>
        <source>today</source>
        <translation>heute</translation>
    </message>
    <message>
        <source>track “%1”</source>
        <translation>Spur „%1“</translation>
    </message>
    <message>
        <source>tracks</source>
        <translation>Spuren</translation>
    </message>
    <message>
        <source>ucs</source>
        <translation>UCS</translation>
    </message>
    <message>
        <source>unlike %1</source>
        <translation>nicht wie %1</translation>
    </message>
    <message>
        <source>unlike %1, %2 to %3</source>
        <translation>nicht wie %1, %2 bis %3</translation>
    </message>
    <message>
        <source>until %1</source>
        <translation>bis %1</translation>
    </message>
    <message>
        <source>up to %1</source>
        <translation>bis %1</translation>
    </message>
    <message>
        <source>up to %1 channels</source>
        <translation>bis %1 Kanäle</translation>
    </message>
    <message>
        <source>used before</source>
        <translation>schon verwendet</translation>
    </message>
    <message>
        <source>vectors of %1 sounds were damaged; the sounds are read again</source>
        <translation>Vektoren von %1 Sounds waren beschädigt; die Sounds werden neu gelesen</translation>
    </message>
    <message>
        <source>version %1 of the package “mcp” is installed, and Earshot speaks versions 1 and 2 of it</source>
        <translation>Version %1 des Pakets „mcp“ ist installiert, Earshot spricht aber nur dessen Versionen 1 und 2</translation>
    </message>
    <message>
        <source>waveform overview of version %1, this is %2</source>
        <translation>Wellenform-Übersicht der Version %1, dies ist %2</translation>
    </message>
    <message>
        <source>with a colour</source>
        <translation>mit Farbe</translation>
    </message>
    <message>
        <source>with a note</source>
        <translation>mit Notiz</translation>
    </message>
    <message>
        <source>with something in the field %1</source>
        <translation>mit Text im Feld %1</translation>
    </message>
    <message>
        <source>with tags</source>
        <translation>mit Tags</translation>
    </message>
    <message>
        <source>without a colour</source>
        <translation>ohne Farbe</translation>
    </message>
    <message>
        <source>without a note</source>
        <translation>ohne Notiz</translation>
    </message>
    <message>
        <source>without tags</source>
        <translation>ohne Tags</translation>
    </message>
    <message>
        <source>writing would have changed the audio of %1, so nothing was written</source>
        <translation>Das Schreiben hätte den Ton von %1 verändert, also wurde nichts geschrieben</translation>
    </message>
    <message>
        <source>yellow</source>
        <translation>gelb</translation>
    </message>
    <message>
        <source>yesterday</source>
        <translation>gestern</translation>
    </message>
    <message>
        <source>you may only read this shared library</source>
        <translation>du darfst diese gemeinsame Bibliothek nur lesen</translation>
    </message>
    <message>
        <source>“%1” belongs to someone else</source>
        <translation>„%1“ gehört jemand anderem</translation>
    </message>
    <message>
        <source>“%1” contains no letter</source>
        <translation>„%1“ enthält keinen Buchstaben</translation>
    </message>
    <message>
        <source>“%1” failed: %2</source>
        <translation>„%1“ ist fehlgeschlagen: %2</translation>
    </message>
    <message>
        <source>“%1” is longer than %2</source>
        <translation>„%1“ ist länger als %2</translation>
    </message>
    <message>
        <source>“%1” is missing</source>
        <translation>„%1“ fehlt</translation>
    </message>
    <message>
        <source>“%1” is neither true nor false</source>
        <translation>„%1“ ist weder true noch false</translation>
    </message>
    <message>
        <source>“%1” is not a list</source>
        <translation>„%1“ ist keine Liste</translation>
    </message>
    <message>
        <source>“%1” is not a number</source>
        <translation>„%1“ ist keine Zahl</translation>
    </message>
    <message>
        <source>“%1” is not a single word</source>
        <translation>„%1“ ist kein einzelnes Wort</translation>
    </message>
    <message>
        <source>“%1” is not a whole number</source>
        <translation>„%1“ ist keine ganze Zahl</translation>
    </message>
    <message>
        <source>“%1” is not allowed as a user name</source>
        <translation>„%1“ ist als Name nicht erlaubt</translation>
    </message>
    <message>
        <source>“%1” is not allowed as the name of a volume</source>
        <translation>„%1“ ist als Name eines Laufwerks nicht erlaubt</translation>
    </message>
    <message>
        <source>“%1” is not allowed: Earshot was started to read only</source>
        <translation>„%1“ ist nicht erlaubt: Earshot wurde nur zum Lesen gestartet</translation>
    </message>
    <message>
        <source>“%1” is not an object</source>
        <translation>„%1“ ist kein Objekt</translation>
    </message>
    <message>
        <source>“%1” is not from %2 to %3</source>
        <translation>„%1“ liegt nicht zwischen %2 und %3</translation>
    </message>
    <message>
        <source>“%1” is not known here</source>
        <translation>„%1“ ist hier nicht bekannt</translation>
    </message>
    <message>
        <source>“%1” is not text</source>
        <translation>„%1“ ist kein Text</translation>
    </message>
    <message>
        <source>“%1” is not the address of a server</source>
        <translation>„%1“ ist keine Adresse eines Servers</translation>
    </message>
</context>
<context>
    <name>ExampleCommands</name>
    <message>
        <source>Less like the selection</source>
        <translation>Weniger wie die Auswahl</translation>
    </message>
    <message>
        <source>Less like this</source>
        <translation>Weniger davon</translation>
    </message>
    <message>
        <source>Adds the selected sounds, or the moment, to the search: similar ones rise</source>
        <translation>Nimmt die ausgewählten Sounds oder den Moment in die Suche auf: Ähnliche steigen</translation>
    </message>
    <message>
        <source>A spoken word or a pattern cannot be combined with other sounds.</source>
        <translation>Ein gesprochenes Wort oder ein Muster lässt sich nicht mit anderen Sounds kombinieren.</translation>
    </message>
    <message>
        <source>Adds the selected sounds, or the moment, to the search: similar ones sink</source>
        <translation>Nimmt die ausgewählten Sounds oder den Moment in die Suche auf: Ähnliche sinken</translation>
    </message>
    <message numerus="yes">
        <source>Less like %n sound(s). Ctrl+Z undoes it.</source>
        <translation>
            <numerusform>Weniger wie %n Sound. Strg+Z macht es rückgängig.</numerusform>
            <numerusform>Weniger wie %n Sounds. Strg+Z macht es rückgängig.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>More like %n sound(s). Ctrl+Z undoes it.</source>
        <translation>
            <numerusform>Mehr wie %n Sound. Strg+Z macht es rückgängig.</numerusform>
            <numerusform>Mehr wie %n Sounds. Strg+Z macht es rückgängig.</numerusform>
        </translation>
    </message>
    <message>
        <source>More like the selection</source>
        <translation>Mehr wie die Auswahl</translation>
    </message>
    <message>
        <source>More like this</source>
        <translation>Mehr davon</translation>
    </message>
    <message>
        <source>New search</source>
        <translation>Neue Suche</translation>
    </message>
    <message>
        <source>That is already part of the search.</source>
        <translation>Das ist schon Teil der Suche.</translation>
    </message>
    <message>
        <source>Select a sound first.</source>
        <translation>Wähle zuerst einen Sound aus.</translation>
    </message>
    <message>
        <source>New search. Ctrl+Z restores the previous one with its sounds.</source>
        <translation>Neue Suche. Strg+Z stellt die vorige mit ihren Sounds wieder her.</translation>
    </message>
    <message>
        <source>Weight</source>
        <translation>Gewicht</translation>
    </message>
</context>
<context>
    <name>ExplanationTab</name>
    <message>
        <source>%1 to %2: %3</source>
        <translation>%1 bis %2: %3</translation>
    </message>
    <message>
        <source>Hardly by how it sounds</source>
        <translation>Kaum durch seinen Klang</translation>
    </message>
    <message>
        <source>How each part of the sound fits</source>
        <translation>Wie jeder Teil des Sounds passt</translation>
    </message>
    <message>
        <source>How much worse the sound would match without the word</source>
        <translation>Wie viel schlechter der Sound ohne das Wort passen würde</translation>
    </message>
    <message>
        <source>What each word brings</source>
        <translation>Was jedes Wort bringt</translation>
    </message>
    <message>
        <source>What it sounds like by itself</source>
        <translation>Wonach es für sich allein klingt</translation>
    </message>
    <message>
        <source>all</source>
        <translation>alles</translation>
    </message>
</context>
<context>
    <name>ExportDialog</name>
    <message>
        <source>A column for every text in the files</source>
        <translation>Eine Spalte für jeden Text in den Dateien</translation>
    </message>
    <message>
        <source>Choose file</source>
        <translation>Datei wählen</translation>
    </message>
    <message>
        <source>Choose file…</source>
        <translation>Datei wählen…</translation>
    </message>
    <message>
        <source>Export list</source>
        <translation>Liste exportieren</translation>
    </message>
    <message>
        <source>For Excel (marks the file as UTF-8)</source>
        <translation>Für Excel (kennzeichnet die Datei als UTF-8)</translation>
    </message>
    <message>
        <source>Format</source>
        <translation>Format</translation>
    </message>
    <message>
        <source>One row per sound, with everything Earshot knows about it, in list order.</source>
        <translation>Eine Zeile je Sound mit allem, was Earshot darüber weiß, in der Reihenfolge der Liste.</translation>
    </message>
    <message>
        <source>Spreadsheets treat such texts as formulas. When this is off, an apostrophe in front prevents it.</source>
        <translation>Tabellenprogramme behandeln solche Texte als Formeln. Ist dies aus, verhindert es ein Apostroph davor.</translation>
    </message>
    <message>
        <source>Opens in players and file managers, with lengths and titles.</source>
        <translation>Öffnet sich in Playern und Dateimanagern, mit Längen und Titeln.</translation>
    </message>
    <message>
        <source>Paths relative to the playlist</source>
        <translation>Pfade relativ zur Playlist</translation>
    </message>
    <message>
        <source>Playlist (M3U8)</source>
        <translation>Playlist (M3U8)</translation>
    </message>
    <message>
        <source>Selected (%1)</source>
        <translation>Auswahl (%1)</translation>
    </message>
    <message>
        <source>Sounds</source>
        <translation>Sounds</translation>
    </message>
    <message>
        <source>Table (CSV)</source>
        <translation>Tabelle (CSV)</translation>
    </message>
    <message>
        <source>Texts that begin with = + - @ unchanged</source>
        <translation>Texte, die mit = + - @ beginnen, unverändert</translation>
    </message>
    <message>
        <source>The whole list (%1)</source>
        <translation>Die ganze Liste (%1)</translation>
    </message>
    <message>
        <source>Which sounds</source>
        <translation>Welche Sounds</translation>
    </message>
</context>
<context>
    <name>Exporting</name>
    <message>
        <source>sounds</source>
        <translation type="unfinished">Sounds</translation>
    </message>
</context>
<context>
    <name>ExportsModel</name>
    <message>
        <source>Cue</source>
        <translation type="unfinished">Cue</translation>
    </message>
    <message>
        <source>Exported</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>File</source>
        <translation type="unfinished">Datei</translation>
    </message>
    <message>
        <source>Part</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Sound</source>
        <translation type="unfinished">Sound</translation>
    </message>
    <message>
        <source>Transfer profile</source>
        <translation type="unfinished">Transferprofil</translation>
    </message>
    <message>
        <source>Whole sound</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>ExportsView</name>
    <message>
        <source>Exported files</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Space plays and stops</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>ExternalEditor</name>
    <message>
        <source>%1 could not be started.</source>
        <translation>%1 ließ sich nicht starten.</translation>
    </message>
    <message numerus="yes">
        <source>%n file(s) cannot be opened because they are missing.</source>
        <translation>
            <numerusform>%n Datei fehlt und lässt sich nicht öffnen.</numerusform>
            <numerusform>%n Dateien fehlen und lassen sich nicht öffnen.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n file(s) opened in %1.</source>
        <translation>
            <numerusform>%n Datei in %1 geöffnet.</numerusform>
            <numerusform>%n Dateien in %1 geöffnet.</numerusform>
        </translation>
    </message>
    <message>
        <source>Choose another program in Preferences, Drag out.</source>
        <translation>Wähle ein anderes Programm unter Einstellungen, Herausziehen.</translation>
    </message>
    <message>
        <source>Choose the audio editor</source>
        <translation>Audioeditor wählen</translation>
    </message>
    <message>
        <source>Choose the audio editor…</source>
        <translation>Audioeditor wählen…</translation>
    </message>
    <message>
        <source>Choose…</source>
        <translation>Wählen…</translation>
    </message>
    <message>
        <source>Select at most %1 sounds to open them together.</source>
        <translation>Wähle höchstens %1 Sounds aus, um sie zusammen zu öffnen.</translation>
    </message>
    <message>
        <source>You can change it later in Preferences, Drag out.</source>
        <translation>Du kannst es später unter Einstellungen, Herausziehen ändern.</translation>
    </message>
    <message>
        <source>Open in editor</source>
        <translation>Im Editor öffnen</translation>
    </message>
    <message>
        <source>Opens the selected sounds in the audio editor of the preferences</source>
        <translation>Öffnet die ausgewählten Sounds im Audioeditor der Einstellungen</translation>
    </message>
    <message>
        <source>The program in which Open in editor opens sounds</source>
        <translation>Das Programm, in dem „Im Editor öffnen“ Sounds öffnet</translation>
    </message>
    <message>
        <source>Which program do you edit sounds with?</source>
        <translation>Mit welchem Programm bearbeitest du Sounds?</translation>
    </message>
</context>
<context>
    <name>FacetPopover</name>
    <message>
        <source>Clear</source>
        <translation>Leeren</translation>
    </message>
    <message>
        <source>Clear this filter</source>
        <translation>Diesen Filter leeren</translation>
    </message>
</context>
<context>
    <name>Facets</name>
    <message>
        <source>1 to 5 s</source>
        <translation>1 bis 5 s</translation>
    </message>
    <message>
        <source>30 s to 2 min</source>
        <translation>30 s bis 2 min</translation>
    </message>
    <message>
        <source>5 to 30 s</source>
        <translation>5 bis 30 s</translation>
    </message>
    <message>
        <source>Bit depth</source>
        <translation>Bittiefe</translation>
    </message>
    <message>
        <source>Blue</source>
        <translation>Blau</translation>
    </message>
    <message>
        <source>Category</source>
        <translation>Kategorie</translation>
    </message>
    <message>
        <source>Channels</source>
        <translation>Kanäle</translation>
    </message>
    <message>
        <source>Colour</source>
        <translation>Farbe</translation>
    </message>
    <message>
        <source>Connected</source>
        <translation>Verbunden</translation>
    </message>
    <message>
        <source>Date</source>
        <translation>Datum</translation>
    </message>
    <message>
        <source>Designer</source>
        <translation>Designer</translation>
    </message>
    <message>
        <source>Dragged or copied out</source>
        <translation>Herausgezogen oder kopiert</translation>
    </message>
    <message>
        <source>Drive</source>
        <translation>Laufwerk</translation>
    </message>
    <message>
        <source>File</source>
        <translation>Datei</translation>
    </message>
    <message>
        <source>File changed</source>
        <translation>Datei geändert</translation>
    </message>
    <message>
        <source>File location</source>
        <translation>Ort der Datei</translation>
    </message>
    <message>
        <source>Format</source>
        <translation>Format</translation>
    </message>
    <message>
        <source>Green</source>
        <translation>Grün</translation>
    </message>
    <message>
        <source>Grey</source>
        <translation>Grau</translation>
    </message>
    <message>
        <source>In its place</source>
        <translation>Am alten Ort</translation>
    </message>
    <message>
        <source>Never played</source>
        <translation>Nie gespielt</translation>
    </message>
    <message>
        <source>Only shows sounds for which Earshot is fairly certain of this (confidence 0.5 or more).</source>
        <translation>Zeigt nur Sounds, bei denen Earshot hierin ziemlich sicher ist (ab 0,5).</translation>
    </message>
    <message>
        <source>Played</source>
        <translation>Gespielt</translation>
    </message>
    <message>
        <source>In the last month</source>
        <translation>Im letzten Monat</translation>
    </message>
    <message>
        <source>In the last week</source>
        <translation>In der letzten Woche</translation>
    </message>
    <message>
        <source>In the last year</source>
        <translation>Im letzten Jahr</translation>
    </message>
    <message>
        <source>Key</source>
        <translation>Tonart</translation>
    </message>
    <message>
        <source>Length</source>
        <translation>Länge</translation>
    </message>
    <message>
        <source>Library</source>
        <translation>Bibliothek</translation>
    </message>
    <message>
        <source>Loops</source>
        <translation>Loops</translation>
    </message>
    <message>
        <source>Loud: over −20 LUFS</source>
        <translation>Laut: über −20 LUFS</translation>
    </message>
    <message>
        <source>Loudness</source>
        <translation>Lautheit</translation>
    </message>
    <message>
        <source>Medium: −36 to −20 LUFS</source>
        <translation>Mittel: −36 bis −20 LUFS</translation>
    </message>
    <message>
        <source>Missing</source>
        <translation>Fehlt</translation>
    </message>
    <message>
        <source>Scene</source>
        <translation>Szene</translation>
    </message>
    <message>
        <source>Take</source>
        <translation>Take</translation>
    </message>
    <message>
        <source>at least ★</source>
        <translation>mindestens ★</translation>
    </message>
    <message>
        <source>at least ★★</source>
        <translation>mindestens ★★</translation>
    </message>
    <message>
        <source>at least ★★★</source>
        <translation>mindestens ★★★</translation>
    </message>
    <message>
        <source>at least ★★★★</source>
        <translation>mindestens ★★★★</translation>
    </message>
    <message>
        <source>By ear, where the file says none</source>
        <translation>Nach Gehör, wo die Datei keine nennt</translation>
    </message>
    <message>
        <source>A second or more</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Any flaw</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>By ear: the likeliest category of a sound without one, where it is right at least as often as not.</source>
        <translation>Nach Gehör: die wahrscheinlichste Kategorie eines Sounds ohne Kategorie, wo sie mindestens so oft stimmt wie nicht.</translation>
    </message>
    <message>
        <source>Cancels in mono</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Clipped</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Custom field</source>
        <translation>Eigenes Feld</translation>
    </message>
    <message>
        <source>Cut off</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Different</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Does not</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Ends quietly</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Equal</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Fits</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Keyword</source>
        <translation>Stichwort</translation>
    </message>
    <message>
        <source>Less</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Never used</source>
        <translation>Nie verwendet</translation>
    </message>
    <message>
        <source>Not clipped</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Not connected</source>
        <translation>Nicht verbunden</translation>
    </message>
    <message>
        <source>Not rated</source>
        <translation>Ohne Bewertung</translation>
    </message>
    <message>
        <source>One-shot or loop</source>
        <translation>One-Shot oder Loop</translation>
    </message>
    <message>
        <source>One-shots</source>
        <translation>One-Shots</translation>
    </message>
    <message>
        <source>Orange</source>
        <translation>Orange</translation>
    </message>
    <message>
        <source>Over 0 dBTP</source>
        <translation>Über 0 dBTP</translation>
    </message>
    <message>
        <source>Over 2 min</source>
        <translation>Über 2 min</translation>
    </message>
    <message>
        <source>Over −1 dBTP</source>
        <translation>Über −1 dBTP</translation>
    </message>
    <message>
        <source>Played before</source>
        <translation>Schon gespielt</translation>
    </message>
    <message>
        <source>Purple</source>
        <translation>Violett</translation>
    </message>
    <message>
        <source>Quality</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Quiet: under −36 LUFS</source>
        <translation>Leise: unter −36 LUFS</translation>
    </message>
    <message>
        <source>Rate and depth</source>
        <translation>Rate und Bittiefe</translation>
    </message>
    <message>
        <source>Rating</source>
        <translation>Bewertung</translation>
    </message>
    <message>
        <source>Red</source>
        <translation>Rot</translation>
    </message>
    <message>
        <source>Sample rate</source>
        <translation>Abtastrate</translation>
    </message>
    <message>
        <source>Seam of a loop</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Tag</source>
        <translation>Tag</translation>
    </message>
    <message>
        <source>Tape</source>
        <translation>Band</translation>
    </message>
    <message>
        <source>Tempo</source>
        <translation>Tempo</translation>
    </message>
    <message>
        <source>Timecode</source>
        <translation>Timecode</translation>
    </message>
    <message>
        <source>Today</source>
        <translation>Heute</translation>
    </message>
    <message>
        <source>True peak</source>
        <translation>True Peak</translation>
    </message>
    <message>
        <source>UCS category</source>
        <translation>UCS-Kategorie</translation>
    </message>
    <message>
        <source>Under 1 s</source>
        <translation>Unter 1 s</translation>
    </message>
    <message>
        <source>Under −1 dBTP</source>
        <translation>Unter −1 dBTP</translation>
    </message>
    <message>
        <source>Used before</source>
        <translation>Schon verwendet</translation>
    </message>
    <message>
        <source>With DC offset</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>With a flaw</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>With clicks</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Without</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Yellow</source>
        <translation>Gelb</translation>
    </message>
    <message>
        <source>dBTP</source>
        <translation>dBTP</translation>
    </message>
    <message>
        <source>hh:mm:ss:ff</source>
        <translation>hh:mm:ss:ff</translation>
    </message>
</context>
<context>
    <name>FactsTree</name>
    <message>
        <source>All metadata of the file</source>
        <translation>Alle Metadaten der Datei</translation>
    </message>
    <message>
        <source>Copy</source>
        <translation>Kopieren</translation>
    </message>
    <message>
        <source>Ctrl+C copies the selected values</source>
        <translation>Strg+C kopiert die ausgewählten Werte</translation>
    </message>
</context>
<context>
    <name>Failures</name>
    <message numerus="yes">
        <source>%n file(s) could not be read. The rest of the library is not affected.</source>
        <translation>
            <numerusform>%n Datei ließ sich nicht lesen. Der Rest der Bibliothek ist davon nicht betroffen.</numerusform>
            <numerusform>%n Dateien ließen sich nicht lesen. Der Rest der Bibliothek ist davon nicht betroffen.</numerusform>
        </translation>
    </message>
    <message>
        <source>Copy list</source>
        <translation>Liste kopieren</translation>
    </message>
    <message>
        <source>Every file of the library could be read.</source>
        <translation>Jede Datei der Bibliothek ließ sich lesen.</translation>
    </message>
    <message>
        <source>File</source>
        <translation>Datei</translation>
    </message>
    <message>
        <source>Files that could not be read</source>
        <translation>Dateien, die sich nicht lesen ließen</translation>
    </message>
    <message>
        <source>The first %1 of %2 files. Earshot has not changed them.</source>
        <translation>Die ersten %1 von %2 Dateien. Earshot hat sie nicht verändert.</translation>
    </message>
    <message>
        <source>Tries all of them again, even if they have not changed.</source>
        <translation>Versucht alle noch einmal, auch unveränderte.</translation>
    </message>
    <message>
        <source>Reason</source>
        <translation>Grund</translation>
    </message>
    <message>
        <source>Return or a double click shows the file in its folder.</source>
        <translation>Eingabe oder Doppelklick zeigt die Datei in ihrem Ordner.</translation>
    </message>
    <message>
        <source>Try again</source>
        <translation>Noch einmal versuchen</translation>
    </message>
    <message>
        <source>What to do</source>
        <translation>Was tun</translation>
    </message>
</context>
<context>
    <name>FieldNames</name>
    <message>
        <source>A category of the Universal Category System; type a CatID or any word</source>
        <translation>Eine Kategorie des Universal Category System; CatID oder irgendein Wort eintippen</translation>
    </message>
    <message>
        <source>Circled</source>
        <translation>Eingekreist</translation>
    </message>
    <message>
        <source>Comment</source>
        <translation>Kommentar</translation>
    </message>
    <message>
        <source>Description</source>
        <translation>Beschreibung</translation>
    </message>
    <message>
        <source>Designer</source>
        <translation>Designer</translation>
    </message>
    <message>
        <source>Keywords</source>
        <translation>Stichwörter</translation>
    </message>
    <message>
        <source>Library</source>
        <translation>Bibliothek</translation>
    </message>
    <message>
        <source>Note</source>
        <translation>Notiz</translation>
    </message>
    <message>
        <source>Notes stored in the file</source>
        <translation>In der Datei gespeicherte Notizen</translation>
    </message>
    <message>
        <source>Originator</source>
        <translation>Urheber</translation>
    </message>
    <message>
        <source>Project</source>
        <translation>Projekt</translation>
    </message>
    <message>
        <source>Scene</source>
        <translation>Szene</translation>
    </message>
    <message>
        <source>Search words, separated by commas</source>
        <translation>Suchwörter, durch Kommas getrennt</translation>
    </message>
    <message>
        <source>Take</source>
        <translation>Take</translation>
    </message>
    <message>
        <source>Tape</source>
        <translation>Band</translation>
    </message>
    <message>
        <source>The collection it was published in</source>
        <translation>Die Sammlung, in der er erschienen ist</translation>
    </message>
    <message>
        <source>The scene, as the recordist slated it</source>
        <translation>Die Szene, wie sie am Set angesagt wurde</translation>
    </message>
    <message>
        <source>The short name of the sound; the FXName of UCS</source>
        <translation>Der kurze Name des Sounds; FXName der UCS</translation>
    </message>
    <message>
        <source>The take of the scene</source>
        <translation>Der Take der Szene</translation>
    </message>
    <message>
        <source>The tape, roll or recording day</source>
        <translation>Band, Rolle oder Aufnahmetag</translation>
    </message>
    <message>
        <source>Timecode</source>
        <translation>Timecode</translation>
    </message>
    <message>
        <source>Title</source>
        <translation>Titel</translation>
    </message>
    <message>
        <source>Track</source>
        <translation>Spur</translation>
    </message>
    <message>
        <source>Track names of a WAV file in order, separated by semicolons</source>
        <translation>Spurnamen einer WAV-Datei in ihrer Reihenfolge, durch Strichpunkte getrennt</translation>
    </message>
    <message>
        <source>Tracks</source>
        <translation>Spuren</translation>
    </message>
    <message>
        <source>UCS category</source>
        <translation>UCS-Kategorie</translation>
    </message>
    <message>
        <source>What the sound contains, in one sentence</source>
        <translation>Was zu hören ist, in einem Satz</translation>
    </message>
    <message>
        <source>Where a WAV file begins on the clock: hh:mm:ss:ff at its rate</source>
        <translation>Wo eine WAV-Datei auf der Uhr beginnt: hh:mm:ss:ff in ihrer Bildrate</translation>
    </message>
    <message>
        <source>Who recorded or made it</source>
        <translation>Wer ihn aufgenommen oder gemacht hat</translation>
    </message>
    <message>
        <source>Who, or which recorder, made the file; at most 32 letters</source>
        <translation>Wer oder welcher Recorder die Datei angelegt hat; höchstens 32 Zeichen</translation>
    </message>
    <message>
        <source>yes</source>
        <translation>ja</translation>
    </message>
</context>
<context>
    <name>FilesModel</name>
    <message>
        <source>File</source>
        <translation>Datei</translation>
    </message>
    <message>
        <source>Last try</source>
        <translation>Letzter Versuch</translation>
    </message>
    <message>
        <source>Size</source>
        <translation>Größe</translation>
    </message>
</context>
<context>
    <name>FilterStrip</name>
    <message>
        <source>Clear all</source>
        <translation>Alle leeren</translation>
    </message>
    <message>
        <source>Clear all filters</source>
        <translation>Alle Filter leeren</translation>
    </message>
    <message>
        <source>Clear filter: %1</source>
        <translation>Filter leeren: %1</translation>
    </message>
    <message>
        <source>Filter: %1</source>
        <translation>Filter: %1</translation>
    </message>
    <message>
        <source>More</source>
        <translation>Mehr</translation>
    </message>
    <message>
        <source>More (%1)</source>
        <translation>Mehr (%1)</translation>
    </message>
    <message>
        <source>More filters</source>
        <translation>Weitere Filter</translation>
    </message>
</context>
<context>
    <name>FlawedSoundsModel</name>
    <message>
        <source>%1 dB at the end</source>
        <translation type="unfinished"></translation>
    </message>
    <message numerus="yes">
        <source>%n click(s)</source>
        <translation type="unfinished">
            <numerusform></numerusform>
            <numerusform></numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n peak(s)</source>
        <translation type="unfinished">
            <numerusform></numerusform>
            <numerusform></numerusform>
        </translation>
    </message>
    <message>
        <source>File</source>
        <translation type="unfinished">Datei</translation>
    </message>
    <message>
        <source>Measured</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>a step of %1 dB</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>correlation %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>differ by %1 dB</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>FlawsModel</name>
    <message>
        <source>Flaw</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Sounds</source>
        <translation type="unfinished">Sounds</translation>
    </message>
</context>
<context>
    <name>FolderField</name>
    <message>
        <source>Browse…</source>
        <translation>Durchsuchen…</translation>
    </message>
    <message>
        <source>Folder of the project</source>
        <translation>Ordner des Projekts</translation>
    </message>
</context>
<context>
    <name>FoldersPanel</name>
    <message>
        <source>Add a folder of sounds</source>
        <translation>Einen Ordner mit Sounds hinzufügen</translation>
    </message>
    <message>
        <source>Add a folder of sounds (Ctrl+O). You can also drag one onto the window.</source>
        <translation>Füg einen Ordner mit Sounds hinzu (Strg+O), oder zieh einen auf das Fenster.</translation>
    </message>
    <message>
        <source>Add folder…</source>
        <translation>Ordner hinzufügen…</translation>
    </message>
    <message>
        <source>Add this folder</source>
        <translation>Diesen Ordner dazunehmen</translation>
    </message>
    <message>
        <source>Do not add it</source>
        <translation>Nicht aufnehmen</translation>
    </message>
    <message>
        <source>Folders</source>
        <translation>Ordner</translation>
    </message>
    <message>
        <source>Add this one next</source>
        <translation>Als Nächsten aufnehmen</translation>
    </message>
    <message>
        <source>Click to search one folder, Ctrl+click to add more.</source>
        <translation>Klick sucht in einem Ordner, Strg+Klick nimmt weitere dazu.</translation>
    </message>
    <message numerus="yes">
        <source>It has %n sound(s). The files stay where they are. To get the sounds back, add the folder again. Earshot then analyses all of them and restores their ratings, tags and collections.</source>
        <translation>
            <numerusform>Er hat %n Sound. Die Datei bleibt, wo sie ist. Um den Sound zurückzubekommen, füg den Ordner wieder hinzu. Earshot analysiert ihn dann neu und stellt Bewertung, Tags und Sammlungen wieder her.</numerusform>
            <numerusform>Er hat %n Sounds. Die Dateien bleiben, wo sie sind. Um die Sounds zurückzubekommen, füg den Ordner wieder hinzu. Earshot analysiert sie dann alle neu und stellt Bewertungen, Tags und Sammlungen wieder her.</numerusform>
        </translation>
    </message>
    <message>
        <source>Its sounds stay in the list. Connect the drive to play them.</source>
        <translation>Seine Sounds bleiben in der Liste. Schließ das Laufwerk an, um sie abzuspielen.</translation>
    </message>
    <message>
        <source>Locate…</source>
        <translation>Zuordnen…</translation>
    </message>
    <message>
        <source>Look for changes</source>
        <translation>Nach Änderungen sehen</translation>
    </message>
    <message>
        <source>No folders yet.</source>
        <translation>Noch keine Ordner.</translation>
    </message>
    <message>
        <source>Read again</source>
        <translation>Neu einlesen</translation>
    </message>
    <message>
        <source>Remove</source>
        <translation>Entfernen</translation>
    </message>
    <message>
        <source>Remove %1 from the library?</source>
        <translation>%1 aus der Bibliothek entfernen?</translation>
    </message>
    <message>
        <source>Remove from library</source>
        <translation>Aus Bibliothek entfernen</translation>
    </message>
    <message>
        <source>Remove from library…</source>
        <translation>Aus Bibliothek entfernen…</translation>
    </message>
    <message>
        <source>Show in file manager</source>
        <translation>Im Dateimanager zeigen</translation>
    </message>
    <message>
        <source>Show indexing queue</source>
        <translation>Warteschlange zeigen</translation>
    </message>
    <message>
        <source>Show only this folder</source>
        <translation>Nur diesen Ordner zeigen</translation>
    </message>
    <message>
        <source>This folder is missing. Right-click, Locate…</source>
        <translation>Dieser Ordner fehlt. Rechtsklick, Zuordnen…</translation>
    </message>
    <message>
        <source>Watch for changes</source>
        <translation>Auf Änderungen überwachen</translation>
    </message>
    <message>
        <source>Write a sidecar</source>
        <translation>Begleitdatei schreiben</translation>
    </message>
    <message>
        <source>adding…</source>
        <translation>wird aufgenommen…</translation>
    </message>
    <message>
        <source>waiting (%1)</source>
        <translation>wartet (%1)</translation>
    </message>
</context>
<context>
    <name>GroupChoices</name>
    <message numerus="yes">
        <source>%n sound(s)</source>
        <translation>
            <numerusform>%n Sound</numerusform>
            <numerusform>%n Sounds</numerusform>
        </translation>
    </message>
    <message>
        <source>Counting…</source>
        <translation>Wird gezählt…</translation>
    </message>
    <message>
        <source>Find in this list</source>
        <translation>In dieser Liste suchen</translation>
    </message>
    <message>
        <source>No sound has a value for this.</source>
        <translation>Kein Sound hat hierfür einen Wert.</translation>
    </message>
    <message>
        <source>from</source>
        <translation>von</translation>
    </message>
    <message>
        <source>to</source>
        <translation>bis</translation>
    </message>
</context>
<context>
    <name>GroupNames</name>
    <message>
        <source>BEXT</source>
        <translation>BEXT</translation>
    </message>
    <message>
        <source>Chunks</source>
        <translation>Chunks</translation>
    </message>
    <message>
        <source>Description</source>
        <translation>Beschreibung</translation>
    </message>
    <message>
        <source>ID3</source>
        <translation>ID3</translation>
    </message>
    <message>
        <source>INFO</source>
        <translation>INFO</translation>
    </message>
    <message>
        <source>Markers</source>
        <translation>Marker</translation>
    </message>
    <message>
        <source>Other</source>
        <translation>Anderes</translation>
    </message>
    <message>
        <source>Recording</source>
        <translation>Aufnahme</translation>
    </message>
    <message>
        <source>Tags</source>
        <translation>Tags</translation>
    </message>
    <message>
        <source>Technical</source>
        <translation>Technisches</translation>
    </message>
    <message>
        <source>iXML</source>
        <translation>iXML</translation>
    </message>
</context>
<context>
    <name>Guide</name>
    <message>
        <source>The guide is missing from this installation. Reinstall Earshot.</source>
        <translation>Das Handbuch fehlt in dieser Installation. Installiere Earshot neu.</translation>
    </message>
    <message>
        <source>These sections are in the English guide only: %1.</source>
        <translation>Diese Abschnitte stehen nur im englischen Handbuch: %1.</translation>
    </message>
    <message>
        <source>User guide</source>
        <translation>Handbuch</translation>
    </message>
</context>
<context>
    <name>HelpFeature</name>
    <message>
        <source>About Earshot</source>
        <translation>Über Earshot</translation>
    </message>
    <message>
        <source>Switches between the light and the dark theme.</source>
        <translation>Wechselt zwischen hellem und dunklem Design.</translation>
    </message>
    <message>
        <source>Choose the audio editor…</source>
        <translation>Audioeditor wählen…</translation>
    </message>
    <message>
        <source>Clear search history</source>
        <translation>Suchverlauf löschen</translation>
    </message>
    <message>
        <source>Command palette…</source>
        <translation>Befehlspalette…</translation>
    </message>
    <message>
        <source>Earshot crashed last time.</source>
        <translation>Earshot ist beim letzten Mal abgestürzt.</translation>
    </message>
    <message>
        <source>Earshot was not closed properly last time.</source>
        <translation>Earshot wurde beim letzten Mal nicht richtig beendet.</translation>
    </message>
    <message>
        <source>Keyboard shortcuts…</source>
        <translation>Tastenkürzel…</translation>
    </message>
    <message>
        <source>Light or dark theme</source>
        <translation>Helles oder dunkles Design</translation>
    </message>
    <message>
        <source>Model packs…</source>
        <translation>Modellpakete…</translation>
    </message>
    <message>
        <source>Preferences…</source>
        <translation>Einstellungen…</translation>
    </message>
    <message>
        <source>Reset all settings</source>
        <translation>Alles zurücksetzen</translation>
    </message>
    <message>
        <source>Roomy, standard or compact rows</source>
        <translation>Geräumige, normale oder kompakte Zeilen</translation>
    </message>
    <message>
        <source>Show log</source>
        <translation>Protokoll zeigen</translation>
    </message>
    <message>
        <source>The log is %1</source>
        <translation>Das Protokoll ist %1</translation>
    </message>
    <message>
        <source>User guide</source>
        <translation>Handbuch</translation>
    </message>
    <message>
        <source>Your library is safe. The log with details is %1</source>
        <translation>Deine Bibliothek ist unversehrt. Mehr steht im Protokoll: %1</translation>
    </message>
    <message>
        <source>collection</source>
        <translation>Sammlung</translation>
    </message>
    <message>
        <source>folder</source>
        <translation>Ordner</translation>
    </message>
    <message>
        <source>saved search</source>
        <translation>Gespeicherte Suche</translation>
    </message>
</context>
<context>
    <name>Hints</name>
    <message numerus="yes">
        <source>%n good match(es) for “%1”</source>
        <translation>
            <numerusform>%n guter Treffer für „%1“</numerusform>
            <numerusform>%n gute Treffer für „%1“</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n sound(s) without %1</source>
        <translation>
            <numerusform>%n Sound ohne %1</numerusform>
            <numerusform>%n Sounds ohne %1</numerusform>
        </translation>
    </message>
    <message>
        <source>Searches for the suggested word instead of the unknown one</source>
        <translation>Sucht nach dem vorgeschlagenen Wort statt nach dem unbekannten</translation>
    </message>
    <message>
        <source>There is no suggestion: every word is known, or no known word is similar.</source>
        <translation>Es gibt keinen Vorschlag: Jedes Wort ist bekannt, oder kein bekanntes ist ähnlich.</translation>
    </message>
    <message>
        <source>Use the suggested word</source>
        <translation>Vorgeschlagenes Wort übernehmen</translation>
    </message>
    <message>
        <source>all conditions</source>
        <translation>alle Bedingungen</translation>
    </message>
    <message>
        <source>“%1”</source>
        <translation>„%1“</translation>
    </message>
</context>
<context>
    <name>ImportDialog</name>
    <message>
        <source>%1 here, %2 in the file</source>
        <translation>hier %1, in der Datei %2</translation>
    </message>
    <message numerus="yes">
        <source>%n line(s) could not be read and will be left out.</source>
        <translation>
            <numerusform>%n Zeile ließ sich nicht lesen und wird ausgelassen.</numerusform>
            <numerusform>%n Zeilen ließen sich nicht lesen und werden ausgelassen.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n note(s), too long with the one that is here</source>
        <translation>
            <numerusform>%n Notiz, zusammen mit der hiesigen zu lang</numerusform>
            <numerusform>%n Notizen, zusammen mit der jeweils hiesigen zu lang</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n old search(es): the history is full</source>
        <translation>
            <numerusform>%n alte Suche: der Verlauf ist voll</numerusform>
            <numerusform>%n alte Suchen: der Verlauf ist voll</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n sound(s) in the file, %1 of them in this library.</source>
        <translation>
            <numerusform>%n Sound in der Datei, davon %1 in dieser Bibliothek.</numerusform>
            <numerusform>%n Sounds in der Datei, davon %1 in dieser Bibliothek.</numerusform>
        </translation>
    </message>
    <message>
        <source>Both notes are kept, one below the other.</source>
        <translation>Beide Notizen bleiben, untereinander.</translation>
    </message>
    <message>
        <source>Collections</source>
        <translation>Sammlungen</translation>
    </message>
    <message>
        <source>Colours</source>
        <translation>Farben</translation>
    </message>
    <message>
        <source>Different here</source>
        <translation>Hier anders</translation>
    </message>
    <message>
        <source>Favourites</source>
        <translation>Favoriten</translation>
    </message>
    <message>
        <source>(unknown name)</source>
        <translation>(unbekannter Name)</translation>
    </message>
    <message>
        <source>Both are kept. The imported one gets a number added to its name.</source>
        <translation>Beide bleiben. Die importierte bekommt eine Nummer hinter den Namen.</translation>
    </message>
    <message>
        <source>Data for the other sounds is kept and applied when you index them.</source>
        <translation>Daten zu den übrigen Sounds bleiben gespeichert und gelten, sobald du sie indizierst.</translation>
    </message>
    <message>
        <source>Import</source>
        <translation>Importieren</translation>
    </message>
    <message>
        <source>Import from “%1”?</source>
        <translation>Aus „%1“ importieren?</translation>
    </message>
    <message>
        <source>Import ratings, tags and collections</source>
        <translation>Bewertungen, Tags und Sammlungen importieren</translation>
    </message>
    <message>
        <source>Left out (%1)</source>
        <translation>Ausgelassen (%1)</translation>
    </message>
    <message>
        <source>Line %1</source>
        <translation>Zeile %1</translation>
    </message>
    <message>
        <source>New</source>
        <translation>Neu</translation>
    </message>
    <message>
        <source>Not in this library yet (%1)</source>
        <translation>Noch nicht in dieser Bibliothek (%1)</translation>
    </message>
    <message>
        <source>Notes</source>
        <translation>Notizen</translation>
    </message>
    <message>
        <source>Played and used</source>
        <translation>Gespielt und verwendet</translation>
    </message>
    <message>
        <source>Ratings</source>
        <translation>Bewertungen</translation>
    </message>
    <message>
        <source>Ratings and colours that differ</source>
        <translation>Abweichende Bewertungen und Farben</translation>
    </message>
    <message>
        <source>Saved searches</source>
        <translation>Gespeicherte Suchen</translation>
    </message>
    <message>
        <source>Search history</source>
        <translation>Suchverlauf</translation>
    </message>
    <message>
        <source>Sounds in collections</source>
        <translation>Sounds in Sammlungen</translation>
    </message>
    <message>
        <source>Tags</source>
        <translation>Tags</translation>
    </message>
    <message>
        <source>Tags, collections and notes are merged. Undo reverses the import.</source>
        <translation>Tags, Sammlungen und Notizen werden zusammengeführt. „Rückgängig“ macht den Import rückgängig.</translation>
    </message>
    <message>
        <source>The file is incomplete: its end or some of its lines are missing.</source>
        <translation>Die Datei ist unvollständig: Das Ende oder einige Zeilen fehlen.</translation>
    </message>
    <message>
        <source>This library already has everything in “%1”.</source>
        <translation>Diese Bibliothek hat schon alles aus „%1“.</translation>
    </message>
    <message>
        <source>an impossible value</source>
        <translation>ein unmöglicher Wert</translation>
    </message>
    <message>
        <source>never read, so its audio is unknown</source>
        <translation>nie gelesen, darum ist das Audio unbekannt</translation>
    </message>
    <message>
        <source>of an unknown kind</source>
        <translation>von unbekannter Art</translation>
    </message>
    <message>
        <source>Thesaurus</source>
        <translation>Thesaurus</translation>
    </message>
    <message>
        <source>Those of the file replace them</source>
        <translation>Die aus der Datei ersetzen sie</translation>
    </message>
    <message>
        <source>Those of this library stay</source>
        <translation>Die dieser Bibliothek bleiben</translation>
    </message>
    <message>
        <source>What</source>
        <translation>Was</translation>
    </message>
    <message>
        <source>What would change</source>
        <translation>Was sich ändern würde</translation>
    </message>
    <message>
        <source>damaged</source>
        <translation>beschädigt</translation>
    </message>
    <message>
        <source>too long</source>
        <translation>zu lang</translation>
    </message>
    <message>
        <source>“%1”</source>
        <translation>„%1“</translation>
    </message>
</context>
<context>
    <name>IndexQueueFeature</name>
    <message>
        <source>Indexing queue…</source>
        <translation>Warteschlange der Ordner…</translation>
    </message>
    <message>
        <source>Which folders are being added, in which order.</source>
        <translation>Welche Ordner aufgenommen werden, und in welcher Reihenfolge.</translation>
    </message>
</context>
<context>
    <name>IndexingControl</name>
    <message>
        <source>%1 will be removed when indexing has stopped</source>
        <translation>%1 wird entfernt, sobald die Indizierung angehalten hat</translation>
    </message>
    <message>
        <source>Add the folder above it instead.</source>
        <translation>Füg stattdessen den Ordner darüber hinzu.</translation>
    </message>
    <message>
        <source>Adding %1</source>
        <translation>%1 wird hinzugefügt</translation>
    </message>
    <message>
        <source>The name of %1 is not UTF-8 text.</source>
        <translation>Der Name von %1 ist kein UTF-8-Text.</translation>
    </message>
</context>
<context>
    <name>IndexingStrip</name>
    <message>
        <source>%1 does not answer: nothing for %2 s</source>
        <translation>%1 antwortet nicht: seit %2 s kommt nichts</translation>
    </message>
    <message>
        <source>%1× real time</source>
        <translation>%1× Echtzeit</translation>
    </message>
    <message numerus="yes">
        <source>%n unreadable</source>
        <translation>
            <numerusform>%n unlesbar</numerusform>
            <numerusform>%n unlesbar</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n waiting…</source>
        <translation>
            <numerusform>%n wartet…</numerusform>
            <numerusform>%n warten…</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Analysing speech: %1 of %n sound(s)</source>
        <translation>
            <numerusform>Sprache wird analysiert: %1 von %n Sound</numerusform>
            <numerusform>Sprache wird analysiert: %1 von %n Sounds</numerusform>
        </translation>
    </message>
    <message>
        <source>Cancel indexing (finished sounds are kept)</source>
        <translation>Indizierung abbrechen (fertige Sounds bleiben)</translation>
    </message>
    <message>
        <source>Shows the queue: change the order, or cancel</source>
        <translation>Zeigt die Warteschlange: umordnen oder abbrechen</translation>
    </message>
    <message numerus="yes">
        <source>Found %n file(s), %1 to index</source>
        <translation>
            <numerusform>%n Datei gefunden, %1 zu indizieren</numerusform>
            <numerusform>%n Dateien gefunden, %1 zu indizieren</numerusform>
        </translation>
    </message>
    <message>
        <source>Indexing</source>
        <translation>Indizierung</translation>
    </message>
    <message numerus="yes">
        <source>Indexing %1 of %n sound(s)</source>
        <translation>
            <numerusform>Sound %1 von %n wird indiziert</numerusform>
            <numerusform>Sound %1 von %n wird indiziert</numerusform>
        </translation>
    </message>
    <message>
        <source>Indexing progress</source>
        <translation>Fortschritt der Indizierung</translation>
    </message>
    <message>
        <source>Looking through the folder…</source>
        <translation>Ordner wird durchgesehen…</translation>
    </message>
    <message numerus="yes">
        <source>Looking… %n file(s)</source>
        <translation>
            <numerusform>Wird durchgesehen… %n Datei</numerusform>
            <numerusform>Wird durchgesehen… %n Dateien</numerusform>
        </translation>
    </message>
    <message>
        <source>Pause indexing</source>
        <translation>Indizierung pausieren</translation>
    </message>
    <message>
        <source>Resume indexing</source>
        <translation>Indizierung fortsetzen</translation>
    </message>
    <message>
        <source>Stopping…</source>
        <translation>Wird angehalten…</translation>
    </message>
    <message>
        <source>on %1</source>
        <translation>auf %1</translation>
    </message>
    <message>
        <source>paused</source>
        <translation>pausiert</translation>
    </message>
</context>
<context>
    <name>IngestProcess</name>
    <message>
        <source>Indexed sounds are kept. Add the folder again to continue.</source>
        <translation>Indizierte Sounds bleiben. Füg den Ordner noch einmal hinzu, um fortzufahren.</translation>
    </message>
    <message>
        <source>Indexing stopped: %1</source>
        <translation>Indizierung abgebrochen: %1</translation>
    </message>
</context>
<context>
    <name>Inspector</name>
    <message>
        <source>About the selected sounds</source>
        <translation>Zu den ausgewählten Sounds</translation>
    </message>
    <message>
        <source>Details</source>
        <translation type="unfinished">Details</translation>
    </message>
</context>
<context>
    <name>InstallPage</name>
    <message>
        <source>%1 cannot train: %2.</source>
        <translation>%1 kann nicht trainieren: %2.</translation>
    </message>
    <message>
        <source>Browse…</source>
        <translation>Durchsuchen…</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>Abbrechen</translation>
    </message>
    <message>
        <source>Continue</source>
        <translation>Weitermachen</translation>
    </message>
    <message>
        <source>Create an environment for it</source>
        <translation>Eine Umgebung dafür anlegen</translation>
    </message>
    <message>
        <source>Download and install</source>
        <translation>Laden und installieren</translation>
    </message>
    <message>
        <source>Or use an existing one</source>
        <translation>Oder eine vorhandene verwenden</translation>
    </message>
    <message>
        <source>Program of the environment</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Progress of the download</source>
        <translation>Fortschritt des Ladens</translation>
    </message>
    <message>
        <source>You do not need this for searching. To train, Earshot needs PyTorch and its dependencies, in a separate environment that does not affect the rest of your system.</source>
        <translation>Zum Suchen brauchst du das nicht. Zum Trainieren braucht Earshot PyTorch samt Abhängigkeiten, in einer eigenen Umgebung, die dein übriges System nicht verändert.</translation>
    </message>
    <message>
        <source>%1 cannot train. Missing: %2.</source>
        <translation>%1 kann nicht trainieren. Es fehlt: %2.</translation>
    </message>
    <message>
        <source>An environment with PyTorch, transformers and what Earshot itself needs.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Downloads at most %1 GB and takes up %2 GB in %3. Nothing is sent, and every package is compared with the checksum that came with Earshot.</source>
        <translation>Lädt höchstens %1 GB und belegt %2 GB in %3. Nichts wird gesendet, und jedes Paket wird mit der Prüfsumme verglichen, die Earshot mitbringt.</translation>
    </message>
    <message>
        <source>Its python, or the folder of the environment</source>
        <translation>Ihr Python, oder der Ordner der Umgebung</translation>
    </message>
    <message>
        <source>Starting…</source>
        <translation>Es geht los…</translation>
    </message>
    <message>
        <source>Test it</source>
        <translation>Testen</translation>
    </message>
    <message>
        <source>Testing it…</source>
        <translation>Wird getestet…</translation>
    </message>
    <message>
        <source>The download so far is kept for next time.</source>
        <translation>Schon Geladenes bleibt für das nächste Mal.</translation>
    </message>
    <message>
        <source>Training is not installed</source>
        <translation>Training ist nicht installiert</translation>
    </message>
    <message numerus="yes">
        <source>and %n more</source>
        <translation>
            <numerusform>und %n weiteres</numerusform>
            <numerusform>und %n weitere</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>InstallationChecks</name>
    <message>
        <source>Check this installation…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Checks copied</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Tries sound output, models, library and disk, and says what to do</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>Jobs</name>
    <message>
        <source>See the log for details. If it happens again, please send it to us.</source>
        <translation>Einzelheiten stehen im Protokoll. Geschieht es wieder, schick es uns bitte.</translation>
    </message>
    <message>
        <source>Something went wrong: %1</source>
        <translation>Etwas ist schiefgegangen: %1</translation>
    </message>
</context>
<context>
    <name>JoinCommands</name>
    <message numerus="yes">
        <source>%n entry(ies) of this library will be shared too.</source>
        <translation>
            <numerusform>%n Eintrag dieser Bibliothek wird auch geteilt.</numerusform>
            <numerusform>%n Einträge dieser Bibliothek werden auch geteilt.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n unsent change(s) will not reach the others.</source>
        <translation>
            <numerusform>%n nicht gesendete Änderung erreicht die anderen nicht.</numerusform>
            <numerusform>%n nicht gesendete Änderungen erreichen die anderen nicht.</numerusform>
        </translation>
    </message>
    <message>
        <source>Asking %1…</source>
        <translation>Frage %1…</translation>
    </message>
    <message>
        <source>Everything in it stays here, and nobody else loses anything.</source>
        <translation>Alles darin bleibt hier, und niemand sonst verliert etwas.</translation>
    </message>
    <message>
        <source>Joined %1.</source>
        <translation>Verbunden: %1.</translation>
    </message>
    <message>
        <source>Leave</source>
        <translation>Verlassen</translation>
    </message>
    <message>
        <source>Leave %1?</source>
        <translation>%1 verlassen?</translation>
    </message>
    <message>
        <source>Leave the shared library</source>
        <translation>Gemeinsame Bibliothek verlassen</translation>
    </message>
    <message>
        <source>This library is not shared.</source>
        <translation>Diese Bibliothek ist nicht geteilt.</translation>
    </message>
    <message>
        <source>This library is yours alone again.</source>
        <translation>Diese Bibliothek gehört wieder dir allein.</translation>
    </message>
    <message>
        <source>This system has no keyring; the password is asked for again at the next start.</source>
        <translation>Dieses System hat keinen Schlüsselbund; das Passwort wird beim nächsten Start wieder erfragt.</translation>
    </message>
    <message>
        <source>Write the name of the server, and a port after a colon if it has one of its own.</source>
        <translation>Schreibe den Namen des Servers, und hinter einen Doppelpunkt den Port, wenn er einen eigenen hat.</translation>
    </message>
</context>
<context>
    <name>JoinDialog</name>
    <message>
        <source>Address</source>
        <translation>Adresse</translation>
    </message>
    <message>
        <source>All shared ratings, tags and collections go into a new library, which opens in another window. The open library stays yours alone.</source>
        <translation>Alle gemeinsamen Bewertungen, Tags und Sammlungen kommen in eine neue Bibliothek, die sich in einem weiteren Fenster öffnet. Die offene Bibliothek gehört weiter dir allein.</translation>
    </message>
    <message>
        <source>Always encrypted</source>
        <translation>Immer verschlüsselt</translation>
    </message>
    <message>
        <source>Certificate</source>
        <translation>Zertifikat</translation>
    </message>
    <message>
        <source>Choose a folder for the new library.</source>
        <translation>Wähle einen Ordner für die neue Bibliothek.</translation>
    </message>
    <message>
        <source>Choose the folder of the new library</source>
        <translation>Ordner der neuen Bibliothek wählen</translation>
    </message>
    <message>
        <source>Choose…</source>
        <translation>Wählen…</translation>
    </message>
    <message>
        <source>Connection</source>
        <translation>Verbindung</translation>
    </message>
    <message>
        <source>Create a new library for it</source>
        <translation>Eine neue Bibliothek dafür anlegen</translation>
    </message>
    <message>
        <source>Database</source>
        <translation>Datenbank</translation>
    </message>
    <message>
        <source>Encrypted where the server can</source>
        <translation>Verschlüsselt, wo der Server es kann</translation>
    </message>
    <message>
        <source>Encrypted, unless the server is this machine</source>
        <translation>Verschlüsselt, außer auf diesem Rechner</translation>
    </message>
    <message>
        <source>Encrypted, with the certificate&apos;s authority checked</source>
        <translation>Verschlüsselt, Aussteller des Zertifikats geprüft</translation>
    </message>
    <message>
        <source>Encrypted, with the server&apos;s certificate checked</source>
        <translation>Verschlüsselt, Zertifikat des Servers geprüft</translation>
    </message>
    <message>
        <source>Encryption</source>
        <translation>Verschlüsselung</translation>
    </message>
    <message>
        <source>Encryption of the connection</source>
        <translation>Verschlüsselung der Verbindung</translation>
    </message>
    <message>
        <source>Its sounds are matched by their audio, regardless of folder and name</source>
        <translation>Ihre Sounds werden am Ton erkannt, unabhängig von Ordner und Name</translation>
    </message>
    <message>
        <source>Folder of the new library</source>
        <translation>Ordner der neuen Bibliothek</translation>
    </message>
    <message>
        <source>How the connection is encrypted, and whose certificate is trusted</source>
        <translation>Wie die Verbindung verschlüsselt und wessen Zertifikat vertraut wird</translation>
    </message>
    <message>
        <source>Join</source>
        <translation>Verbinden</translation>
    </message>
    <message>
        <source>Join the library that is open</source>
        <translation>Die offene Bibliothek verbinden</translation>
    </message>
    <message>
        <source>Keep the password in this system&apos;s keyring</source>
        <translation>Passwort im Schlüsselbund dieses Systems verwahren</translation>
    </message>
    <message>
        <source>Name or address of the server, such as nas.local or 192.168.1.20:5433</source>
        <translation>Name oder Adresse des Servers, etwa nas.local oder 192.168.1.20:5433</translation>
    </message>
    <message>
        <source>Not encrypted</source>
        <translation>Unverschlüsselt</translation>
    </message>
    <message>
        <source>Open a shared library</source>
        <translation>Gemeinsame Bibliothek öffnen</translation>
    </message>
    <message>
        <source>Password</source>
        <translation>Passwort</translation>
    </message>
    <message>
        <source>Ratings, tags, notes, collections and saved searches of this library go to the server too. Where both differ, the server&apos;s hold, and yours are listed for you to decide.</source>
        <translation>Bewertungen, Tags, Notizen, Sammlungen und gespeicherte Suchen dieser Bibliothek kommen auch auf den Server. Wo beide sich unterscheiden, gilt der Server, und deine Werte stehen zur Entscheidung in einer Liste.</translation>
    </message>
    <message>
        <source>Sign in</source>
        <translation>Anmelden</translation>
    </message>
    <message>
        <source>Sign in to the shared library</source>
        <translation>Bei der gemeinsamen Bibliothek anmelden</translation>
    </message>
    <message>
        <source>The file of the authority that signed the server&apos;s certificate, where it is your own</source>
        <translation>Die Datei der Stelle, die das Zertifikat des Servers unterschrieben hat, wenn es eure eigene ist</translation>
    </message>
    <message>
        <source>The library that is open stays yours alone</source>
        <translation>Die offene Bibliothek gehört weiter dir allein</translation>
    </message>
    <message>
        <source>Type the name of the database.</source>
        <translation>Gib den Namen der Datenbank ein.</translation>
    </message>
    <message>
        <source>Type the name or address of the server.</source>
        <translation>Gib Namen oder Adresse des Servers ein.</translation>
    </message>
    <message>
        <source>Type your name on the server.</source>
        <translation>Gib deinen Namen auf dem Server ein.</translation>
    </message>
    <message>
        <source>Your name there</source>
        <translation>Dein Name dort</translation>
    </message>
    <message>
        <source>the system&apos;s own</source>
        <translation>das des Systems</translation>
    </message>
</context>
<context>
    <name>JournalFeature</name>
    <message>
        <source>%1 is no longer in the library.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 is no longer where it was written.</source>
        <translation type="unfinished"></translation>
    </message>
    <message numerus="yes">
        <source>%n file(s) could not be exported again.</source>
        <translation type="unfinished">
            <numerusform></numerusform>
            <numerusform></numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n file(s) exported to %1.</source>
        <translation type="unfinished">
            <numerusform></numerusform>
            <numerusform></numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n there already.</source>
        <translation type="unfinished">
            <numerusform>%n schon da.</numerusform>
            <numerusform>%n schon da.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Credits of %n file(s) copied.</source>
        <translation type="unfinished">
            <numerusform></numerusform>
            <numerusform></numerusform>
        </translation>
    </message>
    <message>
        <source>Credits saved as %1.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Exported files</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Lists what left the library as files, to export it again or credit it</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Save credits</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Stopped before the end.</source>
        <translation type="unfinished">Vorzeitig angehalten.</translation>
    </message>
    <message>
        <source>Table (*.csv)</source>
        <translation type="unfinished">Tabelle (*.csv)</translation>
    </message>
    <message>
        <source>Text (*.txt)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The first: %1</source>
        <translation type="unfinished">Zuerst: %1</translation>
    </message>
</context>
<context>
    <name>JournalPage</name>
    <message numerus="yes">
        <source>%n file(s)</source>
        <translation type="unfinished">
            <numerusform></numerusform>
            <numerusform></numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n selected</source>
        <translation type="unfinished">
            <numerusform></numerusform>
            <numerusform></numerusform>
        </translation>
    </message>
    <message>
        <source>Copies name, author, licence and source of the selected files, or of all listed</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Copy credits</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Export again…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Exports the same parts again, by another transfer profile</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Files that you drag, copy or write out of this library are listed here, newest first.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Find in exported files</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Name, folder, profile or cue</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>No exported file has these words in its name, profile or cue.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Nothing found</source>
        <translation type="unfinished">Nichts gefunden</translation>
    </message>
    <message>
        <source>Nothing was exported yet</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Progress of exporting</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Save credits…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Show in folder</source>
        <translation type="unfinished">Im Ordner zeigen</translation>
    </message>
    <message>
        <source>Shows the exported files in the file manager</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Stop</source>
        <translation type="unfinished">Stopp</translation>
    </message>
    <message>
        <source>Stop exporting. Files that are complete stay.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The newest %1 files are listed.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Writes the credits of the selected files, or of all listed, as text or a table</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>KeysPage</name>
    <message>
        <source>%1 is already used for: %2. Using it here removes it there.</source>
        <translation>%1 gehört schon zu: %2. Verwendest du die Taste hier, fällt sie dort weg.</translation>
    </message>
    <message>
        <source>Add as another key</source>
        <translation>Dazunehmen</translation>
    </message>
    <message>
        <source>Click here, then press the new key.</source>
        <translation>Klick hierher, und drück dann die neue Taste.</translation>
    </message>
    <message>
        <source>Command</source>
        <translation>Befehl</translation>
    </message>
    <message>
        <source>Commands and their keys</source>
        <translation>Befehle und ihre Tasten</translation>
    </message>
    <message>
        <source>Everywhere</source>
        <translation>Überall</translation>
    </message>
    <message>
        <source>Keys</source>
        <translation>Tasten</translation>
    </message>
    <message>
        <source>New key: press it here</source>
        <translation>Neue Taste: hier drücken</translation>
    </message>
    <message>
        <source>No key</source>
        <translation>Keine Taste</translation>
    </message>
    <message>
        <source>Reset</source>
        <translation>Zurücksetzen</translation>
    </message>
    <message>
        <source>Reset all</source>
        <translation>Alle zurücksetzen</translation>
    </message>
    <message>
        <source>Search commands or keys</source>
        <translation>Befehle oder Tasten suchen</translation>
    </message>
    <message>
        <source>Use this key</source>
        <translation>Verwenden</translation>
    </message>
    <message>
        <source>Works</source>
        <translation>Wirkt</translation>
    </message>
    <message>
        <source>anywhere</source>
        <translation>überall</translation>
    </message>
    <message>
        <source>in the results</source>
        <translation>in den Ergebnissen</translation>
    </message>
    <message>
        <source>in the waveform</source>
        <translation>in der Wellenform</translation>
    </message>
</context>
<context>
    <name>KindsTab</name>
    <message>
        <source>AP</source>
        <translation>AP</translation>
    </message>
    <message>
        <source>Among the first rows instead: %1</source>
        <translation>Stattdessen unter den ersten Zeilen: %1</translation>
    </message>
    <message>
        <source>%1 found; by chance: %2</source>
        <translation>%1 gefunden; durch Zufall: %2</translation>
    </message>
    <message>
        <source>Best moment</source>
        <translation>Bester Moment</translation>
    </message>
    <message>
        <source>By its sound</source>
        <translation>Nach dem Klang</translation>
    </message>
    <message>
        <source>Kinds</source>
        <translation>Arten</translation>
    </message>
    <message>
        <source>Moment</source>
        <translation>Moment</translation>
    </message>
    <message>
        <source>Place</source>
        <translation>Platz</translation>
    </message>
    <message>
        <source>Rank among the tested sounds, by sound alone</source>
        <translation>Rang unter den getesteten Sounds, allein nach dem Klang</translation>
    </message>
    <message>
        <source>Search for this</source>
        <translation>Danach suchen</translation>
    </message>
    <message>
        <source>Searches for the words of this kind in the window</source>
        <translation>Sucht im Fenster nach den Wörtern dieser Art</translation>
    </message>
    <message>
        <source>Sound</source>
        <translation>Sound</translation>
    </message>
    <message>
        <source>Sounds of this kind</source>
        <translation>Sounds dieser Art</translation>
    </message>
    <message>
        <source>Sounds of this kind in the first rows (as many rows as it has sounds, at least ten)</source>
        <translation>Sounds dieser Art in den ersten Zeilen (so viele Zeilen, wie sie Sounds hat, mindestens zehn)</translation>
    </message>
    <message>
        <source>The share of its sounds that is found; the mark is chance</source>
        <translation>Der Anteil ihrer Sounds, der gefunden wird; der Strich ist der Zufall</translation>
    </message>
    <message>
        <source>Location</source>
        <translation>Ort</translation>
    </message>
</context>
<context>
    <name>LearningStrip</name>
    <message numerus="yes">
        <source>%1 has analysed all but %n sound(s) on drives that are not connected</source>
        <translation>
            <numerusform>%1 hat alles analysiert bis auf %n Sound auf nicht verbundenen Laufwerken</numerusform>
            <numerusform>%1 hat alles analysiert bis auf %n Sounds auf nicht verbundenen Laufwerken</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Analysing with %1: %2 of %n sound(s)</source>
        <translation>
            <numerusform>Analyse mit %1: %2 von %n Sound</numerusform>
            <numerusform>Analyse mit %1: %2 von %n Sounds</numerusform>
        </translation>
    </message>
    <message>
        <source>Analysing with the new model…</source>
        <translation>Analyse mit dem neuen Modell…</translation>
    </message>
    <message>
        <source>Analysis with the new model</source>
        <translation>Analyse mit dem neuen Modell</translation>
    </message>
    <message>
        <source>How much of the library the new model has analysed</source>
        <translation>Wie viel der Bibliothek das neue Modell analysiert hat</translation>
    </message>
    <message>
        <source>Keep using the present model (the analysis so far is kept)</source>
        <translation>Beim jetzigen Modell bleiben (die bisherige Analyse bleibt erhalten)</translation>
    </message>
    <message>
        <source>Pause analysis</source>
        <translation>Analyse pausieren</translation>
    </message>
    <message>
        <source>Resume analysis</source>
        <translation>Analyse fortsetzen</translation>
    </message>
    <message>
        <source>Switch now</source>
        <translation>Jetzt umschalten</translation>
    </message>
    <message>
        <source>Until their drives are back, these sounds are found by name alone.</source>
        <translation>Bis ihre Laufwerke wieder da sind, werden diese Sounds nur dem Namen nach gefunden.</translation>
    </message>
    <message>
        <source>searches still use %1</source>
        <translation>gesucht wird noch mit %1</translation>
    </message>
    <message>
        <source>waiting for indexing to end</source>
        <translation>wartet auf das Ende des Indizierens</translation>
    </message>
</context>
<context>
    <name>LibraryFolderCheck</name>
    <message>
        <source>Its folder was renamed, deleted or replaced, or its drive is away. Nothing is saved until it is back: put it back, or close Earshot and open it where it is now.</source>
        <translation>Ihr Ordner wurde umbenannt, gelöscht oder ersetzt, oder ihr Laufwerk ist nicht da. Bis sie wieder da ist, wird nichts gespeichert: leg sie zurück, oder schließ Earshot und öffne sie dort, wo sie jetzt ist.</translation>
    </message>
    <message>
        <source>Make a new library</source>
        <translation>Neue Bibliothek anlegen</translation>
    </message>
    <message>
        <source>Put it back and start Earshot again.</source>
        <translation>Leg sie zurück und starte Earshot neu.</translation>
    </message>
    <message>
        <source>The library is no longer in %1.</source>
        <translation>Die Bibliothek ist nicht mehr in %1.</translation>
    </message>
</context>
<context>
    <name>LibraryList</name>
    <message>
        <source>All sounds</source>
        <translation>Alle Sounds</translation>
    </message>
    <message>
        <source>Favourites</source>
        <translation>Favoriten</translation>
    </message>
    <message>
        <source>Never played</source>
        <translation>Nie gespielt</translation>
    </message>
    <message>
        <source>Recently played</source>
        <translation>Zuletzt gespielt</translation>
    </message>
    <message>
        <source>Recently added</source>
        <translation>Neu hinzugekommen</translation>
    </message>
</context>
<context>
    <name>LibraryStatus</name>
    <message>
        <source>Files that could not be read…</source>
        <translation>Nicht lesbare Dateien…</translation>
    </message>
    <message>
        <source>Try unreadable files again</source>
        <translation>Unlesbare Dateien noch einmal versuchen</translation>
    </message>
    <message>
        <source>Trying unreadable files again</source>
        <translation>Unlesbare Dateien werden noch einmal versucht</translation>
    </message>
    <message>
        <source>Which they are, why, and what to do.</source>
        <translation>Welche das sind, warum, und was zu tun ist.</translation>
    </message>
</context>
<context>
    <name>LicencesDialog</name>
    <message>
        <source>Its package brings no text.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Licence</source>
        <translation type="unfinished">Lizenz</translation>
    </message>
    <message>
        <source>Licences</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Name</source>
        <translation type="unfinished">Name</translation>
    </message>
    <message>
        <source>Name or licence</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Name or licence to look for</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Parts of Earshot</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Reading…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Text of the licence</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Version</source>
        <translation type="unfinished">Version</translation>
    </message>
</context>
<context>
    <name>MainWindow</name>
    <message>
        <source>Folders</source>
        <translation>Ordner</translation>
    </message>
</context>
<context>
    <name>MapFeature</name>
    <message numerus="yes">
        <source>%n sound(s) from the map</source>
        <translation>
            <numerusform>%n Sound von der Karte</numerusform>
            <numerusform>%n Sounds von der Karte</numerusform>
        </translation>
    </message>
    <message>
        <source>Every sound as a point, near what sounds like it</source>
        <translation>Jeder Sound als Punkt, nahe bei dem, was ihm ähnlich klingt</translation>
    </message>
    <message>
        <source>Map of the library</source>
        <translation>Karte der Bibliothek</translation>
    </message>
    <message>
        <source>There is no sound inside the lasso.</source>
        <translation>Im Lasso ist kein Sound.</translation>
    </message>
</context>
<context>
    <name>MapPage</name>
    <message numerus="yes">
        <source>%n sound(s) not on the map yet</source>
        <translation>
            <numerusform>%n Sound noch nicht auf der Karte</numerusform>
            <numerusform>%n Sounds noch nicht auf der Karte</numerusform>
        </translation>
    </message>
    <message>
        <source>All others</source>
        <translation>Alle anderen</translation>
    </message>
    <message>
        <source>Colour by UCS category</source>
        <translation>Farbe nach UCS-Kategorie</translation>
    </message>
    <message>
        <source>Colour by folder</source>
        <translation>Farbe nach Ordner</translation>
    </message>
    <message>
        <source>Colours show</source>
        <translation>Farben zeigen</translation>
    </message>
    <message>
        <source>Groups on the map</source>
        <translation>Gruppen auf der Karte</translation>
    </message>
    <message>
        <source>How much of the map is made</source>
        <translation>Wie viel der Karte fertig ist</translation>
    </message>
    <message>
        <source>Lasso: drag around sounds to list them (Shift+drag)</source>
        <translation>Lasso: um Sounds ziehen, um sie aufzulisten (Umschalt+Ziehen)</translation>
    </message>
    <message>
        <source>Make the map</source>
        <translation>Karte erstellen</translation>
    </message>
    <message>
        <source>%1 of %2 sounds</source>
        <translation>%1 von %2 Sounds</translation>
    </message>
    <message>
        <source>%1 of %2 sounds match the search</source>
        <translation>%1 von %2 Sounds passen zur Suche</translation>
    </message>
    <message numerus="yes">
        <source>%n sound(s)</source>
        <translation>
            <numerusform>%n Sound</numerusform>
            <numerusform>%n Sounds</numerusform>
        </translation>
    </message>
    <message>
        <source>Adds the sounds that came since the map was made</source>
        <translation>Ergänzt die Sounds, die seit dem Zeichnen der Karte dazukamen</translation>
    </message>
    <message>
        <source>Arranging the sounds…</source>
        <translation>Sounds werden angeordnet…</translation>
    </message>
    <message>
        <source>Makes the whole map again; every sound may move</source>
        <translation>Macht die ganze Karte neu; jeder Sound kann woanders landen</translation>
    </message>
    <message>
        <source>New map:</source>
        <translation>Neue Karte:</translation>
    </message>
    <message>
        <source>Placing the others beside them…</source>
        <translation>Die anderen werden daneben eingeordnet…</translation>
    </message>
    <message>
        <source>Reading what is known of the sounds…</source>
        <translation>Bekanntes über die Sounds wird gelesen…</translation>
    </message>
    <message>
        <source>Redraw the map</source>
        <translation>Karte neu zeichnen</translation>
    </message>
    <message>
        <source>See the whole library at once</source>
        <translation>Die ganze Bibliothek als Karte</translation>
    </message>
    <message>
        <source>Show everything (Home)</source>
        <translation>Alles zeigen (Pos1)</translation>
    </message>
    <message>
        <source>Similar sounds are close together. Click to play, hold Alt to play what you point at, Shift+drag to list, double-click to find similar sounds.</source>
        <translation>Ähnliche Sounds liegen beieinander. Klick spielt ab, mit Alt spielt, worauf du zeigst, Umschalt+Ziehen listet auf, Doppelklick findet ähnliche Sounds.</translation>
    </message>
    <message>
        <source>Stop</source>
        <translation>Stopp</translation>
    </message>
    <message>
        <source>The map puts every sound near what sounds like it. Making it takes a few minutes for a large library; you can go on working meanwhile.</source>
        <translation>Die Karte setzt jeden Sound neben das, was ihm ähnlich klingt. Bei einer großen Bibliothek dauert das einige Minuten; weiterarbeiten geht dabei.</translation>
    </message>
    <message>
        <source>Update</source>
        <translation>Aktualisieren</translation>
    </message>
    <message>
        <source>Zoom in (+)</source>
        <translation>Vergrößern (+)</translation>
    </message>
    <message>
        <source>Zoom out (−)</source>
        <translation>Verkleinern (−)</translation>
    </message>
</context>
<context>
    <name>MapProcess</name>
    <message>
        <source>The map could not be made.</source>
        <translation>Die Karte ließ sich nicht erstellen.</translation>
    </message>
    <message>
        <source>Try again. If it happens again, please send us the log.</source>
        <translation>Versuch es noch einmal. Geschieht es wieder, schick uns bitte das Protokoll.</translation>
    </message>
</context>
<context>
    <name>MapView</name>
    <message>
        <source>Arrow keys go to the next sound in a direction, plus and minus zoom, Return opens.</source>
        <translation>Pfeiltasten gehen zum nächsten Sound in einer Richtung, Plus und Minus zoomen, Eingabe öffnet.</translation>
    </message>
    <message>
        <source>Map of the library</source>
        <translation>Karte der Bibliothek</translation>
    </message>
</context>
<context>
    <name>MarkCells</name>
    <message>
        <source>Edit the cell</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>MarkerTab</name>
    <message>
        <source>Add</source>
        <translation type="unfinished">Hinzufügen</translation>
    </message>
    <message>
        <source>Adds a marker here</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Export regions…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Loop</source>
        <translation type="unfinished">Loop</translation>
    </message>
    <message>
        <source>Markers</source>
        <translation type="unfinished">Marker</translation>
    </message>
    <message>
        <source>Name of the marker</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Proposes a region for each stretch between silences</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Remove</source>
        <translation type="unfinished">Entfernen</translation>
    </message>
    <message>
        <source>Removes the marked ones (Delete)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Rename</source>
        <translation type="unfinished">Umbenennen</translation>
    </message>
    <message>
        <source>Renames the marked one (F2)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Split at silences…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Write into file…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Writes a file for each region, by the chosen transfer profile</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Writes these markers into the file, after a question</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>MarkersFeature</name>
    <message numerus="yes">
        <source>%n marker(s)</source>
        <translation type="unfinished">
            <numerusform></numerusform>
            <numerusform></numerusform>
        </translation>
    </message>
    <message>
        <source>Kept in the library; the file does not have them yet.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Markers</source>
        <translation type="unfinished">Marker</translation>
    </message>
    <message>
        <source>Markers of %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Next marker</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Previous marker</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Select a sound to see its markers.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Set a marker or region</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The file has %1 now. The sound itself stays as it is, and you can undo it.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The markers are in the file now.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>There is a marker here already.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>There is no earlier marker.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>There is no later marker.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>This sound has no markers.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Write</source>
        <translation type="unfinished">Schreiben</translation>
    </message>
    <message numerus="yes">
        <source>Write %n marker(s) into %1?</source>
        <translation type="unfinished">
            <numerusform></numerusform>
            <numerusform></numerusform>
        </translation>
    </message>
    <message>
        <source>Write markers</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Write markers into the file…</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>MarksPanel</name>
    <message numerus="yes">
        <source>%n day(s) ago</source>
        <translation>
            <numerusform>vor %n Tag</numerusform>
            <numerusform>vor %n Tagen</numerusform>
        </translation>
    </message>
    <message>
        <source>A note for all selected sounds</source>
        <translation>Eine Notiz für alle ausgewählten Sounds</translation>
    </message>
    <message>
        <source>A note that everybody sees</source>
        <translation>Eine Notiz, die alle sehen</translation>
    </message>
    <message>
        <source>A note to yourself</source>
        <translation>Eine Notiz für dich</translation>
    </message>
    <message>
        <source>Add to each</source>
        <translation>Bei jedem anfügen</translation>
    </message>
    <message>
        <source>Adds this as a line below the note of each sound (Ctrl+Return)</source>
        <translation>Fügt dies als Zeile unter der Notiz jedes Sounds an (Strg+Eingabe)</translation>
    </message>
    <message>
        <source>Changed meanwhile to “%1”. Yours replaces it.</source>
        <translation>Inzwischen geändert: „%1“. Deine ersetzt sie.</translation>
    </message>
    <message>
        <source>Favourite</source>
        <translation>Favorit</translation>
    </message>
    <message>
        <source>Favourite (F)</source>
        <translation>Favorit (F)</translation>
    </message>
    <message>
        <source>Gives each sound this note in place of its own (Ctrl+Shift+Return)</source>
        <translation>Gibt jedem Sound diese Notiz statt seiner eigenen (Strg+Umschalt+Eingabe)</translation>
    </message>
    <message>
        <source>No favourite any more (F)</source>
        <translation>Kein Favorit mehr (F)</translation>
    </message>
    <message>
        <source>Note</source>
        <translation>Notiz</translation>
    </message>
    <message numerus="yes">
        <source>Played %n time(s), last %1</source>
        <translation>
            <numerusform>%n-mal gespielt, zuletzt %1</numerusform>
            <numerusform>%n-mal gespielt, zuletzt %1</numerusform>
        </translation>
    </message>
    <message>
        <source>Replace notes</source>
        <translation>Notizen ersetzen</translation>
    </message>
    <message>
        <source>today</source>
        <translation>heute</translation>
    </message>
    <message numerus="yes">
        <source>used %n time(s), last %1</source>
        <translation>
            <numerusform>%n-mal verwendet, zuletzt %1</numerusform>
            <numerusform>%n-mal verwendet, zuletzt %1</numerusform>
        </translation>
    </message>
    <message>
        <source>yesterday</source>
        <translation>gestern</translation>
    </message>
</context>
<context>
    <name>MaterialPage</name>
    <message>
        <source>A JSONL file that names a sound and its descriptions in each line.</source>
        <translation>Eine JSONL-Datei, die in jeder Zeile einen Sound und seine Beschreibungen nennt.</translation>
    </message>
    <message>
        <source>A copy of the model in use learns what your sounds are called. Your files are only read, and you decide at the end whether the new model is used.</source>
        <translation>Eine Kopie des Modells in Gebrauch lernt, wie deine Sounds heißen. Deine Dateien werden nur gelesen, und am Ende entscheidest du, ob das neue Modell verwendet wird.</translation>
    </message>
    <message>
        <source>A folder of sounds with descriptions</source>
        <translation>Ein Ordner mit Sounds und Beschreibungen</translation>
    </message>
    <message>
        <source>A list of sounds with descriptions</source>
        <translation>Eine Liste von Sounds mit Beschreibungen</translation>
    </message>
    <message>
        <source>Browse…</source>
        <translation>Durchsuchen…</translation>
    </message>
    <message>
        <source>Checking the sounds and their descriptions…</source>
        <translation>Sounds und ihre Beschreibungen werden geprüft…</translation>
    </message>
    <message>
        <source>Descriptions, metadata, tags, UCS names and collections serve as descriptions.</source>
        <translation>Als Beschreibung dienen Beschreibungen, Metadaten, Tags, UCS-Namen und Sammlungen.</translation>
    </message>
    <message>
        <source>File</source>
        <translation>Datei</translation>
    </message>
    <message>
        <source>Folder</source>
        <translation>Ordner</translation>
    </message>
    <message>
        <source>Folder of sounds</source>
        <translation>Ordner mit Sounds</translation>
    </message>
    <message>
        <source>Sounds with this name in their copyright are yours, so they are used too.</source>
        <translation>Sounds mit diesem Namen im Copyright gelten als eigene und werden auch verwendet.</translation>
    </message>
    <message>
        <source>Learn from</source>
        <translation>Lernen aus</translation>
    </message>
    <message>
        <source>List of sounds</source>
        <translation>Liste von Sounds</translation>
    </message>
    <message>
        <source>Lists (*.jsonl)</source>
        <translation>Listen (*.jsonl)</translation>
    </message>
    <message>
        <source>Nothing chosen yet.</source>
        <translation>Noch nichts gewählt.</translation>
    </message>
    <message>
        <source>Path</source>
        <translation>Pfad</translation>
    </message>
    <message>
        <source>Progress of the check</source>
        <translation>Fortschritt der Prüfung</translation>
    </message>
    <message>
        <source>Reason</source>
        <translation>Grund</translation>
    </message>
    <message>
        <source>Sounds</source>
        <translation>Sounds</translation>
    </message>
    <message>
        <source>Start training</source>
        <translation>Training starten</translation>
    </message>
    <message>
        <source>Teach the model your sounds</source>
        <translation>Dem Modell deine Sounds beibringen</translation>
    </message>
    <message>
        <source>The folder holds sounds and a CSV or JSONL file that describes them.</source>
        <translation>Der Ordner enthält Sounds und eine CSV- oder JSONL-Datei, die sie beschreibt.</translation>
    </message>
    <message>
        <source>This library</source>
        <translation>Diese Bibliothek</translation>
    </message>
    <message>
        <source>Train for</source>
        <translation>Dauer</translation>
    </message>
    <message>
        <source>Training runs in the background, even after you close Earshot. You can stop it at any time.</source>
        <translation>Das Training läuft im Hintergrund, auch wenn du Earshot schließt. Du kannst es jederzeit anhalten.</translation>
    </message>
    <message>
        <source>What is left out</source>
        <translation>Was ausgelassen wird</translation>
    </message>
    <message>
        <source>What is used</source>
        <translation>Was verwendet wird</translation>
    </message>
    <message>
        <source>Your name or company</source>
        <translation>Eigener Name oder Firma</translation>
    </message>
    <message>
        <source>Your own sounds</source>
        <translation>Eigene Sounds</translation>
    </message>
</context>
<context>
    <name>MessageBar</name>
    <message>
        <source>Close this message</source>
        <translation>Diese Meldung schließen</translation>
    </message>
    <message>
        <source>Details</source>
        <translation>Details</translation>
    </message>
    <message>
        <source>Read the whole message</source>
        <translation>Die ganze Meldung lesen</translation>
    </message>
    <message>
        <source>What can be done</source>
        <translation>Was sich tun lässt</translation>
    </message>
</context>
<context>
    <name>Messages</name>
    <message>
        <source>%1 could not be read: %2.</source>
        <translation>Die Datei %1 konnte nicht gelesen werden, denn %2.</translation>
    </message>
    <message>
        <source>%1 files/s</source>
        <translation>%1 Dateien/s</translation>
    </message>
    <message>
        <source>%1 is offline: its drive is not connected.</source>
        <translation>%1 ist offline: Das Laufwerk ist nicht angeschlossen.</translation>
    </message>
    <message>
        <source>%1%</source>
        <translation>%1 %</translation>
    </message>
    <message numerus="yes">
        <source>%n added</source>
        <translation>
            <numerusform>%n hinzugefügt</numerusform>
            <numerusform>%n hinzugefügt</numerusform>
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
            <numerusform>%n Kan.</numerusform>
            <numerusform>%n Kan.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n file(s) could not be read</source>
        <translation>
            <numerusform>%n Datei ließ sich nicht lesen</numerusform>
            <numerusform>%n Dateien ließen sich nicht lesen</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n file(s) could not be read. The first: %1</source>
        <translation>
            <numerusform>%n Datei ließ sich nicht lesen. Die erste: %1</numerusform>
            <numerusform>%n Dateien ließen sich nicht lesen. Die erste: %1</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n moved</source>
        <translation>
            <numerusform>%n verschoben</numerusform>
            <numerusform>%n verschoben</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n take(s)</source>
        <translation>
            <numerusform>%n Take</numerusform>
            <numerusform>%n Takes</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n updated</source>
        <translation>
            <numerusform>%n aktualisiert</numerusform>
            <numerusform>%n aktualisiert</numerusform>
        </translation>
    </message>
    <message>
        <source>An index finds the nearest sounds without comparing them all.</source>
        <translation>Ein Index findet die nächsten Sounds, ohne alle zu vergleichen.</translation>
    </message>
    <message>
        <source>Connect the drive and press play again.</source>
        <translation>Schließ das Laufwerk an und drück noch einmal auf Wiedergabe.</translation>
    </message>
    <message>
        <source>Show where it is now: Sound, Locate…</source>
        <translation>Zeig, wo die Datei jetzt ist: Sound, Zuordnen…</translation>
    </message>
    <message>
        <source>Every sound is compared with what you look for. That is fast for this many.</source>
        <translation>Jeder Sound wird mit dem Gesuchten verglichen. Bei so vielen geht das schnell.</translation>
    </message>
    <message>
        <source>%1 could not be played: reading it came to no end.</source>
        <translation>%1 lässt sich nicht abspielen: Das Lesen kam an kein Ende.</translation>
    </message>
    <message>
        <source>%1 could not be played: reading it ended the decoder.</source>
        <translation>%1 lässt sich nicht abspielen: Beim Lesen ist der Decoder abgestürzt.</translation>
    </message>
    <message>
        <source>%1 could not be played: reading it takes too much memory.</source>
        <translation>%1 lässt sich nicht abspielen: Das Lesen braucht zu viel Speicher.</translation>
    </message>
    <message>
        <source>%1 is missing: it was moved, renamed or deleted.</source>
        <translation>%1 fehlt: Die Datei wurde verschoben, umbenannt oder gelöscht.</translation>
    </message>
    <message numerus="yes">
        <source>%1 of %n sound(s)</source>
        <translation>
            <numerusform>%1 von %n Sound</numerusform>
            <numerusform>%1 von %n Sounds</numerusform>
        </translation>
    </message>
    <message>
        <source>%1, best first</source>
        <translation>%1, beste zuerst</translation>
    </message>
    <message numerus="yes">
        <source>%n sound(s)</source>
        <translation>
            <numerusform>%n Sound</numerusform>
            <numerusform>%n Sounds</numerusform>
        </translation>
    </message>
    <message>
        <source>Every sound is compared: %1</source>
        <translation>Jeder Sound wird verglichen: %1</translation>
    </message>
    <message>
        <source>Fair</source>
        <translation>Mittel</translation>
    </message>
    <message>
        <source>No new sounds</source>
        <translation>Keine neuen Sounds</translation>
    </message>
    <message>
        <source>Nothing new</source>
        <translation>Nichts Neues</translation>
    </message>
    <message>
        <source>Preparing searches of a large library…</source>
        <translation>Suchen in einer großen Bibliothek werden vorbereitet…</translation>
    </message>
    <message>
        <source>Putting columns in order, for sorting…</source>
        <translation>Spalten werden zum Sortieren geordnet…</translation>
    </message>
    <message>
        <source>Stopped. So far: %1; add the folder again to go on</source>
        <translation>Angehalten. Bis jetzt: %1; füg den Ordner noch einmal hinzu, um fortzufahren</translation>
    </message>
    <message>
        <source>Strong</source>
        <translation>Stark</translation>
    </message>
    <message>
        <source>Suggesting categories by ear…</source>
        <translation>Kategorien nach Gehör vorschlagen…</translation>
    </message>
    <message>
        <source>The file is damaged. Nothing else was harmed; it is not opened again before it changes.</source>
        <translation>Die Datei ist beschädigt. Sonst ist nichts betroffen; sie wird erst wieder geöffnet, wenn sie sich ändert.</translation>
    </message>
    <message>
        <source>The index finds the nearest sounds; those added since are all compared.</source>
        <translation>Der Index findet die nächsten Sounds; die seither dazugekommenen werden alle verglichen.</translation>
    </message>
    <message>
        <source>Weak</source>
        <translation>Schwach</translation>
    </message>
    <message>
        <source>about %1 h left</source>
        <translation>noch etwa %1 h</translation>
    </message>
    <message>
        <source>about %1 min left</source>
        <translation>noch etwa %1 min</translation>
    </message>
    <message>
        <source>about %1 s left</source>
        <translation>noch etwa %1 s</translation>
    </message>
    <message>
        <source>almost done</source>
        <translation>fast fertig</translation>
    </message>
    <message>
        <source>take %1 of %2</source>
        <translation>Take %1 von %2</translation>
    </message>
    <message numerus="yes">
        <source>the best %1 of %n sound(s)</source>
        <translation>
            <numerusform>die besten %1 von %n Sound</numerusform>
            <numerusform>die besten %1 von %n Sounds</numerusform>
        </translation>
    </message>
    <message>
        <source>estimating…</source>
        <translation>Dauer wird geschätzt…</translation>
    </message>
    <message>
        <source>The index is being built. Until it is ready, every sound is compared.</source>
        <translation>Der Index wird gebaut. Bis er fertig ist, wird jeder Sound verglichen.</translation>
    </message>
    <message>
        <source>missing</source>
        <translation>fehlt</translation>
    </message>
    <message>
        <source>mono</source>
        <translation>mono</translation>
    </message>
    <message>
        <source>offline</source>
        <translation>offline</translation>
    </message>
    <message>
        <source>stereo</source>
        <translation>stereo</translation>
    </message>
</context>
<context>
    <name>MetadataEditor</name>
    <message numerus="yes">
        <source>%n file(s) could not be changed.</source>
        <translation>
            <numerusform>%n Datei ließ sich nicht ändern.</numerusform>
            <numerusform>%n Dateien ließen sich nicht ändern.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n file(s) restored.</source>
        <translation>
            <numerusform>%n Datei wiederhergestellt.</numerusform>
            <numerusform>%n Dateien wiederhergestellt.</numerusform>
        </translation>
    </message>
    <message>
        <source>Edit metadata</source>
        <translation>Metadaten bearbeiten</translation>
    </message>
    <message>
        <source>Metadata is being written. Try again when it is done.</source>
        <translation>Metadaten werden gerade geschrieben. Versuch es danach noch einmal.</translation>
    </message>
    <message>
        <source>Renames files to CatID_FXName_CreatorID_SourceID, after showing every new name</source>
        <translation>Benennt Dateien nach CatID_FXName_CreatorID_SourceID um; zeigt vorher jeden neuen Namen</translation>
    </message>
    <message>
        <source>There are no changes to save.</source>
        <translation>Es gibt keine Änderungen zu speichern.</translation>
    </message>
    <message numerus="yes">
        <source>Reading %n file(s)…</source>
        <translation>
            <numerusform>%n Datei wird gelesen…</numerusform>
            <numerusform>%n Dateien werden gelesen…</numerusform>
        </translation>
    </message>
    <message>
        <source>Rename for UCS…</source>
        <translation>Nach UCS umbenennen…</translation>
    </message>
    <message numerus="yes">
        <source>Renamed %n file(s).</source>
        <translation>
            <numerusform>%n Datei umbenannt.</numerusform>
            <numerusform>%n Dateien umbenannt.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Renaming %n file(s)…</source>
        <translation>
            <numerusform>%n Datei wird umbenannt…</numerusform>
            <numerusform>%n Dateien werden umbenannt…</numerusform>
        </translation>
    </message>
    <message>
        <source>Restores the files to their state before the last save or rename</source>
        <translation>Stellt die Dateien wieder her, wie sie vor dem letzten Speichern oder Umbenennen waren</translation>
    </message>
    <message>
        <source>The files already contain these values.</source>
        <translation>Diese Werte stehen schon in den Dateien.</translation>
    </message>
    <message>
        <source>Restoring the files…</source>
        <translation>Dateien werden wiederhergestellt…</translation>
    </message>
    <message>
        <source>Save metadata…</source>
        <translation>Metadaten speichern…</translation>
    </message>
    <message>
        <source>Select at most %1 sounds to rename them.</source>
        <translation>Wähle höchstens %1 Sounds aus, um sie umzubenennen.</translation>
    </message>
    <message>
        <source>Shows every difference before anything is written</source>
        <translation>Zeigt jeden Unterschied, bevor etwas geschrieben wird</translation>
    </message>
    <message>
        <source>Shows the details of the selected sounds</source>
        <translation>Zeigt die Details der ausgewählten Sounds</translation>
    </message>
    <message>
        <source>Stopped before the end.</source>
        <translation>Vorzeitig angehalten.</translation>
    </message>
    <message>
        <source>Undo metadata change</source>
        <translation>Metadaten-Änderung rückgängig machen</translation>
    </message>
    <message numerus="yes">
        <source>Writing %n file(s)…</source>
        <translation>
            <numerusform>%n Datei wird geschrieben…</numerusform>
            <numerusform>%n Dateien werden geschrieben…</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Wrote %n file(s).</source>
        <translation>
            <numerusform>%n Datei geschrieben.</numerusform>
            <numerusform>%n Dateien geschrieben.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>and %n more file(s)</source>
        <translation>
            <numerusform>und %n weitere Datei</numerusform>
            <numerusform>und %n weitere Dateien</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>MetadataProgress</name>
    <message>
        <source>Cancel</source>
        <translation>Abbrechen</translation>
    </message>
    <message>
        <source>Close this message</source>
        <translation>Diese Meldung schließen</translation>
    </message>
    <message>
        <source>Progress</source>
        <translation>Fortschritt</translation>
    </message>
    <message>
        <source>Restore the files exactly as they were (Ctrl+Alt+Z)</source>
        <translation>Die Dateien genau so wiederherstellen, wie sie waren (Strg+Alt+Z)</translation>
    </message>
    <message>
        <source>Show errors…</source>
        <translation>Fehler zeigen…</translation>
    </message>
    <message>
        <source>Stop here; what is done stays and can be undone</source>
        <translation>Hier anhalten; Erledigtes bleibt und lässt sich rückgängig machen</translation>
    </message>
    <message>
        <source>Undo</source>
        <translation>Rückgängig</translation>
    </message>
</context>
<context>
    <name>Minutes</name>
    <message>
        <source> min</source>
        <translation> min</translation>
    </message>
    <message>
        <source>Automatic: a few hundred steps, which take minutes for a small library.</source>
        <translation>Automatisch: einige hundert Schritte, bei einer kleinen Bibliothek Minuten.</translation>
    </message>
    <message>
        <source>automatic</source>
        <translation>automatisch</translation>
    </message>
</context>
<context>
    <name>MissingFeature</name>
    <message numerus="yes">
        <source>%n not found there, or not the same audio.</source>
        <translation>
            <numerusform>%n dort nicht gefunden, oder nicht dasselbe Audio.</numerusform>
            <numerusform>%n dort nicht gefunden, oder nicht dasselbe Audio.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n sound(s) found again.</source>
        <translation>
            <numerusform>%n Sound wiedergefunden.</numerusform>
            <numerusform>%n Sounds wiedergefunden.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n sound(s) removed from the library.</source>
        <translation>
            <numerusform>%n Sound aus der Bibliothek entfernt.</numerusform>
            <numerusform>%n Sounds aus der Bibliothek entfernt.</numerusform>
        </translation>
    </message>
    <message>
        <source>Locate…</source>
        <translation>Zuordnen…</translation>
    </message>
    <message>
        <source>Missing files</source>
        <translation>Fehlende Dateien</translation>
    </message>
    <message>
        <source>Missing files, and drives that are not connected</source>
        <translation>Fehlende Dateien und nicht verbundene Laufwerke</translation>
    </message>
    <message>
        <source>Ratings, tags and collections come back when the same audio is indexed again. No file is touched.</source>
        <translation>Bewertungen, Tags und Sammlungen kommen zurück, wenn dasselbe Audio wieder indiziert wird. Keine Datei wird angerührt.</translation>
    </message>
    <message>
        <source>Remove</source>
        <translation>Entfernen</translation>
    </message>
    <message numerus="yes">
        <source>Remove %n missing sound(s) from the library?</source>
        <translation>
            <numerusform>%n fehlenden Sound aus der Bibliothek entfernen?</numerusform>
            <numerusform>%n fehlende Sounds aus der Bibliothek entfernen?</numerusform>
        </translation>
    </message>
    <message>
        <source>Remove from library</source>
        <translation>Aus Bibliothek entfernen</translation>
    </message>
    <message>
        <source>Shows a missing sound among the missing files, to say where it is now</source>
        <translation>Zeigt einen fehlenden Sound unter den fehlenden Dateien, um zu sagen, wo er jetzt ist</translation>
    </message>
    <message>
        <source>Stopped before the end.</source>
        <translation>Vorzeitig angehalten.</translation>
    </message>
    <message>
        <source>This sound is not missing.</source>
        <translation>Dieser Sound fehlt nicht.</translation>
    </message>
    <message>
        <source>Where is %1 now?</source>
        <translation>Wo ist %1 jetzt?</translation>
    </message>
</context>
<context>
    <name>MissingPage</name>
    <message numerus="yes">
        <source>%n file(s) missing</source>
        <translation>
            <numerusform>%n Datei fehlt</numerusform>
            <numerusform>%n Dateien fehlen</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n sound(s) in folders that are missing or offline</source>
        <translation>
            <numerusform>%n Sound in Ordnern, die fehlen oder offline sind</numerusform>
            <numerusform>%n Sounds in Ordnern, die fehlen oder offline sind</numerusform>
        </translation>
    </message>
    <message>
        <source>As of %1.</source>
        <translation>Stand %1.</translation>
    </message>
    <message>
        <source>Connect the drive and its sounds are there again. If it has another name now: Locate folder…</source>
        <translation>Das Laufwerk verbinden, und seine Sounds sind wieder da. Hat es jetzt einen anderen Namen: Ordner zuordnen…</translation>
    </message>
    <message>
        <source>Folders with missing files</source>
        <translation>Ordner mit fehlenden Dateien</translation>
    </message>
    <message>
        <source>Progress of the comparison</source>
        <translation>Fortschritt des Vergleichs</translation>
    </message>
    <message>
        <source>Locate file…</source>
        <translation>Datei zuordnen…</translation>
    </message>
    <message>
        <source>Locate folder…</source>
        <translation>Ordner zuordnen…</translation>
    </message>
    <message>
        <source>Look again</source>
        <translation>Neu suchen</translation>
    </message>
    <message>
        <source>Look through all folders for files that are missing, or back</source>
        <translation>In allen Ordnern nach Dateien sehen, die fehlen oder wieder da sind</translation>
    </message>
    <message>
        <source>Looking for missing files…</source>
        <translation>Fehlende Dateien werden gesucht…</translation>
    </message>
    <message>
        <source>Looking through your folders…</source>
        <translation>Deine Ordner werden durchgesehen…</translation>
    </message>
    <message>
        <source>Missing files</source>
        <translation>Fehlende Dateien</translation>
    </message>
    <message>
        <source>Nothing is missing</source>
        <translation>Es fehlt nichts</translation>
    </message>
    <message>
        <source>Remove from library…</source>
        <translation>Aus Bibliothek entfernen…</translation>
    </message>
    <message>
        <source>Removes the chosen files, or the whole folder, from the library. Tags come back with the same audio.</source>
        <translation>Entfernt die gewählten Dateien oder den ganzen Ordner aus der Bibliothek. Tags kommen mit demselben Audio zurück.</translation>
    </message>
    <message>
        <source>Show where one file is now. Earshot then finds the files that moved with it.</source>
        <translation>Zeigen, wo eine Datei jetzt ist. Earshot findet dann die Dateien, die mit ihr umgezogen sind.</translation>
    </message>
    <message>
        <source>Show where the folder is now. Earshot then finds everything in it that has the same audio.</source>
        <translation>Zeigen, wo der Ordner jetzt ist. Earshot findet dann alles darin mit demselben Audio.</translation>
    </message>
    <message>
        <source>Stop comparing. What was found so far is kept.</source>
        <translation>Vergleich anhalten. Bisher Gefundenes bleibt.</translation>
    </message>
    <message>
        <source>Stop</source>
        <translation>Stopp</translation>
    </message>
    <message>
        <source>Nothing is known to be missing</source>
        <translation>Soweit bekannt, fehlt nichts</translation>
    </message>
    <message>
        <source>This folder was moved, renamed or deleted. Show where it is now: Locate folder…</source>
        <translation>Dieser Ordner wurde verschoben, umbenannt oder gelöscht. Zeigen, wo er jetzt ist: Ordner zuordnen…</translation>
    </message>
</context>
<context>
    <name>MissingTab</name>
    <message>
        <source>%1 of %2 may be missing</source>
        <translation>%1 von %2 könnten fehlen</translation>
    </message>
    <message>
        <source>A script, cue sheet, EDL or list of sounds</source>
        <translation>Ein Skript, Cue Sheet, eine EDL oder Liste von Sounds</translation>
    </message>
    <message>
        <source>Answer</source>
        <translation>Antwort</translation>
    </message>
    <message>
        <source>Ask for every UCS category</source>
        <translation>Nach jeder UCS-Kategorie fragen</translation>
    </message>
    <message>
        <source>Ask for the lines of a script…</source>
        <translation>Nach den Zeilen eines Skripts fragen…</translation>
    </message>
    <message>
        <source>Lines that may be missing</source>
        <translation>Zeilen, die fehlen könnten</translation>
    </message>
    <message>
        <source>Tells which of them nothing in the library answers</source>
        <translation>Sagt, auf welche nichts in der Bibliothek antwortet</translation>
    </message>
    <message>
        <source>Which sounds does the library lack? Each line is searched for, by names and sound, and what nothing answers is listed.</source>
        <translation>Welche Sounds fehlen der Bibliothek? Jede Zeile wird gesucht, nach Namen und Klang, und worauf nichts antwortet, wird aufgelistet.</translation>
    </message>
</context>
<context>
    <name>Models</name>
    <message>
        <source>Measured by its maker</source>
        <translation type="unfinished">Vom Hersteller gemessen</translation>
    </message>
</context>
<context>
    <name>Notice</name>
    <message>
        <source>&amp;Search</source>
        <translation>&amp;Suchen</translation>
    </message>
    <message>
        <source>&amp;Search for “%1”</source>
        <translation>Nach „%1“ &amp;suchen</translation>
    </message>
    <message>
        <source>&amp;Undo</source>
        <translation>&amp;Rückgängig</translation>
    </message>
</context>
<context>
    <name>OneLine</name>
    <message>
        <source>What is further left</source>
        <translation>Was weiter links steht</translation>
    </message>
    <message>
        <source>What is further right</source>
        <translation>Was weiter rechts steht</translation>
    </message>
</context>
<context>
    <name>OutliersTab</name>
    <message>
        <source>Find similar</source>
        <translation>Ähnliche finden</translation>
    </message>
    <message>
        <source>Outliers</source>
        <translation>Ausreißer</translation>
    </message>
    <message>
        <source>Play the closest match</source>
        <translation>Ähnlichsten abspielen</translation>
    </message>
    <message>
        <source>Searches the library for sounds like this one</source>
        <translation>Sucht in der Bibliothek nach Sounds wie diesem</translation>
    </message>
    <message>
        <source>Show in folder</source>
        <translation>Im Ordner zeigen</translation>
    </message>
</context>
<context>
    <name>Output</name>
    <message>
        <source>%1 is not connected.</source>
        <translation>%1 ist nicht verbunden.</translation>
    </message>
    <message>
        <source>Install Earshot&apos;s dependencies again, then press play again.</source>
        <translation>Installiere Earshots Abhängigkeiten neu, und spiel dann noch einmal ab.</translation>
    </message>
    <message>
        <source>Install PortAudio (Debian and Ubuntu: sudo apt install libportaudio2; Fedora: sudo dnf install portaudio), then press play again.</source>
        <translation>Installiere PortAudio (Debian und Ubuntu: sudo apt install libportaudio2; Fedora: sudo dnf install portaudio), und spiel dann noch einmal ab.</translation>
    </message>
    <message>
        <source>No sound output was found.</source>
        <translation>Keine Tonausgabe gefunden.</translation>
    </message>
    <message>
        <source>Plug in headphones or speakers, or start the sound server; Earshot looks for them by itself.</source>
        <translation>Kopfhörer oder Lautsprecher anschließen, oder den Soundserver starten; Earshot sucht selbst danach.</translation>
    </message>
    <message>
        <source>The PortAudio library is missing, so nothing can be played.</source>
        <translation>Die PortAudio-Bibliothek fehlt, daher lässt sich nichts abspielen.</translation>
    </message>
    <message>
        <source>The sound output %1 was disconnected (%2).</source>
        <translation>Die Tonausgabe %1 wurde getrennt (%2).</translation>
    </message>
    <message>
        <source>The sound output could not be opened (%1).</source>
        <translation>Die Tonausgabe ließ sich nicht öffnen (%1).</translation>
    </message>
    <message>
        <source>The sound system could not be started (%1).</source>
        <translation>Das Tonsystem ließ sich nicht starten (%1).</translation>
    </message>
    <message>
        <source>The sounddevice module is missing, so nothing can be played.</source>
        <translation>Das Modul sounddevice fehlt, daher lässt sich nichts abspielen.</translation>
    </message>
    <message>
        <source>it takes no sound</source>
        <translation>sie nimmt keinen Ton an</translation>
    </message>
</context>
<context>
    <name>OutputControl</name>
    <message>
        <source>Sound plays on %1 again.</source>
        <translation>Der Ton kommt wieder aus %1.</translation>
    </message>
    <message>
        <source>system default</source>
        <translation>Systemstandard</translation>
    </message>
</context>
<context>
    <name>OutputMeter</name>
    <message>
        <source>Highest peak so far: %1 dBFS</source>
        <translation>Höchste Spitze bisher: %1 dBFS</translation>
    </message>
    <message>
        <source>Output level, left and right, in dB below full scale</source>
        <translation>Ausgangspegel links und rechts, in dB unter Vollaussteuerung</translation>
    </message>
    <message>
        <source>Output level</source>
        <translation>Ausgangspegel</translation>
    </message>
</context>
<context>
    <name>OverflowButton</name>
    <message>
        <source>More controls</source>
        <translation>Weitere Regler</translation>
    </message>
    <message>
        <source>More controls: one of them changes what you hear</source>
        <translation>Weitere Regler: Einer davon verändert, was du hörst</translation>
    </message>
    <message>
        <source>More controls: what has no room here</source>
        <translation>Weitere Regler: was hier keinen Platz hat</translation>
    </message>
</context>
<context>
    <name>Owner</name>
    <message numerus="yes">
        <source>%n dragged out</source>
        <translation>
            <numerusform>%n herausgezogen</numerusform>
            <numerusform>%n herausgezogen</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n not here now</source>
        <translation>
            <numerusform>%n zurzeit nicht da</numerusform>
            <numerusform>%n zurzeit nicht da</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n picked</source>
        <translation>
            <numerusform>%n ausgesucht</numerusform>
            <numerusform>%n ausgesucht</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n renamed</source>
        <translation>
            <numerusform>%n umbenannt</numerusform>
            <numerusform>%n umbenannt</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n starred</source>
        <translation>
            <numerusform>%n mit Stern</numerusform>
            <numerusform>%n mit Stern</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n tagged</source>
        <translation>
            <numerusform>%n mit Tag</numerusform>
            <numerusform>%n mit Tag</numerusform>
        </translation>
    </message>
    <message>
        <source>Collection</source>
        <translation>Sammlung</translation>
    </message>
    <message>
        <source>Export what was learnt</source>
        <translation>Gelerntes exportieren</translation>
    </message>
    <message>
        <source>Forget</source>
        <translation>Vergessen</translation>
    </message>
    <message>
        <source>Forget all your choices and everything learnt from them?</source>
        <translation>Alle Entscheidungen und alles daraus Gelernte vergessen?</translation>
    </message>
    <message>
        <source>Learn from my choices…</source>
        <translation>Aus meinen Entscheidungen lernen…</translation>
    </message>
    <message>
        <source>Ranks sounds like those you chose higher when you search for these words again</source>
        <translation>Rückt Sounds wie die gewählten nach vorn, wenn du wieder nach diesen Wörtern suchst</translation>
    </message>
    <message>
        <source>Forget everything</source>
        <translation>Alles vergessen</translation>
    </message>
    <message>
        <source>Import what was learnt</source>
        <translation>Gelerntes importieren</translation>
    </message>
    <message>
        <source>Learnt</source>
        <translation>Gelernt</translation>
    </message>
    <message numerus="yes">
        <source>Learnt from %n text(s).</source>
        <translation>
            <numerusform>Aus %n Text gelernt.</numerusform>
            <numerusform>Aus %n Texten gelernt.</numerusform>
        </translation>
    </message>
    <message>
        <source>Left out</source>
        <translation>Ausgelassen</translation>
    </message>
    <message>
        <source>Not learnt yet</source>
        <translation>Noch nicht gelernt</translation>
    </message>
    <message>
        <source>Of %1 choices, each left out and looked for, %2 stood among the first ten before and %3 now: with 95% certainty a change of %4 to %5 points.</source>
        <translation>Von %1 Wahlen, jede ausgelassen und gesucht, standen vorher %2 unter den ersten zehn und jetzt %3: mit 95 % Sicherheit eine Änderung von %4 bis %5 Punkten.</translation>
    </message>
    <message>
        <source>Sounds too varied</source>
        <translation>Sounds zu verschieden</translation>
    </message>
    <message>
        <source>Tag</source>
        <translation>Tag</translation>
    </message>
    <message>
        <source>Tags, stars and collections stay. This cannot be undone.</source>
        <translation>Tags, Sterne und Sammlungen bleiben. Das lässt sich nicht rückgängig machen.</translation>
    </message>
    <message>
        <source>Too few to say how much better your choices are found: %1 were looked for, of %2 texts.</source>
        <translation>Zu wenige, um zu sagen, wie viel besser Gewähltes gefunden wird: %1 wurden gesucht, zu %2 Texten.</translation>
    </message>
    <message>
        <source>Use what was learnt</source>
        <translation>Gelerntes nutzen</translation>
    </message>
    <message>
        <source>What Earshot learnt</source>
        <translation>Was Earshot gelernt hat</translation>
    </message>
    <message>
        <source>What Earshot learnt (*.json);;All files (*)</source>
        <translation>Was Earshot gelernt hat (*.json);;Alle Dateien (*)</translation>
    </message>
    <message>
        <source>What searches learn from what you drag out, star, tag and name</source>
        <translation>Was Suchen aus dem lernen, was herausgezogen, mit Stern, Tag oder Namen versehen wird</translation>
    </message>
    <message>
        <source>Written to %1. It names your words, and no sounds.</source>
        <translation>Nach %1 geschrieben. Es nennt die Worte, und keine Sounds.</translation>
    </message>
    <message>
        <source>Your earlier choices count in searches. Click to turn this off.</source>
        <translation>Deine früheren Entscheidungen zählen bei Suchen. Klick schaltet das ab.</translation>
    </message>
    <message>
        <source>Your earlier choices do not count in searches. Click to turn this on.</source>
        <translation>Deine früheren Entscheidungen zählen bei Suchen nicht. Klick schaltet das ein.</translation>
    </message>
    <message>
        <source>Your own name</source>
        <translation>Eigener Name</translation>
    </message>
</context>
<context>
    <name>OwnerDialog</name>
    <message numerus="yes">
        <source>%n from a file</source>
        <translation>
            <numerusform>%n aus einer Datei</numerusform>
            <numerusform>%n aus einer Datei</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n learnt</source>
        <translation>
            <numerusform>%n gelernt</numerusform>
            <numerusform>%n gelernt</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n text(s) to learn from</source>
        <translation>
            <numerusform>%n Text, aus dem gelernt werden kann</numerusform>
            <numerusform>%n Texte, aus denen gelernt werden kann</numerusform>
        </translation>
    </message>
    <message>
        <source>Export…</source>
        <translation>Exportieren…</translation>
    </message>
    <message>
        <source>Forget</source>
        <translation>Vergessen</translation>
    </message>
    <message>
        <source>Forget everything…</source>
        <translation>Alles vergessen…</translation>
    </message>
    <message>
        <source>How they were chosen</source>
        <translation>Wie sie gewählt wurden</translation>
    </message>
    <message>
        <source>Import…</source>
        <translation>Importieren…</translation>
    </message>
    <message>
        <source>Learn from it again</source>
        <translation>Wieder daraus lernen</translation>
    </message>
    <message>
        <source>Learn from my choices</source>
        <translation>Aus meinen Entscheidungen lernen</translation>
    </message>
    <message>
        <source>Remember my choices</source>
        <translation>Meine Entscheidungen merken</translation>
    </message>
    <message>
        <source>Learn now</source>
        <translation>Jetzt lernen</translation>
    </message>
    <message>
        <source>Looking for %1 of your choices, each left out in turn…</source>
        <translation>%1 Wahlen werden gesucht, jede für sich ausgelassen…</translation>
    </message>
    <message>
        <source>Looking for your choices</source>
        <translation>Gewähltes wird gesucht</translation>
    </message>
    <message>
        <source>Sounds</source>
        <translation>Sounds</translation>
    </message>
    <message>
        <source>State</source>
        <translation>Stand</translation>
    </message>
    <message>
        <source>There are no choices yet.</source>
        <translation>Es gibt noch keine Entscheidungen.</translation>
    </message>
    <message>
        <source>Use what was learnt in searches</source>
        <translation>Gelerntes bei Suchen nutzen</translation>
    </message>
    <message>
        <source>What there is to learn from</source>
        <translation>Woraus gelernt werden kann</translation>
    </message>
    <message>
        <source>What you drag out, star, tag, rename or pick for the words of a search teaches Earshot what you mean by them; five sounds under a tag or in a collection teach its name. All of it stays in this library.</source>
        <translation>Was zu den Worten einer Suche herausgezogen, mit Stern oder Tag versehen, umbenannt oder ausgesucht wird, lehrt Earshot, was mit ihnen gemeint ist; fünf Sounds unter einem Tag oder in einer Sammlung lehren deren Namen. All das bleibt in dieser Bibliothek.</translation>
    </message>
    <message>
        <source>Words</source>
        <translation>Worte</translation>
    </message>
</context>
<context>
    <name>PackExport</name>
    <message numerus="yes">
        <source>%n file(s) copied to %1.</source>
        <translation>
            <numerusform>%n Datei nach %1 kopiert.</numerusform>
            <numerusform>%n Dateien nach %1 kopiert.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n file(s) could not be copied.</source>
        <translation>
            <numerusform>%n Datei ließ sich nicht kopieren.</numerusform>
            <numerusform>%n Dateien ließen sich nicht kopieren.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n sound(s) written to %1.</source>
        <translation>
            <numerusform>%n Sound in %1 geschrieben.</numerusform>
            <numerusform>%n Sounds in %1 geschrieben.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n there already.</source>
        <translation>
            <numerusform>%n schon da.</numerusform>
            <numerusform>%n schon da.</numerusform>
        </translation>
    </message>
    <message>
        <source>A CSV file with everything Earshot knows about each sound</source>
        <translation>Eine CSV-Datei mit allem, was Earshot über jeden Sound weiß</translation>
    </message>
    <message>
        <source>An M3U8 file for players and file managers</source>
        <translation>Eine M3U8-Datei für Player und Dateimanager</translation>
    </message>
    <message>
        <source>Another export is running. Try again when it is done.</source>
        <translation>Ein anderer Export läuft noch. Versuch es danach noch einmal.</translation>
    </message>
    <message>
        <source>Copies of the sounds in a folder, with a credits file</source>
        <translation>Kopien der Sounds in einem Ordner, mit einer Credits-Datei</translation>
    </message>
    <message>
        <source>Copy to project…</source>
        <translation>In Projekt kopieren…</translation>
    </message>
    <message numerus="yes">
        <source>Copying %n sound(s)…</source>
        <translation>
            <numerusform>%n Sound wird kopiert…</numerusform>
            <numerusform>%n Sounds werden kopiert…</numerusform>
        </translation>
    </message>
    <message>
        <source>Export list</source>
        <translation>Liste exportieren</translation>
    </message>
    <message>
        <source>Export list as playlist…</source>
        <translation>Liste als Playlist exportieren…</translation>
    </message>
    <message>
        <source>Export list as table…</source>
        <translation>Liste als Tabelle exportieren…</translation>
    </message>
    <message>
        <source>Playlist (*.m3u8)</source>
        <translation>Playlist (*.m3u8)</translation>
    </message>
    <message>
        <source>Stopped before the end.</source>
        <translation>Vorzeitig angehalten.</translation>
    </message>
    <message>
        <source>Table (*.csv)</source>
        <translation>Tabelle (*.csv)</translation>
    </message>
    <message>
        <source>The first: %1</source>
        <translation>Zuerst: %1</translation>
    </message>
    <message>
        <source>The list is empty.</source>
        <translation>Die Liste ist leer.</translation>
    </message>
    <message>
        <source>Writing %1…</source>
        <translation>%1 wird geschrieben…</translation>
    </message>
</context>
<context>
    <name>PackSwitchProcess</name>
    <message>
        <source>The analysis so far is kept and continues at the next start.</source>
        <translation>Die bisherige Analyse bleibt erhalten; beim nächsten Start geht sie weiter.</translation>
    </message>
    <message>
        <source>The analysis with the new model stopped: %1</source>
        <translation>Die Analyse mit dem neuen Modell wurde abgebrochen: %1</translation>
    </message>
</context>
<context>
    <name>PacksDialog</name>
    <message>
        <source>%1 (in use)</source>
        <translation>%1 (in Gebrauch)</translation>
    </message>
    <message>
        <source>%1 MB</source>
        <translation>%1 MB</translation>
    </message>
    <message>
        <source>About this pack</source>
        <translation>Über dieses Modellpaket</translation>
    </message>
    <message>
        <source>%1 of %2 sounds</source>
        <translation>%1 von %2 Sounds</translation>
    </message>
    <message>
        <source>%1 (analysing)</source>
        <translation>%1 (wird analysiert)</translation>
    </message>
    <message>
        <source>%1 kHz, sections of %2 s every %3 s</source>
        <translation>%1 kHz, Abschnitte von %2 s alle %3 s</translation>
    </message>
    <message>
        <source>%1 numbers for each section</source>
        <translation>%1 Zahlen für jeden Abschnitt</translation>
    </message>
    <message>
        <source>%1%</source>
        <translation>%1 %</translation>
    </message>
    <message>
        <source>A model that came with Earshot (%1).</source>
        <translation>Ein Modell, das mit Earshot kam (%1).</translation>
    </message>
    <message>
        <source>A model that has learnt from your own sounds (%1).</source>
        <translation>Ein Modell, das von deinen eigenen Sounds gelernt hat (%1).</translation>
    </message>
    <message>
        <source>A model that you installed (%1).</source>
        <translation>Ein Modell, das du installiert hast (%1).</translation>
    </message>
    <message>
        <source>Download a model…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Figures, licence, folder and the maker&apos;s card</source>
        <translation>Zahlen, Lizenz, Ordner und die Karte des Herstellers</translation>
    </message>
    <message>
        <source>Finds what you describe</source>
        <translation>Findet, was du beschreibst</translation>
    </message>
    <message>
        <source>Folder</source>
        <translation>Ordner</translation>
    </message>
    <message>
        <source>Free space</source>
        <translation>Platz frei machen</translation>
    </message>
    <message>
        <source>Free space…</source>
        <translation>Platz frei machen…</translation>
    </message>
    <message>
        <source>Id</source>
        <translation>Kennung</translation>
    </message>
    <message>
        <source>Install a model pack</source>
        <translation>Modellpaket installieren</translation>
    </message>
    <message>
        <source>Install a model pack: the folder that holds pack.json</source>
        <translation>Modellpaket installieren: der Ordner mit pack.json</translation>
    </message>
    <message>
        <source>Install from a file…</source>
        <translation>Aus Datei installieren…</translation>
    </message>
    <message>
        <source>Install from a folder…</source>
        <translation>Aus Ordner installieren…</translation>
    </message>
    <message>
        <source>Its scores are not calibrated: no result is called strong, fair or weak.</source>
        <translation>Seine Werte sind nicht kalibriert: Kein Ergebnis wird stark, mittel oder schwach genannt.</translation>
    </message>
    <message>
        <source>Learnt from</source>
        <translation>Gelernt aus</translation>
    </message>
    <message>
        <source>Licence</source>
        <translation>Lizenz</translation>
    </message>
    <message numerus="yes">
        <source>The pack is kept. To use it again, Earshot must analyse %n sound(s) again.</source>
        <translation>
            <numerusform>Das Modellpaket bleibt. Um es wieder zu verwenden, muss Earshot %n Sound neu analysieren.</numerusform>
            <numerusform>Das Modellpaket bleibt. Um es wieder zu verwenden, muss Earshot %n Sounds neu analysieren.</numerusform>
        </translation>
    </message>
    <message>
        <source>The pack you use now finds more. There is no need to switch.</source>
        <translation>Das Modellpaket, das du jetzt verwendest, findet mehr. Du brauchst nicht zu wechseln.</translation>
    </message>
    <message>
        <source>Your library uses it: there is nothing to do.</source>
        <translation>Deine Bibliothek verwendet es: Es ist nichts zu tun.</translation>
    </message>
    <message>
        <source>right sound among the first %1 (%2)</source>
        <translation>richtiger Sound unter den ersten %1 (%2)</translation>
    </message>
    <message>
        <source>right sound first (%1)</source>
        <translation>richtiger Sound zuerst (%1)</translation>
    </message>
    <message>
        <source>Checks every file of the pack, and that this machine gets the results its maker got.</source>
        <translation>Prüft jede Datei des Modellpakets, und ob dieser Rechner auf die Ergebnisse des Herstellers kommt.</translation>
    </message>
    <message>
        <source>Analysed</source>
        <translation>Analysiert</translation>
    </message>
    <message numerus="yes">
        <source>Analysing with the new model: %1 of %n sound(s).</source>
        <translation>
            <numerusform>Analyse mit dem neuen Modell: %1 von %n Sound.</numerusform>
            <numerusform>Analyse mit dem neuen Modell: %1 von %n Sounds.</numerusform>
        </translation>
    </message>
    <message>
        <source>Delete the analysis of the library by %1?</source>
        <translation>Die Analyse der Bibliothek mit %1 löschen?</translation>
    </message>
    <message>
        <source>Deletes this pack&apos;s analysis of your sounds. To use the pack again, Earshot must analyse them again.</source>
        <translation>Löscht die Analyse deiner Sounds mit diesem Modellpaket. Um es wieder zu verwenden, muss Earshot sie neu analysieren.</translation>
    </message>
    <message numerus="yes">
        <source>Earshot analyses %n sound(s) again, in the background. Until that is done, searches use the present model, even after a restart. You can pause or stop it, and switch back in a moment.</source>
        <translation>
            <numerusform>Earshot analysiert %n Sound im Hintergrund neu. Bis dahin sucht es mit dem jetzigen Modell, auch nach einem Neustart. Du kannst die Analyse pausieren oder abbrechen und jederzeit zurückwechseln.</numerusform>
            <numerusform>Earshot analysiert %n Sounds im Hintergrund neu. Bis dahin sucht es mit dem jetzigen Modell, auch nach einem Neustart. Du kannst die Analyse pausieren oder abbrechen und jederzeit zurückwechseln.</numerusform>
        </translation>
    </message>
    <message>
        <source>In a test with %1 descriptions of unknown sounds, %2 of the searches found the right sound in the first ten.</source>
        <translation>In einem Test mit %1 Beschreibungen unbekannter Sounds stand bei %2 der Suchen der richtige unter den ersten zehn.</translation>
    </message>
    <message>
        <source>In a test with %1 descriptions of your own sounds it had not learnt, %2 of the searches found the right sound in the first ten.</source>
        <translation>In einem Test mit %1 nicht gelernten Beschreibungen deiner eigenen Sounds stand bei %2 der Suchen der richtige unter den ersten zehn.</translation>
    </message>
    <message>
        <source>Input</source>
        <translation>Eingang</translation>
    </message>
    <message>
        <source>It has analysed all your sounds: “Use this pack” switches at once.</source>
        <translation>Es hat alle deine Sounds analysiert: „Dieses Modellpaket verwenden“ wechselt sofort.</translation>
    </message>
    <message>
        <source>It is analysing your library now. You can keep searching.</source>
        <translation>Es analysiert deine Bibliothek gerade. Du kannst weitersuchen.</translation>
    </message>
    <message>
        <source>Model packs</source>
        <translation>Modellpakete</translation>
    </message>
    <message>
        <source>Model packs (*.zip)</source>
        <translation>Modellpakete (*.zip)</translation>
    </message>
    <message>
        <source>Nobody has measured how well it finds sounds.</source>
        <translation>Niemand hat gemessen, wie gut es Sounds findet.</translation>
    </message>
    <message>
        <source>Re-analyse</source>
        <translation>Neu analysieren</translation>
    </message>
    <message>
        <source>Re-analyse the library with %1?</source>
        <translation>Die Bibliothek mit %1 neu analysieren?</translation>
    </message>
    <message>
        <source>Remove</source>
        <translation>Entfernen</translation>
    </message>
    <message>
        <source>Remove it, or install it again.</source>
        <translation>Entfern es oder installier es neu.</translation>
    </message>
    <message>
        <source>Searches still use %1.</source>
        <translation>Gesucht wird noch mit %1.</translation>
    </message>
    <message>
        <source>Size</source>
        <translation>Größe</translation>
    </message>
    <message numerus="yes">
        <source>“Use this pack” makes it analyse %n sound(s) in the background. Until then searches use the present pack.</source>
        <translation>
            <numerusform>„Dieses Modellpaket verwenden“ lässt es im Hintergrund %n Sound analysieren. Bis dahin wird mit dem jetzigen gesucht.</numerusform>
            <numerusform>„Dieses Modellpaket verwenden“ lässt es im Hintergrund %n Sounds analysieren. Bis dahin wird mit dem jetzigen gesucht.</numerusform>
        </translation>
    </message>
    <message>
        <source>This pack cannot be read.</source>
        <translation>Dieses Modellpaket lässt sich nicht lesen.</translation>
    </message>
    <message>
        <source>Use this pack</source>
        <translation>Dieses Modellpaket verwenden</translation>
    </message>
    <message>
        <source>Use this pack…</source>
        <translation>Dieses Modellpaket verwenden…</translation>
    </message>
    <message>
        <source>Vectors</source>
        <translation>Vektoren</translation>
    </message>
    <message>
        <source>Verify</source>
        <translation>Prüfen</translation>
    </message>
</context>
<context>
    <name>PacksFeature</name>
    <message>
        <source>%1 MB are free again.</source>
        <translation>%1 MB sind wieder frei.</translation>
    </message>
    <message>
        <source>Checking %1…</source>
        <translation>%1 wird geprüft…</translation>
    </message>
    <message>
        <source>Freeing space…</source>
        <translation>Platz wird frei gemacht…</translation>
    </message>
    <message>
        <source>All files are intact, and this machine gets the results its maker got (%1).</source>
        <translation>Alle Dateien sind unversehrt, und dieser Rechner kommt auf die Ergebnisse des Herstellers (%1).</translation>
    </message>
    <message>
        <source>%1 h %2 min</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 min</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>All files are intact, but this machine gets other results than its maker (%1).</source>
        <translation>Alle Dateien sind unversehrt, aber dieser Rechner kommt auf andere Ergebnisse als der Hersteller (%1).</translation>
    </message>
    <message numerus="yes">
        <source>Analysing your %n sound(s) takes about %1.</source>
        <translation type="unfinished">
            <numerusform></numerusform>
            <numerusform></numerusform>
        </translation>
    </message>
    <message>
        <source>Installed. Choose “Use this pack” to search with it.</source>
        <translation>Installiert. „Dieses Modellpaket verwenden“ sucht damit.</translation>
    </message>
    <message>
        <source>Model packs…</source>
        <translation>Modellpakete…</translation>
    </message>
    <message>
        <source>Stopped. The next download goes on from here.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The models that analyse your sounds: view, install, verify or switch.</source>
        <translation>Die Modelle, die deine Sounds analysieren: ansehen, installieren, prüfen oder wechseln.</translation>
    </message>
    <message>
        <source>Verifying…</source>
        <translation>Wird geprüft…</translation>
    </message>
</context>
<context>
    <name>PacksTab</name>
    <message>
        <source>Analyses sounds of your kinds with this pack and compares the results</source>
        <translation>Analysiert Sounds deiner Arten mit diesem Modellpaket und vergleicht die Ergebnisse</translation>
    </message>
    <message>
        <source>For your kinds</source>
        <translation>Für deine Arten</translation>
    </message>
    <message>
        <source>In use</source>
        <translation>In Gebrauch</translation>
    </message>
    <message>
        <source>Other packs</source>
        <translation>Andere Modellpakete</translation>
    </message>
    <message>
        <source>Pack</source>
        <translation>Modellpaket</translation>
    </message>
    <message>
        <source>Which model pack finds your kinds of sound better? Switch in Library, Model packs…</source>
        <translation>Welches Modellpaket findet deine Arten besser? Wechseln unter Bibliothek, Modellpakete…</translation>
    </message>
    <message>
        <source>%1 was not measured: it has not analysed this library.</source>
        <translation>%1 wurde nicht gemessen: Es hat diese Bibliothek nicht analysiert.</translation>
    </message>
    <message>
        <source>For how many it is with the pack in use, on the same sounds</source>
        <translation>Bei wie vielen es das mit dem verwendeten Modellpaket ist, an denselben Sounds</translation>
    </message>
    <message>
        <source>For how many of your kinds the first result is right</source>
        <translation>Bei wie vielen deiner Arten das erste Ergebnis richtig ist</translation>
    </message>
    <message>
        <source>Measure with %1 sounds</source>
        <translation>Mit %1 Sounds messen</translation>
    </message>
    <message>
        <source>Right sound first</source>
        <translation>Richtiger Sound zuerst</translation>
    </message>
    <message>
        <source>better</source>
        <translation>besser</translation>
    </message>
    <message>
        <source>no better</source>
        <translation>nicht besser</translation>
    </message>
    <message>
        <source>not installed</source>
        <translation>nicht installiert</translation>
    </message>
    <message>
        <source>not measured</source>
        <translation>nicht gemessen</translation>
    </message>
</context>
<context>
    <name>PageHeader</name>
    <message>
        <source>Back to the results</source>
        <translation>Zurück zu den Ergebnissen</translation>
    </message>
    <message>
        <source>Back to the results (Esc)</source>
        <translation>Zurück zu den Ergebnissen (Esc)</translation>
    </message>
    <message>
        <source>‹ Results</source>
        <translation>‹ Ergebnisse</translation>
    </message>
</context>
<context>
    <name>Palette</name>
    <message>
        <source>Command, folder, collection or saved search</source>
        <translation>Befehl, Ordner, Sammlung oder gespeicherte Suche</translation>
    </message>
    <message>
        <source>Matches</source>
        <translation>Treffer</translation>
    </message>
    <message>
        <source>No matches.</source>
        <translation>Keine Treffer.</translation>
    </message>
    <message>
        <source>Run a command or go to…</source>
        <translation>Befehl ausführen oder gehen zu…</translation>
    </message>
</context>
<context>
    <name>PathLine</name>
    <message>
        <source>Copy path (Ctrl+Shift+C)</source>
        <translation>Pfad kopieren (Strg+Umschalt+C)</translation>
    </message>
    <message>
        <source>Path of the file</source>
        <translation>Pfad der Datei</translation>
    </message>
    <message>
        <source>Show in file manager</source>
        <translation>Im Dateimanager zeigen</translation>
    </message>
</context>
<context>
    <name>PeopleTab</name>
    <message>
        <source>%1 (this window)</source>
        <translation>%1 (dieses Fenster)</translation>
    </message>
    <message>
        <source>As of the last sync. Everybody may work at the same time; nobody is locked out.</source>
        <translation>Stand des letzten Abgleichs. Alle können gleichzeitig arbeiten; niemand wird ausgesperrt.</translation>
    </message>
    <message>
        <source>Here since</source>
        <translation>Hier seit</translation>
    </message>
    <message>
        <source>Last seen</source>
        <translation>Zuletzt gesehen</translation>
    </message>
    <message>
        <source>Machine</source>
        <translation>Rechner</translation>
    </message>
    <message>
        <source>Name</source>
        <translation>Name</translation>
    </message>
    <message>
        <source>Who is here</source>
        <translation>Wer da ist</translation>
    </message>
</context>
<context>
    <name>PickExport</name>
    <message numerus="yes">
        <source>%n file(s) could not be copied.</source>
        <translation>
            <numerusform>%n Datei ließ sich nicht kopieren.</numerusform>
            <numerusform>%n Dateien ließen sich nicht kopieren.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n sound(s) that were picked are no longer in the library.</source>
        <translation>
            <numerusform>%n gewählter Sound ist nicht mehr in der Bibliothek.</numerusform>
            <numerusform>%n gewählte Sounds sind nicht mehr in der Bibliothek.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n sound(s) written to %1.</source>
        <translation>
            <numerusform>%n Sound nach %1 geschrieben.</numerusform>
            <numerusform>%n Sounds nach %1 geschrieben.</numerusform>
        </translation>
    </message>
    <message>
        <source>The sounds that were picked are not in the library.</source>
        <translation>Die gewählten Sounds sind nicht in der Bibliothek.</translation>
    </message>
    <message numerus="yes">
        <source>Writing %n sound(s)…</source>
        <translation>
            <numerusform>%n Sound wird geschrieben …</numerusform>
            <numerusform>%n Sounds werden geschrieben …</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>PickExportDialog</name>
    <message>
        <source>As the sound has it; moments as WAV</source>
        <translation>Wie der Sound selbst; Momente als WAV</translation>
    </message>
    <message>
        <source>Copies, named by their cues</source>
        <translation>Kopien, nach ihren Cues benannt</translation>
    </message>
    <message>
        <source>Export</source>
        <translation>Exportieren</translation>
    </message>
    <message>
        <source>Export what was picked</source>
        <translation>Gewähltes exportieren</translation>
    </message>
    <message>
        <source>Folder</source>
        <translation>Ordner</translation>
    </message>
    <message>
        <source>Format</source>
        <translation>Format</translation>
    </message>
    <message>
        <source>To</source>
        <translation>Nach</translation>
    </message>
    <message>
        <source>Names</source>
        <translation>Namen</translation>
    </message>
    <message>
        <source>Table (CSV)</source>
        <translation>Tabelle (CSV)</translation>
    </message>
    <message>
        <source>The first: %1</source>
        <translation>Zuerst: %1</translation>
    </message>
    <message>
        <source>Timeline (OpenTimelineIO)</source>
        <translation>Timeline (OpenTimelineIO)</translation>
    </message>
    <message>
        <source>WAV</source>
        <translation>WAV</translation>
    </message>
    <message>
        <source>What to write</source>
        <translation>Was geschrieben wird</translation>
    </message>
    <message>
        <source>Whole sounds, and not only their moments</source>
        <translation>Ganze Sounds, nicht nur ihre Momente</translation>
    </message>
    <message>
        <source>Write</source>
        <translation>Schreiben</translation>
    </message>
</context>
<context>
    <name>PickListFeature</name>
    <message>
        <source>%1 is not in the library, or is missing.</source>
        <translation type="unfinished"></translation>
    </message>
    <message numerus="yes">
        <source>%n file(s) written to %1.</source>
        <translation type="unfinished">
            <numerusform>%n Datei nach %1 geschrieben.</numerusform>
            <numerusform>%n Dateien nach %1 geschrieben.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n moment(s) in the pick list.</source>
        <translation type="unfinished">
            <numerusform></numerusform>
            <numerusform></numerusform>
        </translation>
    </message>
    <message>
        <source>Adds the moment, or what is selected in the waveform, to the pick list</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Copying picked moments…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Folder for the picked moments</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Pick list</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Pick this moment</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Picked moments</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Picks</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Press P to pick the moment of a sound.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>These sounds are missing or offline, so they cannot be picked.</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>PickTab</name>
    <message>
        <source>Copy to folder…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Picked moments</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Remove</source>
        <translation type="unfinished">Entfernen</translation>
    </message>
    <message>
        <source>Removes the marked moments from the list (Delete); the sounds stay</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Send to…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>all of it</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>Places</name>
    <message>
        <source>Clear all filters</source>
        <translation>Alle Filter leeren</translation>
    </message>
    <message>
        <source>Filters</source>
        <translation>Filter</translation>
    </message>
    <message>
        <source>Library</source>
        <translation>Bibliothek</translation>
    </message>
    <message>
        <source>Recently played</source>
        <translation>Zuletzt gespielt</translation>
    </message>
    <message>
        <source>The sounds you played, latest first</source>
        <translation>Die abgespielten Sounds, der letzte zuerst</translation>
    </message>
    <message>
        <source>Shows or hides the filters under the search field</source>
        <translation>Zeigt oder verbirgt die Filter unter dem Suchfeld</translation>
    </message>
</context>
<context>
    <name>PlacesModel</name>
    <message>
        <source>Folder</source>
        <translation>Ordner</translation>
    </message>
    <message>
        <source>Sounds</source>
        <translation>Sounds</translation>
    </message>
    <message>
        <source>State</source>
        <translation>Stand</translation>
    </message>
</context>
<context>
    <name>PlaybackCommands</name>
    <message>
        <source>Autoplay</source>
        <translation>Autoplay</translation>
    </message>
    <message>
        <source>Gain down 1 dB</source>
        <translation>Gain 1 dB leiser</translation>
    </message>
    <message>
        <source>Gain up 1 dB</source>
        <translation>Gain 1 dB lauter</translation>
    </message>
    <message>
        <source>Longer, same pitch</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Loop</source>
        <translation>Loop</translation>
    </message>
    <message>
        <source>Match levels</source>
        <translation>Lautheit angleichen</translation>
    </message>
    <message>
        <source>Mute</source>
        <translation>Stumm</translation>
    </message>
    <message>
        <source>Pause or resume</source>
        <translation>Pausieren oder fortsetzen</translation>
    </message>
    <message>
        <source>Pitch down a semitone</source>
        <translation>Einen Halbton tiefer</translation>
    </message>
    <message>
        <source>Pitch down an octave</source>
        <translation>Eine Oktave tiefer</translation>
    </message>
    <message>
        <source>Pitch up a semitone</source>
        <translation>Einen Halbton höher</translation>
    </message>
    <message>
        <source>Pitch up an octave</source>
        <translation>Eine Oktave höher</translation>
    </message>
    <message>
        <source>Play or stop</source>
        <translation>Abspielen oder stoppen</translation>
    </message>
    <message>
        <source>Plays from the selection, from the position clicked last, or from the best moment.</source>
        <translation>Spielt ab der Auswahl, ab der zuletzt geklickten Stelle oder ab dem besten Moment.</translation>
    </message>
    <message>
        <source>Reset pitch and gain</source>
        <translation>Tonhöhe und Gain zurücksetzen</translation>
    </message>
    <message>
        <source>Reverse</source>
        <translation>Rückwärts</translation>
    </message>
    <message>
        <source>Shift down a semitone, same length</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Shift up a semitone, same length</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Shorter, same pitch</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Volume down</source>
        <translation>Leiser</translation>
    </message>
    <message>
        <source>Volume up</source>
        <translation>Lauter</translation>
    </message>
</context>
<context>
    <name>Player</name>
    <message>
        <source>%1 could not be played.</source>
        <translation>%1 ließ sich nicht abspielen.</translation>
    </message>
    <message>
        <source>Press play again; if it fails again, please send us the log.</source>
        <translation>Spiel noch einmal ab; scheitert es wieder, schick uns bitte das Protokoll.</translation>
    </message>
    <message>
        <source>Sound plays on %1 now. Earshot switches back automatically.</source>
        <translation>Der Ton kommt jetzt aus %1. Earshot wechselt von selbst zurück.</translation>
    </message>
    <message>
        <source>The player failed.</source>
        <translation>Die Wiedergabe ist gescheitert.</translation>
    </message>
    <message>
        <source>Try another sound.</source>
        <translation>Versuch es mit einem anderen Sound.</translation>
    </message>
</context>
<context>
    <name>Preferences</name>
    <message>
        <source>Preferences</source>
        <translation>Einstellungen</translation>
    </message>
    <message>
        <source>Reset this section</source>
        <translation>Abschnitt zurücksetzen</translation>
    </message>
    <message>
        <source>Restart now</source>
        <translation>Jetzt neu starten</translation>
    </message>
    <message>
        <source>Search settings</source>
        <translation>Einstellungen suchen</translation>
    </message>
    <message>
        <source>Sections</source>
        <translation>Abschnitte</translation>
    </message>
    <message>
        <source>Some changes take effect after a restart.</source>
        <translation>Einige Änderungen wirken nach einem Neustart.</translation>
    </message>
</context>
<context>
    <name>PreviewDialog</name>
    <message numerus="yes">
        <source>%n difference(s)</source>
        <translation>
            <numerusform>%n Unterschied</numerusform>
            <numerusform>%n Unterschiede</numerusform>
        </translation>
    </message>
    <message>
        <source>All</source>
        <translation>Alle</translation>
    </message>
    <message>
        <source>Backups and other programs may then not see that the files changed</source>
        <translation>Datensicherung und andere Programme merken dann vielleicht nicht, dass sich die Dateien geändert haben</translation>
    </message>
    <message>
        <source>Differences</source>
        <translation>Unterschiede</translation>
    </message>
    <message>
        <source>Keep the files&apos; time of change</source>
        <translation>Änderungszeit der Dateien behalten</translation>
    </message>
    <message>
        <source>Review changes</source>
        <translation>Änderungen prüfen</translation>
    </message>
    <message numerus="yes">
        <source>Write %n file(s)</source>
        <translation>
            <numerusform>%n Datei schreiben</numerusform>
            <numerusform>%n Dateien schreiben</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>and %n more file(s)</source>
        <translation>
            <numerusform>und %n weitere Datei</numerusform>
            <numerusform>und %n weitere Dateien</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>Privacy</name>
    <message>
        <source>Earshot uses no network: no account, no update check, no statistics. The packages that training needs are fetched if you ask for it in Retrain…, and nothing is sent. Your sounds, what you search for and what you keep stay on this machine, in these places:</source>
        <translation>Earshot geht nicht ins Netz: kein Konto, keine Suche nach Updates, keine Statistik. Nur die Pakete für das Training werden auf Verlangen in „Nachtrainieren…“ geholt, und nichts wird gesendet. Deine Sounds, deine Suchen und alles Gemerkte bleiben auf diesem Rechner, an diesen Orten:</translation>
    </message>
    <message>
        <source>Library</source>
        <translation>Bibliothek</translation>
    </message>
    <message>
        <source>Log</source>
        <translation>Protokoll</translation>
    </message>
    <message>
        <source>Settings</source>
        <translation>Einstellungen</translation>
    </message>
    <message>
        <source>Trainings</source>
        <translation>Trainings</translation>
    </message>
    <message>
        <source>none</source>
        <translation>keines</translation>
    </message>
</context>
<context>
    <name>ProfileBox</name>
    <message>
        <source>Transfer profile</source>
        <translation type="unfinished">Transferprofil</translation>
    </message>
</context>
<context>
    <name>ProgressPage</name>
    <message>
        <source>Discard…</source>
        <translation>Verwerfen…</translation>
    </message>
    <message>
        <source>Its last words are below. Discard it and start again.</source>
        <translation>Unten stehen seine letzten Worte. Verwirf es, und beginn neu.</translation>
    </message>
    <message>
        <source>Last lines of the training&apos;s log</source>
        <translation>Letzte Zeilen des Trainings</translation>
    </message>
    <message>
        <source>Progress of the training</source>
        <translation>Fortschritt des Trainings</translation>
    </message>
    <message>
        <source>Resume</source>
        <translation>Fortsetzen</translation>
    </message>
    <message>
        <source>Stop</source>
        <translation>Stopp</translation>
    </message>
    <message>
        <source>The training ended before it had anything to keep.</source>
        <translation>Das Training endete, bevor es etwas aufzuheben gab.</translation>
    </message>
    <message>
        <source>The training ended before it was done.</source>
        <translation>Das Training endete, bevor es fertig war.</translation>
    </message>
    <message>
        <source>What was learnt up to the last checkpoint is kept: Resume goes on from there.</source>
        <translation>Was bis zum letzten Sicherungspunkt gelernt wurde, bleibt: „Fortsetzen“ macht dort weiter.</translation>
    </message>
    <message>
        <source>You can close this window, and Earshot too: the training goes on, and you find it here again.</source>
        <translation>Dieses Fenster und auch Earshot lassen sich schließen: Das Training läuft weiter und ist hier wiederzufinden.</translation>
    </message>
</context>
<context>
    <name>ProposedTexts</name>
    <message>
        <source>%1 keeps the text that it has.</source>
        <translation type="unfinished"></translation>
    </message>
    <message numerus="yes">
        <source>%1: %n letter(s) at the end left out.</source>
        <translation type="unfinished">
            <numerusform></numerusform>
            <numerusform></numerusform>
        </translation>
    </message>
    <message>
        <source>Append to it</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Field</source>
        <translation type="unfinished">Feld</translation>
    </message>
    <message>
        <source>Leave it as it is</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Replace it</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Text that is there</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>QualityFeature</name>
    <message numerus="yes">
        <source>%n sound(s) measured, %1 with a flaw.</source>
        <translation type="unfinished">
            <numerusform></numerusform>
            <numerusform></numerusform>
        </translation>
    </message>
    <message>
        <source>Clipping, clicks, silence and other flaws that were measured</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>What to mend</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>QualityPage</name>
    <message numerus="yes">
        <source>%n could not be read</source>
        <translation type="unfinished">
            <numerusform></numerusform>
            <numerusform></numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n sound(s) measured</source>
        <translation type="unfinished">
            <numerusform></numerusform>
            <numerusform></numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n to do</source>
        <translation type="unfinished">
            <numerusform></numerusform>
            <numerusform></numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n with a flaw</source>
        <translation type="unfinished">
            <numerusform></numerusform>
            <numerusform></numerusform>
        </translation>
    </message>
    <message>
        <source>Earshot looks for clipping, clicks, silence and the like when nothing else happens, or now: Measure. It only reads your files.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Flaws</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Lists the sounds with this flaw in the results, to hear and sort them</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Measure</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Measuring: %1 of %2 sounds.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>No flaw was found in the sounds that were measured.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Nothing to mend</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Nothing was measured yet</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Pause</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Progress of the measuring</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Reads every sound that was not measured yet. No file is changed.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Show in results</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Sounds with this flaw</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Stops measuring for now. What was measured is kept.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The first %1 are listed. “Show in results” has all.</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>QueueDialog</name>
    <message>
        <source>Cancel all</source>
        <translation>Alle abbrechen</translation>
    </message>
    <message>
        <source>Cancel this one</source>
        <translation>Diesen abbrechen</translation>
    </message>
    <message>
        <source>Changes in all folders</source>
        <translation>Änderungen in allen Ordnern</translation>
    </message>
    <message>
        <source>Every folder is made searchable first, in this order. Speech is analysed after that.</source>
        <translation>Zuerst wird jeder Ordner durchsuchbar, in dieser Reihenfolge. Danach wird Sprache analysiert.</translation>
    </message>
    <message>
        <source>Finished sounds are kept.</source>
        <translation>Fertige Sounds bleiben.</translation>
    </message>
    <message>
        <source>Folder</source>
        <translation>Ordner</translation>
    </message>
    <message>
        <source>Indexing queue</source>
        <translation>Warteschlange der Ordner</translation>
    </message>
    <message>
        <source>Move down</source>
        <translation>Nach unten</translation>
    </message>
    <message>
        <source>Move up</source>
        <translation>Nach oben</translation>
    </message>
    <message>
        <source>Nothing is being added.</source>
        <translation>Nichts wird aufgenommen.</translation>
    </message>
    <message>
        <source>State</source>
        <translation>Stand</translation>
    </message>
    <message>
        <source>Unreadable files, once more</source>
        <translation>Unlesbare Dateien, noch einmal</translation>
    </message>
    <message>
        <source>searchable, analysing speech</source>
        <translation>durchsuchbar, Sprache wird analysiert</translation>
    </message>
    <message>
        <source>being added now</source>
        <translation>wird gerade aufgenommen</translation>
    </message>
    <message>
        <source>waiting (%1)</source>
        <translation>wartet (%1)</translation>
    </message>
</context>
<context>
    <name>ReasonsFeature</name>
    <message>
        <source>Nothing describes a sound: it is listed because it passes the filters.</source>
        <translation>Nichts beschreibt einen Sound: Er steht hier, weil er zu den Filtern passt.</translation>
    </message>
    <message>
        <source>Select a sound first.</source>
        <translation>Wähle zuerst einen Sound aus.</translation>
    </message>
    <message>
        <source>Shows which moments and words found the sound, and what it sounds like</source>
        <translation>Zeigt, welche Momente und Wörter den Sound gefunden haben und wonach er klingt</translation>
    </message>
    <message>
        <source>Why</source>
        <translation>Grund</translation>
    </message>
    <message>
        <source>Why this one?</source>
        <translation>Warum dieser?</translation>
    </message>
</context>
<context>
    <name>Recorder</name>
    <message>
        <source>Allow Earshot to use it in your system&apos;s privacy settings, then record again.</source>
        <translation>Erlaub Earshot in den Datenschutz-Einstellungen des Systems den Zugriff, und nimm dann noch einmal auf.</translation>
    </message>
    <message>
        <source>Connect it again, then record again.</source>
        <translation>Schließ es wieder an, und nimm dann noch einmal auf.</translation>
    </message>
    <message>
        <source>Connect one, choose it in your system&apos;s sound settings, then start again.</source>
        <translation>Schließ eines an, wähle es in den Toneinstellungen des Systems, und beginn dann noch einmal.</translation>
    </message>
    <message>
        <source>No microphone was found.</source>
        <translation>Kein Mikrofon gefunden.</translation>
    </message>
    <message>
        <source>Record again; if it fails again, please send us the log.</source>
        <translation>Noch einmal aufnehmen; scheitert es wieder, bitte das Protokoll an uns senden.</translation>
    </message>
    <message>
        <source>Recording failed.</source>
        <translation>Die Aufnahme ist gescheitert.</translation>
    </message>
    <message>
        <source>The PortAudio library is missing, so nothing can be recorded.</source>
        <translation>Die PortAudio-Bibliothek fehlt, daher lässt sich nichts aufnehmen.</translation>
    </message>
    <message>
        <source>The microphone could not be opened (%1).</source>
        <translation>Das Mikrofon ließ sich nicht öffnen (%1).</translation>
    </message>
    <message>
        <source>The microphone was disconnected.</source>
        <translation>Das Mikrofon wurde getrennt.</translation>
    </message>
</context>
<context>
    <name>RecordingStrip</name>
    <message>
        <source>%1 is not connected; this is %2.</source>
        <translation>%1 ist nicht verbunden; dies ist %2.</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>Abbrechen</translation>
    </message>
    <message>
        <source>Find sounds like this (Return)</source>
        <translation>Ähnliche Sounds finden (Eingabe)</translation>
    </message>
    <message>
        <source>Discard the recording (Esc)</source>
        <translation>Aufnahme verwerfen (Esc)</translation>
    </message>
    <message>
        <source>Microphone level</source>
        <translation>Mikrofonpegel</translation>
    </message>
    <message>
        <source>Microphone: %1</source>
        <translation>Mikrofon: %1</translation>
    </message>
    <message>
        <source>Microphone: %1. Click to choose another.</source>
        <translation>Mikrofon: %1. Klick wählt ein anderes.</translation>
    </message>
    <message>
        <source>Opening the microphone…</source>
        <translation>Mikrofon wird geöffnet…</translation>
    </message>
    <message>
        <source>Recording</source>
        <translation>Aufnahme</translation>
    </message>
    <message>
        <source>Recording… %1 of %2 s.</source>
        <translation>Nimmt auf… %1 von %2 s.</translation>
    </message>
    <message>
        <source>Recording… %1 of %2 s. Hum it, imitate it, play it.</source>
        <translation>Nimmt auf… %1 von %2 s. Summ es, mach es nach, oder spiel es vor.</translation>
    </message>
    <message>
        <source>Search</source>
        <translation>Suche</translation>
    </message>
    <message>
        <source>System default</source>
        <translation>Systemstandard</translation>
    </message>
</context>
<context>
    <name>ReembeddingProgress</name>
    <message numerus="yes">
        <source>%n sound(s) are found by name alone now.</source>
        <translation>
            <numerusform>%n Sound wird jetzt nur dem Namen nach gefunden.</numerusform>
            <numerusform>%n Sounds werden jetzt nur dem Namen nach gefunden.</numerusform>
        </translation>
    </message>
    <message>
        <source>Earshot analyses them when their drives or files are back.</source>
        <translation>Earshot analysiert sie, sobald ihre Laufwerke oder Dateien wieder da sind.</translation>
    </message>
    <message>
        <source>Searches still use %1. The analysis so far is kept.</source>
        <translation>Gesucht wird weiter mit %1. Die bisherige Analyse bleibt erhalten.</translation>
    </message>
    <message>
        <source>Stopped. The analysis so far is kept.</source>
        <translation>Angehalten. Die bisherige Analyse bleibt erhalten.</translation>
    </message>
    <message>
        <source>Searches use %1 now.</source>
        <translation>Gesucht wird jetzt mit %1.</translation>
    </message>
</context>
<context>
    <name>ReembeddingWriter</name>
    <message>
        <source>There is no sound to play. Select one first.</source>
        <translation>Es gibt keinen Sound zum Abspielen. Wähle zuerst einen aus.</translation>
    </message>
</context>
<context>
    <name>ReferenceChip</name>
    <message>
        <source>%1; remove</source>
        <translation>%1; entfernen</translation>
    </message>
    <message>
        <source>Brightness</source>
        <translation>Helligkeit</translation>
    </message>
    <message>
        <source>%1: weight</source>
        <translation>%1: Gewicht</translation>
    </message>
    <message>
        <source>Choose what has to be similar</source>
        <translation>Wählen, was ähnlich sein muss</translation>
    </message>
    <message>
        <source>Go back to the words (Esc)</source>
        <translation>Zurück zu den Wörtern (Esc)</translation>
    </message>
    <message>
        <source>Length</source>
        <translation>Länge</translation>
    </message>
    <message>
        <source>Loudness</source>
        <translation>Lautheit</translation>
    </message>
    <message>
        <source>Play what is searched with</source>
        <translation>Abspielen, womit gesucht wird</translation>
    </message>
    <message>
        <source>Sound</source>
        <translation>Sound</translation>
    </message>
    <message>
        <source>Sounds like %1</source>
        <translation>Sounds wie %1</translation>
    </message>
    <message>
        <source>Tempo</source>
        <translation>Tempo</translation>
    </message>
    <message>
        <source>The pattern of %1 again</source>
        <translation>Das Muster von %1 noch einmal</translation>
    </message>
    <message>
        <source>The word of %1 again</source>
        <translation>Das Wort aus %1 noch einmal</translation>
    </message>
    <message>
        <source>What has to be similar</source>
        <translation>Was ähnlich sein muss</translation>
    </message>
</context>
<context>
    <name>RegionExport</name>
    <message numerus="yes">
        <source>%n region(s) exported to %1.</source>
        <translation type="unfinished">
            <numerusform></numerusform>
            <numerusform></numerusform>
        </translation>
    </message>
    <message>
        <source>A file for each region of the sound, by the chosen transfer profile</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Export regions…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Exporting regions…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Folder for the regions</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>This sound has no regions. Select a stretch, then press K.</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>RelatedWords</name>
    <message numerus="yes">
        <source>%1 of %n related word(s)</source>
        <translation>
            <numerusform>%1 von %n verwandten Wort</numerusform>
            <numerusform>%1 von %n verwandten Wörtern</numerusform>
        </translation>
    </message>
    <message>
        <source>%1, related to %2</source>
        <translation>%1, verwandt mit %2</translation>
    </message>
    <message numerus="yes">
        <source>%n related word(s)</source>
        <translation>
            <numerusform>%n verwandtes Wort</numerusform>
            <numerusform>%n verwandte Wörter</numerusform>
        </translation>
    </message>
    <message>
        <source>Also searched in names and descriptions. Click a word to leave it out.</source>
        <translation>Werden in Namen und Beschreibungen mitgesucht. Klick auf ein Wort lässt es weg.</translation>
    </message>
    <message>
        <source>Change what is searched for a word, for good</source>
        <translation>Dauerhaft ändern, was für ein Wort gesucht wird</translation>
    </message>
    <message>
        <source>No related word is searched.</source>
        <translation>Kein verwandtes Wort wird gesucht.</translation>
    </message>
    <message>
        <source>Related words</source>
        <translation>Verwandte Wörter</translation>
    </message>
    <message>
        <source>Thesaurus…</source>
        <translation>Thesaurus …</translation>
    </message>
    <message>
        <source>Use all</source>
        <translation>Alle verwenden</translation>
    </message>
    <message>
        <source>Use none</source>
        <translation>Keins verwenden</translation>
    </message>
</context>
<context>
    <name>RenameDialog</name>
    <message numerus="yes">
        <source>%n file(s) skipped: no CatID.</source>
        <translation>
            <numerusform>%n Datei übersprungen: keine CatID.</numerusform>
            <numerusform>%n Dateien übersprungen: keine CatID.</numerusform>
        </translation>
    </message>
    <message>
        <source>(has no CatID)</source>
        <translation>(hat keine CatID)</translation>
    </message>
    <message>
        <source>CatID</source>
        <translation>CatID</translation>
    </message>
    <message>
        <source>CreatorID</source>
        <translation>CreatorID</translation>
    </message>
    <message>
        <source>FXName</source>
        <translation>FXName</translation>
    </message>
    <message>
        <source>New</source>
        <translation>Neu</translation>
    </message>
    <message>
        <source>New names</source>
        <translation>Neue Namen</translation>
    </message>
    <message>
        <source>Now</source>
        <translation>Jetzt</translation>
    </message>
    <message>
        <source>Rename</source>
        <translation>Umbenennen</translation>
    </message>
    <message numerus="yes">
        <source>Rename %n file(s)</source>
        <translation>
            <numerusform>%n Datei umbenennen</numerusform>
            <numerusform>%n Dateien umbenennen</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Rename %n file(s) for UCS</source>
        <translation>
            <numerusform>%n Datei nach UCS umbenennen</numerusform>
            <numerusform>%n Dateien nach UCS umbenennen</numerusform>
        </translation>
    </message>
    <message>
        <source>SourceID</source>
        <translation>SourceID</translation>
    </message>
    <message>
        <source>UserData</source>
        <translation>UserData</translation>
    </message>
    <message>
        <source>each sound&apos;s own</source>
        <translation>wie im jeweiligen Sound</translation>
    </message>
    <message>
        <source>none</source>
        <translation>keines</translation>
    </message>
    <message>
        <source>that of the name, or NONE</source>
        <translation>die des Namens, sonst NONE</translation>
    </message>
</context>
<context>
    <name>RepeatDialog</name>
    <message numerus="yes">
        <source>%n part(s) to export again, each with its effects, from the sounds as they are now.</source>
        <translation type="unfinished">
            <numerusform></numerusform>
            <numerusform></numerusform>
        </translation>
    </message>
    <message>
        <source>Export</source>
        <translation type="unfinished">Exportieren</translation>
    </message>
    <message>
        <source>Export again</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Project folder</source>
        <translation type="unfinished">Projektordner</translation>
    </message>
    <message>
        <source>The earlier files stay as they are. A credits file lists the author and licence of each sound.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>To</source>
        <translation type="unfinished">Nach</translation>
    </message>
    <message>
        <source>Transfer profile</source>
        <translation type="unfinished">Transferprofil</translation>
    </message>
</context>
<context>
    <name>Reread</name>
    <message>
        <source>Looks into the selected files for tags that other programs wrote, and measures what is missing</source>
        <translation>Sucht in den ausgewählten Dateien nach Tags anderer Programme und misst, was fehlt</translation>
    </message>
    <message>
        <source>Read again</source>
        <translation>Neu einlesen</translation>
    </message>
    <message numerus="yes">
        <source>Read again %n sound(s) without a true peak</source>
        <translation>
            <numerusform>%n Klang ohne True Peak neu einlesen</numerusform>
            <numerusform>%n Klänge ohne True Peak neu einlesen</numerusform>
        </translation>
    </message>
    <message>
        <source>Reading again</source>
        <translation>Wird neu eingelesen</translation>
    </message>
    <message numerus="yes">
        <source>The true peak of %n sound(s) is not measured yet: choose Read again.</source>
        <translation>
            <numerusform>Der True Peak von %n Klang ist noch nicht gemessen: wähle „Neu einlesen“.</numerusform>
            <numerusform>Der True Peak von %n Klängen ist noch nicht gemessen: wähle „Neu einlesen“.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>ResultPage</name>
    <message>
        <source>%1 (%2 to %3)</source>
        <translation>%1 (%2 bis %3)</translation>
    </message>
    <message>
        <source>Another training</source>
        <translation>Weiteres Training</translation>
    </message>
    <message>
        <source>Before and after, on sounds held out</source>
        <translation>Vorher und nachher, an zurückgehaltenen Sounds</translation>
    </message>
    <message>
        <source>Discard…</source>
        <translation>Verwerfen…</translation>
    </message>
    <message>
        <source>How far up (mAP@10)</source>
        <translation>Wie weit oben (mAP@10)</translation>
    </message>
    <message>
        <source>It was not measured: no sounds were held out.</source>
        <translation>Es wurde nicht gemessen: Es waren keine Sounds zurückgehalten.</translation>
    </message>
    <message>
        <source>Right sound first</source>
        <translation>Richtiger Sound zuerst</translation>
    </message>
    <message>
        <source>Right sound in the first ten</source>
        <translation>Richtiger Sound unter den ersten zehn</translation>
    </message>
    <message>
        <source>The measure that the verdict rests on</source>
        <translation>Die Messgröße, auf der das Urteil beruht</translation>
    </message>
    <message>
        <source>The new model analyses the whole library in the background. Until that is done, searches use the present one.</source>
        <translation>Das neue Modell analysiert im Hintergrund die ganze Bibliothek. Bis dahin wird mit dem jetzigen gesucht.</translation>
    </message>
    <message>
        <source>mAP@10 says how far up the right sound comes among the first ten. The line shows the range of 19 in 20 such trials.</source>
        <translation>mAP@10 sagt, wie weit oben der richtige Sound unter den ersten zehn steht. Der Strich zeigt den Bereich von 19 unter 20 solchen Versuchen.</translation>
    </message>
    <message>
        <source>Nothing better was learnt</source>
        <translation>Nichts Besseres gelernt</translation>
    </message>
    <message>
        <source>The new model is ready</source>
        <translation>Das neue Modell ist fertig</translation>
    </message>
    <message>
        <source>Use this model</source>
        <translation>Dieses Modell verwenden</translation>
    </message>
</context>
<context>
    <name>ResultsDelegate</name>
    <message>
        <source>weak from here</source>
        <translation>ab hier schwach</translation>
    </message>
</context>
<context>
    <name>ResultsHeader</name>
    <message>
        <source>Click to sort, drag to move, right click to choose columns</source>
        <translation>Klick sortiert, Ziehen verschiebt, Rechtsklick wählt Spalten</translation>
    </message>
    <message>
        <source>Columns</source>
        <translation>Spalten</translation>
    </message>
    <message>
        <source>Custom fields</source>
        <translation>Eigene Felder</translation>
    </message>
    <message>
        <source>Edit custom fields…</source>
        <translation>Eigene Felder bearbeiten…</translation>
    </message>
    <message>
        <source>Format in parts</source>
        <translation>Format, aufgeteilt</translation>
    </message>
    <message>
        <source>Order of the search</source>
        <translation>Reihenfolge der Suche</translation>
    </message>
    <message>
        <source>Parts of the score</source>
        <translation>Teile der Bewertung</translation>
    </message>
    <message>
        <source>Usual columns</source>
        <translation>Übliche Spalten</translation>
    </message>
    <message>
        <source>What the recorder noted</source>
        <translation>Was der Rekorder notiert hat</translation>
    </message>
</context>
<context>
    <name>ResultsModel</name>
    <message>
        <source>Moment %1</source>
        <translation>Moment %1</translation>
    </message>
</context>
<context>
    <name>ResultsView</name>
    <message>
        <source>Results</source>
        <translation>Ergebnisse</translation>
    </message>
</context>
<context>
    <name>RetrainDialog</name>
    <message>
        <source>Discard</source>
        <translation>Verwerfen</translation>
    </message>
    <message>
        <source>Discard this training?</source>
        <translation>Dieses Training verwerfen?</translation>
    </message>
    <message>
        <source>Looking for an environment that can train…</source>
        <translation>Eine Umgebung, die trainieren kann, wird gesucht…</translation>
    </message>
    <message>
        <source>Retrain</source>
        <translation>Nachtrainieren</translation>
    </message>
    <message>
        <source>What was learnt is deleted. Your sounds and the model in use stay as they are.</source>
        <translation>Das Gelernte wird gelöscht. Die Sounds und das Modell in Gebrauch bleiben, wie sie sind.</translation>
    </message>
</context>
<context>
    <name>RetrainFeature</name>
    <message>
        <source>Library, Retrain… says more.</source>
        <translation>Bibliothek, „Nachtrainieren…“ sagt mehr.</translation>
    </message>
    <message>
        <source>Retrain…</source>
        <translation>Nachtrainieren…</translation>
    </message>
    <message>
        <source>Taking it into the library…</source>
        <translation>Wird in die Bibliothek aufgenommen…</translation>
    </message>
    <message>
        <source>Teaches a copy of the model in use what your sounds are called.</source>
        <translation>Bringt einer Kopie des Modells in Gebrauch bei, wie die eigenen Sounds heißen.</translation>
    </message>
    <message>
        <source>Your library already uses this model. Nothing was changed.</source>
        <translation>Deine Bibliothek verwendet dieses Modell schon. Nichts wurde geändert.</translation>
    </message>
    <message>
        <source>The training ended before it was done.</source>
        <translation>Das Training endete, bevor es fertig war.</translation>
    </message>
    <message>
        <source>The new model is analysing your library in the background. Until it is done, searches use the previous one. You can switch back in Model packs.</source>
        <translation>Das neue Modell analysiert deine Bibliothek im Hintergrund. Bis dahin wird mit dem bisherigen gesucht. Zurückwechseln kannst du unter „Modellpakete“.</translation>
    </message>
    <message>
        <source>The training is done: Library, Retrain… shows what came of it.</source>
        <translation>Das Training ist fertig: Bibliothek, „Nachtrainieren…“ zeigt, was daraus wurde.</translation>
    </message>
</context>
<context>
    <name>RoundRobinDialog</name>
    <message numerus="yes">
        <source>%n more much like it.</source>
        <translation>
            <numerusform>%n weiterer sehr ähnlich.</numerusform>
            <numerusform>%n weitere sehr ähnlich.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n take(s) in the library.</source>
        <translation>
            <numerusform>%n Take in der Bibliothek.</numerusform>
            <numerusform>%n Takes in der Bibliothek.</numerusform>
        </translation>
    </message>
    <message>
        <source>All as loud as the first</source>
        <translation>Alle so laut wie der erste</translation>
    </message>
    <message>
        <source>Copy</source>
        <translation>Kopieren</translation>
    </message>
    <message>
        <source>Folder</source>
        <translation>Ordner</translation>
    </message>
    <message>
        <source>How many</source>
        <translation>Wie viele</translation>
    </message>
    <message>
        <source>To</source>
        <translation>Nach</translation>
    </message>
    <message>
        <source>Names</source>
        <translation>Namen</translation>
    </message>
    <message>
        <source>Only takes, not sounds that resemble them</source>
        <translation>Nur Takes, keine Sounds, die ihnen ähneln</translation>
    </message>
    <message>
        <source>Round robin</source>
        <translation>Round Robin</translation>
    </message>
</context>
<context>
    <name>RoundRobins</name>
    <message>
        <source>%1 were wanted; there are no more that differ.</source>
        <translation>%1 waren gewünscht; mehr, die sich unterscheiden, gibt es nicht.</translation>
    </message>
    <message numerus="yes">
        <source>%n file(s) could not be read.</source>
        <translation>
            <numerusform>%n Datei konnte nicht gelesen werden.</numerusform>
            <numerusform>%n Dateien konnten nicht gelesen werden.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n take(s) copied to %1.</source>
        <translation>
            <numerusform>%n Take nach %1 kopiert.</numerusform>
            <numerusform>%n Takes nach %1 kopiert.</numerusform>
        </translation>
    </message>
    <message>
        <source>Copying a round robin…</source>
        <translation>Round Robin wird kopiert…</translation>
    </message>
    <message>
        <source>No other take of it, and nothing much like it, is here.</source>
        <translation>Kein anderer Take davon und nichts sehr Ähnliches ist da.</translation>
    </message>
    <message>
        <source>Round robin…</source>
        <translation>Round Robin…</translation>
    </message>
    <message>
        <source>Select a sound first.</source>
        <translation>Wähle zuerst einen Sound aus.</translation>
    </message>
    <message>
        <source>Stopped before the end.</source>
        <translation>Vorzeitig angehalten.</translation>
    </message>
    <message>
        <source>Takes of the sound, alike and not the same, copied at one level for a sampler</source>
        <translation>Takes des Sounds, ähnlich und nicht gleich, mit gleichem Pegel für einen Sampler kopiert</translation>
    </message>
    <message>
        <source>Wait until the last one is copied.</source>
        <translation>Warte, bis der letzte kopiert ist.</translation>
    </message>
</context>
<context>
    <name>RowLoader</name>
    <message>
        <source>Fold takes</source>
        <translation>Takes zusammenfassen</translation>
    </message>
    <message>
        <source>Opens a row to the moments of its sound and the takes folded under it, or closes it.</source>
        <translation>Klappt eine Zeile auf, zu den Momenten des Sounds und den Takes darunter, oder wieder zu.</translation>
    </message>
    <message>
        <source>Scroll to the cursor</source>
        <translation>Zum Cursor scrollen</translation>
    </message>
    <message>
        <source>Show moments and takes</source>
        <translation>Momente und Takes zeigen</translation>
    </message>
    <message>
        <source>Shows near-identical sounds as one row that you can open.</source>
        <translation>Zeigt fast gleiche Sounds als eine Zeile, die sich aufklappen lässt.</translation>
    </message>
    <message>
        <source>Sort as the search does</source>
        <translation>Ordnen, wie die Suche ordnet</translation>
    </message>
    <message>
        <source>This sound has no moments and no takes to show.</source>
        <translation>Dieser Sound hat keine Momente und keine Takes zu zeigen.</translation>
    </message>
</context>
<context>
    <name>RowMenu</name>
    <message>
        <source>Add to collection</source>
        <translation>Zu Sammlung hinzufügen</translation>
    </message>
    <message>
        <source>Menu of the row</source>
        <translation>Menü der Zeile</translation>
    </message>
    <message>
        <source>New collection…</source>
        <translation>Neue Sammlung…</translation>
    </message>
</context>
<context>
    <name>SavedPanel</name>
    <message>
        <source>Click the star in the search field to save a search here.</source>
        <translation>Der Stern im Suchfeld speichert eine Suche hier.</translation>
    </message>
    <message>
        <source>Remove (Delete)</source>
        <translation>Entfernen (Entf)</translation>
    </message>
    <message>
        <source>Rename (F2)</source>
        <translation>Umbenennen (F2)</translation>
    </message>
    <message>
        <source>Saved searches</source>
        <translation>Gespeicherte Suchen</translation>
    </message>
    <message>
        <source>Search</source>
        <translation>Suche</translation>
    </message>
</context>
<context>
    <name>ScoreParts</name>
    <message>
        <source>Best from %1 to %2</source>
        <translation>Am besten von %1 bis %2</translation>
    </message>
    <message>
        <source>Fair match</source>
        <translation>Passt einigermaßen</translation>
    </message>
    <message>
        <source>Strong match</source>
        <translation>Passt gut</translation>
    </message>
    <message>
        <source>Weak match</source>
        <translation>Passt schwach</translation>
    </message>
    <message>
        <source>like your choices</source>
        <translation>wie deine Entscheidungen</translation>
    </message>
    <message>
        <source>only slightly similar</source>
        <translation>nur entfernt ähnlich</translation>
    </message>
    <message>
        <source>sound: %1</source>
        <translation>Klang: %1</translation>
    </message>
    <message>
        <source>sounds like the best matches</source>
        <translation>klingt wie die besten Treffer</translation>
    </message>
    <message>
        <source>keywords</source>
        <translation>Stichwörter</translation>
    </message>
    <message>
        <source>like %1</source>
        <translation>wie %1</translation>
    </message>
    <message>
        <source>like the best</source>
        <translation>wie die besten</translation>
    </message>
    <message>
        <source>name</source>
        <translation>Name</translation>
    </message>
    <message>
        <source>name: %1</source>
        <translation>Name: %1</translation>
    </message>
    <message>
        <source>name: means something like it</source>
        <translation>Name: bedeutet Ähnliches</translation>
    </message>
    <message>
        <source>says “%1”</source>
        <translation type="unfinished">sagt „%1“</translation>
    </message>
    <message>
        <source>score</source>
        <translation>Punkte</translation>
    </message>
    <message>
        <source>similar sound</source>
        <translation>ähnlicher Klang</translation>
    </message>
    <message>
        <source>sound</source>
        <translation>Klang</translation>
    </message>
    <message>
        <source>the model&apos;s scores are not calibrated</source>
        <translation>die Werte des Modells sind nicht kalibriert</translation>
    </message>
</context>
<context>
    <name>SearchBar</name>
    <message>
        <source>Back (Alt+Left)</source>
        <translation>Zurück (Alt+Links)</translation>
    </message>
    <message>
        <source>Clear</source>
        <translation>Leeren</translation>
    </message>
    <message>
        <source>Filters (Ctrl+Shift+F)</source>
        <translation>Filter (Strg+Umschalt+F)</translation>
    </message>
    <message>
        <source>Forward (Alt+Right)</source>
        <translation>Vor (Alt+Rechts)</translation>
    </message>
    <message>
        <source>Record a sound and find ones like it (Ctrl+M)</source>
        <translation>Einen Sound aufnehmen und ähnliche finden (Strg+M)</translation>
    </message>
    <message>
        <source>Save this search (Ctrl+D)</source>
        <translation>Diese Suche speichern (Strg+D)</translation>
    </message>
</context>
<context>
    <name>SearchBySound</name>
    <message>
        <source>Find similar to the selection</source>
        <translation>Ähnliche zur Auswahl finden</translation>
    </message>
    <message>
        <source>Find this pattern again</source>
        <translation>Dieses Muster wiederfinden</translation>
    </message>
    <message>
        <source>Finds sounds like the selection of the waveform</source>
        <translation>Findet Sounds, die wie die Auswahl der Wellenform klingen</translation>
    </message>
    <message>
        <source>Finds where the selected phrase or pattern occurs again, with its times</source>
        <translation>Findet, wo die ausgewählte Phrase oder das Muster wieder vorkommt, mit den Zeiten</translation>
    </message>
    <message>
        <source>Hum or imitate a sound and find ones like it</source>
        <translation>Einen Sound summen oder nachmachen und ähnliche finden</translation>
    </message>
    <message>
        <source>Plays a random row of the results</source>
        <translation>Spielt eine zufällige Zeile der Ergebnisse ab</translation>
    </message>
    <message>
        <source>Random sound</source>
        <translation>Zufälliger Sound</translation>
    </message>
    <message>
        <source>Record and find similar</source>
        <translation>Aufnehmen und Ähnliche finden</translation>
    </message>
    <message>
        <source>Recordings</source>
        <translation>Aufnahmen</translation>
    </message>
    <message>
        <source>There is no sound to choose from.</source>
        <translation>Es gibt keinen Sound zur Auswahl.</translation>
    </message>
</context>
<context>
    <name>SearchByWord</name>
    <message>
        <source>Find this word again</source>
        <translation>Dieses Wort wiederfinden</translation>
    </message>
    <message>
        <source>Finds where the selected word is said again</source>
        <translation>Findet, wo das ausgewählte Wort wieder gesagt wird</translation>
    </message>
    <message>
        <source>No pack for spoken words is installed</source>
        <translation>Es ist kein Modellpaket für gesprochene Wörter installiert</translation>
    </message>
    <message>
        <source>Select a word in the waveform first</source>
        <translation>Zuerst ein Wort in der Wellenform auswählen</translation>
    </message>
</context>
<context>
    <name>SearchField</name>
    <message>
        <source>Describe a sound: heavy wooden door slam, rain on a tin roof, short bright click</source>
        <translation>Einen Sound beschreiben: schwere Holztür fällt zu, Regen auf Blechdach, kurzes helles Klicken</translation>
    </message>
    <message>
        <source>Drop to find similar sounds</source>
        <translation>Ablegen findet ähnliche Sounds</translation>
    </message>
    <message>
        <source>Earlier searches (Ctrl+Shift+H)</source>
        <translation>Frühere Suchen (Strg+Umschalt+H)</translation>
    </message>
    <message>
        <source>Search</source>
        <translation>Suche</translation>
    </message>
</context>
<context>
    <name>SearchHistoryControl</name>
    <message>
        <source>Back</source>
        <translation>Zurück</translation>
    </message>
    <message>
        <source>Clear search history</source>
        <translation>Suchverlauf löschen</translation>
    </message>
    <message>
        <source>Earlier searches</source>
        <translation>Frühere Suchen</translation>
    </message>
    <message>
        <source>Forward</source>
        <translation>Vor</translation>
    </message>
    <message>
        <source>Lists what you searched before; the arrow keys choose, Return searches</source>
        <translation>Zeigt, was zuvor gesucht wurde; Pfeiltasten wählen, Eingabe sucht</translation>
    </message>
    <message>
        <source>Nothing was searched yet.</source>
        <translation>Noch nichts gesucht.</translation>
    </message>
    <message>
        <source>Removed “%1”. Ctrl+Z restores it.</source>
        <translation>„%1“ gelöscht. Strg+Z stellt sie wieder her.</translation>
    </message>
    <message>
        <source>Save this search</source>
        <translation>Diese Suche speichern</translation>
    </message>
    <message>
        <source>Saved searches</source>
        <translation>Gespeicherte Suchen</translation>
    </message>
    <message>
        <source>Saved “%1”; rename it in the left column with F2.</source>
        <translation>„%1“ gespeichert; F2 in der linken Spalte benennt um.</translation>
    </message>
    <message>
        <source>Saves this search in the left column, or removes it from there</source>
        <translation>Speichert diese Suche in der linken Spalte, oder entfernt sie dort</translation>
    </message>
    <message>
        <source>Show suggestions</source>
        <translation>Vorschläge zeigen</translation>
    </message>
    <message>
        <source>Suggests how the words may go on; the arrow keys choose, Tab or Return accepts</source>
        <translation>Schlägt vor, wie die Wörter weitergehen können; Pfeiltasten wählen, Tab oder Eingabe übernimmt</translation>
    </message>
    <message>
        <source>The search history is empty now.</source>
        <translation>Der Suchverlauf ist jetzt leer.</translation>
    </message>
    <message>
        <source>To the search before this one</source>
        <translation>Zur Suche vor dieser</translation>
    </message>
    <message>
        <source>To the search you came back from</source>
        <translation>Zur Suche, von der du zurückkamst</translation>
    </message>
    <message>
        <source>Type something to find, or set a filter, to save it.</source>
        <translation>Gib erst etwas ein, oder setz einen Filter.</translation>
    </message>
</context>
<context>
    <name>SearchTabs</name>
    <message>
        <source>Close tab</source>
        <translation>Tab schließen</translation>
    </message>
    <message>
        <source>Close tab (Ctrl+W)</source>
        <translation>Tab schließen (Strg+W)</translation>
    </message>
    <message>
        <source>Searches side by side</source>
        <translation>Suchen nebeneinander</translation>
    </message>
</context>
<context>
    <name>SearchThread</name>
    <message>
        <source>Restart Earshot. If it happens again, please send us the log.</source>
        <translation>Starte Earshot neu. Geschieht es wieder, schick uns bitte das Protokoll.</translation>
    </message>
    <message>
        <source>Searching goes on. If it happens again, please send us the log.</source>
        <translation>Die Suche läuft weiter. Wenn es wieder passiert, schick uns bitte das Protokoll.</translation>
    </message>
    <message>
        <source>Searching stopped: %1</source>
        <translation>Die Suche ist abgebrochen: %1</translation>
    </message>
    <message>
        <source>This failed: %1</source>
        <translation>Das ist fehlgeschlagen: %1</translation>
    </message>
    <message>
        <source>That sound is no longer in the library.</source>
        <translation>Dieser Sound ist nicht mehr in der Bibliothek.</translation>
    </message>
</context>
<context>
    <name>SearchingCompletion</name>
    <message>
        <source>category</source>
        <translation>Kategorie</translation>
    </message>
    <message>
        <source>collection</source>
        <translation>Sammlung</translation>
    </message>
    <message>
        <source>filter</source>
        <translation>Filter</translation>
    </message>
    <message>
        <source>idea</source>
        <translation>Idee</translation>
    </message>
    <message>
        <source>saved search</source>
        <translation>Gespeicherte Suche</translation>
    </message>
    <message>
        <source>searched before</source>
        <translation>zuvor gesucht</translation>
    </message>
    <message>
        <source>tag</source>
        <translation>Tag</translation>
    </message>
    <message>
        <source>value</source>
        <translation>Wert</translation>
    </message>
    <message>
        <source>word</source>
        <translation>Wort</translation>
    </message>
</context>
<context>
    <name>SelectionFields</name>
    <message>
        <source>%1 of the selection</source>
        <translation>%1 der Auswahl</translation>
    </message>
    <message>
        <source>A selection is at least 1 ms long.</source>
        <translation>Eine Auswahl ist mindestens 1 ms lang.</translation>
    </message>
    <message>
        <source>End</source>
        <translation>Ende</translation>
    </message>
    <message>
        <source>Length</source>
        <translation>Länge</translation>
    </message>
    <message>
        <source>Start</source>
        <translation>Anfang</translation>
    </message>
    <message>
        <source>This sound ends at %1.</source>
        <translation>Dieser Sound endet bei %1.</translation>
    </message>
    <message>
        <source>Type a time such as 0:01:02.500, or seconds such as 62.5.</source>
        <translation>Gib eine Zeit wie 0:01:02.500 ein oder Sekunden wie 62.5.</translation>
    </message>
    <message>
        <source>Type h:mm:ss.mmm or seconds. ↑ and ↓ change it by 10 ms, with Shift by 1 ms, Page Up and Page Down by 1 s.</source>
        <translation>h:mm:ss.mmm oder Sekunden. ↑ und ↓ ändern um 10 ms, mit Umschalt um 1 ms, Bild auf und Bild ab um 1 s.</translation>
    </message>
    <message>
        <source>none</source>
        <translation>keines</translation>
    </message>
</context>
<context>
    <name>SelfTestDialog</name>
    <message numerus="yes">
        <source>%1 of %n kind(s) of your names found by sound alone</source>
        <translation>
            <numerusform>%1 von %n Art deiner Namen allein am Klang gefunden</numerusform>
            <numerusform>%1 von %n Arten deiner Namen allein am Klang gefunden</numerusform>
        </translation>
    </message>
    <message>
        <source>Kinds</source>
        <translation>Arten</translation>
    </message>
    <message>
        <source>Missing</source>
        <translation>Fehlt</translation>
    </message>
    <message>
        <source>Testing search quality…</source>
        <translation>Die Suchqualität wird getestet…</translation>
    </message>
    <message>
        <source>Other packs</source>
        <translation>Andere Modellpakete</translation>
    </message>
    <message>
        <source>Earshot searches for every kind of sound in your file names, by sound alone. Nothing is changed. Closing this window stops the test.</source>
        <translation>Earshot sucht nach jeder Art von Sound in deinen Dateinamen, allein nach dem Klang. Nichts wird geändert. Schließt du das Fenster, endet der Test.</translation>
    </message>
    <message>
        <source>Outliers</source>
        <translation>Ausreißer</translation>
    </message>
    <message>
        <source>Progress of the test</source>
        <translation>Fortschritt des Tests</translation>
    </message>
    <message>
        <source>Results of the test</source>
        <translation>Ergebnisse des Tests</translation>
    </message>
    <message>
        <source>Save as page…</source>
        <translation>Als Seite speichern…</translation>
    </message>
    <message>
        <source>Test again</source>
        <translation>Noch einmal testen</translation>
    </message>
    <message>
        <source>The score, and average precision by kind</source>
        <translation>Die Wertung, und die Genauigkeit je Art</translation>
    </message>
    <message>
        <source>Too few file names say what the sounds are</source>
        <translation>Zu wenige Dateinamen sagen, was die Sounds sind</translation>
    </message>
    <message>
        <source>Writes all of it as an HTML page with pictures</source>
        <translation>Schreibt alles als HTML-Seite mit Bildern</translation>
    </message>
</context>
<context>
    <name>SelfTestFeature</name>
    <message>
        <source>Add a folder with sounds to the library first: File, Add folder…</source>
        <translation>Füge der Bibliothek erst einen Ordner mit Sounds hinzu: Datei, Ordner hinzufügen…</translation>
    </message>
    <message>
        <source>Lists of cues (*.txt *.csv *.tsv *.edl *.srt *.md *.fountain);;All files (*)</source>
        <translation>Cue-Listen (*.txt *.csv *.tsv *.edl *.srt *.md *.fountain);;Alle Dateien (*)</translation>
    </message>
    <message>
        <source>Open a script</source>
        <translation>Skript öffnen</translation>
    </message>
    <message>
        <source>Page (*.html)</source>
        <translation>Seite (*.html)</translation>
    </message>
    <message>
        <source>Save as page</source>
        <translation>Als Seite speichern</translation>
    </message>
    <message>
        <source>Search quality</source>
        <translation>Suchqualität</translation>
    </message>
    <message>
        <source>Analysing with %1…</source>
        <translation>Analyse mit %1…</translation>
    </message>
    <message>
        <source>Searching for every line: %1…</source>
        <translation>Jede Zeile wird gesucht: %1…</translation>
    </message>
    <message>
        <source>Shows which of your own words find their sounds by sound alone, and what is missing</source>
        <translation>Zeigt, welche deiner Wörter ihre Sounds allein am Klang finden, und was fehlt</translation>
    </message>
    <message>
        <source>Test search quality…</source>
        <translation>Suchqualität testen…</translation>
    </message>
    <message>
        <source>There are no sounds to test yet</source>
        <translation>Es gibt noch keine Sounds zu testen</translation>
    </message>
    <message>
        <source>UCS</source>
        <translation>UCS</translation>
    </message>
    <message>
        <source>Wait until the last test has stopped.</source>
        <translation>Warte, bis der letzte Test aufgehört hat.</translation>
    </message>
    <message>
        <source>Writing %1…</source>
        <translation>%1 wird geschrieben…</translation>
    </message>
    <message>
        <source>Written to %1.</source>
        <translation>Nach %1 geschrieben.</translation>
    </message>
</context>
<context>
    <name>SendDialog</name>
    <message>
        <source> s</source>
        <translation type="unfinished"> s</translation>
    </message>
    <message>
        <source>%1 fps</source>
        <translation type="unfinished">%1 B/s</translation>
    </message>
    <message numerus="yes">
        <source>%n sound(s)</source>
        <translation type="unfinished">
            <numerusform>%n Sound</numerusform>
            <numerusform>%n Sounds</numerusform>
        </translation>
    </message>
    <message>
        <source>A new file is written beside the clips; nothing is overwritten.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>AAF (Pro Tools, Nuendo, Media Composer)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Ardour session</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>As in the profile</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>As the file</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>At the end of Earshot&apos;s tracks</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Choose another in the deck, or with its key.</source>
        <translation type="unfinished">Wähle ein anderes im Deck oder mit seiner Taste.</translation>
    </message>
    <message>
        <source>Close the session in Ardour first. The session file as it was stays beside it.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Command</source>
        <translation type="unfinished">Befehl</translation>
    </message>
    <message>
        <source>EDL (CMX 3600)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>FCPXML (Final Cut Pro, DaVinci Resolve)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Folder</source>
        <translation type="unfinished">Ordner</translation>
    </message>
    <message>
        <source>Folder of the session</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Frames per second</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Handles</source>
        <translation type="unfinished">Überhang</translation>
    </message>
    <message>
        <source>Holds the session&apos;s .ardour file</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>It counts in frames: a clip without a handle moves to the nearest one.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>It refers to the clips beside it, which must be WAV files.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Name</source>
        <translation type="unfinished">Name</translation>
    </message>
    <message>
        <source>Place</source>
        <translation type="unfinished">Platz</translation>
    </message>
    <message>
        <source>Program</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Progress of sending</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Project</source>
        <translation type="unfinished">Projekt</translation>
    </message>
    <message>
        <source>Project folder</source>
        <translation type="unfinished">Projektordner</translation>
    </message>
    <message>
        <source>REAPER project</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Send</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Send to</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Send to the project</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Session</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The clips stay in the folder. No shell reads the command.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Timecode (10:00:00:00), a clock time (1:02.5) or seconds</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Timeline (OpenTimelineIO)</source>
        <translation type="unfinished">Timeline (OpenTimelineIO)</translation>
    </message>
    <message>
        <source>To</source>
        <translation type="unfinished">Nach</translation>
    </message>
    <message>
        <source>Transfer profile</source>
        <translation type="unfinished">Transferprofil</translation>
    </message>
    <message>
        <source>Whole sounds, and not only their moments</source>
        <translation type="unfinished">Ganze Sounds, nicht nur ihre Momente</translation>
    </message>
    <message>
        <source>{file} stands for each file, {name} and {start_s} for its name and place in seconds</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>SendFeature</name>
    <message numerus="yes">
        <source>%n clip(s) placed in %1.</source>
        <translation type="unfinished">
            <numerusform></numerusform>
            <numerusform></numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n clip(s) sent to the program.</source>
        <translation type="unfinished">
            <numerusform></numerusform>
            <numerusform></numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n sound(s) could not be sent.</source>
        <translation type="unfinished">
            <numerusform></numerusform>
            <numerusform></numerusform>
        </translation>
    </message>
    <message>
        <source>Places between frames: moved by up to %1 ms.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Puts the selected sounds at a place in a timeline, project or session</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Send to…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Stopped. Nothing was placed; files that are complete stay in the folder.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The first: %1</source>
        <translation type="unfinished">Zuerst: %1</translation>
    </message>
    <message>
        <source>These sounds are missing or offline, so they cannot be sent.</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>SettingRow</name>
    <message>
        <source>Choose: %1</source>
        <translation>Wählen: %1</translation>
    </message>
    <message>
        <source>Choose…</source>
        <translation>Wählen…</translation>
    </message>
    <message>
        <source>Takes effect at the next start.</source>
        <translation>Wirkt ab dem nächsten Start.</translation>
    </message>
</context>
<context>
    <name>Settings</name>
    <message>
        <source>%</source>
        <translation>%</translation>
    </message>
    <message>
        <source>A file or folder that does not answer for this long is skipped. After ten seconds Earshot names it.</source>
        <translation>Eine Datei oder ein Ordner wird übersprungen, wenn so lange nichts kommt. Nach zehn Sekunden nennt Earshot den Namen.</translation>
    </message>
    <message>
        <source>Advanced</source>
        <translation>Erweitert</translation>
    </message>
    <message>
        <source>Analyse with</source>
        <translation>Analysieren mit</translation>
    </message>
    <message>
        <source>Appearance</source>
        <translation>Aussehen</translation>
    </message>
    <message>
        <source>Apple Neural Engine</source>
        <translation>Apple Neural Engine</translation>
    </message>
    <message>
        <source>As the system</source>
        <translation>Wie das System</translation>
    </message>
    <message>
        <source>Audio editor</source>
        <translation>Audioeditor</translation>
    </message>
    <message>
        <source>Audition</source>
        <translation>Vorhören</translation>
    </message>
    <message>
        <source>Automatic</source>
        <translation>Automatisch</translation>
    </message>
    <message>
        <source>Autoplay</source>
        <translation>Autoplay</translation>
    </message>
    <message>
        <source>Blends the end of a loop into its beginning. At 0 nothing is blended, and you hear the loop as it is in the file.</source>
        <translation>Blendet das Ende eines Loops in seinen Anfang. Bei 0 wird nichts überblendet, und du hörst den Loop, wie er in der Datei steht.</translation>
    </message>
    <message>
        <source>Both</source>
        <translation>Beide</translation>
    </message>
    <message>
        <source>Checks all folders for changes made while Earshot was closed. Unchanged files are not read again.</source>
        <translation>Prüft alle Ordner auf Änderungen aus der Zeit, in der Earshot geschlossen war. Unveränderte Dateien werden nicht neu gelesen.</translation>
    </message>
    <message>
        <source>Compact</source>
        <translation>Kompakt</translation>
    </message>
    <message>
        <source>Dark</source>
        <translation>Dunkel</translation>
    </message>
    <message>
        <source>Deutsch</source>
        <translation>Deutsch</translation>
    </message>
    <message>
        <source>DirectML graphics card</source>
        <translation>DirectML-Grafikkarte</translation>
    </message>
    <message>
        <source>Drag out</source>
        <translation>Herausziehen</translation>
    </message>
    <message>
        <source>Earshot then never writes to, renames or deletes a sound and puts no file next to one. Commands that would do so tell you.</source>
        <translation>Earshot schreibt dann in keinen Sound, benennt keinen um, löscht keinen und legt keine Datei daneben. Befehle, die das täten, sagen es dir.</translation>
    </message>
    <message>
        <source>English</source>
        <translation>English</translation>
    </message>
    <message>
        <source>Fetch others&apos; changes</source>
        <translation>Änderungen anderer holen</translation>
    </message>
    <message>
        <source>Finding</source>
        <translation>Suchen</translation>
    </message>
    <message>
        <source>Fold takes</source>
        <translation>Takes zusammenfassen</translation>
    </message>
    <message>
        <source>Look for changes at startup</source>
        <translation>Beim Start nach Änderungen sehen</translation>
    </message>
    <message>
        <source>The tooltip of a match shows its scores, so that you see why a sound ranks where it does.</source>
        <translation>Der Tooltip eines Treffers zeigt seine Werte: So siehst du, warum ein Sound dort steht, wo er steht.</translation>
    </message>
    <message>
        <source>When you close the window, Earshot keeps watching and indexing in the tray. Quit ends it.</source>
        <translation>Wenn du das Fenster schließt, überwacht und indiziert Earshot im Infobereich weiter. „Beenden“ beendet es.</translation>
    </message>
    <message>
        <source>Your short name in UCS file names, as Rename for UCS suggests it. Empty: the one already in the name, or NONE.</source>
        <translation>Dein Kürzel in UCS-Dateinamen, wie es beim Umbenennen für UCS vorgeschlagen wird. Leer: das Kürzel, das ein Name schon hat, sonst NONE.</translation>
    </message>
    <message>
        <source>Draws every sound&apos;s waveform in its row. Switch it off for slow disks.</source>
        <translation>Zeichnet die Wellenform jedes Sounds in seine Zeile. Schalt das bei langsamen Laufwerken aus.</translation>
    </message>
    <message>
        <source>How loud Earshot itself plays; files and your system stay as they are.</source>
        <translation>Wie laut Earshot selbst spielt; Dateien und System bleiben, wie sie sind.</translation>
    </message>
    <message>
        <source>How often Earshot fetches changes from the server of a shared library. Your own changes are sent at once.</source>
        <translation>Wie oft Earshot Änderungen vom Server einer gemeinsamen Bibliothek holt. Deine eigenen werden sofort gesendet.</translation>
    </message>
    <message>
        <source>Keys</source>
        <translation>Tasten</translation>
    </message>
    <message>
        <source>LUFS</source>
        <translation>LUFS</translation>
    </message>
    <message>
        <source>Language</source>
        <translation>Sprache</translation>
    </message>
    <message>
        <source>Large view</source>
        <translation>Große Ansicht</translation>
    </message>
    <message>
        <source>Library &amp; watching</source>
        <translation>Bibliothek &amp; Überwachung</translation>
    </message>
    <message>
        <source>Light</source>
        <translation>Hell</translation>
    </message>
    <message>
        <source>Loop</source>
        <translation>Loop</translation>
    </message>
    <message>
        <source>Loop crossfade</source>
        <translation>Loop-Überblendung</translation>
    </message>
    <message>
        <source>Makes text, rows and buttons smaller or larger, on top of what your system does.</source>
        <translation>Macht Text, Zeilen und Knöpfe kleiner oder größer, zusätzlich zu dem, was das System tut.</translation>
    </message>
    <message>
        <source>Match levels</source>
        <translation>Lautheit angleichen</translation>
    </message>
    <message>
        <source>Matched level</source>
        <translation>Angeglichene Lautheit</translation>
    </message>
    <message>
        <source>Models</source>
        <translation>Modelle</translation>
    </message>
    <message>
        <source>NVIDIA graphics card</source>
        <translation>NVIDIA-Grafikkarte</translation>
    </message>
    <message>
        <source>Notices new, changed and missing files within seconds. A folder&apos;s own menu switches it off for that folder.</source>
        <translation>Bemerkt neue, geänderte und fehlende Dateien binnen Sekunden. Das Menü eines Ordners schaltet es für diesen Ordner ab.</translation>
    </message>
    <message>
        <source>Notify when indexing is done</source>
        <translation>Melden, wenn die Indizierung fertig ist</translation>
    </message>
    <message>
        <source>Plays all sounds about equally loud, as far as their peaks allow. Your files are not changed.</source>
        <translation>Spielt alle Sounds etwa gleich laut, soweit ihre Spitzen es zulassen. Deine Dateien bleiben unverändert.</translation>
    </message>
    <message>
        <source>Ranks sounds like those you chose higher when you search for these words again.</source>
        <translation>Rückt Sounds wie die gewählten nach vorn, wenn du wieder nach diesen Wörtern suchst.</translation>
    </message>
    <message>
        <source>Reduced: nothing moves by itself. Progress bars without a percentage stand still, and the cursor does not blink.</source>
        <translation>Reduziert: Nichts bewegt sich von selbst. Balken ohne Prozentangabe stehen still, und der Cursor blinkt nicht.</translation>
    </message>
    <message>
        <source>Remember my choices</source>
        <translation>Meine Entscheidungen merken</translation>
    </message>
    <message>
        <source>Remembers what you drag out, star, tag, rename or pick after a search, in this library only. Search, Learn from my choices… lists all of it and can forget it.</source>
        <translation>Merkt sich nur in dieser Bibliothek, was du nach einer Suche herausziehst, mit Stern oder Tag versiehst, umbenennst oder auswählst. Suche, Aus meinen Entscheidungen lernen… zeigt alles und kann es vergessen.</translation>
    </message>
    <message>
        <source>Repeats the sound, or the selected part of it.</source>
        <translation>Wiederholt den Sound oder den ausgewählten Teil.</translation>
    </message>
    <message>
        <source>Sends your changes to the shared library and fetches those of others. When this is off, both wait; a library of your own is not affected.</source>
        <translation>Sendet deine Änderungen an die gemeinsame Bibliothek und holt die der anderen. Ist dies aus, wartet beides; eine eigene Bibliothek ist nicht betroffen.</translation>
    </message>
    <message>
        <source>Starts with the searches of the last session, not with an empty field.</source>
        <translation>Beginnt mit den Suchen der letzten Sitzung, nicht mit leerem Feld.</translation>
    </message>
    <message>
        <source>The colours of the window. “As the system” follows your desktop.</source>
        <translation>Die Farben des Fensters. „Wie das System“ richtet sich nach deinem Desktop.</translation>
    </message>
    <message>
        <source>Numbers behind a match</source>
        <translation>Zahlen zum Treffer</translation>
    </message>
    <message>
        <source>1 minute</source>
        <translation>1 Minute</translation>
    </message>
    <message>
        <source>10 minutes</source>
        <translation>10 Minuten</translation>
    </message>
    <message>
        <source>16 GB</source>
        <translation>16 GB</translation>
    </message>
    <message>
        <source>2 GB</source>
        <translation>2 GB</translation>
    </message>
    <message>
        <source>20 seconds</source>
        <translation>20 Sekunden</translation>
    </message>
    <message>
        <source>3 minutes</source>
        <translation>3 Minuten</translation>
    </message>
    <message>
        <source>32 GB</source>
        <translation>32 GB</translation>
    </message>
    <message>
        <source>4 GB</source>
        <translation>4 GB</translation>
    </message>
    <message>
        <source>64 GB</source>
        <translation>64 GB</translation>
    </message>
    <message>
        <source>8 GB</source>
        <translation>8 GB</translation>
    </message>
    <message>
        <source>A file that needs more than this is left out, and indexing goes on. Automatic is half of the memory of this machine, at least 3 GB. A sound that is played or drawn may take 1 GB.</source>
        <translation>Eine Datei, die mehr braucht, wird ausgelassen; das Indexieren geht weiter. Automatisch ist die Hälfte des Speichers dieses Rechners, mindestens 3 GB. Ein Sound, der gespielt oder gezeichnet wird, darf 1 GB belegen.</translation>
    </message>
    <message>
        <source>CreatorID</source>
        <translation>CreatorID</translation>
    </message>
    <message>
        <source>Every 10 seconds</source>
        <translation>Alle 10 Sekunden</translation>
    </message>
    <message>
        <source>Every 2 seconds</source>
        <translation>Alle 2 Sekunden</translation>
    </message>
    <message>
        <source>Every 5 minutes</source>
        <translation>Alle 5 Minuten</translation>
    </message>
    <message>
        <source>Every minute</source>
        <translation>Jede Minute</translation>
    </message>
    <message>
        <source>Folder for dragged files</source>
        <translation>Ordner für Gezogenes</translation>
    </message>
    <message>
        <source>Full</source>
        <translation>Voll</translation>
    </message>
    <message>
        <source>How high a sound that says the words ranks among those that sound like them.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Interface scale</source>
        <translation>Größe der Oberfläche</translation>
    </message>
    <message>
        <source>Leave my sounds alone</source>
        <translation>Meine Sounds in Ruhe lassen</translation>
    </message>
    <message>
        <source>Measure quality when nothing else happens</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Memory for indexing</source>
        <translation>Speicher fürs Indexieren</translation>
    </message>
    <message>
        <source>Motion</source>
        <translation>Bewegung</translation>
    </message>
    <message>
        <source>Plain words also find the sounds whose transcripts have all of them. The chip under the search field switches it too.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Play takes in turn</source>
        <translation>Takes nacheinander spielen</translation>
    </message>
    <message>
        <source>Processor</source>
        <translation>Prozessor</translation>
    </message>
    <message>
        <source>Read ahead</source>
        <translation>Vorauslesen</translation>
    </message>
    <message>
        <source>Reads every sound once more, for What to mend and its filters. No file is changed.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Reads the beginnings of the sounds above and below, so that they start at once. Switch it off for slow disks.</source>
        <translation>Liest die Anfänge der Sounds darüber und darunter, damit sie sofort beginnen. Schalt das bei langsamen Laufwerken aus.</translation>
    </message>
    <message>
        <source>Reduced</source>
        <translation>Reduziert</translation>
    </message>
    <message>
        <source>Restore last session</source>
        <translation>Letzte Sitzung wiederherstellen</translation>
    </message>
    <message>
        <source>Roomy</source>
        <translation>Geräumig</translation>
    </message>
    <message>
        <source>Roomy rows have the description under the name, the others behind it; compact ones show the most sounds.</source>
        <translation>Geräumige Zeilen haben die Beschreibung unter dem Namen, die anderen dahinter; kompakte zeigen die meisten Sounds.</translation>
    </message>
    <message>
        <source>Rows</source>
        <translation>Zeilen</translation>
    </message>
    <message>
        <source>Search what is said</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Shows a notification when a long job ends and the window is not in front.</source>
        <translation>Zeigt eine Benachrichtigung, wenn eine lange Arbeit endet und das Fenster nicht vorn ist.</translation>
    </message>
    <message>
        <source>Shows near-identical sounds as one row that you can open.</source>
        <translation>Zeigt fast gleiche Sounds als eine Zeile, die sich aufklappen lässt.</translation>
    </message>
    <message>
        <source>Spectrogram</source>
        <translation>Spektrogramm</translation>
    </message>
    <message>
        <source>Standard</source>
        <translation>Normal</translation>
    </message>
    <message>
        <source>Stay in the tray</source>
        <translation>Im Infobereich bleiben</translation>
    </message>
    <message>
        <source>Sync the shared library</source>
        <translation>Gemeinsame Bibliothek abgleichen</translation>
    </message>
    <message>
        <source>The arrow keys play the sound they reach.</source>
        <translation>Die Pfeiltasten spielen den Sound ab, den sie erreichen.</translation>
    </message>
    <message>
        <source>The language of menus and messages.</source>
        <translation>Die Sprache der Menüs und Meldungen.</translation>
    </message>
    <message>
        <source>The loudness that Match levels brings sounds to.</source>
        <translation>Die Lautheit, auf die „Lautheit angleichen“ Sounds bringt.</translation>
    </message>
    <message>
        <source>The program in which Open in editor opens the selected sounds. Empty: it asks.</source>
        <translation>Das Programm, in dem „Im Editor öffnen“ die ausgewählten Sounds öffnet. Leer: Earshot fragt.</translation>
    </message>
    <message>
        <source>Use what was learnt</source>
        <translation>Gelerntes nutzen</translation>
    </message>
    <message>
        <source>Volume</source>
        <translation>Lautstärke</translation>
    </message>
    <message>
        <source>Wait for a drive</source>
        <translation>Auf ein Laufwerk warten</translation>
    </message>
    <message>
        <source>Watch folders</source>
        <translation>Ordner überwachen</translation>
    </message>
    <message>
        <source>Waveform</source>
        <translation>Wellenform</translation>
    </message>
    <message>
        <source>Waveforms in rows</source>
        <translation>Wellenformen in Zeilen</translation>
    </message>
    <message>
        <source>Weight of what is said</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>What the large view shows of a sound: its waveform, its frequencies, or both.</source>
        <translation>Was die große Ansicht von einem Sound zeigt: seine Wellenform, seine Frequenzen oder beides.</translation>
    </message>
    <message>
        <source>When a row of folded takes has played to its end, its other takes follow.</source>
        <translation>Ist eine Zeile mit zusammengefassten Takes zu Ende gespielt, folgen ihre anderen Takes.</translation>
    </message>
    <message>
        <source>Where Earshot puts the files it makes when you drag or copy a part, or a sound with effects. It never deletes them by itself: a project may use them. Empty: Earshot drags in your music folder.</source>
        <translation>Wohin Earshot die Dateien legt, die es erzeugt, wenn du einen Ausschnitt oder einen Sound mit Effekten herausziehst oder kopierst. Es löscht sie nie von selbst: Ein Projekt kann sie verwenden. Leer: Earshot drags in deinem Musikordner.</translation>
    </message>
    <message>
        <source>Which processor analyses your sounds. Automatic uses the fastest one that works.</source>
        <translation>Welcher Prozessor deine Sounds analysiert. „Automatisch“ nimmt den schnellsten, der funktioniert.</translation>
    </message>
    <message>
        <source>ms</source>
        <translation>ms</translation>
    </message>
    <message>
        <source>Theme</source>
        <translation>Design</translation>
    </message>
</context>
<context>
    <name>Shared</name>
    <message>
        <source>%1 on %2</source>
        <translation>%1 auf %2</translation>
    </message>
    <message>
        <source>%1 “%2”</source>
        <translation>%1 „%2“</translation>
    </message>
    <message>
        <source>%1: %2, %3</source>
        <translation>%1: %2, %3</translation>
    </message>
    <message numerus="yes">
        <source>%n conflict(s)</source>
        <translation>
            <numerusform>%n Konflikt</numerusform>
            <numerusform>%n Konflikte</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n edit(s) kept here alone: the sound could not be read.</source>
        <translation>
            <numerusform>%n Änderung bleibt nur hier: Der Sound war nicht lesbar.</numerusform>
            <numerusform>%n Änderungen bleiben nur hier: Der Sound war nicht lesbar.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n edit(s) set aside</source>
        <translation>
            <numerusform>%n Änderung zurückgestellt</numerusform>
            <numerusform>%n Änderungen zurückgestellt</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n edit(s) to send</source>
        <translation>
            <numerusform>%n Änderung wartet</numerusform>
            <numerusform>%n Änderungen warten</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n more: earshot server status lists them.</source>
        <translation>
            <numerusform>%n weitere: earshot server status listet sie auf.</numerusform>
            <numerusform>%n weitere: earshot server status listet sie auf.</numerusform>
        </translation>
    </message>
    <message>
        <source>Collection</source>
        <translation>Sammlung</translation>
    </message>
    <message>
        <source>Colour</source>
        <translation>Farbe</translation>
    </message>
    <message>
        <source>Favourite</source>
        <translation>Favorit</translation>
    </message>
    <message>
        <source>Here too: %1.</source>
        <translation>Auch da: %1.</translation>
    </message>
    <message>
        <source>In a collection</source>
        <translation>In einer Sammlung</translation>
    </message>
    <message>
        <source>Last synced: %1.</source>
        <translation>Zuletzt abgeglichen: %1.</translation>
    </message>
    <message>
        <source>Not synced yet.</source>
        <translation>Noch nicht abgeglichen.</translation>
    </message>
    <message>
        <source>Note</source>
        <translation>Notiz</translation>
    </message>
    <message>
        <source>Only for its maker</source>
        <translation>Nur für eine Person</translation>
    </message>
    <message>
        <source>Place of a collection</source>
        <translation>Platz einer Sammlung</translation>
    </message>
    <message>
        <source>Rating</source>
        <translation>Bewertung</translation>
    </message>
    <message>
        <source>Saved search</source>
        <translation>Gespeicherte Suche</translation>
    </message>
    <message>
        <source>Set aside: edit %1 by %2 (%3, %4): %5.</source>
        <translation>Zurückgestellt: Änderung %1 von %2 (%3, %4): %5.</translation>
    </message>
    <message>
        <source>Syncing is switched off in the preferences.</source>
        <translation>Der Abgleich ist in den Einstellungen ausgeschaltet.</translation>
    </message>
    <message>
        <source>Tag</source>
        <translation>Tag</translation>
    </message>
    <message>
        <source>You administer it</source>
        <translation>Du verwaltest sie</translation>
    </message>
    <message>
        <source>You may read</source>
        <translation>Du darfst lesen</translation>
    </message>
    <message>
        <source>You may read and edit</source>
        <translation>Du darfst lesen und ändern</translation>
    </message>
    <message>
        <source>a favourite</source>
        <translation>Favorit</translation>
    </message>
    <message>
        <source>before joining</source>
        <translation>vor dem Verbinden</translation>
    </message>
    <message>
        <source>d MMM</source>
        <translation>d. MMM</translation>
    </message>
    <message>
        <source>d MMM yyyy</source>
        <translation>d. MMM yyyy</translation>
    </message>
    <message>
        <source>empty</source>
        <translation>leer</translation>
    </message>
    <message>
        <source>for everybody</source>
        <translation>für alle</translation>
    </message>
    <message>
        <source>has it</source>
        <translation>vergeben</translation>
    </message>
    <message>
        <source>in it</source>
        <translation>darin</translation>
    </message>
    <message>
        <source>in sync</source>
        <translation>abgeglichen</translation>
    </message>
    <message>
        <source>no colour</source>
        <translation>keine Farbe</translation>
    </message>
    <message>
        <source>no favourite</source>
        <translation>kein Favorit</translation>
    </message>
    <message>
        <source>no rating</source>
        <translation>keine Bewertung</translation>
    </message>
    <message>
        <source>only for its maker</source>
        <translation>nur für eine Person</translation>
    </message>
    <message>
        <source>packages missing</source>
        <translation>Pakete fehlen</translation>
    </message>
    <message>
        <source>removed</source>
        <translation>entfernt</translation>
    </message>
    <message>
        <source>server offline since %1</source>
        <translation>Server weg seit %1</translation>
    </message>
    <message>
        <source>server rejects the connection</source>
        <translation>Server lehnt die Verbindung ab</translation>
    </message>
    <message>
        <source>sync failed</source>
        <translation>Abgleich fehlgeschlagen</translation>
    </message>
    <message>
        <source>sync is off</source>
        <translation>Abgleich ist aus</translation>
    </message>
    <message>
        <source>taken off</source>
        <translation>abgenommen</translation>
    </message>
    <message>
        <source>taken out</source>
        <translation>herausgenommen</translation>
    </message>
    <message>
        <source>waiting for another&apos;s change on the server since %1</source>
        <translation>wartet seit %1 auf eine fremde Änderung auf dem Server</translation>
    </message>
    <message>
        <source>“%1”</source>
        <translation>„%1“</translation>
    </message>
</context>
<context>
    <name>SharedItem</name>
    <message>
        <source>Shared library</source>
        <translation>Gemeinsame Bibliothek</translation>
    </message>
    <message>
        <source>Shared library: %1</source>
        <translation>Gemeinsame Bibliothek: %1</translation>
    </message>
</context>
<context>
    <name>SharedPage</name>
    <message numerus="yes">
        <source>%n volume(s) without a folder on this machine</source>
        <translation>
            <numerusform>%n Laufwerk ohne Ordner auf diesem Rechner</numerusform>
            <numerusform>%n Laufwerke ohne Ordner auf diesem Rechner</numerusform>
        </translation>
    </message>
    <message>
        <source>Conflicts</source>
        <translation>Konflikte</translation>
    </message>
    <message>
        <source>Give the name, the password or the address again</source>
        <translation>Name, Passwort oder Adresse noch einmal angeben</translation>
    </message>
    <message>
        <source>In a shared library many people rate, tag and collect the same sounds, on a PostgreSQL server of your own. All of it stays on this machine too, and works without the server.</source>
        <translation>In einer gemeinsamen Bibliothek bewerten, taggen und sammeln viele dieselben Sounds, auf einem eigenen PostgreSQL-Server. Alles bleibt auch auf diesem Rechner und geht ohne den Server.</translation>
    </message>
    <message>
        <source>Join this library to a shared one, or make a copy of that here</source>
        <translation>Diese Bibliothek mit einer gemeinsamen verbinden, oder diese hier abbilden</translation>
    </message>
    <message>
        <source>Leave…</source>
        <translation>Verlassen…</translation>
    </message>
    <message>
        <source>Lists of the shared library</source>
        <translation>Listen der gemeinsamen Bibliothek</translation>
    </message>
    <message>
        <source>Make this library yours alone again, with all that it holds</source>
        <translation>Die Bibliothek gehört wieder dir allein, mit allem darin</translation>
    </message>
    <message>
        <source>Open shared library…</source>
        <translation>Gemeinsame Bibliothek öffnen…</translation>
    </message>
    <message>
        <source>Send pending changes and fetch others&apos;.</source>
        <translation>Wartende Änderungen senden und die der anderen holen.</translation>
    </message>
    <message>
        <source>Sign in…</source>
        <translation>Anmelden…</translation>
    </message>
    <message>
        <source>Sync now</source>
        <translation>Jetzt abgleichen</translation>
    </message>
    <message>
        <source>Syncing…</source>
        <translation>Gleiche ab…</translation>
    </message>
    <message>
        <source>This library is yours alone</source>
        <translation>Diese Bibliothek gehört dir allein</translation>
    </message>
    <message>
        <source>Volumes</source>
        <translation>Laufwerke</translation>
    </message>
    <message>
        <source>Who is here</source>
        <translation>Wer da ist</translation>
    </message>
    <message>
        <source>as %1</source>
        <translation>als %1</translation>
    </message>
</context>
<context>
    <name>ShortcutSheet</name>
    <message>
        <source>Earshot: keyboard shortcuts</source>
        <translation>Earshot: Tastenkürzel</translation>
    </message>
    <message>
        <source>Keyboard shortcuts</source>
        <translation>Tastenkürzel</translation>
    </message>
    <message>
        <source>Print keyboard shortcuts</source>
        <translation>Tastenkürzel drucken</translation>
    </message>
    <message>
        <source>Print…</source>
        <translation>Drucken…</translation>
    </message>
</context>
<context>
    <name>SidecarFeature</name>
    <message numerus="yes">
        <source>%n sound(s) left out: their data is damaged.</source>
        <translation>
            <numerusform>%n Sound ausgelassen: Seine Daten sind beschädigt.</numerusform>
            <numerusform>%n Sounds ausgelassen: Ihre Daten sind beschädigt.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n sound(s) written beside them as %1, %2.</source>
        <translation>
            <numerusform>%n Sound als %1 daneben geschrieben, %2.</numerusform>
            <numerusform>%n Sounds als %1 daneben geschrieben, %2.</numerusform>
        </translation>
    </message>
    <message>
        <source>Another sidecar is being written.</source>
        <translation>Es wird gerade eine andere Begleitdatei geschrieben.</translation>
    </message>
    <message>
        <source>Writing the sidecar of %1…</source>
        <translation>Begleitdatei von %1 wird geschrieben …</translation>
    </message>
</context>
<context>
    <name>SilencePanel</name>
    <message>
        <source>Cancel</source>
        <translation type="unfinished">Abbrechen</translation>
    </message>
    <message>
        <source>Kept before and after each sound</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Make regions</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Margins</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Proposed regions</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Shortest silence</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Shortest sound</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Silence stays below this in all channels. It begins with the sound&apos;s background.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Silent below</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>dBFS</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>s</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>SilenceSplit</name>
    <message numerus="yes">
        <source>%n proposed region(s)</source>
        <translation type="unfinished">
            <numerusform></numerusform>
            <numerusform></numerusform>
        </translation>
    </message>
    <message>
        <source>Listening for silences…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>No new regions: change the values above.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Proposes a region for each stretch between silences</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Select a sound to split it.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Split at silences…</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>Sizes</name>
    <message>
        <source>%1 B</source>
        <translation>%1 B</translation>
    </message>
    <message>
        <source>%1 GB</source>
        <translation>%1 GB</translation>
    </message>
    <message>
        <source>%1 MB</source>
        <translation>%1 MB</translation>
    </message>
    <message>
        <source>%1 kB</source>
        <translation>%1 kB</translation>
    </message>
</context>
<context>
    <name>SketchPlayback</name>
    <message>
        <source>The file of %1 is missing. A sketch is playing instead.</source>
        <translation>Die Datei von %1 fehlt. Stattdessen wird eine Skizze abgespielt.</translation>
    </message>
</context>
<context>
    <name>SoundRemoval</name>
    <message numerus="yes">
        <source>%n sound(s) removed from the library.</source>
        <translation>
            <numerusform>%n Sound aus der Bibliothek entfernt.</numerusform>
            <numerusform>%n Sounds aus der Bibliothek entfernt.</numerusform>
        </translation>
    </message>
    <message>
        <source>Remove</source>
        <translation>Entfernen</translation>
    </message>
    <message numerus="yes">
        <source>Remove %n sound(s) from the library?</source>
        <translation>
            <numerusform>%n Sound aus der Bibliothek entfernen?</numerusform>
            <numerusform>%n Sounds aus der Bibliothek entfernen?</numerusform>
        </translation>
    </message>
    <message>
        <source>Remove from library</source>
        <translation>Aus Bibliothek entfernen</translation>
    </message>
    <message>
        <source>Remove from library…</source>
        <translation>Aus Bibliothek entfernen…</translation>
    </message>
    <message>
        <source>Takes the selected sounds out of the library; their files stay</source>
        <translation>Nimmt die ausgewählten Sounds aus der Bibliothek; ihre Dateien bleiben</translation>
    </message>
    <message>
        <source>The files stay where they are. Undo adds the sounds again, with their ratings, tags and collections.</source>
        <translation>Die Dateien bleiben, wo sie sind. „Rückgängig“ holt die Sounds zurück, mit Bewertungen, Tags und Sammlungen.</translation>
    </message>
</context>
<context>
    <name>SpeechStretches</name>
    <message>
        <source>%1: nothing</source>
        <translation>%1: nichts</translation>
    </message>
    <message numerus="yes">
        <source>%n star(s)</source>
        <translation>
            <numerusform>%n Stern</numerusform>
            <numerusform>%n Sterne</numerusform>
        </translation>
    </message>
    <message>
        <source>best from %1 to %2</source>
        <translation>am besten von %1 bis %2</translation>
    </message>
    <message>
        <source>favourite</source>
        <translation>Favorit</translation>
    </message>
    <message numerus="yes">
        <source>played %n time(s)</source>
        <translation>
            <numerusform>%n-mal gespielt</numerusform>
            <numerusform>%n-mal gespielt</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>SpottingFeature</name>
    <message numerus="yes">
        <source>%n line(s) left out, or only their times.</source>
        <translation>
            <numerusform>%n Zeile ausgelassen, oder nur ihre Zeit.</numerusform>
            <numerusform>%n Zeilen ausgelassen, oder nur ihre Zeiten.</numerusform>
        </translation>
    </message>
    <message>
        <source>A script or cue sheet, answered line by line</source>
        <translation>Ein Skript oder Cue Sheet, Zeile für Zeile beantwortet</translation>
    </message>
    <message>
        <source>Line %1: %2</source>
        <translation>Zeile %1: %2</translation>
    </message>
    <message>
        <source>Lists of cues (*.txt *.csv *.tsv *.edl *.srt *.md *.fountain);;All files (*)</source>
        <translation>Cue-Listen (*.txt *.csv *.tsv *.edl *.srt *.md *.fountain);;Alle Dateien (*)</translation>
    </message>
    <message>
        <source>Open a list of cues</source>
        <translation>Cue-Liste öffnen</translation>
    </message>
    <message>
        <source>Reading the list…</source>
        <translation>Liste wird gelesen …</translation>
    </message>
    <message>
        <source>Spotting list</source>
        <translation>Spotting-Liste</translation>
    </message>
</context>
<context>
    <name>SpottingPage</name>
    <message>
        <source>%1 are still looked for</source>
        <translation>%1 werden noch gesucht</translation>
    </message>
    <message>
        <source>%1 fps</source>
        <translation>%1 B/s</translation>
    </message>
    <message>
        <source>%1 fps drop</source>
        <translation>%1 B/s Drop</translation>
    </message>
    <message>
        <source>%1 of %2 cues have a sound</source>
        <translation>%1 von %2 Cues haben einen Sound</translation>
    </message>
    <message>
        <source>A new list of what is on the clipboard (Ctrl+V)</source>
        <translation>Neue Liste aus der Zwischenablage (Strg+V)</translation>
    </message>
    <message>
        <source>A script, table, EDL, SRT or list of markers</source>
        <translation>Skript, Tabelle, EDL, SRT oder Markerliste</translation>
    </message>
    <message>
        <source>Export…</source>
        <translation>Exportieren…</translation>
    </message>
    <message>
        <source>Filters for every cue</source>
        <translation>Filter für alle Cues</translation>
    </message>
    <message>
        <source>For every cue: dur:&lt;10 ch:2</source>
        <translation>Für alle Cues: dur:&lt;10 ch:2</translation>
    </message>
    <message>
        <source>Forget this list</source>
        <translation>Diese Liste vergessen</translation>
    </message>
    <message>
        <source>Frames a second of the timecode</source>
        <translation>Bilder je Sekunde des Timecodes</translation>
    </message>
    <message>
        <source>Looking…</source>
        <translation>Wird gesucht …</translation>
    </message>
    <message>
        <source>More for this list</source>
        <translation>Mehr für diese Liste</translation>
    </message>
    <message>
        <source>Open…</source>
        <translation>Öffnen…</translation>
    </message>
    <message>
        <source>Paste</source>
        <translation>Einfügen</translation>
    </message>
    <message>
        <source>Paste a script or a list, one sound a line, or open a cue sheet, CSV, EDL, SRT or markers. Every line gets its five best sounds.</source>
        <translation>Füg ein Skript oder eine Liste ein, ein Sound je Zeile, oder öffne Cue Sheet, CSV, EDL, SRT oder Marker. Jede Zeile bekommt ihre fünf besten Sounds.</translation>
    </message>
    <message>
        <source>Pasted list</source>
        <translation>Eingefügte Liste</translation>
    </message>
    <message>
        <source>Sounds for a whole script</source>
        <translation>Sounds für ein ganzes Skript</translation>
    </message>
    <message>
        <source>Spotting lists</source>
        <translation>Spotting-Listen</translation>
    </message>
    <message>
        <source>What is looked for</source>
        <translation>Wonach gesucht wird</translation>
    </message>
    <message>
        <source>What was picked: copies named by cue, a table or a timeline</source>
        <translation>Gewähltes: Kopien nach Cue benannt, Tabelle oder Timeline</translation>
    </message>
</context>
<context>
    <name>Stars</name>
    <message>
        <source>No rating</source>
        <translation>Keine Bewertung</translation>
    </message>
    <message>
        <source>Rating (Ctrl+1 to Ctrl+5, Ctrl+0 for none)</source>
        <translation>Bewertung (Strg+1 bis Strg+5, Strg+0 für keine)</translation>
    </message>
    <message numerus="yes">
        <source>Rating: %n of 5 star(s)</source>
        <translation>
            <numerusform>Bewertung: %n von 5 Sternen</numerusform>
            <numerusform>Bewertung: %n von 5 Sternen</numerusform>
        </translation>
    </message>
    <message>
        <source>Rating: several</source>
        <translation>Bewertung: verschieden</translation>
    </message>
</context>
<context>
    <name>StartWeights</name>
    <message>
        <source>Close it, then start again.</source>
        <translation>Schließ es, und starte neu.</translation>
    </message>
    <message>
        <source>Earshot already has this library open and does not respond.</source>
        <translation>Earshot hat diese Bibliothek schon offen und reagiert nicht.</translation>
    </message>
    <message>
        <source>Earshot was closed and is still finishing its work on this library.</source>
        <translation>Earshot wurde geschlossen und beendet noch seine Arbeit an dieser Bibliothek.</translation>
    </message>
    <message>
        <source>Start it again in a minute.</source>
        <translation>Starte es in einer Minute neu.</translation>
    </message>
</context>
<context>
    <name>StatusBar</name>
    <message numerus="yes">
        <source>%n sound(s), newest first</source>
        <translation>
            <numerusform>%n Sound, neueste zuerst</numerusform>
            <numerusform>%n Sounds, neueste zuerst</numerusform>
        </translation>
    </message>
    <message>
        <source>Nothing found</source>
        <translation>Nichts gefunden</translation>
    </message>
    <message>
        <source>The sound output</source>
        <translation>Die Tonausgabe</translation>
    </message>
    <message>
        <source>What the last search gave</source>
        <translation>Was die letzte Suche ergab</translation>
    </message>
    <message>
        <source>plays on %1</source>
        <translation>spielt auf %1</translation>
    </message>
</context>
<context>
    <name>StatusFacts</name>
    <message numerus="yes">
        <source>%1 of %n re-analysed</source>
        <translation>
            <numerusform>%1 von %n neu analysiert</numerusform>
            <numerusform>%1 von %n neu analysiert</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n missing</source>
        <translation>
            <numerusform>%n fehlt</numerusform>
            <numerusform>%n fehlen</numerusform>
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
            <numerusform>%n Sound</numerusform>
            <numerusform>%n Sounds</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n unreadable</source>
        <translation>
            <numerusform>%n unlesbar</numerusform>
            <numerusform>%n unlesbar</numerusform>
        </translation>
    </message>
    <message>
        <source>Analysed with the model pack “%1”. Click to see it.</source>
        <translation>Analysiert mit dem Modellpaket „%1“. Klick zeigt es.</translation>
    </message>
    <message>
        <source>Click to see which files, and why.</source>
        <translation>Klick zeigt, welche Dateien und warum.</translation>
    </message>
    <message>
        <source>Earshot is re-analysing the library with “%1”.</source>
        <translation>Earshot analysiert die Bibliothek mit „%1“ neu.</translation>
    </message>
    <message>
        <source>Missing files. Click to locate them.</source>
        <translation>Fehlende Dateien. Klick, um sie zuzuordnen.</translation>
    </message>
    <message>
        <source>The analysis was stopped. Look for changes in the folders to continue.</source>
        <translation>Die Analyse wurde angehalten. Sieh in den Ordnern nach Änderungen, um fortzufahren.</translation>
    </message>
    <message>
        <source>Whether Earshot has analysed every sound.</source>
        <translation>Ob Earshot jeden Sound analysiert hat.</translation>
    </message>
    <message>
        <source>analysed with %1</source>
        <translation>analysiert mit %1</translation>
    </message>
    <message>
        <source>not up to date yet</source>
        <translation>noch nicht aktuell</translation>
    </message>
    <message>
        <source>up to date</source>
        <translation>aktuell</translation>
    </message>
    <message>
        <source>Sounds in the library</source>
        <translation>Sounds in der Bibliothek</translation>
    </message>
    <message>
        <source>Their drives are not connected. Click to list them.</source>
        <translation>Ihre Laufwerke sind nicht verbunden. Klick listet sie auf.</translation>
    </message>
    <message>
        <source>What is being done</source>
        <translation>Was gerade getan wird</translation>
    </message>
    <message>
        <source>analysing: %1 of %2</source>
        <translation>analysiert: %1 von %2</translation>
    </message>
    <message>
        <source>looking through folders: %1 files</source>
        <translation>sieht Ordner durch: %1 Dateien</translation>
    </message>
</context>
<context>
    <name>StrayKeysFeature</name>
    <message>
        <source>%1 is off (%2)</source>
        <translation>%1 ist aus (%2)</translation>
    </message>
    <message>
        <source>%1 is on (%2)</source>
        <translation>%1 ist an (%2)</translation>
    </message>
    <message>
        <source>Did you mean to search?</source>
        <translation>Wolltest du suchen?</translation>
    </message>
    <message numerus="yes">
        <source>Did you mean to search? %n key(s) changed something.</source>
        <translation>
            <numerusform>Wolltest du suchen? %n Taste hat etwas geändert.</numerusform>
            <numerusform>Wolltest du suchen? %n Tasten haben etwas geändert.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>StudioFeature</name>
    <message>
        <source>A library that many people rate, tag and collect in, on a server of yours</source>
        <translation>Eine Bibliothek, in der viele bewerten, taggen und sammeln, auf eurem Server</translation>
    </message>
    <message>
        <source>Ask an administrator of the shared library for the role you need.</source>
        <translation>Bitte jemanden, der die gemeinsame Bibliothek verwaltet, um die nötige Rolle.</translation>
    </message>
    <message>
        <source>Conflict</source>
        <translation>Konflikt</translation>
    </message>
    <message numerus="yes">
        <source>%n conflict(s) settled. Ctrl+Z undoes it.</source>
        <translation>
            <numerusform>%n Konflikt gelöst. Strg+Z macht es rückgängig.</numerusform>
            <numerusform>%n Konflikte gelöst. Strg+Z macht es rückgängig.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n value(s) restored. Ctrl+Z undoes it.</source>
        <translation>
            <numerusform>%n Wert wiederhergestellt. Strg+Z macht es rückgängig.</numerusform>
            <numerusform>%n Werte wiederhergestellt. Strg+Z macht es rückgängig.</numerusform>
        </translation>
    </message>
    <message>
        <source>Leave the shared library…</source>
        <translation>Gemeinsame Bibliothek verlassen…</translation>
    </message>
    <message>
        <source>Open shared library…</source>
        <translation>Gemeinsame Bibliothek öffnen…</translation>
    </message>
    <message>
        <source>Shared library</source>
        <translation>Gemeinsame Bibliothek</translation>
    </message>
    <message>
        <source>Status, conflicts, people and volumes</source>
        <translation>Status, Konflikte, Personen und Laufwerke</translation>
    </message>
    <message>
        <source>Sync the shared library now</source>
        <translation>Gemeinsame Bibliothek jetzt abgleichen</translation>
    </message>
    <message>
        <source>Syncing the shared library…</source>
        <translation>Gleiche die gemeinsame Bibliothek ab…</translation>
    </message>
    <message>
        <source>The conflict is open again.</source>
        <translation>Der Konflikt ist wieder offen.</translation>
    </message>
    <message numerus="yes">
        <source>The server rejected %n edit(s); they are undone here.</source>
        <translation>
            <numerusform>Der Server hat %n Änderung abgelehnt; sie ist hier rückgängig gemacht.</numerusform>
            <numerusform>Der Server hat %n Änderungen abgelehnt; sie sind hier rückgängig gemacht.</numerusform>
        </translation>
    </message>
    <message>
        <source>This library is yours alone: File, Open shared library… joins it to others.</source>
        <translation>Diese Bibliothek gehört dir allein: Datei, Gemeinsame Bibliothek öffnen… verbindet sie mit anderen.</translation>
    </message>
    <message>
        <source>Where is “%1” on this machine?</source>
        <translation>Wo ist „%1“ auf diesem Rechner?</translation>
    </message>
    <message>
        <source>You may only read %1. Its administrator can make you an editor.</source>
        <translation>Du darfst %1 nur lesen. Wer sie verwaltet, kann dir das Ändern erlauben.</translation>
    </message>
</context>
<context>
    <name>SuggestionsRow</name>
    <message>
        <source>Try instead:</source>
        <translation type="unfinished">Stattdessen:</translation>
    </message>
</context>
<context>
    <name>SuggestionsTab</name>
    <message>
        <source>Accept all from</source>
        <translation>Alle ab</translation>
    </message>
    <message>
        <source>Accept selected</source>
        <translation>Ausgewählte übernehmen</translation>
    </message>
    <message>
        <source>Accept the selected suggestions; or double-click one</source>
        <translation>Die ausgewählten Vorschläge übernehmen; oder einen doppelt anklicken</translation>
    </message>
    <message>
        <source>Accepts each sound&apos;s first suggestion where it is at least this sure</source>
        <translation>Übernimmt den ersten Vorschlag jedes Sounds, wo er mindestens so sicher ist</translation>
    </message>
    <message>
        <source>Category in the file</source>
        <translation>Kategorie in der Datei</translation>
    </message>
    <message>
        <source>Compares the sounds with every UCS category. Nothing is written.</source>
        <translation>Vergleicht die Sounds mit jeder UCS-Kategorie. Geschrieben wird nichts.</translation>
    </message>
    <message>
        <source>%1 of %2 sounds</source>
        <translation>%1 von %2 Sounds</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>Abbrechen</translation>
    </message>
    <message numerus="yes">
        <source>Comparing %n sound(s) with every category…</source>
        <translation>
            <numerusform>%n Sound wird mit jeder Kategorie verglichen…</numerusform>
            <numerusform>%n Sounds werden mit jeder Kategorie verglichen…</numerusform>
        </translation>
    </message>
    <message>
        <source>In a test, a suggestion this sure was right this often.</source>
        <translation>So oft war ein so sicherer Vorschlag in einem Test richtig.</translation>
    </message>
    <message>
        <source>Kept in the details until you save. You review every change first.</source>
        <translation>Bleibt in den Details, bis du speicherst. Vorher prüfst du jede Änderung.</translation>
    </message>
    <message>
        <source>Least confidence</source>
        <translation>Geringste Sicherheit</translation>
    </message>
    <message>
        <source>Name: %1</source>
        <translation>Name: %1</translation>
    </message>
    <message>
        <source>Reading the categories, once for this pack: %1 of %2</source>
        <translation>Kategorien werden gelesen, einmal für dieses Modellpaket: %1 von %2</translation>
    </message>
    <message>
        <source>Sound: %1</source>
        <translation>Sound: %1</translation>
    </message>
    <message>
        <source>Suggest categories</source>
        <translation>Kategorien vorschlagen</translation>
    </message>
    <message>
        <source>Not analysed yet</source>
        <translation>Noch nicht analysiert</translation>
    </message>
    <message>
        <source>No suggestion reaches this confidence.</source>
        <translation>Kein Vorschlag ist so sicher.</translation>
    </message>
    <message>
        <source>Stops. The suggestions so far are kept.</source>
        <translation>Hält an. Die bisherigen Vorschläge bleiben.</translation>
    </message>
    <message>
        <source>Suggested categories</source>
        <translation>Vorgeschlagene Kategorien</translation>
    </message>
    <message>
        <source>Tag in the library</source>
        <translation>Tag in der Bibliothek</translation>
    </message>
    <message>
        <source>The files stay as they are</source>
        <translation>Die Dateien bleiben, wie sie sind</translation>
    </message>
    <message>
        <source>Words: %1</source>
        <translation>Wörter: %1</translation>
    </message>
</context>
<context>
    <name>Tabs</name>
    <message>
        <source>Similar to %1</source>
        <translation>Ähnlich wie %1</translation>
    </message>
</context>
<context>
    <name>TabsFeature</name>
    <message>
        <source>Close tab</source>
        <translation>Tab schließen</translation>
    </message>
    <message>
        <source>New tab</source>
        <translation>Neuer Tab</translation>
    </message>
    <message>
        <source>Next tab</source>
        <translation>Nächster Tab</translation>
    </message>
    <message>
        <source>No tab was closed.</source>
        <translation>Es wurde kein Tab geschlossen.</translation>
    </message>
    <message>
        <source>Previous tab</source>
        <translation>Voriger Tab</translation>
    </message>
    <message>
        <source>Reopen closed tab</source>
        <translation>Geschlossenen Tab wieder öffnen</translation>
    </message>
    <message>
        <source>This is the only search. Ctrl+T opens another.</source>
        <translation>Dies ist die einzige Suche. Strg+T öffnet eine weitere.</translation>
    </message>
</context>
<context>
    <name>TagEditor</name>
    <message>
        <source>Add a tag</source>
        <translation>Tag hinzufügen</translation>
    </message>
    <message>
        <source>Click to take the tag off.</source>
        <translation>Klick nimmt das Tag weg.</translation>
    </message>
    <message>
        <source>List sounds with this tag</source>
        <translation>Sounds mit diesem Tag auflisten</translation>
    </message>
    <message>
        <source>No tags yet</source>
        <translation>Noch keine Tags</translation>
    </message>
    <message>
        <source>Not on all of them.</source>
        <translation>Nicht bei allen.</translation>
    </message>
    <message>
        <source>Rename on every sound…</source>
        <translation>An allen Sounds umbenennen…</translation>
    </message>
    <message>
        <source>Return renames “%1” on every sound that has it; Escape leaves it</source>
        <translation>Eingabe benennt „%1“ an jedem Sound um, der es trägt; Esc lässt es</translation>
    </message>
    <message>
        <source>Separate tags by commas; Return adds them (T)</source>
        <translation>Tags durch Kommas trennen; Eingabe fügt sie hinzu (T)</translation>
    </message>
    <message>
        <source>Tag %1; take it off</source>
        <translation>Tag %1; wegnehmen</translation>
    </message>
    <message>
        <source>Take off these sounds</source>
        <translation>Von diesen Sounds entfernen</translation>
    </message>
</context>
<context>
    <name>TakesInTurn</name>
    <message>
        <source>Play takes in turn</source>
        <translation>Takes nacheinander spielen</translation>
    </message>
    <message>
        <source>When a row of folded takes has played to its end, its other takes follow.</source>
        <translation>Ist eine Zeile mit zusammengefassten Takes zu Ende gespielt, folgen ihre anderen Takes.</translation>
    </message>
</context>
<context>
    <name>TakesPanel</name>
    <message>
        <source>Click to search by it.</source>
        <translation>Klick sucht damit.</translation>
    </message>
    <message>
        <source>Delete this recording</source>
        <translation>Diese Aufnahme löschen</translation>
    </message>
    <message>
        <source>Play this recording</source>
        <translation>Diese Aufnahme abspielen</translation>
    </message>
    <message>
        <source>Recordings</source>
        <translation>Aufnahmen</translation>
    </message>
</context>
<context>
    <name>TechnicalFacts</name>
    <message>
        <source>%1 bytes</source>
        <translation>%1 Byte</translation>
    </message>
    <message>
        <source>%1-bit</source>
        <translation>%1 Bit</translation>
    </message>
    <message>
        <source>%1-bit float</source>
        <translation>%1 Bit Fließkomma</translation>
    </message>
    <message>
        <source>Bit depth</source>
        <translation>Bittiefe</translation>
    </message>
    <message>
        <source>Channels</source>
        <translation>Kanäle</translation>
    </message>
    <message>
        <source>File</source>
        <translation>Datei</translation>
    </message>
    <message>
        <source>Format</source>
        <translation>Format</translation>
    </message>
    <message>
        <source>Key</source>
        <translation>Tonart</translation>
    </message>
    <message>
        <source>Length</source>
        <translation>Länge</translation>
    </message>
    <message>
        <source>Loudness</source>
        <translation>Lautheit</translation>
    </message>
    <message>
        <source>Notes</source>
        <translation>Notizen</translation>
    </message>
    <message>
        <source>Path</source>
        <translation>Pfad</translation>
    </message>
    <message>
        <source>Peak</source>
        <translation>Spitze</translation>
    </message>
    <message>
        <source>Sample rate</source>
        <translation>Abtastrate</translation>
    </message>
    <message>
        <source>Size</source>
        <translation>Größe</translation>
    </message>
    <message>
        <source>Tempo</source>
        <translation>Tempo</translation>
    </message>
    <message>
        <source>True peak</source>
        <translation>True Peak</translation>
    </message>
    <message>
        <source>not measured yet (Read again)</source>
        <translation>noch nicht gemessen (Neu einlesen)</translation>
    </message>
</context>
<context>
    <name>Thesaurus</name>
    <message>
        <source>Thesaurus…</source>
        <translation>Thesaurus …</translation>
    </message>
    <message>
        <source>What else is searched for a word, and what is not</source>
        <translation>Was für ein Wort sonst noch gesucht wird und was nicht</translation>
    </message>
</context>
<context>
    <name>ThesaurusDialog</name>
    <message>
        <source>Also search</source>
        <translation>Auch suchen</translation>
    </message>
    <message>
        <source>Also searched</source>
        <translation>Auch gesucht</translation>
    </message>
    <message>
        <source>Do not search</source>
        <translation>Nicht suchen</translation>
    </message>
    <message>
        <source>Earshot itself searches: %1</source>
        <translation>Earshot selbst sucht: %1</translation>
    </message>
    <message>
        <source>Entries</source>
        <translation>Einträge</translation>
    </message>
    <message>
        <source>Not searched</source>
        <translation>Nicht gesucht</translation>
    </message>
    <message>
        <source>Remove entry</source>
        <translation>Eintrag entfernen</translation>
    </message>
    <message>
        <source>Save entry</source>
        <translation>Eintrag speichern</translation>
    </message>
    <message>
        <source>Thesaurus</source>
        <translation>Thesaurus</translation>
    </message>
    <message>
        <source>What else is searched when a word is asked for, in this library. An entry counts for every form of its word: “drum” for drums too.</source>
        <translation>Was in dieser Bibliothek sonst noch gesucht wird, wenn nach einem Wort gefragt wird. Ein Eintrag gilt für jede Form seines Wortes: „drum“ auch für „drums“.</translation>
    </message>
    <message>
        <source>Word</source>
        <translation>Wort</translation>
    </message>
    <message>
        <source>drum</source>
        <translation>drum</translation>
    </message>
    <message>
        <source>kick, snare drum</source>
        <translation>kick, snare drum</translation>
    </message>
    <message>
        <source>percussion</source>
        <translation>percussion</translation>
    </message>
</context>
<context>
    <name>TrainingEnvironment</name>
    <message>
        <source>Continue adds what is missing.</source>
        <translation>„Weitermachen“ ergänzt, was fehlt.</translation>
    </message>
    <message>
        <source>The environment was made, but cannot train: %1</source>
        <translation>Die Umgebung wurde angelegt, kann aber nicht trainieren: %1</translation>
    </message>
    <message>
        <source>Try again. If it happens again, please send us the log.</source>
        <translation>Versuch es noch einmal. Geschieht es wieder, schick uns bitte das Protokoll.</translation>
    </message>
    <message>
        <source>it cannot be started: %1</source>
        <translation>es lässt sich nicht starten: %1</translation>
    </message>
    <message>
        <source>it did not answer</source>
        <translation>es antwortete nicht</translation>
    </message>
    <message>
        <source>this environment cannot be used: %1</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>TrainingPreview</name>
    <message>
        <source>Choose something else, or make the training environment again.</source>
        <translation>Wähle etwas anderes, oder leg die Trainingsumgebung neu an.</translation>
    </message>
    <message>
        <source>Earshot could not check the sounds: %1</source>
        <translation>Earshot konnte die Sounds nicht prüfen: %1</translation>
    </message>
</context>
<context>
    <name>TrainingProcess</name>
    <message>
        <source>Choose another environment for training, or make it anew.</source>
        <translation>Wähle eine andere Umgebung für das Training, oder leg sie neu an.</translation>
    </message>
    <message>
        <source>Free some space, or let Earshot write there, then try again.</source>
        <translation>Schaff Platz, oder lass Earshot dort schreiben, dann versuch es noch einmal.</translation>
    </message>
    <message>
        <source>The training could not be started: %1</source>
        <translation>Das Training ließ sich nicht starten: %1</translation>
    </message>
    <message>
        <source>The training&apos;s folder cannot be used: %1</source>
        <translation>Der Ordner des Trainings ist nicht zu gebrauchen: %1</translation>
    </message>
</context>
<context>
    <name>TrainingSetup</name>
    <message>
        <source>%1 GB more must be free in %2.</source>
        <translation>In %2 müssen noch %1 GB frei sein.</translation>
    </message>
    <message>
        <source>%1 cannot be used: %2</source>
        <translation>%1 ist nicht zu gebrauchen: %2</translation>
    </message>
    <message>
        <source>A package is not the one that Earshot was tested with; it was not installed.</source>
        <translation>Ein Paket ist nicht das, mit dem Earshot geprüft wurde; es wurde nicht installiert.</translation>
    </message>
    <message>
        <source>Connect and try again: what was downloaded is kept.</source>
        <translation>Stell die Verbindung her, und versuch es noch einmal: Schon Geladenes bleibt.</translation>
    </message>
    <message>
        <source>Free some space and try again. The download so far is kept.</source>
        <translation>Schaff Platz und versuch es noch einmal. Schon Geladenes bleibt.</translation>
    </message>
    <message>
        <source>Free some space there, or use an existing environment.</source>
        <translation>Schaff dort Platz, oder nimm eine vorhandene Umgebung.</translation>
    </message>
    <message>
        <source>Install python3-venv, or uv, and try again.</source>
        <translation>Installiere python3-venv oder uv, und versuch es noch einmal.</translation>
    </message>
    <message>
        <source>Let Earshot write there, then try again.</source>
        <translation>Lass Earshot dort schreiben, und versuch es noch einmal.</translation>
    </message>
    <message>
        <source>The disk is full.</source>
        <translation>Die Platte ist voll.</translation>
    </message>
    <message>
        <source>The environment could not be made: %1</source>
        <translation>Die Umgebung ließ sich nicht anlegen: %1</translation>
    </message>
    <message>
        <source>The packages cannot be reached: there is no connection to the network.</source>
        <translation>Die Pakete sind nicht zu erreichen: Es gibt keine Verbindung zum Netz.</translation>
    </message>
    <message>
        <source>This system lacks what makes environments.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Try again later, or from another network.</source>
        <translation>Versuch es später noch einmal, oder aus einem anderen Netz.</translation>
    </message>
    <message>
        <source>Try again: what was downloaded is kept. Its last words are in %1.</source>
        <translation>Versuch es noch einmal: Schon Geladenes bleibt. Die letzten Worte stehen in %1.</translation>
    </message>
    <message>
        <source>no reason was given</source>
        <translation>ein Grund wurde nicht genannt</translation>
    </message>
</context>
<context>
    <name>TrainingWords</name>
    <message>
        <source>%1 at step %2</source>
        <translation>%1 bei Schritt %2</translation>
    </message>
    <message>
        <source>%1 at step %2, the best state so far</source>
        <translation>%1 bei Schritt %2, bisher der beste Stand</translation>
    </message>
    <message>
        <source>%1 at step %2; the best state so far is that of step %3 (%4)</source>
        <translation>%1 bei Schritt %2; bisher der beste Stand: Schritt %3 (%4)</translation>
    </message>
    <message>
        <source>%1 of %2 min</source>
        <translation>%1 von %2 min</translation>
    </message>
    <message>
        <source>%1 of sound</source>
        <translation>%1 Ton</translation>
    </message>
    <message numerus="yes">
        <source>%n description(s)</source>
        <translation>
            <numerusform>%n Beschreibung</numerusform>
            <numerusform>%n Beschreibungen</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n held out to measure on</source>
        <translation>
            <numerusform>%n zum Messen zurückgehalten</numerusform>
            <numerusform>%n zum Messen zurückgehalten</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n left out:</source>
        <translation>
            <numerusform>%n ausgelassen:</numerusform>
            <numerusform>%n ausgelassen:</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n sound(s) to learn from</source>
        <translation>
            <numerusform>%n Sound zum Lernen</numerusform>
            <numerusform>%n Sounds zum Lernen</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n to choose the best state by</source>
        <translation>
            <numerusform>%n zum Auswählen des besten Stands</numerusform>
            <numerusform>%n zum Auswählen des besten Stands</numerusform>
        </translation>
    </message>
    <message>
        <source>Based on %1, running on %2.</source>
        <translation>Ausgehend von %1, gerechnet auf %2.</translation>
    </message>
    <message>
        <source>Done</source>
        <translation>Fertig</translation>
    </message>
    <message numerus="yes">
        <source>Earshot looked for %n description(s) of held-out sounds with the model in use. The right sound was among the first ten for %1 of them.</source>
        <translation>
            <numerusform>Earshot suchte mit dem Modell in Gebrauch nach %n Beschreibung zurückgehaltener Sounds. Der richtige Sound stand für %1 davon unter den ersten zehn.</numerusform>
            <numerusform>Earshot suchte mit dem Modell in Gebrauch nach %n Beschreibungen zurückgehaltener Sounds. Der richtige Sound stand für %1 davon unter den ersten zehn.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Earshot looked for %n description(s) that neither model had seen. The right sound was among the first ten for %1 of them before, and for %2 now.</source>
        <translation>
            <numerusform>Earshot suchte nach %n Beschreibung, die keines der Modelle kannte. Der richtige Sound stand vorher für %1 davon unter den ersten zehn, jetzt für %2.</numerusform>
            <numerusform>Earshot suchte nach %n Beschreibungen, die keines der Modelle kannte. Der richtige Sound stand vorher für %1 davon unter den ersten zehn, jetzt für %2.</numerusform>
        </translation>
    </message>
    <message>
        <source>Saving before it stops…</source>
        <translation>Wird gesichert, dann angehalten…</translation>
    </message>
    <message>
        <source>The training never got better than %1, where it started. There is no new model; the model in use and the library are unchanged.</source>
        <translation>Das Training wurde nie besser als %1, womit es begann. Es gibt kein neues Modell; das Modell in Gebrauch und die Bibliothek sind unverändert.</translation>
    </message>
    <message>
        <source>To get more, describe more sounds, use the words you search with, or train longer.</source>
        <translation>Mehr erreichst du mit mehr beschriebenen Sounds, mit den Worten, nach denen du suchst, oder mit längerem Training.</translation>
    </message>
    <message>
        <source>Training was interrupted</source>
        <translation>Training unterbrochen</translation>
    </message>
    <message>
        <source>Learning</source>
        <translation>Lernt</translation>
    </message>
    <message>
        <source>Making the model pack…</source>
        <translation>Das Modellpaket wird gemacht…</translation>
    </message>
    <message>
        <source>That is more than chance explains.</source>
        <translation>Das ist mehr, als Zufall erklärt.</translation>
    </message>
    <message>
        <source>That is worse, and more than chance explains: keep the model you have.</source>
        <translation>Das ist schlechter, und mehr, als Zufall erklärt: Behalte das bisherige Modell.</translation>
    </message>
    <message>
        <source>Nothing is left out.</source>
        <translation>Nichts wird ausgelassen.</translation>
    </message>
    <message>
        <source>No clear difference</source>
        <translation>Kein klarer Unterschied</translation>
    </message>
    <message>
        <source>Reading the sounds…</source>
        <translation>Die Sounds werden gelesen…</translation>
    </message>
    <message>
        <source>Step %1</source>
        <translation>Schritt %1</translation>
    </message>
    <message>
        <source>Step %1 of %2</source>
        <translation>Schritt %1 von %2</translation>
    </message>
    <message>
        <source>Stopped</source>
        <translation>Angehalten</translation>
    </message>
    <message>
        <source>Testing it on the held-out sounds…</source>
        <translation>Wird an zurückgehaltenen Sounds getestet…</translation>
    </message>
    <message>
        <source>The new model finds less</source>
        <translation>Das neue Modell findet weniger</translation>
    </message>
    <message>
        <source>The new model finds more</source>
        <translation>Das neue Modell findet mehr</translation>
    </message>
    <message>
        <source>Training failed</source>
        <translation>Training misslungen</translation>
    </message>
    <message>
        <source>With so few, that may be chance: the new model may be better or worse. More described sounds, or more time, would tell.</source>
        <translation>Bei so wenigen kann das Zufall sein: Das neue Modell kann besser oder schlechter sein. Mehr beschriebene Sounds oder mehr Zeit würden es zeigen.</translation>
    </message>
    <message>
        <source>the graphics card</source>
        <translation>der Grafikkarte</translation>
    </message>
    <message>
        <source>the processor</source>
        <translation>dem Prozessor</translation>
    </message>
</context>
<context>
    <name>TranscriptTab</name>
    <message>
        <source>Changes what the line says (F2). It is kept, whatever is transcribed later.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Copy</source>
        <translation type="unfinished">Kopieren</translation>
    </message>
    <message>
        <source>Correct</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Export</source>
        <translation type="unfinished">Exportieren</translation>
    </message>
    <message>
        <source>Set up transcripts…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Taken for %1, %2% sure.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Transcript</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>What is said</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Write into the file…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>“earshot dialogue language FOLDER CODE” says what is spoken in a folder.</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>TranscriptTexts</name>
    <message>
        <source>Puts what is said into a field of the files, after showing every difference</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The selected sounds have no transcript, or no words.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Write transcripts into files…</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>TranscriptsDialog</name>
    <message>
        <source>%1 of %2 sounds transcribed, speech in %3.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Cancel the download</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Choose a folder…</source>
        <translation type="unfinished">Ordner wählen…</translation>
    </message>
    <message>
        <source>Download %1 (%2 MB)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Download the recogniser (%1 MB)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Earshot writes down what is said in your sounds, on this computer. A search for said:&quot;open the door&quot; finds it, and the waveform shows the words.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Folder of a Whisper model</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Getting %1: %2 of %3 MB</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Model: %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>No model yet. Download one, or choose a folder with a Whisper model.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Pause</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Progress of the transcription</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Remove the model</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The speech recogniser does not come with Earshot. Download it once; it is free software, and what it hears stays on this computer.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>There is no speech recogniser for this system.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Transcribe</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Transcribing: %1 of %2 sounds, speech in %3 so far.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Transcripts</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>TransferDialog</name>
    <message>
        <source> st</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>16 bit</source>
        <translation>16 Bit</translation>
    </message>
    <message>
        <source>24 bit</source>
        <translation>24 Bit</translation>
    </message>
    <message>
        <source>32 bit float</source>
        <translation>32 Bit Float</translation>
    </message>
    <message>
        <source>5 ms at cuts</source>
        <translation>5 ms an Schnitten</translation>
    </message>
    <message>
        <source>A mono file for each</source>
        <translation>Je eine Mono-Datei</translation>
    </message>
    <message>
        <source>Add a number</source>
        <translation>Nummer anhängen</translation>
    </message>
    <message>
        <source>As in the sound</source>
        <translation>Wie im Sound</translation>
    </message>
    <message>
        <source>As in the sound, else WAV</source>
        <translation>Wie im Sound, sonst WAV</translation>
    </message>
    <message>
        <source>Bit depth</source>
        <translation>Bittiefe</translation>
    </message>
    <message>
        <source>Broadcast WAV</source>
        <translation>Broadcast-WAV</translation>
    </message>
    <message>
        <source>Channels</source>
        <translation>Kanäle</translation>
    </message>
    <message>
        <source>Fades</source>
        <translation>Blenden</translation>
    </message>
    <message>
        <source>File names</source>
        <translation>Dateinamen</translation>
    </message>
    <message>
        <source>For example %1</source>
        <translation>Zum Beispiel %1</translation>
    </message>
    <message>
        <source>Format</source>
        <translation>Format</translation>
    </message>
    <message>
        <source>Handles</source>
        <translation>Überhang</translation>
    </message>
    <message>
        <source>If a name is taken</source>
        <translation>Wenn ein Name vergeben ist</translation>
    </message>
    <message>
        <source>Keep</source>
        <translation>Behalten</translation>
    </message>
    <message>
        <source>Pitch shift</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Level</source>
        <translation>Pegel</translation>
    </message>
    <message>
        <source>Level in dB</source>
        <translation>Pegel in dB</translation>
    </message>
    <message>
        <source>Loudness (LUFS)</source>
        <translation>Lautheit (LUFS)</translation>
    </message>
    <message>
        <source>Metadata</source>
        <translation>Metadaten</translation>
    </message>
    <message>
        <source>Mono</source>
        <translation>Mono</translation>
    </message>
    <message>
        <source>Name</source>
        <translation>Name</translation>
    </message>
    <message>
        <source>None</source>
        <comment>no metadata</comment>
        <translation>Keine</translation>
    </message>
    <message>
        <source>Originator</source>
        <translation>Urheber (Originator)</translation>
    </message>
    <message>
        <source>Peak (dBFS)</source>
        <translation>Spitze (dBFS)</translation>
    </message>
    <message>
        <source>Profiles</source>
        <translation>Profile</translation>
    </message>
    <message>
        <source>Remove</source>
        <translation>Entfernen</translation>
    </message>
    <message>
        <source>Remove DC offset</source>
        <translation>Gleichspannung (DC) entfernen</translation>
    </message>
    <message>
        <source>Replace the file</source>
        <translation>Datei ersetzen</translation>
    </message>
    <message>
        <source>Sample rate</source>
        <translation>Abtastrate</translation>
    </message>
    <message>
        <source>Save</source>
        <translation>Speichern</translation>
    </message>
    <message>
        <source>Skip the sound</source>
        <translation>Sound auslassen</translation>
    </message>
    <message>
        <source>Stereo</source>
        <translation>Stereo</translation>
    </message>
    <message>
        <source>The sound&apos;s own name</source>
        <translation>Der Name des Sounds</translation>
    </message>
    <message>
        <source>This profile comes with Earshot. Save yours under another name.</source>
        <translation>Dieses Profil gehört zu Earshot. Speichere deines unter einem anderen Namen.</translation>
    </message>
    <message>
        <source>Time stretch</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Transfer profiles</source>
        <translation>Transferprofile</translation>
    </message>
    <message>
        <source>True peak (dBTP)</source>
        <translation>True Peak (dBTP)</translation>
    </message>
    <message>
        <source>Write nothing at all</source>
        <translation>Gar nichts schreiben</translation>
    </message>
</context>
<context>
    <name>TransferFeature</name>
    <message>
        <source>As it is</source>
        <translation>Wie es ist</translation>
    </message>
    <message>
        <source>Goes to the next profile for what you drag or copy out</source>
        <translation>Wechselt zum nächsten Profil für das, was du herausziehst oder kopierst</translation>
    </message>
    <message>
        <source>Import transfer profile</source>
        <translation>Transferprofil importieren</translation>
    </message>
    <message>
        <source>Import transfer profile…</source>
        <translation>Transferprofil importieren …</translation>
    </message>
    <message>
        <source>Next transfer profile</source>
        <translation>Nächstes Transferprofil</translation>
    </message>
    <message>
        <source>Shows all profiles, to change, add or remove them</source>
        <translation>Zeigt alle Profile, um sie zu ändern, anzulegen oder zu entfernen</translation>
    </message>
    <message>
        <source>Sounds are copied as they are until you choose another profile.</source>
        <translation>Sounds werden kopiert, wie sie sind, bis du ein anderes Profil wählst.</translation>
    </message>
    <message>
        <source>Takes in a profile that `earshot profile export` wrote</source>
        <translation>Übernimmt ein Profil, das `earshot profile export` geschrieben hat</translation>
    </message>
    <message>
        <source>The format, level and name of what you drag or copy out</source>
        <translation>Format, Pegel und Name dessen, was du herausziehst oder kopierst</translation>
    </message>
    <message>
        <source>The transfer profile %1 no longer exists.</source>
        <translation>Das Transferprofil %1 gibt es nicht mehr.</translation>
    </message>
    <message>
        <source>Transfer profile: %1</source>
        <translation>Transferprofil: %1</translation>
    </message>
    <message>
        <source>Transfer profiles…</source>
        <translation>Transferprofile …</translation>
    </message>
</context>
<context>
    <name>Trash</name>
    <message>
        <source>its name cannot be read as text</source>
        <translation>sein Name lässt sich nicht als Text lesen</translation>
    </message>
    <message>
        <source>the system refused</source>
        <translation>das System hat es verweigert</translation>
    </message>
</context>
<context>
    <name>Tray</name>
    <message>
        <source>Earshot: indexing, %1 %</source>
        <translation>Earshot: indiziert, %1 %</translation>
    </message>
    <message>
        <source>Indexing is done</source>
        <translation>Indizierung fertig</translation>
    </message>
    <message>
        <source>Open Earshot</source>
        <translation>Earshot öffnen</translation>
    </message>
    <message>
        <source>Pause indexing</source>
        <translation>Indizierung pausieren</translation>
    </message>
    <message>
        <source>Quit</source>
        <translation>Beenden</translation>
    </message>
    <message>
        <source>Resume indexing</source>
        <translation>Indizierung fortsetzen</translation>
    </message>
</context>
<context>
    <name>UcsField</name>
    <message>
        <source>Type a CatID, a category or any word that belongs to one</source>
        <translation>CatID, Kategorie oder irgendein Wort daraus eintippen</translation>
    </message>
</context>
<context>
    <name>UndoStack</name>
    <message>
        <source>It is older than the search on show.</source>
        <translation>Das ist älter als die Suche, die du gerade siehst.</translation>
    </message>
    <message>
        <source>Nothing to redo.</source>
        <translation>Nichts zu wiederholen.</translation>
    </message>
    <message>
        <source>Nothing to undo.</source>
        <translation>Nichts rückgängig zu machen.</translation>
    </message>
    <message>
        <source>Redo</source>
        <translation>Wiederholen</translation>
    </message>
    <message>
        <source>Redo this? %1</source>
        <translation>Wiederholen? %1</translation>
    </message>
    <message>
        <source>Redone: %1</source>
        <translation>Wiederholt: %1</translation>
    </message>
    <message>
        <source>Undo</source>
        <translation>Rückgängig</translation>
    </message>
    <message>
        <source>Undo this? %1</source>
        <translation>Rückgängig machen? %1</translation>
    </message>
    <message>
        <source>Undone: %1</source>
        <translation>Rückgängig gemacht: %1</translation>
    </message>
</context>
<context>
    <name>UnreadParts</name>
    <message>
        <source>%1 left out</source>
        <translation>%1 weggelassen</translation>
    </message>
    <message>
        <source>The quotation mark is not closed, so it was left out.</source>
        <translation>Das Anführungszeichen ist nicht geschlossen, also wurde es weggelassen.</translation>
    </message>
    <message>
        <source>quotation mark not closed</source>
        <translation>Anführungszeichen nicht geschlossen</translation>
    </message>
    <message>
        <source>“%1” has no value and was left out. Write it like %2.</source>
        <translation>„%1“ hat keinen Wert und wurde weggelassen. Schreib es wie %2.</translation>
    </message>
    <message>
        <source>“%1” is not known</source>
        <translation>„%1“ ist unbekannt</translation>
    </message>
    <message>
        <source>%1 is not a filter</source>
        <translation>%1 ist kein Filter</translation>
    </message>
    <message>
        <source>“%1” is not a filter, so Earshot searched for it as words.</source>
        <translation>„%1“ ist kein Filter, also hat Earshot danach als Wörter gesucht.</translation>
    </message>
    <message>
        <source>“%1” is not known, and no known word is similar.</source>
        <translation>„%1“ ist unbekannt, und kein bekanntes Wort ist ähnlich.</translation>
    </message>
    <message>
        <source>“%1” is not known. Did you mean “%2”?</source>
        <translation>„%1“ ist unbekannt. Meintest du „%2“?</translation>
    </message>
    <message>
        <source>“%1” is not known: %2? (Ctrl+.)</source>
        <translation>„%1“ ist unbekannt: %2? (Strg+.)</translation>
    </message>
    <message>
        <source>“%1” was left out. Write it like %2.</source>
        <translation>„%1“ wurde weggelassen. Schreib es wie %2.</translation>
    </message>
    <message>
        <source>“%1” was left out: a filter takes no minus. Ask for the opposite instead.</source>
        <translation>„%1“ wurde weggelassen: Vor einem Filter steht kein Minus. Frag stattdessen nach dem Gegenteil.</translation>
    </message>
    <message>
        <source>“%1” was left out: its file, or the stretch, cannot be read.</source>
        <translation>„%1“ wurde ausgelassen: Die Datei oder der Abschnitt lässt sich nicht lesen.</translation>
    </message>
    <message>
        <source>“%1” was left out: its quotation mark is not closed.</source>
        <translation>„%1“ wurde weggelassen: Das Anführungszeichen ist nicht geschlossen.</translation>
    </message>
    <message>
        <source>“%1” was searched as words. The filter is written like %2.</source>
        <translation>„%1“ wurde als Wörter gesucht. Den Filter schreibt man wie %2.</translation>
    </message>
</context>
<context>
    <name>UpdateDialog</name>
    <message>
        <source>Earshot %1 came out on %2. You have %3.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Look for a newer version</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Open its page</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>What is new</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>You have the newest version, %1.</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>UpdateNotice</name>
    <message>
        <source>Asking %1 for the newest version…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Asks %1, now and never by itself</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Look for a newer version…</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>UserData</name>
    <message>
        <source>Add a tag…</source>
        <translation>Tag hinzufügen…</translation>
    </message>
    <message numerus="yes">
        <source>%1 (%n sound(s))</source>
        <translation>
            <numerusform>%1 (%n Sound)</numerusform>
            <numerusform>%1 (%n Sounds)</numerusform>
        </translation>
    </message>
    <message>
        <source>%1 “%2”</source>
        <translation>%1 „%2“</translation>
    </message>
    <message numerus="yes">
        <source>%n sound(s) added to “%1”</source>
        <translation>
            <numerusform>%n Sound zu „%1“ hinzugefügt</numerusform>
            <numerusform>%n Sounds zu „%1“ hinzugefügt</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n sound(s) removed from “%1”</source>
        <translation>
            <numerusform>%n Sound aus „%1“ entfernt</numerusform>
            <numerusform>%n Sounds aus „%1“ entfernt</numerusform>
        </translation>
    </message>
    <message>
        <source>Add to a new collection</source>
        <translation>Zu einer neuen Sammlung hinzufügen</translation>
    </message>
    <message>
        <source>Add to or remove from collection %1</source>
        <translation>Zu Sammlung %1 hinzufügen oder daraus entfernen</translation>
    </message>
    <message>
        <source>Collection</source>
        <translation>Sammlung</translation>
    </message>
    <message>
        <source>Collections</source>
        <translation>Sammlungen</translation>
    </message>
    <message>
        <source>Colour</source>
        <translation>Farbe</translation>
    </message>
    <message>
        <source>Colour %1</source>
        <translation>Farbe %1</translation>
    </message>
    <message>
        <source>Favourite</source>
        <translation>Favorit</translation>
    </message>
    <message>
        <source>Favourite mark</source>
        <translation>Favorit</translation>
    </message>
    <message>
        <source>Import</source>
        <translation>Importieren</translation>
    </message>
    <message numerus="yes">
        <source>%1 changed on %n sound(s). Ctrl+Z undoes it.</source>
        <translation>
            <numerusform>%1 an %n Sound geändert. Strg+Z macht es rückgängig.</numerusform>
            <numerusform>%1 an %n Sounds geändert. Strg+Z macht es rückgängig.</numerusform>
        </translation>
    </message>
    <message>
        <source>New collection</source>
        <translation>Neue Sammlung</translation>
    </message>
    <message>
        <source>New collection (Ctrl+N)</source>
        <translation>Neue Sammlung (Strg+N)</translation>
    </message>
    <message>
        <source>No colour</source>
        <translation>Keine Farbe</translation>
    </message>
    <message>
        <source>No rating</source>
        <translation>Keine Bewertung</translation>
    </message>
    <message>
        <source>Note</source>
        <translation>Notiz</translation>
    </message>
    <message numerus="yes">
        <source>Rate %n star(s)</source>
        <translation>
            <numerusform>Mit %n Stern bewerten</numerusform>
            <numerusform>Mit %n Sternen bewerten</numerusform>
        </translation>
    </message>
    <message>
        <source>Rating</source>
        <translation>Bewertung</translation>
    </message>
    <message>
        <source>Redo</source>
        <translation>Wiederholen</translation>
    </message>
    <message>
        <source>Remove from the collection</source>
        <translation>Aus der Sammlung entfernen</translation>
    </message>
    <message>
        <source>Removed “%1”. Ctrl+Z restores it.</source>
        <translation>„%1“ gelöscht. Strg+Z stellt sie wieder her.</translation>
    </message>
    <message>
        <source>Saved search</source>
        <translation>Gespeicherte Suche</translation>
    </message>
    <message>
        <source>Show a collection first. Only sounds in a collection can be removed from it.</source>
        <translation>Zeig zuerst eine Sammlung. Nur Sounds in einer Sammlung lassen sich daraus entfernen.</translation>
    </message>
    <message>
        <source>Tags</source>
        <translation>Tags</translation>
    </message>
    <message>
        <source>Thesaurus</source>
        <translation>Thesaurus</translation>
    </message>
    <message>
        <source>Undo</source>
        <translation>Rückgängig</translation>
    </message>
</context>
<context>
    <name>UserDataFeature</name>
    <message numerus="yes">
        <source>%n more wait(s) to be indexed.</source>
        <translation>
            <numerusform>%n weiterer wartet darauf, indexiert zu werden.</numerusform>
            <numerusform>%n weitere warten darauf, indexiert zu werden.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n sound(s) cannot be found again elsewhere. The first: %1</source>
        <translation>
            <numerusform>%n Sound ist anderswo nicht wiederzufinden: %1</numerusform>
            <numerusform>%n Sounds sind anderswo nicht wiederzufinden. Der erste: %1</numerusform>
        </translation>
    </message>
    <message>
        <source>Export my ratings, tags and collections</source>
        <translation>Meine Bewertungen, Tags und Sammlungen exportieren</translation>
    </message>
    <message>
        <source>Export my ratings, tags and collections…</source>
        <translation>Meine Bewertungen, Tags und Sammlungen exportieren…</translation>
    </message>
    <message>
        <source>Import ratings, tags and collections</source>
        <translation>Bewertungen, Tags und Sammlungen importieren</translation>
    </message>
    <message>
        <source>Import ratings, tags and collections…</source>
        <translation>Bewertungen, Tags und Sammlungen importieren…</translation>
    </message>
    <message>
        <source>Library, Try unreadable files again; then export again.</source>
        <translation>Wähle Bibliothek, „Unlesbare Dateien noch einmal versuchen“, und exportier dann noch einmal.</translation>
    </message>
    <message>
        <source>My ratings, tags and collections</source>
        <translation>Meine Bewertungen, Tags und Sammlungen</translation>
    </message>
    <message>
        <source>One file with your ratings, tags, notes, collections and searches, to take along</source>
        <translation>Eine Datei mit deinen Bewertungen, Tags, Notizen, Sammlungen und Suchen, zum Mitnehmen</translation>
    </message>
    <message>
        <source>Ratings, tags and collections (*.jsonl)</source>
        <translation>Bewertungen, Tags und Sammlungen (*.jsonl)</translation>
    </message>
    <message numerus="yes">
        <source>Ratings, tags and collections of %n sound(s) imported.</source>
        <translation>
            <numerusform>Bewertungen, Tags und Sammlungen von %n Sound importiert.</numerusform>
            <numerusform>Bewertungen, Tags und Sammlungen von %n Sounds importiert.</numerusform>
        </translation>
    </message>
    <message>
        <source>Reading %1…</source>
        <translation>%1 wird gelesen…</translation>
    </message>
    <message>
        <source>Shows what such a file would change, before it does</source>
        <translation>Zeigt vorher, was so eine Datei ändern würde</translation>
    </message>
    <message>
        <source>Taking in %1…</source>
        <translation>%1 wird übernommen…</translation>
    </message>
    <message>
        <source>Wait until the export or import is done.</source>
        <translation>Warte, bis der Export oder Import fertig ist.</translation>
    </message>
    <message numerus="yes">
        <source>What you gave %n sound(s) is in %1.</source>
        <translation>
            <numerusform>Was du %n Sound gegeben hast, steht in %1.</numerusform>
            <numerusform>Was du %n Sounds gegeben hast, steht in %1.</numerusform>
        </translation>
    </message>
    <message>
        <source>Writing %1…</source>
        <translation>%1 wird geschrieben…</translation>
    </message>
</context>
<context>
    <name>Variety</name>
    <message numerus="yes">
        <source>%n take(s) folded</source>
        <translation>
            <numerusform>%n Take zusammengefasst</numerusform>
            <numerusform>%n Takes zusammengefasst</numerusform>
        </translation>
    </message>
    <message>
        <source>All takes</source>
        <translation>Alle Takes</translation>
    </message>
    <message>
        <source>All takes, takes folded into one row, or rows as different as possible (V, Shift+V). Now: %1</source>
        <translation>Alle Takes, Takes in einer Zeile, oder Zeilen so verschieden wie möglich (V, Umschalt+V). Jetzt: %1</translation>
    </message>
    <message numerus="yes">
        <source>Different, %n folded</source>
        <translation>
            <numerusform>Verschieden, %n zusammengefasst</numerusform>
            <numerusform>Verschieden, %n zusammengefasst</numerusform>
        </translation>
    </message>
    <message>
        <source>Less variety</source>
        <translation>Weniger Vielfalt</translation>
    </message>
    <message>
        <source>More variety</source>
        <translation>Mehr Vielfalt</translation>
    </message>
    <message>
        <source>Shown: %1</source>
        <translation>Gezeigt: %1</translation>
    </message>
    <message>
        <source>Switches between all takes, folded takes and the most different rows, and back</source>
        <translation>Wechselt zwischen allen Takes, zusammengefassten Takes und möglichst verschiedenen Zeilen</translation>
    </message>
    <message>
        <source>Takes are folded in search results only: type something to find.</source>
        <translation>Takes werden nur in Suchergebnissen zusammengefasst: Gib ein, was gesucht wird.</translation>
    </message>
    <message>
        <source>Variety of the results</source>
        <translation>Vielfalt der Ergebnisse</translation>
    </message>
    <message>
        <source>all takes</source>
        <translation>alle Takes</translation>
    </message>
    <message>
        <source>as different as possible</source>
        <translation>so verschieden wie möglich</translation>
    </message>
    <message>
        <source>takes folded</source>
        <translation>Takes zusammengefasst</translation>
    </message>
    <message>
        <source>takes folded, rows more different</source>
        <translation>Takes zusammengefasst, Zeilen verschiedener</translation>
    </message>
</context>
<context>
    <name>VolumesTab</name>
    <message>
        <source>Add a volume…</source>
        <translation>Laufwerk hinzufügen…</translation>
    </message>
    <message>
        <source>Choose a folder…</source>
        <translation>Ordner wählen…</translation>
    </message>
    <message>
        <source>Choose folder…</source>
        <translation>Ordner wählen…</translation>
    </message>
    <message>
        <source>Choose where a volume is on this machine, and its sounds join this library.</source>
        <translation>Wähle, wo ein Laufwerk auf diesem Rechner liegt, und seine Sounds kommen in diese Bibliothek.</translation>
    </message>
    <message>
        <source>Forget folder</source>
        <translation>Ordner vergessen</translation>
    </message>
    <message>
        <source>Give a folder that all can reach a name, such as the share of a NAS</source>
        <translation>Einem Ordner, den alle erreichen, einen Namen geben, etwa der Freigabe eines NAS</translation>
    </message>
    <message>
        <source>How much is carried over</source>
        <translation>Wie viel übertragen ist</translation>
    </message>
    <message>
        <source>Its folder on this machine</source>
        <translation>Sein Ordner auf diesem Rechner</translation>
    </message>
    <message>
        <source>No folder has a name on the server yet. An administrator adds volumes.</source>
        <translation>Noch hat kein Ordner einen Namen auf dem Server. Laufwerke fügt hinzu, wer die Bibliothek verwaltet.</translation>
    </message>
    <message>
        <source>Sends the analyses of this library&apos;s sounds, so that nobody has to analyse them again. No sound is sent.</source>
        <translation>Sendet die Analysen der Sounds dieser Bibliothek, damit niemand sie neu analysieren muss. Kein Sound wird gesendet.</translation>
    </message>
    <message>
        <source>Share analyses</source>
        <translation>Analysen teilen</translation>
    </message>
    <message>
        <source>Show where the volume is on this machine. Its sounds join this library.</source>
        <translation>Zeige, wo das Laufwerk auf diesem Rechner liegt. Seine Sounds kommen in diese Bibliothek.</translation>
    </message>
    <message>
        <source>Sounds</source>
        <translation>Sounds</translation>
    </message>
    <message>
        <source>Stop</source>
        <translation>Stopp</translation>
    </message>
    <message>
        <source>This machine no longer has the volume. The sounds stay in the library.</source>
        <translation>Dieser Rechner hat das Laufwerk nicht mehr. Die Sounds bleiben in der Bibliothek.</translation>
    </message>
    <message>
        <source>Volume</source>
        <translation>Lautstärke</translation>
    </message>
    <message>
        <source>Volumes</source>
        <translation>Laufwerke</translation>
    </message>
    <message>
        <source>Everything transferred so far is kept.</source>
        <translation>Bisher Übertragenes bleibt erhalten.</translation>
    </message>
</context>
<context>
    <name>Watch</name>
    <message>
        <source>Look for changes in all folders</source>
        <translation>In allen Ordnern nach Änderungen sehen</translation>
    </message>
    <message>
        <source>No longer watching %1</source>
        <translation>%1 wird nicht mehr überwacht</translation>
    </message>
    <message>
        <source>Reads only what is new or different.</source>
        <translation>Liest nur, was neu oder anders ist.</translation>
    </message>
    <message>
        <source>Watching %1</source>
        <translation>%1 wird überwacht</translation>
    </message>
</context>
<context>
    <name>WaveCommands</name>
    <message>
        <source>Clear the selection</source>
        <translation>Auswahl aufheben</translation>
    </message>
    <message>
        <source>End selection here</source>
        <translation>Auswahl hier enden lassen</translation>
    </message>
    <message>
        <source>Large or small waveform</source>
        <translation>Große oder kleine Wellenform</translation>
    </message>
    <message>
        <source>No moment is marked: a search marks them in sounds of some length.</source>
        <translation>Kein Moment ist markiert: Eine Suche markiert sie in längeren Sounds.</translation>
    </message>
    <message>
        <source>Select the best moment</source>
        <translation>Besten Moment auswählen</translation>
    </message>
    <message>
        <source>Select the whole sound</source>
        <translation>Ganzen Sound auswählen</translation>
    </message>
    <message>
        <source>Show the whole sound</source>
        <translation>Ganzen Sound zeigen</translation>
    </message>
    <message>
        <source>Start selection here</source>
        <translation>Auswahl hier beginnen</translation>
    </message>
    <message>
        <source>The cursor is at the very start. Move it to where it should end.</source>
        <translation>Der Cursor steht ganz am Anfang. Dorthin setzen, wo die Auswahl enden soll.</translation>
    </message>
    <message>
        <source>Waveform, spectrogram or both</source>
        <translation>Wellenform, Spektrogramm oder beides</translation>
    </message>
    <message>
        <source>Zoom in</source>
        <translation>Vergrößern</translation>
    </message>
    <message>
        <source>Zoom out</source>
        <translation>Verkleinern</translation>
    </message>
    <message>
        <source>Zoom to selection</source>
        <translation>Auf Auswahl vergrößern</translation>
    </message>
</context>
<context>
    <name>WaveformView</name>
    <message>
        <source>%1 channels</source>
        <translation>%1 Kanäle</translation>
    </message>
    <message>
        <source>Selected from %1 to %2</source>
        <translation>Ausgewählt von %1 bis %2</translation>
    </message>
    <message>
        <source>Waveform</source>
        <translation>Wellenform</translation>
    </message>
</context>
<context>
    <name>Welcome</name>
    <message>
        <source>Add demo sounds</source>
        <translation>Demo-Sounds hinzufügen</translation>
    </message>
    <message>
        <source>Free some space, or add a folder of your own.</source>
        <translation>Schaff Platz, oder füge einen eigenen Ordner hinzu.</translation>
    </message>
    <message>
        <source>Makes 86 sounds on this machine to try Earshot with.</source>
        <translation>Macht 86 Sounds auf diesem Rechner, um Earshot auszuprobieren.</translation>
    </message>
    <message>
        <source>Creating demo sounds</source>
        <translation>Demo-Sounds werden erzeugt</translation>
    </message>
    <message>
        <source>The demo sounds cannot be written to %1: %2</source>
        <translation>Die Demo-Sounds lassen sich nicht in %1 schreiben: %2</translation>
    </message>
</context>
<context>
    <name>WorkingProgress</name>
    <message>
        <source>Stop</source>
        <translation>Stopp</translation>
    </message>
</context>
</TS>
