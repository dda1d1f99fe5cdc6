"""Runs in the format of Every Eval Ever: their files and layout, and the records made of them."""
