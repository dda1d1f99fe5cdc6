// Extended edit distance (Stanchev et al. 2019).
#pragma once

#include "parallel.hpp"
#include "text.hpp"

namespace sacreval {

struct EedCosts {
    double alpha = 2.0, rho = 0.3, deletion = 0.2, insertion = 1.0;  // finite, not negative
};

// (pairs,): the distance of each pair of texts, which have been prepared. Doubles.
void eed_pairs(const Texts& texts, const EedCosts& costs, Run run, double* distances);

}  // namespace sacreval
