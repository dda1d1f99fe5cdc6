// Python functions of records that are views of a file's bytes.
#pragma once

#include "boundary.hpp"

namespace sacreval {

// read_records(bytes, first) -> (records, number of records, [(number, start, end) of other lines])
PyObject* py_read_records(PyObject* module, PyObject* args);
// read_aligned((bytes, ...), (offset, ...), first, most) -> (records, number of records, offsets
// behind them, whether it did not stop at a line that is not UTF-8)
PyObject* py_read_aligned(PyObject* module, PyObject* args);
// records_part(records, indices) -> records
PyObject* py_records_part(PyObject* module, PyObject* args);
// records_numbers(records) -> the line numbers, or the first if they follow each other
PyObject* py_records_numbers(PyObject* module, PyObject* args);
// records_fields(records) -> (fields of any record, fields of every record), as bits
PyObject* py_records_fields(PyObject* module, PyObject* args);
// records_lines(records, start, stop) -> bytes of some lines, with line ends
PyObject* py_records_lines(PyObject* module, PyObject* args);
// records_column(records, name) -> list
PyObject* py_records_column(PyObject* module, PyObject* args);
// records_texts(records, limit) -> texts
PyObject* py_records_texts(PyObject* module, PyObject* args);

}  // namespace sacreval
