"""Tests of whether one metric agrees better with people than another."""
