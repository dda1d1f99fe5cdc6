// Compares all pairs of each group, without branches, so that compilers use vectors.
#include "split_verdicts.hpp"

#include <stdexcept>

namespace sacreval {
namespace {

int right(double metric, double human, double threshold) {
    const int tied = (metric <= threshold) & (metric >= -threshold);
    const int same = (metric > 0) == (human > 0) && (metric < 0) == (human < 0);
    return tied ? human == 0 : same;
}

}  // namespace

void split_verdicts(const TwoMetrics& cells, Run run, std::int64_t* out) {
    for (std::size_t g = 0; g < cells.groups; ++g) {
        if (cells.starts[g] < 0 || cells.starts[g + 1] < cells.starts[g] ||
            static_cast<std::size_t>(cells.starts[g + 1]) > cells.total)
            throw std::invalid_argument("offsets of groups do not ascend");
    }
    Pace pace(run.cancel);
    for (std::size_t g = 0; g < cells.groups; ++g) {
        const auto first = static_cast<std::size_t>(cells.starts[g]);
        const auto end = static_cast<std::size_t>(cells.starts[g + 1]);
        std::int64_t only_first = 0, only_second = 0;
        for (std::size_t i = first; i < end; ++i) {
            const double x = cells.first[i], y = cells.second[i], z = cells.human[i];
            for (std::size_t k = first; k < i; ++k) {
                const double dz = z - cells.human[k];
                const int a = right(x - cells.first[k], dz, cells.first_threshold);
                const int b = right(y - cells.second[k], dz, cells.second_threshold);
                only_first += a & ~b & 1;
                only_second += b & ~a & 1;
            }
            pace(i - first + 1);
        }
        out[2 * g] = only_first;
        out[2 * g + 1] = only_second;
    }
}

}  // namespace sacreval
