// Python functions of the kernels that align words: TER, METEOR and what METEOR needs.
#pragma once

#include "boundary.hpp"

namespace sacreval {

PyObject* py_ter_pairs(PyObject* module, PyObject* args);

}  // namespace sacreval
