"""Weights on this machine: files, stores, and what replaces them."""
