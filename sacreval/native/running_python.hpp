// Text functions of the running Python, for kernels that have released the GIL.
#pragma once

#include "boundary.hpp"
#include "interpreter.hpp"

namespace sacreval {

// Takes the GIL for each call.
class RunningPython : public Interpreter {
  public:
    bool is_alnum(char32_t c) override;
    void lower(std::vector<char32_t>& text) override;

    // Returns a str; call with the GIL.
    static Ref string(Span<char32_t> text);
};

}  // namespace sacreval
