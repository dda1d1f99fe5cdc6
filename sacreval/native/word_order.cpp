// Alignments of RIBES (NLTK), LEPOR (Han et al. 2012) and hLEPOR (hLepor 0.0.4).
#include "word_order.hpp"

#include <algorithm>
#include <cstdlib>
#include <vector>

#include "instances.hpp"

namespace sacreval {
namespace {

using Places = std::vector<std::uint32_t>;

// Positions of every word of a text, ascending.
class Positions {
  public:
    void read(Ids text, std::size_t vocabulary) {
        for (Places& places : of_) places.clear();
        if (of_.size() < vocabulary) of_.resize(vocabulary);
        for (std::size_t i = 0; i < text.size; ++i)
            of_[text[i]].push_back(static_cast<std::uint32_t>(i));
    }
    const Places& operator[](std::uint32_t word) const { return of_[word]; }

  private:
    std::vector<Places> of_;
};

std::int64_t signed_of(std::size_t count) { return static_cast<std::int64_t>(count); }

class RibesAligner {
  public:
    explicit RibesAligner(Cancel& cancel) : pace_(cancel) {}

    void pair(Ids hyp, Ids ref, std::size_t vocabulary, std::size_t, std::int64_t* row) {
        in_hyp_.read(hyp, vocabulary);
        in_ref_.read(ref, vocabulary);
        ranks_.clear();
        for (std::size_t i = 0; i < hyp.size; ++i) align(hyp, ref, i);
        row[0] = increasing(ref.size);
        row[1] = signed_of(ranks_.size());
        row[2] = signed_of(hyp.size);
        row[3] = signed_of(ref.size);
    }

  private:
    // Grows the context of word i to the right and to the left by turns, until one of them occurs
    // once in each text.
    void align(Ids hyp, Ids ref, std::size_t i) {
        const Places& there = in_ref_[hyp[i]];
        if (there.empty()) return;
        right_hyp_ = left_hyp_ = in_hyp_[hyp[i]];
        right_ref_ = left_ref_ = there;
        if (right_hyp_.size() == 1 && there.size() == 1) return ranks_.push_back(there[0]);
        const std::size_t most = std::min(std::max(i, hyp.size - i + 1), ref.size);
        for (std::size_t w = 1; w < most && !(right_ref_.empty() && left_ref_.empty()); ++w) {
            if (i + w < hyp.size) {
                keep_right(hyp, right_hyp_, hyp[i + w], w);
                keep_right(ref, right_ref_, hyp[i + w], w);
                if (right_hyp_.size() == 1 && right_ref_.size() == 1)
                    return ranks_.push_back(right_ref_[0]);
            } else {
                right_ref_.clear();
            }
            if (w <= i) {
                keep_left(hyp, left_hyp_, hyp[i - w], w);
                keep_left(ref, left_ref_, hyp[i - w], w);
                if (left_hyp_.size() == 1 && left_ref_.size() == 1)
                    return ranks_.push_back(left_ref_[0]);
            } else {
                left_ref_.clear();
            }
        }
    }

    void keep_right(Ids text, Places& places, std::uint32_t word, std::size_t w) {
        pace_(places.size() + 1);
        const auto other = [&](std::uint32_t p) {
            return p + w >= text.size || text[p + w] != word;
        };
        places.erase(std::remove_if(places.begin(), places.end(), other), places.end());
    }
    void keep_left(Ids text, Places& places, std::uint32_t word, std::size_t w) {
        pace_(places.size() + 1);
        const auto other = [&](std::uint32_t p) { return p < w || text[p - w] != word; };
        places.erase(std::remove_if(places.begin(), places.end(), other), places.end());
    }

    // Pairs whose earlier rank is smaller, by a Fenwick tree of the ranks seen.
    std::int64_t increasing(std::size_t size) {
        tree_.assign(size + 1, 0);
        std::int64_t total = 0;
        for (const std::uint32_t rank : ranks_) {
            for (std::size_t k = rank; k > 0; k &= k - 1) total += tree_[k];
            for (std::size_t k = rank + 1; k <= size; k += k & (~k + 1)) ++tree_[k];
        }
        return total;
    }

    Pace pace_;
    Positions in_hyp_, in_ref_;
    Places ranks_, right_hyp_, right_ref_, left_hyp_, left_ref_;
    std::vector<std::int64_t> tree_;
};

std::size_t distance(std::size_t a, std::size_t b) { return a > b ? a - b : b - a; }

// |(i + 1) / hyp - (j + 1) / ref|, times both lengths.
std::int64_t moved(std::size_t i, std::size_t j, std::size_t hyp, std::size_t ref) {
    return std::llabs(signed_of((i + 1) * ref) - signed_of((j + 1) * hyp));
}

// Position of the first of the nearest to i.
std::size_t nearest(const Places& places, std::size_t i) {
    std::size_t best = 0;
    for (std::size_t k = 1; k < places.size(); ++k)
        if (distance(places[k], i) < distance(places[best], i)) best = k;
    return best;
}

// Each word of the prediction is aligned with the nearest free one of the reference, of those with
// a word in common around them where there are any.
class LeporAligner {
  public:
    explicit LeporAligner(Cancel& cancel) : pace_(cancel) {}

