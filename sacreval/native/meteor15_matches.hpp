// The matches between a prediction and a reference, by each matcher of METEOR 1.5.
#pragma once

#include <algorithm>
#include <cstdint>
#include <vector>

#include "meteor15_phrases.hpp"
#include "meteor15_vocabulary.hpp"
#include "parallel.hpp"

namespace sacreval {

enum class MeteorModule : std::uint8_t { exact, stem, synonym, paraphrase };

struct MeteorMatch {
    std::uint32_t start, predicted;                  // first positions, reference and prediction
    std::uint16_t length, predicted_length, module;  // in words; place in the list of modules
};

using WordIds = Span<std::uint32_t>;

struct MeteorText {
    WordIds words;
    std::size_t number;  // in the phrases
};

// Positions of a text by a number that each of its words has, or several.
class Positions {
  public:
    explicit Positions(std::size_t numbers) : first_(numbers, kNone) {}

    // Call for positions from last to first, so that lists are ascending.
    void add(std::uint32_t number, std::uint32_t position) {
        if (first_[number] == kNone) used_.push_back(number);
        links_.push_back({position, first_[number]});
        first_[number] = static_cast<std::uint32_t>(links_.size() - 1);
    }
    template <class Use>
    void of(std::uint32_t number, Use&& use) const {
        for (std::uint32_t k = first_[number]; k != kNone; k = links_[k].next)
            use(links_[k].position);
    }
    void clear() {
        for (const std::uint32_t number : used_) first_[number] = kNone;
        used_.clear();
        links_.clear();
    }

  private:
    struct Link {
        std::uint32_t position, next;
    };
    std::vector<std::uint32_t> first_, used_;
    std::vector<Link> links_;
};

// Finds the matches of pairs; one per thread.
class MeteorMatcher {
  public:
    MeteorMatcher(const MeteorVocabulary& words, const MeteorPhrases* phrases, Cancel& cancel)
        : words_(words),
          phrases_(phrases),
          pace_(cancel),
          classes_(words.class_count()),
          stems_(words.stem_count()),
          synsets_(words.synset_count()) {}

    // Lists the matches by position in the reference, and for each in the order of their modules.
    void operator()(const MeteorText& prediction, const MeteorText& other,
                    const std::vector<MeteorModule>& modules, std::size_t count) {
        const WordIds predicted = prediction.words, reference = other.words;
        found_.clear();
        for (std::size_t k = 0; k < count; ++k) {
            module_ = static_cast<std::uint16_t>(k);
            if (modules[k] == MeteorModule::exact) exact(predicted, reference);
            if (modules[k] == MeteorModule::stem) stem(predicted, reference);
            if (modules[k] == MeteorModule::synonym) synonym(predicted, reference);
            if (modules[k] == MeteorModule::paraphrase) paraphrase(prediction, other);
        }
        sort(reference.size);
    }

    const std::vector<MeteorMatch>& matches() const { return sorted_; }
    // Position j of the reference has the matches `starts()[j]` to `starts()[j + 1] - 1`.
    const std::vector<std::uint32_t>& starts() const { return starts_; }

  private:
    void sort(std::size_t reference) {
        starts_.assign(reference + 2, 0);
        for (const MeteorMatch& match : found_) ++starts_[match.start + 2];
        for (std::size_t j = 2; j < starts_.size(); ++j) starts_[j] += starts_[j - 1];
        sorted_.resize(found_.size());
        for (const MeteorMatch& match : found_) sorted_[starts_[match.start + 1]++] = match;
        starts_.pop_back();
    }

    void add(std::size_t j, std::size_t length, std::size_t i, std::size_t predicted_length) {
        found_.push_back({static_cast<std::uint32_t>(j), static_cast<std::uint32_t>(i),
                          static_cast<std::uint16_t>(length),
                          static_cast<std::uint16_t>(predicted_length), module_});
        pace_(1);
    }

