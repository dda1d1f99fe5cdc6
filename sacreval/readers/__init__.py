"""Readers, one file format in each file, named as the reader; the package registers them."""

from sacreval.core.options.registry import delegate_to
from sacreval.readers._base import readers

delegate_to(__name__, readers)
