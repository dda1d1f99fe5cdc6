// The extension module: a Python function per kernel, called as (texts, out, workers, options...).
#include "boundary.hpp"

#include <cstring>
#include <memory>

#include "all_pairs.hpp"
#include "bleu.hpp"
#include "chrf.hpp"
#include "distances.hpp"
#include "edits.hpp"
#include "fragments.hpp"
#include "json_keys.hpp"
#include "module_eed.hpp"
#include "module_lexer.hpp"
#include "module_meteor.hpp"
#include "module_nist.hpp"
#include "module_numbers.hpp"
#include "module_options.hpp"
#include "module_pairs.hpp"
#include "module_records.hpp"
#include "module_rouge155.hpp"
#include "module_sets.hpp"
#include "module_squad.hpp"
#include "module_texts.hpp"
#include "module_words.hpp"
#include "ngram_graphs.hpp"
#include "overlap.hpp"
#include "rouge.hpp"
#include "word_order.hpp"

namespace sacreval {
namespace {

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

// Two arrays instead of one: out is (by instance, by pair), and by instance may be None.
PyObject* py_bleu_leave_one_out(PyObject*, PyObject* args) {
    return guarded([&] {
        const BleuCall call(args);
        Texts& texts = batch_of(call.texts).texts;
        PyObject *whole = nullptr, *pairs = nullptr;
        parse(call.out, "OO", &whole, &pairs);
        const std::size_t width = 2 + 2 * call.options.order;
        const Rows rows(pairs, texts.pairs(), width);
        std::unique_ptr<Rows> plain;
        if (whole != Py_None) plain = std::make_unique<Rows>(whole, texts.size(), width);
        released(call.workers, [&](Run run) {
            bleu_leave_one_out(texts, call.options, run, rows.data(),
                               plain ? plain->data() : nullptr);
        });
        return none();
    });
}

// ((first, last), a kernel's own arguments): the rows to compute, and how.
struct AllPairsCall {
    PyObject* kernel = nullptr;

    explicit AllPairsCall(PyObject* args) {
        PyObject* range = nullptr;
        parse(args, "OO", &range, &kernel);
        parse(range, "nn", &first_, &last_);
    }
    RowRange rows_in(const Texts& texts) const {
        if (texts.size() != 1) throw std::invalid_argument("all pairs are those of one instance");
        if (first_ < 0 || last_ < first_ || static_cast<std::size_t>(last_) > texts.count(0))
            throw std::invalid_argument("the range of rows is not among the texts");
        return {static_cast<std::size_t>(first_), static_cast<std::size_t>(last_)};
    }

