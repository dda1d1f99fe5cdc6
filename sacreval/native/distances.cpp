// Bit-parallel Levenshtein distance (Hyyro 2003), 64 rows at a time, without an alignment.
#include "distances.hpp"

#include <algorithm>

#include "bits.hpp"
#include "chars.hpp"
#include "instances.hpp"
#include "tokens.hpp"

namespace sacreval {
namespace {

std::size_t blocks(std::size_t rows) { return (rows + 63) / 64; }

class Levenshtein {
  public:
    explicit Levenshtein(Cancel& cancel) : pace_(cancel) {}

    // All symbols are below `vocabulary`.
    template <class Symbol>
    std::int64_t operator()(Span<Symbol> a, Span<Symbol> b, std::size_t vocabulary) {
        strip_affixes(a, b);
        if (a.size == 0 || b.size == 0) return static_cast<std::int64_t>(a.size + b.size);
        if (blocks(b.size) * a.size < blocks(a.size) * b.size) std::swap(a, b);
        if (masks_.size() < vocabulary) masks_.resize(vocabulary, 0);
        carry_.assign(b.size, 1);
        auto distance = static_cast<std::int64_t>(b.size);
        for (std::size_t from = 0; from < a.size; from += 64)
            distance += block(a.sub(from, std::min(from + 64, a.size)), b, from + 64 < a.size);
        return distance;
    }

  private:
    template <class Symbol>
    static void strip_affixes(Span<Symbol>& a, Span<Symbol>& b) {
        const std::size_t most = std::min(a.size, b.size);
        std::size_t head = 0, tail = 0;
        while (head < most && a[head] == b[head]) ++head;
        while (tail < most - head && a[a.size - 1 - tail] == b[b.size - 1 - tail]) ++tail;
        a = a.sub(head, a.size - tail);
        b = b.sub(head, b.size - tail);
    }

    // Returns the sum of the vertical differences of the last column in the rows of `a`. Reads the
    // horizontal differences above them, and replaces them with those below if there are more rows.
    template <class Symbol>
    std::int64_t block(Span<Symbol> a, Span<Symbol> b, bool more) {
        for (std::size_t k = 0; k < a.size; ++k) masks_[a[k]] |= std::uint64_t{1} << k;
        std::uint64_t up = ~std::uint64_t{0}, down = 0;
        for (std::size_t j = 0; j < b.size; ++j) {
            const std::uint64_t less = carry_[j] < 0, greater = carry_[j] > 0;
            const std::uint64_t x = masks_[b[j]] | less;
            const std::uint64_t diagonal = (((x & up) + up) ^ up) | x | down;
            std::uint64_t right = down | ~(diagonal | up), left = diagonal & up;
            if (more)
                carry_[j] = static_cast<std::int8_t>(static_cast<int>(right >> 63) -
                                                     static_cast<int>(left >> 63));
            right = right << 1 | greater;
            left = left << 1 | less;
            up = left | ~(diagonal | right);
            down = right & diagonal;
        }
        for (std::size_t k = 0; k < a.size; ++k) masks_[a[k]] = 0;
        pace_(b.size);
        const std::uint64_t rows = low_bits(static_cast<int>(a.size));
        return count_ones(up & rows) - count_ones(down & rows);
    }

    Pace pace_;
    std::vector<std::uint64_t> masks_;  // by symbol; all zero between blocks
    std::vector<std::int8_t> carry_;    // by position of b
};

void write(std::int64_t distance, std::size_t prediction, std::size_t reference,
           std::int64_t* row) {
    row[0] = distance;
    row[1] = static_cast<std::int64_t>(prediction);
    row[2] = static_cast<std::int64_t>(reference);
}

class WordWorker {
  public:
    WordWorker(const Texts& texts, Run run, std::int64_t* rows)
        : texts_(texts), levenshtein_(run.cancel), rows_(rows) {}

    void instance(const TokenView& view, std::size_t i) {
        const Ids prediction = view.prediction();
        for (std::size_t j = 0; j < view.references; ++j) {
            const Ids reference = view.reference(j);
            write(levenshtein_(prediction, reference, view.vocabulary), prediction.size,
                  reference.size, rows_ + 3 * (texts_.starts[i] + j));
        }
    }

  private:
    const Texts& texts_;
    Levenshtein levenshtein_;
    std::int64_t* rows_;
};

class CharacterWorker {
  public:
    CharacterWorker(const Texts& texts, Run run, std::int64_t* rows)
        : texts_(texts), reader_(texts, false), levenshtein_(run.cancel), rows_(rows) {}

    void operator()(std::size_t i) {
        reader_.read(i, [&](const auto& spans) { instance(spans, i); });
    }

  private:
    void instance(const std::vector<Span<Byte>>& spans, std::size_t i) { pairs(spans, i, 128); }

    void instance(const std::vector<Span<char32_t>>& spans, std::size_t i) {
        std::size_t total = 0;
        for (const Span<char32_t>& text : spans) total += text.size;
        ids_.reset();
        symbols_.clear();
        symbols_.reserve(total);
        texts_ids_.clear();
        for (const Span<char32_t>& text : spans) {
            const std::size_t from = symbols_.size();
            for (const char32_t c : text) symbols_.push_back(ids_.intern(c));
            texts_ids_.push_back({symbols_.data() + from, text.size});
        }
        pairs(texts_ids_, i, ids_.count());
    }

    template <class Symbol>
    void pairs(const std::vector<Span<Symbol>>& spans, std::size_t i, std::size_t vocabulary) {
        for (std::size_t j = 1; j < spans.size(); ++j)
            write(levenshtein_(spans[0], spans[j], vocabulary), spans[0].size, spans[j].size,
                  rows_ + 3 * (texts_.starts[i] + j - 1));
    }

    const Texts& texts_;
    InstanceReader reader_;
    Levenshtein levenshtein_;
    std::int64_t* rows_;
    CharIds ids_;
    std::vector<std::uint32_t> symbols_;
    std::vector<Ids> texts_ids_;
};

}  // namespace

void distance_pairs(Texts& texts, bool words, Run run, std::int64_t* rows) {
    if (!words)
        return for_each_instance(texts, run, [&] { return CharacterWorker(texts, run, rows); });
    const auto tokens = tokens_of(texts, Tokenizer::none, false, run);
    for_instances(texts, *tokens, run, [&] { return WordWorker(texts, run, rows); });
}

}  // namespace sacreval
