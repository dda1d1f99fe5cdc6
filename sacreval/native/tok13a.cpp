// The literal replacements of tokenizer_13a.py: <skipped>, end-of-line hyphens, four entities.
#include "tok13a.hpp"

#include <algorithm>
#include <cstring>

namespace sacreval {
namespace {

// str.replace in place (replacements here never grow): non-overlapping, from the left.
template <class Char>
void replace(std::vector<Char>& text, const char* what, std::size_t n, const char* with) {
    std::size_t out = 0;
    for (std::size_t i = 0; i < text.size();) {
        const bool here = text.size() - i >= n && std::equal(what, what + n, text.begin() +
                                                              static_cast<std::ptrdiff_t>(i),
                                                              [](char a, Char b) {
                                                                  return Char(Byte(a)) == b;
                                                              });
        if (here) {
            for (const char* w = with; *w; ++w) text[out++] = Char(Byte(*w));
            i += n;
        } else {
            text[out++] = text[i++];
        }
    }
    text.resize(out);
}

bool has(Span<Byte> text, char c) {
    return text.size > 0 && std::memchr(text.data, c, text.size) != nullptr;
}
bool has(Span<char32_t> text, char c) {
    return std::find(text.begin(), text.end(), char32_t(c)) != text.end();
}

// "<s", "-\n" or "&": only texts that contain one need replacements.
template <class Char>
bool needs_replacing(Span<Char> text) {
    if (!has(text, '&') && !has(text, '<') && !has(text, '\n')) return false;
    for (std::size_t i = 0; i < text.size; ++i) {
        const Char c = text[i];
        if (c == '&') return true;
        if (c == '\n' && i > 0 && text[i - 1] == '-') return true;
        if (c == '<' && i + 1 < text.size && text[i + 1] == 's') return true;
    }
    return false;
}

}  // namespace

template <class Char>
Span<Char> normalize13a(Span<Char> text, std::vector<Char>& scratch) {
    while (text.size > 0 && is_space(text[text.size - 1])) --text.size;  // rstrip comes first
    if (!needs_replacing(text)) return text;
    scratch.assign(text.begin(), text.end());
    replace(scratch, "<skipped>", 9, "");
    replace(scratch, "-\n", 2, "");
    replace(scratch, "\n", 1, " ");
    replace(scratch, "&quot;", 6, "\"");
    replace(scratch, "&amp;", 5, "&");  // may produce "&lt;", which is then replaced too
    replace(scratch, "&lt;", 4, "<");
    replace(scratch, "&gt;", 4, ">");
    return {scratch.data(), scratch.size()};
}

template Span<Byte> normalize13a(Span<Byte>, std::vector<Byte>&);
template Span<char32_t> normalize13a(Span<char32_t>, std::vector<char32_t>&);

}  // namespace sacreval
