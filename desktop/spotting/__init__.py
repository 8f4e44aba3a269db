"""The spotting list: a page where a cue sheet is answered line by line, listened to, picked from and handed on."""
