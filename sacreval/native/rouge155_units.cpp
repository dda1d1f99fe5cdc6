// Ids of units, which are the same in all texts, and how often each occurs.
#include "rouge155_units.hpp"

#include <algorithm>

namespace sacreval {

Units155::Units155(const Rouge155Options& options) : options_(options) {
    const bool pairs = options.skip || options.skip_unigrams;
    tables_.resize(std::max<std::size_t>(options.max_ngram, pairs ? 2 : 1) - 1);
    for (ChainIds& table : tables_) table.reset(1 << 12);
}

void Units155::count(Text155& text) {
    text.bags.clear();
    text.bags.reserve(options_.max_ngram + 3);
    ngrams(text);
    const std::vector<std::uint32_t>& words = text.stems.empty() ? text.whole : text.stems;
    if (options_.skip || options_.skip_unigrams) {
        text.bags.push_back(bag(skip_bigrams(words)));
        std::vector<std::uint32_t> firsts = words;
        if (!firsts.empty()) firsts.pop_back();
        text.bags.push_back(bag(firsts));
    }
    if (options_.rouge_l || options_.weight > 0) text.bags.push_back(bag(words));
    for (const ChainIds& table : tables_) size_ = std::max(size_, table.count());
}

void Units155::ngrams(Text155& text) {
    std::vector<std::uint32_t> ids = text.whole;
    for (std::size_t n = 1; n <= options_.max_ngram; ++n) {
        text.bags.push_back(bag(ids));
        if (n == options_.max_ngram) return;
        const std::size_t longer = ids.empty() ? 0 : ids.size() - 1;
        for (std::size_t i = 0; i < longer; ++i)
            ids[i] = tables_[n - 1].intern(ids[i], text.whole[i + n]);
        ids.resize(longer);
    }
}

std::vector<std::uint32_t> Units155::skip_bigrams(const std::vector<std::uint32_t>& words) {
    std::vector<std::uint32_t> found;
    const std::size_t size = words.size();
    const std::size_t reach = options_.gap < 0 ? size : static_cast<std::size_t>(options_.gap) + 1;
    for (std::size_t i = 0; i < size; ++i)
        for (std::size_t j = i + 1; j < size && j - i <= reach; ++j)
            found.push_back(tables_[0].intern(words[i], words[j]));
    return found;
}

Bag155 Units155::bag(const std::vector<std::uint32_t>& ids) {
    Bag155 found;
    found.total = ids.size();
    found.units.reserve(ids.size());
    for (const std::uint32_t id : ids) {
        if (places_.size() <= id) places_.resize(2 * (std::size_t{id} + 1));
        std::uint32_t& place = places_[id];  // from 1
        if (place == 0) {
            found.units.push_back({id, 0});
            place = static_cast<std::uint32_t>(found.units.size());
        }
        ++found.units[place - 1].count;
    }
    for (const auto& unit : found.units) places_[unit.id] = 0;
    return found;
}

}  // namespace sacreval
