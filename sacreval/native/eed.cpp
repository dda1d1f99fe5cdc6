// The alignment grid of EED: a row for each character of the reference, a column for each of the
// prediction. Every sum is made in the order of the definition, so that values and ties are its own.
#include "eed.hpp"

#include <algorithm>
#include <vector>

#include "instances.hpp"

namespace sacreval {
namespace {

constexpr std::size_t kTogether = 4;  // rows that are filled at once, each a column behind the last

constexpr double kUnequal[2] = {0.0, 1.0};  // a table, since half of the branches would be mispredicted

class Grid {
  public:
    Grid(const EedCosts& costs, Cancel& cancel) : costs_(costs), pace_(cancel) {}

    template <class Char>
    double distance(Span<Char> output, Span<Char> reference) {
        row_.assign(output.size + 1, 1.0);
        row_[0] = 0.0;
        inner_.resize(row_.size() * (kTogether - 1));
        visits_.assign(output.size + 1, -1);
        for (std::size_t k = 0; k < reference.size;) {
            std::size_t rows = 1;  // up to a blank, whose jump depends on the whole row
            while (rows < kTogether && k + rows < reference.size && reference[k + rows - 1] != ' ')
                ++rows;
            fill(output, reference.sub(k, k + rows));
            pace_(rows * (output.size + 1));
            k += rows;
        }
        std::int64_t visits = 0;
        for (const std::int64_t count : visits_) visits += count >= 0 ? count : 1;
        const double coverage = costs_.rho * static_cast<double>(visits);
        const double share = (row_.back() + coverage) /
                             (static_cast<double>(reference.size) + coverage);
        return share < 1.0 ? share : 1.0;
    }

  private:
    template <class Char>
    void fill(Span<Char> output, Span<Char> characters) {
        switch (characters.size) {
            case 1: return rows<1>(output, characters);
            case 2: return rows<2>(output, characters);
            case 3: return rows<3>(output, characters);
            default: return rows<kTogether>(output, characters);
        }
    }

    // Replaces row_ by the last of the next `count` rows. A cell depends on its neighbour on the
    // left; the rows are independent of each other, as each is one column behind the row above.
    template <std::size_t count, class Char>
    void rows(Span<Char> output, Span<Char> characters) {
        double here[count], above[count];  // the last cell of each row, and the one above it
        double least[count];               // of each row
        double* cells[count];              // of each row; the last replaces the first one
        above[0] = row_[0];
        for (std::size_t r = 0; r < count; ++r) {
            here[r] = above[r] + 1.0;
            least[r] = here[r];
            cells[r] = r == count - 1 ? row_.data() : inner_.data() + r * row_.size();
            if (r + 1 < count) above[r + 1] = here[r];
        }
        for (std::size_t r = 0; r < count; ++r) cells[r][0] = here[r];
        const auto cell = [&](std::size_t r, std::size_t column) {
            const double up = r == 0 ? row_[column] : here[r - 1];
            const double replaced = above[r] + kUnequal[output[column - 1] != characters[r]];
            const double inserted = up + costs_.insertion, deleted = here[r] + costs_.deletion;
            const double other = inserted < replaced ? inserted : replaced;
            here[r] = other < deleted ? other : deleted;
            above[r] = up;
            least[r] = here[r] < least[r] ? here[r] : least[r];
            cells[r][column] = here[r];
        };
        const std::size_t n = output.size, last = n + count - 1;
        const auto edge = [&](std::size_t step) {
            for (std::size_t r = count; r-- > 0;)
                if (step > r && step - r <= n) cell(r, step - r);
        };
        std::size_t step = 1;
        for (; step < count && step <= last; ++step) edge(step);
        for (; step <= n; ++step)
            for (std::size_t r = count; r-- > 0;) cell(r, step - r);
        for (; step <= last; ++step) edge(step);
        for (std::size_t r = 0; r < count; ++r)
            ++visits_[std::find(cells[r], cells[r] + n, least[r]) - cells[r]];
        if (characters[count - 1] != ' ') return;
        const double jump = costs_.alpha + least[count - 1];
        for (double& x : row_) x = jump < x ? jump : x;
    }

    EedCosts costs_;
    Pace pace_;
    std::vector<double> row_, inner_;  // the last row, and those before it
    std::vector<std::int64_t> visits_;  // by column; -1 before the first
};

class Worker {
  public:
    Worker(const Texts& texts, const EedCosts& costs, Run run, double* distances)
        : texts_(texts), distances_(distances), reader_(texts, false), grid_(costs, run.cancel) {}

    void operator()(std::size_t i) {
        reader_.read(i, [&](const auto& spans) {
            double* out = distances_ + texts_.starts[i];
            for (std::size_t j = 1; j < spans.size(); ++j) *out++ = grid_.distance(spans[0], spans[j]);
        });
    }

  private:
    const Texts& texts_;
    double* distances_;
    InstanceReader reader_;
    Grid grid_;
};

}  // namespace

void eed_pairs(const Texts& texts, const EedCosts& costs, Run run, double* distances) {
    for_each_instance(texts, run, [&] { return Worker(texts, costs, run, distances); });
}

}  // namespace sacreval
