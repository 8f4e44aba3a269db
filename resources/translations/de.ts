<?xml version="1.0" encoding="utf-8"?>
<!DOCTYPE TS>
<TS version="2.1" language="de" sourcelanguage="en">
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
        <source>Install Earshot&apos;s dependencies again, then record again.</source>
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
    <message>
        <source>The sounddevice module is missing, so nothing can be recorded.</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>Settings</name>
    <message>
        <source>Appearance</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Audition</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Autoplay</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Dark</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Light</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The arrow keys play the sound they reach.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The colours of the window.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Theme</source>
        <translation type="unfinished"></translation>
    </message>
</context>
</TS>
