// Python function of the kernel of EED: parses costs, fills doubles.
#include "module_eed.hpp"

#include <cmath>
#include <stdexcept>

#include "eed.hpp"

namespace sacreval {

PyObject* py_eed_pairs(PyObject*, PyObject* args) {
    return guarded([&] {
        PyObject *handle = nullptr, *out = nullptr;
        Py_ssize_t workers = 1;
        EedCosts costs;
        parse(args, "OOndddd", &handle, &out, &workers, &costs.alpha, &costs.rho, &costs.deletion,
              &costs.insertion);
        for (const double cost : {costs.alpha, costs.rho, costs.deletion, costs.insertion})
            if (!std::isfinite(cost) || cost < 0)
                throw std::invalid_argument("costs must be finite and not negative");
        const Texts& texts = batch_of(handle).texts;
        const Rows rows(out, texts.pairs(), 1);
        auto* distances = reinterpret_cast<double*>(rows.data());
        released(workers, [&](Run run) { eed_pairs(texts, costs, run, distances); });
        return none();
    });
}

}  // namespace sacreval
