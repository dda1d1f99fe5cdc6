"""Configs and suites: files of options, what they extend, and all their mistakes."""
