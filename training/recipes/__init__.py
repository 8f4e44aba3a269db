"""The papers' tables as settings: one TOML a row, read by training.reproduction. No code; docs/reproducing.md lists them."""