    void pair(Ids hyp, Ids ref, std::size_t vocabulary, std::size_t context, std::int64_t* row) {
        in_ref_.read(ref, vocabulary);
        taken_.assign(ref.size, 0);
        std::fill(row, row + 2, 0);
        row[2] = signed_of(hyp.size);
        row[3] = signed_of(ref.size);
        for (std::size_t i = 0; i < hyp.size; ++i) {
            free_.clear();
            near_.clear();
            const Places& there = in_ref_[hyp[i]];
            for (const std::uint32_t j : there) {
                pace_(context + 1);
                if (taken_[j]) continue;
                free_.push_back(j);
                if (there.size() > 1 && alike(hyp, ref, i, j, context)) near_.push_back(j);
            }
            if (free_.empty()) continue;
            const Places& from = near_.empty() ? free_ : near_;
            const std::uint32_t j = from[nearest(from, i)];
            taken_[j] = 1;
            ++row[0];
            row[1] += moved(i, j, hyp.size, ref.size);
        }
    }

  private:
    // Whether a word at the same distance and side is equal.
    static bool alike(Ids hyp, Ids ref, std::size_t i, std::size_t j, std::size_t context) {
        for (std::size_t k = 1; k <= context; ++k) {
            if (k <= i && k <= j && hyp[i - k] == ref[j - k]) return true;
            if (i + k < hyp.size && j + k < ref.size && hyp[i + k] == ref[j + k]) return true;
        }
        return false;
    }

    Pace pace_;
    Positions in_ref_;
    Places free_, near_;
    std::vector<unsigned char> taken_;
};

class HleporAligner {
  public:
    explicit HleporAligner(Cancel& cancel) : pace_(cancel) {}

    void pair(Ids hyp, Ids ref, std::size_t vocabulary, std::size_t context, std::int64_t* row) {
        std::fill(row, row + 2, 0);
        row[2] = signed_of(hyp.size);
        row[3] = signed_of(ref.size);
        if (hyp.size == ref.size && std::equal(hyp.begin(), hyp.end(), ref.begin())) {
            row[0] = row[2];
            return;
        }
        in_hyp_.read(hyp, vocabulary);
        in_ref_.read(ref, vocabulary);
        for (std::uint32_t word = 0; word < vocabulary; ++word) {
            const Places& here = in_hyp_[word];
            left_ = in_ref_[word];
            row[0] += signed_of(std::min(here.size(), left_.size()));
            const bool once = here.size() == 1 && left_.size() == 1;
            for (const std::uint32_t i : here) {
                if (left_.empty()) break;
                const std::size_t k = once ? 0 : choice(hyp, ref, i, context);
                row[1] += moved(i, left_[k], hyp.size, ref.size);
                left_.erase(left_.begin() + static_cast<std::ptrdiff_t>(k));
            }
        }
    }

  private:
    // The source's index: it is counted among the positions with a word in common around them, but
    // used among all that are left.
    std::size_t choice(Ids hyp, Ids ref, std::size_t i, std::size_t context) {
        near_.clear();
        for (const std::uint32_t j : left_) {
            pace_(4 * context * context + 1);
            if (alike(hyp, ref, i, j, context)) near_.push_back(j);
        }
        return nearest(near_.empty() ? left_ : near_, i);
    }

    template <class Visit>
    static bool any_around(Ids text, std::size_t at, std::size_t context, Visit visit) {
        // The source's slice: nothing on the left within the first words of a text, unless the
        // text is shorter than the context.
        const std::size_t wrapped = text.size + at > context ? text.size + at - context : 0;
        for (std::size_t k = at < context ? wrapped : at - context; k < at; ++k)
            if (visit(text[k])) return true;
        for (std::size_t k = at + 1; k < std::min(at + context + 1, text.size); ++k)
            if (visit(text[k])) return true;
        return false;
    }

    static bool alike(Ids hyp, Ids ref, std::size_t i, std::size_t j, std::size_t context) {
        return any_around(hyp, i, context, [&](std::uint32_t word) {
            return any_around(ref, j, context, [&](std::uint32_t other) { return word == other; });
        });
    }

    Pace pace_;
    Positions in_hyp_, in_ref_;
    Places left_, near_;
};

template <class Aligner>
class Worker {
  public:
    Worker(const Texts& texts, std::size_t context, Cancel& cancel, std::int64_t* rows)
        : texts_(texts), context_(context), aligner_(cancel), rows_(rows) {}

    void instance(const TokenView& view, std::size_t i) {
        for (std::size_t j = 0; j < view.references; ++j)
            aligner_.pair(view.prediction(), view.reference(j), view.vocabulary, context_,
                          rows_ + 4 * (texts_.starts[i] + j));
    }

  private:
    const Texts& texts_;
    std::size_t context_;
    Aligner aligner_;
    std::int64_t* rows_;
};

template <class Aligner>
void fill(Texts& texts, const OrderOptions& options, Run run, std::int64_t* rows) {
    const auto tokens = tokens_of(texts, options.tokenizer, options.lowercase, run);
    for_instances(texts, *tokens, run,
                  [&] { return Worker<Aligner>(texts, options.context, run.cancel, rows); });
}

}  // namespace

void ribes_pairs(Texts& texts, const OrderOptions& options, Run run, std::int64_t* rows) {
    fill<RibesAligner>(texts, options, run, rows);
}
void lepor_pairs(Texts& texts, const OrderOptions& options, Run run, std::int64_t* rows) {
    fill<LeporAligner>(texts, options, run, rows);
}
void hlepor_pairs(Texts& texts, const OrderOptions& options, Run run, std::int64_t* rows) {
    fill<HleporAligner>(texts, options, run, rows);
}

}  // namespace sacreval
