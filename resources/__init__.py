"""Files that travel with the program: packs, icons, themes, UCS categories. Read through importlib.resources."""
