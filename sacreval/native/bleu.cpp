// Rows of BLEU, of BLEU with a reference left out, and of GLEU.
#include "bleu.hpp"

#include <algorithm>

#include "matches.hpp"
#include "ngrams.hpp"

namespace sacreval {
namespace {

// sacrebleu's closest reference length: ties go to the shorter. Zero without references (there
// sacrebleu has -1 or fails).
class ClosestLength {
  public:
    void start(std::size_t length, const std::vector<Ids>& references) {
        length_ = length;
        best_ = second_ = kNothing;
        sizes_.clear();
        for (const Ids& text : references) sizes_.push_back(text.size);
        for (std::size_t j = 0; j < sizes_.size(); ++j) {
            if (closer(j, best_)) {
                second_ = best_;
                best_ = j;
            } else if (closer(j, second_)) {
                second_ = j;
            }
        }
    }
    std::int64_t of_all() const { return of(best_); }
    std::int64_t without(std::size_t j) const { return of(j == best_ ? second_ : best_); }

  private:
    static constexpr std::size_t kNothing = static_cast<std::size_t>(-1);

    bool closer(std::size_t j, std::size_t than) const {
        if (than == kNothing) return true;
        const std::size_t a = distance(sizes_[j]), b = distance(sizes_[than]);
        return a < b || (a == b && sizes_[j] < sizes_[than]);
    }
    std::size_t distance(std::size_t size) const {
        return size > length_ ? size - length_ : length_ - size;
    }
    std::int64_t of(std::size_t j) const {
        return j == kNothing ? 0 : static_cast<std::int64_t>(sizes_[j]);
    }
    std::size_t length_ = 0, best_ = kNothing, second_ = kNothing;
    std::vector<std::size_t> sizes_;
};

class Worker {
  public:
    Worker(std::size_t order, Run run) : order_(order), matcher_(run.cancel) {}

  protected:
    void take(const TokenView& view) {
        prediction_ = view.prediction();
        references_.clear();
        for (std::size_t j = 0; j < view.references; ++j)
            references_.push_back(view.reference(j));
    }
    void start(const TokenView& view) {
        matcher_.start(prediction_, references_, view.vocabulary);
    }
    // What the matcher found for n-grams of order n, for pairs from `first` on.
    void keep(std::size_t n, std::size_t first, NgramMatches& matches) const {
        for (std::size_t j = 0; j < references_.size(); ++j)
            matches.of(first + j)[n - 1] = static_cast<std::uint32_t>(matcher_.matches()[j]);
    }
    // The first two columns.
    void lengths(std::int64_t closest, std::int64_t* row) const {
        row[0] = static_cast<std::int64_t>(prediction_.size);
        row[1] = closest;
    }
    std::size_t order_;
    Ids prediction_;
    std::vector<Ids> references_;
    ClosestLength closest_;
    NgramMatcher matcher_;
};

class BleuWorker : Worker {
  public:
    // `known` are matches of the same tokens or null; then they are left in `fresh`.
    BleuWorker(std::size_t order, Run run, const Texts& texts, const NgramMatches* known,
               NgramMatches* fresh, std::int64_t* rows)
        : Worker(order, run), texts_(texts), known_(known), fresh_(fresh), rows_(rows) {}

    void instance(const TokenView& view, std::size_t i) {
        take(view);
        std::int64_t* row = rows_ + i * (2 + 2 * order_);
        closest_.start(prediction_.size, references_);
        lengths(closest_.of_all(), row);
        for (std::size_t n = 1; n <= order_; ++n)
            row[1 + order_ + n] = ngram_total(prediction_.size, n);
        if (references_.empty()) {
            std::fill(row + 2, row + 2 + order_, 0);
        } else if (known_ != nullptr && references_.size() == 1) {
            std::copy_n(known_->of(texts_.starts[i]), order_, row + 2);
        } else {
            count(view, i, row);
        }
    }

  private:
    void count(const TokenView& view, std::size_t i, std::int64_t* row) {
        start(view);
        const bool several = references_.size() > 1;
        for (std::size_t n = 1; n <= order_; ++n) {
            matcher_.next(several);
            row[1 + n] = several ? matcher_.clipped() : matcher_.matches()[0];
            if (fresh_ != nullptr) keep(n, texts_.starts[i], *fresh_);
        }
    }

    const Texts& texts_;
    const NgramMatches* known_;
    NgramMatches* fresh_;
    std::int64_t* rows_;
};

class LeaveOneOutWorker : Worker {
  public:
    LeaveOneOutWorker(std::size_t order, Run run, const Texts& texts, std::int64_t* rows,
                      std::int64_t* whole)
        : Worker(order, run), texts_(texts), rows_(rows), whole_(whole) {}

