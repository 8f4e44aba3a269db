"""The search bar: its field, chips, completion, and what a query is edited with."""
