// rouge-score's tokens directly from UTF-8: only ASCII letters and digits are kept.
#include "tokrouge.hpp"

namespace sacreval {

RougeTokenizer::RougeTokenizer(bool stem) : stem_(stem) {
    for (unsigned c = 0; c < 256; ++c) {
        const Byte low = ascii_lower(static_cast<Byte>(c));
        letter_[c] = (low >= 'a' && low <= 'z') || (low >= '0' && low <= '9') ? low : Byte{0};
    }
}

void RougeTokenizer::instance(const Texts& texts, std::size_t i, Pace& pace, TokenChunk& out) {
    std::size_t bytes = 0;
    const std::size_t first = texts.first(i), count = texts.count(i);
    for (std::size_t t = first; t < first + count; ++t) bytes += texts.texts[t].bytes;
    if (bytes > texts.limit)
        throw std::overflow_error("the texts of one instance exceed 2**31 - 1 bytes");
    const std::size_t room = bytes + kPadding;
    if (letters_.size() < room) letters_.resize(room);  // not while slices point into it
    letters_end_ = letters_.data();
    words_.reset(bytes / 8);
    if (stem_) {
        if (stems_.size() < room) stems_.resize(room);
        stems_end_ = stems_.data();
        stem_ids_.reset(bytes / 8);
        stem_of_.clear();
    }
    if (out.break_starts.empty()) out.break_starts.push_back(0);
    for (std::size_t t = first; t < first + count; ++t) {
        text(texts.texts[t], out);
        pace(texts.texts[t].bytes);
    }
    out.vocabulary.push_back(stem_ ? stem_ids_.count() : words_.count());
}

void RougeTokenizer::text(const Utf8& text, TokenChunk& out) {
    const auto* p = reinterpret_cast<const Byte*>(text.data);
    const Byte* const end = p + text.bytes;
    const std::size_t origin = out.ids.size();
    Byte* start = letters_end_;
    Byte* put = start;
    const auto flush = [&] {
        if (put > start) out.ids.push_back(id_of({start, static_cast<std::size_t>(put - start)}));
        start = put;
    };
    for (; p < end; ++p) {
        if (const Byte letter = letter_[*p]) {
            *put++ = letter;
            continue;
        }
        // The two characters outside ASCII that str.lower() brings into it: U+212A KELVIN SIGN
        // gives k, and U+0130 gives i and a combining dot, which separates.
        if (*p == 0xE2 && end - p > 2 && p[1] == 0x84 && p[2] == 0xAA) {
            *put++ = 'k';
            p += 2;
            continue;
        }
        if (*p == 0xC4 && end - p > 1 && p[1] == 0xB0) *put++ = 'i';
        flush();
        if (*p == '\n') out.breaks.push_back(static_cast<std::uint32_t>(out.ids.size() - origin));
    }
    flush();
    letters_end_ = put;
    out.starts.push_back(out.ids.size());
    out.break_starts.push_back(out.breaks.size());
}

std::uint32_t RougeTokenizer::id_of(Span<Byte> token) {
    const std::uint32_t word = words_.intern(token);
    if (!stem_) return word;
    if (word == stem_of_.size()) {  // first occurrence
        Span<Byte> stem = token;
        if (token.size > 3) {  // rouge-score does not stem shorter words
            stem = memo_.stem(token, stems_end_);
            stems_end_ += stem.size;
        }
        stem_of_.push_back(stem_ids_.intern(stem));
    }
    return stem_of_[word];
}

}  // namespace sacreval
