// Python functions of the texts of a batch: where instances begin, blank ones, and hashes.
#pragma once

#include "boundary.hpp"

namespace sacreval {

// line_ends(bytes) -> number of line feeds
PyObject* py_line_ends(PyObject* module, PyObject* args);
// texts_starts(texts) -> bytes: int64, the number of references before each instance, and of all
PyObject* py_texts_starts(PyObject* module, PyObject* args);
// blank_outputs(texts) -> indices of the predictions without any sign but blanks
PyObject* py_blank_outputs(PyObject* module, PyObject* args);
// reference_counts(texts) -> the smallest and the largest number of references
PyObject* py_reference_counts(PyObject* module, PyObject* args);
// text_hashes(texts, ids, workers) -> (bytes: uint64 a record, their sum, that of the predictions)
PyObject* py_text_hashes(PyObject* module, PyObject* args);

}  // namespace sacreval
