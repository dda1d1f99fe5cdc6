"""Rows of records by system, and what is counted while they are collected."""
