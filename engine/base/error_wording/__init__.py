"""Messages of the engine's errors: a code for each sentence, and the values that fill it."""
