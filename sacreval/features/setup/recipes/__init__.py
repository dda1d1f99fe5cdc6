"""Recipes: descriptions of files on the network, and how they are fetched and converted."""
