// Graphs of character n-grams: undirected edges sorted by their ids, with weights.
#include "ngram_graphs.hpp"

#include <algorithm>
#include <stdexcept>
#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>

#include "instances.hpp"

namespace sacreval {
namespace {

using Edge = std::pair<std::uint64_t, double>;  // two ids of n-grams, the smaller first; weight
using Graph = std::vector<Edge>;

bool is_loop(std::uint64_t edge) { return edge >> 32 == (edge & 0xFFFFFFFFU); }

// Number of directed edges.
std::size_t size(const Graph& graph) {
    std::size_t count = 0;
    for (const Edge& edge : graph) count += is_loop(edge.first) ? 1 : 2;
    return count;
}

double value_similarity(const Graph& a, const Graph& b) {
    double common = 0;
    for (auto x = a.begin(), y = b.begin(); x != a.end() && y != b.end();) {
        if (x->first < y->first) {
            ++x;
        } else if (y->first < x->first) {
            ++y;
        } else {
            const double ratio = std::min(x->second, y->second) / std::max(x->second, y->second);
            common += is_loop(x->first) ? ratio : 2 * ratio;
            ++x, ++y;
        }
    }
    const std::size_t edges = std::max(size(a), size(b));
    return edges ? common / static_cast<double>(edges) : 0.0;
}

// Moves the weights of `together` towards those of the k-th graph.
Graph merged(const Graph& together, const Graph& graph, double k) {
    Graph result;
    result.reserve(together.size() + graph.size());
    auto y = graph.begin();
    for (const Edge& old : together) {
        while (y != graph.end() && y->first < old.first) result.push_back(*y++);
        result.push_back(old);
        if (y != graph.end() && y->first == old.first)
            result.back().second += (y++->second - old.second) * (1.0 / k);
    }
    result.insert(result.end(), y, graph.end());
    return result;
}

// Scores of one summary with some of its references, summed over the lengths of n-grams.
struct Scores {
    double mean = 0, merged = 0;
};

class Worker {
  public:
    Worker(const Texts& texts, const GraphOptions& options, double* rows)
        : texts_(texts), options_(options), rows_(rows), reader_(texts, false) {}

    void operator()(std::size_t i) {
        reader_.read(i, [&](const auto& spans) {
            units_.resize(spans.size());
            for (std::size_t t = 0; t < spans.size(); ++t) read(spans[t], units_[t]);
        });
        const std::size_t m = texts_.references(i), first = options_.leave_one_out ? 1 : 0;
        if (m <= first) throw std::invalid_argument("an instance has too few references");
        std::vector<Scores> scores(first ? m : 1);
        double total = 0;
        for (std::size_t n = options_.min_n, importance = 0; n <= options_.max_n; ++n) {
            importance += n;
            const auto weight = static_cast<double>(importance);
            build(n);
            for (std::size_t j = 0; j < scores.size(); ++j) {
                const Scores one = level(first ? j + 1 : 0);
                scores[j].mean += weight * one.mean;
                scores[j].merged += weight * one.merged;
            }
            total += weight;
        }
        double* row = rows_ + 2 * (first ? texts_.starts[i] : i);
        for (const Scores& one : scores) {
            *row++ = one.mean / total;
            *row++ = one.merged / total;
        }
    }

  private:
    template <class Char>
    static void read(const Span<Char>& text, std::u16string& units) {
        units.clear();
        for (const char32_t c : text) {
            if (c > 0xFFFF) {
                units.push_back(static_cast<char16_t>(0xD7C0 + (c >> 10)));
                units.push_back(static_cast<char16_t>(0xDC00 + (c & 0x3FF)));
            } else {
                units.push_back(static_cast<char16_t>(c));
            }
        }
    }

    // Creates the graphs of n-grams of one length, and compares the summary with each reference.
    void build(std::size_t n) {
        ids_.clear();
        graphs_.clear();
        similarities_.clear();
        for (const std::u16string& text : units_) {
            graphs_.push_back(graph(text, n));
            similarities_.push_back(value_similarity(graphs_[0], graphs_.back()));
        }
    }

    // Scores the summary with all references but graphs_[omitted].
    Scores level(std::size_t omitted) const {
        Graph model;
        double sum = 0, k = 0, last = 0, start = 0;
        for (std::size_t r = 1; r < graphs_.size(); ++r) {
            if (r == omitted) continue;
            model = ++k == 1 ? graphs_[r] : merged(model, graphs_[r], k);
            last = similarities_[r];
            if (k == 1) start = last;
            sum += last;
        }
        const double together = value_similarity(graphs_[0], model);
        if (!options_.released) return {sum / k, together};
        return {(sum - start + together) / k, last};
    }

    Graph graph(const std::u16string& text, std::size_t n) {
        grams_.clear();
        edges_.clear();
        const std::u16string_view view = text;
        for (std::size_t i = 0; i + n <= view.size(); ++i) {
            const std::uint64_t b = ids_.emplace(view.substr(i, n), ids_.size()).first->second;
            for (std::size_t d = 1; d <= std::min(i, options_.window); ++d) {
                const std::uint64_t a = grams_[i - d];
                edges_.push_back(a < b ? a << 32 | b : b << 32 | a);
            }
            grams_.push_back(b);
        }
        std::sort(edges_.begin(), edges_.end());
        Graph result;
        for (const std::uint64_t edge : edges_) {
            if (result.empty() || result.back().first != edge) result.emplace_back(edge, 0.0);
            result.back().second += is_loop(edge) ? 2 : 1;
        }
        return result;
    }

    const Texts& texts_;
    const GraphOptions& options_;
    double* rows_;
    InstanceReader reader_;
    std::vector<std::u16string> units_;
    std::unordered_map<std::u16string_view, std::uint64_t> ids_;
    std::vector<std::uint64_t> grams_, edges_;
    std::vector<Graph> graphs_;          // of the summary, then of its references
    std::vector<double> similarities_;  // of each with the first
};

}  // namespace

void graph_similarities(const Texts& texts, const GraphOptions& options, Run run, double* rows) {
    for_each_instance(texts, run, [&] { return Worker(texts, options, rows); });
}

}  // namespace sacreval
