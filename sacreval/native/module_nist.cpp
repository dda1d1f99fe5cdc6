// Python functions of NIST: a table in a capsule, and rows from it.
#include "module_nist.hpp"

#include "module_options.hpp"
#include "nist.hpp"

namespace sacreval {
namespace {

constexpr const char* kCapsule = "sacreval.native.ngrams";

struct Table {
    std::shared_ptr<const NistTable> held;
    std::size_t width;
};

void destroy(PyObject* capsule) {
    delete static_cast<Table*>(PyCapsule_GetPointer(capsule, kCapsule));
}

const Table& table_of(PyObject* capsule) {
    if (!PyCapsule_IsValid(capsule, kCapsule)) {
        PyErr_SetString(PyExc_TypeError, "expected a table of nist_table");
        throw PythonError();
    }
    return *static_cast<const Table*>(PyCapsule_GetPointer(capsule, kCapsule));
}

}  // namespace

// (texts, tokenize, lowercase, ascii_lowercase, order, mteval) -> capsule
PyObject* py_nist_table(PyObject*, PyObject* args) {
    return guarded([&] {
        PyObject* handle = nullptr;
        const char* tokenize = nullptr;
        Py_ssize_t order = 5;
        int lowercase = 0, ascii_lowercase = 0, mteval = 0;
        parse(args, "Osppnp", &handle, &tokenize, &lowercase, &ascii_lowercase, &order, &mteval);
        Batch& batch = batch_of(handle);
        const NistOptions options{tokenizer_named(tokenize), lowercase != 0, ascii_lowercase != 0,
                                  order_in(order, 1), mteval != 0};
        if (lowercase) lower(batch);
        auto table = std::make_unique<Table>();
        table->width = 3 * options.order + 1;
        released(1, [&](Run run) { table->held = nist_table(batch.texts, options, run); });
        Ref capsule(PyCapsule_New(table.get(), kCapsule, destroy));
        table.release();
        return capsule.release();
    });
}

// (texts, (rows, left out or None), workers, table, lowercase) -> whether the table was complete
PyObject* py_nist_rows(PyObject*, PyObject* args) {
    return guarded([&] {
        PyObject *handle = nullptr, *out = nullptr, *capsule = nullptr;
        PyObject *whole = nullptr, *pairs = nullptr;
        Py_ssize_t workers = 1;
        int lowercase = 0;
        parse(args, "OOnOp", &handle, &out, &workers, &capsule, &lowercase);
        parse(out, "OO", &whole, &pairs);
        Batch& batch = batch_of(handle);
        const Table& table = table_of(capsule);
        if (lowercase) lower(batch);
        for (std::size_t i = 0; i < batch.texts.size(); ++i)
            if (batch.texts.references(i) < (pairs == Py_None ? 1u : 2u))
                throw std::invalid_argument("an instance has too few references");
        const Rows rows(whole, batch.texts.size(), table.width);
        std::unique_ptr<Rows> left_out;
        if (pairs != Py_None)
            left_out = std::make_unique<Rows>(pairs, batch.texts.pairs(), table.width);
        bool complete = false;
        released(workers, [&](Run run) {
            complete = nist_rows(batch.texts, *table.held, run,
                                 reinterpret_cast<double*>(rows.data()),
                                 left_out ? reinterpret_cast<double*>(left_out->data()) : nullptr);
        });
        return PyBool_FromLong(complete);
    });
}

}  // namespace sacreval
