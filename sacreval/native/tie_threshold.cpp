// Finds the best tie threshold without listing pairs: parts of the curve that cannot reach the best
// value known so far are dropped, and only in the others pairs are sorted.
//
// Between two thresholds the value grows at most by the weight of the pairs with equal human scores
// that become ties there. Parts are halved while a pass over the cells is cheap beside their pairs,
// then cut into bins by one pass over their pairs, until few pairs are left.
#include "tie_threshold.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <vector>

#include "tie_curve.hpp"

namespace sacreval {
namespace {

constexpr std::uint64_t kSorted = 1u << 16;  // most pairs that are sorted at once
constexpr std::uint64_t kPass = 8;           // cost of a cell in a pass, in pairs
constexpr int kRounds = 16;                  // most times that parts are halved
constexpr std::size_t kBins = 4096;

// Differences from least to most: the value before the first of them, its change up to the last,
// and the weight of those with equal human scores, which it can rise by at most.
struct Part {
    double least, most, before, net, up;
    std::uint64_t pairs;
};

struct Bin {
    double net = 0, up = 0, least = std::numeric_limits<double>::infinity(), most = 0;
    std::uint64_t pairs = 0;
    void add(double difference, double gain) {
        net += gain;
        up += gain > 0 ? gain : 0;
        least = std::min(least, difference);
        most = std::max(most, difference);
        ++pairs;
    }
    void merge(const Bin& other) {
        net += other.net;
        up += other.up;
        least = std::min(least, other.least);
        most = std::max(most, other.most);
        pairs += other.pairs;
    }
};

class Search {
  public:
    Search(const OrderedCells& cells, const double* weights, double slack, Cancel& cancel)
        : curve_(cells, weights, cancel), pass_(kPass * cells.total), slack_(slack) {}

    double run() {
        const TiePoint zero = curve_.at(0);
        const double widest = curve_.widest();
        best_ = zero.value;
        candidate(0, zero.value);
        if (widest > 0)
            for (const Part& part : halved(zero, widest)) visit(part);
        return first_best();
    }

  private:
    struct Candidate {
        double threshold, value;
    };
    struct Half {
        TiePoint from, to;  // differences from the first above the one, up to the other
        std::uint64_t pairs() const { return to.pairs - from.pairs; }
        double bound() const { return from.value + (to.ties - from.ties); }
    };

    bool promising(double bound) const { return bound >= best_ - slack_; }

    // Candidates come with ascending thresholds; one that is not above all before cannot be first.
    void candidate(double threshold, double value) {
        if (!found_.empty() && value <= found_.back().value) return;
        found_.push_back({threshold, value});
        best_ = std::max(best_, value);
    }

    double first_best() const {
        const double largest = found_.back().value;
        for (const Candidate& one : found_)
            if (one.value >= largest - slack_) return one.threshold;
        return found_.back().threshold;
    }

    std::vector<Part> halved(const TiePoint& zero, double widest) {
        std::vector<Half> halves{{zero, curve_.at(widest)}};
        best_ = std::max(best_, halves[0].to.value);
        sample_ = curve_.sample();
        std::uint64_t left = halves[0].pairs(), spent = pass_;
        for (int round = 0; round < kRounds && spent + halves.size() * pass_ < left; ++round) {
            spent += halves.size() * pass_;
            std::vector<Half> next;
            for (const Half& half : halves) halve(half, next);
            halves.clear();
            left = 0;
            for (const Half& half : next) {
                if (!promising(half.bound())) continue;
                halves.push_back(half);
                left += half.pairs();
            }
        }
        std::vector<Part> parts;
        for (const Half& half : halves)
            parts.push_back({half.from.next, half.to.last, half.from.value, half.to.value - half.from.value, half.to.ties - half.from.ties,
                             half.pairs()});
        return parts;
    }

    void halve(const Half& half, std::vector<Half>& into) {
        if (half.from.next == half.to.last) {
            into.push_back(half);
            return;
        }
        const TiePoint point = curve_.at(middle(half.from.next, half.to.last));
        best_ = std::max(best_, point.value);
        for (const Half& one : {Half{half.from, point}, Half{point, half.to}})
            if (one.pairs() > 0) into.push_back(one);
    }

    // The median of the sampled differences from least up to most, which is not among them.
    double middle(double least, double most) const {
        const auto first = std::lower_bound(sample_.begin(), sample_.end(), least);
        const auto end = std::lower_bound(first, sample_.end(), most);
        return first < end ? *(first + (end - first) / 2) : least + (most - least) / 2;
    }

    void visit(const Part& part) {
        if (!promising(part.before + part.up)) return;
        if (part.least == part.most) return candidate(part.least, part.before + part.net);
        if (part.pairs <= kSorted) return sort(part);
        for (const Part& one : cut(part)) visit(one);
    }

    void sort(const Part& part) {
        steps_.clear();
        curve_.steps(part.least, part.most, [&](double difference, double gain) {
            if (gain != 0) steps_.push_back({difference, gain});
        });
        std::sort(steps_.begin(), steps_.end(), [](const Candidate& a, const Candidate& b) {
            return a.threshold < b.threshold;
        });
        double value = part.before;
        for (std::size_t i = 0; i < steps_.size(); ++i) {
            value += steps_[i].value;
            if (i + 1 == steps_.size() || steps_[i + 1].threshold > steps_[i].threshold)
                candidate(steps_[i].threshold, value);
        }
    }

    // Cuts a part into bins by difference, and returns the promising ones; bins that follow each
    // other are joined up to the number of pairs that is sorted. A bin with a single difference is a
    // part of its own.
    std::vector<Part> cut(const Part& part) {
        const std::size_t n = std::min<std::uint64_t>(kBins, 2 + part.pairs / 64);
        const double width = part.most - part.least, scale = static_cast<double>(n) / width;
        std::vector<Bin> bins(n);
        const bool fine = scale < 1e300;  // else it may be infinite, as for subnormal differences
        curve_.steps(part.least, part.most, [&](double difference, double gain) {
            const double from = difference - part.least;
            const double place = fine ? from * scale : from / width * static_cast<double>(n);
            bins[std::min(static_cast<std::size_t>(place), n - 1)].add(difference, gain);
        });
        double value = part.before;
        for (const Bin& bin : bins) best_ = std::max(best_, value += bin.net);
        std::vector<Part> parts;
        Bin run;
        value = part.before;
        for (const Bin& bin : bins) {
            if (bin.pairs == 0) continue;
            const bool open = promising(value + bin.up);
            if (run.pairs > 0 && (!open || run.pairs + bin.pairs > kSorted)) end(run, value, parts);
            if (open) run.merge(bin);
            value += bin.net;
        }
        if (run.pairs > 0) end(run, value, parts);
        return parts;
    }

    // Appends the part of a run of bins, after which the curve has a value.
    static void end(Bin& run, double value, std::vector<Part>& parts) {
        parts.push_back({run.least, run.most, value - run.net, run.net, run.up, run.pairs});
        run = Bin();
    }

    TieCurve curve_;
    std::uint64_t pass_;
    double slack_;
    double best_ = 0;  // the largest value known; more than that of all candidates so far
    std::vector<double> sample_;
    std::vector<Candidate> found_;
    std::vector<Candidate> steps_;  // a difference with its gain
};

}  // namespace

double best_threshold(const OrderedCells& cells, const double* weights, double slack, Run run) {
    cells.check();
    return Search(cells, weights, slack, run.cancel).run();
}

}  // namespace sacreval
