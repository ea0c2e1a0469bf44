// SPDX-License-Identifier: Apache-2.0
/* Services and objects of the other side, and calls of their methods. */
#ifndef NEARCALL_SERVICE_HPP
#define NEARCALL_SERVICE_HPP

#include "nearcall/wire.hpp"

namespace nearcall {

namespace detail {

struct call_ender {
    void operator()(nearcall_call* call) const { nearcall_call_end(call); }
};
using begun_call = std::unique_ptr<nearcall_call, call_ender>;

/* Does a result of this type keep nothing of its call? */
template <char Form, class T>
inline constexpr bool ends_with_call = Form != 'E' && Form != 'R' && (Form == 'T' || Form == 'A' || std::is_void_v<T> ||
                                                                     std::is_arithmetic_v<T> || keeps_nothing<T>);

} // namespace detail

struct call_options {
    std::optional<std::chrono::nanoseconds> deadline = {}; /* from now; without one, that of the endpoint. Below 0: none */
    std::vector<std::pair<std::string, std::string>> metadata = {};
    unsigned strand = 0; /* serial queue of an async() or post() */
};

/*
 * The answer of service::async(). It is no std::future, because libnearcall completes a call on the thread that waits for it:
 * a std::future would need a thread more, and could not cancel. Without get(), its destructor gives the call up.
 */
template <class R> class future {
public:
    using finisher = R (*)(const std::shared_ptr<detail::home>&, const std::shared_ptr<nearcall_call>&);
    future(std::shared_ptr<detail::home> home, std::shared_ptr<nearcall_call> call, finisher finish)
        : home_(std::move(home)), shared_(std::make_unique<shared>()), finish_(finish)
    {
        shared_->call = std::move(call);
    }

    /* Waits for the answer until the call's deadline. Once. */
    R get()
    {
        std::shared_ptr<nearcall_call> call = shared_->call;
        if (call == nullptr) {
            throw error(NEARCALL_INVALID, NEARCALL_NOT_SENT, "get() was called before. Keep what it has returned.");
        }
        std::unique_ptr<shared, forgetter> forgotten(shared_.get());
        return finish_(home_, call);
    }

    /* From any thread, until the destructor. get() throws error with NEARCALL_CANCELLED then. */
    void cancel()
    {
        std::lock_guard guard(shared_->lock);
        if (shared_->call != nullptr) {
            nearcall_call_cancel(shared_->call.get());
        }
    }

private:
    struct shared {
        std::mutex lock;
        std::shared_ptr<nearcall_call> call; /* null after get(): the call has ended, or its result keeps it */
    };
    struct forgetter {
        void operator()(shared* of) const
        {
            std::lock_guard guard(of->lock);
            of->call.reset();
        }
    };
    std::shared_ptr<detail::home> home_;
    std::unique_ptr<shared> shared_;
    finisher finish_;
};

/* A service or object of the other side. Copies are the same one. Calls within a handler use the lane of its request. */
template <class Interface> class service {
public:
    service(std::shared_ptr<detail::home> home, nearcall_service* handle)
        : home_(std::move(home)), handle_(handle, nearcall_service_release)
    {
    }

    /* Waits for the result. R: its type; that of the form if left out. */
    template <class R = detail::natural, fixed Text, class... A> auto call(method<Text> called, const A&... arguments) const
    {
        return call<R>(call_options(), called, arguments...);
    }
    template <class R = detail::natural, fixed Text, class... A>
    auto call(const call_options& options, method<Text>, const A&... arguments) const
    {
        using result = detail::result_type<R, form<Text>(method<Text>::arity)>;
        detail::begun_call call = send<Text>(NEARCALL_SYNC, options, arguments...);
        if constexpr (detail::ends_with_call<form<Text>(method<Text>::arity), result>) {
            return finish<R, Text>(home_, call);
        } else {
            return finish<R, Text>(home_, std::shared_ptr<nearcall_call>(std::move(call)));
        }
    }

    /* Does not wait: many calls at once, and for methods that return a CompletableFuture. */
    template <class R = detail::natural, fixed Text, class... A> auto async(method<Text> called, const A&... arguments) const
    {
        return async<R>(call_options(), called, arguments...);
    }
    template <class R = detail::natural, fixed Text, class... A>
    auto async(const call_options& options, method<Text>, const A&... arguments) const
    {
        using result = detail::result_type<R, form<Text>(method<Text>::arity)>;
        return future<result>(home_, send<Text>(NEARCALL_FUTURE, options, arguments...),
                              finish<R, Text, std::shared_ptr<nearcall_call>>);
    }

    /* Not answered: for methods that Java declares @OneWay. */
    template <fixed Text, class... A> void post(method<Text> called, const A&... arguments) const
    {
        post(call_options(), called, arguments...);
    }
    template <fixed Text, class... A> void post(const call_options& options, method<Text>, const A&... arguments) const
    {
        static_assert(form<Text>(method<Text>::arity) == 'V', "A method with a result cannot be posted: use call() or async().");
        send<Text>(NEARCALL_POST, options, arguments...);
    }

    /* Waits until what was posted or called by async() in this serial queue has been run. */
    void fence(unsigned strand = 0) const
    {
        detail::check([&](nearcall_error* e) { return nearcall_fence(handle_.get(), strand, e); });
    }

    nearcall_service* get() const noexcept { return handle_.get(); }

private:
    template <fixed Text> static consteval char form(std::size_t index) { return method<Text>::parts.form(index); }

    template <fixed Text, class... A>
    detail::begun_call send(int kind, const call_options& options, const A&... arguments) const
    {
        constexpr std::size_t index = Interface::template index<method<Text>>();
        static_assert(index < Interface::size, "The interface<> does not list this method. Add the method to it.");
        static_assert(sizeof...(A) == method<Text>::arity, "The method has another number of parameters.");
        std::vector<nearcall_pair> pairs;
        for (const auto& [key, text] : options.metadata) {
            pairs.push_back({key.c_str(), text.c_str()});
        }
        nearcall_call_options chosen{kind, options.deadline ? options.deadline->count() : 0, pairs.data(), pairs.size(),
                                     options.strand};
        if (options.deadline && chosen.deadline_ns == 0) {
            chosen.deadline_ns = 1; /* 0 would be the endpoint's */
        }
        nearcall_call* begun;
        detail::check([&](nearcall_error* e) {
            nearcall_request* around = detail::current;
            return around != nullptr ? nearcall_request_call(around, get(), index, &chosen, &begun, e)
                                     : nearcall_call_begin(get(), index, &chosen, &begun, e);
        });
        detail::begun_call call(begun);
        write<Text>(begun, std::index_sequence_for<A...>(), arguments...);
        detail::check([&](nearcall_error* e) { return nearcall_call_send(begun, e); });
        return call;
    }

    template <fixed Text, std::size_t... I, class... A>
    void write(nearcall_call* call, std::index_sequence<I...>, const A&... arguments) const
    {
        static_assert((detail::takes<form<Text>(I), std::decay_t<const A>>() && ...),
                      "An argument does not fit its form. nearcall.hpp lists what each form takes.");
        if constexpr (sizeof...(A) > 0) {
            values in(detail::uncounted(home_), {std::shared_ptr<void>(), nearcall_call_values(call)});
            (detail::put<form<Text>(I), std::decay_t<const A>>(nearcall_call_arguments(call), in, home_,
                                                         method<Text>::template declared<I>.data(), arguments), ...);
        }
    }

    /* Call: a begun_call, if the result does not need the call any more, or else a shared_ptr. */
    template <class R, fixed Text, class Call>
    static auto finish(const std::shared_ptr<detail::home>& home, const Call& call)
        -> detail::result_type<R, form<Text>(method<Text>::arity)>
    {
        constexpr std::size_t last = method<Text>::arity;
        using result = detail::result_type<R, form<Text>(last)>;
        static_assert(detail::gives<form<Text>(last), result, false>(),
                      "The result does not fit its form. nearcall.hpp lists what each form gives.");
        nearcall_error failure;
        int status = nearcall_call_await(call.get(), &failure);
        if (status == NEARCALL_EXCEPTION) {
            throw java_exception(nearcall_call_exception(call.get()));
        }
        if (status != NEARCALL_OK) {
            throw error(failure);
        }
        if constexpr (!std::is_void_v<result>) {
            nearcall_reader* reader = nearcall_call_result(call.get());
            const char* declared = method<Text>::template declared<last>.data();
            auto raw = detail::read<form<Text>(last), result, true>(reader, declared);
            if (nearcall_reader_status(reader) != NEARCALL_OK) {
                throw error(nearcall_reader_status(reader), NEARCALL_MAY_HAVE_RUN,
                            "The result of " + std::string(method<Text>::parts.name) + " cannot be read (" +
                                nearcall_status_name(nearcall_reader_status(reader)) +
                                "). Describe the application's classes in it with endpoint::describe().");
            }
            if constexpr (std::same_as<Call, detail::begun_call>) {
                return detail::take<form<Text>(last), result>(raw, home, nullptr, declared);
            } else {
                return detail::take<form<Text>(last), result>(raw, home, call, declared);
            }
        }
    }

    std::shared_ptr<detail::home> home_;
    std::shared_ptr<nearcall_service> handle_;
};

} // namespace nearcall

#endif
