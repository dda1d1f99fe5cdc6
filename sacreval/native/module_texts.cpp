// Hands to Python what is counted and hashed in the texts of a batch.
#include "module_texts.hpp"

#include <algorithm>

#include "blank_text.hpp"
#include "text_hashes.hpp"

namespace sacreval {
namespace {

PyObject* list_of(const std::vector<std::size_t>& numbers) {
    Ref list(PyList_New(static_cast<Py_ssize_t>(numbers.size())));
    for (std::size_t i = 0; i < numbers.size(); ++i) {
        Ref one(PyLong_FromSize_t(numbers[i]));
        if (PyList_SetItem(list.get(), static_cast<Py_ssize_t>(i), one.release()) != 0)
            throw PythonError();
    }
    return list.release();
}

// The ids of records: the first of consecutive numbers, or a list of str.
Ids ids_of(PyObject* given, std::size_t n, std::vector<Ref>& owners) {
    Ids ids;
    if (PyLong_Check(given)) {
        ids.first = PyLong_AsUnsignedLongLong(given);
        if (PyErr_Occurred() != nullptr) throw PythonError();
        return ids;
    }
    if (!PyList_Check(given) || static_cast<std::size_t>(PyList_Size(given)) != n)
        throw std::invalid_argument("expected one id for each record, or the first number");
    ids.names.reserve(n);
    for (std::size_t i = 0; i < n; ++i) {
        PyObject* name = PyList_GetItem(given, static_cast<Py_ssize_t>(i));
        if (!PyUnicode_Check(name)) throw std::invalid_argument("an id must be a str");
        Py_INCREF(name);
        owners.emplace_back(name);
        ids.names.push_back(utf8_of(name, owners));
    }
    return ids;
}

}  // namespace

PyObject* py_line_ends(PyObject*, PyObject* args) {
    return guarded([&] {
        const char* text = nullptr;
        Py_ssize_t size = 0;
        parse(args, "y#", &text, &size);
        return PyLong_FromSsize_t(std::count(text, text + size, '\n'));
    });
}

PyObject* py_texts_starts(PyObject*, PyObject* args) {
    return guarded([&] {
        PyObject* handle = nullptr;
        parse(args, "O", &handle);
        const std::vector<std::size_t>& starts = batch_of(handle).texts.starts;
        const std::vector<std::int64_t> wide(starts.begin(), starts.end());
        return PyBytes_FromStringAndSize(reinterpret_cast<const char*>(wide.data()),
                                         static_cast<Py_ssize_t>(wide.size() * sizeof wide[0]));
    });
}

PyObject* py_reference_counts(PyObject*, PyObject* args) {
    return guarded([&] {
        PyObject* handle = nullptr;
        parse(args, "O", &handle);
        const Texts& texts = batch_of(handle).texts;
        std::size_t least = texts.size() > 0 ? texts.references(0) : 0, most = least;
        for (std::size_t i = 0; i < texts.size(); ++i) {
            least = std::min(least, texts.references(i));
            most = std::max(most, texts.references(i));
        }
        return Py_BuildValue("(nn)", static_cast<Py_ssize_t>(least), static_cast<Py_ssize_t>(most));
    });
}

PyObject* py_blank_outputs(PyObject*, PyObject* args) {
    return guarded([&] {
        PyObject* handle = nullptr;
        parse(args, "O", &handle);
        const Texts& texts = batch_of(handle).texts;
        std::vector<std::size_t> blank;
        for (std::size_t i = 0; i < texts.size(); ++i)
            if (is_blank_text(texts.texts[texts.first(i)])) blank.push_back(i);
        return list_of(blank);
    });
}

PyObject* py_text_hashes(PyObject*, PyObject* args) {
    return guarded([&] {
        PyObject *handle = nullptr, *given = nullptr;
        Py_ssize_t workers = 1;
        parse(args, "OOn", &handle, &given, &workers);
        const Texts& texts = batch_of(handle).texts;
        std::vector<Ref> owners;
        const Ids ids = ids_of(given, texts.size(), owners);
        std::vector<std::uint64_t> contexts(texts.size());
        HashSums sums;
        released(workers, [&](Run run) { sums = text_hashes(texts, ids, run, contexts.data()); });
        const Ref each(PyBytes_FromStringAndSize(  // "y#" would be None for an empty batch
            reinterpret_cast<const char*>(contexts.data()),
            static_cast<Py_ssize_t>(contexts.size() * sizeof(std::uint64_t))));
        return Py_BuildValue("(OKK)", each.get(), static_cast<unsigned long long>(sums.contexts),
                             static_cast<unsigned long long>(sums.outputs));
    });
}

}  // namespace sacreval
