"""The filters there are, a record each: what is typed, what it asks of the catalogue, what it says, how it is shown."""
