"""Logs of inspect_ai: their files and layout, and the records made of them."""
