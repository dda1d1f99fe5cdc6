"""Verbs that put features together: evaluate, score, list, config, convert and normalize."""