  private:
    Py_ssize_t first_ = 0, last_ = 0;
};

PyObject* py_bleu_all_pairs(PyObject*, PyObject* args) {
    return guarded([&] {
        const AllPairsCall all(args);
        const BleuCall call(all.kernel);
        Texts& texts = batch_of(call.texts).texts;
        const RowRange wanted = all.rows_in(texts);
        const Rows rows(call.out, wanted.size() * texts.count(0), 2 + 2 * call.options.order);
        released(call.workers, [&](Run run) {
            bleu_all_pairs(texts, call.options, run, wanted, rows.data());
        });
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

struct ChrfCall {
    PyObject *texts = nullptr, *out = nullptr;
    Py_ssize_t workers = 1;
    ChrfOptions options;

    explicit ChrfCall(PyObject* args) {
        Py_ssize_t char_order = 6, word_order = 0;
        int lowercase = 0, whitespace = 0;
        parse(args, "OOnnnpp", &texts, &out, &workers, &char_order, &word_order, &lowercase,
              &whitespace);
        options = {order_in(char_order, 0), order_in(word_order, 0), lowercase != 0,
                   whitespace != 0};
        if (lowercase) lower(batch_of(texts));
    }
    std::size_t width() const { return 3 * (options.char_order + options.word_order); }
};

PyObject* py_chrf_pairs(PyObject*, PyObject* args) {
    return guarded([&] {
        const ChrfCall call(args);
        const Texts& texts = batch_of(call.texts).texts;
        const Rows rows(call.out, texts.pairs(), call.width());
        released(call.workers, [&](Run run) { chrf_pairs(texts, call.options, run, rows.data()); });
        return none();
    });
}

PyObject* py_chrf_all_pairs(PyObject*, PyObject* args) {
    return guarded([&] {
        const AllPairsCall all(args);
        const ChrfCall call(all.kernel);
        const Texts& texts = batch_of(call.texts).texts;
        const RowRange wanted = all.rows_in(texts);
        const Rows rows(call.out, wanted.size() * texts.count(0), call.width());
        released(call.workers, [&](Run run) {
            chrf_all_pairs(texts, call.options, run, wanted, rows.data());
        });
        return none();
    });
}

PyObject* py_graph_similarities(PyObject*, PyObject* args) {
    return guarded([&] {
        PyObject *handle = nullptr, *out = nullptr;
        Py_ssize_t workers = 1, min_n = 3, max_n = 3, window = 3;
        int as_released = 1, leave_out = 0;
        parse(args, "OOnnnnpp", &handle, &out, &workers, &min_n, &max_n, &window, &as_released,
              &leave_out);
        if (window < 1) throw std::invalid_argument("window must be at least 1");
        const GraphOptions options{order_in(min_n, 1), order_in(max_n, 1),
                                   static_cast<std::size_t>(window), as_released != 0,
                                   leave_out != 0};
        Texts& texts = batch_of(handle).texts;
        const Rows rows(out, leave_out ? texts.pairs() : texts.size(), 2);
        auto* scores = reinterpret_cast<double*>(rows.data());
        released(workers, [&](Run run) { graph_similarities(texts, options, run, scores); });
        return none();
    });
}

// "1" to "9", "L", "Lsum".
int rouge_type(PyObject* name) {
    const char* text = PyUnicode_Check(name) ? PyUnicode_AsUTF8AndSize(name, nullptr) : "";
    if (text == nullptr) throw PythonError();
    if (std::strcmp(text, "L") == 0) return kRougeL;
    if (std::strcmp(text, "Lsum") == 0) return kRougeLsum;
    if (text[0] >= '1' && text[0] <= '9' && text[1] == 0) return text[0] - '0';
    throw std::invalid_argument("a ROUGE type must be 1 to 9, L or Lsum");
}

PyObject* py_rouge_pairs(PyObject*, PyObject* args) {
    return guarded([&] {
        PyObject *handle = nullptr, *out = nullptr, *types = nullptr;
        Py_ssize_t workers = 1;
        int stemmer = 0;
        parse(args, "OOnO!p", &handle, &out, &workers, &PyTuple_Type, &types, &stemmer);
        RougeOptions options;
        options.stemmer = stemmer != 0;
        for (Py_ssize_t k = 0; k < PyTuple_Size(types); ++k)
            options.types.push_back(rouge_type(PyTuple_GetItem(types, k)));
        Texts& texts = batch_of(handle).texts;
        const Rows rows(out, texts.pairs(), 3 * options.types.size());
        released(workers, [&](Run run) { rouge_pairs(texts, options, run, rows.data()); });
        return none();
    });
}

// The binding of a kernel without options that fills `width` counts for each pair:
// name(texts, out, workers).
template <auto kernel, std::size_t width>
PyObject* pairs(PyObject*, PyObject* args) {
    return guarded([&] {
        PyObject *handle = nullptr, *out = nullptr;
        Py_ssize_t workers = 1;
        parse(args, "OOn", &handle, &out, &workers);
        Texts& texts = batch_of(handle).texts;
        const Rows rows(out, texts.pairs(), width);
        released(workers, [&](Run run) { kernel(texts, run, rows.data()); });
        return none();
    });
}

// The same with one flag: name(texts, out, workers, flag).
template <auto kernel, std::size_t width>
PyObject* flagged_pairs(PyObject*, PyObject* args) {
    return guarded([&] {
        PyObject *handle = nullptr, *out = nullptr;
        Py_ssize_t workers = 1;
        int flag = 0;
        parse(args, "OOnp", &handle, &out, &workers, &flag);
        Texts& texts = batch_of(handle).texts;
        const Rows rows(out, texts.pairs(), width);
        released(workers, [&](Run run) { kernel(texts, flag != 0, run, rows.data()); });
        return none();
    });
}

// A kernel of word order: name(texts, out, workers, tokenize, lowercase, context).
template <auto kernel>
PyObject* order_pairs(PyObject*, PyObject* args) {
    return guarded([&] {
        PyObject *handle = nullptr, *out = nullptr;
        Py_ssize_t workers = 1, context = 1;
        const char* tokenize = nullptr;
        int lowercase = 0;
        parse(args, "OOnspn", &handle, &out, &workers, &tokenize, &lowercase, &context);
        Batch& batch = batch_of(handle);
        const OrderOptions options{tokenizer_named(tokenize), lowercase != 0, order_in(context, 1)};
        if (lowercase) lower(batch);
        const Rows rows(out, batch.texts.pairs(), 4);
        released(workers, [&](Run run) { kernel(batch.texts, options, run, rows.data()); });
        return none();
    });
}

// doubtful_key(bytes, start) -> offset
PyObject* py_doubtful_key(PyObject*, PyObject* args) {
    return guarded([&] {
        const char* text = nullptr;
        Py_ssize_t size = 0, start = 0;
        parse(args, "y#n", &text, &size, &start);
        if (start < 0) throw std::invalid_argument("start must not be negative");
        const auto length = static_cast<std::size_t>(size), first = static_cast<std::size_t>(start);
        return PyLong_FromSize_t(doubtful_key(text, length, first));
    });
}

PyMethodDef methods[] = {
    {"gather", gather, METH_VARARGS, "gather(predictions, references, limit)"},
    {"bleu", py_bleu, METH_VARARGS, nullptr},
    {"bleu_leave_one_out", py_bleu_leave_one_out, METH_VARARGS, nullptr},
    {"gleu_pairs", py_gleu_pairs, METH_VARARGS, nullptr},
    {"chrf_pairs", py_chrf_pairs, METH_VARARGS, nullptr},
    {"bleu_all_pairs", py_bleu_all_pairs, METH_VARARGS, "bleu_all_pairs((first, last), arguments)"},
    {"chrf_all_pairs", py_chrf_all_pairs, METH_VARARGS, "chrf_all_pairs((first, last), arguments)"},
    {"graph_similarities", py_graph_similarities, METH_VARARGS, nullptr},
    {"rouge_pairs", py_rouge_pairs, METH_VARARGS, nullptr},
    {"rouge155_pairs", py_rouge155_pairs, METH_VARARGS, nullptr},
    {"edit_pairs", flagged_pairs<edit_pairs, 4>, METH_VARARGS, nullptr},
    {"distance_pairs", flagged_pairs<distance_pairs, 3>, METH_VARARGS, nullptr},
    {"overlap_pairs", flagged_pairs<overlap_pairs, 3>, METH_VARARGS, nullptr},
    {"ribes_pairs", order_pairs<ribes_pairs>, METH_VARARGS, nullptr},
    {"lepor_pairs", order_pairs<lepor_pairs>, METH_VARARGS, nullptr},
    {"hlepor_pairs", order_pairs<hlepor_pairs>, METH_VARARGS, nullptr},
    {"equal_pairs", pairs<equal_pairs, 1>, METH_VARARGS, nullptr},
    {"bleu_of_others", py_bleu_of_others, METH_VARARGS, nullptr},
    {"sari", py_sari, METH_VARARGS, nullptr},
    {"distinct_ngrams", py_distinct_ngrams, METH_VARARGS, nullptr},
    {"repeated_ngrams", py_repeated_ngrams, METH_VARARGS, nullptr},
    {"cider", py_cider, METH_VARARGS, nullptr},
    {"fragment_pairs", pairs<fragment_pairs, 4>, METH_VARARGS, nullptr},
    {"nist_table", py_nist_table, METH_VARARGS, nullptr},
    {"nist_rows", py_nist_rows, METH_VARARGS, nullptr},
    {"eed_pairs", py_eed_pairs, METH_VARARGS, nullptr},
    {"squad_text", py_squad_text, METH_O, "squad_text(text)"},
    {"doubtful_key", py_doubtful_key, METH_VARARGS, "doubtful_key(json, start)"},
    {"column_sums", py_column_sums, METH_VARARGS, "column_sums(rows, width)"},
    {"logarithms", py_logarithms, METH_VARARGS, "logarithms(numbers)"},
    {"exponentials", py_exponentials, METH_VARARGS, "exponentials(numbers)"},
    {"porter_stem", py_porter_stem, METH_VARARGS, nullptr},
    {"ter_pairs", py_ter_pairs, METH_VARARGS, nullptr},
    {"meteor_pairs", py_meteor_pairs, METH_VARARGS, nullptr},
    {"english_stem", py_english_stem, METH_VARARGS, nullptr},
    {"meteor15_pairs", py_meteor15_pairs, METH_VARARGS, nullptr},
    {"words", py_words, METH_VARARGS, nullptr},
    {"paraphrases", py_paraphrases, METH_VARARGS, nullptr},
    {"wordnet_synonyms", py_wordnet_synonyms, METH_VARARGS, nullptr},
    {"read_records", py_read_records, METH_VARARGS, "read_records(bytes, first)"},
    {"line_ends", py_line_ends, METH_VARARGS, nullptr},
    {"read_aligned", py_read_aligned, METH_VARARGS, "read_aligned(texts, offsets, first, most)"},
    {"records_part", py_records_part, METH_VARARGS, "records_part(records, indices)"},
    {"records_numbers", py_records_numbers, METH_VARARGS, nullptr},
    {"records_fields", py_records_fields, METH_VARARGS, nullptr},
    {"records_lines", py_records_lines, METH_VARARGS, "records_lines(records, start, stop)"},
    {"records_column", py_records_column, METH_VARARGS, "records_column(records, name)"},
    {"records_texts", py_records_texts, METH_VARARGS, "records_texts(records, limit)"},
    {"texts_starts", py_texts_starts, METH_VARARGS, nullptr},
    {"reference_counts", py_reference_counts, METH_VARARGS, nullptr},
    {"blank_outputs", py_blank_outputs, METH_VARARGS, nullptr},
    {"text_hashes", py_text_hashes, METH_VARARGS, "text_hashes(texts, ids, workers)"},
    {"lexer", py_lexer, METH_VARARGS, "lexer(rules, dropped)"},
    {"lexer_lines", py_lexer_lines, METH_VARARGS, "lexer_lines(lexer, texts, workers)"},
    {"agreeing_pairs", py_agreeing_pairs, METH_VARARGS, nullptr},
    {"weighted_pairs", py_weighted_pairs, METH_VARARGS, nullptr},
    {"weighted_ranks", py_weighted_ranks, METH_VARARGS, nullptr},
    {"best_threshold", py_best_threshold, METH_VARARGS, nullptr},
    {"split_verdicts", py_split_verdicts, METH_VARARGS, nullptr},
    {"count_at_least", py_count_at_least, METH_VARARGS, nullptr},
    {"soft_swaps", py_soft_swaps, METH_VARARGS, nullptr},
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
