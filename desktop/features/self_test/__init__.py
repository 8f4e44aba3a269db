"""The self-test in the window: kinds of the owner's names, outliers, missing lines, and other packs."""
