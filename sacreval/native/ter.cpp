// Rows of TER: each reference numbers its words, then the search for shifts counts the edits.
#include "ter.hpp"

#include <stdexcept>

#include "ter_search.hpp"

namespace sacreval {
namespace {

constexpr std::size_t kMaxWords = std::size_t{1} << 28;  // sums of two lengths stay within int32

class Worker {
  public:
    Worker(const Texts& texts, Cancel& cancel, std::int64_t* rows)
        : texts_(texts), rows_(rows), search_([&cancel] { cancel.tick(); }) {}

    void instance(const TokenView& view, std::size_t i) {
        std::int64_t* row = rows_ + texts_.starts[i] * 2;
        for (std::size_t j = 0; j < view.references; ++j, row += 2) {
            const Ids reference = view.reference(j);
            row[0] = edits(view.prediction(), reference, view.vocabulary);
            row[1] = static_cast<std::int64_t>(reference.size);
        }
    }

  private:
    std::int32_t edits(Ids prediction, Ids reference, std::size_t vocabulary) {
        if (prediction.size > kMaxWords || reference.size > kMaxWords)
            throw std::overflow_error("TER takes texts of at most 2**28 words");
        if (numbers_.size() < vocabulary) numbers_.resize(vocabulary);
        ++pair_;
        std::int32_t words = 0;
        reference_.clear();
        for (const std::uint32_t id : reference) {
            Number& number = numbers_[id];
            if (number.pair != pair_) number = {pair_, words++};
            reference_.push_back(number.word);
        }
        prediction_.clear();
        for (const std::uint32_t id : prediction)
            prediction_.push_back(numbers_[id].pair == pair_ ? numbers_[id].word : words);
        return search_.edits(prediction_, reference_, words);
    }

    const Texts& texts_;
    std::int64_t* rows_;
    ter::Search search_;
    struct Number {
        std::uint32_t pair = 0;
        std::int32_t word = 0;
    };
    std::vector<Number> numbers_;  // of the words of the reference in `pair_`, by id
    std::uint32_t pair_ = 0;
    ter::Words prediction_, reference_;
};

}  // namespace

void ter_pairs(Texts& texts, const TerOptions& options, Run run, std::int64_t* rows) {
    const int bits = options.words.bits();
    const bool plain = !options.words.normalized && !options.words.no_punct;
    const auto tokenizer = plain
                               ? Tokenizer::none
                               : static_cast<Tokenizer>(static_cast<int>(Tokenizer::tercom) + bits);
    auto tokens = plain ? known_tokens(texts, Tokenizer::numbered, options.lowercase) : nullptr;
    if (!tokens) tokens = tokens_of(texts, tokenizer, options.lowercase, run);
    for_instances(texts, *tokens, run, [&] { return Worker(texts, run.cancel, rows); });
}

}  // namespace sacreval
