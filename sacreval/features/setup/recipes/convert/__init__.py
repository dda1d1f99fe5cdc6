"""Conversions of file layouts that only one corpus uses, one in each module."""
