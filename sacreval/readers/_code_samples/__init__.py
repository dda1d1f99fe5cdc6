"""Samples of programs: those in lines, and those in documents and folders."""
