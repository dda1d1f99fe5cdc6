// rouge-score's tokenizer (tokenize.py): lowercase, keep runs of [a-z0-9], stem if requested.
#pragma once

#include <algorithm>
#include <cstring>
#include <vector>

#include "ids.hpp"
#include "porter.hpp"
#include "tokens.hpp"

namespace sacreval {

// Caches the stems of up to 4,096 short words, the newest of each slot.
class StemMemo {
  public:
    // Stems `word` into `out`, which has room for it and kPadding, and returns the stem there.
    Span<Byte> stem(Span<Byte> word, Byte* out) {
        if (word.size > kLongest) return compute(word, out);
        if (entries_.empty()) entries_.resize(4096);
        Entry& entry = entries_[key_of(word.data, word.size) * kMultiplier >> 52];
        if (entry.size != word.size || std::memcmp(entry.word, word.data, word.size) != 0) {
            std::memcpy(entry.word, word.data, word.size);
            entry.size = static_cast<Byte>(word.size);
            entry.stem_size = static_cast<Byte>(compute(word, entry.stem).size);
        }
        std::memcpy(out, entry.stem, entry.stem_size);
        return {out, entry.stem_size};
    }

  private:
    static constexpr std::size_t kLongest = 15;
    struct Entry {
        Byte word[kLongest], size = 0, stem[kLongest], stem_size = 0;
    };
    static Span<Byte> compute(Span<Byte> word, Byte* out) {
        std::memcpy(out, word.data, word.size);
        return {out, porter_stem(out, word.size)};
    }
    std::vector<Entry> entries_;
};

class RougeTokenizer {
  public:
    explicit RougeTokenizer(bool stem);

    // Appends one instance's tokens, and where each text has its "\n", to `out`.
    void instance(const Texts& texts, std::size_t i, Pace& pace, TokenChunk& out);

  private:
    void text(const Utf8& text, TokenChunk& out);
    std::uint32_t id_of(Span<Byte> token);

    bool stem_;
    Byte letter_[256];  // the lower-cased letter or digit, or 0
    std::vector<Byte> letters_, stems_;
    Byte *letters_end_ = nullptr, *stems_end_ = nullptr;
    SliceIds<Byte> words_, stem_ids_;
    std::vector<std::uint32_t> stem_of_;  // id of a word -> id of its stem
    StemMemo memo_;
};

}  // namespace sacreval
