"""Writes what a file says of itself, without losing anything: chunks and tags, a journal to undo it, UCS names.

Reading is engine/audio/metadata. Here a change is prepared beside the file, checked, written down in the journal of the
library and only then put in the file's place. Nothing here is ever done unasked.
"""
