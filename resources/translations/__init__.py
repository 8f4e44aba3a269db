"""The window's sentences in other languages: Qt Linguist sources (TS), and what `make translations` compiles (QM)."""
