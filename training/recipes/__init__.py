"""The papers' tables as settings, one TOML per row, read by training.papers.passt; docs/reproducing.md lists them."""
