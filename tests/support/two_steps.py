"""A recipe of two steps, the second of which can fail."""

RECIPE = """
name: two
title: two tables
licence: mine
citation: me
sources:
  - base: https://example.org/
    files:
      one.jsonl: {{bytes: {bytes[0]}, sha256: {sha[0]}}}
      two.jsonl: {{bytes: {bytes[1]}, sha256: {sha[1]}}}
steps:
  - {{reader: jsonl, inputs: [one.jsonl], output: one.jsonl}}
  - {{reader: jsonl, inputs: [two.jsonl], output: two.jsonl, expect: {{records: 2}}}}
"""
GOOD = '{"prediction": "a", "meta": {"scores": {"bleu": 1}}}\n'
BAD = '{"prediction": "a"}\n{"predict": 1}\n'
