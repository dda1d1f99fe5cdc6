// Words of a model's sentence that no line of the peer has are skipped: there the best subsequence
// is that of the row above, whence it is traced straight up.
#include "rouge155_sequences.hpp"

#include <algorithm>
#include <cmath>
#include <new>

namespace sacreval {
namespace {

constexpr Byte kDiagonal = 0, kUp = 1, kLeft = 2;

}  // namespace

void Sequences155::start(const Text155& peer, const Bag155& words, std::uint32_t vocabulary) {
    peer_ = &peer;
    peer_words_ = &words;
    vocabulary_ = vocabulary;
    if (left_.size() < vocabulary) left_.resize(vocabulary);
    if (lines_with_.size() < vocabulary) lines_with_.resize(vocabulary);
    for (std::size_t s = 0; s < peer.lines.size(); ++s)
        for (const std::uint32_t id : peer.lines[s]) lines_with_[id] |= std::uint64_t{1} << s % 64;
}

void Sequences155::stop() {
    for (const std::uint32_t id : peer_->lines.words) lines_with_[id] = 0;
    for (const auto& unit : peer_words_->units) left_[unit.id].peer = 0;
    if (model_words_)
        for (const auto& unit : model_words_->units) left_[unit.id].model = 0;
    model_words_ = nullptr;
}

// Lets the words of the peer and of a model match as often as each has them.
void Sequences155::renew(const Bag155& words) {
    if (model_words_)
        for (const auto& unit : model_words_->units) left_[unit.id].model = 0;
    model_words_ = &words;
    for (const auto& unit : peer_words_->units) left_[unit.id].peer = unit.count;
    for (const auto& unit : words.units) left_[unit.id].model = unit.count;
}

bool Sequences155::take(std::uint32_t word) {
    Left& left = left_[word];
    if (left.peer == 0 || left.model == 0) return false;
    --left.peer;
    --left.model;
    return true;
}

// Selects the words of a sentence that a line of the peer (or another line modulo 64) has.
void Sequences155::select(Span<std::uint32_t> sentence, std::size_t peer_line) {
    shared_.clear();
    places_.clear();
    for (std::size_t i = 0; i < sentence.size; ++i) {
        if (!(lines_with_[sentence[i]] >> peer_line % 64 & 1)) continue;
        shared_.push_back(sentence[i]);
        places_.push_back(static_cast<std::uint32_t>(i));
    }
}

void Sequences155::count_lcs(const Text155& model, const Bag155& words, double* cells) {
    renew(words);
    const bool stemmed = !model.line_stems.empty();
    std::size_t hits = 0;
    for (std::size_t s = 0; s < model.lines.size(); ++s) {
        Span<std::uint32_t> sentence = model.lines[s];
        if (stemmed)
            sentence.data = model.line_stems.data() + (sentence.data - model.lines.words.data());
        marks_.assign(sentence.size, 0);
        for (std::size_t k = 0; k < peer_->lines.size(); ++k) {
            select(sentence, k);
            if (shared_.empty()) continue;
            shared_marks_.assign(shared_.size(), 0);
            lcs_.mark({shared_.data(), shared_.size()}, peer_->lines[k], vocabulary_,
                      shared_marks_);
            for (std::size_t i = 0; i < places_.size(); ++i) marks_[places_[i]] |= shared_marks_[i];
        }
        for (std::size_t i = 0; i < sentence.size; ++i) hits += marks_[i] && take(sentence[i]);
    }
    cells[0] = static_cast<double>(hits);
    cells[1] = static_cast<double>(model.lines.words.size());
    cells[2] = static_cast<double>(peer_words_->total);
}

double Sequences155::weight_of(std::size_t length) {
    while (weights_.size() <= length) {
        const auto k = static_cast<double>(weights_.size());
        weights_.push_back(k > 0 ? std::pow(k, options_.weight) : 0.0);
    }
    return weights_[length];
}

// A run ends where the next word is not marked; a marked word that has been used up neither ends a
// run nor makes it longer.
void Sequences155::count_weighted(const Text155& model, const Bag155& words, double* cells) {
    renew(words);
    double hits = 0, base = 0;
    for (std::size_t s = 0; s < model.lines.size(); ++s) {
        const Span<std::uint32_t> sentence = model.lines[s];
        base += weight_of(sentence.size);
        marks_.assign(sentence.size + 1, 0);
        for (std::size_t k = 0; k < peer_->lines.size(); ++k) {
            select(sentence, k);
            if (!shared_.empty()) mark_weighted(sentence, peer_->lines[k]);
        }
        std::size_t run = 0;
        for (std::size_t i = 0; i < sentence.size; ++i) {
            if (!marks_[i] || !take(sentence[i])) continue;
            ++run;
            if (marks_[i + 1]) continue;
            hits += weight_of(run);
            run = 0;
        }
    }
    cells[0] = hits;
    cells[1] = base;  // `over_models` weighs it again, after it has compared recalls
    cells[2] = weight_of(peer_words_->total);
}

// Marks the words of `a` on the weighted LCS with `b`. A row without equal words is its upper
// neighbour if that one never falls; where it does, the row is computed.
void Sequences155::mark_weighted(Span<std::uint32_t> a, Span<std::uint32_t> b) {
    const std::size_t width = b.size + 1;
    if (a.size > kMaxSteps / width) throw std::bad_alloc();
    weight_of(std::min(a.size, b.size) + 1);
    above_.assign(width, 0);
    row_.assign(width, 0);
    runs_above_.assign(width, 0);
    runs_.assign(width, 0);
    if (steps_.size() < a.size * width) steps_.resize(a.size * width);
    rows_.clear();
    bool rising = true;
    std::size_t next = 0;
    for (std::size_t i = 0; i < a.size; ++i) {
        const bool matches = next < places_.size() && places_[next] == i;
        if (!matches && rising) {  // of which only the end of all runs matters
            if (next < places_.size() && places_[next] == i + 1)
                std::fill(runs_above_.begin(), runs_above_.end(), 0);
            continue;
        }
        next += matches;
        Byte* steps = steps_.data() + rows_.size() * width;
        rising = true;
        for (std::size_t j = 1; j < width; ++j) {
            if (a[i] == b[j - 1]) {
                const std::uint32_t run = runs_above_[j - 1];
                row_[j] = above_[j - 1] + weights_[run + 1] - weights_[run];
                runs_[j] = run + 1;
                steps[j] = kDiagonal;
            } else {
                const bool up = above_[j] >= row_[j - 1];
                row_[j] = up ? above_[j] : row_[j - 1];
                runs_[j] = 0;
                steps[j] = up ? kUp : kLeft;
            }
            rising = rising && row_[j] >= row_[j - 1];
        }
        rows_.push_back(static_cast<std::uint32_t>(i));
        above_.swap(row_);
        runs_above_.swap(runs_);
        pace_(width);
    }
    std::size_t kept = rows_.size(), j = b.size;
    while (kept > 0 && j > 0) {
        const Byte step = steps_[(kept - 1) * width + j];
        if (step == kLeft) {
            --j;
            continue;
        }
        --kept;
        if (step == kDiagonal) {
            marks_[rows_[kept]] = 1;
            --j;
        }
    }
}

}  // namespace sacreval
