"""The papers' tables as settings, one TOML per row, read by training.reproduction; docs/reproducing.md lists them."""
