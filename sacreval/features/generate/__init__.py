"""Outputs of a model for records and a prompt file, for those who run the model themselves."""

PURPOSES = {"generate": "Ask a model about each record of a data set, and write its outputs."}
