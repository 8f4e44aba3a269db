"""The papers' tables as settings, one TOML a row, read by training.reproduction; docs/reproducing.md lists them."""
