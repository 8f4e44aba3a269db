"""Writes a file's metadata without losing anything: chunks and tags, an undo journal, UCS names.

engine/audio/metadata reads. Here a change is prepared beside the file, checked, recorded in the library's journal and
only then moved into place. Nothing here runs unless the user asks for it.
"""
