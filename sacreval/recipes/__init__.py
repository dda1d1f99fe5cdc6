"""Recipes: what lies where on the network, and fetching it."""
