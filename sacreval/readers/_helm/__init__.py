"""Runs of HELM: their layout and choices, and the records made of them."""
