"""Pictures of every screen of the window, in both themes and several sizes: `python -m tests.screens FOLDER`."""
