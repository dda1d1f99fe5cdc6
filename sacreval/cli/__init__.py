"""The command line: one file for each verb, with options generated from constructors."""
