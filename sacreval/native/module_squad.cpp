// SQuAD's normaliser for texts of ASCII letters, digits, punctuation and white space.
#include "module_squad.hpp"

#include <string>
#include <string_view>
#include <vector>

namespace sacreval {
namespace {

bool is_blank(char c) { return c == ' ' || (c >= '\t' && c <= '\r') || (c >= 0x1c && c <= 0x1f); }
bool is_punctuation(char c) {
    return (c >= '!' && c <= '/') || (c >= ':' && c <= '@') || (c >= '[' && c <= '`') ||
           (c >= '{' && c <= '~');
}

// Appends the words of `text` to `out`, with one blank between them; false if a character is
// neither of a word nor to be dropped, so that an article might be a part of a word.
bool normalize(std::string_view text, std::string& out) {
    std::size_t word = 0;  // where the word starts that is being read
    const auto end_word = [&] {
        const std::string_view last(out.data() + word, out.size() - word);
        if (last == "a" || last == "an" || last == "the") out.resize(word);
        if (out.size() > word) out.push_back(' ');
        word = out.size();
    };
    for (const char c : text) {
        if (is_punctuation(c)) continue;
        if (is_blank(c)) {
            end_word();
        } else if (c >= 'A' && c <= 'Z') {
            out.push_back(static_cast<char>(c - 'A' + 'a'));
        } else if ((c >= 'a' && c <= 'z') || (c >= '0' && c <= '9')) {
            out.push_back(c);
        } else {
            return false;
        }
    }
    end_word();
    if (!out.empty()) out.pop_back();
    return true;
}

}  // namespace

// squad_text(str) -> str, or None for a text that is not plain.
PyObject* py_squad_text(PyObject*, PyObject* text) {
    return guarded([&] {
        if (!PyUnicode_Check(text)) {
            PyErr_SetString(PyExc_TypeError, "squad_text takes a str");
            throw PythonError();
        }
        std::vector<Ref> owners;
        const Utf8 bytes = utf8_of(text, owners);
        std::string out;
        out.reserve(bytes.bytes + 1);
        if (!bytes.ascii() || !normalize({bytes.data, bytes.bytes}, out)) return none();
        return Ref(PyUnicode_FromStringAndSize(out.data(), static_cast<Py_ssize_t>(out.size())))
            .release();
    });
}

}  // namespace sacreval
