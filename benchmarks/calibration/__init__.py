"""How often intervals and tests hold what they state, in worlds whose truth is known.

`python -m benchmarks.calibration --worlds 2000` runs every procedure of every verb in all its worlds and
keeps a file for every finished cell; a later call continues. `docs/promises.md` shows the figures.
"""
