// Python functions of the kernel of NIST: the table of a run, and rows of a batch.
#pragma once

#include "boundary.hpp"

namespace sacreval {

PyObject* py_nist_table(PyObject* module, PyObject* args);
PyObject* py_nist_rows(PyObject* module, PyObject* args);

}  // namespace sacreval
