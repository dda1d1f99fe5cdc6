// Python functions of the kernels that align words: argument lists in, kernels called, rows out.
#include "module_words.hpp"

#include "ter.hpp"

namespace sacreval {

PyObject* py_ter_pairs(PyObject*, PyObject* args) {
    return guarded([&] {
        PyObject *handle = nullptr, *out = nullptr;
        Py_ssize_t workers = 1;
        int normalized = 0, no_punct = 0, asian = 0, case_sensitive = 0;
        parse(args, "OOnpppp", &handle, &out, &workers, &normalized, &no_punct, &asian,
              &case_sensitive);
        Batch& batch = batch_of(handle);
        TerOptions options;
        options.words.normalized = normalized != 0;
        options.words.no_punct = no_punct != 0;
        options.words.asian = asian != 0;
        options.lowercase = case_sensitive == 0;
        if (options.lowercase) lower(batch);
        const Rows rows(out, batch.texts.pairs(), 2);
        released(workers, [&](Run run) { ter_pairs(batch.texts, options, run, rows.data()); });
        return none();
    });
}

}  // namespace sacreval
