// Runs a worker on every instance of a batch, on several threads.
#pragma once

#include <algorithm>
#include <cstddef>

#include "parallel.hpp"
#include "text.hpp"

namespace sacreval {

// Calls make() once per thread, then worker(i) for every instance i, in chunks.
template <class Make>
void for_each_instance(const Texts& texts, Run run, Make make) {
    for_chunks(run, texts.chunks(), [&] {
        return [&, worker = make()](std::size_t c) mutable {
            const std::size_t end = std::min((c + 1) * texts.chunk(), texts.size());
            for (std::size_t i = c * texts.chunk(); i < end; ++i) worker(i);
        };
    });
}

}  // namespace sacreval
