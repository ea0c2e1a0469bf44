// SPDX-License-Identifier: Apache-2.0
/* What an endpoint shares with its services, objects and values. */
#ifndef NEARCALL_HOME_HPP
#define NEARCALL_HOME_HPP

#include "nearcall/error.hpp"

#include <atomic>
#include <cstdint>
#include <memory>
#include <mutex>
#include <set>
#include <vector>

namespace nearcall {

namespace detail {

/* What outlives the endpoint in the hands of its services. */
struct home {
    std::atomic<nearcall_endpoint*> endpoint{nullptr};
    std::size_t most_bytes = SIZE_MAX; /* that a Java value may become in C++ */
    std::mutex lock;
    std::set<const void*> objects;                /* contexts of live objects that this header made */
    std::vector<std::shared_ptr<void>> handlers;  /* of services: handlers may run until the endpoint is closed */

    nearcall_endpoint* open() const
    {
        nearcall_endpoint* found = endpoint.load(std::memory_order_acquire);
        if (found == nullptr) {
            throw error(NEARCALL_CLOSED, NEARCALL_NOT_SENT, "The endpoint is closed. Keep it for as long as it is used.");
        }
        return found;
    }
};

/* A value that the library has made. what: for the message, if it has not. */
template <class T> T* made(T* value, const char* what)
{
    if (value == nullptr) {
        throw error(NEARCALL_INVALID, NEARCALL_NOT_SENT,
                    std::string("There is no value for ") + what +
                        ": it has no such name or type. Describe classes of the application with endpoint::describe().");
    }
    return value;
}

/*
 * A conversion within a conversion. A peer can send a value that contains itself, which no C++ type does. And it can refer to one
 * value from many places, each of which becomes a C++ value of its own: so what becomes of the outermost value is limited.
 */
class descent {
public:
    descent() : descent(SIZE_MAX, 0) {}
    descent(std::size_t most_bytes, std::size_t bytes)
    {
        if (depth == 0) {
            left = most_bytes;
        }
        count(bytes);
        if (depth >= depth_max) {
            unreadable("A Java value is more than 500 deep, or contains itself. Read it as a nearcall::value.");
        }
        depth++;
    }
    ~descent()
    {
        if (--depth == 0) {
            left = SIZE_MAX;
        }
    }
    descent(const descent&) = delete;

    /* Before so much memory is taken for what is converted. */
    static void count(std::size_t bytes)
    {
        if (bytes > left) {
            unreadable("A Java value would take more memory in C++ than is allowed, four times max_message_bytes. Read it as a "
                       "nearcall::value, or raise max_message_bytes.");
        }
        left -= bytes;
    }

private:
    static constexpr int depth_max = 500;
    static inline thread_local int depth = 0;
    static inline thread_local std::size_t left = SIZE_MAX;
};

/* The request that this thread runs. Calls within it use its lane and its deadline. */
inline thread_local nearcall_request* current = nullptr;
inline thread_local const std::shared_ptr<home>* current_home = nullptr;

} // namespace detail

} // namespace nearcall

#endif
