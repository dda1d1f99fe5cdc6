// Multisets and sets of tokens, and equal strings.
#include "overlap.hpp"

#include <algorithm>
#include <cstring>

#include "instances.hpp"
#include "tokens.hpp"

namespace sacreval {
namespace {

class Worker {
  public:
    Worker(const Texts& texts, bool multiset, std::int64_t* rows)
        : texts_(texts), multiset_(multiset), rows_(rows) {}

    void instance(const TokenView& view, std::size_t i) {
        for (std::size_t j = 0; j < view.references; ++j) {
            std::int64_t* row = rows_ + 3 * (texts_.starts[i] + j);
            std::fill(row, row + 3, 0);
            left_.assign(view.vocabulary, 0);
            seen_.assign(view.vocabulary, 0);
            for (const std::uint32_t id : view.prediction()) {
                if (!multiset_ && left_[id] > 0) continue;
                ++left_[id];
                ++row[1];
            }
            for (const std::uint32_t id : view.reference(j)) {
                if (!multiset_ && seen_[id] > 0) continue;
                seen_[id] = 1;
                ++row[2];
                if (left_[id] == 0) continue;
                --left_[id];
                ++row[0];
            }
        }
    }

  private:
    const Texts& texts_;
    bool multiset_;
    std::int64_t* rows_;
    std::vector<std::uint32_t> left_;
    std::vector<Byte> seen_;
};

}  // namespace

void overlap_pairs(Texts& texts, bool multiset, Run run, std::int64_t* rows) {
    const auto tokens = tokens_of(texts, Tokenizer::none, false, run);
    for_instances(texts, *tokens, run, [&] { return Worker(texts, multiset, rows); });
}

void equal_pairs(const Texts& texts, Run run, std::int64_t* rows) {
    for_each_instance(texts, run, [&] {
        return [&](std::size_t i) {
            const Utf8& prediction = texts.texts[texts.first(i)];
            for (std::size_t j = 0; j < texts.references(i); ++j) {
                const Utf8& reference = texts.texts[texts.first(i) + 1 + j];
                rows[texts.starts[i] + j] =
                    prediction.bytes == reference.bytes &&
                    std::memcmp(prediction.data, reference.data, prediction.bytes) == 0;
            }
        };
    });
}

}  // namespace sacreval
