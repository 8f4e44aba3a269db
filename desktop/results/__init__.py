"""The results table: model, delegate, view and what is dragged out of it."""
