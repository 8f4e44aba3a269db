"""The self-test in the window: kinds of the owner's names, what is near nothing, what is missing, and other packs."""
