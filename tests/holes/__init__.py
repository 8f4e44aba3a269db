"""What refuses, and whether a test notices when it does not."""
