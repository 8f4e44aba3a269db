"""The spotting list: a page that answers a cue sheet line by line, plays and picks sounds, and exports the picks."""
