// Python functions of the kernels of sets and of several texts: self-BLEU, SARI, distinct-n,
// repetition.
#pragma once

#include "boundary.hpp"

namespace sacreval {

PyObject* py_bleu_of_others(PyObject* module, PyObject* args);
PyObject* py_sari(PyObject* module, PyObject* args);
PyObject* py_distinct_ngrams(PyObject* module, PyObject* args);
PyObject* py_repeated_ngrams(PyObject* module, PyObject* args);
PyObject* py_cider(PyObject* module, PyObject* args);

}  // namespace sacreval
