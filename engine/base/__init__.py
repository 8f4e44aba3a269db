"""What every room stands on: values, errors, events, messages, and the machine. Imports nothing of Earshot."""
