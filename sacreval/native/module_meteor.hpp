// The Python function of METEOR 1.5's kernel.
#pragma once

#include "boundary.hpp"

namespace sacreval {

// meteor15_pairs(texts, out, workers, settings, describe), see `sacreval/native/meteor15.py`.
PyObject* py_meteor15_pairs(PyObject*, PyObject* args);

// english_stem(str) -> str, for tests: the word must be in lower case.
PyObject* py_english_stem(PyObject*, PyObject* args);

}  // namespace sacreval
