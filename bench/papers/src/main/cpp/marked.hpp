// SPDX-License-Identifier: Apache-2.0
/* Bytes whose ends change with each request, and the check of an answer: as in Marks.java. */
#ifndef MARKED_HPP
#define MARKED_HPP

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <random>
#include <span>
#include <stdexcept>
#include <string>
#include <vector>

using bytes = std::vector<std::byte>;
using view = std::span<const std::byte>;

inline bytes filled(std::size_t length)
{
    static const bytes block = [] {
        std::mt19937 random(2017);
        bytes made(1 << 16);
        for (std::byte& each : made) {
            each = static_cast<std::byte>(random());
        }
        return made;
    }();
    bytes made(length);
    for (std::size_t from = 0; from < length; from += block.size()) {
        std::copy_n(block.begin(), std::min(block.size(), length - from), made.begin() + static_cast<std::ptrdiff_t>(from));
    }
    return made;
}

inline void mark(bytes& of, std::byte first, std::byte last)
{
    of.front() = first;
    of.back() = last;
}

/* A request that is sent again and again. */
class marked {
public:
    explicit marked(std::size_t length) : content_(filled(length)) {}

    const bytes& next()
    {
        number_++;
        mark(content_, static_cast<std::byte>(number_), static_cast<std::byte>(~number_));
        return content_;
    }
    void expect(view answer, std::size_t length) const
    {
        if (answer.size() != length || answer.front() != content_.front() || answer.back() != content_.back()) {
            throw std::runtime_error("wrong answer to request " + std::to_string(number_) + ": length=" +
                                     std::to_string(answer.size()) + " expected=" + std::to_string(length));
        }
    }

private:
    bytes content_;
    unsigned number_ = 0;
};

/* What a server answers: always the same bytes for a length, with the marks of the request. Valid until the thread's next call. */
inline const bytes& answer_to(view request, std::size_t length)
{
    thread_local bytes last;
    if (last.size() != length) {
        last = filled(length);
    }
    mark(last, request.front(), request.back());
    return last;
}

#endif
