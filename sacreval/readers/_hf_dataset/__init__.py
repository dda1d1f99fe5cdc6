"""Folders of the library `datasets`: their files of rows and their features."""
