"""Layouts that only one corpus has: each file turns one of them into records."""
