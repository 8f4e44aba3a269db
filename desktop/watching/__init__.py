"""The folders of the library, watched while the window is open: what changes in them is taken in."""
