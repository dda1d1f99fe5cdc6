// The Python function of METEOR 1.5's kernel.
#pragma once

#include "boundary.hpp"

namespace sacreval {

// meteor15_pairs(texts, out, workers, settings, describe), see `sacreval/native/meteor15.py`.
PyObject* py_meteor15_pairs(PyObject*, PyObject* args);

}  // namespace sacreval
