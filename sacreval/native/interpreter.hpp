// Text functions of the running Python; implementations may be called without the GIL.
#pragma once

#include <vector>

namespace sacreval {

class Interpreter {
  public:
    virtual ~Interpreter() = default;
    // chr(c).isalnum(), which depends on Python's version of Unicode.
    virtual bool is_alnum(char32_t c) = 0;
    // str.lower() in place.
    virtual void lower(std::vector<char32_t>& text) = 0;
};

}  // namespace sacreval
