// Ids of the n-grams of texts, order by order: equal n-grams of any texts have one id.
#pragma once

#include <cstdint>
#include <stdexcept>
#include <vector>

#include "ids.hpp"
#include "parallel.hpp"
#include "tokens.hpp"

namespace sacreval {

class NgramIds {
  public:
    explicit NgramIds(Cancel& cancel) : pace_(cancel) {}

    // Starts with the symbols, n-grams of order 1; all are below `vocabulary`.
    void start(const std::vector<Ids>& texts, std::uint32_t vocabulary) {
        order_ = 1;
        texts_ = texts;
        bound_ = vocabulary;
        ids_.clear();
        starts_.clear();
        for (const Ids& text : texts_) {
            starts_.push_back(ids_.size());
            ids_.insert(ids_.end(), text.begin(), text.end());
        }
    }

    // Advances to the next order.
    void next() {
        ++order_;
        chain_.reset(ids_.size() / 2 + 32);
        for (std::size_t t = 0; t < texts_.size(); ++t) {
            const Ids text = texts_[t];
            std::uint32_t* ids = ids_.data() + starts_[t];
            for (std::size_t at = 0; at + order_ <= text.size; ++at)
                ids[at] = chain_.intern(ids[at], text[at + order_ - 1]);
            pace_(text.size);
        }
        bound_ = chain_.count();
    }

    // The ids of the n-grams of a text from left to right, all below bound(), until the next call.
    Ids text(std::size_t t) const {
        const std::size_t size = texts_[t].size;
        return {ids_.data() + starts_[t], size < order_ ? 0 : size - order_ + 1};
    }
    std::uint32_t bound() const { return bound_; }

  private:
    Pace pace_;
    std::size_t order_ = 1;
    std::uint32_t bound_ = 0;
    std::vector<Ids> texts_;
    std::vector<std::uint32_t> ids_;
    std::vector<std::size_t> starts_;
    ChainIds chain_;
};

// The only instance of a batch whose texts are compared with each other.
inline TokenView only_instance(const Texts& texts, const Tokens& tokens) {
    if (texts.size() != 1) throw std::invalid_argument("the texts of a set are those of one instance");
    const TokenChunk& chunk = tokens.chunk(0);
    return {&chunk, 0, texts.references(0), chunk.vocabulary[0]};
}

// Its texts: the prediction, then the references.
inline std::vector<Ids> all_texts(const TokenView& view) {
    std::vector<Ids> texts;
    for (std::size_t t = 0; t <= view.references; ++t) texts.push_back(view.text(t));
    return texts;
}

}  // namespace sacreval
