"""Parsing of command lines: generated options, quick ways, and wrong values."""
