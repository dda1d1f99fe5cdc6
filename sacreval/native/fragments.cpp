// Greedy search: at each position of the summary, the longest sequence that the source has.
#include "fragments.hpp"

#include <algorithm>

#include "instances.hpp"

namespace sacreval {
namespace {

class Worker {
  public:
    Worker(const Texts& texts, Run run, std::int64_t* rows)
        : texts_(texts), pace_(run.cancel), rows_(rows) {}

    void instance(const TokenView& view, std::size_t i) {
        for (std::size_t j = 0; j < view.references; ++j)
            pair(view.prediction(), view.reference(j), view.vocabulary,
                 rows_ + 4 * (texts_.starts[i] + j));
    }

  private:
    void pair(Ids summary, Ids source, std::uint32_t vocabulary, std::int64_t* row) {
        index(source, vocabulary);
        std::fill_n(row, 2, 0);
        for (std::size_t at = 0; at < summary.size;) {
            std::size_t longest = 0;
            for (std::uint32_t p = first_[summary[at]]; p != kNone; p = next_[p])
                longest = std::max(longest, run(summary, at, source, p));
            row[0] += static_cast<std::int64_t>(longest);
            row[1] += static_cast<std::int64_t>(longest * longest);
            at += std::max<std::size_t>(longest, 1);
        }
        row[2] = static_cast<std::int64_t>(summary.size);
        row[3] = static_cast<std::int64_t>(source.size);
        for (const std::uint32_t token : source) first_[token] = kNone;
        pace_(summary.size + source.size);
    }

    // Links the places of each token in the source.
    void index(Ids source, std::uint32_t vocabulary) {
        if (first_.size() < vocabulary) first_.resize(vocabulary, kNone);
        next_.resize(source.size);
        for (std::size_t p = source.size; p-- > 0;) {
            next_[p] = first_[source[p]];
            first_[source[p]] = static_cast<std::uint32_t>(p);
        }
    }

    std::size_t run(Ids a, std::size_t i, Ids b, std::size_t j) {
        std::size_t n = 1;
        while (i + n < a.size && j + n < b.size && a[i + n] == b[j + n]) ++n;
        pace_(n);
        return n;
    }

    const Texts& texts_;
    Pace pace_;
    std::int64_t* rows_;
    std::vector<std::uint32_t> first_;  // by token; all kNone between pairs
    std::vector<std::uint32_t> next_;   // by place in the source
};

}  // namespace

void fragment_pairs(Texts& texts, Run run, std::int64_t* rows) {
    const auto tokens = tokens_of(texts, Tokenizer::none, false, run);
    for_instances(texts, *tokens, run, [&] { return Worker(texts, run, rows); });
}

}  // namespace sacreval
