// Reads the options of METEOR 1.5's kernel, and asks Python for stems and function words.
#include "module_meteor.hpp"

#include <cstring>
#include <stdexcept>

#include "english_stemmer.hpp"
#include "meteor15.hpp"
#include "running_python.hpp"

namespace sacreval {
namespace {

using Tokenizing = MeteorTokenizerOptions;

template <class Value>
Value named(const char* name, std::initializer_list<std::pair<const char*, Value>> values) {
    for (const auto& [own, value] : values)
        if (std::strcmp(name, own) == 0) return value;
    throw std::invalid_argument(std::string("METEOR 1.5 has no option value ") + name);
}

std::string_view view(PyObject* text) {
    Py_ssize_t bytes = 0;
    const char* data = PyUnicode_Check(text) ? PyUnicode_AsUTF8AndSize(text, &bytes) : nullptr;
    if (data == nullptr && PyErr_Occurred() == nullptr) throw std::invalid_argument("not a str");
    if (data == nullptr) throw PythonError();
    return {data, static_cast<std::size_t>(bytes)};
}

template <class Use>
void for_items(PyObject* tuple, Use&& use) {
    for (Py_ssize_t k = 0; k < PyTuple_Size(tuple); ++k) use(PyTuple_GetItem(tuple, k));
}

std::unordered_set<std::u32string> words_of(PyObject* tuple) {
    std::unordered_set<std::u32string> words;
    for_items(tuple, [&](PyObject* item) {
        std::u32string wide;
        const std::string_view text = view(item);
        for_characters(text.data(), text.size(), [&](char32_t c) { wide.push_back(c); });
        words.insert(wide);
    });
    return words;
}

Tokenizing tokenizing(PyObject* settings) {
    const char *kind = nullptr, *language = nullptr;
    PyObject *prefixes = nullptr, *numeric = nullptr;
    parse(settings, "ssO!O!", &kind, &language, &PyTuple_Type, &prefixes, &PyTuple_Type, &numeric);
    using Kind = Tokenizing::Kind;
    using Apostrophes = Tokenizing::Apostrophes;
    Tokenizing options;
    options.kind = named<Kind>(kind, {{"full", Kind::full},
                                      {"no-punctuation", Kind::no_punctuation},
                                      {"lowercase", Kind::lowercase},
                                      {"none", Kind::none}});
    options.apostrophes = std::strcmp(language, "en") == 0   ? Apostrophes::english
                          : std::strcmp(language, "fr") == 0 ? Apostrophes::french
                                                             : Apostrophes::other;
    options.prefixes = words_of(prefixes);
    options.numeric_prefixes = words_of(numeric);
    return options;
}

std::vector<MeteorModule> modules_of(PyObject* names) {
    std::vector<MeteorModule> modules;
    for_items(names, [&](PyObject* name) {
        modules.push_back(named<MeteorModule>(std::string(view(name)).c_str(),
                                              {{"exact", MeteorModule::exact},
                                               {"stem", MeteorModule::stem},
                                               {"synonym", MeteorModule::synonym},
                                               {"paraphrase", MeteorModule::paraphrase}}));
    });
    if (modules.empty() || modules.size() > kMeteorModules)
        throw std::invalid_argument("METEOR 1.5 has one to four modules");
    return modules;
}

bool has(const std::vector<MeteorModule>& modules, MeteorModule module) {
    return std::find(modules.begin(), modules.end(), module) != modules.end();
}

Ref list_of(const MeteorVocabulary& words) {
    Ref list(PyList_New(static_cast<Py_ssize_t>(words.size())));
    for (std::size_t k = 0; k < words.size(); ++k) {
        const std::string_view text = words.text(k);
        Ref word(PyUnicode_DecodeUTF8(text.data(), static_cast<Py_ssize_t>(text.size()),
                                      "surrogatepass"));
        PyList_SetItem(list.get(), static_cast<Py_ssize_t>(k), word.release());
    }
    return list;
}

std::vector<std::uint32_t> english_stems(const MeteorVocabulary& words) {
    std::vector<std::uint32_t> hashes;
    std::vector<char32_t> wide;
    std::vector<Byte> coded;
    for (std::size_t k = 0; k < words.size(); ++k) {
        const std::string_view text = words.text(k);
        wide.clear();
        for_characters(text.data(), text.size(), [&](char32_t c) { wide.push_back(c); });
        wide.resize(english_stem(wide.data(), wide.size()));
        coded.resize(4 * wide.size() + 1);
        Byte* end = coded.data();
        for (const char32_t c : wide) end = encode_utf8(c, end);
        const auto size = static_cast<std::size_t>(end - coded.data());
        hashes.push_back(java_word({coded.data(), size}).hash);
    }
    return hashes;
}

std::vector<std::uint32_t> hashes_of(PyObject* stems) {
    std::vector<std::uint32_t> hashes;
    for (Py_ssize_t k = 0; k < PyList_Size(stems); ++k) {
        std::vector<Ref> owners;
        const Utf8 stem = utf8_of(PyList_GetItem(stems, k), owners);
        hashes.push_back(java_word({reinterpret_cast<const Byte*>(stem.data), stem.bytes}).hash);
    }
    if (PyErr_Occurred() != nullptr) throw PythonError();
    return hashes;
}

// Calls describe(words), which returns the stems, or None for English ones, and a byte for each
// word: whether it is a function word.
void describe(MeteorVocabulary& words, PyObject* function, bool stemmed) {
    words.describe();
    const Ref list = list_of(words);
    const Ref answer(PyObject_CallFunctionObjArgs(function, list.get(), nullptr));
    PyObject* stems = nullptr;
    const char* flags = nullptr;
    Py_ssize_t count = 0;
    parse(answer.get(), "Oy#", &stems, &flags, &count);
    words.set_function_words(std::vector<bool>(flags, flags + count));
    if (stemmed) words.set_stems(stems == Py_None ? english_stems(words) : hashes_of(stems));
    if (!words.is_complete(stemmed))
        throw std::invalid_argument("describe returned another number of words");
}

std::unique_ptr<MeteorPhrases> phrases_of(const MeteorTokens& tokens, const ParaphraseTable& table,
                                          Run run) {
    auto phrases = std::make_unique<MeteorPhrases>(tokens.vocabulary(), table);
    Pace pace(run.cancel);
    for (const std::size_t text : tokens.distinct()) phrases->add(tokens[text], pace);
    return phrases;
}

}  // namespace

PyObject* py_english_stem(PyObject*, PyObject* args) {
    return guarded([&] {
        PyObject* text = nullptr;
        parse(args, "U", &text);
        std::vector<Ref> owners;
        const Utf8 word = utf8_of(text, owners);
        std::vector<char32_t> wide(word.length);
        decode_utf8(word.data, word.bytes, wide.data());
        const std::size_t size = english_stem(wide.data(), wide.size());
        return RunningPython::string({wide.data(), size}).release();
    });
}

PyObject* py_meteor15_pairs(PyObject*, PyObject* args) {
    return guarded([&] {
        PyObject *handle = nullptr, *out = nullptr, *settings = nullptr, *names = nullptr,
                 *function = nullptr;
        Py_ssize_t workers = 1, beam = 40;
        int characters = 0;
        const char *synonyms = nullptr, *paraphrases = nullptr;
        parse(args, "OOnO!O!npzzO", &handle, &out, &workers, &PyTuple_Type, &settings,
              &PyTuple_Type, &names, &beam, &characters, &synonyms, &paraphrases, &function);
        if (beam < 1) throw std::invalid_argument("the beam has at least one path");
        Batch& batch = batch_of(handle);
        const Tokenizing tokenizer = tokenizing(settings);
        Meteor15Options options{modules_of(names), static_cast<std::size_t>(beam),
                                characters != 0, nullptr};
        std::shared_ptr<const ParaphraseTable> table;
        if (has(options.modules, MeteorModule::synonym) && synonyms == nullptr)
            throw std::invalid_argument("the synonym module needs its tables");
        if (has(options.modules, MeteorModule::paraphrase)) {
            if (paraphrases == nullptr) throw std::invalid_argument("there are no paraphrases");
            table = paraphrase_table(paraphrases);
        }
        const Rows rows(out, batch.texts.pairs(), kMeteorStatistics);
        lower(batch);
        RunningPython python;
        std::unique_ptr<MeteorTokens> tokens;
        released(workers, [&](Run run) {
            tokens = std::make_unique<MeteorTokens>(batch.texts, tokenizer, python, run);
        });
        describe(tokens->vocabulary(), function, has(options.modules, MeteorModule::stem));
        released(workers, [&](Run run) {
            if (has(options.modules, MeteorModule::synonym))
                tokens->vocabulary().set_synonyms(*meteor_synonyms(synonyms));
            std::unique_ptr<MeteorPhrases> phrases;
            if (table) {
                phrases = phrases_of(*tokens, *table, run);
                options.phrases = phrases.get();
            }
            meteor15_pairs(batch.texts, *tokens, options, run, rows.data());
        });
        return none();
    });
}

}  // namespace sacreval
