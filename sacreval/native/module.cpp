// The extension module: one Python function a kernel, called as (texts, out, workers, options...).
#include "boundary.hpp"

#include <cstring>

#include "bleu.hpp"

namespace sacreval {
namespace {

Tokenizer tokenizer_named(const char* name) {
    if (std::strcmp(name, "13a") == 0) return Tokenizer::v13a;
    if (std::strcmp(name, "char") == 0) return Tokenizer::chars;
    if (std::strcmp(name, "none") == 0) return Tokenizer::none;
    throw std::invalid_argument("tokenize must be 13a, char or none");
}

std::size_t order_in(Py_ssize_t order, Py_ssize_t least) {
    if (order < least || order > 1000)
        throw std::invalid_argument("an n-gram order is out of range (at most 1000)");
    return static_cast<std::size_t>(order);
}

struct BleuCall {
    PyObject *texts = nullptr, *out = nullptr;
    Py_ssize_t workers = 1, order = 4;
    const char* tokenize = nullptr;
    int lowercase = 0;
    BleuOptions options;

    explicit BleuCall(PyObject* args) {
        parse(args, "OOnspn", &texts, &out, &workers, &tokenize, &lowercase, &order);
        options = {tokenizer_named(tokenize), lowercase != 0, order_in(order, 1)};
        if (lowercase) lower(batch_of(texts));
    }
};

PyObject* py_bleu(PyObject*, PyObject* args) {
    return guarded([&] {
        const BleuCall call(args);
        Texts& texts = batch_of(call.texts).texts;
        const Rows rows(call.out, texts.size(), 2 + 2 * call.options.order);
        released(call.workers, [&](Run run) { bleu(texts, call.options, run, rows.data()); });
        return none();
    });
}

PyObject* py_bleu_leave_one_out(PyObject*, PyObject* args) {
    return guarded([&] {
        const BleuCall call(args);
        Texts& texts = batch_of(call.texts).texts;
        const Rows rows(call.out, texts.pairs(), 2 + 2 * call.options.order);
        released(call.workers,
                 [&](Run run) { bleu_leave_one_out(texts, call.options, run, rows.data()); });
        return none();
    });
}

PyObject* py_gleu_pairs(PyObject*, PyObject* args) {
    return guarded([&] {
        PyObject *handle = nullptr, *out = nullptr;
        Py_ssize_t workers = 1, min_len = 1, max_len = 4;
        const char* tokenize = nullptr;
        int lowercase = 0;
        parse(args, "OOnspnn", &handle, &out, &workers, &tokenize, &lowercase, &min_len, &max_len);
        Batch& batch = batch_of(handle);
        const GleuOptions options{tokenizer_named(tokenize), lowercase != 0, order_in(min_len, 1),
                                  order_in(max_len, 1)};
        if (lowercase) lower(batch);
        const Rows rows(out, batch.texts.pairs(), 2);
        released(workers, [&](Run run) { gleu_pairs(batch.texts, options, run, rows.data()); });
        return none();
    });
}

PyMethodDef methods[] = {
    {"gather", gather, METH_VARARGS, "gather(predictions, references, limit)"},
    {"bleu", py_bleu, METH_VARARGS, nullptr},
    {"bleu_leave_one_out", py_bleu_leave_one_out, METH_VARARGS, nullptr},
    {"gleu_pairs", py_gleu_pairs, METH_VARARGS, nullptr},
    {nullptr, nullptr, 0, nullptr},
};

PyModuleDef_Slot slots[] = {{0, nullptr}};

PyModuleDef definition = {
    PyModuleDef_HEAD_INIT, "_native", "Compiled kernels of sacreval.", 0, methods, slots,
    nullptr, nullptr, nullptr,
};

}  // namespace
}  // namespace sacreval

PyMODINIT_FUNC PyInit__native() { return PyModuleDef_Init(&sacreval::definition); }
