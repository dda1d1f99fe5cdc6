// Python function of the kernel of ROUGE-1.5.5.
#pragma once

#include "boundary.hpp"

namespace sacreval {

PyObject* py_rouge155_pairs(PyObject* module, PyObject* args);

}  // namespace sacreval
