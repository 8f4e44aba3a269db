"""Data files of the program: packs, icons, themes, UCS categories. Read through importlib.resources."""
