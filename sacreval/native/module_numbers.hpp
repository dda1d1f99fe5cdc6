// Python functions on buffers of numbers: sums of columns, logarithms and exponentials.
#pragma once

#include "boundary.hpp"

namespace sacreval {

// _native.column_sums(rows, width) -> list of int: the sum of each column of a table of int64.
PyObject* py_column_sums(PyObject* module, PyObject* args);

// _native.logarithms(numbers): replaces each double of a buffer by its natural logarithm.
PyObject* py_logarithms(PyObject* module, PyObject* args);

// _native.exponentials(numbers): replaces each double of a buffer by e raised to it.
PyObject* py_exponentials(PyObject* module, PyObject* args);

}  // namespace sacreval
