// Matching n-grams of every text of an instance with every other, for BLEU and chrF.
//
// An n-gram that occurs c times in a text is c items: its first occurrence, ..., its c-th. Two texts
// have as many matches as items in common. The texts that have an item are a row of bytes, so that
// the matches of one text with all others are the sum of the rows of its items. Each n-gram of each
// text is looked up once.
#pragma once

#include <cstdint>
#include <vector>

#include "bleu.hpp"
#include "chrf.hpp"
#include "ids.hpp"
#include "parallel.hpp"

namespace sacreval {

// Rows of texts `first` to `last` - 1 of the only instance, each against all of its texts in turn.
struct RowRange {
    std::size_t first = 0, last = 0;
    std::size_t size() const { return last - first; }
};

class AllPairs {
  public:
    explicit AllPairs(Run run) : run_(run), pace_(run.cancel) {}

    // `texts` must outlive the calls of next().
    void start(const std::vector<Ids>& texts);

    // Advances to the next order and puts the matches of texts i and j into
    // out[((i - first) * texts + j) * stride].
    void next(RowRange range, std::int64_t* out, std::size_t stride);

  private:
    struct Alive {
        std::uint32_t at, id;  // position, and id of the n-gram that starts there
    };

    void advance();
    void number_items();
    void prune();
    void add_block(std::uint32_t from, std::uint32_t to, RowRange range, std::int64_t* out,
                   std::size_t stride);

    Run run_;
    Pace pace_;
    const std::vector<Ids>* texts_ = nullptr;
    std::size_t order_ = 0;
    std::vector<std::vector<Alive>> alive_;           // positions whose n-gram another text has
    std::vector<std::vector<std::uint32_t>> items_;   // of each text
    std::vector<std::uint32_t> seen_, first_, owners_;  // by n-gram, by n-gram, by item
    std::vector<Byte> rows_;                          // (items of a block, texts)
    ChainIds chain_, levels_;
};

// (rows, texts, 2 + 2 * order): as bleu() with one reference. Needs Texts::lowered to lower-case.
void bleu_all_pairs(Texts& texts, const BleuOptions& options, Run run, RowRange range,
                    std::int64_t* rows);

// (rows, texts, 3 * (char_order + word_order)): as chrf_pairs().
void chrf_all_pairs(const Texts& texts, const ChrfOptions& options, Run run, RowRange range,
                    std::int64_t* rows);

}  // namespace sacreval
