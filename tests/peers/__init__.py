"""What other programs read in files that others wrote, beside what Earshot reads: `make peers DIR=…`, docs/peers.md."""
