// The n-gram matcher behind BLEU, GLEU, ROUGE-N and chrF.
#include "ngrams.hpp"

#include <algorithm>

namespace sacreval {

void NgramMatcher::start(Ids prediction, const std::vector<Ids>& references,
                         std::uint32_t vocabulary) {
    order_ = 0;
    prediction_ = prediction;
    references_ = references;
    if (theirs_.size() < references.size()) theirs_.resize(references.size());
    matches_.assign(references.size(), 0);
    lost_.assign(references.size(), 0);
    nodes_.assign(vocabulary, Node{});
}

void NgramMatcher::next(bool per_ngram) {
    ++order_;
    if (order_ == 1) {
        ours_.clear();
        for (std::uint32_t at = 0; at < prediction_.size; ++at)
            ours_.push_back({at, prediction_[at]});
        for (const Alive& here : ours_) ++nodes_[here.id].count;
    } else {
        // Two lists of positions are chained in place: `here` and its right neighbour must live.
        chain_.reset(ours_.size());
        nodes_.clear();
        std::size_t out = 0;
        for (std::size_t k = 0; k + 1 < ours_.size(); ++k) {
            if (ours_[k + 1].at != ours_[k].at + 1) continue;
            const std::uint32_t at = ours_[k].at;
            const std::uint32_t id = chain_.intern(ours_[k].id, prediction_[at + order_ - 1]);
            if (id == nodes_.size()) nodes_.emplace_back();
            ++nodes_[id].count;
            ours_[out++] = {at, id};
        }
        ours_.resize(out);
    }
    clipped_ = 0;
    std::fill(lost_.begin(), lost_.end(), 0);
    for (std::size_t j = 0; j < references_.size(); ++j) match(j, per_ngram);
    if (per_ngram)
        for (const Node& node : nodes_) {
            clipped_ += node.best;
            if (node.best > 0) lost_[node.owner] += node.best - node.second;
        }
    keep_prediction();
}

void NgramMatcher::match(std::size_t reference, bool per_ngram) {
    const Ids text = references_[reference];
    std::vector<Alive>& alive = theirs_[reference];
    const auto stamp = static_cast<std::uint32_t>(reference + 1);
    std::int64_t matches = 0;
    std::size_t out = 0;
    const auto meet = [&](std::uint32_t at, std::uint32_t id) {
        Node& node = nodes_[id];
        if (node.count == 0) return;  // order 1: a token of the references only
        if (node.stamp != stamp) {
            node.stamp = stamp;
            node.left = node.count;
        }
        if (node.left > 0) {
            --node.left;
            ++matches;
        }
        alive[out++] = {at, id};
    };
    if (order_ == 1) {
        alive.resize(text.size);
        for (std::uint32_t at = 0; at < text.size; ++at) meet(at, text[at]);
    } else {
        for (std::size_t k = 0; k + 1 < alive.size(); ++k) {
            if (alive[k + 1].at != alive[k].at + 1) continue;
            const std::uint32_t at = alive[k].at;
            const std::uint32_t id = chain_.lookup(alive[k].id, text[at + order_ - 1]);
            if (id != kNone) meet(at, id);
        }
    }
    alive.resize(out);
    matches_[reference] = matches;
    if (per_ngram) settle(static_cast<std::uint32_t>(reference));
}

// Folds this reference's clipped counts into the largest and second largest of each n-gram.
void NgramMatcher::settle(std::uint32_t reference) {
    for (const Alive& here : theirs_[reference]) {
        Node& node = nodes_[here.id];
        if (node.stamp != reference + 1) continue;  // folded already
        const std::uint32_t count = node.count - node.left;
        node.stamp = 0;
        if (count > node.best) {
            node.second = node.best;
            node.best = count;
            node.owner = reference;
        } else if (count > node.second) {
            node.second = count;
        }
    }
}

// Drops the prediction's positions whose n-gram no reference has.
void NgramMatcher::keep_prediction() {
    const auto dead = [&](const Alive& here) {
        const Node& node = nodes_[here.id];
        return node.stamp == 0 && node.best == 0;
    };
    ours_.erase(std::remove_if(ours_.begin(), ours_.end(), dead), ours_.end());
}

}  // namespace sacreval
