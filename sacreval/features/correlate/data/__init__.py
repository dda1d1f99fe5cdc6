"""Scores and judgments as they are read: files, folders, raters, tasks, and systems."""
