"""The HTML report: one file without external resources."""
