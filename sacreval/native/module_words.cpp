// Python functions of the kernels that align words: parse arguments, call the kernel, fill rows.
#include "module_words.hpp"

#include <cstring>
#include <stdexcept>

#include "meteor.hpp"
#include "paraphrases.hpp"
#include "porter.hpp"
#include "running_python.hpp"
#include "ter.hpp"
#include "tokchar.hpp"
#include "words.hpp"

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

PyObject* py_meteor_pairs(PyObject*, PyObject* args) {
    return guarded([&] {
        PyObject *handle = nullptr, *out = nullptr;
        Py_ssize_t workers = 1;
        const char *tokenize = nullptr, *wordnet = nullptr;
        int stem = 0;
        parse(args, "OOnspz", &handle, &out, &workers, &tokenize, &stem, &wordnet);
        Batch& batch = batch_of(handle);
        MeteorOptions options;
        options.nltk_words = std::strcmp(tokenize, "word") == 0;
        if (!options.nltk_words && std::strcmp(tokenize, "whitespace") != 0)
            throw std::invalid_argument("tokenize must be whitespace or word");
        options.stem = stem != 0;
        options.memory = meteor_memory(wordnet != nullptr ? wordnet : "");
        lower(batch);
        const Rows rows(out, batch.texts.pairs(), 4);
        RunningPython python;
        released(workers,
                 [&](Run run) { meteor_pairs(batch.texts, options, python, run, rows.data()); });
        return none();
    });
}

PyObject* py_words(PyObject*, PyObject* args) {
    return guarded([&] {
        PyObject* text = nullptr;
        parse(args, "U", &text);
        std::vector<Ref> owners;
        const Utf8 bytes = utf8_of(text, owners);
        std::vector<char32_t> wide(bytes.length);
        decode_utf8(bytes.data, bytes.bytes, wide.data());
        RunningPython python;
        WordTokenizer<char32_t> tokenizer(python);
        Ref list(PyList_New(0));
        split_words(tokenizer({wide.data(), wide.size()}), [&](Span<char32_t> word) {
            if (PyList_Append(list.get(), RunningPython::string(word).get()) != 0)
                throw PythonError();
        });
        return list.release();
    });
}

// porter_stem(str) -> str, for tests: the word must be lower case already.
PyObject* py_porter_stem(PyObject*, PyObject* args) {
    return guarded([&] {
        PyObject* text = nullptr;
        parse(args, "U", &text);
        std::vector<Ref> owners;
        const Utf8 word = utf8_of(text, owners);
        std::vector<char32_t> wide(word.length);
        decode_utf8(word.data, word.bytes, wide.data());
        const std::size_t size = porter_stem(wide.data(), wide.size());
        return RunningPython::string({wide.data(), size}).release();
    });
}

// paraphrases(path, phrase) -> list of phrases, for tests: a phrase has blanks between its words.
PyObject* py_paraphrases(PyObject*, PyObject* args) {
    return guarded([&] {
        const char *path = nullptr, *phrase = nullptr;
        parse(args, "ss", &path, &phrase);
        const auto table = paraphrase_table(path);
        Ref list(PyList_New(0));
        for (const std::string& found : paraphrases_of(*table, phrase)) {
            const Ref item(
                PyUnicode_FromStringAndSize(found.data(), static_cast<Py_ssize_t>(found.size())));
            if (PyList_Append(list.get(), item.get()) != 0) throw PythonError();
        }
        return list.release();
    });
}

PyObject* py_wordnet_synonyms(PyObject*, PyObject* args) {
    return guarded([&] {
        const char *folder = nullptr, *word = nullptr;
        parse(args, "ss", &folder, &word);
        const auto wordnet = wordnet_in(folder);
        Ref list(PyList_New(0));
        for (const std::string_view name : wordnet->synonyms(word)) {
            const Ref item(
                PyUnicode_FromStringAndSize(name.data(), static_cast<Py_ssize_t>(name.size())));
            if (PyList_Append(list.get(), item.get()) != 0) throw PythonError();
        }
        return list.release();
    });
}

}  // namespace sacreval
