// SPDX-License-Identifier: Apache-2.0
/* What runs when a method of this side is called. */
#ifndef NEARCALL_HANDLER_HPP
#define NEARCALL_HANDLER_HPP

#include "nearcall/wire.hpp"

#include <typeindex>

namespace nearcall {

/* What a handler knows of its call. It is the first parameter, request&, of a handler that wants it. */
class request {
public:
    request(std::shared_ptr<detail::home> home, nearcall_request* handle) : home_(std::move(home)), handle_(handle) {}

    bool is_cancelled() const noexcept { return nearcall_request_is_cancelled(handle_); }
    std::optional<std::chrono::nanoseconds> remaining() const
    {
        std::chrono::nanoseconds left(nearcall_request_remaining_ns(handle_));
        return left.count() < 0 ? std::nullopt : std::optional(left);
    }
    std::optional<std::string_view> metadata(const char* key) const
    {
        const char* found = nearcall_request_metadata(handle_, key);
        return found == nullptr ? std::nullopt : std::optional<std::string_view>(found);
    }
    uid_t uid() const noexcept { return nearcall_request_uid(handle_); }
    pid_t pid() const noexcept { return nearcall_request_pid(handle_); }

    /* Where values of the result are made. They are valid until the handler returns. */
    nearcall::values values() const { return {home_, {std::shared_ptr<void>(), nearcall_request_values(handle_)}}; }

private:
    std::shared_ptr<detail::home> home_;
    nearcall_request* handle_;
};

/* The request that this thread runs, for a method of a generated skeleton. */
inline request this_request()
{
    if (detail::current == nullptr) {
        throw error(NEARCALL_INVALID, NEARCALL_NOT_SENT, "This thread runs no request. Ask in the method that was called.");
    }
    return {*detail::current_home, detail::current};
}

namespace detail {

template <class Function> struct parameters : parameters<decltype(&Function::operator())> {};
template <class R, class... A> struct parameters_of {
    using result = R;
    using tuple = std::tuple<std::remove_cvref_t<A>...>;
    static constexpr bool with_request = false;
};
template <class R, class... A> struct parameters_of<R, request&, A...> : parameters_of<R, A...> {
    static constexpr bool with_request = true;
};
template <class R, class... A, bool N> struct parameters<R (*)(A...) noexcept(N)> : parameters_of<R, A...> {};
template <class C, class R, class... A, bool N> struct parameters<R (C::*)(A...) noexcept(N)> : parameters_of<R, A...> {};
template <class C, class R, class... A, bool N> struct parameters<R (C::*)(A...) const noexcept(N)> : parameters_of<R, A...> {};

/* The context of an object or service, which its handlers get. */
struct context {
    std::shared_ptr<detail::home> home;
    std::shared_ptr<void> state;
    std::type_index type;
};

template <fixed Text, class Function> class handler {
public:
    using method_type = method<Text>;
    using signature = parameters<Function>;
    static constexpr std::size_t arity = std::tuple_size_v<typename signature::tuple>;
    static_assert(arity == method<Text>::arity, "The handler has another number of parameters than its method.");

    explicit handler(Function function) : function_(std::move(function)) {}
    int run(nearcall_request* raw, const std::shared_ptr<home>& home) noexcept
    {
        return run(raw, home, std::make_index_sequence<arity>());
    }

private:
    static consteval char form(std::size_t index) { return method<Text>::parts.form(index); }
    template <std::size_t I> using parameter = std::tuple_element_t<I, typename signature::tuple>;

    template <std::size_t... I>
    int run(nearcall_request* raw, const std::shared_ptr<home>& home, std::index_sequence<I...>) noexcept
    {
        static_assert((gives<form(I), parameter<I>, true>() && ...),
                      "A parameter of the handler does not fit its form. nearcall.hpp lists what each form gives.");
        [[maybe_unused]] nearcall_reader* reader = nearcall_request_arguments(raw);
        [[maybe_unused]] auto read_arguments = std::tuple{
            read<form(I), parameter<I>, I + 1 == arity>(reader, method<Text>::template declared<I>.data())...};
        int status = nearcall_request_start(raw);
        if (status != NEARCALL_OK) {
            return status;
        }
        nearcall_request* around = std::exchange(current, raw);
        const std::shared_ptr<detail::home>* home_around = std::exchange(current_home, &home);
        try {
            answer(raw, home, [&]() -> decltype(auto) {
                return call(home, raw, take<form(I), parameter<I>>(std::get<I>(read_arguments), home, nullptr,
                                                                            method<Text>::template declared<I>.data())...);
            });
        } catch (...) {
            status = nearcall_request_throw_value(raw, thrown(nearcall_request_values(raw)));
        }
        current = around;
        current_home = home_around;
        return status;
    }
    template <class... A> decltype(auto) call(const std::shared_ptr<home>& home, nearcall_request* raw, A&&... arguments)
    {
        if constexpr (signature::with_request) {
            request asked(home, raw);
            return std::invoke(function_, asked, std::forward<A>(arguments)...);
        } else {
            return std::invoke(function_, std::forward<A>(arguments)...);
        }
    }
    template <class Call> void answer(nearcall_request* raw, const std::shared_ptr<home>& home, Call&& call)
    {
        using result = std::decay_t<typename signature::result>;
        constexpr char last = form(arity);
        if constexpr (last == 'V') {
            static_assert(std::is_void_v<result>, "The method has no result, and the handler has one.");
            call();
        } else {
            static_assert(takes<last, result>(), "The handler's result does not fit its form. nearcall.hpp lists what fits.");
            values in(uncounted(home), {std::shared_ptr<void>(), nearcall_request_values(raw)});
            put<last, result>(nearcall_request_result(raw), in, home, method<Text>::template declared<arity>.data(), call());
        }
    }

    Function function_;
};

template <class... Handlers> struct served : context {
    std::tuple<Handlers...> handlers;

    served(context with, Handlers... from) : context(std::move(with)), handlers(std::move(from)...) {}

    template <std::size_t I> static int run(nearcall_request* raw, void* context_of) noexcept
    {
        auto* of = static_cast<served*>(static_cast<context*>(context_of));
        return std::get<I>(of->handlers).run(raw, of->home);
    }
    template <class Interface> static auto methods()
    {
        static_assert(sizeof...(Handlers) == Interface::size, "Each method of the interface<> needs one handler.");
        static_assert(((Interface::template index<typename Handlers::method_type>() < Interface::size) && ...),
                      "A handler is for a method that the interface<> does not list.");
        return []<std::size_t... I>(std::index_sequence<I...>) {
            return std::array<nearcall_method, sizeof...(I)>{nearcall_method{Handlers::method_type::text, run<I>}...};
        }(std::index_sequence_for<Handlers...>());
    }
};

} // namespace detail

/*
 * What a method does, for endpoint::serve() and make_object(): a function or a lambda that is not generic. It runs on threads
 * of the library, several at once. What it throws reaches the caller as a Java exception: java_exception as its class,
 * std::invalid_argument as IllegalArgumentException, std::out_of_range as IndexOutOfBoundsException, other std::logic_error as
 * IllegalStateException, error as IllegalStateException, everything else as RuntimeException.
 */
template <fixed Text, class Function> auto on(method<Text>, Function function)
{
    return detail::handler<Text, std::decay_t<Function>>(std::move(function));
}

} // namespace nearcall

#endif
