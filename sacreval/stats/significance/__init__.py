"""Tests of paired differences, and corrections for many of them."""
