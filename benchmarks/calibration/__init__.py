"""How often intervals and tests hold what they state, in worlds whose truth is known.

`python -m benchmarks.calibration --worlds 2000 --hours 8 --write` runs every procedure of every
verb in all its worlds and keeps a file for every finished cell, so that a later call continues; it
then writes `docs/promises.json` and the page of the docs that shows it, `docs/promises.md`.
"""
