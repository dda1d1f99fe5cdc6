// Python functions of the lexer: parse rules and texts, run it on threads, return strings.
#include "module_lexer.hpp"

#include "lexer.hpp"

namespace sacreval {
namespace {

constexpr const char* kCapsule = "sacreval.native.text_kernels";
constexpr std::size_t kChunk = 64;

void destroy(PyObject* capsule) {
    delete static_cast<Lexer*>(PyCapsule_GetPointer(capsule, kCapsule));
}

Wide wide_of(PyObject* text) {
    if (!PyUnicode_Check(text)) throw std::invalid_argument("the lexer reads str only");
    std::vector<Ref> owners;
    const Utf8 bytes = utf8_of(text, owners);
    Wide wide(bytes.length, U'\0');
    decode_utf8(bytes.data, bytes.bytes, wide.data());
    return wide;
}

PyObject* item(PyObject* tuple, Py_ssize_t k) {  // borrowed
    PyObject* found = PyTuple_GetItem(tuple, k);
    if (found == nullptr) throw PythonError();
    return found;
}

// (pattern, context, written or None, ((from, to), ...))
LexerRule rule_of(PyObject* tuple) {
    LexerRule rule;
    rule.pattern = wide_of(item(tuple, 0));
    rule.context = wide_of(item(tuple, 1));
    rule.fixed = item(tuple, 2) != Py_None;
    if (rule.fixed) rule.written = wide_of(item(tuple, 2));
    PyObject* pairs = item(tuple, 3);
    for (Py_ssize_t k = 0; k < PyTuple_Size(pairs); ++k)
        rule.replaced.emplace_back(wide_of(item(item(pairs, k), 0)), wide_of(item(item(pairs, k), 1)));
    return rule;
}

Ref string_of(const Wide& text) {
    const std::uint16_t one = 1;
    int order = *reinterpret_cast<const unsigned char*>(&one) == 1 ? -1 : 1;
    return Ref(PyUnicode_DecodeUTF32(reinterpret_cast<const char*>(text.data()),
                                     static_cast<Py_ssize_t>(text.size() * sizeof(char32_t)),
                                     "surrogatepass", &order));
}

}  // namespace

PyObject* py_lexer(PyObject*, PyObject* args) {
    return guarded([&] {
        PyObject *rules = nullptr, *dropped = nullptr;
        parse(args, "O!O!", &PyTuple_Type, &rules, &PyTuple_Type, &dropped);
        std::vector<LexerRule> own;
        for (Py_ssize_t k = 0; k < PyTuple_Size(rules); ++k) own.push_back(rule_of(item(rules, k)));
        std::vector<Wide> unwanted;
        for (Py_ssize_t k = 0; k < PyTuple_Size(dropped); ++k)
            unwanted.push_back(wide_of(item(dropped, k)));
        auto lexer = std::make_unique<Lexer>(std::move(own), std::move(unwanted));
        PyObject* capsule = PyCapsule_New(lexer.get(), kCapsule, destroy);
        if (capsule != nullptr) lexer.release();
        return capsule;
    });
}

PyObject* py_lexer_lines(PyObject*, PyObject* args) {
    return guarded([&] {
        PyObject *capsule = nullptr, *list = nullptr;
        Py_ssize_t workers = 1;
        parse(args, "OO!n", &capsule, &PyList_Type, &list, &workers);
        const auto* lexer = static_cast<const Lexer*>(PyCapsule_GetPointer(capsule, kCapsule));
        if (lexer == nullptr) throw PythonError();
        std::vector<Wide> texts;
        for (Py_ssize_t k = 0; k < PyList_Size(list); ++k) {
            texts.push_back(wide_of(PyList_GetItem(list, k)));
            for (char32_t& c : texts.back())
                if (c == U'\n') c = U' ';
            texts.back().push_back(U'\n');
        }
        released(workers, [&](Run run) {
            for_chunks(run, (texts.size() + kChunk - 1) / kChunk, [&] {
                return [&, pace = Pace(run.cancel)](std::size_t c) mutable {
                    const std::size_t end = std::min((c + 1) * kChunk, texts.size());
                    for (std::size_t k = c * kChunk; k < end; ++k) {
                        Wide out;
                        lexer->line(texts[k], out, pace);
                        texts[k].swap(out);
                    }
                };
            });
        });
        Ref lines(PyList_New(0));
        for (const Wide& text : texts)
            if (PyList_Append(lines.get(), string_of(text).get()) != 0) throw PythonError();
        return lines.release();
    });
}

}  // namespace sacreval
