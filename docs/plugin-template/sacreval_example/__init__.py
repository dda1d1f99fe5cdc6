"""A metric and a reader for sacreval."""
