"""Outputs of a model for records and a prompt file, for those who run the model themselves."""
