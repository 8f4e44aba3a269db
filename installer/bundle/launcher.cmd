@echo off
rem Earshot as a command; without arguments it opens the window. -P leaves the working folder out of the search for modules.
"%~dp0..\python\python.exe" -P -m engine.cli.main %*
