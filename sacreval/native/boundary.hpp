// Interface between CPython and the kernels: input texts, output rows, the GIL, and exceptions.
#pragma once

#ifndef Py_LIMITED_API
#define Py_LIMITED_API 0x030B0000
#endif
#define PY_SSIZE_T_CLEAN
#include <Python.h>

#include <exception>
#include <memory>
#include <vector>

#include "parallel.hpp"
#include "text.hpp"

namespace sacreval {

// Thrown when a Python error has already been set.
struct PythonError : std::exception {};

// An owned reference.
class Ref {
  public:
    explicit Ref(PyObject* object) : object_(object) {
        if (object == nullptr) throw PythonError();
    }
    Ref(Ref&& other) noexcept : object_(other.object_) { other.object_ = nullptr; }
    Ref(const Ref&) = delete;
    Ref& operator=(const Ref&) = delete;
    ~Ref() { Py_XDECREF(object_); }
    PyObject* get() const { return object_; }
    PyObject* release() {
        PyObject* object = object_;
        object_ = nullptr;
        return object;
    }

  private:
    PyObject* object_;
};

// The batch and the Python objects that own its text. Create and destroy while holding the GIL.
struct Batch {
    Texts texts;
    std::vector<Ref> owners;
    std::vector<Ref> lowered_owners;
};

// Returns the batch in a capsule; TypeError if the object is anything else.
Batch& batch_of(PyObject* capsule);

// Returns a new capsule that owns the batch.
PyObject* capsule_of(std::unique_ptr<Batch> batch);

// Call before kernels that lower-case: records the lower case of each character, and fills
// Texts::lowered with the texts that cannot be lower-cased character by character.
void lower(Batch& batch);

// Returns a view of any str; one with a lone surrogate is encoded, and `owners` owns the copy.
Utf8 utf8_of(PyObject* text, std::vector<Ref>& owners);

// _native.gather(predictions, references, limit) -> capsule
PyObject* gather(PyObject* module, PyObject* args);

// A writable C-contiguous buffer of exactly `rows` x `width` int64.
class Rows {
  public:
    Rows(PyObject* out, std::size_t rows, std::size_t width);
    Rows(const Rows&) = delete;
    Rows& operator=(const Rows&) = delete;
    ~Rows() { PyBuffer_Release(&view_); }
    std::int64_t* data() const { return static_cast<std::int64_t*>(view_.buf); }

  private:
    Py_buffer view_;
};

// Runs work(Run) without the GIL; Ctrl-C interrupts it within a fraction of a second.
template <class Work>
void released(Py_ssize_t workers, Work&& work) {
    PyThreadState* state = PyEval_SaveThread();
    std::exception_ptr error;
    try {
        Cancel cancel([&state] {
            PyEval_RestoreThread(state);
            const bool stop = PyErr_CheckSignals() != 0;
            state = PyEval_SaveThread();
            return stop;
        });
        work(Run{cancel, static_cast<std::size_t>(workers < 1 ? 1 : workers)});
    } catch (...) {
        error = std::current_exception();
    }
    PyEval_RestoreThread(state);
    if (error) std::rethrow_exception(error);
}

// The one place where C++ exceptions become Python errors: call it inside `catch (...)`.
PyObject* raise_current() noexcept;

template <class Work>
PyObject* guarded(Work&& work) noexcept {
    try {
        return work();
    } catch (...) {
        return raise_current();
    }
}

// PyArg_ParseTuple that throws.
template <class... Out>
void parse(PyObject* args, const char* format, Out... out) {
    if (!PyArg_ParseTuple(args, format, out...)) throw PythonError();
}

inline PyObject* none() {
    Py_INCREF(Py_None);
    return Py_None;
}

}  // namespace sacreval
