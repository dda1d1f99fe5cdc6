"""Formats of files, many of them hostile, made plain."""
