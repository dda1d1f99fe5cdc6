// Calls str.isalnum and str.lower, with the GIL.
#include "running_python.hpp"

#include <new>

namespace sacreval {
namespace {

// A Python error would be lost with this thread's state; only lack of memory can cause one.
template <class Work>
bool with_gil(Work&& work) {
    const PyGILState_STATE state = PyGILState_Ensure();
    bool failed = false, result = false;
    try {
        result = work();
    } catch (...) {
        PyErr_Clear();
        failed = true;
    }
    PyGILState_Release(state);
    if (failed) throw std::bad_alloc();
    return result;
}

}  // namespace

bool RunningPython::is_alnum(char32_t c) {
    return with_gil([&] {
        const Ref answer(PyObject_CallMethod(string({&c, 1}).get(), "isalnum", nullptr));
        return answer.get() == Py_True;
    });
}

void RunningPython::lower(std::vector<char32_t>& text) {
    with_gil([&] {
        const Ref lowered(
            PyObject_CallMethod(string({text.data(), text.size()}).get(), "lower", nullptr));
        std::vector<Ref> owners;
        const Utf8 result = utf8_of(lowered.get(), owners);
        text.resize(result.length);
        decode_utf8(result.data, result.bytes, text.data());
        return true;
    });
}

Ref RunningPython::string(Span<char32_t> text) {
    // The native byte order; with 0 Python would drop a leading U+FEFF as a byte order mark.
    const std::uint16_t one = 1;
    int order = *reinterpret_cast<const unsigned char*>(&one) == 1 ? -1 : 1;
    return Ref(PyUnicode_DecodeUTF32(reinterpret_cast<const char*>(text.data),
                                     static_cast<Py_ssize_t>(text.size * sizeof(char32_t)),
                                     "surrogatepass", &order));
}

}  // namespace sacreval
