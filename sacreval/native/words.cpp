// The passes of NLTK's word tokenizer, in its order; a pass that cannot match is skipped.
#include "words.hpp"

#include <cstring>
#include <iterator>

#include "word_kinds.hpp"

namespace sacreval {
namespace {

// MacIntyre's contractions, and where they are split. There is a \b on both sides unless a space
// before the word is part of the match.
struct Contraction {
    const char *first, *second;
    bool after_blank = false;
    bool before_space = false;
};
constexpr Contraction kContractions[] = {
    {"can", "not"},     {"d", "'ye"},        {"gim", "me"},  {"gon", "na"},
    {"got", "ta"},      {"lem", "me"},       {"more", "'n"}, {"wan", "na", false, true},
    {"'t", "is", true}, {"'t", "was", true},
};

struct AsciiKinds {
    unsigned short kind[128];
    AsciiKinds() {
        for (char32_t c = 0; c < 128; ++c) kind[c] = static_cast<unsigned short>(kind_of(c));
    }
};
const AsciiKinds kAscii;

}  // namespace

template <class Char>
void WordTokenizer<Char>::find_kinds(Span<Char> text) {
    kinds_ = 0;
    for (const Char c : text) kinds_ |= c < 0x80 ? kAscii.kind[c] : kind_of(c);
}

template <class Char>
Span<Char> WordTokenizer<Char>::operator()(Span<Char> text) {
    find_kinds(text);
    text_.start(text);
    starting_quotes();
    punctuation();
    if (has(kBracket)) text_.pad(is_bracket);
    if (has(kHyphen)) text_.replace("--", " -- ");
    text_.enclose(' ', ' ');
    ending_quotes();
    contractions();
    return text_.span();
}

template <class Char>
void WordTokenizer<Char>::starting_quotes() {
    if (has(kOpening)) text_.pad(is_opening);  // together with the next pass: ([«“‘„]|[`]+)
    if (has(kBackquote)) pad_runs('`', 1);
    if (is_char(0, '"')) {  // ^\"
        text_.substitute([&](std::size_t i) -> std::size_t {
            if (i == 0) text_.put("``");
            return i == 0 ? 1 : 0;
        });
        kinds_ |= kBackquote;
    }
    if (has(kBackquote)) text_.replace("``", " `` ");
    if (has(kDouble | kSingle)) text_.substitute([&](std::size_t i) { return opening_quote(i); });
    if (has(kSingle))
        text_.substitute([&](std::size_t i) -> std::size_t {
            // (?i)(?<!\w)(\')(?!(?:re|ve|ll|m|t|s|d|n)\b)(?=\w)
            if (text_[i] != '\'' || is_word_before(i) || i + 1 >= text_.size() ||
                !is_regex_word(text_[i + 1]) || is_suffix_next(i + 1))
                return 0;
            text_.put("' ");
            return 1;
        });
}

// Adds spaces around each run of at least `least` of one character.
template <class Char>
void WordTokenizer<Char>::pad_runs(char32_t c, std::size_t least) {
    text_.substitute([&](std::size_t i) -> std::size_t {
        std::size_t end = i;
        while (is_char(end, c)) ++end;
        if (end == i) return 0;
        const bool long_enough = end - i >= least;
        if (long_enough) text_.put(' ');
        text_.copy(i, end);
        if (long_enough) text_.put(' ');
        return end - i;
    });
}

// ([ \(\[{<])(\"|\'{2}) -> \1 ``
template <class Char>
std::size_t WordTokenizer<Char>::opening_quote(std::size_t i) {
    const char32_t c = text_[i];
    if (c != ' ' && c != '(' && c != '[' && c != '{' && c != '<') return 0;
    const bool double_quote = is_char(i + 1, '"');
    if (!double_quote && !text_.at(i + 1, "''")) return 0;
    text_.copy(i, i + 1);
    text_.put(" `` ");
    return double_quote ? 2 : 3;
}

template <class Char>
bool WordTokenizer<Char>::is_word_before(std::size_t i) const {
    return i > 0 && is_regex_word(text_[i - 1]);
}

// Length of the match of (lower-case, ASCII) `ascii` at i with (?i), where U+017F matches s.
// `re` (not `regex`) also matches U+0130 and U+0131 with i; no suffix of `regex` contains an i.
template <class Char>
std::size_t WordTokenizer<Char>::folded(std::size_t i, const char* ascii) const {
    std::size_t length = 0;
    for (; ascii[length] != '\0'; ++length) {
        if (i + length >= text_.size()) return 0;
        char32_t c = text_[i + length];
        if (between(c, 'A', 'Z')) c += 32;
        if (c == 0x17F) c = 's';
        if (c == 0x130 || c == 0x131) c = 'i';
        if (c != static_cast<unsigned char>(ascii[length])) return 0;
    }
    return length;
}

template <class Char>
bool WordTokenizer<Char>::is_suffix_next(std::size_t i) const {
    for (const char* suffix : {"re", "ve", "ll", "m", "t", "s", "d", "n"}) {
        const std::size_t length = folded(i, suffix);
        if (length == 0) continue;
        if (i + length >= text_.size() || !is_regex_word(text_[i + length])) return true;
    }
    return false;
}

template <class Char>
void WordTokenizer<Char>::punctuation() {
    if (has(kPeriod)) final_period(true);
    if (has(kComma)) {
        text_.substitute([&](std::size_t i) -> std::size_t {  // ([:,])([^\d]) -> " \1 \2"
            if ((text_[i] != ':' && text_[i] != ',') || i + 1 >= text_.size() ||
                is_regex_digit(text_[i + 1]))
                return 0;
            text_.put(' ');
            text_.copy(i, i + 1);
            text_.put(' ');
            text_.copy(i + 1, i + 2);
            return 2;
        });
        text_.substitute([&](std::size_t i) -> std::size_t {  // ([:,])$, also before a last "\n"
            const std::size_t left = text_.size() - i;
            if ((text_[i] != ':' && text_[i] != ',') || left > 2 ||
                (left == 2 && text_[i + 1] != '\n'))
                return 0;
            text_.put(' ');
            text_.copy(i, i + 1);
            text_.put(' ');
            return 1;
        });
    }
    if (has(kPeriod)) pad_runs('.', 2);
    if (has(kSymbol)) text_.pad(is_symbol);
    if (has(kDash)) text_.pad(is_dash);
    if (has(kPeriod)) final_period(false);
    if (has(kMark)) text_.pad(is_mark);
    if (has(kSingle))
        text_.substitute([&](std::size_t i) -> std::size_t {  // ([^'])' -> "\1 ' "
            if (text_[i] == '\'' || !text_.at(i + 1, "' ")) return 0;
            text_.copy(i, i + 1);
            text_.put(" ' ");
            return 3;
        });
    if (has(kStar)) text_.pad([](char32_t c) { return c == '*'; });
}

// ([^\.])(\.)([\]\)}>"\'»”’ ]*+)\s*$ -> "\1 \2 \3 ", and without »”’ and spaces -> "\1 \2\3 ".
// The tail contains no period, so only the last one can match.
template <class Char>
void WordTokenizer<Char>::final_period(bool spaces_in_tail) {
    const auto in_tail = [&](char32_t c) {
        if (c == ']' || c == ')' || c == '}' || c == '>' || c == '"' || c == '\'') return true;
        return spaces_in_tail && (c == ' ' || is_closing(c));
    };
    std::size_t dot = text_.size();
    while (dot > 0 && text_[dot - 1] != '.') {
        const char32_t c = text_[dot - 1];
        if (!in_tail(c) && !is_regex_space(c)) return;
        --dot;
    }
    if (dot < 2 || text_[dot - 2] == '.') return;
    std::size_t end = dot;  // the position after the period; now past the tail
    while (end < text_.size() && in_tail(text_[end])) ++end;
    for (std::size_t i = end; i < text_.size(); ++i)
        if (!is_regex_space(text_[i])) return;
    text_.substitute([&](std::size_t i) -> std::size_t {
        if (i != dot - 1) return 0;
        text_.put(" .");
        if (spaces_in_tail) text_.put(' ');
        text_.copy(dot, end);
        text_.put(' ');
        return text_.size() - i;
    });
}

template <class Char>
void WordTokenizer<Char>::ending_quotes() {
    if (has(kClosing)) text_.pad(is_closing);
    if (has(kSingle)) text_.replace("''", " '' ");
    if (has(kDouble)) text_.replace("\"", " '' ");
    // \s+ -> " "; repeated spaces do not change words.
    if (has(kBlank))
        text_.substitute([&](std::size_t i) -> std::size_t {
            if (!is_regex_space(text_[i])) return 0;
            text_.put(' ');
            return 1;
        });
    if (!has(kSingle)) return;
    text_.substitute([&](std::size_t i) { return clitic(i); });
    text_.substitute([&](std::size_t i) { return verb_clitic(i); });
}

// Writes text [i, cut), a space, [cut, end) and a space, in place of [i, end + 1).
template <class Char>
std::size_t WordTokenizer<Char>::spread(std::size_t i, std::size_t cut, std::size_t end) {
    text_.copy(i, cut);
    text_.put(' ');
    text_.copy(cut, end);
    text_.put(' ');
    return end + 1 - i;
}

// ([^' ])('[sS]|'[mM]|'[dD]|') -> "\1 \2 "
template <class Char>
std::size_t WordTokenizer<Char>::clitic(std::size_t i) {
    if (text_[i] == '\'' || text_[i] == ' ' || !is_char(i + 1, '\'')) return 0;
    const char32_t c = i + 2 < text_.size() ? char32_t{text_[i + 2]} : U'\0';
    const bool letter = c == 's' || c == 'S' || c == 'm' || c == 'M' || c == 'd' || c == 'D';
    if (letter && is_char(i + 3, ' ')) return spread(i, i + 1, i + 3);
    return c == ' ' ? spread(i, i + 1, i + 2) : 0;
}

// ([^' ])('ll|'LL|'re|'RE|'ve|'VE|n't|N'T) -> "\1 \2 "
template <class Char>
std::size_t WordTokenizer<Char>::verb_clitic(std::size_t i) {
    if (text_[i] == '\'' || text_[i] == ' ') return 0;
    if (!is_char(i + 1, '\'') && !is_char(i + 2, '\'')) return 0;
    for (const char* form : {"'ll ", "'LL ", "'re ", "'RE ", "'ve ", "'VE ", "n't ", "N'T "})
        if (text_.at(i + 1, form)) return spread(i, i + 1, i + 4);
    return 0;
}

template <class Char>
bool WordTokenizer<Char>::is_python_word(char32_t c) {
    return c < 0x80 ? is_ascii_word(c) : python_.is_alnum(c);
}

// Searches for the two letters around each contraction's split, then for the whole word.
template <class Char>
bool WordTokenizer<Char>::may_contract() const {
    for (std::size_t cut = 1; cut < text_.size(); ++cut) {
        const char32_t before = text_[cut - 1] | 0x20, after = text_[cut];
        const bool doubled = before == (after | 0x20);
        if (!doubled && after != '\'' && before != 't') continue;
        for (const Contraction& contraction : kContractions) {
            const std::size_t length = std::strlen(contraction.first);
            if (cut >= length && folded(cut - length, contraction.first) != 0 &&
                folded(cut, contraction.second) != 0)
                return true;
        }
    }
    return false;
}

template <class Char>
void WordTokenizer<Char>::contractions() {
    if (!may_contract()) return;
    for (std::size_t which = 0; which < std::size(kContractions); ++which)
        text_.substitute([&](std::size_t i) { return contracted(which, i); });
}

template <class Char>
std::size_t WordTokenizer<Char>::contracted(std::size_t which, std::size_t i) {
    const Contraction& contraction = kContractions[which];
    std::size_t start = i;
    if (contraction.after_blank) {
        if (text_[i] != ' ') return 0;
        ++start;
    }
    const std::size_t first = folded(start, contraction.first);
    if (first == 0) return 0;
    const std::size_t second = folded(start + first, contraction.second);
    if (second == 0) return 0;
    if (!contraction.after_blank && i > 0 && is_python_word(text_[i - 1])) return 0;
    const std::size_t end = start + first + second;
    if (contraction.before_space) {
        if (end >= text_.size() || !is_space(text_[end])) return 0;
    } else if (end < text_.size() && is_python_word(text_[end])) {
        return 0;
    }
    text_.put(' ');
    text_.copy(start, start + first);
    text_.put(' ');
    text_.copy(start + first, end);
    text_.put(' ');
    return end - i;
}

template class WordTokenizer<Byte>;
template class WordTokenizer<char32_t>;

}  // namespace sacreval
