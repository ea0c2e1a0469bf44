// SPDX-License-Identifier: Apache-2.0
/*
 * What the headers build on that "nearcall describe --format=c++" writes. For a Java interface shop.Shop they have
 *
 *  - shop::Shop, a stub: nearcall::lookup<shop::Shop>(endpoint) finds a service, and its methods are the Java methods;
 *  - shop::ShopSkeleton, whose virtual methods a program implements, for nearcall::serve() and nearcall::share();
 *  - a struct for each record and bean, an enum class for each enum, a java_exception for each exception.
 */
#ifndef NEARCALL_GENERATED_HPP
#define NEARCALL_GENERATED_HPP

#include "nearcall/jdk.hpp"
#include "nearcall.hpp"

namespace nearcall {

/* The exceptions that a method declares. */
template <class... Thrown> struct throws {};

/*
 * What stubs have in common: a service or an object of the other side, or an object of this process that is passed by reference.
 * Copies stand for the same one. Any number of threads may use them.
 */
template <class Interface, class Skeleton> class stub {
public:
    explicit stub(service<Interface> remote) : remote_(std::move(remote)) {}
    stub(std::shared_ptr<Skeleton> own, std::shared_ptr<const object> handle) : own_(std::move(own)), handle_(std::move(handle)) {}

protected:
    using none = std::chrono::duration<std::int64_t, std::nano>;

    template <class R, class... Thrown, fixed Text, class... A>
    R call_(throws<Thrown...>, none deadline, method<Text> called, const A&... arguments) const
    {
        try {
            return remote_service_().template call<R>(options_with_(deadline), called, arguments...);
        } catch (const java_exception& e) {
            (throw_as_<Thrown>(e), ...);
            throw;
        }
    }
    template <class R, fixed Text, class... A> future<R> async_(none deadline, method<Text> called, const A&... arguments) const
    {
        return remote_service_().template async<R>(options_with_(deadline), called, arguments...);
    }
    template <fixed Text, class... A> void post_(none deadline, method<Text> called, const A&... arguments) const
    {
        remote_service_().post(options_with_(deadline), called, arguments...);
    }

private:
    friend struct stub_access;

    const service<Interface>& remote_service_() const
    {
        if (!remote_) {
            throw error(NEARCALL_INVALID, NEARCALL_NOT_SENT, std::string("This ") + Interface::name +
                                                                 " is an object of this process. Call what nearcall::own() returns.");
        }
        return *remote_;
    }
    /* deadline: that of the method, 0 for none of its own. */
    call_options options_with_(none deadline) const
    {
        call_options chosen = options_;
        if (!chosen.deadline && deadline.count() != 0) {
            chosen.deadline = deadline;
        }
        return chosen;
    }
    template <class T> static void throw_as_(const java_exception& e)
    {
        if (e.class_name() == T::java_class) {
            throw T(e);
        }
    }

    std::optional<service<Interface>> remote_;
    std::shared_ptr<Skeleton> own_;
    std::shared_ptr<const object> handle_; /* null for an object that has come home */
    call_options options_;
};

/* Into stubs, whose own members are all Java's. */
struct stub_access {
    template <class I, class S> static const service<I>& remote(const stub<I, S>& of) { return of.remote_service_(); }
    template <class I, class S> static const std::shared_ptr<S>& own(const stub<I, S>& of) { return of.own_; }
    template <class I, class S> static const std::shared_ptr<const object>& handle(const stub<I, S>& of) { return of.handle_; }
    template <class I, class S> static call_options& options(stub<I, S>& of) { return of.options_; }
};

/* Finds a service. address: its name, that of the Java interface if left out, or CHANNEL:NAME. */
template <is_stub Stub>
Stub lookup(const endpoint& endpoint, const std::string& address = generated<Stub>::service_name)
{
    generated<Stub>::describe(endpoint);
    return Stub(endpoint.lookup<typename generated<Stub>::interface>(address));
}

/* Offers a service, which keeps the object until the endpoint is destroyed. T: a class that extends a generated skeleton. */
template <class T>
exported serve(endpoint& endpoint, std::shared_ptr<T> own,
               const std::string& address = generated<typename T::nearcall_stub>::service_name)
{
    using of = generated<typename T::nearcall_stub>;
    of::describe(endpoint);
    return of::handlers(std::shared_ptr<typename of::skeleton>(std::move(own)), [&](auto... handlers) {
        return endpoint.serve<typename of::offered>(address, std::move(handlers)...);
    });
}

/* Makes a reference to an object of this process, to be passed to the other side. Copies of it are the same reference. */
template <is_stub Stub, class T> Stub share(endpoint& endpoint, std::shared_ptr<T> own)
{
    using of = generated<Stub>;
    of::describe(endpoint);
    std::shared_ptr<typename of::skeleton> kept = std::move(own);
    auto handle = of::handlers(kept.get(), [&](auto... handlers) {
        return std::make_shared<const object>(endpoint.make_object<typename of::offered>(kept, std::move(handlers)...));
    });
    return Stub(std::move(kept), std::move(handle));
}

/* The object of this process that a stub refers to, or null if it is of the other side. */
template <is_stub Stub> auto own(const Stub& of)
{
    return stub_access::own(of);
}

/* The same stub with other options for its calls. They come before the deadline that Java declares. */
template <is_stub Stub> Stub with(Stub of, call_options options)
{
    stub_access::options(of) = std::move(options);
    return of;
}

/* What a stub calls, for calls of another kind, such as service::async() of a method that Java declares without a future. */
template <is_stub Stub> const service<typename generated<Stub>::interface>& service_of(const Stub& of)
{
    return stub_access::remote(of);
}

template <is_stub Stub> struct convert<Stub> {
    static const nearcall_value* to(const values& in, const Stub& from, std::string_view)
    {
        if (stub_access::own(from) == nullptr) {
            return convert<service<typename generated<Stub>::interface>>::to(in, stub_access::remote(from), {});
        }
        if (!stub_access::handle(from)) {
            throw error(NEARCALL_INVALID, NEARCALL_NOT_SENT,
                        "An object of this process that has come home is not passed on. Pass what nearcall::share() has made.");
        }
        return convert<object>::to(in, *stub_access::handle(from), {});
    }
    static Stub from(const value& from)
    {
        if (auto own = from.own<typename generated<Stub>::skeleton>()) {
            return Stub(std::move(own), nullptr);
        }
        return Stub(from.bind<typename generated<Stub>::interface>());
    }
};

} // namespace nearcall

#endif
