"""Scripts that run the original library of a metric in a Python of its own; one file a metric.

A file has the name of its metric and defines COMPARED (library to the beginning of the versions
whose numbers were compared), INSTALL (what pip needs to install them) and `scores`. If the
original is no package, it also has REPOSITORY, COMMIT and FILES (path in a checkout to SHA-256),
and COMPARED lists what that code imports. The file is loaded by `_serve.py` in a Python that has
the original library and not sacreval, so that it imports nothing of sacreval.
"""
