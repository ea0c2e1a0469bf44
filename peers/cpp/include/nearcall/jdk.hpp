// SPDX-License-Identifier: Apache-2.0
/* C++ types for more classes of the JDK than convert.hpp has. */
#ifndef NEARCALL_JDK_HPP
#define NEARCALL_JDK_HPP

#include "nearcall/service.hpp"

#include <chrono>
#include <cstddef>
#include <memory>
#include <optional>
#include <set>
#include <variant>
#include <vector>

namespace nearcall {

/* A java.util.Optional, which is an object of its own in Java: a std::optional stands for what may be null. */
template <class T> struct java_optional : std::optional<T> {
    using std::optional<T>::optional;
    bool operator==(const java_optional& other) const
    {
        return static_cast<const std::optional<T>&>(*this) == static_cast<const std::optional<T>&>(other);
    }
};
/* A java.util.OptionalInt, OptionalLong or OptionalDouble. */
template <class T> struct java_optional_primitive : std::optional<T> {
    using std::optional<T>::optional;
    bool operator==(const java_optional_primitive& other) const
    {
        return static_cast<const std::optional<T>&>(*this) == static_cast<const std::optional<T>&>(other);
    }
};
/* A java.time.Instant. One that is not between the years 1677 and 2262 cannot be read. */
using instant = std::chrono::sys_time<std::chrono::nanoseconds>;

namespace detail {

template <class T> inline constexpr bool accepts_null<std::shared_ptr<T>> = true;

inline const nearcall_value* jdk(const values& in, const char* class_name, std::initializer_list<const nearcall_value*> fields)
{
    nearcall_value* made = in.make(class_name);
    for (const nearcall_value* field : fields) {
        detail::made(nearcall_value_add(in.get(), made, field) ? made : nullptr, class_name);
    }
    return made;
}

inline void require_class(const value& from, std::string_view class_name, const char* wanted)
{
    if (from.class_name() != class_name) {
        from.mismatch(wanted);
    }
}

/* Seconds, and nanoseconds behind them, 0 to 999,999,999. */
inline const nearcall_value* seconds(const values& in, const char* class_name, std::chrono::nanoseconds from)
{
    auto whole = std::chrono::floor<std::chrono::seconds>(from);
    return jdk(in, class_name,
               {nearcall_new_long(in.get(), whole.count()), nearcall_new_int(in.get(), static_cast<std::int32_t>((from - whole).count()))});
}
inline std::chrono::nanoseconds seconds(const value& from, const char* class_name)
{
    constexpr std::int64_t limit = INT64_MAX / 1'000'000'000 - 1;
    require_class(from, class_name, class_name);
    std::int64_t whole = nearcall_value_integer(from[0].get());
    if (whole > limit || whole < -limit) {
        unreadable(std::string("A ") + class_name + " of " + std::to_string(whole) + " s has no room in nanoseconds. Read it as a nearcall::value.");
    }
    return std::chrono::seconds(whole) + std::chrono::nanoseconds(nearcall_value_integer(from[1].get()));
}

template <class T> const char* optional_class()
{
    return std::same_as<T, double> ? "java.util.OptionalDouble" : sizeof(T) == 4 ? "java.util.OptionalInt" : "java.util.OptionalLong";
}

} // namespace detail

template <> struct convert<instant> {
    static const nearcall_value* to(const values& in, instant from, std::string_view)
    {
        return detail::seconds(in, "java.time.Instant", from.time_since_epoch());
    }
    static instant from(const value& from) { return instant(detail::seconds(from, "java.time.Instant")); }
};

template <> struct convert<std::chrono::nanoseconds> {
    static const nearcall_value* to(const values& in, std::chrono::nanoseconds from, std::string_view)
    {
        return detail::seconds(in, "java.time.Duration", from);
    }
    static std::chrono::nanoseconds from(const value& from) { return detail::seconds(from, "java.time.Duration"); }
};

/* A java.time.LocalDate. */
template <> struct convert<std::chrono::year_month_day> {
    static const nearcall_value* to(const values& in, std::chrono::year_month_day from, std::string_view)
    {
        nearcall_values* arena = in.get();
        return detail::jdk(in, "java.time.LocalDate",
                           {nearcall_new_int(arena, static_cast<int>(from.year())),
                            nearcall_new_byte(arena, static_cast<std::int8_t>(static_cast<unsigned>(from.month()))),
                            nearcall_new_byte(arena, static_cast<std::int8_t>(static_cast<unsigned>(from.day())))});
    }
    static std::chrono::year_month_day from(const value& from)
    {
        detail::require_class(from, "java.time.LocalDate", "a date");
        std::int64_t year = nearcall_value_integer(from[0].get());
        if (year < -32767 || year > 32767) {
            detail::unreadable("The year " + std::to_string(year) + " has no room in a std::chrono::year. Read it as a nearcall::value.");
        }
        return {std::chrono::year(static_cast<int>(year)), std::chrono::month(static_cast<unsigned>(nearcall_value_integer(from[1].get()))),
                std::chrono::day(static_cast<unsigned>(nearcall_value_integer(from[2].get())))};
    }
};

template <class T> struct convert<java_optional<T>> {
    static const nearcall_value* to(const values& in, const java_optional<T>& from, std::string_view)
    {
        return detail::jdk(in, "java.util.Optional", {from ? convert<T>::to(in, *from, {}) : nullptr});
    }
    static java_optional<T> from(const value& from)
    {
        detail::require_class(from, "java.util.Optional", "a java_optional");
        return from[0] ? java_optional<T>(from[0].template as<T>()) : java_optional<T>();
    }
};

template <class T> struct convert<java_optional_primitive<T>> {
    static const nearcall_value* to(const values& in, const java_optional_primitive<T>& from, std::string_view)
    {
        const nearcall_value* there = nearcall_new_boolean(in.get(), from.has_value());
        return from ? detail::jdk(in, detail::optional_class<T>(), {there, convert<T>::to(in, *from, {})})
                    : detail::jdk(in, detail::optional_class<T>(), {there});
    }
    static java_optional_primitive<T> from(const value& from)
    {
        detail::require_class(from, detail::optional_class<T>(), detail::optional_class<T>());
        return nearcall_value_integer(from[0].get()) != 0 ? java_optional_primitive<T>(from[1].template as<T>())
                                                          : java_optional_primitive<T>();
    }
};

/* A Set: what writes a std::vector as a set only where the declared type says so cannot know it of a set in a list. */
template <class T> struct convert<std::set<T>> {
    static const nearcall_value* to(const values& in, const std::set<T>& from, std::string_view)
    {
        nearcall_value* made = detail::made(nearcall_new_set(in.get()), "a set");
        for (const T& each : from) {
            detail::made(nearcall_value_add(in.get(), made, convert<T>::to(in, each, {})) ? made : nullptr, "an element");
        }
        return made;
    }
    static std::set<T> from(const value& from)
    {
        auto elements = from.as<std::vector<T>>();
        return std::set<T>(elements.begin(), elements.end());
    }
};

/* A byte[] within other values. */
template <> struct convert<std::vector<std::byte>> {
    static const nearcall_value* to(const values& in, const std::vector<std::byte>& from, std::string_view)
    {
        return nearcall_new_primitives(in.get(), NEARCALL_KIND_BYTES, from.data(), from.size());
    }
    static std::vector<std::byte> from(const value& from)
    {
        if (from.kind() != NEARCALL_KIND_BYTES) {
            from.mismatch("bytes");
        }
        std::size_t count;
        auto* elements = static_cast<const std::byte*>(nearcall_value_elements(from.get(), &count));
        detail::descent::count(count);
        return std::vector<std::byte>(elements, elements + count);
    }
};

/* A boolean[], or a List, Set or array of Boolean. */
template <> struct convert<std::vector<bool>> {
    static const nearcall_value* to(const values& in, const std::vector<bool>& from, std::string_view declared)
    {
        if (declared == "[Z") {
            std::vector<std::uint8_t> bytes(from.begin(), from.end());
            return nearcall_new_primitives(in.get(), NEARCALL_KIND_BOOLEANS, bytes.data(), bytes.size());
        }
        nearcall_value* made = detail::made(declared.starts_with('[') ? in.make(std::string(declared).c_str())
                                                                      : nearcall_new_list(in.get()), "a list");
        for (bool each : from) {
            nearcall_value_add(in.get(), made, nearcall_new_boolean(in.get(), each));
        }
        return made;
    }
    static std::vector<bool> from(const value& from)
    {
        if (from.kind() == NEARCALL_KIND_BOOLEANS) {
            std::size_t count;
            auto* elements = static_cast<const std::uint8_t*>(nearcall_value_elements(from.get(), &count));
            detail::descent::count(count);
            return std::vector<bool>(elements, elements + count);
        }
        if (from.kind() != NEARCALL_KIND_ARRAY && from.kind() != NEARCALL_KIND_COLLECTION) {
            from.mismatch("a vector of booleans");
        }
        std::vector<bool> made;
        for (std::size_t i = 0; i < from.size(); i++) {
            made.push_back(from[i].as<bool>());
        }
        return made;
    }
};

/* A member whose class contains itself. A null pointer is Java's null. */
template <class T> struct convert<std::shared_ptr<T>> {
    static const nearcall_value* to(const values& in, const std::shared_ptr<T>& from, std::string_view declared)
    {
        detail::descent deeper;
        return from ? convert<T>::to(in, *from, declared) : nullptr;
    }
    static std::shared_ptr<T> from(const value& from) { return from ? std::make_shared<T>(from.as<T>()) : nullptr; }
};

/* The result of a CompletableFuture<Void>. */
template <> struct convert<std::monostate> {
    static const nearcall_value* to(const values&, std::monostate, std::string_view) { return nullptr; }
    static std::monostate from(const value& from)
    {
        if (from) {
            from.mismatch("null");
        }
        return {};
    }
};

} // namespace nearcall

#endif
