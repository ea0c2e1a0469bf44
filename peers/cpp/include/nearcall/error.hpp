// SPDX-License-Identifier: Apache-2.0
/* What is thrown: what the library reports, and what the method of the other side threw. */
#ifndef NEARCALL_ERROR_HPP
#define NEARCALL_ERROR_HPP

#include "nearcall.h"

#include <exception>
#include <map>
#include <memory>
#include <optional>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

namespace nearcall {

/* What the library reports. */
class error : public std::runtime_error {
public:
    error(int status, int outcome, const std::string& message, int system_error = 0)
        : std::runtime_error(message), status_(status), outcome_(outcome), system_error_(system_error)
    {
    }
    explicit error(const nearcall_error& from) : error(from.status, from.outcome, from.message, from.system_error) {}

    nearcall_status status() const noexcept { return static_cast<nearcall_status>(status_); }
    const char* status_name() const noexcept { return nearcall_status_name(status_); }
    nearcall_outcome outcome() const noexcept { return static_cast<nearcall_outcome>(outcome_); }
    bool can_be_repeated() const noexcept { return outcome_ != NEARCALL_MAY_HAVE_RUN; }
    int system_error() const noexcept { return system_error_; }

private:
    int status_;
    int outcome_;
    int system_error_;
};

struct stack_frame {
    std::string class_name;
    std::string method;
    std::optional<std::string> file;
    int line; /* -1: unknown, -2: a native method */
};

/* What a method of the other side threw. A handler throws it, too, to choose the Java class. what() is Java's toString(). */
class java_exception : public std::runtime_error {
public:
    explicit java_exception(std::string class_name, std::optional<std::string> message = {},
                            std::optional<java_exception> cause = {})
        : std::runtime_error(message ? class_name + ": " + *message : class_name),
          state_(std::make_shared<const state>(
              state{std::move(class_name), std::move(message), {}, {}, cause ? cause->state_ : nullptr}))
    {
    }
    explicit java_exception(const nearcall_value* throwable)
        : std::runtime_error(nearcall_throwable_text(throwable)), state_(copy(throwable))
    {
    }

    const std::string& class_name() const noexcept { return state_->class_name; }
    const std::optional<std::string>& message() const noexcept { return state_->message; }
    const std::vector<stack_frame>& stack() const noexcept { return state_->stack; }
    const std::vector<java_exception>& suppressed() const noexcept { return state_->suppressed; }
    std::optional<java_exception> cause() const
    {
        return state_->cause ? std::optional(java_exception(state_->cause)) : std::nullopt;
    }

    /* The same as a value, for the answer of a request. */
    nearcall_value* write(nearcall_values* values) const { return write(values, *state_); }

private:
    struct state {
        std::string class_name;
        std::optional<std::string> message;
        std::vector<stack_frame> stack;
        std::vector<java_exception> suppressed;
        std::shared_ptr<const state> cause;
    };
    static constexpr int depth_max = 32; /* of causes: a peer can send an exception that causes itself */
    using copies = std::map<const nearcall_value*, java_exception>; /* a peer can refer to a long one many times */

    explicit java_exception(std::shared_ptr<const state> from)
        : std::runtime_error(from->message ? from->class_name + ": " + *from->message : from->class_name),
          state_(std::move(from))
    {
    }
    static std::shared_ptr<const state> copy(const nearcall_value* from)
    {
        copies suppressed;
        return copy(from, 0, suppressed);
    }
    static std::shared_ptr<const state> copy(const nearcall_value* from, int depth, copies& suppressed)
    {
        auto made = std::make_shared<state>();
        const char* message = nearcall_throwable_message(from);
        made->class_name = nearcall_throwable_class(from);
        if (message != nullptr) {
            made->message = message;
        }
        for (std::size_t i = 0; i < nearcall_throwable_frame_count(from); i++) {
            nearcall_frame frame = nearcall_throwable_frame(from, i);
            std::optional<std::string> file;
            if (frame.file != nullptr) {
                file = frame.file;
            }
            made->stack.push_back({frame.class_name, frame.method, file, frame.line});
        }
        if (depth < depth_max) {
            for (std::size_t i = 0; i < nearcall_throwable_suppressed_count(from); i++) {
                const nearcall_value* each = nearcall_throwable_suppressed(from, i);
                auto copied = suppressed.find(each);
                if (copied == suppressed.end()) {
                    copied = suppressed.emplace(each, java_exception(copy(each, depth_max, suppressed))).first;
                }
                made->suppressed.push_back(copied->second);
            }
            const nearcall_value* cause = nearcall_throwable_cause(from);
            made->cause = cause == nullptr ? nullptr : copy(cause, depth + 1, suppressed);
        }
        return made;
    }
    static nearcall_value* write(nearcall_values* values, const state& from)
    {
        return nearcall_new_throwable(values, from.class_name.c_str(), from.message ? from.message->c_str() : nullptr,
                                      from.cause ? write(values, *from.cause) : nullptr);
    }

    std::shared_ptr<const state> state_;
};

namespace detail {

template <class Function> void check(Function&& function)
{
    nearcall_error failure; /* which is filled in only if there is one */
    if (function(&failure) != NEARCALL_OK) {
        throw error(failure);
    }
}

[[noreturn]] inline void unreadable(const std::string& message)
{
    throw error(NEARCALL_UNREADABLE, NEARCALL_MAY_HAVE_RUN, message);
}

/* The exception that is being handled, as a Java exception. */
inline const nearcall_value* thrown(nearcall_values* values) noexcept
{
    const auto plain = [&](const char* class_name, const char* message) {
        return nearcall_new_throwable(values, class_name, message, nullptr);
    };
    try {
        throw;
    } catch (const java_exception& e) {
        return e.write(values);
    } catch (const std::invalid_argument& e) {
        return plain("java.lang.IllegalArgumentException", e.what());
    } catch (const std::out_of_range& e) {
        return plain("java.lang.IndexOutOfBoundsException", e.what());
    } catch (const std::logic_error& e) {
        return plain("java.lang.IllegalStateException", e.what());
    } catch (const error& e) {
        return plain(e.status() == NEARCALL_UNREADABLE ? "java.lang.IllegalArgumentException"
                                                       : "java.lang.IllegalStateException", e.what());
    } catch (const std::exception& e) {
        return plain("java.lang.RuntimeException", e.what());
    } catch (...) {
        return plain("java.lang.RuntimeException", "A C++ handler threw something that is not a std::exception.");
    }
}

} // namespace detail

} // namespace nearcall

#endif
