// Clipping by all other texts needs two numbers of each n-gram: its largest count in a text, and
// its second largest, which clips the text that has the largest.
#include "others.hpp"

#include <algorithm>

#include "ngram_ids.hpp"
#include "ngrams.hpp"

namespace sacreval {
namespace {

class Counter {
  public:
    Counter(std::vector<Ids> texts, std::uint32_t vocabulary, Cancel& cancel)
        : texts_(std::move(texts)), vocabulary_(vocabulary), pace_(cancel), alive_(texts_.size()) {
        for (std::size_t t = 0; t < texts_.size(); ++t)
            for (std::uint32_t at = 0; at < texts_[t].size; ++at) alive_[t].push_back({at, 0});
    }

    // Calls found(text, matches of the next order) for every text.
    template <class Found>
    void next(Found&& found) {
        ++order_;
        const std::size_t ids = number();
        clips_.assign(ids, Clip{0, 0, 0});
        count_.assign(ids, 0);
        for (std::uint32_t t = 0; t < texts_.size(); ++t) fold(t);
        matches_.resize(texts_.size());
        for (std::size_t t = 0; t < texts_.size(); ++t)
            matches_[t] = static_cast<std::int64_t>(alive_[t].size());
        for (const Clip& clip : clips_) matches_[clip.owner] -= clip.best - clip.second;
        for (std::size_t t = 0; t < texts_.size(); ++t) found(t, matches_[t]);
        for (std::vector<Alive>& alive : alive_)
            alive.erase(std::remove_if(alive.begin(), alive.end(),
                                       [&](Alive here) { return clips_[here.id].second == 0; }),
                        alive.end());
    }

  private:
    struct Alive {
        std::uint32_t at, id;  // a position whose n-gram is in two texts, and the n-gram's id
    };
    struct Clip {
        std::uint32_t best, second, owner;
    };

    // Gives the n-grams at alive positions their ids, and returns how many ids there are.
    std::size_t number() {
        std::size_t positions = 0;
        for (const std::vector<Alive>& alive : alive_) positions += alive.size();
        if (order_ > 1) chain_.reset(positions / 2 + 32);
        for (std::size_t t = 0; t < texts_.size(); ++t) {
            const Ids text = texts_[t];
            std::vector<Alive>& alive = alive_[t];
            while (!alive.empty() && alive.back().at + order_ > text.size) alive.pop_back();
            for (Alive& here : alive) {
                const std::uint32_t symbol = text[here.at + order_ - 1];
                here.id = order_ == 1 ? symbol : chain_.intern(here.id, symbol);
            }
            pace_(alive.size() + 1);
        }
        return order_ == 1 ? vocabulary_ : chain_.count();
    }

    // Counts the n-grams of a text and updates their two largest counts.
    void fold(std::uint32_t t) {
        for (const Alive here : alive_[t]) ++count_[here.id];
        for (const Alive here : alive_[t]) {
            const std::uint32_t count = count_[here.id];
            count_[here.id] = 0;
            Clip& clip = clips_[here.id];
            if (count > clip.best)
                clip = {count, clip.best, t};
            else
                clip.second = std::max(clip.second, count);
        }
        pace_(alive_[t].size() + 1);
    }

    std::vector<Ids> texts_;
    std::uint32_t vocabulary_;
    Pace pace_;
    std::size_t order_ = 0;
    std::vector<std::vector<Alive>> alive_;  // of each text
    ChainIds chain_;
    std::vector<Clip> clips_;
    std::vector<std::uint32_t> count_;
    std::vector<std::int64_t> matches_;
};

// The length closest to that of a text among all other texts; ties go to the shorter, as in bleu().
class ClosestOther {
  public:
    explicit ClosestOther(const std::vector<Ids>& texts) {
        for (const Ids& text : texts) lengths_.push_back(text.size);
        std::sort(lengths_.begin(), lengths_.end());
    }
    std::int64_t to(std::size_t length) const {
        const auto [first, last] = std::equal_range(lengths_.begin(), lengths_.end(), length);
        if (last - first > 1) return signed_of(length);
        const bool below = first != lengths_.begin(), above = last != lengths_.end();
        if (!below && !above) return 0;
        if (!above || (below && length - *(first - 1) <= *last - length))
            return signed_of(*(first - 1));
        return signed_of(*last);
    }

  private:
    static std::int64_t signed_of(std::size_t x) { return static_cast<std::int64_t>(x); }
    std::vector<std::size_t> lengths_;
};

}  // namespace

void bleu_of_others(Texts& texts, const BleuOptions& options, Run run, std::int64_t* rows) {
    const auto tokens = tokens_of(texts, options.tokenizer, options.lowercase, run);
    const TokenView view = only_instance(texts, *tokens);
    const std::vector<Ids> all = all_texts(view);
    const std::size_t order = options.order, width = 2 + 2 * order;
    const ClosestOther closest(all);
    for (std::size_t t = 0; t < all.size(); ++t) {
        std::int64_t* row = rows + t * width;
        row[0] = static_cast<std::int64_t>(all[t].size);
        row[1] = closest.to(all[t].size);
        for (std::size_t n = 1; n <= order; ++n) row[1 + order + n] = ngram_total(all[t].size, n);
    }
    Counter counter(all, view.vocabulary, run.cancel);
    for (std::size_t n = 1; n <= order; ++n)
        counter.next([&](std::size_t t, std::int64_t matches) { rows[t * width + 1 + n] = matches; });
}

}  // namespace sacreval
