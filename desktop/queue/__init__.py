"""The queue of folders that are being added: seen, put in order, cancelled, and remembered over a restart."""
