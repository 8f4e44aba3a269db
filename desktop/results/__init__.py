"""The results table: model, delegate and view."""
