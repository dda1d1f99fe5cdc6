// Parses the options of ROUGE-1.5.5 and fills an array of doubles.
#include "module_rouge155.hpp"

#include <stdexcept>

#include "rouge155.hpp"

namespace sacreval {
namespace {

std::size_t positive(Py_ssize_t number) {
    if (number < 0) throw std::invalid_argument("an option of ROUGE-1.5.5 is below 0");
    return static_cast<std::size_t>(number);
}

}  // namespace

PyObject* py_rouge155_pairs(PyObject*, PyObject* args) {
    return guarded([&] {
        PyObject *handle = nullptr, *out = nullptr;
        Py_ssize_t workers = 1, ngrams = 0, gap = -1, words = 0, bytes = 0;
        Py_ssize_t stop_size = 0, irregular_size = 0;
        int lcs = 0, skip = 0, unigrams = 0, elements = 0, peers = 0, models = 0;
        const char *stop = nullptr, *irregular = nullptr;
        Rouge155Options options;
        parse(args, "OOnnpdppnippnny#y#", &handle, &out, &workers, &ngrams, &lcs, &options.weight,
              &skip, &unigrams, &gap, &elements, &peers, &models, &words, &bytes, &stop,
              &stop_size, &irregular, &irregular_size);
        if (elements < 0 || elements > static_cast<int>(Elements155::hmr2))
            throw std::invalid_argument("there are six kinds of basic elements");
        options.max_ngram = positive(ngrams);
        options.rouge_l = lcs != 0;
        options.skip = skip != 0;
        options.skip_unigrams = unigrams != 0;
        options.gap = gap;
        options.elements = static_cast<Elements155>(elements);
        options.stem_peers = peers != 0;
        options.stem_models = models != 0;
        options.max_words = positive(words);
        options.max_bytes = positive(bytes);
        options.stop.assign(stop, positive(stop_size));
        options.irregular.assign(irregular, positive(irregular_size));
        const Texts& texts = batch_of(handle).texts;
        const Rows rows(out, texts.pairs(), 3 * options.measures());
        // The buffer is an array of doubles, passed as eight-byte integers.
        auto* cells = static_cast<double*>(static_cast<void*>(rows.data()));
        released(workers, [&](Run run) { rouge155_pairs(texts, options, run, cells); });
        return none();
    });
}

}  // namespace sacreval
