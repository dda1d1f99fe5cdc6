"""One file format a file; the file's name is the reader's. The package is their registry."""

from sacreval.core.registry import answer_as
from sacreval.readers._base import readers

answer_as(__name__, readers)