    bool unequal(std::uint32_t a, std::uint32_t b) const {
        return words_.equality(a) != words_.equality(b);
    }

    void exact(WordIds predicted, WordIds reference) {
        const auto number = [this](std::uint32_t id) { return words_.equality(id); };
        words_with_equal(classes_, number, predicted, reference,
                         [](std::uint32_t, std::uint32_t) { return true; });
    }

    void stem(WordIds predicted, WordIds reference) {
        const auto number = [this](std::uint32_t id) { return words_.stem(id); };
        words_with_equal(stems_, number, predicted, reference,
                         [this](auto a, auto b) { return unequal(a, b); });
    }

    template <class Number, class Accept>
    void words_with_equal(Positions& positions, Number number, WordIds predicted,
                          WordIds reference, Accept accept) {
        fill(positions, predicted, [&](std::uint32_t id, auto use) { use(number(id)); });
        for (std::size_t j = 0; j < reference.size; ++j)
            positions.of(number(reference[j]), [&](std::uint32_t i) {
                if (accept(predicted[i], reference[j])) add(j, 1, i, 1);
            });
        positions.clear();
    }

    template <class Numbers>
    void fill(Positions& positions, WordIds text, Numbers numbers) {
        for (std::size_t i = text.size; i-- > 0;)
            numbers(text[i], [&](std::uint32_t number) {
                positions.add(number, static_cast<std::uint32_t>(i));
            });
        pace_(text.size);
    }

    void synonym(WordIds predicted, WordIds reference) {
        fill(synsets_, predicted, [this](std::uint32_t id, auto use) {
            for (const std::uint32_t synset : words_.synsets(id)) use(synset);
        });
        for (std::size_t j = 0; j < reference.size; ++j) {
            places_.clear();
            for (const std::uint32_t synset : words_.synsets(reference[j]))
                synsets_.of(synset, [&](std::uint32_t i) {
                    if (unequal(predicted[i], reference[j])) places_.push_back(i);
                });
            std::sort(places_.begin(), places_.end());
            places_.erase(std::unique(places_.begin(), places_.end()), places_.end());
            for (const std::uint32_t i : places_) add(j, 1, i, 1);
        }
        synsets_.clear();
    }

    // First the paraphrases of the reference's phrases, then those of the prediction's.
    void paraphrase(const MeteorText& predicted, const MeteorText& reference) {
        if (phrases_ == nullptr) return;
        paraphrases_of(reference, predicted, [this](auto j, auto length, auto i, auto other) {
            add(j, length, i, other);
        });
        paraphrases_of(predicted, reference, [this](auto i, auto length, auto j, auto other) {
            add(j, other, i, length);
        });
    }

    template <class Use>
    void paraphrases_of(const MeteorText& own, const MeteorText& text, Use use) {
        const WordIds other = text.words;
        fill(classes_, other, [this](auto id, auto add_one) { add_one(words_.equality(id)); });
        for (const MeteorPhrases::Place& phrase : phrases_->of(own.number)) {
            phrases_->paraphrases(phrase, [&](WordIds words) {
                pace_(1);
                classes_.of(words_.equality(words[0]), [&](std::uint32_t place) {
                    if (occurs(words, other, place))
                        use(std::size_t{phrase.start}, std::size_t{phrase.length},
                            std::size_t{place}, words.size);
                });
            });
        }
        classes_.clear();
    }

    bool occurs(WordIds phrase, WordIds text, std::size_t place) const {
        if (phrase.size > text.size - place) return false;
        for (std::size_t k = 1; k < phrase.size; ++k)
            if (unequal(phrase[k], text[place + k])) return false;
        return true;
    }

    const MeteorVocabulary& words_;
    const MeteorPhrases* phrases_;
    Pace pace_;
    Positions classes_, stems_, synsets_;
    std::uint16_t module_ = 0;
    std::vector<MeteorMatch> found_, sorted_;
    std::vector<std::uint32_t> starts_, places_;
};

}  // namespace sacreval
