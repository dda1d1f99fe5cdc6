// Python functions of the kernels that count pairs and ranks of scores: check arrays, run, fill.
#include "module_pairs.hpp"

#include <stdexcept>

#include "ordered_cells.hpp"
#include "resampled_cells.hpp"
#include "soft_swaps.hpp"
#include "split_verdicts.hpp"
#include "tie_threshold.hpp"
#include "weighted_pairs.hpp"
#include "weighted_ranks.hpp"

namespace sacreval {
namespace {

// A C-contiguous buffer of numbers of one size.
template <class Number>
class Numbers {
  public:
    explicit Numbers(PyObject* array) {
        if (PyObject_GetBuffer(array, &view_, PyBUF_SIMPLE) != 0) throw PythonError();
    }
    Numbers(const Numbers&) = delete;
    Numbers& operator=(const Numbers&) = delete;
    ~Numbers() { PyBuffer_Release(&view_); }
    std::size_t size() const { return static_cast<std::size_t>(view_.len) / sizeof(Number); }
    const Number* data() const { return static_cast<const Number*>(view_.buf); }
    void expect(std::size_t wanted) const {
        if (static_cast<std::size_t>(view_.len) != wanted * sizeof(Number))
            throw std::invalid_argument("arrays of scores have other lengths");
    }

  private:
    Py_buffer view_;
};

std::size_t count_of(Py_ssize_t n) {
    if (n < 0) throw std::invalid_argument("a number of resamples or units is negative");
    return static_cast<std::size_t>(n);
}

std::size_t groups_of(const Numbers<std::int64_t>& starts) {
    if (starts.size() == 0) throw std::invalid_argument("offsets of groups are empty");
    return starts.size() - 1;
}

struct Three {
    PyObject *starts = nullptr, *scores = nullptr, *ranks = nullptr;
    explicit Three(PyObject* tuple) { parse(tuple, "OOO", &starts, &scores, &ranks); }
};

class CellArrays {
  public:
    explicit CellArrays(PyObject* tuple) : CellArrays(Three(tuple)) {}
    OrderedCells cells() const {
        return {groups_of(starts_), scores_.size(), starts_.data(), scores_.data(), ranks_.data()};
    }

  private:
    explicit CellArrays(const Three& three)
        : starts_(three.starts), scores_(three.scores), ranks_(three.ranks) {
        ranks_.expect(scores_.size());
        groups_of(starts_);
    }
    Numbers<std::int64_t> starts_;
    Numbers<double> scores_;
    Numbers<std::int64_t> ranks_;
};

struct Four {
    PyObject *units = nullptr, *weights = nullptr;
    Py_ssize_t count = 0, n_units = 0;
    explicit Four(PyObject* tuple) { parse(tuple, "OOnn", &units, &weights, &count, &n_units); }
};

class ResampleArrays {
  public:
    ResampleArrays(PyObject* tuple, std::size_t cells) : ResampleArrays(Four(tuple), cells) {}
    Resamples resamples() const { return {count_, n_units_, weights_.data(), units_.data()}; }