    void instance(const TokenView& view, std::size_t i) {
        take(view);
        start(view);
        const std::size_t width = 2 + 2 * order_, count = references_.size();
        std::int64_t* first = rows_ + texts_.starts[i] * width;
        std::int64_t* whole = whole_ == nullptr ? nullptr : whole_ + i * width;
        closest_.start(prediction_.size, references_);
        for (std::size_t j = 0; j < count; ++j) lengths(closest_.without(j), first + j * width);
        if (whole != nullptr) lengths(closest_.of_all(), whole);
        for (std::size_t n = 1; n <= order_; ++n) {
            matcher_.next(true);
            const auto fill = [&](std::int64_t* row, std::int64_t lost) {
                row[1 + n] = matcher_.clipped() - lost;
                row[1 + order_ + n] = ngram_total(prediction_.size, n);
            };
            for (std::size_t j = 0; j < count; ++j) fill(first + j * width, matcher_.lost()[j]);
            if (whole != nullptr) fill(whole, 0);
        }
    }

  private:
    const Texts& texts_;
    std::int64_t *rows_, *whole_;
};

class MatchesWorker : Worker {
  public:
    MatchesWorker(std::size_t order, Run run, const Texts& texts, NgramMatches& matches)
        : Worker(order, run), texts_(texts), matches_(matches) {}

    void instance(const TokenView& view, std::size_t i) {
        take(view);
        start(view);
        for (std::size_t n = 1; n <= order_; ++n) {
            matcher_.next(false);
            keep(n, texts_.starts[i], matches_);
        }
    }

  private:
    const Texts& texts_;
    NgramMatches& matches_;
};

class GleuWorker {
  public:
    GleuWorker(const GleuOptions& options, const Texts& texts, const NgramMatches& matches,
               std::int64_t* rows)
        : options_(options), texts_(texts), matches_(matches), rows_(rows) {}

    void instance(const TokenView& view, std::size_t i) {
        const std::int64_t predicted = total(view.prediction().size);
        for (std::size_t j = 0; j < view.references; ++j) {
            const std::size_t pair = texts_.starts[i] + j;
            rows_[2 * pair] = 0;
            for (std::size_t n = options_.min_len; n <= options_.max_len; ++n)
                rows_[2 * pair] += matches_.of(pair)[n - 1];
            rows_[2 * pair + 1] = std::max(predicted, total(view.reference(j).size));
        }
    }

  private:
    std::int64_t total(std::size_t length) const {
        std::int64_t sum = 0;
        for (std::size_t n = options_.min_len; n <= options_.max_len; ++n)
            sum += ngram_total(length, n);
        return sum;
    }
    const GleuOptions& options_;
    const Texts& texts_;
    const NgramMatches& matches_;
    std::int64_t* rows_;
};

}  // namespace

void bleu(Texts& texts, const BleuOptions& options, Run run, std::int64_t* rows) {
    const auto [tokenizer, lowercase, order] = options;
    const auto tokens = tokens_of(texts, tokenizer, lowercase, run);
    const auto known = kept_matches(texts, tokenizer, lowercase, order);
    const auto fresh =
        known ? nullptr : std::make_shared<NgramMatches>(tokenizer, lowercase, order, texts);
    for_instances(texts, *tokens, run, [&, order = order] {
        return BleuWorker(order, run, texts, known.get(), fresh.get(), rows);
    });
    if (fresh) keep_matches(texts, fresh);
}

void bleu_leave_one_out(Texts& texts, const BleuOptions& options, Run run, std::int64_t* rows,
                        std::int64_t* whole) {
    const auto tokens = tokens_of(texts, options.tokenizer, options.lowercase, run);
    for_instances(texts, *tokens, run,
                  [&] { return LeaveOneOutWorker(options.order, run, texts, rows, whole); });
}

void gleu_pairs(Texts& texts, const GleuOptions& options, Run run, std::int64_t* rows) {
    const auto tokens = tokens_of(texts, options.tokenizer, options.lowercase, run);
    auto matches = kept_matches(texts, options.tokenizer, options.lowercase, options.max_len);
    if (!matches) {
        const auto fresh = std::make_shared<NgramMatches>(options.tokenizer, options.lowercase,
                                                          options.max_len, texts);
        for_instances(texts, *tokens, run,
                      [&] { return MatchesWorker(options.max_len, run, texts, *fresh); });
        keep_matches(texts, fresh);
        matches = fresh;
    }
    for_instances(texts, *tokens, run,
                  [&] { return GleuWorker(options, texts, *matches, rows); });
}

}  // namespace sacreval
