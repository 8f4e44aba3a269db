"""Metadata of sounds: shows and edits it, previews the differences, and writes files only on request."""
