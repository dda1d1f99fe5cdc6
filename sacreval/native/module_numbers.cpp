// Sums of columns, and the C library's logarithm and exponential, which Python's math module calls.
#include "module_numbers.hpp"

#include <cmath>
#include <cstdint>
#include <stdexcept>
#include <vector>

namespace sacreval {
namespace {

// A C-contiguous buffer, released at the end.
class Buffer {
  public:
    Buffer(PyObject* object, int flags) {
        if (PyObject_GetBuffer(object, &view_, flags) != 0) throw PythonError();
    }
    Buffer(const Buffer&) = delete;
    Buffer& operator=(const Buffer&) = delete;
    ~Buffer() { PyBuffer_Release(&view_); }
    template <class Number>
    Number* numbers() const {
        return static_cast<Number*>(view_.buf);
    }
    template <class Number>
    std::size_t count() const {
        if (static_cast<std::size_t>(view_.len) % sizeof(Number) != 0)
            throw std::invalid_argument("the buffer does not hold whole numbers of 8 bytes");
        return static_cast<std::size_t>(view_.len) / sizeof(Number);
    }

  private:
    Py_buffer view_;
};

template <class Function>
PyObject* each(PyObject* args, Function&& function) {
    return guarded([&] {
        PyObject* object = nullptr;
        parse(args, "O", &object);
        const Buffer buffer(object, PyBUF_WRITABLE);
        const std::size_t n = buffer.count<double>();
        double* x = buffer.numbers<double>();
        released(1, [&](Run) {
            for (std::size_t i = 0; i < n; ++i) x[i] = function(x[i]);
        });
        return none();
    });
}

}  // namespace

PyObject* py_column_sums(PyObject*, PyObject* args) {
    return guarded([&] {
        PyObject* object = nullptr;
        Py_ssize_t width = 0;
        parse(args, "On", &object, &width);
        const Buffer buffer(object, PyBUF_SIMPLE);
        const std::size_t count = buffer.count<std::int64_t>(), k = static_cast<std::size_t>(width);
        if (width < 1 || count % k != 0) throw std::invalid_argument("the last row is incomplete");
        std::vector<std::int64_t> sums(k, 0);
        const std::int64_t* row = buffer.numbers<const std::int64_t>();
        for (const std::int64_t* end = row + count; row != end; row += k)
            for (std::size_t j = 0; j < k; ++j) sums[j] += row[j];
        Ref list(PyList_New(width));
        for (std::size_t j = 0; j < k; ++j) {
            Ref sum(PyLong_FromLongLong(sums[j]));
            PyList_SetItem(list.get(), static_cast<Py_ssize_t>(j), sum.release());
        }
        return list.release();
    });
}

PyObject* py_logarithms(PyObject*, PyObject* args) {
    return each(args, [](double x) { return std::log(x); });
}

PyObject* py_exponentials(PyObject*, PyObject* args) {
    return each(args, [](double x) { return std::exp(x); });
}

}  // namespace sacreval
