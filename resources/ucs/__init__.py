"""The Universal Category System list, CC0."""
