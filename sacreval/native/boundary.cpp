// Collects lists of str while holding the GIL, and translates exceptions to Python errors.
#include "boundary.hpp"

#include <new>
#include <stdexcept>

#include "lowercase.hpp"

namespace sacreval {
namespace {

constexpr char32_t kSigma = 0x3A3;  // capital sigma, whose lower case differs at the end of a word
constexpr const char* kCapsule = "sacreval.native.texts";

void destroy(PyObject* capsule) {
    delete static_cast<Batch*>(PyCapsule_GetPointer(capsule, kCapsule));
}

// A list or tuple to index; any other sequence is copied once. A str is rejected.
class Items {
  public:
    explicit Items(PyObject* object, const char* what)
        : held_(PyUnicode_Check(object) ? fail(object, what) : sequence(object)),
          list_(PyList_Check(held_.get()) != 0),
          size_(list_ ? PyList_Size(held_.get()) : PyTuple_Size(held_.get())) {}

    Py_ssize_t size() const { return size_; }
    PyObject* operator[](Py_ssize_t i) const {  // borrowed reference
        PyObject* item = list_ ? PyList_GetItem(held_.get(), i) : PyTuple_GetItem(held_.get(), i);
        if (item == nullptr) throw PythonError();
        return item;
    }

  private:
    static PyObject* sequence(PyObject* object) {
        if (!PyList_Check(object) && !PyTuple_Check(object)) return PySequence_Tuple(object);
        Py_INCREF(object);
        return object;
    }
    static PyObject* fail(PyObject*, const char* what) {
        PyErr_Format(PyExc_TypeError, "%s must be a sequence of str, not one str", what);
        return nullptr;
    }
    Ref held_;
    bool list_;
    Py_ssize_t size_;
};

void add(Batch& batch, PyObject* text, const char* what, Py_ssize_t at) {
    if (!PyUnicode_Check(text)) {
        PyErr_Format(PyExc_TypeError, "%s %zd must be str, not %R", what, at,
                     reinterpret_cast<PyObject*>(Py_TYPE(text)));
        throw PythonError();
    }
    batch.texts.texts.push_back(utf8_of(text, batch.owners));
    Py_INCREF(text);
    batch.owners.emplace_back(text);
}

void fill(Batch& batch, const Items& predictions, const Items& references) {
    const Py_ssize_t n = predictions.size();
    if (references.size() != n) {
        PyErr_Format(PyExc_ValueError, "%zd predictions but %zd lists of references", n,
                     references.size());
        throw PythonError();
    }
    batch.texts.starts.reserve(static_cast<std::size_t>(n) + 1);
    batch.texts.starts.push_back(0);
    for (Py_ssize_t i = 0; i < n; ++i) {
        add(batch, predictions[i], "prediction", i);
        const Items own(references[i], "the references of a prediction");
        for (Py_ssize_t j = 0; j < own.size(); ++j) add(batch, own[j], "a reference of instance", i);
        batch.texts.starts.push_back(batch.texts.texts.size() - batch.texts.starts.size());
    }
}

// Records the lower case of a text's characters; false if that is not enough to lower-case it.
template <class LowerCase>
bool by_character(const Utf8& text, LowerCase& lower_case) {
    if (text.ascii()) return true;
    bool alone = true;
    const auto learn = [&](char32_t c) {
        char32_t lower = lower_of(c);
        if (lower == kUnknown) {
            const Ref result = lower_case(Ref(PyUnicode_FromOrdinal(static_cast<int>(c))).get());
            const bool one = c != kSigma && PyUnicode_GetLength(result.get()) == 1;
            lower = one ? PyUnicode_ReadChar(result.get(), 0) : kNotAlone;
            lower_table[c].store(lower, std::memory_order_relaxed);
        }
        alone = alone && lower != kNotAlone;
    };
    const char *p = text.data, *end = p + text.bytes;
    while ((p = skip_ascii(p, end)) < end) {
        const char* start = p;
        while (p < end && static_cast<unsigned char>(*p) >= 0x80) ++p;
        for_characters(start, static_cast<std::size_t>(p - start), learn);
    }
    return alone;
}

}  // namespace

Utf8 utf8_of(PyObject* text, std::vector<Ref>& owners) {
    const Py_ssize_t length = PyUnicode_GetLength(text);
    Py_ssize_t bytes = 0;
    const char* data = PyUnicode_AsUTF8AndSize(text, &bytes);
    if (data == nullptr) {
        if (!PyErr_ExceptionMatches(PyExc_UnicodeEncodeError)) throw PythonError();
        PyErr_Clear();  // lone surrogates, which the official libraries count too
        owners.emplace_back(PyUnicode_AsEncodedString(text, "utf-8", "surrogatepass"));
        PyObject* encoded = owners.back().get();
        bytes = PyBytes_Size(encoded);
        data = PyBytes_AsString(encoded);
    }
    return {data, static_cast<std::size_t>(bytes), static_cast<std::size_t>(length)};
}

PyObject* gather(PyObject*, PyObject* args) {
    return guarded([&] {
        PyObject *predictions = nullptr, *references = nullptr;
        Py_ssize_t limit = 0;
        parse(args, "OOn", &predictions, &references, &limit);
        auto batch = std::make_unique<Batch>();
        batch->texts.limit = static_cast<std::size_t>(limit);
        fill(*batch, Items(predictions, "predictions"), Items(references, "references"));
        return capsule_of(std::move(batch));
    });
}

PyObject* capsule_of(std::unique_ptr<Batch> batch) {
    Ref capsule(PyCapsule_New(batch.get(), kCapsule, destroy));
    batch.release();
    return capsule.release();
}

Batch& batch_of(PyObject* capsule) {
    if (!PyCapsule_IsValid(capsule, kCapsule)) {
        PyErr_SetString(PyExc_TypeError, "expected texts that sacreval.native.Texts gathered");
        throw PythonError();
    }
    return *static_cast<Batch*>(PyCapsule_GetPointer(capsule, kCapsule));
}

void lower(Batch& batch) {
    Texts& texts = batch.texts;
    if (texts.lowered.size() == texts.texts.size()) return;
    const Ref method(PyObject_GetAttrString(reinterpret_cast<PyObject*>(&PyUnicode_Type), "lower"));
    const auto lower_case = [&](PyObject* text) {
        return Ref(PyObject_CallFunctionObjArgs(method.get(), text, nullptr));
    };
    std::vector<Utf8> lowered(texts.texts.size());
    std::vector<Ref> owners;
    for (std::size_t t = 0; t < texts.texts.size(); ++t) {
        const Utf8& text = texts.texts[t];
        if (by_character(text, lower_case)) continue;
        const auto bytes = static_cast<Py_ssize_t>(text.bytes);
        const Ref whole(PyUnicode_DecodeUTF8(text.data, bytes, "surrogatepass"));
        Ref result = lower_case(whole.get());
        lowered[t] = utf8_of(result.get(), owners);
        owners.push_back(std::move(result));
    }
    batch.lowered_owners = std::move(owners);
    texts.lowered = std::move(lowered);
}

Rows::Rows(PyObject* out, std::size_t rows, std::size_t width) {
    if (PyObject_GetBuffer(out, &view_, PyBUF_WRITABLE) != 0) throw PythonError();
    if (static_cast<std::size_t>(view_.len) == rows * width * sizeof(std::int64_t)) return;
    PyErr_Format(PyExc_ValueError, "expected room for %zu x %zu int64, not %zd bytes", rows, width,
                 view_.len);
    PyBuffer_Release(&view_);
    throw PythonError();
}

PyObject* raise_current() noexcept {
    try {
        throw;
    } catch (const PythonError&) {
    } catch (const Interrupted&) {  // PyErr_CheckSignals has set KeyboardInterrupt
    } catch (const std::bad_alloc&) {
        PyErr_NoMemory();
    } catch (const std::length_error&) {
        PyErr_SetString(PyExc_OverflowError, "a text is too long for the native kernels");
    } catch (const std::overflow_error& error) {
        PyErr_SetString(PyExc_OverflowError, error.what());
    } catch (const std::invalid_argument& error) {
        PyErr_SetString(PyExc_ValueError, error.what());
    } catch (const std::exception& error) {
        PyErr_SetString(PyExc_RuntimeError, error.what());
    } catch (...) {
        PyErr_SetString(PyExc_RuntimeError, "unknown error in a native kernel");
    }
    return nullptr;
}

}  // namespace sacreval
