"""The promise of docs/privacy.md, watched: what whole sessions ask the system for, whoever in them asks."""