  private:
    ResampleArrays(const Four& four, std::size_t cells)
        : units_(four.units), weights_(four.weights), count_(count_of(four.count)),
          n_units_(count_of(four.n_units)) {
        units_.expect(cells);
        weights_.expect(count_ * n_units_);
    }
    Numbers<std::int64_t> units_;
    Numbers<std::uint16_t> weights_;
    std::size_t count_, n_units_;
};

template <auto kernel, std::size_t width>
PyObject* counted(PyObject* args) {
    return guarded([&] {
        PyObject *three = nullptr, *four = nullptr, *out = nullptr;
        double epsilon = 0;
        parse(args, "OOdO", &three, &four, &epsilon, &out);
        const CellArrays arrays(three);
        const OrderedCells cells = arrays.cells();
        const ResampleArrays drawn(four, cells.total);
        const Resamples resamples = drawn.resamples();
        const Rows rows(out, resamples.count * cells.groups, width);
        released(1, [&](Run run) { kernel(cells, resamples, epsilon, run, rows.data()); });
        return none();
    });
}

}  // namespace

PyObject* py_agreeing_pairs(PyObject*, PyObject* args) {
    return counted<agreeing_pairs, kAgreeingColumns>(args);
}

PyObject* py_weighted_pairs(PyObject*, PyObject* args) {
    return counted<weighted_pairs, kPairColumns>(args);
}

PyObject* py_weighted_ranks(PyObject*, PyObject* args) {
    return guarded([&] {
        PyObject *three = nullptr, *four = nullptr, *out = nullptr;
        parse(args, "OOO", &three, &four, &out);
        const CellArrays arrays(three);
        const OrderedCells cells = arrays.cells();
        const ResampleArrays drawn(four, cells.total);
        const Resamples resamples = drawn.resamples();
        const Rows rows(out, resamples.count * cells.groups, kRankColumns);
        auto* moments = reinterpret_cast<double*>(rows.data());
        released(1, [&](Run run) { weighted_ranks(cells, resamples, run, moments); });
        return none();
    });
}

PyObject* py_best_threshold(PyObject*, PyObject* args) {
    return guarded([&] {
        PyObject *three = nullptr, *of_groups = nullptr;
        double slack = 0, found = 0;
        parse(args, "OOd", &three, &of_groups, &slack);
        const CellArrays arrays(three);
        const OrderedCells cells = arrays.cells();
        const Numbers<double> weights(of_groups);
        weights.expect(cells.groups);
        released(1, [&](Run run) { found = best_threshold(cells, weights.data(), slack, run); });
        return PyFloat_FromDouble(found);
    });
}

PyObject* py_split_verdicts(PyObject*, PyObject* args) {
    return guarded([&] {
        PyObject *offsets = nullptr, *scores = nullptr, *thresholds = nullptr, *out = nullptr;
        PyObject *one = nullptr, *other = nullptr, *people = nullptr;
        TwoMetrics cells{};
        parse(args, "OOOO", &offsets, &scores, &thresholds, &out);
        parse(scores, "OOO", &one, &other, &people);
        parse(thresholds, "dd", &cells.first_threshold, &cells.second_threshold);
        const Numbers<std::int64_t> starts(offsets);
        const Numbers<double> first(one), second(other), human(people);
        second.expect(first.size());
        human.expect(first.size());
        cells.groups = groups_of(starts);
        cells.total = first.size();
        cells.starts = starts.data();
        cells.first = first.data();
        cells.second = second.data();
        cells.human = human.data();
        const Rows rows(out, cells.groups, 2);
        released(1, [&](Run run) { split_verdicts(cells, run, rows.data()); });
        return none();
    });
}

PyObject* py_count_at_least(PyObject*, PyObject* args) {
    return guarded([&] {
        PyObject *of_signs = nullptr, *of_systems = nullptr, *out = nullptr;
        parse(args, "OOO", &of_signs, &of_systems, &out);
        const Numbers<float> flipped(of_signs), totals(of_systems);
        const std::size_t systems = totals.size();
        if (systems == 0) throw std::invalid_argument("there is no system");
        const std::size_t signs = flipped.size() / systems;
        flipped.expect(systems * signs);
        const Rows rows(out, systems * (systems - 1) / 2, 1);
        released(1, [&](Run run) {
            count_at_least(flipped.data(), totals.data(), systems, signs, run, rows.data());
        });
        return none();
    });
}

PyObject* py_soft_swaps(PyObject*, PyObject* args) {
    return guarded([&] {
        PyObject *all = nullptr, *drawn = nullptr, *of_pairs = nullptr, *people = nullptr;
        PyObject *rounding = nullptr, *sizes = nullptr, *out = nullptr;
        Py_ssize_t draws = 0, systems = 0, metrics = 0;
        parse(args, "OOOOOO(nnn)O", &all, &drawn, &of_pairs, &people, &rounding, &sizes, &draws,
              &systems, &metrics, &out);
        const Numbers<float> whole(all), moved(drawn), slack(rounding);
        const Numbers<std::int64_t> chosen(of_pairs), human(people);
        const Numbers<double> near(sizes);
        CellSwaps swaps{};
        swaps.draws = count_of(draws);
        swaps.systems = count_of(systems);
        swaps.metrics = count_of(metrics);
        const std::size_t rows_of_signs = swaps.systems * swaps.metrics;
        if (swaps.systems < 2 || swaps.metrics == 0)
            throw std::invalid_argument("a pair needs two systems and a metric");
        swaps.signs = whole.size() / rows_of_signs;
        swaps.pairs = slack.size();
        whole.expect(rows_of_signs * swaps.signs);
        moved.expect(swaps.draws * rows_of_signs * swaps.signs);
        chosen.expect(2 * swaps.pairs);
        human.expect(swaps.systems * (swaps.systems - 1) / 2);
        swaps.whole = whole.data();
        swaps.moved = moved.data();
        swaps.chosen = chosen.data();
        swaps.human = human.data();
        swaps.slack = slack.data();
        near.expect(2 * swaps.pairs);
        swaps.near = near.data();
        const Rows rows(out, swaps.draws * swaps.pairs, kSwapColumns);
        released(1, [&](Run run) { soft_swaps(swaps, run, rows.data()); });
        return none();
    });
}

}  // namespace sacreval
