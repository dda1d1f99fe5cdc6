// A text as ROUGE-1.5.5 reads it: bytes, lines, limits of length, words.
#pragma once

#include <cstdint>
#include <vector>

#include "rouge155.hpp"
#include "rouge155_words.hpp"
#include "text.hpp"

namespace sacreval {

// Words of some sentences, as ids.
struct Sentences155 {
    std::vector<std::uint32_t> words;
    std::vector<std::size_t> ends;  // of each sentence

    std::size_t size() const { return ends.size(); }
    Span<std::uint32_t> operator[](std::size_t s) const {
        const std::size_t from = s == 0 ? 0 : ends[s - 1];
        return {words.data() + from, ends[s] - from};
    }
};

// Different units, such as n-grams, with their counts.
struct Bag155 {
    struct Unit {
        std::uint32_t id, count;
    };
    std::vector<Unit> units;
    std::size_t total = 0;
};

struct Text155 {
    std::vector<std::uint32_t> whole;  // of the whole text
    Sentences155 lines;                // that ROUGE-L and ROUGE-W compare
    std::vector<Bag155> bags;          // one for each measure of units, then single words
    std::vector<std::uint32_t> stems;  // of a model, if the models alone are stemmed
    std::vector<std::uint32_t> line_stems;
};

class Reader155 {
  public:
    Reader155(const Rouge155Options& options, Words155& words) : options_(options), words_(words) {}

    Text155 read(const Utf8& text, bool is_model);

    // The ids of what is compared of each basic element.
    std::vector<std::uint32_t> elements(const Utf8& text, bool is_model);

  private:
    void load(const Utf8& text);
    void limit_words();
    std::vector<Span<Byte>> cut(bool each_alone) const;
    void add(Span<Byte> line, std::vector<std::uint32_t>& out);
    void append_field(Span<Byte> field, bool stem);

    const Rouge155Options& options_;
    Words155& words_;
    std::vector<Byte> bytes_;  // in lower case, with padding
    std::vector<Span<Byte>> lines_;
    std::vector<Byte> element_;
};

}  // namespace sacreval
