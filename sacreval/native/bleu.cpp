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
    // Counts order by order; calls found(n) after each, which may read the matcher's counts.
    template <class Found>
    void count(const TokenView& view, bool per_ngram, Found&& found) {
        matcher_.start(prediction_, references_, view.vocabulary);
        for (std::size_t n = 1; n <= order_; ++n) {
            matcher_.next(per_ngram);
            found(n);
        }
    }
    // Stores the matches of order n of the pairs from `first` on.
    void leave(std::size_t n, std::size_t first, NgramMatches* fresh) const {
        if (fresh == nullptr) return;
        for (std::size_t j = 0; j < references_.size(); ++j)
            fresh->of(first + j)[n - 1] = static_cast<std::uint32_t>(matcher_.matches()[j]);
    }
    // Fills the first two columns: the lengths.
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
    BleuWorker(std::size_t order, Run run, const Texts& texts, const SharedMatches& shared,
               std::int64_t* rows)
        : Worker(order, run), texts_(texts), shared_(shared), rows_(rows) {}

    void instance(const TokenView& view, std::size_t i) {
        take(view);
        std::int64_t *row = rows_ + i * (2 + 2 * order_), *correct = row + 2;
        closest_.start(prediction_.size, references_);
        lengths(closest_.of_all(), row);
        for (std::size_t n = 1; n <= order_; ++n)
            row[1 + order_ + n] = ngram_total(prediction_.size, n);
        const std::size_t first = texts_.starts[i];
        const bool several = references_.size() > 1;
        if (references_.empty()) {
            std::fill_n(correct, order_, 0);
        } else if (shared_.known && !several) {  // clipping by several needs more
            std::copy_n(shared_.known->of(first), order_, correct);
        } else {
            count(view, several, [&](std::size_t n) {
                correct[n - 1] = several ? matcher_.clipped() : matcher_.matches()[0];
                leave(n, first, shared_.fresh.get());
            });
        }
    }

  private:
    const Texts& texts_;
    const SharedMatches& shared_;
    std::int64_t* rows_;
};

class LeaveOneOutWorker : Worker {
  public:
    LeaveOneOutWorker(std::size_t order, Run run, const Texts& texts, std::int64_t* rows,
                      std::int64_t* whole)
        : Worker(order, run), texts_(texts), rows_(rows), whole_(whole) {}

    void instance(const TokenView& view, std::size_t i) {
        take(view);
        const std::size_t width = 2 + 2 * order_, references = references_.size();
        std::int64_t* first = rows_ + texts_.starts[i] * width;
        std::int64_t* whole = whole_ == nullptr ? nullptr : whole_ + i * width;
        closest_.start(prediction_.size, references_);
        for (std::size_t j = 0; j < references; ++j)
            lengths(closest_.without(j), first + j * width);
        if (whole != nullptr) lengths(closest_.of_all(), whole);
        count(view, true, [&](std::size_t n) {
            const auto fill = [&](std::int64_t* row, std::int64_t lost) {
                row[1 + n] = matcher_.clipped() - lost;
                row[1 + order_ + n] = ngram_total(prediction_.size, n);
            };
            for (std::size_t j = 0; j < references; ++j)
                fill(first + j * width, matcher_.decrease()[j]);
            if (whole != nullptr) fill(whole, 0);
        });
    }

  private:
    const Texts& texts_;
    std::int64_t *rows_, *whole_;
};

class GleuWorker : Worker {
  public:
    GleuWorker(const GleuOptions& options, Run run, const Texts& texts,
               const SharedMatches& shared, std::int64_t* rows)
        : Worker(options.max_len, run),
          min_len_(options.min_len),
          texts_(texts),
          shared_(shared),
          rows_(rows) {}

    void instance(const TokenView& view, std::size_t i) {
        take(view);
        const std::size_t first = texts_.starts[i];
        std::int64_t* rows = rows_ + first * 2;
        std::fill_n(rows, 2 * references_.size(), 0);
        if (shared_.known) {
            for (std::size_t j = 0; j < references_.size(); ++j)
                for (std::size_t n = min_len_; n <= order_; ++n)
                    rows[2 * j] += shared_.known->of(first + j)[n - 1];
        } else {
            count(view, false, [&](std::size_t n) {
                leave(n, first, shared_.fresh.get());
                if (n < min_len_) return;
                for (std::size_t j = 0; j < references_.size(); ++j)
                    rows[2 * j] += matcher_.matches()[j];
            });
        }
        for (std::size_t j = 0; j < references_.size(); ++j)
            rows[2 * j + 1] = std::max(total(prediction_.size), total(references_[j].size));
    }

  private:
    std::int64_t total(std::size_t length) const {
        std::int64_t sum = 0;
        for (std::size_t n = min_len_; n <= order_; ++n) sum += ngram_total(length, n);
        return sum;
    }
    std::size_t min_len_;
    const Texts& texts_;
    const SharedMatches& shared_;
    std::int64_t* rows_;
};

}  // namespace

void bleu(Texts& texts, const BleuOptions& options, Run run, std::int64_t* rows) {
    const auto tokens = tokens_of(texts, options.tokenizer, options.lowercase, run);
    const SharedMatches shared(texts, options.tokenizer, options.lowercase, options.order);
    for_instances(texts, *tokens, run,
                  [&] { return BleuWorker(options.order, run, texts, shared, rows); });
    shared.keep(texts);
}

void bleu_leave_one_out(Texts& texts, const BleuOptions& options, Run run, std::int64_t* rows,
                        std::int64_t* whole) {
    const auto tokens = tokens_of(texts, options.tokenizer, options.lowercase, run);
    for_instances(texts, *tokens, run,
                  [&] { return LeaveOneOutWorker(options.order, run, texts, rows, whole); });
}

void gleu_pairs(Texts& texts, const GleuOptions& options, Run run, std::int64_t* rows) {
    const auto tokens = tokens_of(texts, options.tokenizer, options.lowercase, run);
    const SharedMatches shared(texts, options.tokenizer, options.lowercase, options.max_len);
    for_instances(texts, *tokens, run,
                  [&] { return GleuWorker(options, run, texts, shared, rows); });
    shared.keep(texts);
}

}  // namespace sacreval
