// SPDX-License-Identifier: Apache-2.0
/* Endpoints, and what they offer: services and objects. */
#ifndef NEARCALL_ENDPOINT_HPP
#define NEARCALL_ENDPOINT_HPP

#include "nearcall/handler.hpp"
#include "nearcall/service.hpp"

namespace nearcall {

/* An object of this process that is passed by reference. It lives until no copy and no peer refers to it. */
class object {
public:
    explicit object(nearcall_object* handle) : handle_(handle, nearcall_object_release) {}
    nearcall_object* get() const noexcept { return handle_.get(); }

private:
    std::shared_ptr<nearcall_object> handle_;
};

/* A service that is offered, until this is destroyed. */
class exported {
public:
    explicit exported(nearcall_exported* handle) : handle_(handle) {}

    /* Has another process taken its name? */
    bool is_closed() const noexcept { return nearcall_exported_is_closed(handle_.get()); }

private:
    struct releaser {
        void operator()(nearcall_exported* handle) const { nearcall_exported_release(handle); }
    };
    std::unique_ptr<nearcall_exported, releaser> handle_;
};

/* The defaults, to be changed and given to an endpoint. */
inline nearcall_options options()
{
    nearcall_options made;
    nearcall_options_init(&made);
    return made;
}

/* The start of everything, and what is destroyed last. Its destructor waits until no handler runs, so no handler destroys it. */
class endpoint {
public:
    explicit endpoint(const nearcall_options& options = nearcall::options())
    {
        nearcall_endpoint* opened;
        detail::check([&](nearcall_error* e) { return nearcall_open(&options, &opened, e); });
        home_->endpoint = opened;
        home_->most_bytes = 4 * options.max_message_bytes;
    }
    ~endpoint()
    {
        nearcall_close(home_->endpoint.exchange(nullptr));
        home_->handlers.clear();
    }
    endpoint(const endpoint&) = delete;
    endpoint& operator=(const endpoint&) = delete;

    /* address: the service's name, or CHANNEL:NAME. Waits for the service as long as the options say. */
    template <class Interface> service<Interface> lookup(const std::string& address) const
    {
        nearcall_service* found;
        detail::check([&](nearcall_error* e) {
            return nearcall_lookup(home_->open(), address.c_str(), Interface::name, Interface::signatures, Interface::size,
                                   &found, e);
        });
        return {home_, found};
    }

    /* Offers a service with a handler for each method of its interface: serve<Shop>("shop", on(add, ...), on(greet, ...)). */
    template <class Interface, class... Handlers> exported serve(const std::string& address, Handlers... handlers)
    {
        using type = detail::served<Handlers...>;
        auto made = std::make_shared<type>(detail::context{home_, nullptr, typeid(void)}, std::move(handlers)...);
        auto methods = type::template methods<Interface>();
        {
            std::lock_guard guard(home_->lock);
            home_->handlers.push_back(made);
        }
        nearcall_exported* offered;
        detail::check([&](nearcall_error* e) {
            return nearcall_export(home_->open(), address.c_str(), Interface::name, methods.data(), methods.size(),
                                   static_cast<detail::context*>(made.get()), &offered, e);
        });
        return exported(offered);
    }

    /* Makes an object to be passed by reference. value::own<T>() finds its state when the object comes home. */
    template <class Interface, class T, class... Handlers> object make_object(std::shared_ptr<T> state, Handlers... handlers)
    {
        using type = detail::served<Handlers...>;
        auto made = std::make_unique<type>(detail::context{home_, std::move(state), typeid(T)}, std::move(handlers)...);
        auto methods = type::template methods<Interface>();
        detail::context* key = made.get();
        {
            std::lock_guard guard(home_->lock);
            home_->objects.insert(key);
        }
        const auto forget = [](void* context) {
            std::unique_ptr<type> gone(static_cast<type*>(static_cast<detail::context*>(context)));
            std::lock_guard guard(gone->home->lock);
            gone->home->objects.erase(context);
        };
        nearcall_object* object_made;
        nearcall_error failure;
        if (nearcall_object_new(home_->open(), Interface::name, methods.data(), methods.size(), key, forget, &object_made,
                                &failure) != NEARCALL_OK) {
            made.release();
            forget(key);
            throw error(failure);
        }
        made.release();
        return object(object_made);
    }
    template <class Interface, fixed Text, class Function, class... Handlers>
    object make_object(detail::handler<Text, Function> first, Handlers... others)
    {
        return make_object<Interface>(std::shared_ptr<void>(), std::move(first), std::move(others)...);
    }

    /* Describes a class of the application, once: by its record<> or enumeration<>, or by the lines of its shape. */
    template <class T> void describe() const
    {
        if constexpr (has_record<T>) {
            describe(record<T>::name, convert<T>::lines());
        } else {
            describe(enumeration<T>::name, convert<T>::lines());
        }
    }
    void describe(const std::string& class_name, const std::string& lines) const
    {
        detail::check([&](nearcall_error* e) {
            return nearcall_add_class(home_->open(), class_name.c_str(), lines.c_str(), e);
        });
    }

private:
    friend class values;
    std::shared_ptr<detail::home> home_ = std::make_shared<detail::home>();
};

inline values::values(const endpoint& of) : home_(of.home_), arena_(detail::made(nearcall_values_new(), "memory"), nearcall_values_free)
{
}

template <class Interface> service<Interface> value::bind() const
{
    nearcall_service* bound;
    detail::check([&](nearcall_error* e) {
        nearcall_request* around = detail::current;
        return around != nullptr ? nearcall_request_bind(around, at_, Interface::name, Interface::signatures, Interface::size, &bound, e)
                                 : nearcall_bind(at_, Interface::name, Interface::signatures, Interface::size, &bound, e);
    });
    return {home_, bound};
}

template <class T> std::shared_ptr<T> value::own() const
{
    void* found = nearcall_value_own_object(at_);
    if (found == nullptr) {
        return nullptr;
    }
    std::lock_guard guard(home_->lock);
    if (!home_->objects.contains(found)) { /* such as a source, whose context is the library's */
        return nullptr;
    }
    auto* of = static_cast<detail::context*>(found);
    return of->type == typeid(T) ? std::static_pointer_cast<T>(of->state) : nullptr;
}

template <> struct convert<object> {
    static const nearcall_value* to(const values& in, const object& from, std::string_view)
    {
        return detail::made(nearcall_new_reference(in.get(), from.get()), "a reference");
    }
};

template <class Interface> struct convert<service<Interface>> {
    static const nearcall_value* to(const values& in, const service<Interface>& from, std::string_view)
    {
        return detail::made(nearcall_new_reference_home(in.get(), from.get()),
                            "A service that was looked up is not passed by reference. Pass an object of make_object().");
    }
    static service<Interface> from(const value& from) { return from.bind<Interface>(); }
};

} // namespace nearcall

#endif
