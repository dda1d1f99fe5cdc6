// Clipped counts of every measure, pair by pair.
#include "rouge155.hpp"

#include <algorithm>
#include <memory>
#include <utility>
#include <vector>

#include "instances.hpp"
#include "rouge155_memory.hpp"
#include "rouge155_sequences.hpp"

namespace sacreval {
namespace {

class Worker {
  public:
    Worker(const Texts& texts, const Rouge155Options& options, Run run, double* rows)
        : texts_(texts),
          rows_(rows),
          memory_(borrow_memory(options)),
          options_(memory_->options()),
          sequences_(options_, run.cancel),
          pace_(run.cancel) {}
    Worker(Worker&&) = default;
    ~Worker() {  // after an error the memory may be incomplete
        if (memory_ && whole_) give_back(std::move(memory_));
    }

    void operator()(std::size_t i) {
        whole_ = false;
        instance(i);
        whole_ = true;
    }

  private:
    void instance(std::size_t i) {
        const std::size_t first = texts_.first(i), models = texts_.references(i);
        const Text155& peer = memory_->text(texts_.texts[first], false);
        models_.clear();
        for (std::size_t j = 1; j <= models; ++j)
            models_.push_back(&memory_->text(texts_.texts[first + j], true));
        double* rows = rows_ + texts_.starts[i] * width();
        units(peer, rows);
        sequences(peer, rows);
        memory_->trim();
    }

    std::size_t width() const { return 3 * options_.measures(); }

    void units(const Text155& peer, double* rows) {
        const bool elements = options_.elements != Elements155::none;
        const std::size_t plain = elements ? 1 : options_.max_ngram;
        for (std::size_t k = 0; k < plain; ++k) clip(peer, k, rows + 3 * k, false);
        if (elements) return;
        double* cell = rows + 3 * (options_.measures() - options_.skip - options_.skip_unigrams);
        if (options_.skip) clip(peer, plain, cell, false);
        if (!options_.skip_unigrams) return;
        cell += 3 * options_.skip;
        clip(peer, plain, cell, false);
        clip(peer, plain + 1, cell, true);
    }

    // Counts the units of a bag that the peer and each model share; adds to the cells if asked.
    void clip(const Text155& peer, std::size_t bag, double* cell, bool add) {
        if (left_.size() < memory_->units()) left_.resize(memory_->units());
        for (const auto& unit : peer.bags[bag].units) left_[unit.id] = unit.count;
        for (const Text155* model : models_) {
            std::size_t hits = 0;
            for (const auto& unit : model->bags[bag].units)
                hits += std::min(left_[unit.id], unit.count);
            const double found[] = {static_cast<double>(hits),
                                    static_cast<double>(model->bags[bag].total),
                                    static_cast<double>(peer.bags[bag].total)};
            for (int c = 0; c < 3; ++c) cell[c] = found[c] + (add ? cell[c] : 0.0);
            cell += width();
            pace_(model->bags[bag].units.size());
        }
        for (const auto& unit : peer.bags[bag].units) left_[unit.id] = 0;
    }

    void sequences(const Text155& peer, double* rows) {
        const bool weighted = options_.weight > 0;
        if (options_.elements != Elements155::none || !(options_.rouge_l || weighted)) return;
        sequences_.start(peer, peer.bags.back(), memory_->vocabulary());
        for (std::size_t j = 0; j < models_.size(); ++j) {
            double* cells = rows + j * width() + 3 * options_.max_ngram;
            const Text155& model = *models_[j];
            if (options_.rouge_l) sequences_.count_lcs(model, model.bags.back(), cells);
            if (weighted)
                sequences_.count_weighted(model, model.bags.back(), cells + 3 * options_.rouge_l);
        }
        sequences_.stop();
    }

    const Texts& texts_;
    double* rows_;
    std::unique_ptr<Memory155> memory_;
    const Rouge155Options& options_;
    Sequences155 sequences_;
    Pace pace_;
    std::vector<const Text155*> models_;
    std::vector<std::uint32_t> left_;
    bool whole_ = true;
};

}  // namespace

void rouge155_pairs(const Texts& texts, const Rouge155Options& options, Run run, double* rows) {
    for_each_instance(texts, run, [&] { return Worker(texts, options, run, rows); });
}

}  // namespace sacreval
