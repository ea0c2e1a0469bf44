// SPDX-License-Identifier: Apache-2.0
/* Java objects as the other side has written them, or as this side makes them. */
#ifndef NEARCALL_VALUE_HPP
#define NEARCALL_VALUE_HPP

#include "nearcall/home.hpp"

#include <initializer_list>
#include <ranges>
#include <string_view>
#include <type_traits>
#include <utility>

namespace nearcall {

class values;
class endpoint;
class object;
template <class Interface> class service;
template <class T> class stream;

/*
 * How a C++ type becomes a Java object, and back. Programs may specialise it, or rather record<> and enumeration<>:
 *     static const nearcall_value* to(const values&, const T&, std::string_view declared_type);
 *     static T from(const value&);
 */
template <class T> struct convert;

namespace detail {

/* Does a T that was converted keep nothing of the Java object? Then nothing is counted on the way. See convert.hpp. */
template <class T, int Depth> struct keeps_nothing_of : std::false_type {};
template <class T> inline constexpr bool keeps_nothing = keeps_nothing_of<T, 4>::value; /* a type may contain itself */

/* The same, for values that end before the one who has the count. */
inline std::shared_ptr<home> uncounted(const std::shared_ptr<home>& from)
{
    return {std::shared_ptr<void>(), from.get()};
}

} // namespace detail

/*
 * A Java object, or null. A value that was made is valid for as long as a copy of it is, and a value of a result, too. A value
 * of a request is valid until its handler returns, and an element of a stream until the next one is read.
 */
class value {
public:
    value() = default;
    value(std::shared_ptr<detail::home> home, std::shared_ptr<const void> owner, const nearcall_value* at)
        : home_(std::move(home)), owner_(std::move(owner)), at_(at)
    {
    }

    explicit operator bool() const noexcept { return at_ != nullptr; }
    nearcall_kind kind() const noexcept { return static_cast<nearcall_kind>(nearcall_value_kind(at_)); }
    std::string_view class_name() const noexcept { return nearcall_value_class(at_); }
    const nearcall_value* get() const noexcept { return at_; }

    /* The same as a C++ value. Throws error with NEARCALL_UNREADABLE if it is another one. */
    template <class T> T as() const
    {
        detail::descent deeper(home_ ? home_->most_bytes : SIZE_MAX, sizeof(T));
        if constexpr (detail::keeps_nothing<T>) {
            return convert<T>::from(value(detail::uncounted(home_), nullptr, at_));
        } else {
            return convert<T>::from(*this);
        }
    }

    /* Elements, entries or fields. */
    std::size_t size() const noexcept { return nearcall_value_count(at_); }
    value operator[](std::size_t index) const
    {
        return with(kind() == NEARCALL_KIND_JDK ? nearcall_value_field(at_, index) : nearcall_value_at(at_, index));
    }
    value key(std::size_t index) const { return with(nearcall_value_key_at(at_, index)); }
    value member(const char* name) const { return with(nearcall_value_member(at_, name)); }
    /* The same. index: where it is among the members of the class's description, if that is known. */
    value member(const char* name, std::size_t index) const { return with(nearcall_value_member_from(at_, name, index)); }
    auto elements() const
    {
        return std::views::iota(std::size_t{0}, size()) |
               std::views::transform([self = *this](std::size_t index) { return self[index]; });
    }

    /* Makes the methods of a reference callable. The service keeps the object of the other side. */
    template <class Interface> service<Interface> bind() const;

    /* The state of an object of endpoint::make_object() that has come home, or null for any other value. */
    template <class T> std::shared_ptr<T> own() const;

    [[noreturn]] void mismatch(const char* wanted) const
    {
        std::string found = at_ == nullptr ? "null" : nearcall_value_class(at_);
        detail::unreadable("A Java value is " + (found.empty() ? "of kind " + std::to_string(kind()) : found) +
                           ", and C++ wants " + wanted + ". Change the C++ type" +
                           (at_ == nullptr ? ", for instance to a std::optional." : "."));
    }

private:
    value with(const nearcall_value* at) const { return {home_, owner_, at}; }

    std::shared_ptr<detail::home> home_;
    std::shared_ptr<const void> owner_;
    const nearcall_value* at_ = nullptr;
};

/* Makes values. They keep its memory. */
class values {
public:
    explicit values(const endpoint& of);
    values(std::shared_ptr<detail::home> home, std::shared_ptr<nearcall_values> arena)
        : home_(std::move(home)), arena_(std::move(arena))
    {
    }

    /* declared: the declared type, such as "[I" or "java.util.Set", where that decides what is made. */
    template <class T> value of(const T& from, std::string_view declared = {}) const
    {
        return with(convert<std::decay_t<const T>>::to(*this, from, declared));
    }
    /* A record or bean of the application. Members that are not named are null or 0. */
    value instance(const char* class_name, std::initializer_list<std::pair<const char*, value>> members) const
    {
        nearcall_value* made = make(class_name);
        for (const auto& [name, member] : members) {
            set(made, name, member.get());
        }
        return with(made);
    }
    /* Another class of the JDK by its fields, such as "java.time.Duration". */
    value jdk(const char* class_name, std::initializer_list<value> fields) const
    {
        nearcall_value* made = make(class_name);
        for (const value& field : fields) {
            detail::made(nearcall_value_add(get(), made, field.get()) ? made : nullptr, class_name);
        }
        return with(made);
    }
    value constant(const char* class_name, const char* name) const { return with(make(class_name, name)); }

    nearcall_value* make(const char* class_name) const
    {
        return detail::made(nearcall_new_instance(home_->open(), get(), class_name), class_name);
    }
    nearcall_value* make(const char* class_name, const char* constant) const
    {
        return detail::made(nearcall_new_enum(home_->open(), get(), class_name, constant), constant);
    }
    static void set(nearcall_value* object, const char* name, const nearcall_value* member)
    {
        detail::made(nearcall_value_set(object, name, member) ? object : nullptr, name);
    }
    nearcall_values* get() const noexcept { return arena_.get(); }

private:
    value with(const nearcall_value* at) const { return {home_, arena_, at}; }

    std::shared_ptr<detail::home> home_;
    std::shared_ptr<nearcall_values> arena_;
};

} // namespace nearcall

#endif
