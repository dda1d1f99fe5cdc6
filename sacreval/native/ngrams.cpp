// The n-gram matcher behind BLEU, GLEU, ROUGE-N and chrF.
#include "ngrams.hpp"

#include <algorithm>

namespace sacreval {
namespace {

constexpr std::size_t kDirect = 1 << 15;  // entries that fit in the first two cache levels
constexpr std::size_t kStride = 1 << 16;  // positions between two checks for cancellation

}  // namespace

void NgramMatcher::start(Ids prediction, const std::vector<Ids>& references,
                         std::uint32_t vocabulary) {
    order_ = 0;
    vocabulary_ = vocabulary;
    prediction_ = prediction;
    references_ = &references;
    if (reference_alive_.size() < references.size()) reference_alive_.resize(references.size());
    matches_.assign(references.size(), 0);
    decrease_.assign(references.size(), 0);
    if (direct_.empty()) direct_.resize(kDirect);
}

void NgramMatcher::next(bool per_ngram) {
    const std::size_t references = references_->size();
    const auto each = [&](auto find) {
        if (references == 1 && !per_ngram) return match(0, find);
        in_reference_.assign(count_.size(), 0);
        if (per_ngram) clips_.assign(count_.size(), Clip{0, 0, 0});
        for (std::size_t j = 0; j < references; ++j) {
            match(j, find);
            fold(j, per_ngram);
        }
    };
    if (++order_ == 1) {
        first_order();
        each([this](std::uint32_t, std::uint32_t symbol) {
            return symbol < known_ ? symbol + 1 : 0;
        });
    } else if (count_.size() * vocabulary_ <= kDirect && alive_.size() < 0xFFFF) {
        const auto key = [this](std::uint32_t id, std::uint32_t symbol) {
            return id * vocabulary_ + symbol;
        };
        keys_.resize(alive_.size());
        std::uint32_t *keys = keys_.data(), ids = 0;
        extend([&, key](std::uint32_t id, std::uint32_t symbol) {
            std::uint16_t& entry = direct_[*keys++ = key(id, symbol)];
            ids += entry == 0;
            entry = entry == 0 ? static_cast<std::uint16_t>(ids) : entry;
            return std::uint32_t{entry};
        });
        each([&, key](std::uint32_t id, std::uint32_t symbol) {
            return std::uint32_t{direct_[key(id, symbol)]};
        });
        for (const std::uint32_t* k = keys_.data(); k < keys; ++k) direct_[*k] = 0;
    } else {
        chain_.reset(alive_.size());
        extend([&](std::uint32_t id, std::uint32_t symbol) {
            return chain_.intern(id, symbol) + 1;
        });
        each([&](std::uint32_t id, std::uint32_t symbol) {
            return chain_.lookup(id, symbol) + 1;  // kNone + 1 is 0
        });
    }
    if (per_ngram) sum_clips();
    if (references == 1 && !per_ngram)
        keep([this](std::uint32_t id) { return remaining_[id] != count_[id]; });
    else
        keep([this](std::uint32_t id) { return in_reference_[id] != 0; });
}

// Symbols are numbered in order of occurrence, the prediction's first, so the size of its counts
// does not depend on the number of references.
void NgramMatcher::first_order() {
    known_ = 0;
    for (const std::uint32_t symbol : prediction_) known_ = std::max(known_, symbol + 1);
    count_.assign(std::size_t{known_} + 1, 0);
    alive_.resize(prediction_.size);
    for (std::uint32_t at = 0; at < prediction_.size; ++at) {
        alive_[at] = {at, prediction_[at] + 1};
        ++count_[alive_[at].id];
    }
    for (std::size_t j = 0; j < references_->size(); ++j) {
        const Ids text = (*references_)[j];
        reference_alive_[j].resize(text.size);
        for (std::uint32_t at = 0; at < text.size; ++at) reference_alive_[j][at] = {at, 0};
    }
}

// Calls step(...) for the alive positions whose n-gram ends inside the text.
template <class Step>
void NgramMatcher::walk(const std::vector<Alive>& alive, std::size_t length, Step step) {
    for (std::size_t from = 0; from < alive.size(); from += kStride) {
        const std::size_t to = std::min(from + kStride, alive.size());
        for (std::size_t k = from; k < to; ++k) {
            const Alive here = alive[k];
            if (here.at + std::size_t{order_} > length) return;
            step(here);
        }
        pace_(to - from);
    }
}

// Assigns the prediction's alive positions their n-gram ids of this order.
template <class Intern>
void NgramMatcher::extend(Intern intern) {
    count_.assign(alive_.size() + 1, 0);
    std::uint32_t ids = 0;
    std::size_t out = 0;
    walk(alive_, prediction_.size, [&](Alive here) {
        const std::uint32_t id = intern(here.id, prediction_[here.at + order_ - 1]);
        ++count_[id];
        ids = std::max(ids, id);
        alive_[out++] = {here.at, id};
    });
    alive_.resize(out);
    count_.resize(ids + std::size_t{1});
}

// Visits a reference's alive positions and keeps those whose n-gram is in the prediction. The loop
// has no data-dependent branch, since half of such branches would be mispredicted.
template <class Find>
void NgramMatcher::match(std::size_t reference, Find find) {
    const Ids text = (*references_)[reference];
    std::vector<Alive>& alive = reference_alive_[reference];
    remaining_ = count_;
    std::int64_t matches = 0;
    std::size_t out = 0;
    walk(alive, text.size, [&](Alive here) {
        const std::uint32_t id = find(here.id, text[here.at + order_ - 1]);
        const std::uint32_t hit = remaining_[id] > 0;
        remaining_[id] -= hit;
        matches += hit;
        alive[out] = {here.at, id};
        out += count_[id] > 0;
    });
    alive.resize(out);
    matches_[reference] = matches;
}

// Records this reference's n-grams and, if requested, the two largest clipped counts of each.
void NgramMatcher::fold(std::size_t reference, bool per_ngram) {
    for (std::size_t id = 1; id < count_.size(); ++id)
        in_reference_[id] = static_cast<Byte>(in_reference_[id] | (remaining_[id] != count_[id]));
    if (!per_ngram) return;
    for (std::size_t id = 1; id < count_.size(); ++id) {
        const std::uint32_t count = count_[id] - remaining_[id];
        Clip& clip = clips_[id];
        if (count > clip.best)
            clip = {count, clip.best, static_cast<std::uint32_t>(reference)};
        else
            clip.second = std::max(clip.second, count);
    }
}

void NgramMatcher::sum_clips() {
    clipped_ = 0;
    std::fill(decrease_.begin(), decrease_.end(), 0);
    for (const Clip& clip : clips_) {
        clipped_ += clip.best;
        if (clip.best > 0) decrease_[clip.owner] += clip.best - clip.second;
    }
}

// Keeps the prediction's positions whose n-gram is in a reference.
template <class Seen>
void NgramMatcher::keep(Seen seen) {
    std::size_t out = 0;
    for (const Alive here : alive_) {
        alive_[out] = here;
        out += seen(here.id);
    }
    alive_.resize(out);
}

}  // namespace sacreval
