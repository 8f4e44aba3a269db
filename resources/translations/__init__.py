"""Translations of the window's sentences: Qt Linguist sources (TS), and the output of `make translations` (QM)."""
