// The correctly rounded sum of doubles, in any order, as Python's math.fsum computes it.
#pragma once

#include <cmath>
#include <utility>
#include <vector>

namespace sacreval {

class ExactSum {
  public:
    void clear() { partials_.clear(); }

    // Adds a finite number; partial sums do not overlap and grow in magnitude (Shewchuk 1997).
    void add(double x) {
        std::size_t kept = 0;
        for (double y : partials_) {
            if (std::fabs(x) < std::fabs(y)) std::swap(x, y);
            const double high = x + y, low = y - (high - x);
            if (low != 0.0) partials_[kept++] = low;
            x = high;
        }
        partials_.resize(kept);
        partials_.push_back(x);
    }

    double value() const {
        std::size_t n = partials_.size();
        if (n == 0) return 0.0;
        double high = partials_[--n], low = 0.0;
        while (n > 0 && low == 0.0) {
            const double x = high, y = partials_[--n];
            high = x + y;
            low = y - (high - x);
        }
        // Half-way cases depend on the sign of what is left.
        if (n > 0 && ((low < 0.0 && partials_[n - 1] < 0.0) || (low > 0.0 && partials_[n - 1] > 0.0))) {
            const double y = low * 2.0, x = high + y;
            if (y == x - high) high = x;
        }
        return high;
    }

  private:
    std::vector<double> partials_;
};

}  // namespace sacreval
