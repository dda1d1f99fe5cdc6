// Python function of the kernel of EED.
#pragma once

#include "boundary.hpp"

namespace sacreval {

// eed_pairs(texts, out, workers, alpha, rho, deletion, insertion)
PyObject* py_eed_pairs(PyObject* module, PyObject* args);

}  // namespace sacreval
