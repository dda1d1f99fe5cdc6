// Python functions of the kernels of sets: parse options, call the kernel, fill rows.
#include "module_sets.hpp"

#include "cider.hpp"
#include "diversity.hpp"
#include "module_options.hpp"
#include "others.hpp"
#include "sari.hpp"

namespace sacreval {
namespace {

std::size_t one_instance(const Texts& texts) {
    if (texts.size() != 1)
        throw std::invalid_argument("the texts of a set are those of one instance");
    return texts.count(0);
}

struct DiversityCall {
    PyObject *texts = nullptr, *out = nullptr;
    Py_ssize_t workers = 1;
    DiversityOptions options;

    explicit DiversityCall(PyObject* args) {
        PyObject* orders = nullptr;
        int characters = 0, lowercase = 0;
        parse(args, "OOnppO!", &texts, &out, &workers, &characters, &lowercase, &PyTuple_Type,
              &orders);
        options.characters = characters != 0;
        options.lowercase = lowercase != 0;
        for (Py_ssize_t k = 0; k < PyTuple_Size(orders); ++k) {
            const Py_ssize_t order = PyLong_AsSsize_t(PyTuple_GetItem(orders, k));
            if (order == -1 && PyErr_Occurred()) throw PythonError();
            options.orders.push_back(order_in(order, 1));
        }
        if (options.orders.empty()) throw std::invalid_argument("there is no order");
        if (lowercase) lower(batch_of(texts));
    }
    std::size_t width() const { return 2 * options.orders.size(); }
};

// Numbers of texts, which must add up to `total`, from a buffer of int64.
std::vector<std::size_t> sizes_in(PyObject* buffer, std::size_t count, std::size_t total) {
    const Rows held(buffer, count, 1);
    std::vector<std::size_t> sizes;
    for (std::size_t i = 0; i < count; ++i) {
        const std::int64_t size = held.data()[i];
        if (size < 2 || static_cast<std::uint64_t>(size) > total)
            throw std::invalid_argument("a record has too few or too many texts");
        sizes.push_back(static_cast<std::size_t>(size));
        total -= sizes.back();
    }
    if (total != 0) throw std::invalid_argument("records have other texts than the batch");
    return sizes;
}

}  // namespace

// (texts, out, workers, tokenize, lowercase, order)
PyObject* py_bleu_of_others(PyObject*, PyObject* args) {
    return guarded([&] {
        PyObject *handle = nullptr, *out = nullptr;
        Py_ssize_t workers = 1, order = 4;
        const char* tokenize = nullptr;
        int lowercase = 0;
        parse(args, "OOnspn", &handle, &out, &workers, &tokenize, &lowercase, &order);
        Batch& batch = batch_of(handle);
        const BleuOptions options{tokenizer_named(tokenize), lowercase != 0, order_in(order, 1)};
        if (lowercase) lower(batch);
        const Rows rows(out, one_instance(batch.texts), 2 + 2 * options.order);
        released(workers, [&](Run run) { bleu_of_others(batch.texts, options, run, rows.data()); });
        return none();
    });
}

// (texts, out, workers, tokenize, lowercase, leave_one_out, documents)
PyObject* py_sari(PyObject*, PyObject* args) {
    return guarded([&] {
        PyObject *handle = nullptr, *out = nullptr;
        Py_ssize_t workers = 1;
        const char* tokenize = nullptr;
        int lowercase = 0, leave_one_out = 0, documents = 0;
        parse(args, "OOnsppp", &handle, &out, &workers, &tokenize, &lowercase, &leave_one_out,
              &documents);
        Batch& batch = batch_of(handle);
        const SariOptions options{tokenizer_named(tokenize), lowercase != 0, leave_one_out != 0,
                                  documents != 0};
        if (lowercase) lower(batch);
        const std::size_t count = leave_one_out ? batch.texts.pairs() : batch.texts.size();
        const Rows rows(out, count, options.width());
        auto* scores = reinterpret_cast<double*>(rows.data());
        released(workers, [&](Run run) { sari(batch.texts, options, run, scores); });
        return none();
    });
}

// (texts, out, workers, characters, lowercase, orders)
PyObject* py_distinct_ngrams(PyObject*, PyObject* args) {
    return guarded([&] {
        const DiversityCall call(args);
        Texts& texts = batch_of(call.texts).texts;
        one_instance(texts);
        const Rows rows(call.out, call.options.orders.size(), 2);
        released(call.workers,
                 [&](Run run) { distinct_ngrams(texts, call.options, run, rows.data()); });
        return none();
    });
}

// (texts, out, workers, characters, lowercase, orders)
PyObject* py_repeated_ngrams(PyObject*, PyObject* args) {
    return guarded([&] {
        const DiversityCall call(args);
        Texts& texts = batch_of(call.texts).texts;
        const Rows rows(call.out, texts.size(), call.width());
        released(call.workers,
                 [&](Run run) { repeated_ngrams(texts, call.options, run, rows.data()); });
        return none();
    });
}

// (texts, out, workers, tokenize, lowercase, width, sizes, n)
PyObject* py_cider(PyObject*, PyObject* args) {
    return guarded([&] {
        PyObject *handle = nullptr, *out = nullptr, *buffer = nullptr;
        Py_ssize_t workers = 1, records = 0;
        const char* tokenize = nullptr;
        int lowercase = 0;
        double width = 0;
        parse(args, "OOnspdOn", &handle, &out, &workers, &tokenize, &lowercase, &width, &buffer,
              &records);
        Batch& batch = batch_of(handle);
        const CiderOptions options{tokenizer_named(tokenize), lowercase != 0, width};
        if (records < 1) throw std::invalid_argument("there is no record");
        const auto n = static_cast<std::size_t>(records);
        const auto sizes = sizes_in(buffer, n, one_instance(batch.texts));
        if (lowercase) lower(batch);
        const Rows rows(out, n, 1);
        auto* scores = reinterpret_cast<double*>(rows.data());
        released(workers, [&](Run run) { cider(batch.texts, options, sizes, run, scores); });
        return none();
    });
}

}  // namespace sacreval
