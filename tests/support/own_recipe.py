"""A recipe of one step over a file of its own, to be changed by tests."""

RECORD = '{"instance_id": "1", "system_id": "a", "prediction": "x", "reference": "y"}\n'
GOOD = """
name: own
title: a corpus
licence: mine
citation: me
brings: {box: {about: a box}}
steps:
  - reader: jsonl
    inputs: [box/x.jsonl]
"""
