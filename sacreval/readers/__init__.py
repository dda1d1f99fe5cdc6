"""Readers, one file format in each file, named as the reader; the package registers them."""

from sacreval.core.registry import answer_as
from sacreval.readers._base import readers

answer_as(__name__, readers)
