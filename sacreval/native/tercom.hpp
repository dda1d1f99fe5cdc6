// Tercom's normalisation as in sacrebleu (sacrebleu/tokenizers/tokenizer_ter.py); the words of the
// result are separated by white space. Lower-casing is done before.
#pragma once

#include "rewrite.hpp"

namespace sacreval {

struct TercomOptions {
    bool normalized = false, no_punct = false, asian = false;

    TercomOptions() = default;
    explicit TercomOptions(int bits)
        : normalized((bits & 1) != 0), no_punct((bits & 2) != 0), asian((bits & 4) != 0) {}
    int bits() const { return normalized + 2 * no_punct + 4 * asian; }
};

template <class Char>
class Tercom {
  public:
    // The result is written to `out`.
    Span<Char> operator()(Span<Char> text, const TercomOptions& options, std::vector<Char>& out) {
        while (text.size > 0 && is_space(text[text.size - 1])) --text.size;  // sent.rstrip()
        text_.start(text);
        if (options.normalized) {
            general();
            western();
            if (options.asian)
                text_.pad([](char32_t c) { return is_asian(c) || is_asian_punct(c); });
        }
        if (options.no_punct) {
            text_.remove(
                [&](char32_t c) { return is_removed(c) || (options.asian && is_asian_punct(c)); });
        }
        text_.take(out);
        return {out.data(), out.size()};
    }

    // sacrebleu normalises references twice, as segments and again when it splits words: "..5" is
    // two words in a prediction and three in a reference.
    Span<Char> twice(Span<Char> text, const TercomOptions& options, std::vector<Char>& out) {
        (*this)(text, options, out);
        joined_.clear();  // ' '.join(sent.split())
        bool blank = false;
        for (const Char c : out) {
            if (is_space(c)) {
                blank = true;
                continue;
            }
            if (blank && !joined_.empty()) joined_.push_back(static_cast<Char>(' '));
            blank = false;
            joined_.push_back(c);
        }
        return (*this)({joined_.data(), joined_.size()}, options, out);
    }

  private:
    void general() {
        text_.replace("\n-", "");
        text_.replace("\n", " ");
        text_.replace("&quot;", "\"");
        text_.replace("&amp;", "&");  // before the next two: &amp;lt; becomes <
        text_.replace("&lt;", "<");
        text_.replace("&gt;", ">");
    }

    void western() {
        text_.enclose(' ', ' ');
        text_.pad(is_padded);
        text_.replace("'s ", " 's ");  // "'s$" never matches: a space was added at the end
        text_.substitute([&](std::size_t i) -> std::size_t {  // unless preceded by a digit
            if (i + 1 >= text_.size() || is_digit(text_[i]) || !is_point(text_[i + 1])) return 0;
            text_.copy(i, i + 1);
            text_.put(' ');
            text_.copy(i + 1, i + 2);
            text_.put(' ');
            return 2;
        });
        text_.substitute([&](std::size_t i) -> std::size_t {  // unless followed by a digit
            if (i + 1 >= text_.size() || !is_point(text_[i]) || is_digit(text_[i + 1])) return 0;
            text_.put(' ');
            text_.copy(i, i + 1);
            text_.put(' ');
            text_.copy(i + 1, i + 2);
            return 2;
        });
        text_.substitute([&](std::size_t i) -> std::size_t {  // a dash after a digit
            if (i + 1 >= text_.size() || !is_digit(text_[i]) || text_[i + 1] != '-') return 0;
            text_.copy(i, i + 1);
            text_.put(" - ");
            return 2;
        });
    }

    static bool is_point(char32_t c) { return c == '.' || c == ','; }

    // [{-~[-` -&(-+:-@/]
    static bool is_padded(char32_t c) {
        return between(c, '{', '~') || between(c, '[', '`') || between(c, ' ', '&') ||
               between(c, '(', '+') || between(c, ':', '@') || c == '/';
    }

    static bool is_removed(char32_t c) {  // [\.,\?:;!\"\(\)]
        return c == '.' || c == ',' || c == '?' || c == ':' || c == ';' || c == '!' || c == '"' ||
               c == '(' || c == ')';
    }

    // Ideographs, strokes, radicals, compatibility forms. The block of enclosed letters ends at
    // U+3F22 instead of U+32FF in sacrebleu; the characters between are ideographs anyway, but for
    // U+3300-U+33FF, which are compatibility forms. Kana are never split: sacrebleu's expressions
    // for them match only at the very start of the text, which is always a blank. Additional spaces
    // change no word, so one pass is enough for all.
    static bool is_asian(char32_t c) {
        return between(c, 0x4E00, 0x9FFF) || between(c, 0x3400, 0x4DBF) ||
               between(c, 0x31C0, 0x31EF) || between(c, 0x2E80, 0x2EFF) ||
               between(c, 0x3300, 0x33FF) || between(c, 0xF900, 0xFAFF) ||
               between(c, 0xFE30, 0xFE4F) || between(c, 0x3200, 0x3F22);
    }
    static bool is_asian_punct(char32_t c) {
        return c == 0x3001 || c == 0x3002 || between(c, 0x3008, 0x3011) ||
               between(c, 0x3014, 0x301F) || between(c, 0xFF61, 0xFF65) || c == 0x30FB ||
               c == 0xFF0E || c == 0xFF0C || c == 0xFF1F || c == 0xFF1A || c == 0xFF1B ||
               c == 0xFF01 || c == 0xFF02 || c == 0xFF08 || c == 0xFF09;
    }

    Rewriter<Char> text_;
    std::vector<Char> joined_;
};

}  // namespace sacreval
